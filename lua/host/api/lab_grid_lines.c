/* Methods of grids: lines, groups, connections, distances and flips. */
#include "lua/host/api/lab_grid.h"
#include <math.h>

/* ---- lines ---------------------------------------------------------------*/

static int grid_call_line(GridCall *c) {
  return grid_line(c->grid, c->cells, c->cell, c->length);
}

static int grid_call_longest(GridCall *c) {
  return grid_longest(c->grid, c->cells, c->cell);
}

static int grid_call_has_line(GridCall *c) {
  return grid_has_line(c->grid, c->cells, c->value, c->length);
}

static int grid_call_line_score(GridCall *c) {
  lua_State *L = c->L;
  double base = luaL_checknumber(L, c->next);
  if (!isfinite(base))
    return luaL_error(L, "the base of a score must be a finite number");
  if (c->value == 0)
    return luaL_error(L,
                      "0 is an empty cell: give the value whose lines count");
  lab_charge_cells(L, c->b, 8);
  lua_pushnumber(L,
                 grid_line_score(c->grid, c->cells, c->value, c->length, base));
  return 1;
}

/* ---- groups --------------------------------------------------------------*/

static int grid_call_group(GridCall *c) {
  return grid_group(c->grid, c->cells, c->cell, false, c->list, &c->second);
}

static int grid_call_group_cells(GridCall *c) {
  return grid_group(c->grid, c->cells, c->cell, true, c->list, NULL);
}

static int grid_call_groups(GridCall *c) {
  return grid_groups(c->grid, c->cells, c->value, &c->second);
}

static int grid_call_fill(GridCall *c) {
  return grid_fill(c->grid, c->cells, c->cell, c->value);
}

static int grid_call_touches(GridCall *c) {
  int edges = c->edge;
  for (int i = c->next; i <= lua_gettop(c->L); i++)
    edges |= lab_check_edge(c->L, i, c->b);
  lab_charge_cells(c->L, c->b, 4);
  return grid_touches(c->grid, c->cells, c->cell, edges);
}

static int grid_call_connects(GridCall *c) {
  return grid_connects(c->grid, c->cells, c->value, c->edge, c->other);
}

/* ---- distances -----------------------------------------------------------*/

static int grid_call_missing(GridCall *c) {
  if (c->value == 0)
    return luaL_error(c->L, "0 is an empty cell: give the value that is to "
                            "connect the edges");
  return grid_missing(c->grid, c->cells, c->value, c->edge, c->other);
}

static int grid_call_distance(GridCall *c) {
  bool any = lua_isnoneornil(c->L, c->next);
  int32_t through = any ? 0 : lab_check_value(c->L, c->next, c->b);
  lab_charge_cells(c->L, c->b, 4);
  return grid_distance(c->grid, c->cells, c->cell, c->to,
                       any ? NULL : &through);
}

/* ---- flips ---------------------------------------------------------------*/

static int grid_call_flips(GridCall *c) {
  return grid_flips(c->grid, c->cells, c->cell, c->value);
}

static int grid_call_flip(GridCall *c) {
  return grid_flip(c->grid, c->cells, c->cell, c->value);
}

static int grid_call_flippable(GridCall *c) {
  return grid_flippable(c->grid, c->cells, c->value, c->list);
}

static int grid_call_can_flip(GridCall *c) {
  return grid_can_flip(c->grid, c->cells, c->value);
}

const GridMethod lab_grid_line_methods[] = {
    {"can_flip", "o>b", 8, grid_call_can_flip},
    {"connects", "vef>b", 4, grid_call_connects},
    {"distance", "ct>n", GRID_CHARGES, grid_call_distance},
    {"fill", "!cv>i", 4, grid_call_fill},
    {"flip", "!co>i", 0, grid_call_flip},
    {"flippable", "o>l", 8, grid_call_flippable},
    {"flips", "co>i", 0, grid_call_flips},
    {"group", "c>2", 4, grid_call_group},
    {"group_cells", "c>l", 4, grid_call_group_cells},
    {"groups", "v>2", 4, grid_call_groups},
    {"has_line", "vk>b", 1, grid_call_has_line},
    {"line", "ck>b", 0, grid_call_line},
    {"line_score", "vk>p", GRID_CHARGES, grid_call_line_score},
    {"longest", "c>i", 0, grid_call_longest},
    {"missing", "vef>n", 4, grid_call_missing},
    {"touches", "ce>b", GRID_CHARGES, grid_call_touches},
    {NULL}};
