
#include "core/base/version.h"
#include "core/game/kinds.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"

static const char MODULE = 0; /* registry key */

static const luaL_Reg FUNCTIONS[] = {
    {"game", lab_game},   {"grid", lab_grid},       {"rng", lab_rng},
    {"rules", lab_rules}, {"variant", lab_variant}, {NULL, NULL}};

static const luaL_Reg SEARCH_FUNCTIONS[] = {
    {"alphabeta", lab_alphabeta}, {"mcts", lab_mcts}, {NULL, NULL}};

/* Defined in a program of the tests only. */
extern const luaL_Reg lab_test_functions[] __attribute__((weak));

static void create_module(lua_State *L) {
  luaL_newlib(L, FUNCTIONS);
  if (lab_test_functions)
    luaL_setfuncs(L, lab_test_functions, 0);
  if (!plugin_of(L))
    luaL_setfuncs(L, lab_script_functions, 0);
  lua_newtable(L);
  luaL_setfuncs(L, SEARCH_FUNCTIONS, 0);
  if (plugin_of(L))
    sandbox_freeze(L, "boardlab.search");
  lua_setfield(L, -2, "search");
  lua_pushstring(L, version_number);
  lua_setfield(L, -2, "version");
  lua_pushstring(L, version_commit);
  lua_setfield(L, -2, "commit");
  lua_pushinteger(L, MOVE_PASS);
  lua_setfield(L, -2, "pass");
  lua_pushinteger(L, KIND_HIDDEN);
  lua_setfield(L, -2, "hidden");
  if (plugin_of(L))
    sandbox_freeze(L, "boardlab");
}

int lab_push_module(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULE) != LUA_TNIL)
    return 1;
  lua_pop(L, 1);
  create_module(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &MODULE);
  return 1;
}
