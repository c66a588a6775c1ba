/* Lua rules: legal moves.
 *
 * The same position is often asked about several times in a row: for the number
 * of its moves, for a list, for the legality of a move and its notation, and to
 * play it. A bot goes back and forth between a position and those after it. So
 * what is known of the last few positions is remembered, which depends on
 * nothing but the questions asked since the start of the game (luagame_renew
 * forgets it all): rules that are not functions of the position still play the
 * same game in every thread and process. */
#include "lua/host/plugins/luagame_internal.h"

#include <stdlib.h>

/* The cost of using what is remembered, in units of work. */
enum { COST_MEMO = 10 };

/* ---- remembering ---------------------------------------------------------*/

/* The moves of a variant that only changes how they are played are the base
 * game's, which remembers its own. */
static bool keeps_memos(const LuaGame *g) {
  return !g->lua.game.base || g->has & (HOOKS_OF_MOVES | HOOK(CHANCE));
}

void luagame_make_memos(lua_State *L, LuaGame *g) {
  size_t moves = (size_t)g->lua.game.max_moves * sizeof(Move);
  for (MoveMemo *m = g->memo; keeps_memos(g) && m < g->memo + MEMOS; m++) {
    m->state = luagame_allocate(L, g, g->lua.game.state_size);
    m->moves = luagame_allocate(L, g, moves);
    if (luagame_has(g, CHANCE))
      m->weights = luagame_allocate(L, g, moves);
  }
}

void luagame_forget_moves(LuaGame *g) {
  for (int i = 0; i < MEMOS; i++)
    g->memo[i].count = g->memo[i].extras_count = -1;
}

