/* For the files with the methods of grids: arguments, costs and results. A
 * method checks its arguments, charges for its work, and then calls core/grid.
 * Cells are numbered from 1 in Lua and from 0 there. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_GRID_METHODS_H
#define BOARDLAB_LUA_HOST_API_LAB_GRID_METHODS_H

#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_state_internal.h"

/* Charges for looking at every cell `times` times. A cell takes a fraction of
 * an instruction. */
static inline void lab_charge_cells(lua_State *L, const GridObject *b,
                                    int times) {
  plugin_charge_to(L, b->state->plugin, 1 + times * b->grid->cells / 8);
}

static inline int lab_check_cell(lua_State *L, int index, const GridObject *b) {
  lua_Integer cell = luaL_checkinteger(L, index);
  if (cell < 1 || cell > b->grid->cells)
    luaL_error(L, "%s has cells 1 to %d, not %I", b->field->name,
               b->grid->cells, (LUAI_UACINT)cell);
  return (int)cell - 1;
}

static inline int32_t lab_check_value(lua_State *L, int index,
                                      const GridObject *b) {
  return lab_check_number(L, index, b->field->name);
}

/* Returns the edge whose name is at an index. */
int lab_check_edge(lua_State *L, int index);

/* The following push a result and return 1, the number of results. */

/* A cell, or nil for GRID_NO_CELL. */
static inline int lab_return_cell(lua_State *L, int cell) {
  if (cell == GRID_NO_CELL)
    lua_pushnil(L);
  else
    lua_pushinteger(L, cell + 1);
  return 1;
}

static inline int lab_return_integer(lua_State *L, int number) {
  lua_pushinteger(L, number);
  return 1;
}

static inline int lab_return_boolean(lua_State *L, bool value) {
  lua_pushboolean(L, value);
  return 1;
}

/* A list of cells or columns, which goes into the table at an index or into a
 * new one. */
int lab_return_list(lua_State *L, int index, const GridObject *b,
                    const int16_t list[], int count);

/* The list of the cells that have to do with a value. Charges for looking at
 * every cell `times` times. */
typedef int ListCells(const Grid *g, const int32_t cells[], int32_t value,
                      int16_t list[]);
int lab_return_cells(lua_State *L, int index, const GridObject *b, int times,
                     ListCells *function, int32_t value);

#endif
