/* Grids of positions: their objects and their cells. */
#include "lua/host/api/lab_grid.h"

#include "lua/host/api/lab_grid_methods.h"

static const char GRID_TAG = 0;

GridObject *lab_check_grid(lua_State *L) {
  if (!lab_is_object(L, 1, &GRID_TAG, sizeof(GridObject)))
    luaL_typeerror(L, 1,
                   "grid of a position (call methods as in s.board:full())");
  GridObject *b = lua_touserdata(L, 1);
  lab_require_valid(L, b->state);
  return b;
}

GridObject *lab_test_grid(lua_State *L, int index) {
  if (!lab_is_object(L, index, &GRID_TAG, sizeof(GridObject)))
    return NULL;
  GridObject *b = lua_touserdata(L, index);
  return b->state->state && b->state->owner->game ? b : NULL;
}

GridObject *lab_check_editable_grid(lua_State *L) {
  GridObject *b = lab_check_grid(L);
  lab_require_editable(L, b->state);
  return b;
}

/* The upvalue is the table of methods. */
static int get(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  if (lua_type(L, 2) != LUA_TNUMBER) {
    lua_rawget(L, lua_upvalueindex(1));
    return 1;
  }
  int is_integer;
  lua_Integer cell = lua_tointegerx(L, 2, &is_integer);
  if (is_integer && cell >= 1 && cell <= b->grid->cells)
    lua_pushinteger(L, lab_grid_cells(b)[cell - 1]);
  else
    lua_pushnil(L);
  return 1;
}

static int set(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  int cell = lab_check_cell(L, 2, b);
  lab_grid_cells(b)[cell] = lab_check_value(L, 3, b);
  return 0;
}

static int length(lua_State *L) {
  lua_pushinteger(L, lab_check_grid(L)->grid->cells);
  return 1;
}

static void push_metatable(lua_State *L) {
  static const luaL_Reg EVENTS[] = {
      {"__newindex", set}, {"__len", length}, {NULL, NULL}};
  if (!lab_push_metatable(L, &GRID_TAG, "grid"))
    return;
  luaL_setfuncs(L, EVENTS, 0);
  lua_newtable(L);
  luaL_setfuncs(L, lab_grid_cell_methods, 0);
  luaL_setfuncs(L, lab_grid_line_methods, 0);
  luaL_setfuncs(L, lab_grid_draw_methods, 0);
  lua_pushcclosure(L, get, 1);
  lua_setfield(L, -2, "__index");
}

void lab_new_grid(lua_State *L, StateObject *s, const Field *field,
                  size_t offset) {
  GridObject *b = lua_newuserdatauv(L, sizeof *b, 1);
  *b = (GridObject){&GRID_TAG, s, offset, field->grid, field};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  push_metatable(L);
  lua_setmetatable(L, -2);
}
