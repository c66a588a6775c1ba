/* Shapes and neighbours. */
#include "core/grid/grid_bits.h"
#include <string.h>

/* The first half of the directions of each kind of board. The others are their
 * opposites. */
static const int8_t SQUARE_DX[] = {1, 1, 0, -1}, SQUARE_DY[] = {0, 1, 1, 1};
static const int8_t HEX_DX[] = {1, 0, -1}, HEX_DY[] = {0, 1, 1};

static void set_directions(Grid *g) {
  int half = g->shape.hex ? 3 : 4;
  g->directions = 2 * half;
  for (int d = 0; d < half; d++) {
    g->dx[d] = g->shape.hex ? HEX_DX[d] : SQUARE_DX[d];
    g->dy[d] = g->shape.hex ? HEX_DY[d] : SQUARE_DY[d];
    g->dx[d + half] = (int8_t)-g->dx[d];
    g->dy[d + half] = (int8_t)-g->dy[d];
  }
  for (int d = 0; d < g->directions; d++)
    g->offset[d] = (int16_t)(g->dy[d] * g->shape.columns + g->dx[d]);
}

static bool are_neighbours(const Grid *g, int d) {
  return g->shape.hex || g->shape.diagonals || g->dx[d] == 0 || g->dy[d] == 0;
}

/* Adds a neighbour so that the list stays in ascending order. */
static void add_neighbour(Grid *g, int cell, int other) {
  int16_t *list = g->neighbour[cell];
  for (int i = 0; i < g->neighbours[cell]; i++)
    if (list[i] == other)
      return;
  int i = g->neighbours[cell]++;
  for (; i > 0 && list[i - 1] > other; i--)
    list[i] = list[i - 1];
  list[i] = (int16_t)other;
}

/* ---- places --------------------------------------------------------------*/

/* Gives the cells their numbers. */
static bool set_places(Grid *g, Error *error) {
  const GridShape *shape = &g->shape;
  const int lattice = shape->columns * shape->rows;
  g->whole = shape->cells == 0 && shape->points == 0;
  g->cells = shape->cells ? shape->cells : lattice;
  if (g->cells < 0 || g->cells > lattice)
    return error_set(error, "%d columns and %d rows have %d cells, not %d",
                     shape->columns, shape->rows, lattice, g->cells);
  memset(g->number, -1, sizeof g->number);
  for (int cell = 0; cell < g->cells; cell++) {
    int place = shape->cells ? shape->place[cell] : cell;
    if (place < 0 || place >= lattice || g->number[place] != GRID_NO_CELL)
      return error_set(error, "cell %d is not on the board, or twice",
                       cell + 1);
    g->number[place] = (int16_t)cell;
    g->column[cell] = (uint8_t)(place % shape->columns);
    g->row[cell] = (uint8_t)(place / shape->columns);
    g->column_sum += g->column[cell];
    g->row_sum += g->row[cell];
  }
  return true;
}

static void set_edges(Grid *g) {
  int least = 2 * GRID_SIDE_MAX, most = 0;
  for (int cell = 0; cell < g->cells; cell++) {
    int sum = g->column[cell] + g->row[cell];
    least = sum < least ? sum : least;
    most = sum > most ? sum : most;
  }
  for (int cell = 0; cell < g->cells; cell++) {
    int column = g->column[cell], row = g->row[cell], sum = column + row;
    g->edges[cell] =
        (uint8_t)((column == 0 ? GRID_LEFT : 0) |
                  (column == g->shape.columns - 1 ? GRID_RIGHT : 0) |
                  (row == 0 ? GRID_BOTTOM : 0) |
                  (row == g->shape.rows - 1 ? GRID_TOP : 0) |
                  (g->shape.hex && sum == least ? GRID_LOWER_LEFT : 0) |
                  (g->shape.hex && sum == most ? GRID_UPPER_RIGHT : 0));
    for (int edge = 1; edge < 1 << GRID_EDGES; edge *= 2)
      if (g->edges[cell] & edge)
        g->edge[edge].word[cell / 64] |= (uint64_t)1 << cell % 64;
  }
}

