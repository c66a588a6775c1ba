/* Cells as users write them: a column letter and a row number, a1 at the
 * bottom left. */
#ifndef BOARDLAB_CORE_BASE_CELL_H
#define BOARDLAB_CORE_BASE_CELL_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>

enum { CELL_TEXT = 8 };

typedef struct Cell {
  int column, row; /* from 0 */
} Cell;

/* Reads a cell of a size × size board at *text and moves *text behind it.
 * Otherwise leaves *text where it is. */
bool cell_read(const char **text, int size, Cell *cell);

/* Reads a text that is nothing but a cell of the board; says so if it is not.
 */
bool cell_parse(const char *text, int size, Cell *cell, Error *error);

/* Writes a cell; returns the length. */
int cell_write(Cell cell, char text[CELL_TEXT]);

#endif
