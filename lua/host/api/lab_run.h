/* Shared by the functions that play runs from a script: the context of a run,
 * reading its plan, and reporting progress.
 *
 * All functions may raise errors, except those that are called while worker
 * threads are running, which is noted. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_RUN_H
#define BOARDLAB_LUA_HOST_API_LAB_RUN_H

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/study.h"
#include "analysis/experiments/sweep.h"
#include "analysis/experiments/tune.h"
#include "lua/host/api/declare.h"
#include <lua.h>

/* What a run owns. A to-be-closed value on the stack frees it. */
typedef struct RunContext {
  RunPlan plan;
  Texts texts; /* the strings of the plan */
  char limits[RUN_TEXT], until[RUN_TEXT];
  const char *bots[BOTS_MAX];
  Run run;
  Sweep sweep;
  Ladder ladder;
  Tune *tune;     /* or NULL */
  Study study[2]; /* of one game, or before and after a change */
  Study like;     /* with whose levels and judge */
  char folder[2][PATH_MAX];
  bool run_is_open, sweep_is_open, ladder_is_open;
  /* With several runs: the games of those that are finished, and of all. */
  uint64_t games_before, games_total;
  lua_State *L;
  atomic_bool stop;
  bool playing; /* worker threads are running */
  bool raised;  /* a callback raised an error, which is on the stack */
} RunContext;

/* Stack indices: the definition, the context, the progress function or nil, and
 * the list of results of a sweep. */
enum { DEFINITION = 1, CONTEXT, PROGRESS, RESULTS };

/* Sets up the stack up to PROGRESS and reads the plan. `games` is the default
 * number of games. */
RunContext *lab_run_begin(lua_State *L, const char *what,
                          const char *const *keys, int64_t games);

/* Lets random play if the plan names no bot. */
void lab_run_default_bot(RunContext *c);

/* Further entries of the definition. Return the spec of a game or NULL; a
 * string or NULL; read a list of strings or a single one and return their
 * number; return an integer. */
const char *lab_run_game(lua_State *L, RunContext *c, const char *key);
const char *lab_run_text(lua_State *L, RunContext *c, const char *key);
int lab_run_list(lua_State *L, RunContext *c, const char *key, int max,
                 const char *texts[]);
int64_t lab_run_number(lua_State *L, const char *key, int64_t min, int64_t max,
                       int64_t otherwise);

/* Calls a Lua function while worker threads are running. An error stays on the
 * stack and stops the run. Does not raise. */
void lab_run_call(RunContext *c, int arguments, int results);

/* Reports progress to the script's function; the context is the RunContext.
 * Does not raise. */
void lab_run_report(void *context, uint64_t done, uint64_t games);

/* Surround what starts worker threads: return callbacks for it; raise the error
 * of a callback or of the run. */
ExperimentCallbacks lab_run_start(RunContext *c);
void lab_run_end(RunContext *c, RunEnd end, const Error *why);

#endif
