/* Rows of boards and sowing, compared with what slow code says. */
#include "core/base/rng.h"
#include "core/grid/grid.h"
#include "tests/support/support.h"

static Grid grid; /* large */

static void make_grid(int columns, int rows) {
  GridShape shape = {.columns = columns, .rows = rows};
  assert_true(grid_init(&grid, &shape, NULL));
}

/* Sows piece by piece. */
static int sow_slowly(int32_t cells[], int cell, int skipped) {
  int32_t hand = cells[cell];
  cells[cell] = 0;
  while (hand > 0) {
    cell = (cell + 1) % grid.cells;
    if (cell != skipped) {
      cells[cell]++;
      hand--;
    }
  }
  return cell;
}

static void check_sowing(Rng *rng) {
  int32_t cells[40], slow[40];
  for (int i = 0; i < grid.cells; i++)
    cells[i] = (int32_t)rng_below(rng, rng_below(rng, 3) ? 6 : 100);
  memcpy(slow, cells, sizeof slow);
  int cell = (int)rng_below(rng, (uint32_t)grid.cells);
  int skipped = (int)rng_below(rng, (uint32_t)grid.cells + 1) - 1;
  if (grid.cells == 1)
    skipped = GRID_NO_CELL;
  int last = sow_slowly(slow, cell, skipped);
  assert_int_equal(grid_sow(&grid, cells, cell, skipped), last);
  assert_memory_equal(cells, slow, (size_t)grid.cells * sizeof *cells);
}

static void sowing_is_piece_by_piece(void **unused) {
  (void)unused;
  Rng rng;
  rng_seed(&rng, 1, 1);
  for (int columns = 1; columns <= 10; columns++)
    for (int rows = 1; rows <= 4; rows++) {
      make_grid(columns, rows);
      for (int i = 0; i < 300; i++)
        check_sowing(&rng);
    }
}

/* A sowing that is not possible changes nothing. */
static void check_refused(const int32_t cells[4], int cell, int skipped) {
  int32_t after[4];
  memcpy(after, cells, sizeof after);
  assert_int_equal(grid_sow(&grid, after, cell, skipped), GRID_NO_CELL);
  assert_memory_equal(after, cells, (size_t)grid.cells * sizeof *cells);
}

static void sowing_can_be_impossible(void **unused) {
  (void)unused;
  int32_t most[4] = {INT32_MAX, 0, 1, 0};
  make_grid(1, 1);
  check_refused((int32_t[4]){3}, 0, 0);
  make_grid(2, 2);
  check_refused((int32_t[4]){-1, 2, 3, 4}, 0, GRID_NO_CELL);
  check_refused((int32_t[4]){1, INT32_MAX, 0, 0}, 0, GRID_NO_CELL);
  check_refused((int32_t[4]){8, 0, INT32_MAX - 1, 0}, 0, GRID_NO_CELL);
  assert_int_equal(grid_sow(&grid, most, 0, GRID_NO_CELL), 3);
  assert_memory_equal(most,
                      ((int32_t[4]){INT32_MAX / 4, INT32_MAX / 4 + 1,
                                    INT32_MAX / 4 + 2, INT32_MAX / 4 + 1}),
                      sizeof most);
}

static void check_rows(const int32_t cells[], int columns) {
  int first_empty = -1;
  for (int row = grid.shape.rows - 1; row >= 0; row--) {
    int16_t list[GRID_CELLS_MAX];
    int filled = 0, count, at = row * grid.shape.columns;
    int64_t sum = 0;
    count = grid_filled_columns(&grid, cells, row, columns, list);
    for (int column = 0; column < columns; column++) {
      sum += cells[at + column];
      if (cells[at + column])
        assert_int_equal(list[filled++], column);
    }
    assert_int_equal(count, filled);
    assert_int_equal(grid_row_sum(&grid, cells, row, columns), sum);
    first_empty = filled ? first_empty : row;
  }
  assert_int_equal(grid_empty_row(&grid, cells, columns), first_empty);
}

static void rows_are_looked_at(void **unused) {
  (void)unused;
  Rng rng;
  rng_seed(&rng, 1, 2);
  for (int columns = 1; columns <= 8; columns++)
    for (int rows = 1; rows <= 4; rows++) {
      make_grid(columns, rows);
      for (int i = 0; i < 50; i++) {
        int32_t cells[40];
        for (int cell = 0; cell < grid.cells; cell++)
          cells[cell] = rng_below(&rng, 3) ? 0 : (int32_t)rng_below(&rng, 9);
        check_rows(cells, 1 + (int)rng_below(&rng, (uint32_t)columns));
      }
    }
}

/* Places without a cell are empty: here a1 b1 c1, b2, a3. */
static void missing_cells_are_empty(void **unused) {
  (void)unused;
  GridShape shape = {
      .columns = 3, .rows = 3, .cells = 5, .place = {0, 1, 2, 4, 6}};
  assert_true(grid_init(&grid, &shape, NULL));
  int32_t cells[5] = {3, 0, 5, 0, 7};
  int16_t list[GRID_SIDE_MAX];
  assert_int_equal(grid_filled_columns(&grid, cells, 0, 3, list), 2);
  assert_int_equal(list[1], 2);
  assert_int_equal(grid_filled_columns(&grid, cells, 2, 3, list), 1);
  assert_int_equal(list[0], 0);
  assert_true(grid_row_sum(&grid, cells, 0, 3) == 8);
  assert_true(grid_row_sum(&grid, cells, 2, 3) == 7);
  assert_int_equal(grid_empty_row(&grid, cells, 3), 1);
  assert_int_equal(grid_sow(&grid, cells, 0, 2), 4);
  assert_memory_equal(cells, ((int32_t[]){0, 1, 5, 1, 8}), sizeof cells);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sowing_is_piece_by_piece),
      cmocka_unit_test(sowing_can_be_impossible),
      cmocka_unit_test(rows_are_looked_at),
      cmocka_unit_test(missing_cells_are_empty),
  };
  return RUN_TESTS(tests);
}
