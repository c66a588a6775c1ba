/* lab.search.mcts and lab.search.alphabeta: the engine's searches for Lua.
 *
 * A search runs until the function returns. It may call Lua functions for the
 * evaluation of positions and for the moves of playouts; an error in one of
 * them ends the search. A plugin is charged as the search proceeds, for the
 * engine's work and for that of Lua rules. */
#include "core/search/alphabeta.h"
#include "core/search/mcts.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_eval.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/api/lua_rules.h"
#include <stdarg.h>
#include <stdio.h>

/* Stack indices. */
enum { POSITION = 1, OPTIONS, EVALUATE, POLICY, VIEW, RNG, SEARCH };

enum { COST_POSITION = 8, COST_NODE = 20, MEGABYTES = 64 };

static const char SEARCHING = 0; /* registry key: a search is running */

/* A search in progress. */
typedef struct Search {
  lua_State *L;
  const StateObject *of;
  StateObject *view;       /* the argument of Lua functions */
  RngObject *borrowed_rng; /* the object of the game's stream, which is only
                              valid during the search; or NULL */
  Rng *rng;
  MctsPlan mcts_plan; /* for one or the other search */
  AlphabetaPlan alphabeta_plan;
  Mcts *mcts;
  Alphabeta *alphabeta;
  int64_t cost;               /* of a position */
  uint64_t charged_positions; /* so far */
  int64_t charged_rules_work; /* so far */
  bool raised; /* a Lua function raised an error, which is on the stack */
  Error why;   /* another failure */
} Search;

/* ---- Lua functions -------------------------------------------------------*/

/* Pushes a function and the position as its first argument. */
static void begin_call(Search *s, int function, const State *state) {
  s->view->state = s->view->full_state = (State *)state;
  s->view->drawn_move = NO_DRAWN_MOVE;
  lua_pushvalue(s->L, function);
  lua_pushvalue(s->L, VIEW);
}

/* Calls it; leaves one result, or the error value. */
static bool end_call(Search *s) {
  s->raised = lua_pcall(s->L, 2, 1, 0) != LUA_OK;
  s->view->state = NULL;
  return !s->raised;
}

__attribute__((format(printf, 2, 3))) static bool
refuse(Search *s, const char *format, ...) {
  char text[256];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  lua_pushstring(s->L, text);
  s->raised = true;
  return false;
}

static bool call_evaluate(void *context, const Game *game, const State *state,
                          double value[]) {
  Search *s = context;
  begin_call(s, EVALUATE, state);
  lua_pushinteger(s->L, state->seat + 1);
  if (!end_call(s))
    return false;
  char text[200];
  if (!lab_read_value(s->L, -1, game, state->seat, value)) {
    lab_explain_value(s->L, -1, game, text, sizeof text);
    return refuse(s, "'evaluate' %s", text);
  }
  lua_pop(s->L, 1);
  return true;
}

/* Reads the policy's result on top of the stack. */
static bool read_move(Search *s, const Game *game, const State *state,
                      Move *move) {
  lua_State *L = s->L;
  Error why = {0};
  if (lua_type(L, -1) == LUA_TSTRING)
    return game_parse(game, state, lua_tostring(L, -1), move, &why) ||
           refuse(s, "'policy' returned a string that is not a legal move: %s",
                  why.message);
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  *move = (Move)number;
  if (lua_type(L, -1) != LUA_TNUMBER)
    return refuse(s, "'policy' must return a legal move, not a %s",
                  luaL_typename(L, -1));
  return (is_integer && lab_is_legal(s->view, state, number)) ||
         refuse(s, "'policy' must return a legal move, not %.14g",
                lua_tonumber(L, -1));
}

static bool call_policy(void *context, const Game *game, const State *state,
                        Rng *rng, Move *move) {
  Search *s = context;
  (void)rng; /* the Lua object uses the same stream */
  begin_call(s, POLICY, state);
  lua_pushvalue(s->L, RNG);
  if (!end_call(s) || !read_move(s, game, state, move))
    return false;
  lua_pop(s->L, 1);
  return true;
}

/* ---- charging ------------------------------------------------------------*/

/* Charges what has been done since the last time. Returns false if the search
 * must end. */
static bool charge(void *context, uint64_t positions) {
  Search *s = context;
  Plugin *plugin = s->of->plugin;
  int64_t work = lab_rules_work(s->of);
  int64_t cost = (int64_t)(positions - s->charged_positions) * s->cost +
                 (work - s->charged_rules_work) / COST_OF_RULES;
  s->charged_positions = positions;
  s->charged_rules_work = work;
  if (plugin)
    plugin->budget_left -= cost;
  return !game_fault(s->of->game) && plugin_within_limits(plugin);
}

/* ---- running -------------------------------------------------------------*/

static void set_searching(lua_State *L, bool on) {
  lua_pushboolean(L, on);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &SEARCHING);
}

