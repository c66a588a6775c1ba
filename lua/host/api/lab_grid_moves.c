/* Methods of grids that do whole moves: steps, sowing; and that tell how a game
 * stands. */
#include "lua/host/api/lab_grid.h"

/* ---- what `outcome` returns ----------------------------------------------*/

static int push_winner(const GridCall *c, bool wins) {
  if (wins)
    lua_pushinteger(c->L, c->value);
  else
    lua_pushnil(c->L);
  return 1;
}

static int grid_call_reach_outcome(GridCall *c) {
  return push_winner(
      c, grid_count_on_edge(c->grid, c->cells, c->value, c->edge) > 0 ||
             !grid_has_other(c->grid, c->cells, c->value));
}

static int grid_call_connect_outcome(GridCall *c) {
  return push_winner(
      c, grid_connects(c->grid, c->cells, c->value, c->edge, c->other));
}

static int grid_call_line_outcome(GridCall *c) {
  bool wins = grid_has_line(c->grid, c->cells, c->value, c->length);
  if (wins || !grid_is_full(c->grid, c->cells))
    return push_winner(c, wins);
  lua_pushliteral(c->L, "draw");
  return 1;
}

/* ---- placing and moving --------------------------------------------------*/

/* The pie rule: instead of the second move, the first piece is taken over. */
enum { GRID_SWAP_MOVE = 0 };

static int grid_call_placements(GridCall *c) {
  bool may_swap = c->value == 2 && lua_toboolean(c->L, c->next);
  int count = grid_cells_with(c->grid, c->cells, 0, c->list);
  if (may_swap && count == c->grid->cells - 1)
    c->list[count++] = GRID_SWAP_MOVE - 1;
  c->next++;
  return count;
}

static int only_piece(GridCall *c) {
  int count = c->grid->cells - grid_count(c->grid, c->cells, 0), cell = 0;
  if (count != 1)
    return luaL_error(c->L,
                      "0 takes over the only piece, but there are %d on %s",
                      count, c->b->field->name);
  while (c->cells[cell] == 0)
    cell++;
  return cell;
}

static int grid_call_place(GridCall *c) {
  bool swaps = luaL_checkinteger(c->L, c->next) == GRID_SWAP_MOVE;
  int from = swaps ? only_piece(c) : lab_check_cell(c->L, c->next, c->b);
  int32_t value = lab_check_value(c->L, c->next + 1, c->b);
  c->next += 2;
  int to =
      swaps && !lua_isnoneornil(c->L, c->next) ? lab_grid_image(c, from) : from;
  c->cells[from] = 0;
  c->cells[to] = value;
  return to;
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
    {"connect_outcome", "vef>p", 4, grid_call_connect_outcome},
    {"empty_row", ">n", 1, grid_call_empty_row},
    {"filled_columns", ">l", 0, grid_call_filled_columns},
    {"line_outcome", "vk>p", 1, grid_call_line_outcome},
    {"move", "!>i", 0, grid_call_move},
    {"place", "!>c", 0, grid_call_place},
    {"placements", "v>l", 1, grid_call_placements},
    {"reach_outcome", "ve>p", 1, grid_call_reach_outcome},
    {"sow", "!c>c", 1, grid_call_sow},
    {"sum", ">p", 0, grid_call_sum},
    {NULL}};
