/* lab.tune: searches for the option values that come closest to the goals. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_run.h"
#include <lauxlib.h>
#include <math.h>

static const char *const TUNE_KEYS[] = {
    "game",      "vary",  "goals",  "bots",     "rotate", "levels",
    "opening",   "games", "first",  "each",     "seed",   "jobs",
    "max_plies", "out",   "resume", "progress", NULL};

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

/* The games of a candidate at a level. */
static void push_level(lua_State *L, const TuneTable *t, const Candidate *c,
                       int i) {
  const LevelResult *level = &c->level[i];
  lua_createtable(L, 0, 4);
  lab_set_text(L, "bots", t->level[i]);
  lab_set_count(L, "games", level->games);
  if (level->games)
    lab_set_number(L, "undecided_rate", level->undecided.value);
  lua_createtable(L, 0, t->goals);
  for (int goal = 0; level->games && goal < t->goals; goal++) {
    push_value(L, level->value[goal], level->distance[goal].value);
    lua_setfield(L, -2, t->goal[goal].name);
  }
  lua_setfield(L, -2, "goals");
}

/* The goals of a candidate are those of the level that is farthest from each.
 */
static void push_goals(lua_State *L, const TuneTable *t, const Candidate *c) {
  lua_createtable(L, 0, t->goals);
  for (int i = 0; c->games && i < t->goals; i++) {
    const LevelResult *level = &c->level[candidate_farthest(t, c, i)];
    push_value(L, level->value[i], level->distance[i].value);
    lua_setfield(L, -2, t->goal[i].name);
  }
}

static void push_candidate(lua_State *L, const Tune *tune, const Candidate *c) {
  const TuneTable *t = tune_table(tune);
  int level, missed = candidate_misses(t, c, &level);
  lua_createtable(L, 0, 10);
  lab_set_text(L, "name", c->name);
  lab_set_text(L, "game", c->game);
  lab_set_values(L, tune_sweep(tune), c->name);
  lab_set_count(L, "games", c->games);
  if (c->games)
    lab_set_number(L, "undecided_rate", candidate_undecided(t, c));
  lab_set_flag(L, "pareto", c->front);
  if (c->dropped)
    lab_set_count(L, "dropped", (uint64_t)c->dropped);
  if (c->dropped && missed >= 0)
    lab_set_text(L, "misses", t->goal[missed].name);
  push_goals(L, t, c);
  lua_setfield(L, -2, "goals");
  lua_createtable(L, t->levels, 0);
  for (int i = 0; i < t->levels; i++) {
    push_level(L, t, c, i);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "levels");
}

/* Sets `candidates` and `pareto_front`, which share their tables. The
 * candidates on the Pareto front come first. */
static void push_candidates(lua_State *L, const Tune *tune) {
  const Candidate *candidate = tune_table(tune)->candidate;
  int count = tune_table(tune)->count;
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
  bool has_bots = c->plan.bot_count > 0;
  const char *vary[AXES_MAX], *goals[GOALS_MAX];
  Error why = {0};
  lab_run_default_bot(c);
  TunePlan plan = {.run = c->plan};
  plan.first =
      (uint64_t)lab_run_number(L, "first", 1, GAMES_IN_RUN_MAX, TUNE_FIRST);
  plan.each =
      (uint64_t)lab_run_number(L, "each", 1, GAMES_IN_RUN_MAX, TUNE_EACH);
  plan.levels = lab_run_list(L, c, "levels", TUNE_LEVELS_MAX, plan.level);
  if (plan.levels && (has_bots || plan.run.seating == SEATING_ROTATED))
    luaL_error(L,
               "'levels' are bots that play all seats, and cannot be "
               "combined with '%s'",
               has_bots ? "bots" : "rotate");
  int axes = lab_run_list(L, c, "vary", AXES_MAX, vary);
  int count = lab_run_list(L, c, "goals", GOALS_MAX, goals);
  c->tune = tune_open(&plan, vary, axes, goals, count, &why);
  if (!c->tune)
    luaL_error(L, "%s", why.message);
}

int lab_tune(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.tune", TUNE_KEYS, TUNE_GAMES);
  Error why = {0};
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
