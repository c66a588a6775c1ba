#include "lua/host/api/lab_search.h"
#include "lua/host/api/lua_rules.h"

#include "lua/host/api/declare.h"
#include "lua/host/api/lab_eval.h"
#include <stdarg.h>
#include <stdio.h>

enum { COST_LISTED_MOVE = 20, MEGABYTES = 64 };

static const char SEARCHING = 0; /* registry key: a search is running */

/* ---- Lua functions -------------------------------------------------------*/

void lab_search_begin_call(Search *s, int function, const State *state) {
  s->view->state = s->view->full_state = (State *)state;
  s->view->known_move = NO_KNOWN_MOVE;
  lua_pushvalue(s->L, function);
  lua_pushvalue(s->L, VIEW);
}

__attribute__((format(printf, 2, 3))) bool
lab_search_refuse(Search *s, const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  lua_pushstring(s->L, text);
  s->raised = true;
  return false;
}

/* Returns whether the function has left the tables of its position alone. Its
 * result is on top of the stack. */
static bool close_view(Search *s) {
  Error why = {0};
  lua_pushvalue(s->L, VIEW);
  bool good = lab_close_arrays(s->L, s->view, 0, &why);
  lua_pop(s->L, 1);
  if (good)
    return true;
  lua_pop(s->L, 1);
  return lab_search_refuse(s, "%s", why.message);
}

bool lab_search_end_call(Search *s) {
  s->raised = lua_pcall(s->L, 2, 1, 0) != LUA_OK;
  bool good = !s->raised && (!s->view->borrowed || close_view(s));
  s->view->state = NULL;
  return good;
}

bool lab_search_evaluate(void *context, const Game *game, const State *state,
                         double value[]) {
  Search *s = context;
  int seat = lua_rules_turn(game, state);
  lab_search_begin_call(s, EVALUATE, state);
  lab_push_seat(s->L, s->of->owner, seat);
  if (!lab_search_end_call(s))
    return false;
  Error why = {0};
  unsigned all = (1u << game->seats) - 1;
  if (!lab_read_value(s->L, s->of->owner, all, seat, value, &why))
    return lab_search_refuse(s, "%s", why.message);
  lua_pop(s->L, 1);
  return true;
}

/* ---- charging ------------------------------------------------------------*/

/* Counts the memory of the search as the plugin's. */
static bool hold_memory(Search *s) {
  Plugin *plugin = s->of->plugin;
  size_t now = 0;
  if (s->mcts)
    now = mcts_memory(s->mcts);
  if (s->alphabeta)
    now = alphabeta_memory(s->alphabeta);
  if (now == s->held)
    return true;
  if (!plugin_hold(plugin, s->held, now)) {
    plugin->account->stop = STOP_MEMORY;
    return false;
  }
  s->held = now;
  return true;
}

bool lab_search_charge(void *context, uint64_t positions) {
  Search *s = context;
  Plugin *plugin = s->of->plugin;
  int64_t cost = (int64_t)(positions - s->charged_positions) * s->cost;
  s->charged_positions = positions;
  if (plugin)
    plugin->account->budget_left -= cost;
  return !game_fault(s->of->game) && plugin_within_limits(plugin) &&
         (!plugin || hold_memory(s));
}

void lab_search_charge_list(const Search *s, int count) {
  if (s->of->plugin)
    s->of->plugin->account->budget_left -= (int64_t)count * COST_LISTED_MOVE;
}

/* ---- running -------------------------------------------------------------*/

static void set_searching(lua_State *L, bool on) {
  lua_pushboolean(L, on);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &SEARCHING);
}

/* Charges the rest and raises an error if anything has failed. */
static void settle(Search *s, uint64_t positions) {
  lua_State *L = s->L;
  lab_search_charge(s, positions);
  const char *fault = game_fault(s->of->game);
  if (fault)
    luaL_error(L, "%s", fault);
  plugin_check_limits(L, s->of->plugin);
  if (s->of->plugin)
    s->of->plugin->nodes += positions;
  lab_raise(L, &s->why);
}

/* `body` runs in a protected call, because an error that ends a coroutine would
 * close nothing. It gets copies of the stack values, so that nobody else owns
 * the position and its game. */
