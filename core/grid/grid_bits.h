/* Boards as sets of cells, one bit each, for what looks at all cells at once.
 *
 * Cell c is bit c % 64 of word c / 64, so a step on the board is a shift. The
 * functions take the number of words last. They are inlined, and GRID_BY_WORDS
 * makes that number a constant for boards of up to 128 cells, whose sets then
 * stay in registers. */
#ifndef BOARDLAB_CORE_GRID_GRID_BITS_H
#define BOARDLAB_CORE_GRID_GRID_BITS_H

#include "core/base/bits.h"
#include "core/grid/grid.h"

/* Calls a function with the given arguments and the number of words. */
#define GRID_BY_WORDS(g, function, ...)                                        \
  ((g)->words == 1   ? function(__VA_ARGS__, 1)                                \
   : (g)->words == 2 ? function(__VA_ARGS__, 2)                                \
                     : function(__VA_ARGS__, (g)->words))

/* The cells of a value. */
void grid_bits_of(const Grid *g, const int32_t cells[], int32_t value,
                  GridBits *bits);

/* The result of these goes to `r`, which may be one of the others. */

ALWAYS_INLINE void grid_copy(GridBits *r, const GridBits *a, int n) {
  UNROLL_4
  for (int i = 0; i < n; i++)
    r->word[i] = a->word[i];
}

ALWAYS_INLINE void grid_and(GridBits *r, const GridBits *a, const GridBits *b,
                            int n) {
  UNROLL_4
  for (int i = 0; i < n; i++)
    r->word[i] = a->word[i] & b->word[i];
}

ALWAYS_INLINE void grid_or(GridBits *r, const GridBits *a, const GridBits *b,
                           int n) {
  UNROLL_4
  for (int i = 0; i < n; i++)
    r->word[i] = a->word[i] | b->word[i];
}

ALWAYS_INLINE void grid_minus(GridBits *r, const GridBits *a, const GridBits *b,
                              int n) {
  UNROLL_4
  for (int i = 0; i < n; i++)
    r->word[i] = a->word[i] & ~b->word[i];
}

/* Adds `by` to every cell, 0 <= by < 64. Some may then be beyond the last. */
ALWAYS_INLINE void grid_up(GridBits *r, const GridBits *a, int by, int n) {
  UNROLL_4
  for (int i = n - 1; i > 0; i--)
    r->word[i] = a->word[i] << by | a->word[i - 1] >> 1 >> (63 - by);
  r->word[0] = a->word[0] << by;
}

/* Subtracts it. Cells below 0 are lost. */
ALWAYS_INLINE void grid_down(GridBits *r, const GridBits *a, int by, int n) {
  UNROLL_4
  for (int i = 0; i < n - 1; i++)
    r->word[i] = a->word[i] >> by | a->word[i + 1] << 1 << (63 - by);
  r->word[n - 1] = a->word[n - 1] >> by;
}

/* The cells from which one step in a direction leads into a set. There may be
 * some beyond the last cell of the board. */
ALWAYS_INLINE void grid_before(const Grid *g, GridBits *r, const GridBits *a,
                               int d, int n) {
  int by = g->offset[d];
  grid_minus(r, a, &g->beyond[d], n);
  if (by >= 0)
    grid_down(r, r, by, n);
  else
    grid_up(r, r, -by, n);
}

/* The cells of the board that are in neither of two sets. */
ALWAYS_INLINE void grid_others(const Grid *g, const GridBits *a,
                               const GridBits *b, GridBits *r) {
  for (int i = 0; i < g->words; i++)
    r->word[i] = ~(a->word[i] | b->word[i]);
  if (g->cells % 64)
    r->word[g->words - 1] &= ((uint64_t)1 << g->cells % 64) - 1;
}

ALWAYS_INLINE bool grid_any(const GridBits *a, int n) {
  uint64_t any = 0;
  UNROLL_4
  for (int i = 0; i < n; i++)
    any |= a->word[i];
  return any;
}

ALWAYS_INLINE bool grid_meet(const GridBits *a, const GridBits *b, int n) {
  uint64_t any = 0;
  UNROLL_4
  for (int i = 0; i < n; i++)
    any |= a->word[i] & b->word[i];
  return any;
}

#endif
