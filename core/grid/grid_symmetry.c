/* Symmetries. */
#include "core/grid/grid.h"

#include <string.h>

enum { TURN = GRID_REVERSE_COLUMNS | GRID_REVERSE_ROWS };

/* The first of hexagons only; the others follow it in the tables below. */
enum { HEX_ONLY = 8, HEX_ALWAYS = 1 << 0 | 1 << TURN | 1 << 4 | 1 << 7 };

const char *const grid_symmetry_name[GRID_SYMMETRIES] = {
    [GRID_REVERSE_COLUMNS] = "left-right",
    [GRID_REVERSE_ROWS] = "up-down",
    [TURN] = "turn",
    [GRID_SWAP] = "diagonal",
    [GRID_SWAP | GRID_REVERSE_COLUMNS] = "quarter-turn",
    [GRID_SWAP | GRID_REVERSE_ROWS] = "quarter-turn",
    [GRID_SWAP | TURN] = "antidiagonal",
    "sixth-turn",
    "sixth-turn",
    "third-turn",
    "third-turn",
    "left-right",
    "up-down",
    "reflection",
    "reflection",
};

/* What becomes of one column to the right, and of one row up: columns and rows
 * of the image. */
static const int8_t MATRIX[GRID_SYMMETRIES][2][2] = {
    {{1, 0}, {0, 1}},   {{-1, 0}, {0, 1}},  {{1, 0}, {0, -1}},
    {{-1, 0}, {0, -1}}, {{0, 1}, {1, 0}},   {{0, 1}, {-1, 0}},
    {{0, -1}, {1, 0}},  {{0, -1}, {-1, 0}}, {{0, 1}, {-1, 1}},
    {{1, -1}, {1, 0}},  {{-1, 1}, {-1, 0}}, {{0, -1}, {1, -1}},
    {{-1, 0}, {-1, 1}}, {{1, 0}, {1, -1}},  {{1, -1}, {0, -1}},
    {{-1, 1}, {0, 1}},
};

static void apply(int symmetry, int *x, int *y) {
  const int8_t(*m)[2] = MATRIX[symmetry];
  int right = *x * m[0][0] + *y * m[1][0], up = *x * m[0][1] + *y * m[1][1];
  *x = right;
  *y = up;
}

/* Whether a symmetry is one of squares, or of hexagons. */
static bool is_of(bool hex, int symmetry) {
  return hex ? symmetry >= HEX_ONLY || HEX_ALWAYS >> symmetry & 1
             : symmetry < HEX_ONLY;
}

int grid_symmetry_find(bool hex, const char *name) {
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (is_of(hex, s) && strcmp(grid_symmetry_name[s], name) == 0)
      return s;
  return -1;
}

/* The symmetry that has the effect of `first` and then `second`: no two take
 * this point to the same one. */
static int compose(int first, int second) {
  int x = 1, y = 3;
  apply(first, &x, &y);
  apply(second, &x, &y);
  for (int s = 0; s < GRID_SYMMETRIES; s++) {
    int right = 1, up = 3;
    apply(s, &right, &up);
    if (right == x && up == y)
      return s;
  }
  return 0; /* of squares and hexagons: there is none */
}

uint16_t grid_symmetry_group(uint16_t symmetries) {
  uint16_t group = symmetries | 1, before = 0;
  while (group != before) {
    before = group;
    for (int a = 0; a < GRID_SYMMETRIES; a++)
      for (int b = 0; b < GRID_SYMMETRIES; b++)
        if (group >> a & group >> b & 1)
          group |= (uint16_t)(1 << compose(a, b));
  }
  return group;
}

/* GRID_NO_CELL if the grid does not have the symmetry.
 *
 * The centre of all cells stays where it is. To stay with integers, distances
 * from it are multiplied by the number of cells. */
int grid_symmetry_image(const Grid *g, int symmetry, int cell) {
  const int n = g->cells;
  int x = n * g->column[cell] - g->column_sum,
      y = n * g->row[cell] - g->row_sum;
  apply(symmetry, &x, &y);
  x += g->column_sum;
  y += g->row_sum;
  return x % n || y % n ? GRID_NO_CELL : grid_cell(g, x / n, y / n);
}

/* ---- which there are -----------------------------------------------------*/

static int image_of(const int16_t map[], int cell) {
  return cell == GRID_NO_CELL ? GRID_NO_CELL : map[cell];
}

/* Whether a line passes through `cell` from `before` to `after`, in either
 * direction. */
