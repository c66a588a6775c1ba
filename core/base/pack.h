/* Tools for Rules.key, which writes a position as a short canonical key:
 * packing numbers of a few bits each, and the symmetries of a square board. */
#ifndef BOARDLAB_CORE_BASE_PACK_H
#define BOARDLAB_CORE_BASE_PACK_H

#include <stdint.h>
#include <string.h>

typedef struct Pack {
  uint8_t *bytes; /* the caller's, and all zero at first */
  int used;       /* bits so far */
} Pack;

/* Appends the lowest `bits` bits of a number. */
static inline void pack_add(Pack *pack, uint64_t number, int bits) {
  while (bits > 0) {
    int within = pack->used & 7, taken = 8 - within < bits ? 8 - within : bits;
    pack->bytes[pack->used >> 3] |=
        (uint8_t)((number & ((1u << taken) - 1)) << within);
    number >>= taken;
    bits -= taken;
    pack->used += taken;
  }
}

/* Replaces *least by `other` if that compares less. The least key over all
 * symmetries of a position is the same for all of them. */
static inline void pack_keep_least(void *least, const void *other,
                                   size_t size) {
  if (memcmp(other, least, size) < 0)
    memcpy(least, other, size);
}

/* The eight symmetries of a square board, as combinations of three bits. Other
 * rectangles have those without TRANSPOSE, the first four. */
enum { SYMMETRIES = 8, MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, TRANSPOSE = 4 };

/* The cell whose contents a symmetry moves to `cell`. Cells are numbered row by
 * row. */
static inline int symmetry_cell(int turn, int columns, int rows, int cell) {
  int x = cell % columns, y = cell / columns;
  int column = turn & TRANSPOSE ? y : x, row = turn & TRANSPOSE ? x : y;
  column = turn & MIRROR_COLUMNS ? columns - 1 - column : column;
  row = turn & MIRROR_ROWS ? rows - 1 - row : row;
  return row * columns + column;
}

#endif
