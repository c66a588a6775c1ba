/* Lines, rays and flips. */
#include "core/grid/grid.h"

int grid_ray(const Grid *g, int cell, int64_t dx, int64_t dy, int16_t list[]) {
  int n = 0;
  while ((cell = grid_step(g, cell, dx, dy)) != GRID_NO_CELL)
    list[n++] = (int16_t)cell;
  return n;
}

/* ---- lines ---------------------------------------------------------------*/

/* The number of cells beyond a cell that have its value, next to each other. */
static int run_length(const Grid *g, const int32_t cells[], int cell, int d) {
  const int reach = g->reach[cell][d], offset = g->offset[d];
  const int32_t value = cells[cell];
  int n = 0;
  for (int at = cell + offset; n < reach && cells[at] == value; at += offset)
    n++;
  return n;
}

/* The length of the row through a cell along a direction and its opposite. */
static int row_length(const Grid *g, const int32_t cells[], int cell, int d) {
  return 1 + run_length(g, cells, cell, d) +
         run_length(g, cells, cell, d + g->directions / 2);
}

int grid_longest(const Grid *g, const int32_t cells[], int cell) {
  int longest = 0;
  for (int d = 0; cells[cell] != 0 && d < g->directions / 2; d++) {
    int length = row_length(g, cells, cell, d);
    longest = length > longest ? length : longest;
  }
  return longest;
}

bool grid_line(const Grid *g, const int32_t cells[], int cell, int k) {
  for (int d = 0; cells[cell] != 0 && d < g->directions / 2; d++)
    if (row_length(g, cells, cell, d) >= k)
      return true;
  return false;
}

/* The cells of a value as one word per row: bit c stands for column c. Returns
 * their number. */
static int to_bits(const Grid *g, const int32_t cells[], int32_t value,
                   uint32_t bits[GRID_SIDE_MAX]) {
  int count = 0;
  for (int row = 0; row < g->shape.rows; row++) {
    uint32_t word = 0;
    for (int column = 0; column < g->shape.columns; column++)
      word |= (uint32_t)(cells[column] == value) << column;
    cells += g->shape.columns;
    bits[row] = word;
    count += __builtin_popcount(word);
  }
  return count;
}

static bool has_horizontal(const uint32_t bits[], int rows, int k) {
  for (int row = 0; row < rows; row++) {
    uint32_t starts = bits[row];
    for (int i = 1; i < k && starts; i++)
      starts &= starts >> 1;
    if (starts)
      return true;
  }
  return false;
}

/* Lines that go up one row and `dx` columns to the right with each cell: after
 * i rounds, a word has the cells from which such lines of i + 1 cells start. */
static bool has_rising(const uint32_t bits[], int rows, int k, int dx) {
  uint32_t starts[GRID_SIDE_MAX], any = 0;
  for (int row = 0; row < rows; row++)
    any |= starts[row] = bits[row];
  for (int i = 1; i < k && any; i++) {
    any = 0;
    for (int row = 0; row < rows - i; row++) {
      uint32_t next = starts[row + 1];
      starts[row] &= dx == 0 ? next : dx > 0 ? next >> 1 : next << 1;
      any |= starts[row];
    }
  }
  return any;
}

bool grid_has_line(const Grid *g, const int32_t cells[], int32_t value, int k) {
  uint32_t bits[GRID_SIDE_MAX];
  const int rows = g->shape.rows;
  if (to_bits(g, cells, value, bits) < k)
    return false;
  return has_horizontal(bits, rows, k) || has_rising(bits, rows, k, 0) ||
         has_rising(bits, rows, k, -1) ||
         (!g->shape.hex && has_rising(bits, rows, k, 1));
}

/* The score of all lines of k cells on the row that begins at a cell. */
static double row_score(const Grid *g, const int32_t cells[], int start, int d,
                        int32_t value, int k, const double power[]) {
  const int length = g->reach[start][d] + 1, offset = g->offset[d];
  int own = 0, others = 0;
  double score = 0;
  for (int i = 0; i < length; i++) {
    int32_t now = cells[start + i * offset];
    own += now == value;
    others += now != value && now != 0;
    if (i >= k) {
      int32_t left = cells[start + (i - k) * offset];
      own -= left == value;
      others -= left != value && left != 0;
    }
    if (i >= k - 1 && others == 0 && own > 0)
      score += power[own];
  }
  return score;
}

double grid_line_score(const Grid *g, const int32_t cells[], int32_t value,
                       int k, double base) {
  double power[GRID_SIDE_MAX + 1] = {1}, score = 0;
  if (k < 1 || k > GRID_SIDE_MAX || value == 0)
    return 0;
  for (int n = 1; n <= k; n++)
    power[n] = power[n - 1] * base;
  for (int d = 0; d < g->directions / 2; d++)
    for (int cell = 0; cell < g->cells; cell++)
      if (g->reach[cell][d + g->directions / 2] == 0 &&
          g->reach[cell][d] >= k - 1)
        score += row_score(g, cells, cell, d, value, k, power);
  return score;
}

/* ---- flips ---------------------------------------------------------------*/

/* The number of cells that are enclosed in one direction. */
static int flips_along(const Grid *g, const int32_t cells[], int cell,
                       int32_t value, int d) {
  const int reach = g->reach[cell][d], offset = g->offset[d];
  for (int n = 0, at = cell + offset; n < reach; n++, at += offset)
    if (cells[at] == value)
      return n;
    else if (cells[at] == 0)
      return 0;
  return 0;
}

int grid_flips(const Grid *g, const int32_t cells[], int cell, int32_t value) {
  int flips = 0;
  for (int d = 0; value != 0 && d < g->directions; d++)
    flips += flips_along(g, cells, cell, value, d);
  return flips;
}

int grid_flip(const Grid *g, int32_t cells[], int cell, int32_t value) {
  int flips = 0;
  for (int d = 0; value != 0 && d < g->directions; d++) {
    int n = flips_along(g, cells, cell, value, d);
    for (int i = 1; i <= n; i++)
      cells[cell + i * g->offset[d]] = value;
    flips += n;
  }
  return flips;
}

static bool has_flips(const Grid *g, const int32_t cells[], int cell,
                      int32_t value) {
  for (int d = 0; d < g->directions; d++)
    if (flips_along(g, cells, cell, value, d) > 0)
      return true;
  return false;
}

bool grid_can_flip(const Grid *g, const int32_t cells[], int32_t value) {
  for (int cell = 0; value != 0 && cell < g->cells; cell++)
    if (cells[cell] == 0 && has_flips(g, cells, cell, value))
      return true;
  return false;
}

int grid_flippable(const Grid *g, const int32_t cells[], int32_t value,
                   int16_t list[]) {
  int n = 0;
  for (int cell = 0; value != 0 && cell < g->cells; cell++)
    if (cells[cell] == 0 && has_flips(g, cells, cell, value))
      list[n++] = (int16_t)cell;
  return n;
}
