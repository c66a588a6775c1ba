/* lab.stats, lab.report, lab.compare and lab.read_csv: what runs say, in a
 * script. */
#include "analysis/experiments/compare.h"
#include "analysis/metrics/run_metrics.h"
#include "analysis/report/report.h"
#include "core/base/csv.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab.h"
#include <lauxlib.h>
#include <stdlib.h>

/* What must be given back whatever happens. */
typedef struct StatsBox {
  RunMetrics run_metrics;
  ComparedRun one, other;
  bool has_run_metrics, has_one, has_other;
  Texts texts;
} StatsBox;

static int clear_box(lua_State *L) {
  StatsBox **place = lua_touserdata(L, 1), *box = *place;
  *place = NULL;
  if (!box)
    return 0;
  if (box->has_run_metrics)
    run_metrics_free(&box->run_metrics);
  if (box->has_one)
    compared_run_free(&box->one);
  if (box->has_other)
    compared_run_free(&box->other);
  texts_free(&box->texts);
  free(box);
  return 0;
}

static StatsBox *push_box(lua_State *L) {
  StatsBox **place = lab_push_closed(L, sizeof *place, clear_box);
  *place = calloc(1, sizeof **place);
  if (!*place)
    luaL_error(L, "no memory for statistics");
  return *place;
}

/* ---- arguments -----------------------------------------------------------*/

/* A folder: its name, or the result of lab.simulate that went there. */
static const char *check_dir(lua_State *L, int at, const char *what,
                             StatsBox *box) {
  const char *dir = NULL;
  if (lua_type(L, at) == LUA_TSTRING) {
    dir = texts_keep(L, &box->texts, lua_tostring(L, at));
  } else if (lua_istable(L, at)) {
    lua_getfield(L, at, "out");
    if (lua_type(L, -1) == LUA_TSTRING)
      dir = texts_keep(L, &box->texts, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  if (!dir)
    luaL_error(L,
               "%s must be the folder of a run, or a result that was written "
               "to one ('out'), not a %s",
               what, luaL_typename(L, at));
  return dir;
}

/* The table of options at `at`, which may be left out. */
static RunMetricsPlan read_plan(lua_State *L, int at, const char *what,
                                const char *const *keys) {
  if (lua_isnil(L, at)) {
    lua_newtable(L);
    lua_replace(L, at);
  }
  luaL_checktype(L, at, LUA_TTABLE);
  declare_known(L, at, what, keys);
  return (RunMetricsPlan){
      .sample = (uint64_t)declare_number(L, at, "sample", 0, INT32_MAX,
                                         SAMPLE_DEFAULT),
      .playouts = declare_number(L, at, "tension", 0, TENSION_PLAYOUTS_MAX, 0),
      .jobs = declare_number(L, at, "jobs", 0, JOBS_MAX, 0)};
}

/* ---- figures -------------------------------------------------------------*/

static void push_estimate(lua_State *L, Estimate e) {
  lua_createtable(L, 0, 4);
  lua_pushnumber(L, e.value);
  lua_setfield(L, -2, "value");
  if (estimate_has_interval(e)) {
    lua_pushnumber(L, e.low);
    lua_setfield(L, -2, "low");
    lua_pushnumber(L, e.high);
    lua_setfield(L, -2, "high");
  }
  lua_pushinteger(L, (lua_Integer)e.n);
  lua_setfield(L, -2, "n");
}

/* The table under a key of the one on top of the stack, made if it is not
 * there. The key is on top of it, and is popped. */
static void push_inner(lua_State *L) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) == LUA_TTABLE) {
    lua_remove(L, -2);
    return;
  }
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -2);
  lua_rawset(L, -5);
  lua_remove(L, -2);
}

/* Seats, plies and lengths are numbers. */
static void push_key(lua_State *L, const char *key) {
  if (key[strspn(key, "0123456789")] || !lua_stringtonumber(L, key))
    lua_pushstring(L, key);
}

