/* What a folder of results holds: a run, a sweep, a ladder or a tuning. Each
 * kind is recognized by its index file. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RESULT_DIR_H
#define BOARDLAB_ANALYSIS_METRICS_RESULT_DIR_H

#include "core/base/error.h"

#define SWEEP_INDEX "sweep.csv"
#define LADDER_INDEX "ladder.csv"
#define TUNE_INDEX "tune.csv"

typedef enum ResultKind {
  RESULT_NONE,
  RESULT_SWEEP,
  RESULT_LADDER,
  RESULT_TUNE,
  RESULT_RUN
} ResultKind;

ResultKind result_kind(const char *dir);

/* Extends the message that a folder is not a run with what it holds instead. */
void result_add_hint(const char *dir, Error *error);

#endif
