/* Grids: every function is compared with a slow and obvious version that works
 * with columns and rows, on random boards of all shapes. */
#include "tests/support/support.h"

#include "core/grid/grid.h"
#include <string.h>

/* A board at random, and what the slow versions know about it. */
typedef struct Board {
  Grid grid;
  int32_t cells[GRID_CELLS_MAX];
  int columns, rows, count;
  bool hex, diagonals;
} Board;

static int at(const Board *b, int column, int row) {
  bool on = column >= 0 && column < b->columns && row >= 0 && row < b->rows;
  return on ? row * b->columns + column : GRID_NO_CELL;
}

/* Whether (dx, dy) is a direction of lines, or a step to a neighbour. */
static bool is_direction(const Board *b, int dx, int dy) {
  return (dx || dy) && !(b->hex && dx == dy);
}

static bool is_step(const Board *b, int dx, int dy) {
  return is_direction(b, dx, dy) && (b->hex || b->diagonals || !dx || !dy);
}

/* Fills a board with the values 0 to 2, and rarely another; `often` of 8 cells
 * are not empty. */
static void fill_board(Board *b, Rng *rng, uint32_t often) {
  static const int32_t VALUES[] = {1, 1, 1, 2, 2, 2, 1, -7};
  for (int cell = 0; cell < b->count; cell++)
    b->cells[cell] = rng_below(rng, 8) < often ? VALUES[rng_below(rng, 8)] : 0;
}

static void make_board(Board *b, Rng *rng, GridShape shape) {
  assert_true(grid_shape_is_valid(shape));
  memset(b, 0xa5, sizeof *b); /* old contents must not matter */
  grid_init(&b->grid, shape);
  b->columns = shape.columns;
  b->rows = shape.rows;
  b->count = shape.columns * shape.rows;
  b->hex = shape.hex;
  b->diagonals = shape.diagonals;
  fill_board(b, rng, 1 + rng_below(rng, 8));
}

/* ---- lists ---------------------------------------------------------------*/

static void check_neighbours(const Board *b) {
  for (int cell = 0; cell < b->count; cell++) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int other = at(b, cell % b->columns + dx, cell / b->columns + dy);
        if (is_step(b, dx, dy) && other != GRID_NO_CELL)
          assert_int_equal(b->grid.neighbour[cell][n++], other);
      }
    assert_int_equal(b->grid.neighbours[cell], n);
  }
}

static void check_edges(const Board *b, int32_t value) {
  int left = 0, right = 0, bottom = 0, top = 0;
  for (int cell = 0; cell < b->count; cell++) {
    bool counts = b->cells[cell] == value;
    left += counts && cell % b->columns == 0;
    right += counts && cell % b->columns == b->columns - 1;
    bottom += counts && cell / b->columns == 0;
    top += counts && cell / b->columns == b->rows - 1;
  }
  const Grid *g = &b->grid;
  assert_int_equal(grid_count_on_edge(g, b->cells, value, GRID_LEFT), left);
  assert_int_equal(grid_count_on_edge(g, b->cells, value, GRID_RIGHT), right);
  assert_int_equal(grid_count_on_edge(g, b->cells, value, GRID_BOTTOM), bottom);
  assert_int_equal(grid_count_on_edge(g, b->cells, value, GRID_TOP), top);
}

static void check_lists(const Board *b) {
  int16_t list[GRID_CELLS_MAX];
  for (int32_t value = -1; value <= 2; value++) {
    int n = 0, found = grid_cells_with(&b->grid, b->cells, value, list);
    for (int cell = 0; cell < b->count; cell++)
      if (b->cells[cell] == value)
        assert_int_equal(list[n++], cell);
    assert_int_equal(found, n);
    assert_int_equal(grid_count(&b->grid, b->cells, value), n);
    check_edges(b, value);
    if (value == 0)
      assert_int_equal(grid_is_full(&b->grid, b->cells), n == 0);
  }
  int n = 0, found = grid_open_columns(&b->grid, b->cells, list);
  for (int column = 0; column < b->columns; column++)
    if (b->cells[at(b, column, b->rows - 1)] == 0)
      assert_int_equal(list[n++], column);
  assert_int_equal(found, n);
}

