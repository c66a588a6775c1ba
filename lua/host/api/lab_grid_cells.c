/* Methods of grids: where cells are, what is on them, and steps. */
#include "core/base/cell.h"
#include "lua/host/api/lab_grid_methods.h"

static void check_direction(lua_State *L, int index, lua_Integer *dx,
                            lua_Integer *dy) {
  *dx = luaL_checkinteger(L, index);
  *dy = luaL_checkinteger(L, index + 1);
  if (*dx == 0 && *dy == 0)
    luaL_error(L, "0, 0 is not a direction: give the columns to the right and "
                  "the rows up, as in 1, 0");
}

/* ---- where cells are -----------------------------------------------------*/

static int column(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return lab_return_integer(L,
                            grid_column(b->grid, lab_check_cell(L, 2, b)) + 1);
}

static int row(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return lab_return_integer(L, grid_row(b->grid, lab_check_cell(L, 2, b)) + 1);
}

static int cell_at(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  const GridShape *shape = &b->grid->shape;
  Cell named;
  if (lua_type(L, 2) == LUA_TSTRING)
    return lab_return_cell(L, cell_parse(lua_tostring(L, 2), shape->columns,
                                         shape->rows, &named, NULL)
                                  ? grid_cell(b->grid, named.column, named.row)
                                  : GRID_NO_CELL);
  lua_Integer at = luaL_checkinteger(L, 2), up = luaL_checkinteger(L, 3);
  bool near = at >= 1 && up >= 1;
  return lab_return_cell(L, near ? grid_cell(b->grid, at - 1, up - 1)
                                 : GRID_NO_CELL);
}

static int name(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  char text[CELL_TEXT];
  int length = cell_write(
      (Cell){grid_column(b->grid, cell), grid_row(b->grid, cell)}, text);
  lab_charge_cells(L, b, 0);
  lua_pushlstring(L, text, (size_t)length);
  return 1;
}

static int step(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  return lab_return_cell(L, grid_step(b->grid, cell, luaL_checkinteger(L, 3),
                                      luaL_checkinteger(L, 4)));
}

static int neighbours(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  return lab_return_list(L, 3, b, b->grid->neighbour[cell],
                         b->grid->neighbours[cell]);
}

static int ray(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  lua_Integer dx, dy;
  int16_t list[GRID_CELLS_MAX];
  check_direction(L, 3, &dx, &dy);
  return lab_return_list(L, 5, b, list, grid_ray(b->grid, cell, dx, dy, list));
}

static int image(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  const char *wanted = luaL_checkstring(L, 3);
  int symmetry = grid_symmetry_find(wanted);
  if (symmetry < 0 || !(grid_symmetries(b->grid->shape) >> symmetry & 1))
    return luaL_error(L, "%s has no symmetry '%s'", b->field->name, wanted);
  return lab_return_cell(L,
                         grid_symmetry_image(b->grid->shape, symmetry, cell));
}

/* ---- what is on them -----------------------------------------------------*/

static int cells(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return lab_return_cells(L, 3, b, 1, grid_cells_with,
                          lab_check_value(L, 2, b));
}

static int empty(lua_State *L) {
  return lab_return_cells(L, 2, lab_check_grid(L), 1, grid_cells_with, 0);
}

static int count(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int edge = lua_isnoneornil(L, 3) ? 0 : lab_check_edge(L, 3);
  const int32_t *at = lab_grid_cells(b);
  lab_charge_cells(L, b, edge ? 0 : 1);
  return lab_return_integer(L,
                            edge ? grid_count_on_edge(b->grid, at, value, edge)
                                 : grid_count(b->grid, at, value));
}

static int full(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  lab_charge_cells(L, b, 1);
  return lab_return_boolean(L, grid_is_full(b->grid, lab_grid_cells(b)));
}

static int find(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int cell = lab_check_cell(L, 3, b);
  lua_Integer dx, dy;
  check_direction(L, 4, &dx, &dy);
  lab_charge_cells(L, b, 0);
  return lab_return_cell(
      L, grid_find(b->grid, lab_grid_cells(b), value, cell, dx, dy));
}

static int open_columns(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int16_t list[GRID_CELLS_MAX];
  lab_charge_cells(L, b, 0);
  return lab_return_list(L, 2, b, list,
                         grid_open_columns(b->grid, lab_grid_cells(b), list));
}

static int drop(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  lua_Integer at = luaL_checkinteger(L, 2);
  int32_t value = lab_check_value(L, 3, b);
  if (at < 1 || at > b->grid->shape.columns)
    return luaL_error(L, "%s has columns 1 to %d, not %I", b->field->name,
                      b->grid->shape.columns, (LUAI_UACINT)at);
  lab_charge_cells(L, b, 0);
  int cell = grid_find(b->grid, lab_grid_cells(b), 0, (int)at - 1, 0, 1);
  if (cell != GRID_NO_CELL)
    lab_grid_cells(b)[cell] = value;
  return lab_return_cell(L, cell);
}

/* ---- steps ---------------------------------------------------------------*/

enum { FROM = 1024 }; /* a step is the number from * FROM + to */

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

static int steps(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  GridStep kind[GRID_STEPS_MAX];
  GridMove list[GRID_CELLS_MAX * GRID_STEPS_MAX];
  int kinds = check_steps(L, 3, kind);
  lab_charge_cells(L, b, 1 + kinds);
  int count = grid_steps(b->grid, lab_grid_cells(b), value, kind, kinds, list);
  plugin_charge_to(L, b->state->plugin, count);
  lab_push_list(L, b->state, 4, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (list[i].from + 1) * FROM + list[i].to + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

const luaL_Reg lab_grid_cell_methods[] = {{"cell", cell_at},
                                          {"cells", cells},
                                          {"column", column},
                                          {"count", count},
                                          {"drop", drop},
                                          {"empty", empty},
                                          {"find", find},
                                          {"full", full},
                                          {"image", image},
                                          {"name", name},
                                          {"neighbours", neighbours},
                                          {"open_columns", open_columns},
                                          {"ray", ray},
                                          {"row", row},
                                          {"step", step},
                                          {"steps", steps},
                                          {NULL, NULL}};
