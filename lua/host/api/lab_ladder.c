/* lab.ladder: doubles the budget of a bot level by level. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_run.h"
#include "lua/host/api/lab_table.h"
#include <lauxlib.h>

static const char *const LADDER_KEYS[] = {
    "game", "bot",   "double", "levels", "games",    "seed", "max_plies",
    "jobs", "moves", "out",    "resume", "progress", NULL};

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
  Document *document = lab_new_document(L);
  ladder_document(&c->ladder, document);
  lab_push_table(L, &document->table[0]);
  return 1;
}
