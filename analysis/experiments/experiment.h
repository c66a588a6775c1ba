/* A run from beginning to end, as the command and Lua scripts have it: played
 * until it has enough games, and its figures written beside its rows. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_H

#include "core/run/run.h"

/* Opens a run, and sees whether what it says on when to stop makes sense. The
 * caller closes it with run_close. */
bool experiment_open(Run *run, const RunPlan *plan, Error *error);

/* Who hears of it: RunClient without `enough`. */
typedef struct ExperimentCallbacks {
  void (*progress)(void *context, const Run *run);
  void *context;
  const atomic_bool *stop;
} ExperimentCallbacks;

/* Plays it. When it is done or was stopped, its figures are written. */
RunEnd experiment_play(Run *run, const ExperimentCallbacks *callbacks,
                       Error *error);

/* Merges shards, and writes the figures of the whole. */
bool experiment_merge(Run *run, const char *const dirs[], int count,
                      const char *out, Error *error);

/* How many games it will probably be. */
uint64_t experiment_games(const Run *run);

#endif
