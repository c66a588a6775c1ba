/* One experiment run from start to finish, as the commands and Lua scripts play
 * it: core's run plus the stopping rule it names (--until) and the metrics that
 * are written beside its games. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_H

#include "core/run/run.h"

/* Callbacks of an experiment under way, all called on the thread that plays it.
 * Any of them may be NULL. They are RunCallbacks without `enough`, which the
 * experiment provides itself, and with `run_finished`, `resumed` and
 * `doing`. */
typedef struct ExperimentCallbacks {
  /* Called about ten times a second with the run being played. */
  void (*progress)(void *context, const Run *run);
  /* Called after each run, or turn of a tuning, also if it was stopped; the run
   * is still open. */
  void (*run_finished)(void *context, const Run *run);
  /* Called once before a tuning that is resumed goes on, with the games of all
   * candidates that were played before. */
  void (*resumed)(void *context, uint64_t games);
  /* Called now and then between runs, while something else takes time: "judging
   * game 3 of 60", and the share of it that is done. */
  void (*doing)(void *context, const char *what, double share);
  void *context;
  const atomic_bool *stop; /* set to true to stop early */
} ExperimentCallbacks;

/* Opens a run and checks the stopping rule in plan->until. On success the
 * caller closes the run with run_close. */
bool experiment_open(Run *run, const RunPlan *plan, Error *error);

/* Plays the run. Once it is complete or was stopped, writes its metrics to its
 * folder, if it has one. Calls `run_finished` at the end. */
RunEnd experiment_play(Run *run, const ExperimentCallbacks *callbacks,
                       Error *error);

/* Writes summary.csv and, if bots change seats, the standings into the run's
 * folder, if it has one. */
bool experiment_write_metrics(const Run *run, Error *error);

/* Merges shards as run_merge does and writes the metrics of the merged run. */
bool experiment_merge(Run *run, const char *const dirs[], int count,
                      const char *out, Error *error);

/* Collects game files as run_collect does and writes the metrics of the run. */
bool experiment_collect(Run *run, const char *const paths[], int count,
                        const char *out, const char *limits, Error *error);

/* Estimates how many games the run will have in the end: all of them, or fewer
 * if its stopping rule is likely to be met before. */
uint64_t experiment_games(const Run *run);

#endif
