/* lab.search: the engine's searches, lent to Lua.
 *
 * A search is over when the function returns. While it goes on it may call
 * functions of Lua for what positions are worth, and for the moves of playouts;
 * what these raise ends it. A plugin pays as it goes, for the engine's work and
 * for that of rules in Lua. */
#include "lua/host/api/lab.h"

#include "core/search/alphabeta.h"
#include "core/search/mcts.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/sandbox/plugin.h"
#include <stdarg.h>
#include <stdio.h>

/* What stands on the stack. */
enum { POSITION = 1, OPTIONS, EVALUATE, POLICY, VIEW, RNG, SEARCH };

enum { COST_POSITION = 8, COST_NODE = 20, MEGABYTES = 64 };

static const char SEARCHING = 0; /* key of the registry */

/* All that a search needs. */
typedef struct Search {
  lua_State *L;
  const StateBox *of;
  StateBox *view; /* what functions are lent */
  RngBox *lent;   /* the same, if it is ours and not the caller's; or NULL */
  Rng *rng;
  MctsPlan mcts_plan; /* one or the other */
  AlphabetaPlan alphabeta_plan;
  Mcts *mcts;
  Alphabeta *alphabeta;
  int64_t cost;   /* of a position */
  uint64_t paid;  /* positions */
  int64_t worked; /* work of rules in Lua that was paid */
  bool raised;    /* a function did; its error is on the stack */
  Error why;      /* it failed otherwise */
} Search;

/* ---- functions of Lua ----------------------------------------------------*/

/* Pushes one of them, and the position it is asked about. */
static void begin_call(Search *s, int function, const State *state) {
  s->view->state = s->view->whole_state = (State *)state;
  s->view->drawn = NOT_DRAWN;
  lua_pushvalue(s->L, function);
  lua_pushvalue(s->L, VIEW);
}

/* Leaves one result, or what was raised. */
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

static bool ask_evaluate(void *context, const Game *game, const State *state,
                         double value[]) {
  Search *s = context;
  begin_call(s, EVALUATE, state);
  lua_pushinteger(s->L, state->seat + 1);
  if (!end_call(s))
    return false;
  char text[200];
  if (!lab_read_value(s->L, -1, game, state->seat, value)) {
    lab_describe_value(s->L, -1, game, text, sizeof text);
    return refuse(s, "'evaluate' %s", text);
  }
  lua_pop(s->L, 1);
  return true;
}

/* What the policy returned is on top of the stack. */
static bool read_move(Search *s, const Game *game, const State *state,
                      Move *move) {
  lua_State *L = s->L;
  Error why = {""};
  if (lua_type(L, -1) == LUA_TSTRING)
    return game_parse(game, state, lua_tostring(L, -1), move, &why) ||
           refuse(s, "'policy' returned a text that is no move here: %s",
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

static bool ask_policy(void *context, const Game *game, const State *state,
                       Rng *rng, Move *move) {
  Search *s = context;
  (void)rng; /* the one that Lua has draws from the same */
  begin_call(s, POLICY, state);
  lua_pushvalue(s->L, RNG);
  if (!end_call(s) || !read_move(s, game, state, move))
    return false;
  lua_pop(s->L, 1);
  return true;
}

/* ---- paying --------------------------------------------------------------*/

/* Takes it off the budget; false if that is overdrawn. */
static bool pay(void *context, uint64_t positions) {
  Search *s = context;
  Plugin *plugin = s->of->plugin;
  int64_t worked = lab_work_of_rules(s->of);
  int64_t cost = (int64_t)(positions - s->paid) * s->cost +
                 (worked - s->worked) / COST_OF_RULES;
  s->paid = positions;
  s->worked = worked;
  if (plugin)
    plugin->left -= cost;
  return !game_fault(s->of->game) && plugin_may_go_on(plugin);
}

/* ---- from beginning to end -----------------------------------------------*/

static void set_searching(lua_State *L, bool on) {
  lua_pushboolean(L, on);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &SEARCHING);
}

/* Pays what is left to pay, and raises whatever went wrong. */
static void settle(Search *s, uint64_t positions) {
  lua_State *L = s->L;
  pay(s, positions);
  const char *fault = game_fault(s->of->game);
  if (fault)
    luaL_error(L, "%s", fault);
  plugin_check(L, s->of->plugin);
  if (s->of->plugin)
    s->of->plugin->nodes += positions;
  if (s->why.message[0])
    luaL_error(L, "%s", s->why.message);
}

/* Calls `body`, which searches and leaves the best move and the list of all.
 * What it holds is given back in whatever way it ends: errors stop here first,
 * as those that end a coroutine close nothing on their way. It gets copies of
 * the stack: nobody else may hold the position and its game. */
static int conduct(Search *s, lua_CFunction body) {
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
  if (s->lent)
    s->lent->rng = NULL;
  set_searching(L, false);
  if (status != LUA_OK) {
    plugin_check(L, s->of->plugin); /* else it could be caught */
    return lua_error(L);
  }
  settle(s, positions);
  return 2;
}

/* In `body`: whether the search went well. */
static bool is_good(lua_State *L, const Search *s, bool good) {
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

/* Bytes for a tree or a table; a plugin has no more than for all else. */
static size_t read_memory(lua_State *L, const StateBox *of, const char *key,
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
    luaL_error(s->L,
               "only scripts search by time ('ms'): bots and rules must do the "
               "same every time; give '%s'",
               instead);
  return number;
}

static void check_position(lua_State *L, const StateBox *of) {
  if (of->state->outcome != PLAYING)
    luaL_error(L, "the game is over: there is nothing to search");
  if (of->beyond)
    luaL_error(L, "the base takes this position for the end: it cannot be "
                  "searched");
  lua_rawgetp(L, LUA_REGISTRYINDEX, &SEARCHING);
  if (lua_toboolean(L, -1))
    luaL_error(L, "a search cannot be started while another asks");
  lua_pop(L, 1);
}

/* Pushes what is to be drawn from: what the options name, or what a plugin or
 * script draws from otherwise. */
static void push_rng(lua_State *L, Search *s) {
  const Plugin *plugin = s->of->plugin;
  if (lua_getfield(L, OPTIONS, "rng") == LUA_TNIL) {
    lua_pop(L, 1);
    if (plugin && !plugin->rng)
      luaL_error(L, "rules that search draw from a generator of their own: "
                    "give one as in rng = lab.rng(1)");
    s->rng = lab_opt_rng(L, RNG);
    s->lent = lab_push_rng(L, s->rng);
    return;
  }
  if (!lab_is_rng(L, RNG))
    luaL_error(L, "'rng' must be a generator, as lab.rng makes them, not a %s",
               luaL_typename(L, RNG));
  s->rng = lab_opt_rng(L, RNG);
}

/* Lays out the stack. From here on no code in Lua runs until the search asks:
 * what was checked stays as it is. */
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
  luaL_checkstack(L, 24, "no room to search");
  declare_function(L, OPTIONS, "evaluate");
  declare_function(L, OPTIONS, "policy");
  lua_getiuservalue(L, POSITION, GAME_SLOT);
  s.view = lab_push_view(L, -1, NULL);
  s.view->locked = true;
  lua_remove(L, VIEW);
  push_rng(L, &s);
  s.worked = lab_work_of_rules(s.of);
  return s;
}

/* ---- results -------------------------------------------------------------*/

static void set_flag(lua_State *L, const char *key, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, key);
}

