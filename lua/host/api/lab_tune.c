/* lab.tune: searches for the option values that come closest to the goals. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_run.h"
#include <lauxlib.h>

static const char *const TUNE_KEYS[] = {
    "game",      "vary",  "goals",  "bots",     "rotate", "levels",
    "opening",   "games", "first",  "each",     "seed",   "jobs",
    "max_plies", "out",   "resume", "progress", NULL};

/* ---- results -------------------------------------------------------------*/

/* Moves the rows of the levels on top into their candidates below them. */
static void set_levels(lua_State *L, const TuneTable *t) {
  for (int i = 0; i < t->count * t->levels; i++) {
    int level = i % t->levels + 1;
    lua_rawgeti(L, -2, i / t->levels + 1);
    if (level == 1) {
      lua_createtable(L, t->levels, 0);
      lua_setfield(L, -2, "levels");
    }
    lua_getfield(L, -1, "levels");
    lua_rawgeti(L, -3, i + 1);
    lua_rawseti(L, -2, level);
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
}

/* Sets `candidates` and `pareto_front`, which share their tables. The
 * candidates on the Pareto front come first. */
static void set_candidates(lua_State *L, const TuneTable *t) {
  Document *document = lab_new_document(L);
  tune_document(t, document);
  lab_push_table(L, &document->table[1]);
  lab_push_table(L, &document->table[0]);
  set_levels(L, t);
  lua_newtable(L);
  for (int i = 0; i < t->count && t->candidate[i].front; i++) {
    lua_rawgeti(L, -2, i + 1);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -4, "pareto_front");
  lua_setfield(L, -3, "candidates");
  lua_pop(L, 1);
}

static void push_result(lua_State *L, const RunContext *c, RunEnd end) {
  lua_createtable(L, 0, 6);
  lab_set_count(L, "rounds", (uint64_t)tune_rounds(c->tune));
  lab_set_count(L, "games", tune_games(c->tune));
  lab_set_flag(L, "complete", end == RUN_DONE);
  lab_set_text(L, "out", c->plan.out);
  set_candidates(L, tune_table(c->tune));
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
  ExperimentCallbacks callbacks = lab_run_start(c);
  callbacks.progress = report_progress;
  RunEnd end = tune_play(c->tune, &callbacks, &why);
  lab_run_end(c, end, &why);
  push_result(L, c, end);
  return 1;
}
