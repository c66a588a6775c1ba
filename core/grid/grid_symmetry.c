/* Symmetries. */
#include "core/grid/grid.h"

#include <string.h>

enum { TURN = GRID_REVERSE_COLUMNS | GRID_REVERSE_ROWS };

const char *const grid_symmetry_name[GRID_SYMMETRIES] = {
    [GRID_REVERSE_COLUMNS] = "left-right",
    [GRID_REVERSE_ROWS] = "up-down",
    [TURN] = "turn",
    [GRID_SWAP] = "diagonal",
    [GRID_SWAP | GRID_REVERSE_COLUMNS] = "quarter-turn",
    [GRID_SWAP | GRID_REVERSE_ROWS] = "quarter-turn",
    [GRID_SWAP | TURN] = "antidiagonal",
};

uint8_t grid_symmetries(GridShape shape) {
  uint8_t reflections = shape.hex ? 1 << 0 | 1 << TURN
                                  : 1 << 0 | 1 << GRID_REVERSE_COLUMNS |
                                        1 << GRID_REVERSE_ROWS | 1 << TURN;
  return (uint8_t)(shape.columns == shape.rows
                       ? reflections | reflections << GRID_SWAP
                       : reflections);
}

int grid_symmetry_find(const char *name) {
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (strcmp(grid_symmetry_name[s], name) == 0)
      return s;
  return -1;
}

/* The symmetry that has the effect of `first` and then `second`. Reversing
 * columns before a swap is reversing rows after it. */
static int compose(int first, int second) {
  int reversed = first & TURN;
  if (second & GRID_SWAP)
    reversed = (reversed & GRID_REVERSE_COLUMNS ? GRID_REVERSE_ROWS : 0) |
               (reversed & GRID_REVERSE_ROWS ? GRID_REVERSE_COLUMNS : 0);
  return reversed ^ (second & TURN) ^ ((first ^ second) & GRID_SWAP);
}

uint8_t grid_symmetry_group(uint8_t symmetries) {
  uint8_t group = symmetries | 1, before = 0;
  while (group != before) {
    before = group;
    for (int a = 0; a < GRID_SYMMETRIES; a++)
      for (int b = 0; b < GRID_SYMMETRIES; b++)
        if (group >> a & group >> b & 1)
          group |= (uint8_t)(1 << compose(a, b));
  }
  return group;
}

int grid_symmetry_image(GridShape shape, int symmetry, int cell) {
  int column = cell % shape.columns, row = cell / shape.columns;
  if (symmetry & GRID_SWAP) {
    int swapped = column;
    column = row;
    row = swapped;
  }
  if (symmetry & GRID_REVERSE_COLUMNS)
    column = shape.columns - 1 - column;
  if (symmetry & GRID_REVERSE_ROWS)
    row = shape.rows - 1 - row;
  return row * shape.columns + column;
}