/* Charges the rest and raises an error if anything has failed. */
static void settle(Search *s, uint64_t positions) {
  lua_State *L = s->L;
  charge(s, positions);
  const char *fault = game_fault(s->of->game);
  if (fault)
    luaL_error(L, "%s", fault);
  plugin_check_limits(L, s->of->plugin);
  if (s->of->plugin)
    s->of->plugin->nodes += positions;
  if (error_is_set(&s->why))
    luaL_error(L, "%s", s->why.message);
}

/* Calls `body`, which searches and pushes the best move and the list of all
 * moves. Frees the search in any case: `body` runs in a protected call, because
 * an error that ends a coroutine would close nothing. `body` gets copies of the
 * stack values, so that nobody else owns the position and its game. */
static int run_search(Search *s, lua_CFunction body) {
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

/* Raises the error of a Lua function, or returns `good`. */
static bool check_raised(lua_State *L, const Search *s, bool good) {
  if (s->raised)
    lua_error(L);
  return good;
}

/* ---- options -------------------------------------------------------------*/

static double read_real(lua_State *L, const char *key, double min, double max,
                        double otherwise) {
  int type = lua_getfield(L, OPTIONS, key);
  double number = type == LUA_TNUMBER ? lua_tonumber(L, -1) : min - 1;
  lua_pop(L, 1);
  if (type == LUA_TNIL)
    return otherwise;
  if (type != LUA_TNUMBER)
    luaL_error(L, "'%s' must be a number, not a %s", key,
               lua_typename(L, type));
  if (!(number >= min && number <= max))
    luaL_error(L, "'%s' must be from %f to %f, not %f", key, min, max, number);
  return number;
}

/* Returns a memory limit in bytes; a plugin gets at most its own limit. */
static size_t read_memory(lua_State *L, const StateObject *of, const char *key,
                          int min) {
  size_t bytes =
      (size_t)declare_number(L, OPTIONS, key, min, 1 << 20, MEGABYTES) << 20;
  return of->plugin && bytes > of->plugin->limits.memory
             ? of->plugin->limits.memory
             : bytes;
}

static int read_milliseconds(const Search *s, const char *instead) {
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

/* Checks the arguments and sets up the stack. From here on no Lua code runs
 * until the search calls a function, so what was checked stays valid. */
static Search begin(lua_State *L, const char *what, const char *const *keys) {
  Search s = {.L = L, .of = lab_check_state(L, POSITION)};
  lua_settop(L, OPTIONS);
  if (lua_isnil(L, OPTIONS)) {
    lua_newtable(L);
    lua_replace(L, OPTIONS);
  }
  luaL_checktype(L, OPTIONS, LUA_TTABLE);
  declare_plain(L, OPTIONS);
  declare_known(L, OPTIONS, what, keys);
  check_position(L, s.of);
  luaL_checkstack(L, 24, "stack overflow (search)");
  declare_function(L, OPTIONS, "evaluate");
  declare_function(L, OPTIONS, "policy");
  lua_getiuservalue(L, POSITION, GAME_SLOT);
  s.view = lab_push_view(L, -1, NULL);
  s.view->read_only = true;
  lua_remove(L, VIEW);
  push_rng(L, &s);
  s.charged_rules_work = lab_rules_work(s.of);
  return s;
}

/* ---- results -------------------------------------------------------------*/

static void set_flag(lua_State *L, const char *key, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, key);
}

/* Does not raise: `settle` checks the budget. */
static void charge_list(const Search *s, int count) {
  if (s->of->plugin)
    s->of->plugin->budget_left -= (int64_t)count * COST_NODE;
}

static void push_mcts_moves(lua_State *L, const Search *s) {
  int count = mcts_moves(s->mcts, NULL, 0);
  charge_list(s, count);
  MctsMove *list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
  mcts_moves(s->mcts, list, count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_createtable(L, 0, 4);
    lua_pushinteger(L, list[i].move);
    lua_setfield(L, -2, "move");
    lua_pushinteger(L, (lua_Integer)list[i].visits);
    lua_setfield(L, -2, "visits");
    if (list[i].visits || list[i].proven) {
      lua_pushnumber(L, list[i].value);
      lua_setfield(L, -2, "value");
    }
    set_flag(L, "proven", list[i].proven);
    lua_rawseti(L, -2, i + 1);
  }
  lua_remove(L, -2);
}

static void push_alphabeta_moves(lua_State *L, const Search *s) {
  int count = alphabeta_moves(s->alphabeta, NULL, 0);
  charge_list(s, count);
  AlphabetaMove *list = lua_newuserdatauv(L, (size_t)count * sizeof *list, 0);
  alphabeta_moves(s->alphabeta, list, count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    lua_createtable(L, 0, 7);
    lua_pushinteger(L, list[i].move);
    lua_setfield(L, -2, "move");
    lua_pushnumber(L, list[i].value);
    lua_setfield(L, -2, "value");
    lua_pushinteger(L, list[i].depth);
    lua_setfield(L, -2, "depth");
    if (list[i].plies) {
      lua_pushinteger(L, list[i].plies);
      lua_setfield(L, -2, "plies");
    }
    set_flag(L, "exact", list[i].exact);
    set_flag(L, "proven", list[i].proven);
    set_flag(L, "best", list[i].best);
    lua_rawseti(L, -2, i + 1);
  }
  lua_remove(L, -2);
}

/* ---- the functions -------------------------------------------------------*/

static const char *const MCTS_KEYS[] = {
    "iterations",    "ms",   "c",      "playouts",
    "playout_plies", "bias", "memory", "evaluate",
    "policy",        "rng",  NULL};

static MctsPlan read_mcts(Search *s) {
  enum { MOST = 10000000 };
  lua_State *L = s->L;
  bool has_evaluate = !lua_isnil(L, EVALUATE);
  bool has_policy = !lua_isnil(L, POLICY);
  MctsPlan plan = mcts_plan(has_evaluate ? EXPLORATION_DEFAULT
                            : has_policy ? 0
                                         : eval_exploration(s->of->game));
  plan.milliseconds = read_milliseconds(s, "iterations");
  plan.iterations = (uint64_t)declare_number(L, OPTIONS, "iterations", 1, MOST,
                                             (int)plan.iterations);
  if (plan.milliseconds)
    plan.iterations = 0;
  plan.exploration = read_real(L, "c", 0, 10, plan.exploration);
  plan.playouts = declare_number(L, OPTIONS, "playouts", 1, 10000, 1);
  plan.playout_plies = declare_number(L, OPTIONS, "playout_plies", -1, 10000,
                                      has_policy ? -1 : plan.playout_plies);
  plan.bias = read_real(L, "bias", 0, 1000, plan.bias);
  plan.memory = read_memory(L, s->of, "memory", 1);
  plan.reuse = false;
  plan.evaluate = has_evaluate ? call_evaluate : NULL;
  plan.policy = has_policy ? call_policy : NULL;
  plan.progress = charge;
  plan.context = s;
  return plan;
}

static int run_mcts(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->mcts = mcts_new(s->of->game, &s->mcts_plan, &s->why);
  if (!s->mcts ||
      !check_raised(L, s, mcts_search(s->mcts, s->of->state, s->rng, &s->why)))
    return 0;
  lua_pushinteger(L, mcts_best(s->mcts));
  push_mcts_moves(L, s);
  return 2;
}

/* lab.search.mcts(position [, options]) */
int lab_mcts(lua_State *L) {
  Search s = begin(L, "lab.search.mcts", MCTS_KEYS);
  s.mcts_plan = read_mcts(&s);
  s.cost = COST_POSITION;
  return run_search(&s, run_mcts);
}

static const char *const ALPHABETA_KEYS[] = {"depth",    "nodes",    "ms",
                                             "table",    "paranoid", "all",
                                             "evaluate", "rng",      NULL};

static AlphabetaPlan read_alphabeta(Search *s) {
  enum { MOST = 1000000000, DEPTH = 4 };
  lua_State *L = s->L;
  int milliseconds = read_milliseconds(s, "depth");
  AlphabetaPlan plan = {
      .milliseconds = milliseconds,
      .depth = declare_number(L, OPTIONS, "depth", 1, ALPHABETA_DEPTH_MAX,
                              milliseconds ? ALPHABETA_DEPTH_MAX : DEPTH),
      .nodes = (uint64_t)declare_number(L, OPTIONS, "nodes", 0, MOST, 0),
      .table = read_memory(L, s->of, "table", 0),
      .paranoid = declare_flag(L, OPTIONS, "paranoid"),
      .all = declare_flag(L, OPTIONS, "all"),
      .evaluate = lua_isnil(L, EVALUATE) ? NULL : call_evaluate,
      .progress = charge,
      .context = s,
  };
  return plan;
}

static int run_alphabeta(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->alphabeta = alphabeta_new(s->of->game, &s->alphabeta_plan, &s->why);
  if (!s->alphabeta ||
      !check_raised(L, s,
                    alphabeta_search(s->alphabeta, s->of->state, &s->why)))
    return 0;
  lua_pushinteger(L, alphabeta_best(s->alphabeta, s->rng));
  push_alphabeta_moves(L, s);
  return 2;
}

/* lab.search.alphabeta(position [, options]) */
int lab_alphabeta(lua_State *L) {
  Search s = begin(L, "lab.search.alphabeta", ALPHABETA_KEYS);
  s.alphabeta_plan = read_alphabeta(&s);
  s.cost = COST_NODE;
  return run_search(&s, run_alphabeta);
}
