/* Random numbers for Lua: generators that are called like math.random. */
#include "lua/host/api/lab.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/random.h"

#include <lauxlib.h>

static const char TAG = 0;
static const char METHODS_KEY = 0;

bool lab_is_rng(lua_State *L, int index) {
  return lab_is_box(L, index, &TAG, sizeof(RngBox));
}

/* The generator at an index, which may have been lent. */
static Rng *check_rng(lua_State *L, int index) {
  if (!lab_is_rng(L, index))
    luaL_typeerror(L, index, "rng");
  const RngBox *box = lua_touserdata(L, index);
  if (!box->rng)
    luaL_error(L, "this generator was lent for a call that is over");
  return box->rng;
}

Rng *lab_opt_rng(lua_State *L, int index) {
  if (!lua_isnoneornil(L, index))
    return check_rng(L, index);
  Plugin *plugin = plugin_of(L);
  if (plugin)
    return random_check(L, plugin->rng);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &TAG); /* a script's own stream */
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    RngBox *box = lab_push_rng(L, NULL);
    rng_seed(&box->own, 1, 0);
    box->rng = &box->own;
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &TAG);
  }
  RngBox *box = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return box->rng;
}

static int call(lua_State *L) {
  return random_push(L, check_rng(L, 1), 2);
}

static int pick(lua_State *L) {
  Rng *rng = check_rng(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  luaL_argcheck(L, count > 0, 2, "the list is empty");
  lua_rawgeti(L, 2, 1 + (lua_Integer)random_up_to(rng, (uint64_t)count - 1));
  return 1;
}

static int shuffle(lua_State *L) {
  Rng *rng = check_rng(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer count = (lua_Integer)lua_rawlen(L, 2);
  plugin_charge(L, count);
  for (lua_Integer i = count; i > 1; i--) {
    lua_Integer j = 1 + (lua_Integer)random_up_to(rng, (uint64_t)i - 1);
    lua_rawgeti(L, 2, i);
    lua_rawgeti(L, 2, j);
    lua_rawseti(L, 2, i);
    lua_rawseti(L, 2, j);
  }
  lua_settop(L, 2);
  return 1;
}

static const luaL_Reg METHODS[] = {
    {"pick", pick}, {"shuffle", shuffle}, {NULL, NULL}};

static void push_metatable(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &METHODS_KEY) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  lua_newtable(L);
  luaL_newlib(L, METHODS);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, call);
  lua_setfield(L, -2, "__call");
  lua_pushliteral(L, "rng");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &METHODS_KEY);
}

RngBox *lab_push_rng(lua_State *L, Rng *rng) {
  RngBox *box = lua_newuserdatauv(L, sizeof *box, 0);
  box->tag = &TAG;
  box->rng = rng;
  push_metatable(L);
  lua_setmetatable(L, -2);
  return box;
}
