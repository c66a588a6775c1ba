/* Solver keys of Tic Tac Doh positions, for two players, and features.
 *
 * The pieces are shifted into the corner, contents of squares that no longer
 * differ are made equal, and the smallest number among the eight symmetric
 * images of the board is used. With two players, nothing depends on which seat
 * is to move. */
#include "tictacdoh.h"

#include "core/base/pack.h"

enum { CONTENT_BITS = 4, STASH_BITS = 4 };
_Static_assert(STASH_MAX < 1 << STASH_BITS && CONTENTS == 1 << CONTENT_BITS,
               "counts and contents have room in a key");

size_t tictacdoh_key_size(const Tictacdoh *t) {
  int bits = t->window * t->window * CONTENT_BITS + SIZES * STASH_BITS;
  return t->base.option[PLAYERS] == 2 ? (size_t)(bits + 7) / 8 : 0;
}

/* The square of a box of `columns` by `rows` that symmetry `turn` takes to
 * (column, row); window * window if that is outside the box. Squares are
 * numbered row by row through the window. */
static int source_square(int window, int columns, int rows, int turn, int to) {
  int column = to % window, row = to / window;
  int x = turn & TRANSPOSE ? row : column, y = turn & TRANSPOSE ? column : row;
  if (x >= columns || y >= rows)
    return window * window;
  x = turn & MIRROR_COLUMNS ? columns - 1 - x : x;
  y = turn & MIRROR_ROWS ? rows - 1 - y : y;
  return y * window + x;
}

static void fill_transformed(Tictacdoh *t, int columns, int rows) {
  for (int turn = 0; turn < SYMMETRIES; turn++)
    for (int to = 0; to < t->window * t->window; to++)
      t->transformed[columns - 1][rows - 1][turn][to] =
          (uint8_t)source_square(t->window, columns, rows, turn, to);
}

/* The contents of a square in four bits: the sizes in it and whether they are a
 * nest. */
ALWAYS_INLINE unsigned contents(const Position *p, int at, int window) {
  return (unsigned)((board(p, SMALL, window) >> at & 1) |
                    (board(p, MEDIUM, window) >> at & 1) << 1 |
                    (board(p, LARGE, window) >> at & 1) << 2 |
                    (board(p, NESTED, window) >> at & 1) << 3);
}

/* Everything about a square that matters for the rest of the game, given the
 * sizes left in the stash: which lines it can be part of and what can be placed
 * on it. A line is completed by placing a piece of its size, so a size that is
 * used up makes no more lines. */
static unsigned role_of(unsigned content, unsigned sizes) {
  Position p = {.narrow[NESTED] = content >> 3};
  Board role = content != 0;
  for (int size = SMALL; size <= LARGE; size++)
    p.narrow[size] = content >> (size - SMALL) & 1;
  for (int size = SMALL; size <= LARGE; size++)
    if (sizes >> (size - SMALL) & 1)
      role |= (squares_counting_as(&p, size, USUAL_WINDOW) & 1) << size |
              (squares_taking(&p, size, USUAL_WINDOW) & 1) << (size + SIZES);
  return (unsigned)role;
}

void tictacdoh_prepare_keys(Tictacdoh *t) {
  for (int columns = 1; columns <= t->window; columns++)
    for (int rows = 1; rows <= t->window; rows++)
      fill_transformed(t, columns, rows);
  for (unsigned sizes = 0; sizes < 1 << SIZES; sizes++)
    for (unsigned content = 0; content < CONTENTS; content++) {
      unsigned first = 0;
      while (role_of(first, sizes) != role_of(content, sizes))
        first++;
      t->equivalent[sizes][content] = (uint8_t)first;
    }
}

/* The columns and rows that pieces shifted into the corner need; 1 if there is
 * no piece. */
ALWAYS_INLINE void measure_box(Board box, int window, int *columns, int *rows) {
  int row = ROW_OF(window);
  Board across = 0;
  *columns = *rows = 1;
  for (int i = 0; i < window; i++) {
    across |= box >> i * row;
    *rows = box >> i * row ? i + 1 : *rows;
  }
  for (int i = 1; i < window; i++)
    *columns = across >> i & 1 ? i + 1 : *columns;
}

