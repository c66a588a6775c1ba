/* The heads of sweeps, ladders and tunings: title, facts and command, from
 * their manifests. The caller has added the sentences and notes. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_EXPERIMENT_HEADS_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_EXPERIMENT_HEADS_H

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report_head.h"
#include "core/run/result_dir.h"

/* `results` are the SweepResults, Ladder or TuneTable in the folder. Fails with
 * a message if its manifest cannot be read. */
bool head_of_experiment(Head *head, const char *dir, ResultKind kind,
                        const void *results, Error *error);

#endif
