/* The heads of sweeps, ladders and tunings: title, facts and command. The
 * caller has added the sentences and notes. Each function reads a manifest in
 * the folder, and fails with a message if it cannot. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_EXPERIMENT_HEADS_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_EXPERIMENT_HEADS_H

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report_head.h"

bool head_of_sweep(Head *head, const char *dir, const SweepResults *results,
                   Error *error);
bool head_of_ladder(Head *head, const char *dir, const Ladder *ladder,
                    Error *error);
bool head_of_tune(Head *head, const char *dir, const TuneTable *table,
                  Error *error);

#endif