int lab_search_run(Search *s, lua_CFunction body) {
  lua_State *L = s->L;
  set_searching(L, true);
  lua_pushcfunction(L, body);
  for (int i = POSITION; i < SEARCH; i++)
    lua_pushvalue(L, i);
  lua_pushlightuserdata(L, s);
  int status = lua_pcall(L, SEARCH, 2, 0);
  uint64_t positions = 0;
  if (s->mcts)
    positions = mcts_positions(s->mcts);
  if (s->alphabeta)
    positions = alphabeta_nodes(s->alphabeta);
  mcts_free(s->mcts);
  alphabeta_free(s->alphabeta);
  if (s->of->plugin)
    plugin_hold(s->of->plugin, s->held, 0);
  s->held = 0;
  s->mcts = NULL;
  s->alphabeta = NULL;
  if (s->borrowed_rng)
    s->borrowed_rng->rng = NULL;
  set_searching(L, false);
  if (status != LUA_OK) {
    plugin_check_limits(L,
                        s->of->plugin); /* otherwise a pcall could catch it */
    return lua_error(L);
  }
  settle(s, positions);
  return 2;
}

bool lab_search_check_raised(lua_State *L, const Search *s, bool good) {
  if (s->raised)
    lua_error(L);
  return good;
}

/* ---- options -------------------------------------------------------------*/

size_t lab_search_memory(lua_State *L, const StateObject *of, const char *key,
                         int min) {
  size_t bytes =
      (size_t)declare_number(L, OPTIONS, key, min, 1 << 20, MEGABYTES) << 20;
  if (!of->plugin)
    return bytes;
  size_t most = of->plugin->account->limits.memory / 2;
  return bytes > most ? most : bytes;
}

bool lab_search_margin(const Search *s) {
  bool margin = declare_flag(s->L, OPTIONS, "margin");
  if (margin && !s->of->game->rules->score)
    luaL_error(s->L, "'margin' needs a game that has scores");
  return margin;
}

int lab_search_milliseconds(const Search *s, const char *instead) {
  enum { DAY = 86400000 };
  int number = declare_number(s->L, OPTIONS, "ms", 0, DAY, 0);
  if (number && s->of->plugin)
    luaL_error(
        s->L,
        "only scripts may use a time limit ('ms'): bots and rules must be "
        "deterministic; use '%s'",
        instead);
  return number;
}

static void check_position(lua_State *L, const StateObject *of) {
  if (of->state->outcome != PLAYING)
    luaL_error(L, "the game is over: there is nothing to search");
  if (of->past_end)
    luaL_error(L, "the base game is over in this position: it cannot be "
                  "searched");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &SEARCHING);
  if (lua_toboolean(L, -1))
    luaL_error(L, "a function called by a search cannot start another search");
  lua_pop(L, 1);
}

/* Pushes the generator to use: the option `rng`, or the default stream. */
static void push_rng(lua_State *L, Search *s) {
  const Plugin *plugin = s->of->plugin;
  if (lua_getfield(L, OPTIONS, "rng") == LUA_TNIL) {
    lua_pop(L, 1);
    if (plugin && !plugin->rng)
      luaL_error(L,
                 "rules that search need a generator of their own: give one, "
                 "as in rng = lab.rng(1)");
    s->rng = lab_opt_rng(L, RNG);
    s->borrowed_rng = lab_push_rng(L, s->rng);
    return;
  }
  if (!lab_is_rng(L, RNG))
    luaL_error(L, "'rng' must be a generator from lab.rng, not a %s",
               luaL_typename(L, RNG));
  s->rng = lab_opt_rng(L, RNG);
}

Search lab_search_begin(lua_State *L, const char *what,
                        const char *const *keys) {
  Search s = {.L = L, .of = lab_check_state(L, POSITION)};
  declare_arguments(L, OPTIONS, what, keys);
  declare_plain(L, OPTIONS);
  check_position(L, s.of);
  luaL_checkstack(L, 24, "stack overflow (search)");
  declare_function(L, OPTIONS, "evaluate");
  declare_function(L, OPTIONS, "policy");
  lua_getiuservalue(L, POSITION, GAME_SLOT);
  s.view = lab_push_view(L, -1, NULL);
  s.view->read_only = true;
  lua_remove(L, VIEW);
  push_rng(L, &s);
  return s;
}
