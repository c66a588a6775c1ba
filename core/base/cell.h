/* Cells of a rectangular board in the notation that users write: a column
 * letter and a row number, with a1 at the bottom left. */
#ifndef BOARDLAB_CORE_BASE_CELL_H
#define BOARDLAB_CORE_BASE_CELL_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>

enum { CELL_TEXT = 8 };       /* bytes of a cell's name, with its NUL */
enum { BOARD_SIDE_MAX = 26 }; /* columns are letters */

typedef struct Cell {
  int column, row; /* from 0, at the bottom left */
} Cell;

/* Reads the name of a cell of a board of this many columns and rows at *text
 * and moves *text past it. Returns false, with *text unchanged, if there is
 * none. */
bool cell_read(const char **text, int columns, int rows, Cell *cell);

/* Reads a text that must be the name of a cell of the board and nothing else.
 */
bool cell_parse(const char *text, int columns, int rows, Cell *cell,
                Error *error);

/* Writes a cell's name and returns its length. */
int cell_write(Cell cell, char text[CELL_TEXT]);

#endif
