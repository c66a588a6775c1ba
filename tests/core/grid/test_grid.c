/* Grids: every function is compared with a slow and obvious version that works
 * with columns and rows, on random boards of all shapes. */
#include "tests/support/support.h"

#include "core/grid/grid.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A board at random, and what the slow versions know about it. */
typedef struct Board {
  Grid grid;
  int32_t cells[GRID_CELLS_MAX];
  int columns, rows, count;
  bool hex, diagonals;
  bool lines;                /* the rows of neighbours are declared as lines */
  int place[GRID_CELLS_MAX]; /* by cell: row * 100 + column */
  int number[GRID_SIDE_MAX][GRID_SIDE_MAX]; /* by column and row */
} Board;

static int at(const Board *b, int column, int row) {
  bool on = column >= 0 && column < b->columns && row >= 0 && row < b->rows;
  return on ? b->number[column][row] : GRID_NO_CELL;
}

static int column_of(const Board *b, int cell) {
  return b->place[cell] % 100;
}

static int row_of(const Board *b, int cell) {
  return b->place[cell] / 100;
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

static void make_board(Board *b, Rng *rng, const GridShape *shape) {
  memset(b, 0xa5, sizeof *b); /* old contents must not matter */
  Error error = {0};
  if (!grid_init(&b->grid, shape, &error))
    fail_msg("%s", error.message);
  b->columns = shape->columns;
  b->rows = shape->rows;
  b->count = shape->cells ? shape->cells : shape->columns * shape->rows;
  b->hex = shape->hex;
  b->lines = shape->points > 0;
  b->diagonals = shape->diagonals || b->lines;
  memset(b->number, -1, sizeof b->number);
  for (int cell = 0; cell < b->count; cell++) {
    int place = shape->cells ? shape->place[cell] : cell;
    int column = place % b->columns, row = place / b->columns;
    b->number[column][row] = cell;
    b->place[cell] = row * 100 + column;
    assert_int_equal(grid_column(&b->grid, cell), column);
    assert_int_equal(grid_row(&b->grid, cell), row);
    assert_int_equal(grid_cell(&b->grid, column, row), cell);
  }
  fill_board(b, rng, 1 + rng_below(rng, 8));
}

/* ---- lists ---------------------------------------------------------------*/

static void check_neighbours(const Board *b) {
  for (int cell = 0; cell < b->count; cell++) {
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int other = at(b, column_of(b, cell) + dx, row_of(b, cell) + dy);
        if (is_step(b, dx, dy) && other != GRID_NO_CELL)
          assert_int_equal(b->grid.neighbour[cell][n++], other);
      }
    assert_int_equal(b->grid.neighbours[cell], n);
  }
}

static int edges_of(const Board *b, int cell);

static void check_edges(const Board *b, int32_t value) {
  for (int edge = 1; edge < 1 << GRID_EDGES; edge *= 2) {
    int n = 0;
    for (int cell = 0; cell < b->count; cell++)
      n += b->cells[cell] == value && edges_of(b, cell) & edge;
    assert_int_equal(grid_count_on_edge(&b->grid, b->cells, value, edge), n);
  }
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
    for (int row = b->rows - 1; row >= 0; row--) {
      int top = at(b, column, row);
      if (top == GRID_NO_CELL)
        continue;
      if (b->cells[top] == 0)
        assert_int_equal(list[n++], column);
      break;
    }
  assert_int_equal(found, n);
  for (int column = 0; column < b->columns; column++) {
    int row = 0;
    while (row < b->rows && (at(b, column, row) == GRID_NO_CELL ||
                             b->cells[at(b, column, row)] != 0))
      row++;
    assert_int_equal(grid_lowest(&b->grid, b->cells, column),
                     at(b, column, row));
  }
}

/* How far to go at random: lines lead to neighbours only. */
static int any_step(const Board *b, Rng *rng) {
  return b->lines ? (int)rng_below(rng, 3) - 1 : (int)rng_below(rng, 7) - 3;
}

