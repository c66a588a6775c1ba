/* lab.stats, lab.report and lab.compare: metrics of runs on disk. */
#include "analysis/experiments/compare.h"
#include "analysis/metrics/run_metrics.h"
#include "analysis/report/report.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_result.h"
#include <stdlib.h>
#include <string.h>

/* What a call owns. */
typedef struct StatsContext {
  RunMetrics run_metrics;
  bool has_run_metrics;
  ComparedFamily family;
  bool has_family;
  Texts texts;
} StatsContext;

static int clear_context(lua_State *L) {
  StatsContext **slot = lab_check_closable(L, 1, clear_context), *c = *slot;
  *slot = NULL;
  if (!c)
    return 0;
  if (c->has_run_metrics)
    run_metrics_free(&c->run_metrics);
  if (c->has_family)
    compared_family_free(&c->family);
  texts_free(&c->texts);
  free(c);
  return 0;
}

static StatsContext *push_context(lua_State *L) {
  StatsContext **slot = lab_push_closable(L, sizeof *slot, clear_context);
  *slot = calloc(1, sizeof **slot);
  if (!*slot)
    luaL_error(L, "out of memory (statistics)");
  return *slot;
}

/* ---- arguments -----------------------------------------------------------*/

/* Returns the folder at a stack index: its name, or the result of a run that
 * was written to it. */
static const char *check_dir(lua_State *L, int index, const char *what,
                             StatsContext *c) {
  const char *dir = NULL;
  if (lua_type(L, index) == LUA_TSTRING) {
    dir = texts_keep(L, &c->texts, lua_tostring(L, index));
  } else if (lua_istable(L, index)) {
    lua_getfield(L, index, "out");
    if (lua_type(L, -1) == LUA_TSTRING)
      dir = texts_keep(L, &c->texts, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  if (!dir)
    luaL_error(L,
               "%s must be the folder of a run, or a result that was written "
               "to one ('out'), not a %s",
               what, luaL_typename(L, index));
  return dir;
}

/* Who judges positions: nobody unless `tension` or `oracle` is given. */
static OraclePlan read_oracle(lua_State *L, int index, StatsContext *c) {
  OraclePlan oracle = {ORACLE_NONE, 0};
  Error why;
  const char *name = declare_text(L, index, "oracle", NULL, &c->texts);
  if (declare_flag(L, index, "tension") || name)
    oracle.kind = ORACLE_DEFAULT;
  if (name && !oracle_parse(name, &oracle, &why))
    luaL_error(L, "%s", why.message);
  return oracle;
}

/* Reads the table of options at a stack index. */
static RunMetricsPlan read_plan(lua_State *L, int index, StatsContext *c) {
  bool whole = lua_getfield(L, index, "sample") != LUA_TNIL;
  lua_pop(L, 1);
  return (RunMetricsPlan){
      .whole = whole,
      .sample = (uint64_t)declare_number(L, index, "sample", 0, INT32_MAX,
                                         SAMPLE_DEFAULT),
      .oracle = read_oracle(L, index, c),
      .jobs = declare_number(L, index, "jobs", 0, JOBS_MAX, 0)};
}

/* ---- metrics -------------------------------------------------------------*/

int lab_stats(lua_State *L) {
  static const char *const KEYS[] = {"sample", "tension", "oracle", "jobs",
                                     NULL};
  Error why;
  declare_arguments(L, 2, "lab.stats", KEYS);
  StatsContext *c = push_context(L);
  RunMetricsPlan plan = read_plan(L, 2, c);
  const char *dir = check_dir(L, 1, "argument 1", c);
  c->has_run_metrics = run_metrics_make(&c->run_metrics, dir, &plan, &why);
  if (!c->has_run_metrics)
    luaL_error(L, "%s", why.message);
  lab_push_metrics(L, &c->run_metrics.metrics);
  lab_add_standings(L, &c->run_metrics.run);
  lab_add_people(L, &c->run_metrics.run);
  return 1;
}

/* ---- reports -------------------------------------------------------------*/

enum { DIRS_MAX = 1024, REPLAYS_DEFAULT = 8 };

/* Reads one folder or a list of folders at index 1; returns their number. */
static int check_dirs(lua_State *L, StatsContext *c, const char *dirs[]) {
  lua_Integer count = lua_istable(L, 1) ? luaL_len(L, 1) : 0;
  if (count == 0) {
    dirs[0] = check_dir(L, 1, "argument 1", c);
    return 1;
  }
  if (count < 0 || count > DIRS_MAX)
    luaL_error(L, "lab.report takes 1 to %d folders", DIRS_MAX);
  for (int i = 0; i < count; i++) {
    lua_geti(L, 1, i + 1);
    dirs[i] = check_dir(L, lua_gettop(L), "each folder", c);
    lua_pop(L, 1);
  }
  return (int)count;
}

int lab_report(lua_State *L) {
  static const char *const KEYS[] = {"out",  "sample",  "tension", "oracle",
                                     "jobs", "replays", NULL};
  const char *dirs[DIRS_MAX];
  Error why;
  declare_arguments(L, 2, "lab.report", KEYS);
  StatsContext *c = push_context(L);
  RunMetricsPlan plan = read_plan(L, 2, c);
  plan.replays =
      declare_number(L, 2, "replays", 0, REPLAYS_MAX, REPLAYS_DEFAULT);
  int count = check_dirs(L, c, dirs);
  const char *path = declare_text(L, 2, "out", NULL, &c->texts);
  if (!path && count == 1)
    path = lua_pushfstring(L, "%s/report.html", dirs[0]);
  if (!report_write(dirs, count, &plan, path ? path : "report.html", &why))
    luaL_error(L, "%s", why.message);
  lua_pushstring(L, path ? path : "report.html");
  return 1;
}

/* ---- comparison ----------------------------------------------------------*/

/* The rows by the names of their metrics, and what they say. */
static void push_comparison(lua_State *L, const Comparison *c) {
  Document *document = lab_new_document(L);
  compare_document(c, document);
  lua_createtable(L, 0, c->count + 3);
  lab_push_table(L, &document->table[0]);
  for (int i = 1; i <= c->count; i++) {
    lua_rawgeti(L, -1, i);
    lua_getfield(L, -1, "metric");
    lua_pushvalue(L, -2);
    lua_settable(L, -5);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  lab_set_flag(L, "paired", c->pairing == PAIRED);
  lab_set_sentences(L, "verdict", &document->verdict);
  lab_set_sentences(L, "notes", &document->notes);
  lua_remove(L, -2);
}

int lab_compare(lua_State *L) {
  Error why;
  int count = lua_gettop(L) < 2 ? 2 : lua_gettop(L);
  lua_settop(L, count);
  luaL_checkstack(L, count + LUA_MINSTACK, "too many runs to compare");
  const MovesPlan moves = {.sample = 0};
  StatsContext *c = push_context(L);
  const char **dirs = lua_newuserdatauv(L, (size_t)count * sizeof *dirs, 0);
  for (int i = 0; i < count; i++)
    dirs[i] = check_dir(L, i + 1, phrase("argument %d", i + 1).text, c);
  c->has_family = compared_family_read(&c->family, dirs, count, &moves, &why);
  if (!c->has_family)
    luaL_error(L, "%s", why.message);
  for (int i = 0; i < count - 1; i++)
    push_comparison(L, &c->family.list[i]);
  return count - 1;
}
