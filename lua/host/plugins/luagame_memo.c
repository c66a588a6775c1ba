/* Lua rules: remembering the moves of the last positions.
 *
 * The same position is often asked about several times in a row: for the number
 * of its moves, for a list, for the legality of a move and its notation, and to
 * play it. A bot goes back and forth between a position and those after it,
 * hence more than one memo.
 *
 * What is remembered depends on nothing but the questions asked since the start
 * of the game (luagame_renew forgets it all). So rules that are not functions
 * of the position still play the same game in every thread and process. */
#include "lua/host/plugins/luagame_internal.h"

#include <stdlib.h>

/* The moves of a variant that only changes how they are played are the base
 * game's, which remembers its own. */
static bool keeps_memos(const LuaGame *g) {
  return !g->lua.game.base || g->has & (HOOKS_OF_MOVES | HOOK(CHANCE));
}

static size_t moves_size(const LuaGame *g) {
  return (size_t)g->lua.game.max_moves * sizeof(Move);
}

size_t luagame_memo_memory(const LuaGame *g) {
  size_t lists = moves_size(g) * (luagame_has(g, CHANCE) ? 2 : 1);
  return keeps_memos(g) ? MEMOS * (g->lua.game.state_size + lists) : 0;
}

static void make_memo(lua_State *L, LuaGame *g, MoveMemo *memo) {
  if (luagame_has(g, EXTRA)) {
    lua_pushboolean(L, 0); /* nil would make no slot */
    memo->extras = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  if (!memo->state)
    memo->state = malloc(g->lua.game.state_size);
  if (!memo->moves)
    memo->moves = malloc(moves_size(g));
  if (!memo->weights && luagame_has(g, CHANCE))
    memo->weights = malloc(moves_size(g));
  if (!memo->state || !memo->moves ||
      (luagame_has(g, CHANCE) && !memo->weights))
    plugin_stop(L, g->lua.plugin, STOP_SYSTEM);
}

void luagame_make_memos(lua_State *L, LuaGame *g) {
  for (int i = 0; keeps_memos(g) && i < MEMOS; i++)
    make_memo(L, g, &g->memo[i]);
}

void luagame_free_memos(LuaGame *g) {
  for (int i = 0; i < MEMOS; i++) {
    luaL_unref(g->lua.plugin->L, LUA_REGISTRYINDEX, g->memo[i].extras);
    free(g->memo[i].state);
    free(g->memo[i].moves);
    free(g->memo[i].weights);
  }
}

void luagame_forget_moves(LuaGame *g) {
  for (int i = 0; i < MEMOS; i++)
    g->memo[i].count = g->memo[i].extras_count = -1;
}

static bool is_about(const LuaGame *g, const MoveMemo *memo,
                     const State *state) {
  return (memo->count >= 0 || memo->extras_count >= 0) &&
         memcmp(memo->state, state, g->lua.game.state_size) == 0;
}

/* Moves a memo to the front. */
static MoveMemo *use(LuaGame *g, int index) {
  MoveMemo used = g->memo[index];
  for (; index > 0; index--)
    g->memo[index] = g->memo[index - 1];
  g->memo[0] = used;
  return &g->memo[0];
}

MoveMemo *luagame_recall(LuaGame *g, const State *state) {
  for (int i = 0; i < MEMOS; i++)
    if (is_about(g, &g->memo[i], state))
      return i == 0 ? &g->memo[0] : use(g, i);
  return NULL;
}

/* Returns the memo of a position; if there is none, one about which nothing is
 * known takes the place of the one that was not used for longest. */
static MoveMemo *find_or_take(LuaGame *g, const State *state) {
  MoveMemo *memo = luagame_recall(g, state);
  if (memo)
    return memo;
  memo = use(g, MEMOS - 1);
  memo->count = memo->extras_count = -1;
  game_assign(&g->lua.game, memo->state, state);
  return memo;
}

void luagame_remember_moves(LuaGame *g, const State *state, const Move *moves,
                            int count) {
  if (!keeps_memos(g))
    return;
  MoveMemo *memo = find_or_take(g, state);
  memcpy(memo->moves, moves, (size_t)count * sizeof *moves);
  memo->count = count;
}

void luagame_remember_chance(LuaGame *g, const State *state, const Move *moves,
                             const uint32_t *weights, int count) {
  luagame_remember_moves(g, state, moves, count);
  memcpy(g->memo[0].weights, weights, (size_t)count * sizeof *weights);
}

void luagame_remember_extras(LuaGame *g, const State *state, int count) {
  MoveMemo *memo = find_or_take(g, state);
  memo->extras_count = count;
  lua_rawseti(g->lua.plugin->L, LUA_REGISTRYINDEX, memo->extras);
}