static void push_metrics(lua_State *L, const Metrics *metrics) {
  lua_newtable(L);
  for (size_t i = 0; i < metrics->count; i++) {
    const Metric *f = &metrics->list[i];
    lua_pushstring(L, f->scope);
    push_inner(L);
    if (f->key[0]) {
      push_key(L, f->key);
      push_inner(L);
    }
    push_estimate(L, f->estimate);
    lua_setfield(L, -2, f->name);
    lua_pop(L, f->key[0] ? 2 : 1);
  }
}

static int stats(lua_State *L) {
  static const char *const KEYS[] = {"sample", "tension", "jobs", NULL};
  Error why;
  lua_settop(L, 2);
  RunMetricsPlan plan = read_plan(L, 2, "lab.stats", KEYS);
  StatsBox *box = push_box(L);
  const char *dir = check_dir(L, 1, "argument 1", box);
  box->has_run_metrics = run_metrics_make(&box->run_metrics, dir, &plan, &why);
  if (!box->has_run_metrics)
    luaL_error(L, "%s", why.message);
  push_metrics(L, &box->run_metrics.metrics);
  return 1;
}

/* ---- reports -------------------------------------------------------------*/

enum { DIRS_MAX = 1024, REPLAYS_DEFAULT = 8 };

/* One folder, or a list of them. */
static int check_dirs(lua_State *L, StatsBox *box, const char *dirs[]) {
  lua_Integer count = lua_istable(L, 1) ? luaL_len(L, 1) : 0;
  if (count == 0) {
    dirs[0] = check_dir(L, 1, "argument 1", box);
    return 1;
  }
  if (count < 0 || count > DIRS_MAX)
    luaL_error(L, "lab.report takes 1 to %d folders", DIRS_MAX);
  for (int i = 0; i < count; i++) {
    lua_geti(L, 1, i + 1);
    dirs[i] = check_dir(L, lua_gettop(L), "each folder", box);
    lua_pop(L, 1);
  }
  return (int)count;
}

static int report(lua_State *L) {
  static const char *const KEYS[] = {"out",  "sample",  "tension",
                                     "jobs", "replays", NULL};
  const char *dirs[DIRS_MAX];
  Error why;
  lua_settop(L, 2);
  RunMetricsPlan plan = read_plan(L, 2, "lab.report", KEYS);
  plan.replays =
      declare_number(L, 2, "replays", 0, REPLAYS_MAX, REPLAYS_DEFAULT);
  StatsBox *box = push_box(L);
  int count = check_dirs(L, box, dirs);
  const char *path = declare_text(L, 2, "out", NULL, &box->texts);
  if (!path && count == 1)
    path = lua_pushfstring(L, "%s/report.html", dirs[0]);
  if (!report_write(dirs, count, &plan, path ? path : "report.html", &why))
    luaL_error(L, "%s", why.message);
  lua_pushstring(L, path ? path : "report.html");
  return 1;
}

/* ---- comparing -----------------------------------------------------------*/

static void push_difference(lua_State *L, const Difference *d) {
  push_estimate(L, d->difference);
  lua_pushnumber(L, d->a);
  lua_setfield(L, -2, "a");
  lua_pushnumber(L, d->b);
  lua_setfield(L, -2, "b");
}

