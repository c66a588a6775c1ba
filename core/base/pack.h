/* Numbers of a few bits each, packed one behind the other: how rules write the
 * keys of positions. */
#ifndef BOARDLAB_CORE_BASE_PACK_H
#define BOARDLAB_CORE_BASE_PACK_H

#include <stdint.h>
#include <string.h>

typedef struct Pack {
  uint8_t *bytes; /* all zero at first */
  int used;       /* bits */
} Pack;

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

/* Keeps the lesser of two keys, which may be several ways to write the same
 * position. */
static inline void pack_keep_least(void *least, const void *other,
                                   size_t size) {
  if (memcmp(other, least, size) < 0)
    memcpy(least, other, size);
}

/* The eight ways to turn a square board: bit 0 mirrors the columns, bit 1 the
 * rows, bit 2 swaps the two. The cell, numbered row by row, that a cell comes
 * from. */
enum { SYMMETRIES = 8, MIRROR_COLUMNS = 1, MIRROR_ROWS = 2, TRANSPOSE = 4 };

static inline int symmetry_cell(int turn, int size, int cell) {
  int x = cell % size, y = cell / size;
  int column = turn & TRANSPOSE ? y : x, row = turn & TRANSPOSE ? x : y;
  column = turn & MIRROR_COLUMNS ? size - 1 - column : column;
  row = turn & MIRROR_ROWS ? size - 1 - row : row;
  return row * size + column;
}

#endif
