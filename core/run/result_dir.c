#include "core/run/result_dir.h"

#include "core/run/run_dir.h"
#include <unistd.h>

static const struct {
  const char *name, *table, *manifest;
  const char *hint;
} KINDS[] = {
    [RESULT_NONE] = {NULL},
    [RESULT_SWEEP] = {"sweep", "sweep.csv", "sweep.json",
                      "a sweep: each folder in it is a run"},
    [RESULT_LADDER] = {"ladder", "ladder.csv", "ladder.json",
                       "a ladder: each folder in it is a run"},
    [RESULT_TUNE] = {"tuning", "tune.csv", "tune.json",
                     "a tuning, which keeps no games"},
    [RESULT_RACE] = {"race", "race.csv", "race.json",
                     "a race: each folder in it is a run"},
    [RESULT_STUDY] = {"study", "study.csv", "study.json",
                      "a study: the ladder in it has runs"},
    [RESULT_RUN] = {"run", NULL, "run.json", NULL},
};

const char *result_table(ResultKind kind) {
  return KINDS[kind].table;
}

const char *result_manifest(ResultKind kind) {
  return KINDS[kind].manifest;
}

const char *result_name(ResultKind kind) {
  return KINDS[kind].name;
}

bool result_has_file(const char *dir, const char *name) {
  char path[PATH_MAX];
  return path_join(path, dir, name) && access(path, F_OK) == 0;
}

ResultKind result_kind(const char *dir) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (result_has_file(dir, KINDS[kind].manifest) ||
        (KINDS[kind].table && result_has_file(dir, KINDS[kind].table)))
      return kind;
  return RESULT_NONE;
}

void result_add_hint(const char *dir, Error *error) {
  const char *hint = KINDS[result_kind(dir)].hint;
  if (hint)
    error_add(error, "it is the folder of %s", hint);
}