static void check_rays(const Board *b, Rng *rng) {
  int16_t list[GRID_CELLS_MAX];
  for (int i = 0; i < 20; i++) {
    int cell = (int)rng_below(rng, (uint32_t)b->count);
    int dx = (int)rng_below(rng, 7) - 3, dy = (int)rng_below(rng, 7) - 3;
    int column = cell % b->columns, row = cell / b->columns, n = 0;
    assert_int_equal(grid_step(&b->grid, cell, dx, dy),
                     at(b, column + dx, row + dy));
    if (dx == 0 && dy == 0)
      continue;
    int first = b->cells[cell] == 1 ? cell : GRID_NO_CELL;
    int found = grid_ray(&b->grid, cell, dx, dy, list);
    for (int other; (other = at(b, column += dx, row += dy)) != GRID_NO_CELL;) {
      assert_int_equal(list[n++], other);
      if (first == GRID_NO_CELL && b->cells[other] == 1)
        first = other;
    }
    assert_int_equal(found, n);
    assert_int_equal(grid_find(&b->grid, b->cells, 1, cell, dx, dy), first);
  }
  assert_int_equal(grid_step(&b->grid, 0, INT64_MAX, 0), GRID_NO_CELL);
  assert_int_equal(grid_step(&b->grid, 0, 0, INT64_MIN), GRID_NO_CELL);
}

/* ---- lines ---------------------------------------------------------------*/

/* The cells of `value` next to each other beyond a cell. */
static int run(const Board *b, int cell, int dx, int dy, int32_t value) {
  int n = 0;
  while ((cell = grid_cell(&b->grid, cell % b->columns + dx,
                           cell / b->columns + dy)) != GRID_NO_CELL &&
         b->cells[cell] == value)
    n++;
  return n;
}

