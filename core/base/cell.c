#include "core/base/cell.h"

bool cell_read(const char **text, int columns, int rows, Cell *cell) {
  const char *at = *text;
  int column = at[0] - 'a';
  if (column < 0 || column >= columns || at[1] < '1' || at[1] > '9')
    return false;
  int row = 0;
  for (at++; *at >= '0' && *at <= '9' && row <= rows; at++)
    row = 10 * row + (*at - '0');
  if (row > rows)
    return false;
  *cell = (Cell){column, row - 1};
  *text = at;
  return true;
}

bool cell_parse(const char *text, int columns, int rows, Cell *cell,
                Error *error) {
  const char *rest = text;
  return (cell_read(&rest, columns, rows, cell) && !*rest) ||
         error_set(error, "'%.60s' is not a cell of the board (a1 to %c%d)",
                   text, 'a' + columns - 1, rows);
}

/* Digit by digit: a run with moves.csv writes a cell or two per ply. */
int cell_write(Cell cell, char text[CELL_TEXT]) {
  int number = (cell.row + 1) % 1000, length = 0;
  text[length++] = (char)('a' + cell.column % 26);
  if (number >= 100)
    text[length++] = (char)('0' + number / 100);
  if (number >= 10)
    text[length++] = (char)('0' + number / 10 % 10);
  text[length++] = (char)('0' + number % 10);
  text[length] = '\0';
  return length;
}
