/* Shapes and neighbours. */
#include "core/grid/grid_bits.h"
#include <string.h>

/* The first half of the directions of each kind of board. The others are their
 * opposites. */
static const int8_t SQUARE_DX[] = {1, 1, 0, -1}, SQUARE_DY[] = {0, 1, 1, 1};
static const int8_t HEX_DX[] = {1, 0, -1}, HEX_DY[] = {0, 1, 1};

static bool is_side(int length) {
  return length >= 1 && length <= GRID_SIDE_MAX;
}

bool grid_shape_is_valid(GridShape shape) {
  return is_side(shape.columns) && is_side(shape.rows) &&
         !(shape.hex && shape.diagonals) &&
         (shape.symmetries & ~grid_symmetries(shape)) == 0 &&
         (shape.symmetries == 0 ||
          grid_symmetry_group(shape.symmetries) == shape.symmetries);
}

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

static int reach_of(const Grid *g, int cell, int d) {
  int n = 0;
  while ((cell = grid_step(g, cell, g->dx[d], g->dy[d])) != GRID_NO_CELL)
    n++;
  return n;
}

static bool are_neighbours(const Grid *g, int d) {
  return g->shape.hex || g->shape.diagonals || g->dx[d] == 0 || g->dy[d] == 0;
}

/* Adds a neighbour so that the list stays in ascending order. */
static void add_neighbour(Grid *g, int cell, int other) {
  int16_t *list = g->neighbour[cell];
  int i = g->neighbours[cell]++;
  for (; i > 0 && list[i - 1] > other; i--)
    list[i] = list[i - 1];
  list[i] = (int16_t)other;
}

static void set_cell(Grid *g, int cell) {
  int column = grid_column(g, cell), row = grid_row(g, cell);
  g->edges[cell] = (uint8_t)((column == 0 ? GRID_LEFT : 0) |
                             (column == g->shape.columns - 1 ? GRID_RIGHT : 0) |
                             (row == 0 ? GRID_BOTTOM : 0) |
                             (row == g->shape.rows - 1 ? GRID_TOP : 0));
  for (int edge = GRID_LEFT; edge <= GRID_TOP; edge *= 2)
    if (g->edges[cell] & edge)
      g->edge[edge].word[cell / 64] |= (uint64_t)1 << cell % 64;
  for (int d = 0; d < g->directions; d++) {
    g->reach[cell][d] = (uint8_t)reach_of(g, cell, d);
    if (g->reach[cell][d] > 0 && are_neighbours(g, d))
      add_neighbour(g, cell, cell + g->offset[d]);
  }
}

static void set_beyond(Grid *g) {
  for (int d = 0; d < g->directions; d++)
    if (g->dx[d] != 0)
      g->beyond[d] = g->edge[g->dx[d] > 0 ? GRID_LEFT : GRID_RIGHT];
}

static void set_images(Grid *g) {
  for (int s = 1; s < GRID_SYMMETRIES; s++) {
    if (!(g->shape.symmetries >> s & 1))
      continue;
    for (int cell = 0; cell < g->cells; cell++)
      g->image[g->images][cell] =
          (int16_t)grid_symmetry_image(g->shape, s, cell);
    g->images++;
  }
}

void grid_init(Grid *g, GridShape shape) {
  memset(g, 0, sizeof *g);
  g->shape = shape;
  g->cells = shape.columns * shape.rows;
  g->words = (g->cells + 63) / 64;
  set_directions(g);
  for (int cell = 0; cell < g->cells; cell++)
    set_cell(g, cell);
  set_beyond(g);
  set_images(g);
}

/* Whether a step leads off any board. */
static bool is_far(int64_t dx, int64_t dy) {
  return dx <= -GRID_SIDE_MAX || dx >= GRID_SIDE_MAX || dy <= -GRID_SIDE_MAX ||
         dy >= GRID_SIDE_MAX;
}

int grid_step(const Grid *g, int cell, int64_t dx, int64_t dy) {
  if (is_far(dx, dy))
    return GRID_NO_CELL;
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
  bool upright = edge == GRID_LEFT || edge == GRID_RIGHT;
  int columns = g->shape.columns, n = 0;
  int cell = edge == GRID_RIGHT ? columns - 1
             : edge == GRID_TOP ? g->cells - columns
                                : 0;
  for (int i = 0; i < (upright ? g->shape.rows : columns); i++)
    n += cells[cell + i * (upright ? columns : 1)] == value;
  return n;
}

bool grid_is_full(const Grid *g, const int32_t cells[]) {
  for (int cell = 0; cell < g->cells; cell++)
    if (cells[cell] == 0)
      return false;
  return true;
}

int grid_open_columns(const Grid *g, const int32_t cells[], int16_t list[]) {
  int n = 0;
  const int32_t *top = cells + g->cells - g->shape.columns;
  for (int column = 0; column < g->shape.columns; column++) {
    list[n] = (int16_t)column;
    n += top[column] == 0;
  }
  return n;
}

int grid_find(const Grid *g, const int32_t cells[], int32_t value, int cell,
              int64_t dx, int64_t dy) {
  int64_t column = grid_column(g, cell), row = grid_row(g, cell);
  bool far = is_far(dx, dy);
  while (cell != GRID_NO_CELL && cells[cell] != value)
    cell = far ? GRID_NO_CELL : grid_cell(g, column += dx, row += dy);
  return cell;
}

/* Adds the steps of the piece on a cell to a list of n. Returns its length. */
static int add_steps(const Grid *g, const int32_t cells[], int column, int row,
                     const GridStep kind[], int kinds, GridMove list[], int n) {
  int cell = row * g->shape.columns + column;
  for (int k = 0; k < kinds; k++) {
    int to = grid_cell(g, column + kind[k].dx, row + kind[k].dy);
    if (to == GRID_NO_CELL || cells[to] == cells[cell])
      continue;
    int onto = cells[to] == 0 ? GRID_ONTO_EMPTY : GRID_ONTO_OTHER;
    if (kind[k].onto & onto)
      list[n++] = (GridMove){(int16_t)cell, (int16_t)to};
  }
  return n;
}

int grid_steps(const Grid *g, const int32_t cells[], int32_t value,
               const GridStep kind[], int kinds, GridMove list[]) {
  int n = 0, cell = 0;
  for (int row = 0; row < g->shape.rows; row++)
    for (int column = 0; column < g->shape.columns; column++)
      if (cells[cell++] == value)
        n = add_steps(g, cells, column, row, kind, kinds, list, n);
  return n;
}