static void check_rays(const Board *b, Rng *rng) {
  int16_t list[GRID_CELLS_MAX];
  for (int i = 0; i < 20; i++) {
    int cell = (int)rng_below(rng, (uint32_t)b->count);
    int dx = any_step(b, rng), dy = any_step(b, rng);
    if (b->lines && b->hex && dx == dy)
      continue;
    int column = column_of(b, cell), row = row_of(b, cell), n = 0;
    if (dx == 0 && dy == 0)
      continue;
    assert_int_equal(grid_step(&b->grid, cell, dx, dy),
                     at(b, column + dx, row + dy));
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
  while ((cell = grid_cell(&b->grid, column_of(b, cell) + dx,
                           row_of(b, cell) + dy)) != GRID_NO_CELL &&
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
    int other = at(b, column_of(b, cell) + i * dx, row_of(b, cell) + i * dy);
    if (other == GRID_NO_CELL ||
        (b->cells[other] != 0 && b->cells[other] != value))
      return 0;
    own += b->cells[other] == value;
    score *= b->cells[other] == value ? 3 : 1;
  }
  return own ? score : 0;
}

static void check_line_scores(const Board *b, Rng *rng) {
  int k = (b->lines ? 2 : 1) + (int)rng_below(rng, 6);
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
    int other = at(b, column_of(b, cell) + (n + 1) * dx,
                   row_of(b, cell) + (n + 1) * dy);
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
  const int32_t value = rng_below(rng, 4) == 0 ? 0 : 1;
  for (int k = 0; k < kinds; k++) {
    kind[k] =
        (GridStep){any_step(b, rng), any_step(b, rng), (int)rng_below(rng, 4)};
    if (b->lines && b->hex && kind[k].dx == kind[k].dy)
      kind[k].dx = -kind[k].dy;
  }
  int found = grid_steps(&b->grid, b->cells, value, kind, kinds, list);
  for (int cell = 0; cell < b->count; cell++)
    for (int k = 0; k < kinds && b->cells[cell] == value; k++) {
      int to =
          at(b, column_of(b, cell) + kind[k].dx, row_of(b, cell) + kind[k].dy);
      int32_t there = to == GRID_NO_CELL ? value : b->cells[to];
      bool empty = there == 0 && value != 0 && (kind[k].onto & GRID_ONTO_EMPTY);
      bool other =
          there != 0 && there != value && (kind[k].onto & GRID_ONTO_OTHER);
      if (!empty && !other)
        continue;
      assert_int_equal(list[n].from, cell);
      assert_int_equal(list[n++].to, to);
    }
  assert_int_equal(found, n);
}

/* Steps to neighbours. */
static void check_steps_beside(const Board *b) {
  GridMove list[GRID_CELLS_MAX * GRID_DIRECTIONS_MAX];
  int n = 0, found = grid_steps_beside(&b->grid, b->cells, 1, list);
  for (int cell = 0; cell < b->count; cell++)
    for (int to = 0; to < b->count && b->cells[cell] == 1; to++) {
      int dx = column_of(b, to) - column_of(b, cell),
          dy = row_of(b, to) - row_of(b, cell);
      if (b->cells[to] || dx < -1 || dx > 1 || dy < -1 || dy > 1 ||
          !is_step(b, dx, dy))
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
          copy[at(b, column_of(b, cell) + i * dx, row_of(b, cell) + i * dy)] =
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
          int other = at(b, column_of(b, cell) + dx, row_of(b, cell) + dy);
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
  int column = column_of(b, cell), row = row_of(b, cell), sum = column + row;
  int least = 1000, most = 0;
  for (int i = 0; i < b->count && b->hex; i++) {
    int other = column_of(b, i) + row_of(b, i);
    least = other < least ? other : least;
    most = other > most ? other : most;
  }
  return (b->hex && sum == least ? GRID_LOWER_LEFT : 0) |
         (b->hex && sum == most ? GRID_UPPER_RIGHT : 0) |
         (column == 0 ? GRID_LEFT : 0) |
         (column == b->columns - 1 ? GRID_RIGHT : 0) |
         (row == 0 ? GRID_BOTTOM : 0) | (row == b->rows - 1 ? GRID_TOP : 0);
}

/* Whether an empty cell is beside a group. */
static bool is_liberty(const Board *b, const int group[], int wanted,
                       int cell) {
  for (int dy = -1; b->cells[cell] == 0 && dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++) {
      int other = at(b, column_of(b, cell) + dx, row_of(b, cell) + dy);
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
  for (int some = 1; some < 64; some++)
    assert_int_equal(grid_touches(&b->grid, b->cells, cell, some),
                     (edges & some) == some);
  assert_int_equal(grid_fill(&b->grid, filled, cell, 99), n);
  assert_memory_equal(filled, expected, sizeof filled);
}

static void check_connections(const Board *b, const int group[]) {
  for (int32_t value = 0; value <= 2; value++) {
    int groups = 0, largest = 0, most = 0, sizes[GRID_CELLS_MAX] = {0};
    int edges[GRID_CELLS_MAX] = {0};
    bool connects[64] = {false};
    for (int cell = 0; cell < b->count; cell++) {
      groups += b->cells[cell] == value && group[cell] == cell;
      if (b->cells[cell] == value && ++sizes[group[cell]] > most)
        most = sizes[group[cell]];
      edges[group[cell]] |= edges_of(b, cell);
    }
    for (int cell = 0; cell < b->count; cell++)
      for (int both = 0; both < 64; both++)
        if (b->cells[cell] == value && (edges[group[cell]] & both) == both)
          connects[both] = true;
    assert_int_equal(grid_groups(&b->grid, b->cells, value, &largest), groups);
    assert_int_equal(largest, most);
    for (int one = 1; one < 64; one *= 2)
      for (int other = 1; other < 64; other *= 2)
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
          int other = at(b, column_of(b, cell) + dx, row_of(b, cell) + dy);
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
      int other = at(b, column_of(b, to) + dx, row_of(b, to) + dy);
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
  check_missing(b, 2, 1 << rng_below(rng, GRID_EDGES),
                1 << rng_below(rng, GRID_EDGES));
}

/* ---- symmetries ----------------------------------------------------------*/

/* A symmetry keeps lines, neighbours and therefore everything else. */
static void check_symmetry(const Board *b, int symmetry) {
  int32_t turned[GRID_CELLS_MAX];
  bool used[GRID_CELLS_MAX] = {false};
  for (int cell = 0; cell < b->count; cell++) {
    int image = grid_symmetry_image(&b->grid, symmetry, cell);
    assert_in_range(image, 0, b->count - 1);
    assert_false(used[image]);
    used[image] = true;
    turned[image] = b->cells[cell];
  }
  for (int cell = 0; cell < b->count; cell++) {
    int16_t list[GRID_CELLS_MAX];
    int image = grid_symmetry_image(&b->grid, symmetry, cell);
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
                       grid_symmetry_image(&b->grid, s, cell));
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
  check_steps_beside(b);
  check_groups(b, rng);
  check_distances(b, rng);
}

/* Gives a shape all symmetries that it has. */
static void add_symmetries(GridShape *shape) {
  static Grid g;
  assert_true(grid_init(&g, shape, NULL));
  shape->symmetries = g.symmetries;
}

static void check_all(Board *b, Rng *rng, GridShape *shape) {
  add_symmetries(shape);
  make_board(b, rng, shape);
  check_neighbours(b);
  check_board(b, rng);
  check_images(b);
  for (int s = 0; s < GRID_SYMMETRIES; s++)
    if (shape->symmetries >> s & 1)
      check_symmetry(b, s);
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
      check_all(&b, &rng, &shape);
      assert_true(b.grid.whole);
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
    make_board(&b, &rng, &shape);
    check_board(&b, &rng);
  }
}

/* Leaves out cells of a shape, each with a chance of `often` in 8. */
static void leave_out(GridShape *shape, Rng *rng, uint32_t often) {
  int lattice = shape->columns * shape->rows;
  int keep = (int)rng_below(rng, (uint32_t)lattice);
  for (int place = 0; place < lattice; place++)
    if (place == keep || rng_below(rng, 8) >= often)
      shape->place[shape->cells++] = (int16_t)place;
}

/* Declares all rows of at least two cells as lines, in random order and
 * direction. */
static void add_lines(GridShape *shape, Rng *rng) {
  static const int WAYS[][2] = {{1, 0}, {0, 1}, {-1, 1}, {1, 1}};
  static Grid g;
  assert_true(grid_init(&g, shape, NULL));
  if (!shape->cells)
    for (; shape->cells < g.cells; shape->cells++)
      shape->place[shape->cells] = (int16_t)shape->cells;
  for (int i = 0, turn = (int)rng_below(rng, 4); i < 4; i++) {
    const int *way = WAYS[(i + turn) % 4];
    bool back = rng_below(rng, 2);
    int dx = back ? -way[0] : way[0], dy = back ? -way[1] : way[1];
    for (int cell = 0; cell < g.cells && (!shape->hex || dx != dy); cell++) {
      if (grid_step(&g, cell, -dx, -dy) != GRID_NO_CELL ||
          grid_step(&g, cell, dx, dy) == GRID_NO_CELL)
        continue;
      for (int at = cell; at != GRID_NO_CELL; at = grid_step(&g, at, dx, dy))
        shape->line[shape->points++] = (int16_t)at;
      shape->line[shape->points++] = GRID_NO_CELL;
    }
  }
}

/* Boards with missing cells, and the same boards made of lines. */
static void test_missing_cells(void **unused) {
  (void)unused;
  static Board b;
  Rng rng;
  rng_seed(&rng, 19, 0);
  for (int i = 0; i < 600; i++) {
    GridShape shape = {.columns = 1 + (int)rng_below(&rng, 10),
                       .rows = 1 + (int)rng_below(&rng, 10),
                       .hex = i % 3 == 1,
                       .diagonals = i % 3 == 2};
    leave_out(&shape, &rng, 1 + rng_below(&rng, 4));
    check_all(&b, &rng, &shape);
    if (shape.columns > 8 || shape.rows > 8)
      continue;
    shape.symmetries = 0;
    add_lines(&shape, &rng);
    shape.diagonals = false;
    if (shape.points)
      check_all(&b, &rng, &shape);
  }
}

static void test_ready_shapes(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    int size, columns, rows, cells, symmetries;
  } CASES[] = {{"hexagon", 5, 9, 9, 61, 12}, {"hexagon", 2, 3, 3, 7, 12},
               {"triangle", 4, 4, 4, 10, 6}, {"star", 5, 17, 17, 121, 12},
               {"star", 2, 5, 5, 13, 12},    {"morris", 3, 7, 7, 24, 8},
               {"morris", 2, 5, 5, 16, 8},   {"track", 4, 2, 2, 4, 8},
               {"track", 40, 11, 11, 40, 8}, {"track", 7, 3, 3, 7, 2},
               {"path", 7, 7, 1, 7, 4},      {"path", 25, 10, 3, 25, 1},
               {"mancala", 6, 8, 3, 14, 4}};
  static Board b;
  Rng rng;
  rng_seed(&rng, 20, 0);
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    static GridShape shape;
    Error error = {0};
    assert_true(grid_shape_find(CASES[i].name, CASES[i].size, &shape, &error));
    assert_int_equal(shape.columns, CASES[i].columns);
    assert_int_equal(shape.rows, CASES[i].rows);
    assert_int_equal(shape.cells, CASES[i].cells);
    add_symmetries(&shape);
    assert_int_equal(__builtin_popcount(shape.symmetries), CASES[i].symmetries);
    make_board(&b, &rng, &shape);
    if (shape.hex)
      check_all(&b, &rng, &shape);
  }
  static GridShape shape;
  Error error = {0};
  assert_false(grid_shape_find("hexagon", 14, &shape, &error));
  assert_string_equal(error.message,
                      "a hexagon has a 'size' from 2 to 13, not 14");
  assert_false(grid_shape_find("pentagon", 5, &shape, &error));
}

/* Nine men's morris: 16 lines of three, 4 crossings with four neighbours. */
static void test_morris(void **unused) {
  (void)unused;
  static GridShape shape;
  static Grid g;
  assert_true(grid_shape_find("morris", 3, &shape, NULL));
  assert_true(grid_init(&g, &shape, NULL));
  int lines = 0, ends[5] = {0};
  for (int i = 0; i < shape.points; i++)
    lines += shape.line[i] == GRID_NO_CELL;
  assert_int_equal(lines, 16);
  for (int cell = 0; cell < g.cells; cell++)
    ends[g.neighbours[cell]]++;
  assert_int_equal(ends[2], 12);
  assert_int_equal(ends[3], 8);
  assert_int_equal(ends[4], 4);
  int32_t cells[24] = {1, 1, 1}; /* a1 d1 g1 */
  assert_true(grid_line(&g, cells, 0, 3));
  assert_true(grid_has_line(&g, cells, 1, 3));
  assert_false(grid_has_line(&g, cells, 1, 4));
  assert_int_equal(grid_step(&g, 0, 1, 0), 1); /* d1 */
  assert_int_equal(grid_step(&g, 0, 0, 1), 9); /* a4 */
  assert_int_equal(grid_step(&g, 0, 1, 1), -1);
  assert_int_equal(grid_step(&g, 1, 0, 5), 4); /* d2 */
  assert_int_equal(grid_distance(&g, cells, 0, 23, NULL), 4);
  /* Inside out, as a map: rings 1 and 3 change places. */
  for (int cell = 0; cell < g.cells; cell++) {
    int x = grid_column(&g, cell) - 3, y = grid_row(&g, cell) - 3;
    int far = abs(x) > abs(y) ? abs(x) : abs(y);
    shape.map[0][cell] = (int16_t)grid_cell(&g, 3 + x * (4 - far) / far,
                                            3 + y * (4 - far) / far);
  }
  shape.maps = 1;
  shape.symmetries = g.symmetries;
  assert_true(grid_init(&g, &shape, NULL));
  assert_int_equal(g.images, 15);
  assert_string_equal(grid_image_name(&g, 0), "left-right");
  assert_string_equal(grid_image_name(&g, 7), "the given map of cells");
  shape.map[0][0] = 1;
  shape.map[0][1] = 0;
  Error error = {0};
  assert_false(grid_init(&g, &shape, &error));
}

/* A row on a closed line goes around its end. */
static void test_closed_lines(void **unused) {
  (void)unused;
  static Grid g;
  Rng rng;
  rng_seed(&rng, 21, 0);
  for (int i = 0; i < 2000; i++) {
    static GridShape shape;
    const int n = 4 + (int)rng_below(&rng, 8);
    int32_t cells[16];
    int most = 0, k = 2 + (int)rng_below(&rng, 12);
    double score = 0;
    assert_true(grid_shape_find("track", n, &shape, NULL));
    assert_true(grid_init(&g, &shape, NULL));
    for (int cell = 0; cell < n; cell++)
      cells[cell] = rng_below(&rng, 4) ? 1 : (int32_t)rng_below(&rng, 3);
    for (int cell = 0; cell < n; cell++) {
      int length = 0, row = 0, own = 0;
      for (int from = 0; cells[cell] && from < n; from++)
        for (row = 0; row < n && cells[(from + row) % n] == cells[cell]; row++)
          if (row >= length && (cell - from + n) % n < n) {
            bool through = (cell - from + n) % n <= row;
            length = through ? row + 1 : length;
          }
      assert_int_equal(grid_longest(&g, cells, cell), length);
      most = cells[cell] == 1 && length > most ? length : most;
      for (row = 0; row < k && cells[(cell + row) % n] != 2; row++)
        own += cells[(cell + row) % n] == 1;
      if (row == k && own && (k < n || (k == n && cell == 0)))
        score += pow(3, own);
    }
    assert_int_equal(grid_has_line(&g, cells, 1, k), most >= k);
    assert_true(grid_line_score(&g, cells, 1, k, 3) == score);
  }
}

/* What is a symmetry of a shape is decided by its neighbours and lines. */
static void test_symmetries_of_shapes(void **unused) {
  (void)unused;
  static Grid g;
  for (int i = 0; i < 32; i++) {
    GridShape shape = {
        .columns = 2 + i % 4, .rows = 2 + i / 4 % 4, .hex = i >= 16};
    assert_true(grid_init(&g, &shape, NULL));
    for (int s = 0; s < GRID_SYMMETRIES; s++) {
      bool keeps = (s < 8 || shape.hex);
      for (int cell = 0; keeps && cell < g.cells; cell++) {
        int image = grid_symmetry_image(&g, s, cell);
        keeps =
            image != GRID_NO_CELL && g.neighbours[cell] == g.neighbours[image];
      }
      assert_int_equal(g.symmetries >> s & 1, keeps);
    }
  }
}

static void test_names_and_groups_of_symmetries(void **unused) {
  (void)unused;
  static const struct {
    const char *name;
    bool hex;
    int count; /* of the group that it generates */
  } CASES[] = {{"left-right", false, 2},  {"up-down", false, 2},
               {"turn", false, 2},        {"quarter-turn", false, 4},
               {"diagonal", false, 2},    {"antidiagonal", false, 2},
               {"left-right", true, 2},   {"up-down", true, 2},
               {"turn", true, 2},         {"sixth-turn", true, 6},
               {"third-turn", true, 3},   {"diagonal", true, 2},
               {"antidiagonal", true, 2}, {"reflection", true, 2}};
  static Grid g;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    int s = grid_symmetry_find(CASES[i].hex, CASES[i].name);
    assert_true(s > 0);
    uint16_t group = grid_symmetry_group((uint16_t)(1 << s));
    assert_int_equal(__builtin_popcount(group), CASES[i].count);
    static GridShape shape;
    if (CASES[i].hex)
      assert_true(grid_shape_find("hexagon", 3, &shape, NULL));
    else
      shape = (GridShape){.columns = 3, .rows = 3};
    shape.symmetries = group;
    assert_true(grid_init(&g, &shape, NULL));
    assert_int_equal(g.images, CASES[i].count - 1);
  }
  assert_int_equal(grid_symmetry_group(1 << GRID_SWAP | 1 << 1), 0xff);
  assert_int_equal(grid_symmetry_group(1 << 1 | 1 << 2), 0x0f);
  assert_int_equal(grid_symmetry_find(false, "sideways"), -1);
  assert_int_equal(grid_symmetry_find(false, "sixth-turn"), -1);
  assert_int_equal(grid_symmetry_find(true, "quarter-turn"), -1);
  GridShape shape = {.columns = 3, .rows = 3};
  assert_true(grid_init(&g, &shape, NULL));
  assert_int_equal(
      grid_symmetry_image(&g, grid_symmetry_find(false, "quarter-turn"),
                          2 /* c1 */),
      8 /* c3 */);
  assert_int_equal(
      grid_symmetry_image(&g, grid_symmetry_find(false, "left-right"), 0), 2);
  assert_int_equal(
      grid_symmetry_image(&g, grid_symmetry_find(false, "diagonal"), 1), 3);
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
      {.columns = 3, .rows = 3, .symmetries = 1 | 1 << 5},
      {.columns = 2, .rows = 2, .cells = 5},
      {.columns = 2, .rows = 2, .cells = 2, .place = {1, 1}},
      {.columns = 2, .rows = 2, .cells = 2, .place = {1, 4}},
      {.columns = 2, .rows = 2, .points = 2, .line = {0, 1}}, /* no end */
      {.columns = 2, .rows = 2, .points = 2, .line = {0, -1}},
      {.columns = 2, .rows = 2, .points = 3, .line = {0, 0, -1}},
      {.columns = 2, .rows = 2, .points = 3, .line = {0, 4, -1}},
      {.columns = 2,
       .rows = 2,
       .points = 15,
       .line = {0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1, 0, 1, -1}},
      {.columns = 2, .rows = 2, .maps = 1, .map = {{0, 0, 0, 0}}},
      {.columns = 2, .rows = 2, .maps = 1, .map = {{0, 1, 3, 2}}},
      {.columns = 2, .rows = 2, .maps = 3}};
  static Grid g;
  for (size_t i = 0; i < sizeof INVALID / sizeof *INVALID; i++) {
    Error error = {0};
    assert_false(grid_init(&g, &INVALID[i], &error));
    assert_true(error_is_set(&error));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_shapes),
      cmocka_unit_test(test_small_shapes),
      cmocka_unit_test(test_missing_cells),
      cmocka_unit_test(test_ready_shapes),
      cmocka_unit_test(test_morris),
      cmocka_unit_test(test_closed_lines),
      cmocka_unit_test(test_symmetries_of_shapes),
      cmocka_unit_test(test_names_and_groups_of_symmetries),
      cmocka_unit_test(test_invalid_shapes),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
