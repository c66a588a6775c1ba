/* Merging the shards of a sweep. */
#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "core/base/atomic_file.h"
#include "core/run/run_dir.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* Merges the shards of one run. */
static bool merge_run(const char *const dirs[], int count, const char *out,
                      SweepRow *row, RunGames *games, Error *error) {
  char(*paths)[PATH_MAX] = malloc((size_t)(count + 1) * sizeof *paths);
  const char **shards = malloc((size_t)count * sizeof *shards);
  bool good = paths && shards;
  if (!good)
    error_set(error, "out of memory (merging a sweep)");
  for (int i = 0; good && i < count; i++) {
    path_join(paths[i], dirs[i], row->name);
    shards[i] = paths[i];
  }
  Run run;
  if (good) {
    path_join(paths[count], out, row->name);
    good = experiment_merge(&run, shards, count, paths[count], error);
  }
  if (good) {
    run_close(&run);
    good = sweep_read_row(out, row, games, error);
  }
  free(shards);
  free(paths);
  return good;
}

/* Checks that all folders name the same runs as the first. */
static bool check_names(const char *const dirs[], int count,
                        const SweepResults *names, Error *error) {
  for (int i = 1; i < count; i++) {
    SweepResults others;
    if (!sweep_read_names(dirs[i], &others, error))
      return false;
    bool same = names->runs == others.runs;
    for (int k = 0; same && k < names->runs; k++)
      same = strcmp(names->row[k].name, others.row[k].name) == 0;
    sweep_results_free(&others);
    if (!same)
      return error_set(error,
                       "%.300s and %.300s are not shards of the same sweep: "
                       "they vary different values",
                       dirs[0], dirs[i]);
  }
  return true;
}

/* Removes the runs and the index of an unfinished merge. The run that was being
 * merged has a draft of its own. */
static void clear_draft(const SweepResults *names, const char *draft) {
  char path[PATH_MAX], run_draft[PATH_MAX];
  for (int i = 0; i < names->runs; i++) {
    if (!path_join(path, draft, names->row[i].name))
      continue;
    run_dir_clear(path);
    if (snprintf(run_draft, sizeof run_draft, "%s.writing", path) < PATH_MAX)
      run_dir_clear(run_draft);
  }
  sweep_remove_trends(draft);
  if (path_join(path, draft, result_table(RESULT_SWEEP)))
    unlink(path);
  if (path_join(path, draft, result_manifest(RESULT_SWEEP)))
    unlink(path);
  atomic_file_clear_temporaries(draft);
  rmdir(draft);
}

/* Merges into a draft folder, which is renamed to `out` once it is complete. */
static bool merge_runs(const char *const dirs[], int count, const char *out,
                       SweepResults *names, Error *error) {
  char draft[PATH_MAX];
  if (snprintf(draft, sizeof draft, "%s.writing", out) >= PATH_MAX ||
      !run_dir_is_free(out, error))
    return error_is_set(error) ? false : error_set(error, "--out is too long");
  /* If the draft is complete, only the last step, renaming it, is missing. */
  json_t *manifest =
      experiment_files_read(draft, RESULT_SWEEP, NULL, NULL, NULL);
  bool complete = experiment_files_complete(manifest);
  json_decref(manifest);
  if (complete)
    return error_set(
        error, "the folder %.600s is in the way: move or remove it", draft);
  clear_draft(names, draft); /* left by a merge that was killed */
  bool good = run_dir_make(draft, error);
  for (int i = 0; good && i < names->runs; i++)
    good =
        merge_run(dirs, count, draft, &names->row[i], &names->games[i], error);
  good = good && sweep_set_shard(names, 1, 1, error) &&
         sweep_write_trends(names, draft, error) &&
         sweep_write_index(names, true, draft, error);
  if (good && rename(draft, out) != 0)
    good = error_set(error, "could not rename %.400s to %.400s: %s", draft, out,
                     strerror(errno));
  if (!good)
    clear_draft(names, draft);
  return good;
}

bool sweep_merge(const char *const dirs[], int count, const char *out,
                 SweepResults *results, Error *error) {
  if (!sweep_read_names(dirs[0], results, error))
    return false;
  if (check_names(dirs, count, results, error) &&
      merge_runs(dirs, count, out, results, error)) {
    results->complete = true;
    return true;
  }
  sweep_results_free(results);
  return false;
}
