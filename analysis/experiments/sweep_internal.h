/* What the files of the sweep share. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INTERNAL_H

#include "analysis/experiments/sweep.h"

/* Adds an option to vary, with its values: "walls=4..12". */
bool sweep_add_axis(Sweep *sweep, const char *vary, Error *error);

/* Fills in the results of a run; leaves the row's name as it is. */
void sweep_row_fill(SweepRow *row, const Run *run);

/* Writes or replaces out/sweep.csv and its manifest. The sweep is complete if
 * it is `done` and all runs are complete. */
bool sweep_write_index(const SweepRow *row, int count, bool done,
                       const char *out, Error *error);

/* The rows of an index, with only their names filled in. */
typedef struct SweepNames {
  SweepRow *row; /* SWEEP_RUNS_MAX of them */
  int count;
  bool complete; /* the sweep is, according to its manifest */
} SweepNames;

/* Whether all runs are complete. */
bool sweep_rows_complete(const SweepRow *row, int count);

/* Reads the names of the runs in dir/sweep.csv; there is at least one. */
bool sweep_read_names(const char *dir, SweepNames *names, Error *error);

#endif
