/* Solver keys of Tic Tac Doh positions, for two players.
 *
 * The pieces are shifted into the corner, contents of squares that no longer
 * differ are made equal, and the smallest number among the eight symmetric
 * images of the board is used. With two players, nothing depends on which seat
 * is to move. */
#include "tictacdoh.h"

#include "core/base/pack.h"

enum { KEY_SIZE = 6 };

size_t tictacdoh_key_size(const Tictacdoh *t) {
  return t->base.option[PLAYERS] == 2 ? KEY_SIZE : 0;
}

/* The square of a box of `columns` by `rows` that symmetry `turn` takes to
 * (column, row); BOX * BOX if that is outside the box. */
static int source_square(int columns, int rows, int turn, int column, int row) {
  int x = turn & TRANSPOSE ? row : column, y = turn & TRANSPOSE ? column : row;
  if (x >= columns || y >= rows)
    return BOX * BOX;
  x = turn & MIRROR_COLUMNS ? columns - 1 - x : x;
  y = turn & MIRROR_ROWS ? rows - 1 - y : y;
  return y * BOX + x;
}

static void fill_transformed(Tictacdoh *t, int columns, int rows) {
  for (int turn = 0; turn < SYMMETRIES; turn++)
    for (int to = 0; to < BOX * BOX; to++)
      t->transformed[columns - 1][rows - 1][turn][to] =
          (uint8_t)source_square(columns, rows, turn, to % BOX, to / BOX);
}

/* The contents of a square in four bits: the sizes in it and whether they are a
 * nest. */
static unsigned contents(const Position *p, int at) {
  return (p->piece[SMALL] >> at & 1) | (p->piece[MEDIUM] >> at & 1) << 1 |
         (p->piece[LARGE] >> at & 1) << 2 | (p->nested >> at & 1) << 3;
}

/* Everything about a square that matters for the rest of the game, given the
 * sizes left in the stash: which lines it can be part of and what can be placed
 * on it. A line is completed by placing a piece of its size, so a size that is
 * used up makes no more lines. */
static unsigned role_of(unsigned content, unsigned sizes) {
  Position p = {.nested = content >> 3};
  unsigned role = 0;
  for (int size = SMALL; size <= LARGE; size++)
    p.piece[size] = content >> (size - SMALL) & 1;
  for (int size = SMALL; size <= LARGE; size++)
    if (sizes >> (size - SMALL) & 1)
      role |= (squares_counting_as(&p, size) & 1) << size |
              (squares_taking(&p, size) & 1) << (size + SIZES);
  return role | (content != 0);
}

void tictacdoh_prepare_keys(Tictacdoh *t) {
  for (int columns = 1; columns <= BOX; columns++)
    for (int rows = 1; rows <= BOX; rows++)
      fill_transformed(t, columns, rows);
  for (unsigned sizes = 0; sizes < 1 << SIZES; sizes++)
    for (unsigned content = 0; content < CONTENTS; content++) {
      unsigned first = 0;
      while (role_of(first, sizes) != role_of(content, sizes))
        first++;
      t->equivalent[sizes][content] = (uint8_t)first;
    }
}

/* Fills in the nine squares that contain the pieces, shifted into the corner if
 * the grid is not fixed, and the number of columns and rows in use. */
static void find_box(const Game *game, const Position *p, int *columns,
                     int *rows, uint8_t squares[]) {
  Board used = occupied(p);
  bool fixed = game->option[FIXED_GRID];
  int corner = fixed ? ROW + 1 : corner_of(used);
  Board box = used >> corner, across = box | box >> ROW | box >> 2 * ROW;
  *columns = fixed ? BOX : across >> 2 & 1 ? 3 : across >> 1 & 1 ? 2 : 1;
  *rows = fixed ? BOX : box >> 2 * ROW ? 3 : box >> ROW ? 2 : 1;
  unsigned sizes = (p->stash[SMALL] != 0) | (p->stash[MEDIUM] != 0) << 1 |
                   (p->stash[LARGE] != 0) << 2;
  const uint8_t *equivalent = tictacdoh_of(game)->equivalent[sizes];
  for (int i = 0; i < BOX * BOX; i++)
    squares[i] = equivalent[contents(p, corner + i / BOX * ROW + i % BOX)];
  squares[BOX * BOX] = 0;
}

/* The squares are one number, four bits each, with the stash above them. */
void tictacdoh_key(const Game *game, const State *state, void *key) {
  const Position *p = (const Position *)state;
  uint8_t squares[BOX * BOX + 1];
  int columns, rows;
  find_box(game, p, &columns, &rows, squares);
  uint64_t least = UINT64_MAX;
  for (int turn = 0; turn < SYMMETRIES; turn++) {
    const uint8_t *from =
        tictacdoh_of(game)->transformed[columns - 1][rows - 1][turn];
    uint64_t number = 0;
    for (int i = 0; i < BOX * BOX; i++)
      number = number << 4 | squares[from[i]];
    least = number < least ? number : least;
  }
  for (int size = SMALL; size <= LARGE; size++)
    least |= (uint64_t)p->stash[size] << (32 + 4 * size);
  for (int i = 0; i < KEY_SIZE; i++)
    ((uint8_t *)key)[i] = (uint8_t)(least >> 8 * i);
}
