/* ladder.csv, the index of a ladder, and its manifest: writing them, and
 * reading them with the runs that the index names. */
#include "analysis/experiments/ladder_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/metrics.h"
#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>

/* ---- writing -------------------------------------------------------------*/

/* The first columns, which are all that reading needs. */
enum {
  COLUMN_RUN,
  COLUMN_LEVEL,
  COLUMN_VALUE,
  COLUMN_GAME,
  COLUMN_BOT,
  COLUMNS_MIN
};

static bool is_complete(const Ladder *l) {
  for (int i = 0; i < l->levels; i++)
    if (!l->level[i].equals.complete ||
        (i > 0 && !l->level[i].against.complete))
      return false;
  return true;
}

bool ladder_write_index(const Ladder *l, bool done, Error *error) {
  ResultTable table = {0};
  if (!l->plan.run.out)
    return true;
  ladder_table(l, l->levels, &table);
  return experiment_files_save(l->plan.run.out, RESULT_LADDER, &table, l->made,
                               done && is_complete(l), error);
}

/* ---- reading -------------------------------------------------------------*/

/* Reads the option and its value from the name of a run. The name is that of a
 * folder, so it must not lead anywhere else. */
static bool read_name(Ladder *l, const char *name, Error *error) {
  Level *level = &l->level[l->levels];
  const Level *before = l->levels > 0 ? level - 1 : NULL;
  if (strcmp(name, before ? LADDER_ABOVE : LADDER_BELOW) == 0)
    return true;
  size_t length = strcspn(name, "=");
  int64_t value;
  if (!name[length] || length == 0 || length >= sizeof l->option ||
      name[0] == '.' || memchr(name, '/', length) ||
      !number_in_range(name + length + 1, 1, INT_MAX, &value))
    return error_set(
        error, "'%.60s' is not the name of a level, such as rounds=10", name);
  bool first = l->levels == 0 || (l->levels == 1 && !before->value);
  if (first)
    snprintf(l->option, sizeof l->option, "%.*s", (int)length, name);
  if (strlen(l->option) != length || memcmp(l->option, name, length) != 0 ||
      (!first && value != 2 * (int64_t)before->value))
    return error_set(error, "'%.60s' is not twice the level before", name);
  level->value = (int)value;
  return true;
}

static bool read_level(void *context, const CsvRow *row, Error *error) {
  Ladder *l = context;
  const char *const *field = row->field;
  if (row->number == 0)
    return (row->count > COLUMNS_MIN && strcmp(field[COLUMN_RUN], "run") == 0 &&
            strcmp(field[COLUMN_LEVEL], "level") == 0) ||
           error_set(error, "this is not the index of a ladder");
  if (l->levels == LEVELS_MAX + 2)
    return error_set(error, "a ladder has at most %d levels", LEVELS_MAX + 2);
  if (strlen(field[COLUMN_GAME]) >= SPEC_TEXT ||
      strlen(field[COLUMN_BOT]) >= SPEC_TEXT)
    return error_set(error, "the spec of a game or bot is too long");
  if (!read_name(l, field[COLUMN_RUN], error))
    return false;
  strcpy(l->game, field[COLUMN_GAME]);
  strcpy(l->level[l->levels++].bot, field[COLUMN_BOT]);
  return true;
}

bool ladder_read_run(Ladder *l, int i, Error *error) {
  Run run;
  char dir[PATH_MAX];
  if (!path_join(dir, l->plan.run.out, ladder_run_name(l, i).text) ||
      result_kind(dir) != RESULT_RUN)
    return true; /* not played yet */
  if (!run_read(&run, dir, NULL, NULL, error))
    return false;
  ladder_add_results(l, i, &run);
  l->games += run.count;
  run_close(&run);
  return true;
}

bool ladder_read(Ladder *l, const char *dir, Error *error) {
  *l = (Ladder){.plan = {.run = {.out = dir}}};
  json_t *manifest =
      experiment_files_read(dir, RESULT_LADDER, read_level, l, error);
  if (!manifest)
    return false;
  l->complete = experiment_files_complete(manifest);
  l->plan.run.seed = made_number(manifest, "seed");
  json_decref(manifest);
  if (l->levels == 0)
    return error_set(error, "%.600s/ladder.csv has no levels", dir);
  for (int i = 0; i < ladder_runs(l); i++)
    if (!ladder_read_run(l, i, error))
      return false;
  l->complete = l->complete && is_complete(l);
  return true;
}
