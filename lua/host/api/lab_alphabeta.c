/* lab.search.alphabeta */
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_search.h"

enum { COST_NODE = 20 };

static const char *const ALPHABETA_KEYS[] = {
    "depth", "nodes",  "ms",       "table", "paranoid",
    "all",   "margin", "evaluate", "rng",   NULL};

static AlphabetaPlan read_plan(Search *s) {
  enum { NODES_MAX = 1000000000, DEPTH_DEFAULT = 4 };
  lua_State *L = s->L;
  int milliseconds = lab_search_milliseconds(s, "depth");
  AlphabetaPlan plan = {
      .milliseconds = milliseconds,
      .depth =
          declare_number(L, OPTIONS, "depth", 1, ALPHABETA_DEPTH_MAX,
                         milliseconds ? ALPHABETA_DEPTH_MAX : DEPTH_DEFAULT),
      .nodes = (uint64_t)declare_number(L, OPTIONS, "nodes", 0, NODES_MAX, 0),
      .table = lab_search_memory(L, s->of, "table", 0),
      .paranoid = declare_flag(L, OPTIONS, "paranoid"),
      .all = declare_flag(L, OPTIONS, "all"),
      .margin = lab_search_margin(s),
      .evaluate = lua_isnil(L, EVALUATE) ? NULL : lab_search_evaluate,
      .progress = lab_search_charge,
      .context = s,
  };
  return plan;
}

static void set_flag(lua_State *L, const char *key, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, key);
}

static void push_moves(lua_State *L, const Search *s) {
  int count = alphabeta_moves(s->alphabeta, NULL, 0);
  lab_search_charge_list(s, count);
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

static int run(lua_State *L) {
  Search *s = lua_touserdata(L, SEARCH);
  s->alphabeta = alphabeta_new(s->of->game, &s->alphabeta_plan, &s->why);
  if (!s->alphabeta ||
      !lab_search_check_raised(
          L, s, alphabeta_search(s->alphabeta, s->of->state, &s->why)))
    return 0;
  lua_pushinteger(L, alphabeta_best(s->alphabeta, s->rng));
  push_moves(L, s);
  return 2;
}

/* lab.search.alphabeta(position [, options]) */
int lab_alphabeta(lua_State *L) {
  Search s = lab_search_begin(L, "lab.search.alphabeta", ALPHABETA_KEYS);
  s.alphabeta_plan = read_plan(&s);
  s.cost = COST_NODE;
  return lab_search_run(&s, run);
}
