/* Methods of grids that do whole moves: steps, sowing; and that tell how a game
 * stands. */
#include "lua/host/api/lab_grid.h"

/* What `outcome` returns in a game that k in a row win. */
static int grid_call_line_outcome(GridCall *c) {
  if (grid_has_line(c->grid, c->cells, c->value, c->length))
    lua_pushinteger(c->L, c->value);
  else if (grid_is_full(c->grid, c->cells))
    lua_pushliteral(c->L, "draw");
  else
    lua_pushnil(c->L);
  return 1;
}

static int grid_call_move(GridCall *c) {
  lua_Integer number = luaL_checkinteger(c->L, c->next);
  lua_Integer from = number / GRID_FROM - 1, to = number % GRID_FROM - 1;
  if (number < 0 || from < 0 || from >= c->grid->cells || to < 0 ||
      to >= c->grid->cells)
    return luaL_error(c->L, "%s has no step %I: a step is from * %d + to",
                      c->b->field->name, (LUAI_UACINT)number, GRID_FROM);
  int32_t moved = c->cells[from], taken = c->cells[to];
  c->cells[from] = 0;
  c->cells[to] = moved;
  return taken;
}

/* ---- rows and sowing -----------------------------------------------------*/

static int check_row(GridCall *c) {
  lua_Integer row = luaL_checkinteger(c->L, c->next++);
  int rows = c->grid->shape.rows;
  if (row < 1 || row > rows)
    luaL_error(c->L, "%s has rows 1 to %d, not %I", c->b->field->name, rows,
               (LUAI_UACINT)row);
  return (int)row - 1;
}

/* The number of columns that count; all if there is none. */
static int check_columns(GridCall *c) {
  int all = c->grid->shape.columns;
  lua_Integer columns = luaL_optinteger(c->L, c->next++, all);
  if (columns < 1 || columns > all)
    luaL_error(c->L, "%s has 1 to %d columns, not %I", c->b->field->name, all,
               (LUAI_UACINT)columns);
  return (int)columns;
}

static int grid_call_filled_columns(GridCall *c) {
  int row = check_row(c), columns = check_columns(c);
  return grid_filled_columns(c->grid, c->cells, row, columns, c->list);
}

static int grid_call_sum(GridCall *c) {
  int row = check_row(c), columns = check_columns(c);
  lua_pushinteger(c->L, grid_row_sum(c->grid, c->cells, row, columns));
  return 1;
}

static int grid_call_empty_row(GridCall *c) {
  int row = grid_empty_row(c->grid, c->cells, check_columns(c));
  return row < 0 ? -1 : row + 1;
}

static int grid_call_sow(GridCall *c) {
  int skipped = lua_isnoneornil(c->L, c->next)
                    ? GRID_NO_CELL
                    : lab_check_cell(c->L, c->next, c->b);
  int last = grid_sow(c->grid, c->cells, c->cell, skipped);
  if (last == GRID_NO_CELL)
    luaL_error(c->L,
               "the %d on cell %d of %s cannot be sown: that takes a number "
               "from 0 on and cells that have room",
               (int)c->cells[c->cell], c->cell + 1, c->b->field->name);
  return last;
}

const GridMethod lab_grid_move_methods[] = {
    {"empty_row", ">n", 1, grid_call_empty_row},
    {"filled_columns", ">l", 0, grid_call_filled_columns},
    {"line_outcome", "vk>p", 1, grid_call_line_outcome},
    {"move", "!>i", 0, grid_call_move},
    {"sow", "!c>c", 1, grid_call_sow},
    {"sum", ">p", 0, grid_call_sum},
    {NULL}};
