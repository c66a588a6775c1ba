/* Lines, rays and flips. */
#include "core/grid/grid_bits.h"

#include <string.h>

/* Lists the cells beyond one on a declared line, which may be closed. */
static int ray_on_line(const Grid *g, int cell, int d, int16_t list[]) {
  const int start = cell;
  int n = 0;
  while (d >= 0 && n < g->cells) {
    int next = g->next[cell][d];
    d = g->turn[cell][d];
    if (next == GRID_NO_CELL || next == start)
      break;
    list[n++] = (int16_t)(cell = next);
  }
  return n;
}

int grid_ray(const Grid *g, int cell, int64_t dx, int64_t dy, int16_t list[]) {
  if (g->shape.points)
    return ray_on_line(g, cell, grid_direction(g, cell, dx, dy), list);
  int n = 0;
  while ((cell = grid_step(g, cell, dx, dy)) != GRID_NO_CELL)
    list[n++] = (int16_t)cell;
  return n;
}

/* ---- lines ---------------------------------------------------------------*/

/* The number of cells beyond a cell that have its value, next to each other; on
 * a closed line not the cell itself. */
static int run_length(const Grid *g, const int32_t cells[], int cell, int d) {
  const int32_t value = cells[cell];
  int n = 0;
  if (g->whole) {
    const int reach = g->reach[cell][d], offset = g->offset[d];
    for (int at = cell + offset; n < reach && cells[at] == value; at += offset)
      n++;
    return n;
  }
  for (int at = cell;; n++) {
    int next = g->next[at][d];
    if (next == GRID_NO_CELL || next == cell || cells[next] != value)
      return n;
    d = g->turn[at][d];
    at = next;
  }
}

/* Whether one more step than `steps` leads back to a cell. */
static bool is_round(const Grid *g, int cell, int d, int steps) {
  int at = cell;
  for (int i = 0; i <= steps && at != GRID_NO_CELL; i++) {
    int turn = g->turn[at][d];
    at = g->next[at][d];
    d = turn;
  }
  return at == cell;
}

/* The length of the row through a cell along a direction and its opposite. If
 * the first run is a whole closed line, that is all of it. */
