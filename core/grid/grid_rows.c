/* Rows of cells as those of mancala boards: pieces are sown around the board,
 * in the order of the cells' numbers. */
#include "core/grid/grid.h"

/* The values of the first columns of a row; places without a cell are empty.
 * Only a board with such places needs the copy. */
static const int32_t *row_of(const Grid *g, const int32_t cells[], int row,
                             int columns, int32_t copy[GRID_SIDE_MAX]) {
  if (g->whole)
    return cells + row * g->shape.columns;
  for (int column = 0; column < columns; column++) {
    int cell = grid_cell(g, column, row);
    copy[column] = cell == GRID_NO_CELL ? 0 : cells[cell];
  }
  return copy;
}

int grid_filled_columns(const Grid *g, const int32_t cells[], int row,
                        int columns, int16_t list[]) {
  int32_t copy[GRID_SIDE_MAX];
  const int32_t *first = row_of(g, cells, row, columns, copy);
  int n = 0;
  for (int column = 0; column < columns; column++) {
    list[n] = (int16_t)column;
    n += first[column] != 0;
  }
  return n;
}

int64_t grid_row_sum(const Grid *g, const int32_t cells[], int row,
                     int columns) {
  int32_t copy[GRID_SIDE_MAX];
  const int32_t *first = row_of(g, cells, row, columns, copy);
  int64_t sum = 0;
  for (int column = 0; column < columns; column++)
    sum += first[column];
  return sum;
}

int grid_empty_row(const Grid *g, const int32_t cells[], int columns) {
  for (int row = 0; row < g->shape.rows; row++) {
    int32_t copy[GRID_SIDE_MAX];
    const int32_t *first = row_of(g, cells, row, columns, copy);
    int column = 0;
    while (column < columns && first[column] == 0)
      column++;
    if (column == columns)
      return row;
  }
  return -1;
}

/* Gives one piece to each of the next `hand` cells. Returns the last. */
static int sow_once(const Grid *g, int32_t cells[], int cell, int hand,
                    int skipped) {
  while (hand > 0) {
    cell = cell + 1 < g->cells ? cell + 1 : 0;
    if (cell == skipped)
      continue;
    cells[cell]++;
    hand--;
  }
  return cell;
}

int grid_sow(const Grid *g, int32_t cells[], int cell, int skipped) {
  int around = g->cells - (skipped != GRID_NO_CELL);
  int32_t hand = cells[cell];
  if (hand < 0 || around == 0)
    return GRID_NO_CELL;
  int32_t laps = hand / around, most = laps + 1;
  for (int i = 0; i < g->cells; i++)
    if (i != cell && cells[i] > INT32_MAX - most)
      return GRID_NO_CELL;
  cells[cell] = 0;
  if (laps > 0) { /* the last lap is sown one by one */
    int32_t before = hand % around ? laps : laps - 1;
    for (int i = 0; i < g->cells; i++)
      cells[i] += i == skipped ? 0 : before;
    hand -= before * around;
  }
  return sow_once(g, cells, cell, hand, skipped);
}