static int longest(const Board *b, int cell) {
  int most = 0;
  int32_t value = b->cells[cell];
  for (int dy = -1; value && dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (is_direction(b, dx, dy)) {
        int n = 1 + run(b, cell, dx, dy, value) + run(b, cell, -dx, -dy, value);
        most = n > most ? n : most;
      }
  return most;
}

static void check_lines(const Board *b, Rng *rng) {
  int most[3] = {0};
  for (int cell = 0; cell < b->count; cell++) {
    int length = longest(b, cell), k = 1 + (int)rng_below(rng, 6);
    assert_int_equal(grid_longest(&b->grid, b->cells, cell), length);
    assert_int_equal(grid_line(&b->grid, b->cells, cell, k), length >= k);
    if (b->cells[cell] > 0 && length > most[b->cells[cell]])
      most[b->cells[cell]] = length;
  }
  for (int32_t value = 1; value <= 2; value++)
    for (int k = 1; k <= GRID_SIDE_MAX + 1; k++)
      assert_int_equal(grid_has_line(&b->grid, b->cells, value, k),
                       most[value] >= k);
}

/* base^n for the line of k cells from a cell, or 0. */
static double line_score(const Board *b, int cell, int dx, int dy, int k,
                         int32_t value) {
  double score = 1;
  int own = 0;
  for (int i = 0; i < k; i++) {
    int other = at(b, cell % b->columns + i * dx, cell / b->columns + i * dy);
    if (other == GRID_NO_CELL ||
        (b->cells[other] != 0 && b->cells[other] != value))
      return 0;
    own += b->cells[other] == value;
    score *= b->cells[other] == value ? 3 : 1;
  }
  return own ? score : 0;
}

static void check_line_scores(const Board *b, Rng *rng) {
  int k = 1 + (int)rng_below(rng, 6);
  for (int32_t value = 1; value <= 2; value++) {
    double sum = 0;
    for (int cell = 0; cell < b->count; cell++)
      for (int dy = 0; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          if (is_direction(b, dx, dy) && (dy > 0 || dx > 0))
            sum += line_score(b, cell, dx, dy, k, value);
    assert_true(grid_line_score(&b->grid, b->cells, value, k, 3) == sum);
  }
  assert_true(grid_line_score(&b->grid, b->cells, 1, 27, 3) == 0);
}

static int flips(const Board *b, int cell, int dx, int dy, int32_t value) {
  int n = 0;
  for (;; n++) {
    int other = at(b, cell % b->columns + (n + 1) * dx,
                   cell / b->columns + (n + 1) * dy);
    if (other == GRID_NO_CELL || b->cells[other] == 0)
      return 0;
    if (b->cells[other] == value)
      return n;
  }
}

/* Steps of random lengths to all kinds of cells. */
static void check_steps(const Board *b, Rng *rng) {
  GridMove list[GRID_CELLS_MAX * GRID_STEPS_MAX];
  GridStep kind[GRID_STEPS_MAX];
  int kinds = (int)rng_below(rng, GRID_STEPS_MAX + 1), n = 0;
  for (int k = 0; k < kinds; k++)
    kind[k] = (GridStep){(int)rng_below(rng, 7) - 3, (int)rng_below(rng, 7) - 3,
                         (int)rng_below(rng, 4)};
  int found = grid_steps(&b->grid, b->cells, 1, kind, kinds, list);
  for (int cell = 0; cell < b->count; cell++)
    for (int k = 0; k < kinds && b->cells[cell] == 1; k++) {
      int to =
          at(b, cell % b->columns + kind[k].dx, cell / b->columns + kind[k].dy);
      int32_t there = to == GRID_NO_CELL ? 1 : b->cells[to];
      bool empty = there == 0 && (kind[k].onto & GRID_ONTO_EMPTY);
      bool other = there != 0 && there != 1 && (kind[k].onto & GRID_ONTO_OTHER);
      if (!empty && !other)
        continue;
      assert_int_equal(list[n].from, cell);
      assert_int_equal(list[n++].to, to);
    }
  assert_int_equal(found, n);
}

static void check_flips(const Board *b, Rng *rng) {
  int16_t list[GRID_CELLS_MAX];
  int32_t value = 1 + (int32_t)rng_below(rng, 2);
  int32_t copy[GRID_CELLS_MAX], turned[GRID_CELLS_MAX];
  int n = 0, found = grid_flippable(&b->grid, b->cells, value, list);
  for (int cell = 0; cell < b->count; cell++) {
    int sum = 0, changed = 0;
    memcpy(copy, b->cells, sizeof copy);
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++)
        for (int i = 1, most = is_direction(b, dx, dy)
                                   ? flips(b, cell, dx, dy, value)
                                   : 0;
             i <= most; i++, sum++)
          copy[at(b, cell % b->columns + i * dx, cell / b->columns + i * dy)] =
              value;
    assert_int_equal(grid_flips(&b->grid, b->cells, cell, value), sum);
    if (b->cells[cell] == 0 && sum > 0)
      assert_int_equal(list[n++], cell);
    if (rng_below(rng, 8))
      continue; /* copying all cells for each takes long */
    memcpy(turned, b->cells, sizeof turned);
    changed = grid_flip(&b->grid, turned, cell, value);
    assert_int_equal(changed, sum);
    assert_memory_equal(turned, copy, sizeof copy);
  }
  assert_int_equal(found, n);
  assert_int_equal(grid_can_flip(&b->grid, b->cells, value), n > 0);
}

/* ---- groups --------------------------------------------------------------*/

/* Numbers the cells so that those of one group have the number of its first
 * cell: takes over smaller numbers from neighbours until nothing changes. */
static void find_groups(const Board *b, int group[GRID_CELLS_MAX]) {
  for (int cell = 0; cell < b->count; cell++)
    group[cell] = cell;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < 2 * b->count; i++) {
      int cell = i < b->count ? i : 2 * b->count - 1 - i;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          int other = at(b, cell % b->columns + dx, cell / b->columns + dy);
          if (is_step(b, dx, dy) && other != GRID_NO_CELL &&
              b->cells[other] == b->cells[cell] && group[other] < group[cell]) {
            group[cell] = group[other];
            changed = true;
          }
        }
    }
  }
}

static int edges_of(const Board *b, int cell) {
  int column = cell % b->columns, row = cell / b->columns;
  return (column == 0 ? GRID_LEFT : 0) |
         (column == b->columns - 1 ? GRID_RIGHT : 0) |
         (row == 0 ? GRID_BOTTOM : 0) | (row == b->rows - 1 ? GRID_TOP : 0);
}

