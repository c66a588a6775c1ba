/* What the functions that play runs from a script share: the box that holds a
 * run while it is played, reading its plan, and telling its figures.
 *
 * All of these may raise errors, unless threads are at work. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_RUN_H
#define BOARDLAB_LUA_HOST_API_LAB_RUN_H

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/sweep.h"
#include "analysis/experiments/tune.h"
#include "lua/host/api/declare.h"
#include <lua.h>

/* All that a run needs, given back whatever happens. */
typedef struct RunBox {
  RunPlan plan;
  Texts texts; /* what the plan points to */
  char limits[RUN_TEXT];
  const char *bots[BOTS_MAX];
  Run run;
  Sweep sweep;
  Ladder ladder;
  Tune *tune; /* or NULL */
  bool run_is_open, sweep_is_open, ladder_is_open;
  uint64_t before, all; /* of several runs: games of those that are over, and of
                           all */
  lua_State *L;
  atomic_bool stop;
  bool playing; /* threads are at work */
  bool raised;  /* a function of the script did; its error is on the stack */
} RunBox;

/* What stands on the stack: the definition, the box, the script's function that
 * is told of progress (or nil), and the results. */
enum { DEFINITION = 1, BOX, PROGRESS, RESULTS };

/* Lays out the stack up to there and reads the plan; `games` is how many there
 * are unless the definition says so. */
RunBox *lab_run_begin(lua_State *L, const char *what, const char *const *keys,
                      int64_t games);

/* If no bot is named, random plays. */
void lab_run_seat_random(RunBox *box);

/* Further entries of the definition: a text or NULL, a list of texts or a
 * single one, of which it tells how many there are, a number. */
int lab_run_list(lua_State *L, RunBox *box, const char *key, int most,
                 const char *texts[]);
const char *lab_run_text(lua_State *L, RunBox *box, const char *key);
int64_t lab_run_number(lua_State *L, const char *key, int64_t min, int64_t max,
                       int64_t otherwise);

/* Tells the script's function of progress while it is played; and raises, when
 * it is over, what went wrong. */
ExperimentCallbacks lab_run_callbacks(RunBox *box);
void lab_run_report(RunBox *box, uint64_t done, uint64_t games);
void lab_run_check_end(RunBox *box, RunEnd end, const Error *why);

/* Set a field of the table on top of the stack; an estimate also sets `low` and
 * `high`, if it has them. */
void lab_set_number(lua_State *L, const char *key, double number);
void lab_set_count(lua_State *L, const char *key, uint64_t count);
void lab_set_flag(lua_State *L, const char *key, bool on);
void lab_set_text(lua_State *L, const char *key, const char *text);
void lab_set_estimate(lua_State *L, const char *key, Estimate estimate);

/* The field `values`: the varied options of the run of that name. */
void lab_set_values(lua_State *L, const Sweep *sweep, const char *run);

/* lab.ladder, lab.solve and lab.tune */
int lab_ladder(lua_State *L);
int lab_solve(lua_State *L);
int lab_tune(lua_State *L);

#endif
