/* lab.tune: searches for the option values that come closest to the goals. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_run.h"
#include <lauxlib.h>
#include <math.h>

static const char *const TUNE_KEYS[] = {
    "game", "vary", "goals",     "bots", "rotate", "games",    "first", "each",
    "seed", "jobs", "max_plies", "out",  "resume", "progress", NULL};

/* ---- results -------------------------------------------------------------*/

static void push_value(lua_State *L, Estimate value, double distance) {
  lua_createtable(L, 0, 4);
  if (!isnan(value.value))
    lab_set_number(L, "value", value.value);
  if (isfinite(value.low) && isfinite(value.high)) {
    lab_set_number(L, "low", value.low);
    lab_set_number(L, "high", value.high);
  }
  lab_set_number(L, "distance", distance);
}

static void push_candidate(lua_State *L, const Tune *tune, const Candidate *c) {
  const Goal *goal;
  int goals = tune_goals(tune, &goal);
  lua_createtable(L, 0, 8);
  lab_set_text(L, "name", c->name);
  lab_set_text(L, "game", c->game);
  lab_set_values(L, tune_sweep(tune), c->name);
  lab_set_count(L, "games", c->games);
  if (c->games)
    lab_set_number(L, "undecided_rate", c->undecided.value);
  lab_set_flag(L, "pareto", c->front);
  if (c->dropped)
    lab_set_count(L, "dropped", (uint64_t)c->dropped);
  lua_createtable(L, 0, goals);
  for (int i = 0; c->games && i < goals; i++) {
    push_value(L, c->value[i], c->distance[i].value);
    lua_setfield(L, -2, goal[i].name);
  }
  lua_setfield(L, -2, "goals");
}

/* Sets `candidates` and `pareto_front`, which share their tables. The
 * candidates on the Pareto front come first. */
static void push_candidates(lua_State *L, const Tune *tune) {
  const Candidate *candidate;
  int count = tune_candidates(tune, &candidate);
  lua_createtable(L, count, 0);
  lua_newtable(L);
  for (int i = 0; i < count; i++) {
    push_candidate(L, tune, &candidate[i]);
    if (candidate[i].front) {
      lua_pushvalue(L, -1);
      lua_rawseti(L, -3, i + 1);
    }
    lua_rawseti(L, -3, i + 1);
  }
  lua_setfield(L, -3, "pareto_front");
  lua_setfield(L, -2, "candidates");
}

static void push_result(lua_State *L, const RunContext *c, RunEnd end) {
  lua_createtable(L, 0, 6);
  lab_set_count(L, "rounds", (uint64_t)tune_rounds(c->tune));
  lab_set_count(L, "games", tune_games(c->tune));
  lab_set_flag(L, "complete", end == RUN_DONE);
  lab_set_text(L, "out", c->plan.out);
  push_candidates(L, c->tune);
}

/* ---- playing -------------------------------------------------------------*/

/* tune_games has already counted the games that the run had found. */
static void report_progress(void *context, const Run *run) {
  RunContext *c = context;
  lab_run_report(c, tune_games(c->tune) + run->tally.games - run->found,
                 tune_max_games(c->tune));
}

static void open_tune(lua_State *L, RunContext *c) {
  const char *vary[AXES_MAX], *goals[GOALS_MAX];
  Error why = {0};
  TunePlan plan = {.run = c->plan};
  plan.first =
      (uint64_t)lab_run_number(L, "first", 1, GAMES_IN_RUN_MAX, TUNE_FIRST);
  plan.each =
      (uint64_t)lab_run_number(L, "each", 1, GAMES_IN_RUN_MAX, TUNE_EACH);
  int axes = lab_run_list(L, c, "vary", AXES_MAX, vary);
  int count = lab_run_list(L, c, "goals", GOALS_MAX, goals);
  c->tune = tune_open(&plan, vary, axes, goals, count, &why);
  if (!c->tune)
    luaL_error(L, "%s", why.message);
}

int lab_tune(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.tune", TUNE_KEYS, TUNE_GAMES);
  Error why = {0};
  lab_run_default_bot(c);
  open_tune(L, c);
  const ExperimentCallbacks callbacks = {
      .progress = report_progress, .context = c, .stop = &c->stop};
  c->playing = true;
  RunEnd end = tune_play(c->tune, &callbacks, &why);
  c->playing = false;
  lab_run_check_end(c, end, &why);
  push_result(L, c, end);
  return 1;
}