static bool has_pass(const Grid *g, int before, int cell, int after) {
  const int half = g->directions / 2;
  for (int d = 0; d < g->directions; d++)
    if (g->next[cell][d] == after &&
        g->next[cell][(d + half) % g->directions] == before)
      return true;
  return false;
}

static bool are_beside(const Grid *g, int cell, int other) {
  for (int i = 0; i < g->neighbours[cell]; i++)
    if (g->neighbour[cell][i] == other)
      return true;
  return false;
}

/* Whether a map takes cells to cells one to one, neighbours to neighbours and
 * lines to lines. */
static bool keeps_all(const Grid *g, const int16_t map[]) {
  bool used[GRID_CELLS_MAX] = {false};
  for (int cell = 0; cell < g->cells; cell++) {
    int image = map[cell];
    if (image < 0 || image >= g->cells || used[image])
      return false;
    used[image] = true;
  }
  for (int cell = 0; cell < g->cells; cell++) {
    const int image = map[cell], half = g->directions / 2;
    if (g->neighbours[cell] != g->neighbours[image])
      return false;
    for (int i = 0; i < g->neighbours[cell]; i++)
      if (!are_beside(g, image, map[g->neighbour[cell][i]]))
        return false;
    for (int d = 0; d < half; d++)
      if (!has_pass(g, image_of(map, g->next[cell][d + half]), image,
                    image_of(map, g->next[cell][d])))
        return false;
  }
  return true;
}

/* Fills in the map of a symmetry, and returns whether it is one of the grid. */
static bool make_map(const Grid *g, int symmetry, int16_t map[]) {
  for (int cell = 0; cell < g->cells; cell++) {
    map[cell] = (int16_t)grid_symmetry_image(g, symmetry, cell);
    if (map[cell] == GRID_NO_CELL)
      return false;
  }
  return keeps_all(g, map);
}

static void set_symmetries(Grid *g) {
  int16_t map[GRID_CELLS_MAX];
  for (int s = 0; s < GRID_SYMMETRIES; s++)
    if (is_of(g->shape.hex, s) && make_map(g, s, map))
      g->symmetries |= (uint16_t)(1 << s);
}

/* ---- images --------------------------------------------------------------*/

static bool is_identity(const Grid *g, const int16_t map[]) {
  for (int cell = 0; cell < g->cells; cell++)
    if (map[cell] != cell)
      return false;
  return true;
}

/* Adds an image that is not there yet. Returns false if there is no room. */
static bool add_image(Grid *g, const int16_t map[]) {
  const size_t size = (size_t)g->cells * sizeof *map;
  for (int i = 0; i < g->images; i++)
    if (memcmp(g->image[i], map, size) == 0)
      return true;
  if (is_identity(g, map))
    return true;
  if (g->images == GRID_IMAGES_MAX)
    return false;
  memcpy(g->image[g->images++], map, size);
  return true;
}

/* Adds whatever follows from two images, one after the other. */
static bool close_images(Grid *g) {
  for (int a = 0; a < g->images; a++)
    for (int b = 0; b < g->images; b++) {
      int16_t map[GRID_CELLS_MAX];
      for (int cell = 0; cell < g->cells; cell++)
        map[cell] = g->image[b][g->image[a][cell]];
      int before = g->images;
      if (!add_image(g, map))
        return false;
      if (g->images > before)
        a = 0, b = -1;
    }
  return true;
}

bool grid_set_images(Grid *g, Error *error) {
  const uint16_t wanted = g->shape.symmetries;
  if (wanted && grid_symmetry_group(wanted) != wanted)
    return error_set(error, "these symmetries are not a group");
  if (!g->symmetries) /* not even the identity */
    set_symmetries(g);
  g->images = 0;
  if (wanted & ~g->symmetries)
    return error_set(error, "the board does not have these symmetries");
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (wanted >> s & 1)
      make_map(g, s, g->image[g->images++]);
  for (int i = 0; i < g->shape.maps; i++) {
    if (!keeps_all(g, g->shape.map[i]))
      return error_set(error, "a symmetry that is given as a map takes each "
                              "cell to another one, neighbours to neighbours "
                              "and lines to lines; this one does not");
    if (!add_image(g, g->shape.map[i]) || !close_images(g))
      return error_set(error, "a board has at most %d symmetries",
                       GRID_IMAGES_MAX + 1);
  }
  return true;
}

const char *grid_image_name(const Grid *g, int image) {
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (g->shape.symmetries >> s & 1 && image-- == 0)
      return grid_symmetry_name[s];
  return "the given map of cells";
}
