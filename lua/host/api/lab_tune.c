/* lab.tune: the option values that come nearest to what is wanted. */
#include "lua/host/api/lab_run.h"

#include <lauxlib.h>
#include <math.h>

static const char *const TUNE_KEYS[] = {
    "game", "vary", "goals", "bots",      "rotate", "games",    "first",
    "each", "seed", "jobs",  "max_plies", "out",    "progress", NULL};

/* ---- results -------------------------------------------------------------*/

static void push_value(lua_State *L, Estimate value, double distance) {
  lua_createtable(L, 0, 4);
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
  lua_createtable(L, 0, 7);
  lab_set_text(L, "name", c->name);
  lab_set_text(L, "game", c->game);
  lab_set_values(L, tune_sweep(tune), c->name);
  lab_set_count(L, "games", c->games);
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

/* The candidates, and those of the front, which are the same tables and come
 * first. */
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

static void push_outcome(lua_State *L, const RunBox *box, RunEnd end) {
  lua_createtable(L, 0, 6);
  lab_set_count(L, "rounds", (uint64_t)tune_rounds(box->tune));
  lab_set_count(L, "games", tune_games(box->tune));
  lab_set_flag(L, "complete", end == RUN_DONE);
  lab_set_text(L, "out", box->plan.out);
  push_candidates(L, box->tune);
}

/* ---- playing -------------------------------------------------------------*/

/* What the run had before its turn has been counted. */
static void report_progress(void *context, const Run *run) {
  RunBox *box = context;
  lab_run_report(box, tune_games(box->tune) + run->tally.games - run->found,
                 tune_max_games(box->tune));
}

static void open_tune(lua_State *L, RunBox *box) {
  const char *vary[AXES_MAX], *goals[GOALS_MAX];
  Error why = {""};
  TunePlan plan = {.run = box->plan};
  plan.first =
      (uint64_t)lab_run_number(L, "first", 1, GAMES_IN_RUN_MAX, TUNE_FIRST);
  plan.each =
      (uint64_t)lab_run_number(L, "each", 1, GAMES_IN_RUN_MAX, TUNE_EACH);
  int axes = lab_run_list(L, box, "vary", AXES_MAX, vary);
  int count = lab_run_list(L, box, "goals", GOALS_MAX, goals);
  box->tune = tune_open(&plan, vary, axes, goals, count, &why);
  if (!box->tune)
    luaL_error(L, "%s", why.message);
}

int lab_tune(lua_State *L) {
  RunBox *box = lab_run_begin(L, "lab.tune", TUNE_KEYS, TUNE_GAMES);
  Error why = {""};
  lab_run_seat_random(box);
  open_tune(L, box);
  const ExperimentCallbacks callbacks = {
      .progress = report_progress, .context = box, .stop = &box->stop};
  box->playing = true;
  RunEnd end = tune_play(box->tune, &callbacks, &why);
  box->playing = false;
  lab_run_check_end(box, end, &why);
  push_outcome(L, box, end);
  return 1;
}