static void push_comparison(lua_State *L, const Comparison *c) {
  Sentences verdict = {0};
  char name[COMPARED_NAME];
  lua_createtable(L, 0, c->count + 2);
  for (int i = 0; i < c->count; i++) {
    compared_metric_name(c->list[i].metric, name);
    push_difference(L, &c->list[i]);
    lua_setfield(L, -2, name);
  }
  lua_pushboolean(L, c->paired);
  lua_setfield(L, -2, "paired");
  compare_verdict(c, &verdict);
  lua_createtable(L, verdict.count, 0);
  for (int i = 0; i < verdict.count; i++) {
    lua_pushstring(L, verdict.text[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "verdict");
}

static int compare_runs(lua_State *L) {
  Comparison comparison;
  Error why;
  lua_settop(L, 2);
  StatsBox *box = push_box(L);
  const char *one = check_dir(L, 1, "argument 1", box);
  const char *other = check_dir(L, 2, "argument 2", box);
  box->has_one = compared_run_read(&box->one, one, &why);
  if (!box->has_one)
    luaL_error(L, "%s", why.message);
  box->has_other = compared_run_read(&box->other, other, &why);
  if (!box->has_other || !compare(&box->one, &box->other, &comparison, &why))
    luaL_error(L, "%s", why.message);
  push_comparison(L, &comparison);
  return 1;
}

/* ---- CSV -----------------------------------------------------------------*/

/* What stands on the stack: the path, a function or nil, the names of the
 * columns, the list of rows. */
enum { PATH = 1, EACH, NAMES, LIST };

typedef struct CsvReading {
  lua_State *L;
  bool named;       /* the first row has been read, which names the columns */
  lua_Integer rows; /* those behind it */
} CsvReading;

/* Arguments: those of the stack above, and the row. */
static int add_row(lua_State *L) {
  const CsvRow *row = lua_touserdata(L, LIST + 1);
  const CsvReading *reading = lua_touserdata(L, LIST + 2);
  bool named = reading->named;
  if (named)
    lua_createtable(L, 0, row->count);
  for (int i = 0; i < row->count; i++) {
    if (!named) {
      lua_pushstring(L, row->field[i]);
      lua_rawseti(L, NAMES, i + 1);
    } else if (row->field[i][0]) {
      lua_rawgeti(L, NAMES, i + 1);
      if (!lua_stringtonumber(L, row->field[i]))
        lua_pushstring(L, row->field[i]);
      lua_rawset(L, -3);
    }
  }
  if (!named)
    return 0;
  if (lua_isnil(L, EACH)) {
    lua_rawseti(L, LIST, reading->rows);
    return 0;
  }
  lua_pushvalue(L, EACH);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

/* A value that was raised, as text: which may raise another. */
static int error_text(lua_State *L) {
  const char *text = luaL_tolstring(L, 1, NULL);
  if (!text[0])
    lua_pushliteral(L, "an error without a message");
  return 1;
}

/* An error of Lua must not leap over the reader: it is caught, and its value
 * stays on the stack. A row function that returns false wants no more. */
static bool take_row(void *context, const CsvRow *row, Error *error) {
  CsvReading *reading = context;
  lua_State *L = reading->L;
  reading->rows += reading->named;
  lua_settop(L, LIST);
  lua_pushcfunction(L, add_row);
  for (int i = PATH; i <= LIST; i++)
    lua_pushvalue(L, i);
  lua_pushlightuserdata(L, (void *)row);
  lua_pushlightuserdata(L, reading);
  bool good = lua_pcall(L, LIST + 2, 1, 0) == LUA_OK;
  reading->named = true;
  if (!good) {
    lua_pushcfunction(L, error_text);
    lua_insert(L, -2);
    good = lua_pcall(L, 1, 1, 0) == LUA_OK || lua_isstring(L, -1);
    return error_set(error, "%s", good ? lua_tostring(L, -1) : "an error");
  }
  return !lua_isboolean(L, -1) || lua_toboolean(L, -1);
}

static int read_csv(lua_State *L) {
  CsvReading reading = {.L = L};
  Error why;
  const char *path = luaL_checkstring(L, PATH);
  lua_settop(L, EACH);
  if (!lua_isnil(L, EACH))
    luaL_checktype(L, EACH, LUA_TFUNCTION);
  lua_newtable(L);
  lua_newtable(L);
  luaL_checkstack(L, 24, "too many rows within rows");
  if (!csv_read(path, take_row, &reading, &why))
    return luaL_error(L, "%s", why.message);
  lua_settop(L, LIST);
  if (lua_isnil(L, EACH))
    return 1;
  lua_pushinteger(L, reading.rows);
  return 1;
}

const luaL_Reg lab_stats_functions[] = {{"compare", compare_runs},
                                        {"read_csv", read_csv},
                                        {"report", report},
                                        {"stats", stats},
                                        {NULL, NULL}};