static bool is_about(const LuaGame *g, const MoveMemo *memo,
                     const State *state) {
  return (memo->count >= 0 || memo->extras_count >= 0) &&
         memo->state->seat == state->seat && /* most often it is not */
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

/* ---- extra moves ---------------------------------------------------------*/

/* Returns the number of strings in the list on top of the stack, or -1 if it is
 * not a valid list of extra moves. */
static int count_extras(lua_State *L) {
  if (lua_isnil(L, -1))
    return 0;
  lua_Unsigned count = lua_istable(L, -1) ? lua_rawlen(L, -1) : EXTRAS_MAX + 1;
  for (lua_Unsigned i = 1; count <= EXTRAS_MAX && i <= count; i++) {
    lua_rawgeti(L, -1, (lua_Integer)i);
    const char *text = luagame_move_text(L);
    bool good = text && strcmp(text, "pass") != 0;
    lua_pop(L, 1);
    if (!good)
      return -1;
  }
  return count <= EXTRAS_MAX ? (int)count : -1;
}

/* Calls the hook `extra` and remembers the list. */
static bool call_extra(LuaGame *g, const State *state) {
  if (!luagame_ask(g, EXTRA, state, luagame_visible(g, state)->seat))
    return false;
  int count = count_extras(g->lua.plugin->L);
  if (count >= 0) {
    MoveMemo *memo = find_or_take(g, state);
    memo->extras_count = count;
    lua_rawseti(g->lua.plugin->L, LUA_REGISTRYINDEX, memo->extras);
    return true;
  }
  luagame_pop(g, 1);
  return luagame_break(
      g,
      "'extra' must return a list of at most %d strings without spaces, each "
      "of printable characters, shorter than %d bytes, and none of them 'pass'",
      EXTRAS_MAX, MOVE_TEXT);
}

int luagame_count_extras(LuaGame *g, const State *state) {
  if (luagame_is_broken(g) || !luagame_has(g, EXTRA))
    return -1;
  const MoveMemo *memo = luagame_recall(g, state);
  if (memo && memo->extras_count >= 0)
    plugin_charge_again(g->lua.plugin, COST_MEMO);
  else if (!call_extra(g, state))
    return -1;
  return luagame_recall(g, state)->extras_count;
}

/* Pushes an extra move. Returns whether it is a string: the hook may still have
 * the list, and have changed it. */
static bool push_listed(LuaGame *g, const State *state, int index) {
  lua_State *L = g->lua.plugin->L;
  lua_rawgeti(L, LUA_REGISTRYINDEX, luagame_recall(g, state)->extras);
  bool is_text = lua_rawgeti(L, -1, index + 1) == LUA_TSTRING;
  lua_remove(L, -2);
  return is_text;
}

const char *luagame_extra_text(LuaGame *g, const State *state, int index) {
  bool is_text = push_listed(g, state, index);
  const char *text = is_text ? lua_tostring(g->lua.plugin->L, -1) : NULL;
  luagame_pop(g, 1);
  return text;
}

/* ---- all moves -----------------------------------------------------------*/

/* Reads element `i` of the list on top of the stack; returns false if it is not
 * a move. */
static bool read_move(LuaGame *g, Hook hook, int i, Move *move) {
  lua_State *L = g->lua.plugin->L;
  int is_integer, type = lua_rawgeti(L, -1, i + 1);
  lua_Integer given = lua_tointegerx(L, -1, &is_integer);
  luagame_pop(g, 1);
  if (type == LUA_TNUMBER && is_integer && given >= 0 &&
      given < RULE_MOVES_MAX) {
    *move = (Move)given;
    return true;
  }
  return luagame_break(g,
                       "'%s' must return integers from 0 to %d; element %d "
                       "of its list is a %s%s",
                       luagame_hook_name(g, hook), RULE_MOVES_MAX - 1, i + 1,
                       lua_typename(L, type),
                       is_integer ? " out of that range" : "");
}

bool luagame_read_moves(LuaGame *g, Hook hook, int count, Move *list) {
  const Plugin *p = g->lua.plugin;
  const RawValue *e = plugin_elements(p, p->L, -1, count);
  for (int i = 0; i < count; i++)
    if (e && e[i].kind == RAW_INTEGER && e[i].value < RULE_MOVES_MAX)
      list[i] = (Move)e[i].value;
    else if (!read_move(g, hook, i, &list[i]))
      return false;
  return true;
}

static int list_rules(LuaGame *g, const State *state, Move *list) {
  lua_State *L = g->lua.plugin->L;
  if (!luagame_ask(g, MOVES, state, state->seat))
    return 0;
  bool is_list = lua_istable(L, -1);
  lua_Unsigned count = is_list ? lua_rawlen(L, -1) : 0;
  bool good = is_list && count <= (lua_Unsigned)g->lua.game.max_moves;
  if (!is_list)
    luagame_break(g, "'moves' must return a list, not %s%s",
                  lua_isnil(L, -1) ? "" : "a ", luaL_typename(L, -1));
  else if (!good)
    luagame_break(g, "'moves' returned %llu moves; max_moves is %d",
                  (unsigned long long)count, g->lua.game.max_moves);
  good = good && luagame_read_moves(g, MOVES, (int)count, list);
  luagame_pop(g, 1);
  return good ? (int)count : 0;
}

/* A variant leaves the moves of its base's nature as they are. */
static int list_nature(LuaGame *g, const State *state, Move *list) {
  int count = luagame_rolls(g, state)
                  ? luagame_list_chance(g, state, list)
                  : game_moves(g->lua.game.base,
                               lua_base_state(&g->lua.game, state), list);
  return game_fault(&g->lua.game) || !plugin_may_answer() ? 0 : count;
}

/* Lists the moves of a position about which nothing is known. Returns their
 * number, or 0 if the rules fail or do not answer. */
static int list_anew(LuaGame *g, const State *state, Move *list) {
  const Game *base = g->lua.game.base;
  if (state->seat == NATURE)
    return list_nature(g, state, list);
  int count = base ? game_moves(base, luagame_visible(g, state), list)
                   : list_rules(g, state, list);
  if (base)
    count = luagame_keep_allowed(g, state, list, count);
  int extras = luagame_count_extras(g, state);
  for (int i = 0; i < extras; i++)
    list[count++] = g->first_extra + (Move)i;
  if (game_fault(&g->lua.game) || !plugin_may_answer())
    return 0;
  if (count == 0)
    list[count++] = MOVE_PASS;
  luagame_remember_moves(g, state, list, count);
  return count;
}

const Move *luagame_list(LuaGame *g, const State *state, Move *list,
                         int *count) {
  *count = 0;
  if (luagame_is_broken(g))
    return NULL;
  const MoveMemo *memo = luagame_recall(g, state);
  if (memo && memo->count >= 0) {
    *count = memo->count;
    plugin_charge_again(g->lua.plugin, COST_MEMO + memo->count / 4);
    return list ? memcpy(list, memo->moves, sizeof *list * (size_t)*count)
                : memo->moves;
  }
  Move *filled = list ? list : game_borrow_list(&g->lua.game);
  *count = list_anew(g, state, filled);
  if (!list)
    game_return_list(&g->lua.game);
  return *count ? filled : NULL;
}

int luagame_moves(const Game *game, const State *state, Move *list) {
  int count;
  if (luagame_list(luagame_of(game), state, list, &count))
    return count;
  list[0] = MOVE_PASS;
  return 1;
}

static bool refuse_move(LuaGame *g, Move move) {
  return luagame_break(g,
                       "move %u is not legal in the position in which it is "
                       "played: the hooks must depend on nothing but the "
                       "position",
                       move);
}

bool luagame_check_legal(LuaGame *g, const State *visible, Move move) {
  const Game *base = g->lua.game.base;
  return game_can_fail(base) || game_legal(base, visible, move) ||
         refuse_move(g, move);
}

bool luagame_push_extra(LuaGame *g, const State *state, Move move) {
  int index = (int)(move - g->first_extra),
      extras = luagame_count_extras(g, state);
  if (extras > index && push_listed(g, state, index))
    return true;
  luagame_pop(g, extras > index);
  return extras >= 0 && refuse_move(g, move);
}

bool luagame_keeps_moves(const LuaGame *g, const State *state) {
  return g->lua.game.base && !(g->has & HOOKS_OF_MOVES) &&
         !lua_state_head(state)->played_on && !luagame_is_broken(g) &&
         !luagame_rolls(g, state) &&
         lua_base_state(&g->lua.game, state)->outcome == PLAYING;
}

int luagame_count(const Game *game, const State *state) {
  LuaGame *g = luagame_of(game);
  int count;
  if (luagame_keeps_moves(g, state))
    return game_count(game->base, lua_base_state(game, state));
  return luagame_list(g, state, NULL, &count) ? count : 1;
}

static bool is_in_list(const Move *list, int count, Move move) {
  int i = 0;
  while (i < count && list[i] != move)
    i++;
  return i < count;
}

/* Returns whether a move that is legal in the base game is allowed. */
static bool is_allowed(LuaGame *g, const State *state, Move move) {
  if (luagame_has(g, FILTER)) {
    int count;
    const Move *list = luagame_list(g, state, NULL, &count);
    return list && is_in_list(list, count, move);
  }
  bool is_slow = luagame_has(g, ALLOW) && !g->depends.count;
  const MoveMemo *memo = is_slow ? luagame_recall(g, state) : NULL;
  if (!memo || memo->count < 0 || luagame_is_broken(g))
    return luagame_allows(g, state, move);
  plugin_charge_again(g->lua.plugin, COST_MEMO + memo->count / 4);
  return is_in_list(memo->moves, memo->count, move);
}

bool luagame_legal(const Game *game, const State *state, Move move) {
  LuaGame *g = luagame_of(game);
  if (!game->base || luagame_rolls(g, state)) {
    int count;
    const Move *list = luagame_list(g, state, NULL, &count);
    return list && is_in_list(list, count, move);
  }
  if (state->seat == NATURE)
    return game_legal(game->base, lua_base_state(game, state), move);
  if (luagame_is_extra(g, move))
    return luagame_count_extras(g, state) > (int)(move - g->first_extra);
  return game_legal(game->base, lua_base_state(game, state), move) &&
         is_allowed(g, state, move);
}

static Move random_from_list(LuaGame *g, const State *state, Rng *rng) {
  int count;
  const Move *list = luagame_list(g, state, NULL, &count);
  return list ? list[rng_below(rng, (uint32_t)count)] : MOVE_PASS;
}

Move luagame_random_move(const Game *game, const State *state, Rng *rng) {
  enum { TRIES = 16 };
  LuaGame *g = luagame_of(game);
  const State *visible = game->base ? lua_base_state(game, state) : NULL;
  if (luagame_keeps_moves(g, state) || (visible && visible->seat == NATURE))
    return game_random_move(game->base, visible, rng);
  if (state->seat == NATURE)
    return game_random_move_by_list(game, state, rng);
  /* Rejection sampling: the allowed moves stay equally likely. */
  bool can_draw = visible && !luagame_has(g, EXTRA) &&
                  !luagame_has(g, FILTER) && !lua_state_head(state)->played_on;
  for (int i = 0; can_draw && visible->outcome == PLAYING &&
                  !luagame_is_broken(g) && i < TRIES;
       i++) {
    Move move = game_random_move(game->base, visible, rng);
    if (move == MOVE_PASS)
      return move;
    if (is_allowed(g, state, move))
      return move;
  }
  return random_from_list(g, state, rng);
}
