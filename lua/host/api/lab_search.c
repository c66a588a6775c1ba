/* lab.search.mcts and lab.search.alphabeta.
 *
 * A search runs until the function returns. It may call Lua functions for the
 * evaluation of positions and for the moves of playouts; an error in one of
 * them ends the search. A plugin is charged as the search proceeds, for the
 * engine's work and for that of Lua rules. */
#include "core/base/given_file.h"
#include "core/learn/weights.h"
#include "core/search/alphabeta.h"
#include "core/search/mcts.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/sandbox/file.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { COST_LISTED_MOVE = 20, COST_POSITION = 8, COST_NODE = 20 };
enum { MEGABYTES = 64 };

static const char SEARCHING = 0; /* registry key: a search is running */

/* Stack indices. EVALUATE and POLICY are functions or nil. */
enum { POSITION = 1, OPTIONS, EVALUATE, POLICY, VIEW, RNG, SEARCH };

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
  Network *network;           /* of the option `weights`, or NULL */
  uint64_t charged_positions; /* so far */
  size_t held;                /* bytes, counted as the plugin's */
  bool raised; /* a Lua function raised an error, which is on the stack */
  Error why;   /* another failure */
} Search;

/* ---- Lua functions -------------------------------------------------------*/

/* Push a function and the position as its first argument; call it with one
 * further argument, leaving one result or the error value. */
static void search_begin_call(Search *s, int function, const State *state) {
  s->view->state = s->view->full_state = (State *)state;
  s->view->known_move = NO_KNOWN_MOVE;
  lua_pushvalue(s->L, function);
  lua_pushvalue(s->L, VIEW);
}

/* Ends the search with an error. Returns false. */
__attribute__((format(printf, 2, 3))) static bool
search_refuse(Search *s, const char *format, ...) {
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
  return search_refuse(s, "%s", why.message);
}

static bool search_end_call(Search *s) {
  s->raised = lua_pcall(s->L, 2, 1, 0) != LUA_OK;
  bool good = !s->raised && (!s->view->borrowed || close_view(s));
  s->view->state = NULL;
  return good;
}

static bool search_evaluate(void *context, const Game *game, const State *state,
                            double value[]) {
  Search *s = context;
  int seat = lua_rules_turn(game, state);
  search_begin_call(s, EVALUATE, state);
  lab_push_seat(s->L, s->of->owner, seat);
  if (!search_end_call(s))
    return false;
  Error why = {0};
  unsigned all = (1u << game->seats) - 1;
  if (!lab_read_value(s->L, s->of->owner, all, seat, value, &why))
    return search_refuse(s, "%s", why.message);
  lua_pop(s->L, 1);
  return true;
}

static bool search_weigh(void *context, const Game *game, const State *state,
                         double value[]) {
  return network_evaluate(((Search *)context)->network, game, state, value);
}

/* Reads the policy's result on top of the stack. */
static bool read_move(Search *s, const Game *game, const State *state,
                      Move *move) {
  lua_State *L = s->L;
  Error why = {0};
  if (lua_type(L, -1) == LUA_TSTRING)
    return game_parse(game, state, lua_tostring(L, -1), move, &why) ||
           search_refuse(
               s, "'policy' returned a string that is not a legal move: %s",
               why.message);
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  *move = (Move)number;
  if (lua_type(L, -1) != LUA_TNUMBER)
    return search_refuse(s, "'policy' must return a legal move, not a %s",
                         luaL_typename(L, -1));
  if (is_integer && lab_is_legal(s->view, state, number))
    return true;
  char text[64];
  snprintf(text, sizeof text, "%.14g", lua_tonumber(L, -1));
  return search_refuse(s, "'policy' must return a legal move, not %s", text);
}

static bool call_policy(void *context, const Game *game, const State *state,
                        Rng *rng, Move *move) {
  Search *s = context;
  (void)rng; /* the Lua object uses the same stream */
  search_begin_call(s, POLICY, state);
  lua_pushvalue(s->L, RNG);
  if (!search_end_call(s) || !read_move(s, game, state, move))
    return false;
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

static bool search_charge(void *context, uint64_t positions) {
  Search *s = context;
  Plugin *plugin = s->of->plugin;
  int64_t cost = (int64_t)(positions - s->charged_positions) * s->cost;
  s->charged_positions = positions;
  if (plugin)
    plugin->account->budget_left -= cost;
  return !game_fault(s->of->game) && plugin_within_limits(plugin) &&
         (!plugin || hold_memory(s));
}

/* ---- running -------------------------------------------------------------*/

static void set_searching(lua_State *L, bool on) {
  lua_pushboolean(L, on);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &SEARCHING);
}

