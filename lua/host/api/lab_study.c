/* lab.study: the game card, and what a change did to it. */
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_result.h"
#include "lua/host/api/lab_run.h"
#include <lauxlib.h>

static const char *const STUDY_KEYS[] = {
    "game", "changed", "budget",   "seed",   "max_plies", "jobs",
    "out",  "resume",  "progress", "people", "like",      NULL};

/* ---- results -------------------------------------------------------------*/

/* Sets what only a complete study has. */
static void set_document(lua_State *L, const Study *s) {
  int result = lua_gettop(L);
  Document *document = lab_new_document(L);
  study_document(s, document);
  lua_pushvalue(L, result);
  lab_set_sentences(L, "verdict", &document->verdict);
  if (s->ladder) {
    lab_push_table(L, &document->table[0]);
    lua_setfield(L, result, "levels");
  }
  lua_settop(L, result);
}

static void push_study(lua_State *L, const Study *s) {
  static const Metrics NONE = {NULL};
  lab_push_metrics(L, s->complete ? &s->card : &NONE);
  lab_set_text(L, "game", s->game);
  lab_set_text(L, "budget", study_budgets[s->plan.budget]);
  lab_set_flag(L, "complete", s->complete);
  lab_set_text(L, "out", s->plan.run.out);
  if (*s->refused)
    lab_set_text(L, "refused", s->refused);
  if (s->complete)
    set_document(L, s);
}

static void push_change(lua_State *L, const RunContext *c) {
  const Study *before = &c->study[0], *after = &c->study[1];
  lua_createtable(L, 0, 6);
  push_study(L, before);
  lua_setfield(L, -2, "before");
  push_study(L, after);
  lua_setfield(L, -2, "after");
  lab_set_flag(L, "complete", after->complete);
  lab_set_text(L, "out", c->plan.out);
  if (!after->complete)
    return;
  int result = lua_gettop(L);
  Document *document = lab_new_document(L);
  study_change(before, after, document);
  lab_push_table(L, &document->table[0]);
  lua_setfield(L, result, "changes");
  lua_pushvalue(L, result);
  lab_set_sentences(L, "verdict", &document->verdict);
}

/* ---- playing -------------------------------------------------------------*/

static StudyPlan read_study(lua_State *L, RunContext *c) {
  StudyPlan plan = {.run = c->plan, .budget = STUDY_SMALL};
  const char *budget = lab_run_text(L, c, "budget");
  Error why;
  if (budget && !study_read_budget(budget, &plan.budget, &why))
    luaL_error(L, "'budget': %s", why.message);
  plan.people = lab_run_text(L, c, "people");
  const char *like = lab_run_text(L, c, "like");
  bool seeded = lua_getfield(L, DEFINITION, "seed") != LUA_TNIL;
  lua_pop(L, 1);
  if (like &&
      !study_read_like(&c->like, like, seeded ? NULL : &plan.run.seed, &why))
    luaL_error(L, "'like': %s", why.message);
  plan.like = like ? &c->like : NULL;
  if (!c->plan.out)
    luaL_error(L, "'out' is missing: a new folder for the card and its games");
  return plan;
}

int lab_study(lua_State *L) {
  RunContext *c = lab_run_begin(L, "lab.study", STUDY_KEYS, 1);
  StudyPlan plan = read_study(L, c);
  const char *changed = lab_run_game(L, c, "changed");
  const char *games[] = {plan.run.game, changed};
  Error why = {0};
  if (!(changed ? study_open_both(c->study, &plan, games, c->folder, &why)
                : study_open(&c->study[0], &plan, &why)))
    luaL_error(L, "%s", why.message);
  c->games_total = study_total(&c->study[0]) + study_total(&c->study[1]);
  const ExperimentCallbacks callbacks = lab_run_start(c);
  RunEnd end = study_play(&c->study[0], &callbacks, &why);
  if (end == RUN_DONE && changed)
    end = study_play(&c->study[1], &callbacks, &why);
  lab_run_end(c, end, &why);
  if (changed)
    push_change(L, c);
  else
    push_study(L, &c->study[0]);
  return 1;
}