static int row_length(const Grid *g, const int32_t cells[], int cell, int d) {
  int back = d + g->directions / 2;
  int ahead = run_length(g, cells, cell, d);
  if (g->shape.points && ahead > 0 && is_round(g, cell, d, ahead))
    return 1 + ahead;
  return 1 + ahead + run_length(g, cells, cell, back);
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

static bool has_line_anywhere(const Grid *g, const int32_t cells[],
                              int32_t value, int k) {
  for (int cell = 0; cell < g->cells; cell++)
    for (int d = 0; cells[cell] == value && d < g->directions / 2; d++)
      if (row_length(g, cells, cell, d) >= k)
        return true;
  return false;
}

bool grid_has_line(const Grid *g, const int32_t cells[], int32_t value, int k) {
  GridBits own;
  if (!g->whole)
    return has_line_anywhere(g, cells, value, k);
  grid_bits_of(g, cells, value, &own);
  return GRID_BY_WORDS(g, has_line, g, &own, k);
}

/* Adds the lines of k cells in one direction to count[], by how many of their
 * cells are in `own` while the others are in `empty`. */
ALWAYS_INLINE void count_lines(const Grid *g, const GridBits *own,
                               const GridBits *empty, int k, int d, int count[],
                               int n) {
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
                                   const GridBits *empty, int k, int count[],
                                   int n) {
  for (int d = 0; d < g->directions / 2; d++)
    count_lines(g, own, empty, k, d, count, n);
}

/* The number of cells of a value among k from a cell on; -1 if there are fewer,
 * or others that are not empty. A closed line of k cells counts from its first
 * cell only. */
static int count_ahead(const Grid *g, const int32_t cells[], int32_t value,
                       int cell, int d, int k) {
  int n = 0, at = cell;
  for (int i = 0; i < k; i++) {
    if (at == GRID_NO_CELL || (i > 0 && at == cell) ||
        (cells[at] != value && cells[at] != 0))
      return -1;
    n += cells[at] == value;
    int turn = g->turn[at][d];
    at = g->next[at][d];
    d = turn;
  }
  if (k < 3 || at != cell || !g->shape.points)
    return n;
  for (at = g->next[cell][d]; at != cell; at = g->next[at][d]) {
    if (at < cell)
      return -1;
    d = g->turn[at][d];
  }
  return n;
}

static void count_lines_ahead(const Grid *g, const int32_t cells[],
                              int32_t value, int k, int count[]) {
  for (int cell = 0; cell < g->cells; cell++)
    for (int d = 0; d < g->directions / 2; d++) {
      int n = count_ahead(g, cells, value, cell, d, k);
      if (n > 0)
        count[n]++;
    }
}

double grid_line_score(const Grid *g, const int32_t cells[], int32_t value,
                       int k, double base) {
  int count[GRID_CELLS_MAX + 1];
  double power = 1, score = 0;
  GridBits own, empty;
  if (k < 1 || k > (g->whole ? GRID_SIDE_MAX : g->cells) || value == 0)
    return 0;
  memset(count, 0, (size_t)(k + 1) * sizeof *count);
  if (g->whole) {
    grid_bits_of(g, cells, value, &own);
    grid_bits_of(g, cells, 0, &empty);
    GRID_BY_WORDS(g, count_all_lines, g, &own, &empty, k, count);
  } else {
    count_lines_ahead(g, cells, value, k, count);
  }
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
  if (g->whole) {
    const int reach = g->reach[cell][d], offset = g->offset[d];
    for (int n = 0, at = cell + offset; n < reach; n++, at += offset)
      if (cells[at] == value)
        return n;
      else if (cells[at] == 0)
        return 0;
    return 0;
  }
  for (int n = 0, at = cell;; n++) {
    int next = g->next[at][d];
    if (next == GRID_NO_CELL || next == cell || cells[next] == 0)
      return 0;
    if (cells[next] == value)
      return n;
    d = g->turn[at][d];
    at = next;
  }
}

int grid_flips(const Grid *g, const int32_t cells[], int cell, int32_t value) {
  int flips = 0;
  for (int d = 0; value != 0 && d < g->directions; d++)
    flips += flips_along(g, cells, cell, value, d);
  return flips;
}

/* Gives n cells beyond a cell a value. */
static void turn_over(const Grid *g, int32_t cells[], int cell, int32_t value,
                      int d, int n) {
  while (n-- > 0) {
    int turn = g->turn[cell][d];
    cell = g->next[cell][d];
    d = turn;
    cells[cell] = value;
  }
}

int grid_flip(const Grid *g, int32_t cells[], int cell, int32_t value) {
  int flips = 0;
  for (int d = 0; value != 0 && d < g->directions; d++) {
    int n = flips_along(g, cells, cell, value, d);
    turn_over(g, cells, cell, value, d, n);
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
  grid_others(g, &own, &empty, &others);
  GRID_BY_WORDS(g, find_flippable, g, &own, &others, &empty, &found);
  return found;
}

bool grid_can_flip(const Grid *g, const int32_t cells[], int32_t value) {
  if (!g->whole) {
    int16_t list[GRID_CELLS_MAX];
    return grid_flippable(g, cells, value, list) > 0;
  }
  GridBits found = flippable(g, cells, value);
  return grid_any(&found, g->words);
}

int grid_flippable(const Grid *g, const int32_t cells[], int32_t value,
                   int16_t list[]) {
  int n = 0;
  if (!g->whole) {
    for (int cell = 0; cell < g->cells; cell++)
      if (cells[cell] == 0 && grid_flips(g, cells, cell, value) > 0)
        list[n++] = (int16_t)cell;
    return n;
  }
  GridBits found = flippable(g, cells, value);
  for (int i = 0; i < g->words; i++)
    while (found.word[i])
      list[n++] = (int16_t)(64 * i + bits_take(&found.word[i]));
  return n;
}
