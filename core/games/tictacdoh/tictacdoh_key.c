/* Keys of positions: the pieces pushed into the corner, what no longer matters
 * left out, and of the eight ways to turn the board the one with the smallest
 * number. With two players nothing hangs on who is to move. */
#include "tictacdoh.h"

#include "core/base/pack.h"

enum { KEY_SIZE = 6 };

size_t tictacdoh_key_size(const Tictacdoh *t) {
  return t->base.value[PLAYERS] == 2 ? KEY_SIZE : 0;
}

/* Which of the nine squares of a box comes to (column, row) when it is turned.
 * None does, BOX * BOX, if that is outside the box of those columns and rows.
 */
static int turned_from(int columns, int rows, int turn, int column, int row) {
  int x = turn & TURN_SWAP ? row : column, y = turn & TURN_SWAP ? column : row;
  if (x >= columns || y >= rows)
    return BOX * BOX;
  x = turn & TURN_COLUMNS ? columns - 1 - x : x;
  y = turn & TURN_ROWS ? rows - 1 - y : y;
  return y * BOX + x;
}

static void fill_turned(Tictacdoh *t, int columns, int rows) {
  for (int turn = 0; turn < TURNS; turn++)
    for (int to = 0; to < BOX * BOX; to++)
      t->turned[columns - 1][rows - 1][turn][to] =
          (uint8_t)turned_from(columns, rows, turn, to % BOX, to / BOX);
}

/* The contents of a square in four bits: the sizes in it, and whether they are
 * a nest. */
static unsigned contents(const Position *p, int at) {
  return (p->piece[SMALL] >> at & 1) | (p->piece[MEDIUM] >> at & 1) << 1 |
         (p->piece[LARGE] >> at & 1) << 2 | (p->nested >> at & 1) << 3;
}

/* All that a square does in the rest of the game, while there are pieces of
 * these sizes: what lines it can be in, and what it takes. A line is made by
 * laying its size, so one of a size that is used up comes too late. */
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

void tictacdoh_fill_keys(Tictacdoh *t) {
  for (int columns = 1; columns <= BOX; columns++)
    for (int rows = 1; rows <= BOX; rows++)
      fill_turned(t, columns, rows);
  for (unsigned sizes = 0; sizes < 1 << SIZES; sizes++)
    for (unsigned content = 0; content < CONTENTS; content++) {
      unsigned first = 0;
      while (role_of(first, sizes) != role_of(content, sizes))
        first++;
      t->meaning[sizes][content] = (uint8_t)first;
    }
}

/* The nine squares in which the pieces are, pushed into the corner if the grid
 * is not fixed, and how many columns and rows of them are used. */
static void find_box(const Game *game, const Position *p, int *columns,
                     int *rows, uint8_t squares[]) {
  Board used = occupied(p);
  bool fixed = game->value[FIXED_GRID];
  int corner = fixed ? ROW + 1 : corner_of(used);
  Board box = used >> corner, across = box | box >> ROW | box >> 2 * ROW;
  *columns = fixed ? BOX : across >> 2 & 1 ? 3 : across >> 1 & 1 ? 2 : 1;
  *rows = fixed ? BOX : box >> 2 * ROW ? 3 : box >> ROW ? 2 : 1;
  unsigned sizes = (p->stash[SMALL] != 0) | (p->stash[MEDIUM] != 0) << 1 |
                   (p->stash[LARGE] != 0) << 2;
  const uint8_t *meaning = rules_of(game)->meaning[sizes];
  for (int i = 0; i < BOX * BOX; i++)
    squares[i] = meaning[contents(p, corner + i / BOX * ROW + i % BOX)];
  squares[BOX * BOX] = 0;
}

/* The squares as one number, four bits each, and the stash put in front. */
void tictacdoh_key(const Game *game, const State *state, void *key) {
  const Position *p = (const Position *)state;
  uint8_t squares[BOX * BOX + 1];
  int columns, rows;
  find_box(game, p, &columns, &rows, squares);
  uint64_t least = UINT64_MAX;
  for (int turn = 0; turn < TURNS; turn++) {
    const uint8_t *from = rules_of(game)->turned[columns - 1][rows - 1][turn];
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
