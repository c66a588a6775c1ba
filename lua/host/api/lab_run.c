/* lab.simulate, lab.tournament, lab.sweep and lab.ladder. */
#include "lua/host/api/lab_run.h"

#include "core/run/run_game.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_result.h"
#include <lauxlib.h>
#include <math.h>

static const char *const SIMULATE_KEYS[] = {
    "game",    "bots",  "rotate", "games",     "stop_when", "pairs",
    "opening", "sprt",  "seed",   "max_plies", "jobs",      "moves",
    "out",     "shard", "resume", "verify",    "progress",  NULL};
static const char *const TOURNAMENT_KEYS[] = {
    "game",   "bots",      "games",    "pairs", "opening", "sprt",
    "seed",   "max_plies", "jobs",     "moves", "out",     "shard",
    "resume", "verify",    "progress", NULL};
static const char *const SWEEP_KEYS[] = {
    "game",      "vary",  "bots",      "rotate",   "games",
    "stop_when", "seed",  "max_plies", "jobs",     "moves",
    "out",       "shard", "resume",    "progress", NULL};

static const char *const LADDER_KEYS[] = {
    "game",  "bot",   "double", "levels",    "below",
    "above", "games", "seed",   "max_plies", "jobs",
    "moves", "out",   "resume", "progress",  NULL};

/* Sets the field `trace` of a result: where the first forfeit happened. */
static void set_trace(lua_State *L, const Run *run) {
  Error reason = run->reason;
  uint64_t first = UINT64_MAX;
  for (int bot = 0; bot < run->schedule.bots; bot++)
    if (run->forfeits.bots >> bot & 1 && run->forfeits.game[bot] < first)
      first = run->forfeits.game[bot];
  if (first == UINT64_MAX)
    return;
  run_game_explain(run, first, &reason);
  lab_push_trace(L, &reason);
  lua_setfield(L, -2, "trace");
}

static void play(lua_State *L, RunContext *c) {
  Error why = {0};
  uint64_t verified = 0;
  c->run_is_open = experiment_open(&c->run, &c->plan, &why);
  if (!c->run_is_open)
    luaL_error(L, "%s", why.message);
  const ExperimentCallbacks callbacks = lab_run_start(c);
  RunEnd end = experiment_play(&c->run, &callbacks, &why);
  const VerifyCallbacks verifying = {lab_run_report, c, &c->stop};
  if (end == RUN_DONE && c->plan.verify)
    end = run_verify(&c->run, &verifying, &verified, &why);
  lab_run_end(c, end, &why);
  lab_push_run(L, &c->run);
  set_trace(L, &c->run);
  if (c->plan.verify)
    lab_set_count(L, "verified", verified);
  lab_add_standings(L, &c->run);
}

int lab_simulate(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.simulate", SIMULATE_KEYS, 1000);
  lab_run_default_bot(c);
  play(L, c);
  return 1;
}

int lab_tournament(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.tournament", TOURNAMENT_KEYS, 100);
  c->plan.seating = SEATING_EVERY;
  c->plan.each_seating = true;
  play(L, c);
  return 1;
}

/* ---- sweeps --------------------------------------------------------------*/

/* Arguments: a RunContext, a Run, the list of results. */
static int add_result(lua_State *L) {
  const RunContext *c = lua_touserdata(L, 1);
  const Sweep *s = &c->sweep;
  int run = s->played - 1;
  lab_push_run(L, lua_touserdata(L, 2));
  lab_set_text(L, "run", s->results.row[run].name);
  lua_createtable(L, 0, s->axes.count);
  for (int i = 0; i < s->axes.count; i++) {
    lab_push_swept(L, s->results.row[run].value[i]);
    lua_setfield(L, -2, s->results.axes.name[i]);
  }
  lua_setfield(L, -2, "values");
  lua_rawseti(L, 3, run + 1);
  return 0;
}

static void collect_run(void *context, const Run *run) {
  RunContext *c = context;
  lua_State *L = c->L;
  c->games_before += run->tally.games;
  if (c->raised || !lua_checkstack(L, 4))
    return;
  lua_pushcfunction(L, add_result);
  lua_pushlightuserdata(L, c);
  lua_pushlightuserdata(L, (void *)run);
  lua_pushvalue(L, RESULTS);
  lab_run_call(c, 3, 0);
}

/* ---- trends --------------------------------------------------------------*/

/* Sets the fields `trends` and `verdict` of the list of results. */
static void set_trends(lua_State *L, const SweepResults *results) {
  Document *document = lab_new_document(L);
  Error why;
  if (!sweep_document(results, document, &why))
    luaL_error(L, "%s", why.message);
  lua_insert(L, -2); /* below the list */
  lab_push_table(L, &document->table[1]);
  lua_setfield(L, -2, "trends");
  lab_set_sentences(L, "verdict", &document->verdict);
}

int lab_sweep(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.sweep", SWEEP_KEYS, 1000);
  const char *vary[AXES_MAX];
  Error why = {0};
  lab_run_default_bot(c);
  int count = lab_run_list(L, c, "vary", AXES_MAX, vary);
  c->sweep_is_open = sweep_open(&c->sweep, &c->plan, vary, count, &why);
  if (!c->sweep_is_open)
    luaL_error(L, "%s", why.message);
  c->games_total = c->sweep.games;
  lua_newtable(L);
  ExperimentCallbacks callbacks = lab_run_start(c);
  callbacks.run_finished = collect_run;
  RunEnd end = sweep_play(&c->sweep, &callbacks, &why);
  lab_run_end(c, end, &why);
  set_trends(L, &c->sweep.results);
  return 1;
}

/* ---- ladders -------------------------------------------------------------*/

static LadderPlan read_ladder(lua_State *L, RunContext *c) {
  LadderPlan plan = {.run = c->plan,
                     .bot = lab_run_text(L, c, "bot"),
                     .doubled = lab_run_text(L, c, "double"),
                     .below = lab_run_text(L, c, "below"),
                     .above = lab_run_text(L, c, "above")};
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
  LadderPlan plan = read_ladder(L, c);
  Error why = {0};
  c->ladder_is_open = ladder_open(&c->ladder, &plan, &why);
  if (!c->ladder_is_open)
    luaL_error(L, "%s", why.message);
  c->games_total = c->ladder.games;
  const ExperimentCallbacks callbacks = lab_run_start(c);
  RunEnd end = ladder_play(&c->ladder, &callbacks, &why);
  lab_run_end(c, end, &why);
  Document *document = lab_new_document(L);
  ladder_document(&c->ladder, document);
  lab_push_table(L, &document->table[0]);
  return 1;
}