/* Whether an empty cell is beside a group. */
static bool is_liberty(const Board *b, const int group[], int wanted,
                       int cell) {
  for (int dy = -1; b->cells[cell] == 0 && dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int other = at(b, cell % b->columns + dx, cell / b->columns + dy);
      if (is_step(b, dx, dy) && other != GRID_NO_CELL && group[other] == wanted)
        return true;
    }
  return false;
}

static void check_group(const Board *b, const int group[], int cell) {
  int16_t list[GRID_CELLS_MAX], any_order[GRID_CELLS_MAX];
  int liberties, n = 0, wanted = 0, edges = 0;
  int size = grid_group(&b->grid, b->cells, cell, true, list, &liberties);
  int32_t filled[GRID_CELLS_MAX], expected[GRID_CELLS_MAX];
  memcpy(filled, b->cells, sizeof filled);
  memcpy(expected, b->cells, sizeof expected);
  for (int other = 0; other < b->count; other++) {
    if (group[other] == group[cell]) {
      assert_int_equal(list[n++], other);
      edges |= edges_of(b, other);
      expected[other] = 99;
    }
    wanted +=
        group[other] != group[cell] && is_liberty(b, group, group[cell], other);
  }
  assert_int_equal(size, n);
  assert_int_equal(liberties, wanted);
  assert_int_equal(grid_group(&b->grid, b->cells, cell, false, any_order, NULL),
                   n);
  for (int some = 1; some < 16; some++)
    assert_int_equal(grid_touches(&b->grid, b->cells, cell, some),
                     (edges & some) == some);
  assert_int_equal(grid_fill(&b->grid, filled, cell, 99), n);
  assert_memory_equal(filled, expected, sizeof filled);
}

static void check_connections(const Board *b, const int group[]) {
  for (int32_t value = 0; value <= 2; value++) {
    int groups = 0, largest = 0, most = 0, sizes[GRID_CELLS_MAX] = {0};
    int edges[GRID_CELLS_MAX] = {0};
    bool connects[16] = {false};
    for (int cell = 0; cell < b->count; cell++) {
      groups += b->cells[cell] == value && group[cell] == cell;
      if (b->cells[cell] == value && ++sizes[group[cell]] > most)
        most = sizes[group[cell]];
      edges[group[cell]] |= edges_of(b, cell);
    }
    for (int cell = 0; cell < b->count; cell++)
      for (int both = 0; both < 16; both++)
        if (b->cells[cell] == value && (edges[group[cell]] & both) == both)
          connects[both] = true;
    assert_int_equal(grid_groups(&b->grid, b->cells, value, &largest), groups);
    assert_int_equal(largest, most);
    for (int one = 1; one < 16; one *= 2)
      for (int other = 1; other < 16; other *= 2)
        assert_int_equal(grid_connects(&b->grid, b->cells, value, one, other),
                         connects[one | other]);
  }
}

static void check_groups(const Board *b, Rng *rng) {
  int group[GRID_CELLS_MAX];
  find_groups(b, group);
  for (int i = 0; i < 3; i++)
    check_group(b, group, (int)rng_below(rng, (uint32_t)b->count));
  check_connections(b, group);
}

/* ---- distances -----------------------------------------------------------*/

enum { FAR = 1 << 20 };

/* Lowers cost[cell] to that of a neighbour plus what entering the cell costs,
 * until nothing changes. */
static void relax(const Board *b, const int entering[], int cost[]) {
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = 0; i < 2 * b->count; i++) {
      int cell = i < b->count ? i : 2 * b->count - 1 - i;
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
          int other = at(b, cell % b->columns + dx, cell / b->columns + dy);
          if (!is_step(b, dx, dy) || other == GRID_NO_CELL ||
              cost[other] + entering[cell] >= cost[cell])
            continue;
          cost[cell] = cost[other] + entering[cell];
          changed = true;
        }
    }
  }
}

static void check_distance(const Board *b, int from, int to,
                           const int32_t *through) {
  int cost[GRID_CELLS_MAX] = {0}, entering[GRID_CELLS_MAX] = {0};
  for (int cell = 0; cell < b->count; cell++) {
    cost[cell] = FAR;
    entering[cell] =
        !through || b->cells[cell] == *through || cell == from ? 1 : FAR;
  }
  cost[from] = 0;
  relax(b, entering, cost);
  int wanted = cost[to];
  for (int dy = -1; dy <= 1; dy++) /* the last cell may have any value */
    for (int dx = -1; dx <= 1; dx++) {
      int other = at(b, to % b->columns + dx, to / b->columns + dy);
      if (is_step(b, dx, dy) && other != GRID_NO_CELL &&
          cost[other] + 1 < wanted)
        wanted = cost[other] + 1;
    }
  assert_int_equal(grid_distance(&b->grid, b->cells, from, to, through),
                   wanted >= FAR ? -1 : wanted);
}

