#include "lua/host/api/lab_rng.h"

#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include <lauxlib.h>

/* The tag, which is also the registry key of a script's own stream. */
static const char TAG = 0;
static const char METATABLE = 0; /* registry key */

bool lab_is_rng(lua_State *L, int index) {
  return lab_to_object(L, index, &TAG, sizeof(RngObject));
}

static Rng *check_rng(lua_State *L, int index) {
  if (!lab_is_rng(L, index))
    luaL_typeerror(L, index, "rng");
  const RngObject *object = lua_touserdata(L, index);
  if (!object->rng)
    luaL_error(L, "this generator was only valid during the call");
  return object->rng;
}

Rng *lab_opt_rng(lua_State *L, int index) {
  if (!lua_isnoneornil(L, index))
    return check_rng(L, index);
  Plugin *plugin = plugin_of(L);
  if (plugin)
    return random_check(L, plugin->rng);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &TAG);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    RngObject *object = lab_push_rng(L, NULL);
    rng_seed(&object->own, 1, 0);
    object->rng = &object->own;
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &TAG);
  }
  RngObject *object = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return object->rng;
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
  plugin_keys_added(plugin_of(L), lua_topointer(L, 2)); /* it may have holes */
  lua_settop(L, 2);
  return 1;
}

static const luaL_Reg METHODS[] = {
    {"pick", pick}, {"shuffle", shuffle}, {NULL, NULL}};

RngObject *lab_push_rng(lua_State *L, Rng *rng) {
  RngObject *object = lua_newuserdatauv(L, sizeof *object, 0);
  object->tag = &TAG;
  object->rng = rng;
  if (lab_push_metatable(L, &METATABLE, "rng")) {
    luaL_newlib(L, METHODS);
    lua_setfield(L, -2, "__index");
    sandbox_push_call_event(L);
    lua_pushcfunction(L, call);
    lua_rawset(L, -3);
  }
  lua_setmetatable(L, -2);
  return object;
}

/* Makes the streams of plugins differ from those of runs: a bot that guesses
 * the seed should not deal itself the cards of the game. */
static const uint64_t PLUGIN_SEEDS = 0x626f617264736565u;

/* lab.rng(seed [, index]) */
int lab_rng(lua_State *L) {
  lua_Integer seed = luaL_checkinteger(L, 1), index = luaL_optinteger(L, 2, 0);
  RngObject *object = lab_push_rng(L, NULL);
  rng_seed(&object->own, (uint64_t)seed ^ (plugin_of(L) ? PLUGIN_SEEDS : 0),
           (uint64_t)index);
  object->rng = &object->own;
  return 1;
}
