/* Read-only tables. */
#include "lua/host/sandbox/sandbox_internal.h"

static int refuse_change(lua_State *L) {
  const char *key =
      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
  return luaL_error(L, "%s is read-only (attempt to set '%s')",
                    lua_tostring(L, lua_upvalueindex(1)), key);
}

/* Makes the table on top of the stack refuse new keys. Pops `index`, which says
 * what is found for keys that it does not have, from below the table. */
static void refuse_changes(lua_State *L, const char *name) {
  lua_createtable(L, 0, 3);
  lua_rotate(L, -3, -1);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse_change, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

void sandbox_freeze(lua_State *L, const char *name) {
  lua_newtable(L);
  refuse_changes(L, name);
}

void sandbox_seal(lua_State *L, const char *name, lua_CFunction index) {
  lua_pushcfunction(L, index);
  lua_insert(L, -2);
  refuse_changes(L, name);
}

/* If the value at an index is a table that refuses changes, pushes what is
 * found in it for other keys and returns the type of that; otherwise returns
 * LUA_TNONE. */
static int push_refusing(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
    return LUA_TNONE;
  lua_pushliteral(L, "__newindex");
  lua_rawget(L, -2);
  bool refuses = lua_tocfunction(L, -1) == refuse_change;
  lua_pop(L, 1);
  if (!refuses) {
    lua_pop(L, 1);
    return LUA_TNONE;
  }
  lua_pushliteral(L, "__index");
  int type = lua_rawget(L, -2);
  lua_remove(L, -2);
  return type;
}

bool sandbox_push_frozen(lua_State *L, int index) {
  int type = push_refusing(L, index);
  if (type != LUA_TNONE && type != LUA_TTABLE)
    lua_pop(L, 1);
  return type == LUA_TTABLE;
}

bool sandbox_is_sealed(lua_State *L, int index) {
  int type = push_refusing(L, index);
  if (type != LUA_TNONE)
    lua_pop(L, 1);
  return type == LUA_TFUNCTION;
}
