/* lab.ladder: doubles the budget of a bot level by level. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_run.h"
#include <lauxlib.h>

static const char *const LADDER_KEYS[] = {
    "game", "bot",   "double", "levels", "games",    "seed", "max_plies",
    "jobs", "moves", "out",    "resume", "progress", NULL};

/* Sets a field to a table { name = …, low = …, high = … }. */
static void set_metric(lua_State *L, const char *key, const char *name,
                       Estimate e) {
  lua_createtable(L, 0, 3);
  lab_set_estimate(L, name, e);
  lua_setfield(L, -2, key);
}

static void push_seats(lua_State *L, const Level *level, int seats) {
  lua_createtable(L, seats, 0);
  for (int seat = 0; seat < seats; seat++) {
    lua_createtable(L, 0, 3);
    lab_set_estimate(L, "rate", level->seat[seat]);
    lua_rawseti(L, -2, seat + 1);
  }
}

static void push_against(lua_State *L, const Level *level) {
  lua_createtable(L, 0, 6);
  lab_set_count(L, "below", (uint64_t)level[-1].value);
  lab_set_count(L, "games", level->against_games);
  set_metric(L, "won", "rate", level->won);
  set_metric(L, "drawn", "rate", level->drawn);
  set_metric(L, "undecided", "rate", level->against_undecided);
  if (level->score.n)
    set_metric(L, "score", "value", level->score);
}

static void push_level(lua_State *L, const Ladder *l, int i) {
  const Level *level = &l->level[i];
  lua_createtable(L, 0, 15);
  lab_set_count(L, "value", (uint64_t)level->value);
  lab_set_text(L, "bot", level->bot);
  lab_set_count(L, "games", level->games);
  lab_set_flag(L, "complete",
               level->complete && (i == 0 || level->against_complete));
  push_seats(L, level, l->seats);
  lua_setfield(L, -2, "seat");
  set_metric(L, "draws", "rate", level->draws);
  set_metric(L, "truncated", "rate", level->truncated);
  set_metric(L, "forfeits", "rate", level->forfeits);
  set_metric(L, "undecided", "rate", level->undecided);
  lab_set_count(L, "decided", level->decided);
  if (level->decided) {
    set_metric(L, "balance", "value", level->balance);
    lab_set_number(L, "p", level->p);
    lab_set_number(L, "p_holm", level->p_holm);
  }
  set_metric(L, "plies", "mean", level->plies);
  if (level->margin.n)
    set_metric(L, "margin", "mean", level->margin);
  if (level->against_games) {
    push_against(L, level);
    lua_setfield(L, -2, "against");
  }
}

/* Pushes the levels that have been played. */
static void push_levels(lua_State *L, const Ladder *l) {
  lua_createtable(L, l->levels, 0);
  for (int i = 0; i <= ladder_top(l); i++) {
    push_level(L, l, i);
    lua_rawseti(L, -2, i + 1);
  }
}

static void count_run(void *context, const Run *run) {
  RunContext *c = context;
  c->games_before += run->tally.games;
}

static LadderPlan read_plan(lua_State *L, RunContext *c) {
  LadderPlan plan = {.run = c->plan,
                     .bot = lab_run_text(L, c, "bot"),
                     .doubled = lab_run_text(L, c, "double")};
  plan.levels = (int)lab_run_number(L, "levels", LEVELS_MIN, LEVELS_MAX, 5);
  if (!plan.bot)
    luaL_error(L, "'bot' is missing: a spec such as \"bots/uct.lua\"");
  if (!plan.doubled)
    luaL_error(L, "'double' is missing: an option and its first value, such "
                  "as \"rounds=10\"");
  return plan;
}

int lab_ladder(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.ladder", LADDER_KEYS, 200);
  LadderPlan plan = read_plan(L, c);
  Error why = {0};
  c->ladder_is_open = ladder_open(&c->ladder, &plan, &why);
  if (!c->ladder_is_open)
    luaL_error(L, "%s", why.message);
  c->games_total = c->ladder.games;
  ExperimentCallbacks callbacks = lab_run_callbacks(c);
  callbacks.run_finished = count_run;
  c->playing = true;
  RunEnd end = ladder_play(&c->ladder, &callbacks, &why);
  c->playing = false;
  lab_run_check_end(c, end, &why);
  push_levels(L, &c->ladder);
  return 1;
}