/* Charges the rest and raises an error if anything has failed. */
static void settle(Search *s, uint64_t positions) {
  lua_State *L = s->L;
  search_charge(s, positions);
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
static int search_run(Search *s, lua_CFunction body) {
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

/* Whether the search is done where the rules run, in one go: in a script, if it
 * calls no Lua functions. */
static bool is_job(const Search *s) {
  return s->of->game->remote && lua_isnil(s->L, EVALUATE) &&
         lua_isnil(s->L, POLICY);
}

static bool search_check_raised(lua_State *L, const Search *s, bool good) {
  if (s->raised)
    lua_error(L);
  return good;
}

/* ---- options -------------------------------------------------------------*/

static size_t search_memory(lua_State *L, const StateObject *of,
                            const char *key, int min) {
  size_t bytes =
      (size_t)declare_number(L, OPTIONS, key, min, 1 << 20, MEGABYTES) << 20;
  if (!of->plugin)
    return bytes;
  size_t most = of->plugin->account->limits.memory / 2;
  return bytes > most ? most : bytes;
}

static bool search_margin(const Search *s) {
  bool margin = declare_flag(s->L, OPTIONS, "margin");
  if (margin && !s->of->game->rules->score)
    luaL_error(s->L, "'margin' needs a game that has scores");
  return margin;
}

static int search_milliseconds(const Search *s, const char *instead) {
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

/* ---- weights -------------------------------------------------------------*/

static const char NETWORKS = 0; /* registry key: by game and file */

static int free_network(lua_State *L) {
  Network **n = lua_touserdata(L, 1);
  network_free(*n);
  *n = NULL;
  return 0;
}

/* The number of a file of weights (given_file.h): one that a plugin names is
 * beside its own. */
static int find_weights(const Plugin *plugin, const char *name, Error *error) {
  char path[PATH_TEXT];
  size_t size;
  if (!plugin)
    return given_file(name, error);
  char *text = file_find(name, plugin->file, path, error)
                   ? file_read(path, &size, error)
                   : NULL;
  bool known = text && given_file_add(path, text, size, error);
  free(text);
  return known ? given_file(path, error) : 0;
}

/* Pushes a table of the registry whose keys are games, which it does not keep.
 */
static void push_networks(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &NETWORKS) == LUA_TTABLE)
    return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &NETWORKS);
}

