#include "analysis/metrics/result_dir.h"

#include <limits.h>
#include <stdio.h>
#include <unistd.h>

static const struct {
  const char *index;
  const char *hint;
} KINDS[] = {
    [RESULT_SWEEP] = {SWEEP_INDEX, "a sweep: each folder in it is a run"},
    [RESULT_LADDER] = {LADDER_INDEX, "a ladder: each folder in it is a run"},
    [RESULT_TUNE] = {TUNE_INDEX, "a tuning, which keeps no games"},
    [RESULT_RUN] = {"run.json", NULL},
};

static bool has_file(const char *dir, const char *name) {
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/%s", dir, name);
  return length < (int)sizeof path && access(path, F_OK) == 0;
}

ResultKind result_kind(const char *dir) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (has_file(dir, KINDS[kind].index))
      return kind;
  return RESULT_NONE;
}

void result_add_hint(const char *dir, Error *error) {
  const char *hint = KINDS[result_kind(dir)].hint;
  if (hint)
    error_add(error, "it is the folder of %s", hint);
}
