#include "lua/host/api/lab_definition.h"

#include "lua/host/api/lab_functions.h"
#include <stdbool.h>

/* Registry keys of the metatables that serve as marks. */
static const char RULES_MARK = 0, VARIANT_MARK = 0;

static int mark(lua_State *L, const void *key) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (lua_getmetatable(L, 1))
    return luaL_error(
        L, "lab.rules and lab.variant take a table without a metatable");
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_setmetatable(L, 1);
  return 1;
}

int lab_rules(lua_State *L) {
  return mark(L, &RULES_MARK);
}

int lab_variant(lua_State *L) {
  return mark(L, &VARIANT_MARK);
}

static bool has_mark(lua_State *L, int index, const void *key) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
    return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  bool same = lua_istable(L, -1) && lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

DefinitionKind lab_definition_kind(lua_State *L, int index) {
  return has_mark(L, index, &RULES_MARK)     ? DEFINITION_RULES
         : has_mark(L, index, &VARIANT_MARK) ? DEFINITION_VARIANT
                                             : DEFINITION_NONE;
}
