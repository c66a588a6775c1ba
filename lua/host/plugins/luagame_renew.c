/* Lua rules: a game is played as if the file had just been opened. */
#include "lua/host/plugins/luagame_internal.h"

#include "lua/host/api/lab_functions.h"
#include "lua/host/sandbox/sandbox.h"
#include <stdlib.h>

/* The layers of a game that are defined in one file share its plugin. Returns
 * the next layer of the same file, or NULL. */
static LuaGame *next_layer(const LuaGame *g) {
  const Game *base = g->lua.game.base;
  return base && lua_rules_plugin(base) == g->lua.plugin ? luagame_of(base)
                                                         : NULL;
}

/* Pushes all hooks of the layers of a file, and their options. */
static void push_hooks(lua_State *L, LuaGame *g) {
  for (; g; g = next_layer(g)) {
    luaL_checkstack(L, HOOKS + 8, "hooks");
    for (Hook h = 0; h < HOOKS; h++)
      if (luagame_has(g, h))
        lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[h]);
    lua_rawgeti(L, LUA_REGISTRYINDEX, g->values);
  }
}

/* Replaces the definition at index 1 by that of its base. */
static void step_to_base(lua_State *L) {
  lua_settop(L, 1);
  if (lua_istable(L, 1))
    lua_getfield(L, 1, "base");
  else
    lua_pushnil(L);
  lua_replace(L, 1);
}

/* Arguments: the chunk, the game. Runs the file as host.c does, and takes the
 * hooks from the definitions that it returns. */
static int run_again(lua_State *L) {
  LuaGame *g = lua_touserdata(L, 2);
  Plugin *plugin = g->lua.plugin;
  lua_settop(L, 1);
  sandbox_renew(L);
  rng_seed(&plugin->own_rng, 0, 0);
  plugin->rng = &plugin->own_rng;
  lua_call(L, 0, 1);
  plugin->rng = NULL;
  for (LuaGame *layer = g; layer; layer = next_layer(layer)) {
    for (int i = 0; i < layer->unwrapped; i++)
      step_to_base(L);
    luagame_reread_definition(L, layer);
    luagame_make_objects(L, layer);
    step_to_base(L);
  }
  return 0;
}

/* Argument: the game. */
static int take_snapshot(lua_State *L) {
  LuaGame *g = lua_touserdata(L, 1);
  push_hooks(L, g);
  g->lua.plugin->has_snapshot = sandbox_remember(L, 2, lua_gettop(L));
  return 0;
}

/* Calls `start` or `setup` of each layer as opening does: it may prepare what
 * other hooks use, and is not called again unless the start is random. */
static bool start_layers(LuaGame *g, Error *why) {
  const Game *game = &g->lua.game;
  LuaGame *next = next_layer(g);
  if (next && !start_layers(next, why))
    return false;
  if (game->random_start)
    return true;
  State *state = calloc(1, game->state_size);
  if (!state)
    return error_set_code(why, ERROR_NO_MEMORY, "out of memory (position)");
  Rng rng;
  rng_seed(&rng, 0, 0);
  luagame_start(game, state, &rng);
  free(state);
  return !luagame_is_broken(g) || error_copy(why, &g->fault);
}

/* `start` may have kept tables of arrays, which are then part of the snapshot:
 * no game may use them. */
static void forget_tables(LuaGame *g) {
  luagame_conceal(g);
  for (; g; g = next_layer(g))
    for (int i = 0; i < 2 * VIEWS; i++)
      g->view_object[i]->arrays = NULL;
}

static bool restart(LuaGame *g, Error *why) {
  Plugin *plugin = g->lua.plugin;
  for (LuaGame *layer = g; layer; layer = next_layer(layer))
    luagame_forget_objects(layer);
  plugin->has_snapshot = false;
  if (!plugin_restart(plugin, why) ||
      !sandbox_start(plugin, lab_push_module, why))
    return false;
  bool good =
      plugin_apply(plugin, run_again, g, 0, why) && start_layers(g, why);
  if (good)
    forget_tables(g);
  good = good && plugin_protect(plugin, take_snapshot, g, 0, why);
  plugin->fresh_used = plugin->used;
  return good;
}

/* Forgets what the layers of a file know of the last game. Returns whether one
 * of them failed in it. */
static bool forget_game(LuaGame *g) {
  bool failed = false;
  for (; g; g = next_layer(g)) {
    failed = failed || luagame_is_broken(g);
    error_clear(&g->fault);
    luagame_forget_moves(g);
    luagame_forget_answers(g);
  }
  return failed;
}

static const Game *base_of_file(const LuaGame *g) {
  while (next_layer(g))
    g = next_layer(g);
  return g->lua.game.base;
}

/* Rules may keep values, such as positions that they have looked at. In another
 * thread or shard other games would have come before this one, so rules that
 * have kept anything start again. So do those that have failed: in the middle
 * of what they did, and perhaps in an attempt only. */
void luagame_renew(const Game *game) {
  LuaGame *g = luagame_of(game);
  Error why = {0};
  bool failed = forget_game(g);
  g->lua.plugin->calls++; /* tables that hooks have kept are compared again */
  luagame_conceal(g);
  game_renew(base_of_file(g));
  if ((failed || !sandbox_make_as_new(g->lua.plugin)) && !restart(g, &why))
    luagame_fail(g, &why);
}

int64_t luagame_work(const Game *game) {
  return lua_rules_plugin(game)->account->all_work;
}
