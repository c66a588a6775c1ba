/* Lines, rays and flips. */
#include "core/grid/grid_bits.h"

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

ALWAYS_INLINE bool has_line_along(const Grid *g, const GridBits *own, int k,
                                  int d, int n) {
  GridBits starts; /* of lines of i cells */
  grid_copy(&starts, own, n);
  for (int i = 1; i < k && grid_any(&starts, n); i++) {
    grid_before(g, &starts, &starts, d, n);
    grid_and(&starts, &starts, own, n);
  }
  return grid_any(&starts, n);
}

ALWAYS_INLINE bool has_line(const Grid *g, const GridBits *own, int k, int n) {
  for (int d = 0; d < g->directions / 2; d++)
    if (has_line_along(g, own, k, d, n))
      return true;
  return false;
}

bool grid_has_line(const Grid *g, const int32_t cells[], int32_t value, int k) {
  GridBits own;
  grid_bits_of(g, cells, value, &own);
  return GRID_BY_WORDS(g, has_line, g, &own, k);
}

/* Adds the lines of k cells in one direction to count[], by how many of their
 * cells are in `own` while the others are in `empty`. */
ALWAYS_INLINE void count_lines(const Grid *g, const GridBits *own,
                               const GridBits *empty, int k, int d,
                               int count[GRID_SIDE_MAX + 1], int n) {
  GridBits starts[GRID_SIDE_MAX + 1]; /* of lines of i cells, by count */
  GridBits own_at, empty_at;          /* from where i steps lead there */
  grid_copy(&starts[0], empty, n);
  grid_copy(&starts[1], own, n);
  grid_copy(&own_at, own, n);
  grid_copy(&empty_at, empty, n);
  for (int i = 1; i < k; i++) {
    grid_before(g, &own_at, &own_at, d, n);
    grid_before(g, &empty_at, &empty_at, d, n);
    grid_and(&starts[i + 1], &starts[i], &own_at, n);
    for (int c = i; c > 0; c--) {
      GridBits more;
      grid_and(&more, &starts[c - 1], &own_at, n);
      grid_and(&starts[c], &starts[c], &empty_at, n);
      grid_or(&starts[c], &starts[c], &more, n);
    }
    grid_and(&starts[0], &starts[0], &empty_at, n);
  }
  for (int c = 1; c <= k; c++)
    for (int i = 0; i < n; i++)
      count[c] += bits_count(starts[c].word[i]);
}

ALWAYS_INLINE void count_all_lines(const Grid *g, const GridBits *own,
                                   const GridBits *empty, int k,
                                   int count[GRID_SIDE_MAX + 1], int n) {
  for (int d = 0; d < g->directions / 2; d++)
    count_lines(g, own, empty, k, d, count, n);
}

double grid_line_score(const Grid *g, const int32_t cells[], int32_t value,
                       int k, double base) {
  int count[GRID_SIDE_MAX + 1] = {0};
  double power = 1, score = 0;
  GridBits own, empty;
  if (k < 1 || k > GRID_SIDE_MAX || value == 0)
    return 0;
  grid_bits_of(g, cells, value, &own);
  grid_bits_of(g, cells, 0, &empty);
  GRID_BY_WORDS(g, count_all_lines, g, &own, &empty, k, count);
  for (int n = 1; n <= k; n++) {
    power *= base;
    if (count[n])
      score += count[n] * power;
  }
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

/* The empty cells from which a row of others leads to a cell of `own`. */
ALWAYS_INLINE void find_flippable(const Grid *g, const GridBits *own,
                                  const GridBits *others, const GridBits *empty,
                                  GridBits *found, int n) {
  for (int d = 0; d < g->directions; d++) {
    GridBits last, row = {{0}};
    grid_copy(&last, own, n);
    do {
      grid_before(g, &last, &last, d, n);
      grid_and(&last, &last, others, n);
      grid_or(&row, &row, &last, n);
    } while (grid_any(&last, n));
    grid_before(g, &row, &row, d, n);
    grid_and(&row, &row, empty, n);
    grid_or(found, found, &row, n);
  }
}

static GridBits flippable(const Grid *g, const int32_t cells[], int32_t value) {
  GridBits own, empty, others = {{0}}, found = {{0}};
  if (value == 0)
    return found;
  grid_bits_of(g, cells, value, &own);
  grid_bits_of(g, cells, 0, &empty);
  for (int i = 0; i < g->words; i++)
    others.word[i] = ~(own.word[i] | empty.word[i]);
  if (g->cells % 64)
    others.word[g->words - 1] &= ((uint64_t)1 << g->cells % 64) - 1;
  GRID_BY_WORDS(g, find_flippable, g, &own, &others, &empty, &found);
  return found;
}

bool grid_can_flip(const Grid *g, const int32_t cells[], int32_t value) {
  GridBits found = flippable(g, cells, value);
  return grid_any(&found, g->words);
}

int grid_flippable(const Grid *g, const int32_t cells[], int32_t value,
                   int16_t list[]) {
  GridBits found = flippable(g, cells, value);
  int n = 0;
  for (int i = 0; i < g->words; i++)
    while (found.word[i])
      list[n++] = (int16_t)(64 * i + bits_take(&found.word[i]));
  return n;
}