static void check_missing(const Board *b, int32_t value, int edge, int other) {
  int cost[GRID_CELLS_MAX] = {0}, entering[GRID_CELLS_MAX] = {0};
  int wanted = FAR;
  for (int cell = 0; cell < b->count; cell++) {
    entering[cell] = b->cells[cell] == value ? 0 : b->cells[cell] ? FAR : 1;
    cost[cell] = edges_of(b, cell) & edge ? entering[cell] : FAR;
  }
  relax(b, entering, cost);
  for (int cell = 0; cell < b->count; cell++)
    if (edges_of(b, cell) & other && cost[cell] < wanted)
      wanted = cost[cell];
  assert_int_equal(grid_missing(&b->grid, b->cells, value, edge, other),
                   wanted >= FAR ? -1 : wanted);
}

static void check_distances(const Board *b, Rng *rng) {
  const int32_t through = (int32_t)rng_below(rng, 2);
  int from = (int)rng_below(rng, (uint32_t)b->count);
  int to = (int)rng_below(rng, (uint32_t)b->count);
  check_distance(b, from, to, NULL);
  check_distance(b, from, to, &through);
  check_missing(b, 1, GRID_LEFT, GRID_RIGHT);
  check_missing(b, 2, 1 << rng_below(rng, 4), 1 << rng_below(rng, 4));
}

/* ---- symmetries ----------------------------------------------------------*/

/* A symmetry keeps lines, neighbours and therefore everything else. */
static void check_symmetry(const Board *b, int symmetry) {
  int32_t turned[GRID_CELLS_MAX];
  bool used[GRID_CELLS_MAX] = {false};
  for (int cell = 0; cell < b->count; cell++) {
    int image = grid_symmetry_image(b->grid.shape, symmetry, cell);
    assert_in_range(image, 0, b->count - 1);
    assert_false(used[image]);
    used[image] = true;
    turned[image] = b->cells[cell];
  }
  for (int cell = 0; cell < b->count; cell++) {
    int16_t list[GRID_CELLS_MAX];
    int image = grid_symmetry_image(b->grid.shape, symmetry, cell);
    assert_int_equal(grid_longest(&b->grid, b->cells, cell),
                     grid_longest(&b->grid, turned, image));
    if (cell < 4)
      assert_int_equal(grid_group(&b->grid, b->cells, cell, false, list, NULL),
                       grid_group(&b->grid, turned, image, false, list, NULL));
  }
}

/* The images of a grid are those of its symmetries but the identity. */
static void check_images(const Board *b) {
  int images = 0;
  for (int s = 1; s < GRID_SYMMETRIES; s++) {
    if (!(b->grid.shape.symmetries >> s & 1))
      continue;
    for (int cell = 0; cell < b->count; cell++)
      assert_int_equal(b->grid.image[images][cell],
                       grid_symmetry_image(b->grid.shape, s, cell));
    images++;
  }
  assert_int_equal(b->grid.images, images);
}

static void check_board(Board *b, Rng *rng) {
  check_lists(b);
  check_rays(b, rng);
  check_lines(b, rng);
  check_line_scores(b, rng);
  check_flips(b, rng);
  check_steps(b, rng);
  check_groups(b, rng);
  check_distances(b, rng);
}

static void test_all_shapes(void **unused) {
  (void)unused;
  static Board b;
  Rng rng;
  rng_seed(&rng, 17, 0);
  for (int columns = 1; columns <= GRID_SIDE_MAX; columns++)
    for (int rows = 1; rows <= GRID_SIDE_MAX; rows++) {
      int kind = (int)rng_below(&rng, 3);
      GridShape shape = {.columns = columns,
                         .rows = rows,
                         .hex = kind == 1,
                         .diagonals = kind == 2};
      shape.symmetries = grid_symmetries(shape);
      make_board(&b, &rng, shape);
      check_neighbours(&b);
      check_board(&b, &rng);
      check_images(&b);
      for (int s = 0; s < GRID_SYMMETRIES; s++)
        if (shape.symmetries >> s & 1)
          check_symmetry(&b, s);
    }
}

