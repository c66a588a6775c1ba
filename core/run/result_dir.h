/* What a folder of results holds: a run, a sweep, a ladder, a tuning, a race
 * or a study. Each kind is recognized by its manifest or its table. */
#ifndef BOARDLAB_CORE_RUN_RESULT_DIR_H
#define BOARDLAB_CORE_RUN_RESULT_DIR_H

#include "core/base/error.h"

typedef enum ResultKind {
  RESULT_NONE,
  RESULT_SWEEP,
  RESULT_LADDER,
  RESULT_TUNE,
  RESULT_RACE,
  RESULT_STUDY,
  RESULT_RUN
} ResultKind;

ResultKind result_kind(const char *dir);

/* Whether a folder has a file of this name. */
bool result_has_file(const char *dir, const char *name);

/* The names of the files and of the kind itself: "sweep.csv" (a run has no
 * such table), "sweep.json", "sweep". */
const char *result_table(ResultKind kind);
const char *result_manifest(ResultKind kind);
const char *result_name(ResultKind kind);

/* Extends the message that a folder is not a run with what it holds instead. */
void result_add_hint(const char *dir, Error *error);

#endif