/* ---- connections ---------------------------------------------------------*/

/* Connects cells by adjacency. */
static void set_steps(Grid *g) {
  for (int cell = 0; cell < g->cells; cell++)
    for (int d = 0; d < g->directions; d++) {
      int other =
          grid_cell(g, g->column[cell] + g->dx[d], g->row[cell] + g->dy[d]);
      g->next[cell][d] = (int16_t)other;
      g->turn[cell][d] = (uint8_t)d;
      if (other != GRID_NO_CELL && are_neighbours(g, d))
        add_neighbour(g, cell, other);
    }
}

static void set_reach(Grid *g) {
  for (int cell = 0; cell < g->cells; cell++)
    for (int d = 0; d < g->directions; d++)
      for (int at = cell; (at = g->next[at][d]) != GRID_NO_CELL;)
        g->reach[cell][d]++;
  for (int d = 0; d < g->directions; d++)
    if (g->dx[d] != 0)
      g->beyond[d] = g->edge[g->dx[d] > 0 ? GRID_LEFT : GRID_RIGHT];
}

/* Continues a line in `from` in direction d, or begins one if `from` is none,
 * with a further cell. Returns the direction in which the line leaves that
 * cell; -1 if as many lines as possible pass through it already. `taken` counts
 * them. */
static int continue_line(Grid *g, int from, int d, int cell, uint8_t taken[]) {
  const int half = g->directions / 2;
  int on = taken[cell]++;
  if (on == half)
    return -1;
  if (from == GRID_NO_CELL)
    return on;
  g->next[from][d] = (int16_t)cell;
  g->turn[from][d] = (uint8_t)on;
  g->next[cell][on + half] = (int16_t)from;
  g->turn[cell][on + half] = (uint8_t)(d + half);
  add_neighbour(g, from, cell);
  add_neighbour(g, cell, from);
  return on;
}

/* Joins the end of a line to its beginning. */
static void close_line(Grid *g, int from, int d, int first, int first_d) {
  const int half = g->directions / 2;
  g->next[from][d] = (int16_t)first;
  g->turn[from][d] = (uint8_t)first_d;
  g->next[first][first_d + half] = (int16_t)from;
  g->turn[first][first_d + half] = (uint8_t)(d + half);
  add_neighbour(g, from, first);
  add_neighbour(g, first, from);
}

/* Adds the line of a shape that begins at an index. Returns the index after
 * it, or -1 with a message. */
static int add_line(Grid *g, int at, uint8_t taken[], Error *error) {
  const int16_t *line = g->shape.line + at;
  int end = at, from = GRID_NO_CELL, d = 0, first_d = 0;
  while (end < g->shape.points && g->shape.line[end] != GRID_NO_CELL)
    end++;
  int count = end - at;
  bool closed = count > 3 && line[0] == line[count - 1];
  if (end == g->shape.points || count < 2) {
    error_set(error, "a line has at least two points");
    return -1;
  }
  for (int i = 0; i < count - closed; i++) {
    int cell = line[i];
    bool returns = closed && i == count - 2 && cell == line[0];
    if (cell < 0 || cell >= g->cells || cell == from || returns) {
      error_set(error, "a line has a point that is not on the board, or one "
                       "twice in a row");
      return -1;
    }
    d = continue_line(g, from, d, cell, taken);
    if (d < 0) {
      error_set(error,
                "more than %d lines pass through one point, in column %d, row "
                "%d",
                g->directions / 2, g->column[cell] + 1, g->row[cell] + 1);
      return -1;
    }
    first_d = i == 0 ? d : first_d;
    from = cell;
  }
  if (closed)
    close_line(g, from, d, line[0], first_d);
  return end + 1;
}

/* Connects points by lines. */
static bool set_lines(Grid *g, Error *error) {
  uint8_t taken[GRID_CELLS_MAX] = {0};
  memset(g->next, -1, sizeof g->next);
  g->directions = GRID_DIRECTIONS_MAX;
  for (int at = 0; at >= 0 && at < g->shape.points;)
    if ((at = add_line(g, at, taken, error)) < 0)
      return false;
  return true;
}

