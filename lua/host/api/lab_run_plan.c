/* The context of a run: reading its plan, and callbacks while it is played. */
#include "analysis/metrics/stopping_rule.h"
#include "core/program/program_bot.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_run.h"
#include "lua/host/sandbox/limits.h"
#include <lauxlib.h>
#include <stdlib.h>

/* If the script ends the process while worker threads are running, they keep
 * what they use. */
static int clear_context(lua_State *L) {
  RunContext **slot = lab_check_closable(L, 1, clear_context), *c = *slot;
  *slot = NULL;
  if (!c || c->playing)
    return 0;
  if (c->run_is_open)
    run_close(&c->run);
  if (c->sweep_is_open)
    sweep_close(&c->sweep);
  if (c->ladder_is_open)
    ladder_close(&c->ladder);
  tune_close(c->tune);
  study_close(&c->study[0]);
  study_close(&c->study[1]);
  study_close(&c->like);
  texts_free(&c->texts);
  free(c);
  return 0;
}

static RunContext *push_context(lua_State *L) {
  RunContext **slot = lab_push_closable(L, sizeof *slot, clear_context);
  *slot = calloc(1, sizeof **slot);
  if (!*slot)
    luaL_error(L, "out of memory (run)");
  (*slot)->L = L;
  return *slot;
}

/* ---- the plan ------------------------------------------------------------*/

const char *lab_run_text(lua_State *L, RunContext *c, const char *key) {
  const char *text = declare_text(L, DEFINITION, key, NULL, &c->texts);
  if (text)
    program_allow(text);
  return text;
}

int64_t lab_run_number(lua_State *L, const char *key, int64_t min, int64_t max,
                       int64_t otherwise) {
  int is_integer = 1;
  bool given = lua_getfield(L, DEFINITION, key) != LUA_TNIL;
  lua_Integer number =
      given ? lua_tointegerx(L, -1, &is_integer) : (lua_Integer)otherwise;
  lua_pop(L, 1);
  if (given && (!is_integer || number < min || number > max))
    luaL_error(L, "'%s' must be an integer from %I to %I", key,
               (LUAI_UACINT)min, (LUAI_UACINT)max);
  return number;
}

/* Returns whether the table on top of the stack has any key. */
static bool has_keys(lua_State *L) {
  lua_pushnil(L);
  if (!lua_next(L, -2))
    return false;
  lua_pop(L, 2);
  return true;
}

