/* Ready shapes. */
#include "core/grid/grid.h"

#include <string.h>

/* ---- hexagons ------------------------------------------------------------*/

/* Adds the cells of the lattice for which a function is true. The axes of
 * hexagons are the column, the row and what is missing to `sum`. */
static void add_cells(GridShape *s, int sum, int size,
                      bool has(const int axis[3], int size)) {
  for (int place = 0; place < s->columns * s->rows; place++) {
    int column = place % s->columns, row = place / s->columns;
    if (has((int[3]){column, row, sum - column - row}, size))
      s->place[s->cells++] = (int16_t)place;
  }
}

static bool in_triangle(const int axis[3], int size) {
  (void)size;
  return axis[2] >= 0;
}

static void make_triangle(int size, GridShape *s) {
  s->columns = s->rows = size;
  s->hex = true;
  add_cells(s, size - 1, size, in_triangle);
}

static bool in_hexagon(const int axis[3], int size) {
  return axis[2] >= 0 && axis[2] <= 2 * size - 2;
}

static void make_hexagon(int size, GridShape *s) {
  s->columns = s->rows = 2 * size - 1;
  s->hex = true;
  add_cells(s, 3 * size - 3, size, in_hexagon);
}

/* Two large triangles, one upside down. */
static bool in_star(const int axis[3], int size) {
  int k = size - 1;
  bool above = true, below = true;
  for (int i = 0; i < 3; i++) {
    above &= axis[i] >= k;
    below &= axis[i] <= 3 * k;
  }
  return above || below;
}

static void make_star(int size, GridShape *s) {
  s->columns = s->rows = 4 * size - 3;
  s->hex = true;
  add_cells(s, 6 * size - 6, size, in_star);
}

/* ---- points --------------------------------------------------------------*/

/* Adds the point at a column and row to the last line; cells are numbered as
 * they appear. */
static void add_point(GridShape *s, int column, int row) {
  int16_t place = (int16_t)(row * s->columns + column), cell = 0;
  while (cell < s->cells && s->place[cell] != place)
    cell++;
  if (cell == s->cells)
    s->place[s->cells++] = place;
  s->line[s->points++] = cell;
}

static void end_line(GridShape *s) {
  s->line[s->points++] = GRID_NO_CELL;
}

/* The sides of a ring, and the lines that lead inwards from the middle of each
 * side, as its row and column on the way there. */
static void add_ring(GridShape *s, int size, int ring) {
  const int last = 2 * size - ring;
  for (int side = 0; side < 4; side++) {
    for (int i = 0; i < 3; i++) {
      int along = i == 0 ? ring : i == 1 ? size : last;
      int across = side % 2 ? last : ring;
      add_point(s, side < 2 ? along : across, side < 2 ? across : along);
    }
    end_line(s);
  }
}

/* Rings of squares, one in the other, whose sides are joined in the middle. */
static void make_morris(int size, GridShape *s) {
  static const int8_t WAYS[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
  s->columns = s->rows = 2 * size + 1;
  for (int row = 0; row < s->rows; row++) /* row by row */
    for (int column = 0; column < s->columns; column++) {
      int x = column < size ? size - column : column - size,
          y = row < size ? size - row : row - size;
      if ((x == y && x > 0) || (x == 0) != (y == 0))
        s->place[s->cells++] = (int16_t)(row * s->columns + column);
    }
  for (int ring = 0; ring < size; ring++)
    add_ring(s, size, ring);
  for (int way = 0; way < 4; way++) {
    for (int away = size; away > 0; away--)
      add_point(s, size + away * WAYS[way][0], size + away * WAYS[way][1]);
    end_line(s);
  }
}

/* A loop around a rectangle, counter-clockwise from the lower left. Of an odd
 * number of cells the last corner is left out. */
static void make_track(int size, GridShape *s) {
  const int around = size + size % 2;
  s->columns = (around / 2 + 3) / 2;
  s->rows = around / 2 + 2 - s->columns;
  int column = 0, row = 0, dx = 1, dy = 0;
  for (int i = 0; i < size; i++) {
    add_point(s, column, row);
    if ((column + dx < 0 || column + dx == s->columns || row + dy < 0 ||
         row + dy == s->rows)) {
      int turned = dx;
      dx = -dy;
      dy = turned;
    }
    column += dx;
    row += dy;
  }
  add_point(s, 0, 0);
  end_line(s);
}

/* Rows of ten cells, from left to right and back. */
static void make_path(int size, GridShape *s) {
  enum { ROW = 10 };
  s->columns = size < ROW ? size : ROW;
  s->rows = (size + s->columns - 1) / s->columns;
  for (int i = 0; i < size; i++) {
    int row = i / s->columns, along = i % s->columns;
    add_point(s, row % 2 ? s->columns - 1 - along : along, row);
  }
  end_line(s);
}

/* In the order of sowing: the lower houses from left to right, the store on the
 * right, the upper houses back, the store on the left. */
static void make_mancala(int size, GridShape *s) {
  s->columns = size + 2;
  s->rows = 3;
  for (int i = 1; i <= size; i++)
    add_point(s, i, 0);
  add_point(s, size + 1, 1);
  for (int i = size; i >= 1; i--)
    add_point(s, i, 2);
  add_point(s, 0, 1);
  add_point(s, 1, 0);
  end_line(s);
}

/* ---- all of them ---------------------------------------------------------*/

static const struct Ready {
  const char *name;
  int least, most; /* sizes */
  void (*make)(int size, GridShape *s);
} READY[] = {
    {"hexagon", 2, 13, make_hexagon}, {"triangle", 2, 26, make_triangle},
    {"star", 2, 7, make_star},        {"morris", 2, 12, make_morris},
    {"track", 4, 100, make_track},    {"path", 2, 260, make_path},
    {"mancala", 1, 24, make_mancala},
};

enum { READY_COUNT = sizeof READY / sizeof *READY };

bool grid_shape_find(const char *name, int size, GridShape *shape,
                     Error *error) {
  for (int i = 0; i < READY_COUNT; i++) {
    const struct Ready *ready = &READY[i];
    if (strcmp(ready->name, name) != 0)
      continue;
    if (size < ready->least || size > ready->most)
      return error_set(error, "a %s has a 'size' from %d to %d, not %d", name,
                       ready->least, ready->most, size);
    memset(shape, 0, sizeof *shape);
    ready->make(size, shape);
    return true;
  }
  return error_set(error,
                   "there is no shape '%.40s': the shapes are hexagon, "
                   "triangle, star, morris, track, path and mancala",
                   name);
}