static bool is_within(int number, int least, int most) {
  return number >= least && number <= most;
}

bool grid_init(Grid *g, const GridShape *shape, Error *error) {
  if (!is_within(shape->columns, 1, GRID_SIDE_MAX) ||
      !is_within(shape->rows, 1, GRID_SIDE_MAX))
    return error_set(error,
                     "a grid has 1 to %d columns and rows, not %d and "
                     "%d",
                     GRID_SIDE_MAX, shape->columns, shape->rows);
  if (!is_within(shape->points, 0, GRID_POINTS_MAX) ||
      !is_within(shape->maps, 0, GRID_MAPS_MAX))
    return error_set(error,
                     "all lines have at most %d points, and there are "
                     "at most %d symmetries that are maps of cells",
                     GRID_POINTS_MAX, GRID_MAPS_MAX);
  if ((shape->hex || shape->points) && shape->diagonals)
    return error_set(error, "%s have no diagonals; leave 'diagonals' out",
                     shape->hex ? "hexagons" : "points");
  memset(g, 0, offsetof(Grid, image));
  g->shape = *shape;
  if (!set_places(g, error))
    return false;
  g->words = (g->cells + 63) / 64;
  set_directions(g);
  set_edges(g);
  if (!shape->points)
    set_steps(g);
  else if (!set_lines(g, error))
    return false;
  if (g->whole)
    set_reach(g);
  return grid_set_images(g, error);
}

/* ---- steps and counts ----------------------------------------------------*/

/* Whether a step leads off any board. */
static bool is_far(int64_t dx, int64_t dy) {
  return dx <= -GRID_SIDE_MAX || dx >= GRID_SIDE_MAX || dy <= -GRID_SIDE_MAX ||
         dy >= GRID_SIDE_MAX;
}

int grid_direction(const Grid *g, int cell, int64_t dx, int64_t dy) {
  for (int d = 0; d < g->directions; d++) {
    int other = g->next[cell][d];
    if (other == GRID_NO_CELL)
      continue;
    int64_t right = g->column[other] - g->column[cell],
            up = g->row[other] - g->row[cell];
    if (right * dy == up * dx && right * dx + up * dy > 0)
      return d;
  }
  return -1;
}

int grid_step(const Grid *g, int cell, int64_t dx, int64_t dy) {
  if (is_far(dx, dy))
    return GRID_NO_CELL;
  if (g->shape.points) {
    int d = grid_direction(g, cell, dx, dy);
    return d < 0 ? GRID_NO_CELL : g->next[cell][d];
  }
  return grid_cell(g, grid_column(g, cell) + dx, grid_row(g, cell) + dy);
}

/* Four cells at a time. */
typedef int32_t Lanes __attribute__((vector_size(16)));

static inline uint32_t bits_of_32(const int32_t cells[32], int32_t value) {
  Lanes found = {0}, bit = {1, 2, 4, 8}, four;
  for (int i = 0; i < 32; i += 4, bit <<= 4) {
    memcpy(&four, cells + i, sizeof four);
    found |= (four == value) & bit;
  }
  return (uint32_t)(found[0] | found[1] | found[2] | found[3]);
}

/* The last cells are read again with some before them, if there are enough. */
void grid_bits_of(const Grid *g, const int32_t cells[], int32_t value,
                  GridBits *bits) {
  int32_t few[32];
  int cell = 0, last = g->cells - 32;
  for (int i = 0; i < g->words; i++)
    bits->word[i] = 0;
  for (; cell <= last; cell += 32)
    bits->word[cell / 64] |= (uint64_t)bits_of_32(cells + cell, value)
                             << cell % 64;
  if (last >= 0) {
    uint64_t found = bits_of_32(cells + last, value);
    bits->word[last / 64] |= found << last % 64;
    if (last % 64 > 32)
      bits->word[last / 64 + 1] |= found >> (64 - last % 64);
    return;
  }
  for (int i = 0; i < 32; i++)
    few[i] = i < g->cells ? cells[i] : ~value;
  bits->word[0] = bits_of_32(few, value);
}

