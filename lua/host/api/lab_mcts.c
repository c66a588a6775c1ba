/* lab.search.mcts */
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_search.h"
#include <stdio.h>

enum { COST_POSITION = 8 };

static const char *const MCTS_KEYS[] = {
    "iterations", "ms",       "c",      "playouts", "playout_plies", "bias",
    "memory",     "evaluate", "margin", "policy",   "rng",           NULL};

/* ---- the rollout policy --------------------------------------------------*/

/* Reads the policy's result on top of the stack. */
static bool read_move(Search *s, const Game *game, const State *state,
                      Move *move) {
  lua_State *L = s->L;
  Error why = {0};
  if (lua_type(L, -1) == LUA_TSTRING)
    return game_parse(game, state, lua_tostring(L, -1), move, &why) ||
           lab_search_refuse(
               s, "'policy' returned a string that is not a legal move: %s",
               why.message);
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  *move = (Move)number;
  if (lua_type(L, -1) != LUA_TNUMBER)
    return lab_search_refuse(s, "'policy' must return a legal move, not a %s",
                             luaL_typename(L, -1));
  if (is_integer && lab_is_legal(s->view, state, number))
    return true;
  char text[64];
  snprintf(text, sizeof text, "%.14g", lua_tonumber(L, -1));
  return lab_search_refuse(s, "'policy' must return a legal move, not %s",
                           text);
}

static bool call_policy(void *context, const Game *game, const State *state,
                        Rng *rng, Move *move) {
  Search *s = context;
  (void)rng; /* the Lua object uses the same stream */
  lab_search_begin_call(s, POLICY, state);
  lua_pushvalue(s->L, RNG);
  if (!lab_search_end_call(s) || !read_move(s, game, state, move))
    return false;
  lua_pop(s->L, 1);
  return true;
}

/* ---- options and results -------------------------------------------------*/

static MctsPlan read_plan(Search *s) {
  enum { ITERATIONS_MAX = 10000000 };
  lua_State *L = s->L;
  bool has_evaluate = !lua_isnil(L, EVALUATE);
  bool has_policy = !lua_isnil(L, POLICY);
  MctsPlan plan = mcts_plan(has_evaluate ? EXPLORATION_DEFAULT
                            : has_policy ? 0
                                         : eval_exploration(s->of->game));
  plan.milliseconds = lab_search_milliseconds(s, "iterations");
  plan.iterations = (uint64_t)declare_number(
      L, OPTIONS, "iterations", 1, ITERATIONS_MAX, (int)plan.iterations);
  if (plan.milliseconds)
    plan.iterations = 0;
  plan.exploration = declare_real(L, OPTIONS, "c", 0, 10, plan.exploration);
  plan.playouts = declare_number(L, OPTIONS, "playouts", 1, 10000, 1);
  plan.playout_plies = declare_number(L, OPTIONS, "playout_plies", -1, 10000,
                                      has_policy ? -1 : plan.playout_plies);
  plan.bias = declare_real(L, OPTIONS, "bias", 0, 1000, plan.bias);
  plan.memory = lab_search_memory(L, s->of, "memory", 1);
  plan.reuse = false;
  plan.margin = lab_search_margin(s);
  plan.evaluate = has_evaluate ? lab_search_evaluate : NULL;
  plan.policy = has_policy ? call_policy : NULL;
  plan.progress = lab_search_charge;
  plan.context = s;
  return plan;
}

static void push_moves(lua_State *L, const Search *s) {
  int count = mcts_moves(s->mcts, NULL, 0);
  lab_search_charge_list(s, count);
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
    lua_pushboolean(L, list[i].proven);
    lua_setfield(L, -2, "proven");
    lua_rawseti(L, -2, i + 1);
  }
  lua_remove(L, -2);
}

static int run(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->mcts = mcts_new(s->of->game, &s->mcts_plan);
  if (!lab_search_check_raised(
          L, s, mcts_search(s->mcts, s->of->state, s->rng, &s->why)))
    return 0;
  lua_pushinteger(L, mcts_best(s->mcts));
  push_moves(L, s);
  return 2;
}

/* lab.search.mcts(position [, options]) */
int lab_mcts(lua_State *L) {
  Search s = lab_search_begin(L, "lab.search.mcts", MCTS_KEYS);
  s.mcts_plan = read_plan(&s);
  s.cost = COST_POSITION;
  return lab_search_run(&s, run);
}
