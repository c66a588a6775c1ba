/* Keys of positions: seat to move first, as it sees the board, and that board
 * or its mirror image. */
#include "quoridor.h"

#include "core/base/pack.h"

enum { KEY_MAX = 4 + (2 * (SIDE_MAX - 1) * (SIDE_MAX - 1) + 7) / 8 };

size_t quoridor_key_size(const Quoridor *q) {
  int slots = WAYS * (q->size - 1) * (q->size - 1);
  return q->base.seats == 2 ? 4 + (size_t)(slots + 7) / 8 : 0;
}

/* A place on a square of this size, row by row, after it has been turned round
 * (for seat 2) and mirrored. */
static int seen(int size, int place, bool round, bool mirror) {
  int column = place % ROW, row = place / ROW;
  column = round != mirror ? size - 1 - column : column;
  row = round ? size - 1 - row : row;
  return row * size + column;
}

static void write_seen(const Quoridor *q, const Position *p, bool mirror,
                       uint8_t *key) {
  int me = p->base.seat, crossings = q->size - 1;
  for (int i = 0; i < 2; i++) {
    key[i] = (uint8_t)seen(q->size, p->pawn[me ^ i], me, mirror);
    key[2 + i] = p->hand[me ^ i];
  }
  for (int way = 0; way < WAYS; way++)
    for (int half = 0; half < 2; half++)
      for (uint64_t left = p->walls[way].word[half]; left;) {
        int slot = bits_take(&left) + 64 * half;
        int at =
            seen(crossings, slot, me, mirror) + way * crossings * crossings;
        key[4 + at / 8] |= (uint8_t)(1 << at % 8);
      }
}

/* The two seats differ only in where they come from, and the board is the same
 * left and right. */
void quoridor_key(const Game *game, const State *state, void *key) {
  uint8_t mirrored[KEY_MAX] = {0};
  memset(key, 0, game->key_size);
  write_seen(quoridor_of(game), (const Position *)state, false, key);
  write_seen(quoridor_of(game), (const Position *)state, true, mirrored);
  pack_keep_least(key, mirrored, game->key_size);
}