int grid_cells_with(const Grid *g, const int32_t cells[], int32_t value,
                    int16_t list[]) {
  int n = 0;
  for (int cell = 0; cell < g->cells; cell++) {
    list[n] = (int16_t)cell;
    n += cells[cell] == value;
  }
  return n;
}

int grid_count(const Grid *g, const int32_t cells[], int32_t value) {
  int n = 0;
  for (int cell = 0; cell < g->cells; cell++)
    n += cells[cell] == value;
  return n;
}

int grid_count_on_edge(const Grid *g, const int32_t cells[], int32_t value,
                       int edge) {
  if (!g->whole || edge >= GRID_LOWER_LEFT) {
    int n = 0;
    for (int cell = 0; cell < g->cells; cell++)
      n += cells[cell] == value && g->edges[cell] & edge;
    return n;
  }
  bool upright = edge == GRID_LEFT || edge == GRID_RIGHT;
  int columns = g->shape.columns, n = 0;
  int cell = edge == GRID_RIGHT ? columns - 1
             : edge == GRID_TOP ? g->cells - columns
                                : 0;
  for (int i = 0; i < (upright ? g->shape.rows : columns); i++)
    n += cells[cell + i * (upright ? columns : 1)] == value;
  return n;
}

bool grid_has_other(const Grid *g, const int32_t cells[], int32_t value) {
  for (int cell = 0; cell < g->cells; cell++)
    if (cells[cell] != 0 && cells[cell] != value)
      return true;
  return false;
}

bool grid_is_full(const Grid *g, const int32_t cells[]) {
  for (int cell = 0; cell < g->cells; cell++)
    if (cells[cell] == 0)
      return false;
  return true;
}

/* The highest cell of a column, or GRID_NO_CELL. */
static int highest(const Grid *g, int column) {
  int cell = GRID_NO_CELL;
  for (int row = g->shape.rows - 1; row >= 0 && cell == GRID_NO_CELL; row--)
    cell = g->number[row * g->shape.columns + column];
  return cell;
}

int grid_open_columns(const Grid *g, const int32_t cells[], int16_t list[]) {
  int n = 0;
  const int32_t *top = cells + g->cells - g->shape.columns;
  for (int column = 0; column < g->shape.columns; column++) {
    int cell = g->whole ? GRID_NO_CELL : highest(g, column);
    list[n] = (int16_t)column;
    n += g->whole ? top[column] == 0 : cell >= 0 && cells[cell] == 0;
  }
  return n;
}

int grid_lowest(const Grid *g, const int32_t cells[], int column) {
  for (int place = column; place < g->shape.columns * g->shape.rows;
       place += g->shape.columns)
    if (g->number[place] != GRID_NO_CELL && cells[g->number[place]] == 0)
      return g->number[place];
  return GRID_NO_CELL;
}

static int find_on_line(const Grid *g, const int32_t cells[], int32_t value,
                        int cell, int64_t dx, int64_t dy) {
  int16_t list[GRID_CELLS_MAX];
  int count = grid_ray(g, cell, dx, dy, list);
  if (cells[cell] == value)
    return cell;
  for (int i = 0; i < count; i++)
    if (cells[list[i]] == value)
      return list[i];
  return GRID_NO_CELL;
}

int grid_find(const Grid *g, const int32_t cells[], int32_t value, int cell,
              int64_t dx, int64_t dy) {
  if (g->shape.points)
    return find_on_line(g, cells, value, cell, dx, dy);
  int64_t column = grid_column(g, cell), row = grid_row(g, cell);
  bool far = is_far(dx, dy);
  while (cell != GRID_NO_CELL && cells[cell] != value)
    cell = far ? GRID_NO_CELL : grid_cell(g, column += dx, row += dy);
  return cell;
}