/* Small boards have more special cases for their size. */
static void test_small_shapes(void **unused) {
  (void)unused;
  static Board b;
  Rng rng;
  rng_seed(&rng, 18, 0);
  for (int i = 0; i < 3 * 5 * 5 * 40; i++) {
    int kind = i % 3;
    GridShape shape = {.columns = 1 + i / 3 % 5,
                       .rows = 1 + i / 15 % 5,
                       .hex = kind == 1,
                       .diagonals = kind == 2};
    make_board(&b, &rng, shape);
    check_board(&b, &rng);
  }
}

/* What is a symmetry of a shape is decided by its neighbours and lines. */
static void test_symmetries_of_shapes(void **unused) {
  (void)unused;
  static Grid g;
  for (int i = 0; i < 32; i++) {
    GridShape shape = {
        .columns = 2 + i % 4, .rows = 2 + i / 4 % 4, .hex = i >= 16};
    grid_init(&g, shape);
    for (int s = 0; s < GRID_SYMMETRIES; s++) {
      bool keeps = !(s & GRID_SWAP) || shape.columns == shape.rows;
      for (int cell = 0; keeps && cell < g.cells; cell++)
        keeps = g.neighbours[cell] ==
                g.neighbours[grid_symmetry_image(shape, s, cell)];
      assert_int_equal(grid_symmetries(shape) >> s & 1, keeps);
    }
  }
}

static void test_names_and_groups_of_symmetries(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    int count; /* of the group that it generates */
  } CASES[] = {{"left-right", 2},   {"up-down", 2},  {"turn", 2},
               {"quarter-turn", 4}, {"diagonal", 2}, {"antidiagonal", 2}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    int s = grid_symmetry_find(CASES[i].name);
    assert_true(s > 0);
    uint8_t group = grid_symmetry_group((uint8_t)(1 << s));
    assert_int_equal(__builtin_popcount(group), CASES[i].count);
    GridShape shape = {.columns = 3, .rows = 3, .symmetries = group};
    assert_true(grid_shape_is_valid(shape));
  }
  assert_int_equal(grid_symmetry_group(1 << GRID_SWAP | 1 << 1), 0xff);
  assert_int_equal(grid_symmetry_group(1 << 1 | 1 << 2), 0x0f);
  assert_int_equal(grid_symmetry_find("sideways"), -1);
  GridShape shape = {.columns = 3, .rows = 3};
  assert_int_equal(grid_symmetry_image(
                       shape, grid_symmetry_find("quarter-turn"), 2 /* c1 */),
                   8 /* c3 */);
  assert_int_equal(
      grid_symmetry_image(shape, grid_symmetry_find("left-right"), 0), 2);
  assert_int_equal(
      grid_symmetry_image(shape, grid_symmetry_find("diagonal"), 1), 3);
}

static void test_invalid_shapes(void **unused) {
  (void)unused;
  static const GridShape INVALID[] = {
      {.columns = 0, .rows = 3},
      {.columns = 3, .rows = -1},
      {.columns = 27, .rows = 3},
      {.columns = 3, .rows = 27},
      {.columns = 3, .rows = 3, .hex = true, .diagonals = true},
      {.columns = 3, .rows = 4, .symmetries = 1 | 1 << GRID_SWAP},
      {.columns = 3, .rows = 3, .hex = true, .symmetries = 1 | 1 << 1},
      {.columns = 3, .rows = 3, .symmetries = 1 << 1}, /* no identity */
      {.columns = 3, .rows = 3, .symmetries = 1 | 1 << 5}};
  for (size_t i = 0; i < sizeof INVALID / sizeof *INVALID; i++)
    assert_false(grid_shape_is_valid(INVALID[i]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_shapes),
      cmocka_unit_test(test_small_shapes),
      cmocka_unit_test(test_symmetries_of_shapes),
      cmocka_unit_test(test_names_and_groups_of_symmetries),
      cmocka_unit_test(test_invalid_shapes),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
