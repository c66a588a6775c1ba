/* Shared by the tests of metrics: a run that is played, measured, and read back
 * row by row for a computation that shares no code with the fast one. */
#ifndef BOARDLAB_TESTS_SUPPORT_ANALYSIS_MEASURED_RUN_H
#define BOARDLAB_TESTS_SUPPORT_ANALYSIS_MEASURED_RUN_H

#include "analysis/metrics/run_metrics.h"

enum { ROW_GAMES = 200, ROW_PLIES = 60000 };

typedef struct Ply {
  int game, seat, legal;
  char move[MOVE_TEXT];
} Ply;

/* The contents of a run's CSV files. */
typedef struct Rows {
  int games, plies;
  char end[ROW_GAMES];     /* w, d, t, f */
  unsigned won[ROW_GAMES]; /* seats */
  Ply ply[ROW_PLIES];
} Rows;

extern Rows rows; /* of the last call of play_rows */

extern const char *const RANDOM[]; /* a list of one bot */

/* Plays a run into the folder `out`, which is removed before. */
void play_run(const char *game, const char *const bots[], int count, int games,
              bool moves, int max_plies, const char *out);

/* Plays ROW_GAMES games of random bots into the folder "one" and reads its
 * rows. */
void play_rows(const char *game, int seats);

/* Computes the metrics of a run; the caller frees them. */
void measure(RunMetrics *f, const char *dir, const RunMetricsPlan *plan);

/* The estimate of a metric, which must exist. */
Estimate metric(const Metrics *f, const char *scope, const char *key,
                const char *metric);

/* The number of metrics of a scope with this name, or with any if it is NULL.
 */
int count_metrics(const Metrics *f, const char *scope, const char *metric);

#endif
