/* Methods of grids: where cells are, what is on them, and steps. */
#include "core/base/cell.h"
#include "lua/host/api/lab_grid.h"
#include <string.h>

/* ---- where cells are -----------------------------------------------------*/

static int grid_call_column(GridCall *c) {
  return grid_column(c->grid, c->cell) + 1;
}

static int grid_call_row(GridCall *c) {
  return grid_row(c->grid, c->cell) + 1;
}

static int grid_call_cell(GridCall *c) {
  lua_State *L = c->L;
  const GridShape *shape = &c->grid->shape;
  Cell named;
  if (lua_type(L, 2) == LUA_TSTRING)
    return cell_parse(lua_tostring(L, 2), shape->columns, shape->rows, &named,
                      NULL)
               ? grid_cell(c->grid, named.column, named.row)
               : GRID_NO_CELL;
  lua_Integer at = luaL_checkinteger(L, 2), up = luaL_checkinteger(L, 3);
  bool near = at >= 1 && up >= 1;
  return near ? grid_cell(c->grid, at - 1, up - 1) : GRID_NO_CELL;
}

static int grid_call_name(GridCall *c) {
  char text[CELL_TEXT];
  Cell cell = {grid_column(c->grid, c->cell), grid_row(c->grid, c->cell)};
  lua_pushlstring(c->L, text, (size_t)cell_write(cell, text));
  return 1;
}

static int grid_call_step(GridCall *c) {
  return grid_step(c->grid, c->cell, luaL_checkinteger(c->L, 3),
                   luaL_checkinteger(c->L, 4));
}

static int grid_call_neighbours(GridCall *c) {
  int count = c->grid->neighbours[c->cell];
  memcpy(c->list, c->grid->neighbour[c->cell], (size_t)count * sizeof *c->list);
  return count;
}

static int grid_call_ray(GridCall *c) {
  return grid_ray(c->grid, c->cell, c->dx, c->dy, c->list);
}

int lab_grid_image(GridCall *c, int cell) {
  const char *wanted = luaL_checkstring(c->L, c->next);
  int symmetry = grid_symmetry_find(c->grid->shape.hex, wanted);
  if (symmetry < 0 || !(c->grid->symmetries >> symmetry & 1))
    return luaL_error(c->L, "%s has no symmetry '%s'", c->b->field->name,
                      wanted);
  return grid_symmetry_image(c->grid, symmetry, cell);
}

static int grid_call_image(GridCall *c) {
  return lab_grid_image(c, c->cell);
}

/* ---- what is on them -----------------------------------------------------*/

static int grid_call_empty(GridCall *c) {
  return grid_cells_with(c->grid, c->cells, 0, c->list);
}

/* cells(value), or all cells. */
static int grid_call_cells(GridCall *c) {
  if (!lua_isnoneornil(c->L, c->next)) {
    c->value = lab_check_value(c->L, c->next++, c->b);
    return grid_cells_with(c->grid, c->cells, c->value, c->list);
  }
  c->next++;
  for (int cell = 0; cell < c->grid->cells; cell++)
    c->list[cell] = (int16_t)cell;
  return c->grid->cells;
}

static int grid_call_count(GridCall *c) {
  bool all = lua_isnoneornil(c->L, c->next);
  int edge = all ? 0 : lab_check_edge(c->L, c->next, c->b);
  lab_charge_cells(c->L, c->b, all ? 1 : 0);
  return all ? grid_count(c->grid, c->cells, c->value)
             : grid_count_on_edge(c->grid, c->cells, c->value, edge);
}

static int grid_call_full(GridCall *c) {
  return grid_is_full(c->grid, c->cells);
}

static int grid_call_find(GridCall *c) {
  return grid_find(c->grid, c->cells, c->value, c->cell, c->dx, c->dy);
}

static int grid_call_open_columns(GridCall *c) {
  return grid_open_columns(c->grid, c->cells, c->list);
}

static int grid_call_drop(GridCall *c) {
  lua_State *L = c->L;
  lua_Integer at = luaL_checkinteger(L, 2);
  int32_t value = lab_check_value(L, 3, c->b);
  if (at < 1 || at > c->grid->shape.columns)
    return luaL_error(L, "%s has columns 1 to %d, not %I", c->b->field->name,
                      c->grid->shape.columns, (LUAI_UACINT)at);
  lab_charge_cells(L, c->b, 0);
  int cell = grid_lowest(c->grid, c->cells, (int)at - 1);
  if (cell != GRID_NO_CELL)
    c->cells[cell] = value;
  return cell;
}

