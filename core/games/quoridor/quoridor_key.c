/* Solver keys of Quoridor positions, for two players.
 *
 * The two seats differ only in which side they start from. So a key describes
 * the position as seen by the seat to move. Unless the goals are not symmetric
 * left to right, the smaller of the keys of the board and its mirror image is
 * used. */
#include "quoridor.h"

#include "core/base/pack.h"

enum { KEY_MAX = 4 + (WAYS * SIDE_MAX * (SIDE_MAX - 1) + 7) / 8 };

size_t quoridor_key_size(const Quoridor *q) {
  return q->base.seats == 2 ? 4 + (size_t)(q->wall_count + 7) / 8 : 0;
}

/* The number, row by row on a grid, of a cell or slot after the board has
 * been rotated by half a turn (for seat 2) and mirrored. */
static int transformed(int columns, int rows, int place, bool rotated,
                       bool mirrored) {
  int column = place % ROW, row = place / ROW;
  column = rotated != mirrored ? columns - 1 - column : column;
  row = rotated ? rows - 1 - row : row;
  return row * columns + column;
}

static void write_key(const Quoridor *q, const Position *p, bool mirrored,
                      uint8_t *key) {
  int me = p->base.seat, columns = q->columns, rows = q->rows;
  for (int i = 0; i < 2; i++) {
    int pawn = p->pawn[me ^ i];
    key[i] = (uint8_t)transformed(columns, rows, pawn, me, mirrored);
    key[2 + i] = p->hand[me ^ i];
  }
  for (int way = 0, first = 0; way < WAYS; way++) {
    /* The slots of one way are a grid as well. */
    int wide = columns - (way == HORIZONTAL ? q->length - 1 : 1);
    int high = rows - (way == HORIZONTAL ? 1 : q->length - 1);
    for (int half = 0; half < 2; half++)
      for (uint64_t left = p->walls[way].word[half]; left;) {
        int cell = slot_cell(bits_take(&left) + 64 * half, way);
        int at = first + transformed(wide, high, cell, me, mirrored);
        key[4 + at / 8] |= (uint8_t)(1 << at % 8);
      }
    first += wide > 0 && high > 0 ? wide * high : 0;
  }
}

void quoridor_key(const Game *game, const State *state, void *key) {
  const Quoridor *q = quoridor_of(game);
  uint8_t mirrored[KEY_MAX] = {0};
  memset(key, 0, game->key_size);
  write_key(q, (const Position *)state, false, key);
  if (!q->is_symmetric)
    return;
  write_key(q, (const Position *)state, true, mirrored);
  pack_keep_least(key, mirrored, game->key_size);
}