/* Fills in the squares of the window that contains the pieces, shifted into the
 * corner if the grid is not fixed, and the number of columns and rows in use.
 */
ALWAYS_INLINE void find_box(const Game *game, const Position *p, int window,
                            int *columns, int *rows, uint8_t squares[]) {
  const Tictacdoh *t = tictacdoh_of(game);
  Board used = occupied(p, window);
  bool fixed = game->option[FIXED_GRID];
  int corner = fixed ? t->grid_corner : corner_of(used, window);
  measure_box(used >> corner, window, columns, rows);
  if (fixed)
    *columns = *rows = window;
  unsigned sizes = (p->stash[SMALL] != 0) | (p->stash[MEDIUM] != 0) << 1 |
                   (p->stash[LARGE] != 0) << 2;
  const uint8_t *equivalent = t->equivalent[sizes];
  for (int i = 0; i < window * window; i++) {
    int at = corner + i / window * ROW_OF(window) + i % window;
    squares[i] = equivalent[contents(p, at, window)];
  }
  squares[window * window] = 0;
}

static inline void write_bytes(uint8_t *to, uint64_t number, int count) {
  for (int i = 0; i < count; i++)
    to[i] = (uint8_t)(number >> 8 * i);
}

/* The key is the squares, four bits each, and the stash above them. */
ALWAYS_INLINE void write_numbers(uint8_t *key, uint64_t squares, uint64_t stash,
                                 int window) {
  int bits = window * window * CONTENT_BITS;
  if (window == USUAL_WINDOW) {
    write_bytes(key, squares | stash << bits, 6);
  } else {
    write_bytes(key, squares, 8);
    write_bytes(key + 8, stash, 2);
  }
}

/* The squares as a number, the same for all positions that are alike. */
ALWAYS_INLINE uint64_t find_squares(const Game *game, const Position *p,
                                    int window) {
  uint8_t squares[BOX + 1];
  int columns, rows;
  find_box(game, p, window, &columns, &rows, squares);
  uint64_t least = UINT64_MAX;
  for (int turn = 0; turn < SYMMETRIES; turn++) {
    const uint8_t *from =
        tictacdoh_of(game)->transformed[columns - 1][rows - 1][turn];
    uint64_t number = 0;
    for (int i = 0; i < window * window; i++)
      number = number << CONTENT_BITS | squares[from[i]];
    least = number < least ? number : least;
  }
  return least;
}

ALWAYS_INLINE void write_key(const Game *game, const Position *p, void *key,
                             int window) {
  uint64_t least = find_squares(game, p, window);
  unsigned stash = 0;
  for (int size = SMALL; size <= LARGE; size++)
    stash |= (unsigned)p->stash[size] << (size - SMALL) * STASH_BITS;
  write_numbers(key, least, stash, window);
}

void tictacdoh_key(const Game *game, const State *state, void *key) {
  const Position *p = (const Position *)state;
  if (is_usual(game))
    write_key(game, p, key, USUAL_WINDOW);
  else
    write_key(game, p, key, WIDE_WINDOW);
}

/* ---- features ------------------------------------------------------------*/

void tictacdoh_list_features(Tictacdoh *t) {
  t->base.features = 2;
  t->base.feature[0] = (Feature){"stash", SIZES, 0};
  t->base.feature[1] = (Feature){"squares", t->window, t->window};
}

/* Contents are negative: they belong to no seat. */
void tictacdoh_features(const Game *game, const State *state,
                        int32_t number[]) {
  const Position *p = (const Position *)state;
  int window = window_of(game);
  uint64_t squares = is_usual(game) ? find_squares(game, p, USUAL_WINDOW)
                                    : find_squares(game, p, WIDE_WINDOW);
  for (int size = SMALL; size <= LARGE; size++)
    number[size - SMALL] = p->stash[size];
  for (int i = 0; i < window * window; i++)
    number[SIZES + i] =
        -(int32_t)(squares >> i * CONTENT_BITS & (CONTENTS - 1));
}