int lab_run_list(lua_State *L, RunContext *c, const char *key, int max,
                 const char *texts[]) {
  int type = lua_getfield(L, DEFINITION, key);
  if (type == LUA_TSTRING) {
    texts[0] = texts_keep(L, &c->texts, lua_tostring(L, -1));
    program_allow(texts[0]);
    lua_pop(L, 1);
    return 1;
  }
  if (type == LUA_TNIL)
    return lua_pop(L, 1), 0;
  if (type != LUA_TTABLE)
    luaL_error(L, "'%s' must be a list of strings, not a %s", key,
               lua_typename(L, type));
  lua_Integer count = luaL_len(L, -1);
  if (count == 0 && has_keys(L))
    luaL_error(L, "'%s' must be a list of strings, without names", key);
  if (count < 0 || count > max)
    luaL_error(L, "'%s' has %I entries; at most %d are allowed", key,
               (LUAI_UACINT)count, max);
  for (int i = 0; i < count; i++) {
    if (lua_geti(L, -1, i + 1) != LUA_TSTRING)
      luaL_error(L,
                 "'%s' must be a list of strings such as \"random\", not of "
                 "%ss",
                 key, luaL_typename(L, -1));
    texts[i] = texts_keep(L, &c->texts, lua_tostring(L, -1));
    program_allow(texts[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return (int)count;
}

const char *lab_run_game(lua_State *L, RunContext *c, const char *key) {
  const char *spec = NULL;
  int type = lua_getfield(L, DEFINITION, key);
  if (type != LUA_TNIL && type != LUA_TSTRING && type != LUA_TUSERDATA)
    luaL_error(L, "'%s' must be a spec or a game, not a %s", key,
               lua_typename(L, type));
  if (type != LUA_TNIL)
    spec = texts_keep(L, &c->texts,
                      type == LUA_TSTRING ? lua_tostring(L, -1)
                                          : lab_check_game(L, -1)->game->spec);
  lua_pop(L, 1);
  return spec;
}

/* A test is a stopping rule like any other, written with all its values. */
static void read_test(lua_State *L, RunContext *c) {
  const char *text = lab_run_text(L, c, "sprt");
  Error why = {0};
  Sprt sprt;
  if (!text)
    return;
  if (c->plan.until)
    luaL_error(L, "'stop_when' and 'sprt' cannot be combined: a run has one "
                  "stopping rule");
  if (!sprt_read(text, &sprt, &why))
    luaL_error(L, "'sprt': %s", why.message);
  stopping_rule_write_sprt(&sprt, c->until);
  c->plan.until = c->until;
}

static void read_plan(lua_State *L, RunContext *c, int64_t games) {
  RunPlan *p = &c->plan;
  p->game = lab_run_game(L, c, "game");
  if (!p->game)
    luaL_error(L, "'game' is missing: a spec such as \"quoridor:size=7\"");
  p->bots = c->bots;
  p->bot_count = lab_run_list(L, c, "bots", BOTS_MAX, c->bots);
  p->until = lab_run_text(L, c, "stop_when");
  read_test(L, c);
  p->seating =
      declare_flag(L, DEFINITION, "rotate") ? SEATING_ROTATED : SEATING_FIXED;
  p->pairs = declare_flag(L, DEFINITION, "pairs");
  p->opening = (int)lab_run_number(L, "opening", 0, OPENING_MAX, 0);
  p->games = (uint64_t)lab_run_number(L, "games", 1, GAMES_IN_RUN_MAX,
                                      p->until ? 1000000 : games);
  p->whole_rounds = lua_getfield(L, DEFINITION, "games") == LUA_TNIL;
  lua_pop(L, 1);
  p->seed = (uint64_t)lab_run_number(L, "seed", 0, INT64_MAX, 1);
  p->max_plies = (int)lab_run_number(L, "max_plies", 1, PLIES_MAX, 0);
  p->jobs = (int)lab_run_number(L, "jobs", 1, JOBS_MAX, 0);
  p->verify = (int)lab_run_number(L, "verify", 1, VERIFY_MAX, 0);
  p->moves = declare_flag(L, DEFINITION, "moves");
  p->resume = declare_flag(L, DEFINITION, "resume");
  p->out = lab_run_text(L, c, "out");
  const char *shard = lab_run_text(L, c, "shard");
  Error why;
  if (shard && !run_read_shard(shard, p, &why))
    luaL_error(L, "%s", why.message);
  limits_write(c->limits, sizeof c->limits);
  p->limits = c->limits;
  if (!p->out && (p->resume || p->moves || p->shards))
    luaL_error(L, "'%s' needs 'out', a folder to write to",
               p->resume  ? "resume"
               : p->moves ? "moves"
                          : "shard");
  declare_function(L, DEFINITION, "progress"); /* stays at PROGRESS */
}

RunContext *lab_run_begin(lua_State *L, const char *what,
                          const char *const *keys, int64_t games) {
  luaL_checktype(L, DEFINITION, LUA_TTABLE);
  lua_settop(L, DEFINITION);
  declare_known(L, DEFINITION, what, keys);
  RunContext *c = push_context(L);
  read_plan(L, c, games);
  return c;
}

void lab_run_default_bot(RunContext *c) {
  if (c->plan.bot_count == 0)
    c->bots[c->plan.bot_count++] = "random";
}

/* ---- callbacks -----------------------------------------------------------*/

void lab_run_call(RunContext *c, int arguments, int results) {
  if (lua_pcall(c->L, arguments, results, 0) != LUA_OK) {
    c->raised = true;
    atomic_store(&c->stop, true);
  }
}

void lab_run_report(void *context, uint64_t done, uint64_t games) {
  RunContext *c = context;
  lua_State *L = c->L;
  if (c->raised || lua_isnil(L, PROGRESS) || !lua_checkstack(L, 4))
    return;
  lua_pushvalue(L, PROGRESS);
  lua_pushinteger(L, (lua_Integer)done);
  lua_pushinteger(L, (lua_Integer)games);
  lab_run_call(c, 2, 1);
  if (c->raised)
    return;
  if (lua_isboolean(L, -1) && !lua_toboolean(L, -1))
    atomic_store(&c->stop, true);
  lua_pop(L, 1);
}

static void report_progress(void *context, const Run *run) {
  RunContext *c = context;
  lab_run_report(c, c->games_before + run->tally.games,
                 c->games_total ? c->games_total : experiment_games(run));
}

static void count_run(void *context, const Run *run) {
  RunContext *c = context;
  c->games_before += run->tally.games;
}

ExperimentCallbacks lab_run_start(RunContext *c) {
  c->playing = true;
  return (ExperimentCallbacks){.progress = report_progress,
                               .run_finished = count_run,
                               .context = c,
                               .stop = &c->stop};
}

void lab_run_end(RunContext *c, RunEnd end, const Error *why) {
  c->playing = false;
  if (c->raised)
    lua_error(c->L);
  if (end == RUN_FAILED)
    lab_raise_with_trace(c->L, why);
}
