/* Methods of grids: lines, groups, connections, distances and flips. */
#include "lua/host/api/lab_grid_methods.h"
#include <math.h>

/* Returns the length of a line; all that is longer than any is the same. */
static int check_length(lua_State *L, int index) {
  lua_Integer k = luaL_checkinteger(L, index);
  if (k < 1)
    luaL_error(L, "a line has at least 1 cell, not %I", (LUAI_UACINT)k);
  return k > GRID_SIDE_MAX ? GRID_SIDE_MAX + 1 : (int)k;
}

/* ---- lines ---------------------------------------------------------------*/

static int line(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b), k = check_length(L, 3);
  lab_charge_cells(L, b, 0);
  return lab_return_boolean(L, grid_line(b->grid, lab_grid_cells(b), cell, k));
}

static int longest(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  lab_charge_cells(L, b, 0);
  return lab_return_integer(L, grid_longest(b->grid, lab_grid_cells(b), cell));
}

static int has_line(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int k = check_length(L, 3);
  lab_charge_cells(L, b, 1);
  return lab_return_boolean(
      L, grid_has_line(b->grid, lab_grid_cells(b), value, k));
}

static int line_score(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int k = check_length(L, 3);
  double base = luaL_checknumber(L, 4);
  if (!isfinite(base))
    return luaL_error(L, "the base of a score must be a finite number");
  if (value == 0)
    return luaL_error(L,
                      "0 is an empty cell: give the value whose lines count");
  lab_charge_cells(L, b, 8);
  lua_pushnumber(L,
                 grid_line_score(b->grid, lab_grid_cells(b), value, k, base));
  return 1;
}

/* ---- groups --------------------------------------------------------------*/

static int group(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b), liberties;
  int16_t list[GRID_CELLS_MAX];
  lab_charge_cells(L, b, 4);
  lua_pushinteger(
      L, grid_group(b->grid, lab_grid_cells(b), cell, false, list, &liberties));
  lua_pushinteger(L, liberties);
  return 2;
}

static int group_cells(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  int16_t list[GRID_CELLS_MAX];
  lab_charge_cells(L, b, 4);
  int size = grid_group(b->grid, lab_grid_cells(b), cell, true, list, NULL);
  return lab_return_list(L, 3, b, list, size);
}

static int groups(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int largest;
  lab_charge_cells(L, b, 4);
  lua_pushinteger(L, grid_groups(b->grid, lab_grid_cells(b), value, &largest));
  lua_pushinteger(L, largest);
  return 2;
}

/* Gives cells around one a value, and returns their number. */
static int give_value(lua_State *L, const GridObject *b, int times,
                      int (*function)(const Grid *g, int32_t cells[], int cell,
                                      int32_t value),
                      int cell, int32_t value) {
  lab_charge_cells(L, b, times);
  return lab_return_integer(L,
                            function(b->grid, lab_grid_cells(b), cell, value));
}

static int fill(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  int cell = lab_check_cell(L, 2, b);
  return give_value(L, b, 4, grid_fill, cell, lab_check_value(L, 3, b));
}

static int touches(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b), edges = lab_check_edge(L, 3);
  for (int i = 4; i <= lua_gettop(L); i++)
    edges |= lab_check_edge(L, i);
  lab_charge_cells(L, b, 4);
  return lab_return_boolean(
      L, grid_touches(b->grid, lab_grid_cells(b), cell, edges));
}

/* What connects two edges: the value at index 2, the edges at 3 and 4. */
typedef struct Connection {
  const GridObject *b;
  int32_t value;
  int edge, other;
} Connection;

static Connection check_connection(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = lab_check_value(L, 2, b);
  int edge = lab_check_edge(L, 3), other = lab_check_edge(L, 4);
  lab_charge_cells(L, b, 4);
  return (Connection){b, value, edge, other};
}

static int connects(lua_State *L) {
  Connection c = check_connection(L);
  return lab_return_boolean(L, grid_connects(c.b->grid, lab_grid_cells(c.b),
                                             c.value, c.edge, c.other));
}

/* ---- distances -----------------------------------------------------------*/

/* Returns a number, or nil for -1. */
static int return_distance(lua_State *L, int distance) {
  if (distance < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, distance);
  return 1;
}

static int missing(lua_State *L) {
  Connection c = check_connection(L);
  if (c.value == 0)
    return luaL_error(L, "0 is an empty cell: give the value that is to "
                         "connect the edges");
  return return_distance(L, grid_missing(c.b->grid, lab_grid_cells(c.b),
                                         c.value, c.edge, c.other));
}

static int distance(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int from = lab_check_cell(L, 2, b), to = lab_check_cell(L, 3, b);
  bool any = lua_isnoneornil(L, 4);
  int32_t through = any ? 0 : lab_check_value(L, 4, b);
  lab_charge_cells(L, b, 4);
  return return_distance(L, grid_distance(b->grid, lab_grid_cells(b), from, to,
                                          any ? NULL : &through));
}

/* ---- flips ---------------------------------------------------------------*/

/* Returns a value that owns cells. */
static int32_t check_owner(lua_State *L, int index, const GridObject *b) {
  int32_t value = lab_check_value(L, index, b);
  if (value == 0)
    luaL_error(L, "0 is an empty cell: give the value that encloses others");
  return value;
}

static int flips(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = lab_check_cell(L, 2, b);
  int32_t value = check_owner(L, 3, b);
  lab_charge_cells(L, b, 0);
  return lab_return_integer(
      L, grid_flips(b->grid, lab_grid_cells(b), cell, value));
}

static int flip(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  int cell = lab_check_cell(L, 2, b);
  return give_value(L, b, 0, grid_flip, cell, check_owner(L, 3, b));
}

static int flippable(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return lab_return_cells(L, 3, b, 8, grid_flippable, check_owner(L, 2, b));
}

static int can_flip(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_owner(L, 2, b);
  lab_charge_cells(L, b, 8);
  return lab_return_boolean(L,
                            grid_can_flip(b->grid, lab_grid_cells(b), value));
}

const luaL_Reg lab_grid_line_methods[] = {{"can_flip", can_flip},
                                          {"connects", connects},
                                          {"distance", distance},
                                          {"fill", fill},
                                          {"flip", flip},
                                          {"flippable", flippable},
                                          {"flips", flips},
                                          {"group", group},
                                          {"group_cells", group_cells},
                                          {"groups", groups},
                                          {"has_line", has_line},
                                          {"line", line},
                                          {"line_score", line_score},
                                          {"longest", longest},
                                          {"missing", missing},
                                          {"touches", touches},
                                          {NULL, NULL}};