/* Pushes the table of the networks of a game, by the names of their files. */
static void push_networks_of(lua_State *L) {
  push_networks(L);
  lua_getiuservalue(L, POSITION, GAME_SLOT);
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TTABLE) {
    lua_replace(L, -3);
    lua_pop(L, 1);
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_insert(L, -4);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/* A network that has been opened stays until its game is collected. */
static Network *open_network(Search *s, const char *name, int file) {
  lua_State *L = s->L;
  push_networks_of(L);
  if (lua_getfield(L, -1, name) != LUA_TNIL) {
    Network *known = *(Network **)lua_touserdata(L, -1);
    lua_pop(L, 2);
    return known;
  }
  lua_pop(L, 1);
  Network **n = lua_newuserdatauv(L, sizeof *n, 0);
  *n = NULL;
  lua_newtable(L);
  lua_pushcfunction(L, free_network);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  *n = weights_open(s->of->game, file, NULL, &s->why);
  Network *opened = *n;
  if (opened)
    lua_setfield(L, -2, name);
  else
    lua_pop(L, 1);
  lua_pop(L, 1);
  return opened;
}

/* Reads the option `weights`. Returns the number of its file, or 0; a search
 * that is done here gets its network as well. */
static int search_weights(Search *s) {
  lua_State *L = s->L;
  if (lua_getfield(L, OPTIONS, "weights") == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "'weights' must be the name of a file, not a %s",
               luaL_typename(L, -1));
  const char *name = lua_tostring(L, -1);
  if (!lua_isnil(L, EVALUATE))
    luaL_error(L, "give either 'weights' or 'evaluate'");
  int file = find_weights(s->of->plugin, name, &s->why);
  if (file && !is_job(s))
    s->network = open_network(s, name, file);
  if (!file || (!is_job(s) && !s->network))
    lab_raise(L, &s->why);
  lua_pop(L, 1);
  return file;
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
 * until the search calls a function, so what was checked stays valid. `what` is
 * the function's name, `keys` the known options. */
static Search search_begin(lua_State *L, const char *what,
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

/* ---- results -------------------------------------------------------------*/

/* Pushes what is known of a move; the value is NaN if it is not. */
static void push_move(lua_State *L, Move move, double value, bool proven) {
  lua_createtable(L, 0, 7);
  lab_set_count(L, "move", move);
  if (!isnan(value))
    lab_set_number(L, "value", value);
  lab_set_flag(L, "proven", proven);
}

/* Pushes memory for a list of moves, which is charged for. Does not raise for
 * that: the end of the search checks the budget. */
static void *push_memory(lua_State *L, const Search *s, int count,
                         size_t size) {
  if (s->of->plugin)
    s->of->plugin->account->budget_left -= (int64_t)count * COST_LISTED_MOVE;
  return lua_newuserdatauv(L, (size_t)count * size, 0);
}

static void push_mcts_moves(lua_State *L, const MctsMove list[], int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    bool known = list[i].visits || list[i].proven;
    push_move(L, list[i].move, known ? list[i].value : NAN, list[i].proven);
    lab_set_count(L, "visits", list[i].visits);
    lua_rawseti(L, -2, i + 1);
  }
}

static void push_alphabeta_moves(lua_State *L, const AlphabetaMove list[],
                                 int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_move(L, list[i].move, list[i].value, list[i].proven);
    lab_set_count(L, "depth", (uint64_t)list[i].depth);
    if (list[i].plies)
      lab_set_count(L, "plies", (uint64_t)list[i].plies);
    lab_set_flag(L, "exact", list[i].exact);
    lab_set_flag(L, "best", list[i].best);
    lua_rawseti(L, -2, i + 1);
  }
}

/* ---- MCTS ----------------------------------------------------------------*/

static const char *const MCTS_KEYS[] = {
    "iterations", "ms",      "c",        "playouts", "playout_plies",
    "bias",       "memory",  "evaluate", "margin",   "policy",
    "rng",        "weights", NULL};

static MctsPlan read_mcts_plan(Search *s) {
  enum { ITERATIONS_MAX = 10000000 };
  lua_State *L = s->L;
  bool has_evaluate = !lua_isnil(L, EVALUATE);
  bool has_policy = !lua_isnil(L, POLICY);
  int weights = search_weights(s);
  MctsPlan plan = mcts_plan(has_evaluate || weights ? EXPLORATION_DEFAULT
                            : has_policy            ? 0
                                         : eval_exploration(s->of->game));
  plan.milliseconds = search_milliseconds(s, "iterations");
  plan.iterations = (uint64_t)declare_number(
      L, OPTIONS, "iterations", 1, ITERATIONS_MAX, (int)plan.iterations);
  if (plan.milliseconds)
    plan.iterations = 0;
  plan.exploration = declare_real(L, OPTIONS, "c", 0, 10, plan.exploration);
  plan.playouts = declare_number(L, OPTIONS, "playouts", 1, 10000, 1);
  plan.playout_plies = declare_number(L, OPTIONS, "playout_plies", -1, 10000,
                                      has_policy ? -1 : plan.playout_plies);
  plan.bias = declare_real(L, OPTIONS, "bias", 0, 1000, plan.bias);
  plan.memory = search_memory(L, s->of, "memory", 1);
  plan.reuse = false;
  plan.margin = search_margin(s);
  plan.weights = weights;
  plan.evaluate = has_evaluate ? search_evaluate
                  : s->network ? search_weigh
                               : NULL;
  plan.policy = has_policy ? call_policy : NULL;
  plan.progress = search_charge;
  plan.context = s;
  return plan;
}

static int run_mcts(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->mcts = mcts_new(s->of->game, &s->mcts_plan);
  if (!search_check_raised(L, s,
                           mcts_search(s->mcts, s->of->state, s->rng, &s->why)))
    return 0;
  lua_pushinteger(L, mcts_best(s->mcts));
  int count = mcts_moves(s->mcts, NULL, 0);
  MctsMove *list = push_memory(L, s, count, sizeof *list);
  mcts_moves(s->mcts, list, count);
  push_mcts_moves(L, list, count);
  lua_remove(L, -2);
  return 2;
}

static int find_mcts(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  const Game *game = s->of->game;
  MctsMove *list = push_memory(L, s, game->max_moves, sizeof *list);
  s->mcts_plan.progress = NULL;
  int count = mcts_find(game, s->of->state, &s->mcts_plan, s->rng, list,
                        game->max_moves, &s->why);
  if (count <= 0)
    return 0;
  lua_pushinteger(L, list[0].move);
  push_mcts_moves(L, list, count);
  return 2;
}

/* lab.search.mcts(position [, options]) */
int lab_mcts(lua_State *L) {
  Search s = search_begin(L, "lab.search.mcts", MCTS_KEYS);
  s.mcts_plan = read_mcts_plan(&s);
  s.cost = COST_POSITION;
  return search_run(&s, is_job(&s) ? find_mcts : run_mcts);
}

/* ---- alpha-beta ----------------------------------------------------------*/

static const char *const ALPHABETA_KEYS[] = {
    "depth",  "nodes",    "ms",  "table",   "paranoid", "all",
    "margin", "evaluate", "rng", "weights", NULL};

static AlphabetaPlan read_alphabeta_plan(Search *s) {
  enum { NODES_MAX = 1000000000, DEPTH_DEFAULT = 4 };
  lua_State *L = s->L;
  int milliseconds = search_milliseconds(s, "depth");
  AlphabetaPlan plan = {
      .milliseconds = milliseconds,
      .depth =
          declare_number(L, OPTIONS, "depth", 1, ALPHABETA_DEPTH_MAX,
                         milliseconds ? ALPHABETA_DEPTH_MAX : DEPTH_DEFAULT),
      .nodes = (uint64_t)declare_number(L, OPTIONS, "nodes", 0, NODES_MAX, 0),
      .table = search_memory(L, s->of, "table", 0),
      .paranoid = declare_flag(L, OPTIONS, "paranoid"),
      .all = declare_flag(L, OPTIONS, "all"),
      .margin = search_margin(s),
      .weights = search_weights(s),
      .progress = search_charge,
      .context = s,
  };
  plan.evaluate = s->network               ? search_weigh
                  : lua_isnil(L, EVALUATE) ? NULL
                                           : search_evaluate;
  return plan;
}

static int run_alphabeta(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->alphabeta = alphabeta_new(s->of->game, &s->alphabeta_plan, &s->why);
  if (!s->alphabeta ||
      !search_check_raised(
          L, s, alphabeta_search(s->alphabeta, s->of->state, &s->why)))
    return 0;
  lua_pushinteger(L, alphabeta_best(s->alphabeta, s->rng));
  int count = alphabeta_moves(s->alphabeta, NULL, 0);
  AlphabetaMove *list = push_memory(L, s, count, sizeof *list);
  alphabeta_moves(s->alphabeta, list, count);
  push_alphabeta_moves(L, list, count);
  lua_remove(L, -2);
  return 2;
}

static int find_alphabeta(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  const Game *game = s->of->game;
  Move best;
  AlphabetaMove *list = push_memory(L, s, game->max_moves, sizeof *list);
  s->alphabeta_plan.progress = NULL;
  int count = alphabeta_find(game, s->of->state, &s->alphabeta_plan, s->rng,
                             list, game->max_moves, &best, &s->why);
  if (count <= 0)
    return 0;
  lua_pushinteger(L, best);
  push_alphabeta_moves(L, list, count);
  return 2;
}

/* lab.search.alphabeta(position [, options]) */
int lab_alphabeta(lua_State *L) {
  Search s = search_begin(L, "lab.search.alphabeta", ALPHABETA_KEYS);
  s.alphabeta_plan = read_alphabeta_plan(&s);
  s.cost = COST_NODE;
  return search_run(&s, is_job(&s) ? find_alphabeta : run_alphabeta);
}
