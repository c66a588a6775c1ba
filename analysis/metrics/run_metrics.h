/* All that can be found out about a run from its folder: the figures of its
 * tally, how the rate of seat 1 settled down, and, from a sample of its games
 * told move by move, what there is to decide, where people play, how tense it
 * is, and a few games to look at. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RUN_METRICS_H
#define BOARDLAB_ANALYSIS_METRICS_RUN_METRICS_H

#include "analysis/metrics/branching.h"
#include "analysis/metrics/move_stats.h"
#include "analysis/metrics/tension.h"
#include "analysis/metrics/verdict.h"
#include "core/run/run.h"

enum { CONVERGENCE_MAX = 256, REPLAYS_MAX = 32, SAMPLE_DEFAULT = 1000 };

typedef struct RunMetricsPlan {
  uint64_t sample; /* games to look into; 0 for none */
  int playouts;    /* for tension, at each position; 0: leave it out */
  int replays;     /* games to keep, at most REPLAYS_MAX */
  int jobs;        /* threads; 0: one for each core */
  /* Is told how many games of the sample are done; or NULL. */
  void (*progress)(void *context, uint64_t done, uint64_t games);
  void *context;
  const atomic_bool *stop; /* or NULL */
} RunMetricsPlan;

/* A game to look at, from its first position. */
typedef struct Replay {
  uint64_t index;
  Match match;
  State *first;
  Move *moves; /* match.plies of them */
} Replay;

typedef struct RunMetrics {
  Run run; /* as run_read has it */
  Metrics metrics;
  uint64_t sample;    /* games that were looked into */
  uint64_t different; /* of these */
  int columns, rows;  /* of the board that is played on; 0 if unknown */
  int points; /* seat 1's rate after so many games, which is in each one's n */
  Estimate point[CONVERGENCE_MAX];
  int replays;
  Replay replay[REPLAYS_MAX];
} RunMetrics;

/* What to keep in mind about them, beside verdict_notes: games that are much
 * the same, or could not be looked into. */
void run_metrics_notes(const RunMetrics *run_metrics, Sentences *notes);

/* The folder's name must outlive it. */
bool run_metrics_make(RunMetrics *run_metrics, const char *dir,
                      const RunMetricsPlan *plan, Error *error);
void run_metrics_free(RunMetrics *run_metrics);

#endif