/* They are paid for when all is over. */
static void charge_list(const Search *s, int count) {
  if (s->of->plugin)
    s->of->plugin->left -= (int64_t)count * COST_NODE;
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
  bool evaluated = !lua_isnil(L, EVALUATE), led = !lua_isnil(L, POLICY);
  MctsPlan plan = mcts_plan(evaluated ? EXPLORATION_DEFAULT
                            : led     ? 0
                                      : eval_exploration(s->of->game));
  plan.milliseconds = read_milliseconds(s, "iterations");
  plan.iterations = (uint64_t)declare_number(L, OPTIONS, "iterations", 1, MOST,
                                             (int)plan.iterations);
  if (plan.milliseconds)
    plan.iterations = 0;
  plan.exploration = read_real(L, "c", 0, 10, plan.exploration);
  plan.playouts = declare_number(L, OPTIONS, "playouts", 1, 10000, 1);
  plan.playout_plies = declare_number(L, OPTIONS, "playout_plies", -1, 10000,
                                      led ? -1 : plan.playout_plies);
  plan.bias = read_real(L, "bias", 0, 1000, plan.bias);
  plan.memory = read_memory(L, s->of, "memory", 1);
  plan.reuse = false;
  plan.evaluate = evaluated ? ask_evaluate : NULL;
  plan.policy = led ? ask_policy : NULL;
  plan.progress = pay;
  plan.context = s;
  return plan;
}

static int run_mcts(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->mcts = mcts_new(s->of->game, &s->mcts_plan, &s->why);
  if (!s->mcts ||
      !is_good(L, s, mcts_search(s->mcts, s->of->state, s->rng, &s->why)))
    return 0;
  lua_pushinteger(L, mcts_best(s->mcts));
  push_mcts_moves(L, s);
  return 2;
}

/* lab.search.mcts(position [, options]): the best move, and all of them. */
static int search_mcts(lua_State *L) {
  Search s = begin(L, "lab.search.mcts", MCTS_KEYS);
  s.mcts_plan = read_mcts(&s);
  s.cost = COST_POSITION;
  return conduct(&s, run_mcts);
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
      .evaluate = lua_isnil(L, EVALUATE) ? NULL : ask_evaluate,
      .progress = pay,
      .context = s,
  };
  return plan;
}

static int run_alphabeta(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->alphabeta = alphabeta_new(s->of->game, &s->alphabeta_plan, &s->why);
  if (!s->alphabeta ||
      !is_good(L, s, alphabeta_search(s->alphabeta, s->of->state, &s->why)))
    return 0;
  lua_pushinteger(L, alphabeta_best(s->alphabeta, s->rng));
  push_alphabeta_moves(L, s);
  return 2;
}

/* lab.search.alphabeta(position [, options]): the same. */
static int search_alphabeta(lua_State *L) {
  Search s = begin(L, "lab.search.alphabeta", ALPHABETA_KEYS);
  s.alphabeta_plan = read_alphabeta(&s);
  s.cost = COST_NODE;
  return conduct(&s, run_alphabeta);
}

const luaL_Reg lab_search_functions[] = {
    {"mcts", search_mcts}, {"alphabeta", search_alphabeta}, {NULL, NULL}};
