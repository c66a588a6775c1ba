/* Read-only tables, and the list of metatables. */
#include "lua/host/sandbox/sandbox_internal.h"

static const char METATABLES = 0; /* registry key */

/* ---- read-only tables ----------------------------------------------------*/

static int refuse_change(lua_State *L) {
  const char *key =
      lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : luaL_typename(L, 2);
  return luaL_error(L, "%s is read-only (attempt to set '%s')",
                    lua_tostring(L, lua_upvalueindex(1)), key);
}

void sandbox_freeze(lua_State *L, const char *name) {
  lua_newtable(L);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_pushcclosure(L, refuse_change, 1);
  lua_setfield(L, -2, "__newindex");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

bool sandbox_push_frozen(lua_State *L, int index) {
  index = lua_absindex(L, index);
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
    return false;
  lua_pushliteral(L, "__newindex");
  lua_rawget(L, -2);
  bool frozen = lua_tocfunction(L, -1) == refuse_change;
  lua_pop(L, 1);
  if (frozen) {
    lua_pushliteral(L, "__index");
    lua_rawget(L, -2);
    lua_remove(L, -2);
  } else {
    lua_pop(L, 1);
  }
  return frozen;
}

/* ---- metatables ----------------------------------------------------------*/

/* The list has weak keys, so it does not keep the metatables alive. */
void sandbox_forget_metatables(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &METATABLES);
  plugin_of(L)->has_metatables = false;
}

void sandbox_note_metatable(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TTABLE)
    return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &METATABLES);
  lua_pushvalue(L, index);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  plugin_of(L)->has_metatables = true;
}

/* Returns whether a metatable has a __mode. setmetatable refuses one that
 * has it already, so this finds those that got it later. */
bool sandbox_has_weak_tables(lua_State *L) {
  bool weak = false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &METATABLES);
  for (lua_pushnil(L); !weak && lua_next(L, -2);) {
    lua_pushliteral(L, "__mode");
    weak = lua_rawget(L, -3) != LUA_TNIL;
    lua_pop(L, weak ? 3 : 2);
  }
  lua_pop(L, 1);
  return weak;
}