/* ---- steps ---------------------------------------------------------------*/

/* Reads which cells a step may lead to; all if there is nothing at the top of
 * the stack. Pops it. */
static int take_onto(lua_State *L) {
  int onto = 0;
  const char *text = lua_tostring(L, -1);
  if (lua_isnil(L, -1))
    onto = GRID_ONTO_EMPTY | GRID_ONTO_OTHER;
  else if (text && strcmp(text, "empty") == 0)
    onto = GRID_ONTO_EMPTY;
  else if (text && strcmp(text, "other") == 0)
    onto = GRID_ONTO_OTHER;
  else
    luaL_error(L,
               "a step leads onto \"empty\" or \"other\" cells, or, without a "
               "word, onto both");
  lua_pop(L, 1);
  return onto;
}

/* Reads the columns or rows of a step, which is as good as any other if it
 * leads off all boards. Pops the number. */
static int take_distance(lua_State *L) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer)
    luaL_error(L, "a step has the columns to the right and the rows up, as in "
                  "{ 0, 1 } or { 1, 1, \"empty\" }");
  lua_pop(L, 1);
  return number < -GRID_SIDE_MAX  ? -GRID_SIDE_MAX
         : number > GRID_SIDE_MAX ? GRID_SIDE_MAX
                                  : (int)number;
}

/* Reads a list of steps at an index. */
static int check_steps(lua_State *L, int index, GridStep kind[]) {
  luaL_checktype(L, index, LUA_TTABLE);
  int kinds = 0;
  while (lua_rawgeti(L, index, kinds + 1) == LUA_TTABLE &&
         kinds < GRID_STEPS_MAX) {
    GridStep *s = &kind[kinds++];
    lua_rawgeti(L, -1, 1);
    s->dx = take_distance(L);
    lua_rawgeti(L, -1, 2);
    s->dy = take_distance(L);
    lua_rawgeti(L, -1, 3);
    s->onto = take_onto(L);
    lua_pop(L, 1);
  }
  if (kinds == 0 || !lua_isnil(L, -1))
    luaL_error(L, "steps are a list of 1 to %d lists such as { 0, 1 }",
               GRID_STEPS_MAX);
  lua_pop(L, 1);
  return kinds;
}

static int grid_call_steps(GridCall *c) {
  lua_State *L = c->L;
  GridStep kind[GRID_STEPS_MAX];
  GridMove list[GRID_CELLS_MAX * GRID_STEPS_MAX];
  bool beside = lua_isnoneornil(L, c->next);
  int kinds = beside ? 0 : check_steps(L, c->next, kind);
  lab_charge_cells(L, c->b, 1 + (beside ? 8 : kinds));
  int count = beside
                  ? grid_steps_beside(c->grid, c->cells, c->value, list)
                  : grid_steps(c->grid, c->cells, c->value, kind, kinds, list);
  plugin_charge_to(L, c->b->state->plugin, count);
  Move *listed = lab_grid_listed(c, c->next + 1, count);
  for (int i = 0; listed && i < count; i++)
    listed[i] = (Move)((list[i].from + 1) * GRID_FROM + list[i].to + 1);
  if (listed)
    return 0;
  lab_push_list(L, c->b->state, c->next + 1, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (list[i].from + 1) * GRID_FROM + list[i].to + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

const GridMethod lab_grid_cell_methods[] = {
    {"cell", ">c", GRID_CHARGES, grid_call_cell},
    {"cells", ">l", 1, grid_call_cells},
    {"column", "c>i", GRID_CHARGES, grid_call_column},
    {"count", "v>i", GRID_CHARGES, grid_call_count},
    {"draw", ">p", GRID_CHARGES, lab_grid_draw},
    {"drop", "!>c", GRID_CHARGES, grid_call_drop},
    {"empty", ">l", 1, grid_call_empty},
    {"find", "vcd>c", 0, grid_call_find},
    {"full", ">b", 1, grid_call_full},
    {"image", "c>c", GRID_CHARGES, grid_call_image},
    {"name", "c>p", 0, grid_call_name},
    {"neighbours", "c>l", GRID_CHARGES, grid_call_neighbours},
    {"open_columns", ">l", 0, grid_call_open_columns},
    {"ray", "cd>l", GRID_CHARGES, grid_call_ray},
    {"row", "c>i", GRID_CHARGES, grid_call_row},
    {"step", "c>c", GRID_CHARGES, grid_call_step},
    {"steps", "v>p", GRID_CHARGES, grid_call_steps},
    {NULL}};