/* Adds the steps of the piece on a cell to a list of n. Returns its length. */
static int add_steps(const Grid *g, const int32_t cells[], int cell,
                     const GridStep kind[], int kinds, GridMove list[], int n) {
  const int column = g->column[cell], row = g->row[cell];
  for (int k = 0; k < kinds; k++) {
    int to = g->shape.points
                 ? grid_step(g, cell, kind[k].dx, kind[k].dy)
                 : grid_cell(g, column + kind[k].dx, row + kind[k].dy);
    if (to == GRID_NO_CELL || cells[to] == cells[cell])
      continue;
    int onto = cells[to] == 0 ? GRID_ONTO_EMPTY : GRID_ONTO_OTHER;
    if (kind[k].onto & onto)
      list[n++] = (GridMove){(int16_t)cell, (int16_t)to};
  }
  return n;
}

/* The cells from which a step leads into a set. */
ALWAYS_INLINE void before_step(const Grid *g, GridBits *r, const GridBits *a,
                               const GridStep *step, int n) {
  const int columns = g->shape.columns;
  grid_copy(r, a, n);
  for (int i = 0; i < step->dx; i++) {
    grid_minus(r, r, &g->edge[GRID_LEFT], n);
    grid_down(r, r, 1, n);
  }
  for (int i = 0; i > step->dx; i--) {
    grid_minus(r, r, &g->edge[GRID_RIGHT], n);
    grid_up(r, r, 1, n);
  }
  for (int i = 0; i < step->dy; i++)
    grid_down(r, r, columns, n);
  for (int i = 0; i > step->dy; i--)
    grid_up(r, r, columns, n);
}

/* The same as grid_steps with sets of cells: first from where each kind of step
 * can be made. */
ALWAYS_INLINE int find_steps(const Grid *g, const GridBits *own,
                             const GridBits onto[], const GridStep kind[],
                             int kinds, GridMove list[], int n) {
  GridBits from[GRID_STEPS_MAX], any = {{0}};
  int offset[GRID_STEPS_MAX], count = 0;
  for (int k = 0; k < kinds; k++) {
    before_step(g, &from[k], &onto[kind[k].onto], &kind[k], n);
    grid_and(&from[k], &from[k], own, n);
    grid_or(&any, &any, &from[k], n);
    offset[k] = kind[k].dy * g->shape.columns + kind[k].dx;
  }
  for (int i = 0; i < n; i++)
    while (any.word[i]) {
      int bit = bits_take(&any.word[i]), cell = 64 * i + bit;
      for (int k = 0; k < kinds; k++) {
        list[count] = (GridMove){(int16_t)cell, (int16_t)(cell + offset[k])};
        count += from[k].word[i] >> bit & 1;
      }
    }
  return count;
}

static int steps_anywhere(const Grid *g, const int32_t cells[], int32_t value,
                          const GridStep kind[], int kinds, GridMove list[]) {
  int n = 0;
  for (int cell = 0; cell < g->cells; cell++)
    if (cells[cell] == value)
      n = add_steps(g, cells, cell, kind, kinds, list, n);
  return n;
}

int grid_steps(const Grid *g, const int32_t cells[], int32_t value,
               const GridStep kind[], int kinds, GridMove list[]) {
  if (!g->whole)
    return steps_anywhere(g, cells, value, kind, kinds, list);
  GridBits own, onto[1 + (GRID_ONTO_EMPTY | GRID_ONTO_OTHER)] = {{{0}}};
  GridBits *empty = &onto[GRID_ONTO_EMPTY], *other = &onto[GRID_ONTO_OTHER],
           *either = &onto[GRID_ONTO_EMPTY | GRID_ONTO_OTHER];
  grid_bits_of(g, cells, value, &own);
  if (value != 0)
    grid_bits_of(g, cells, 0, empty);
  grid_others(g, &own, empty, other);
  grid_or(either, empty, other, g->words);
  return GRID_BY_WORDS(g, find_steps, g, &own, onto, kind, kinds, list);
}

int grid_steps_beside(const Grid *g, const int32_t cells[], int32_t value,
                      GridMove list[]) {
  int n = 0;
  for (int cell = 0; cell < g->cells; cell++)
    for (int i = 0; cells[cell] == value && i < g->neighbours[cell]; i++)
      if (cells[g->neighbour[cell][i]] == 0 && value != 0)
        list[n++] = (GridMove){(int16_t)cell, g->neighbour[cell][i]};
  return n;
}
