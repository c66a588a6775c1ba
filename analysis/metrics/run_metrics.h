/* All metrics of a run in its folder: those of its tally, the convergence of
 * seat 1's win rate and, from replaying a sample of its games, branching, move
 * statistics, waiting, tension, choices, kingmaking, and a few games to show.
 *
 * A RunMetrics owns everything in it. run_metrics_make may start threads to
 * play games again; its callbacks run on the caller's thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RUN_METRICS_H
#define BOARDLAB_ANALYSIS_METRICS_RUN_METRICS_H

#include "analysis/metrics/branching.h"
#include "analysis/metrics/move_stats.h"
#include "analysis/metrics/replays.h"
#include "analysis/metrics/verdict.h"
#include "core/run/run.h"

enum { CONVERGENCE_MAX = 256, SAMPLE_DEFAULT = KEPT_GAMES };

typedef struct RunMetricsPlan {
  uint64_t sample;       /* games to replay; 0: none */
  OraclePlan oracle;     /* for tension, choices and kingmaking; ORACLE_NONE:
                            none of them */
  const char *like;      /* a bot, for agreement; or NULL */
  bool whole;            /* they are those of the whole sample: no
                            budget */
  int64_t budget;        /* for judging; 0: TENSION_BUDGET */
  int replays;           /* games to keep, at most REPLAYS_MAX */
  int jobs;              /* threads; 0: one per core */
  char limits[RUN_TEXT]; /* in force; "": those of the run */
  /* Called with the number of games of the sample replayed so far; or NULL. */
  void (*progress)(void *context, uint64_t done, uint64_t games);
  void *context;
  const atomic_bool *stop; /* or NULL */
} RunMetricsPlan;

typedef struct RunMetrics {
  Run run; /* from run_read */
  Metrics metrics;
  uint64_t sample;   /* games replayed, the first of the run */
  bool unkept;       /* the sample was to have more games, which cannot be
                        played again */
  int columns, rows; /* of the board; 0 if unknown */
  OraclePlan oracle; /* that judged who leads; ORACLE_NONE if none did */
  uint64_t judged;   /* games of the sample in which it did, the first ones */
  int points;        /* of convergence: seat 1's win rate after n games */
  Estimate point[CONVERGENCE_MAX];
  Replays replays;
} RunMetrics;

/* Reads a run and computes its metrics. `dir` must outlive the result, which
 * the caller frees. */
bool run_metrics_make(RunMetrics *run_metrics, const char *dir,
                      const RunMetricsPlan *plan, Error *error);
void run_metrics_free(RunMetrics *run_metrics);

/* Adds the notes of verdict_notes; how tension was measured; and a note if some
 * games of the sample could not be replayed. */
void run_metrics_notes(const RunMetrics *run_metrics, Sentences *notes);

#endif
