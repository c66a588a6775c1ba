/* What playing a sweep needs of its index. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INDEX_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INDEX_H

#include "analysis/experiments/sweep.h"

/* Fills in what a run came to, but for its name. */
void sweep_fill_row(SweepRow *row, const Run *run);

/* Writes out/sweep.csv anew. */
bool sweep_write_index(const SweepRow *row, int count, const char *out,
                       Error *error);

#endif
