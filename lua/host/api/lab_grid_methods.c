/* Arguments and results of the methods of grids. */
#include "lua/host/api/lab_grid_methods.h"

int lab_check_edge(lua_State *L, int index) {
  static const char *const NAMES[] = {"left", "right", "bottom", "top"};
  const char *name = luaL_checkstring(L, index);
  for (int i = 0; i < 4; i++)
    if (strcmp(name, NAMES[i]) == 0)
      return 1 << i;
  return luaL_error(L,
                    "there is no edge '%s': the edges are left, right, "
                    "bottom and top",
                    name);
}

int lab_return_list(lua_State *L, int index, const GridObject *b,
                    const int16_t list[], int count) {
  plugin_charge_to(L, b->state->plugin, count);
  lab_push_list(L, b->state, index, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, list[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

int lab_return_cells(lua_State *L, int index, const GridObject *b, int times,
                     ListCells *function, int32_t value) {
  int16_t list[GRID_CELLS_MAX];
  lab_charge_cells(L, b, times);
  int count = function(b->grid, lab_grid_cells(b), value, list);
  return lab_return_list(L, index, b, list, count);
}
