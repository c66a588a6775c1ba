#include "analysis/experiments/experiment_files.h"

#include "core/base/atomic_file.h"
#include "core/base/checked_file.h"
#include "core/run/manifest.h"
#include "core/run/run_dir.h"
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

/* The paths of the two files. */
typedef struct Paths {
  char table[PATH_MAX], manifest[PATH_MAX];
} Paths;

static bool find_paths(const char *dir, ResultKind kind, Paths *paths,
                       Error *error) {
  return (path_join(paths->table, dir, result_table(kind)) &&
          path_join(paths->manifest, dir, result_manifest(kind))) ||
         error_set(error, "the folder's name is too long: %.100s…", dir);
}

/* ---- checksums -----------------------------------------------------------*/

/* The value of the keys "csv" and "replaced": the checksum of the table by its
 * name; nothing if there is no table. */
static json_t *table_json(ResultKind kind, const Text *csv) {
  json_t *json = json_object();
  if (csv)
    json_object_set_new(
        json, result_table(kind),
        manifest_checkpoint(checkpoint_of(csv->bytes, csv->length)));
  return json;
}

/* Whether the manifest has this key, and its value is the checksum of the
 * table, or of no table. */
static bool fits(const json_t *manifest, const char *key, ResultKind kind,
                 const Text *csv) {
  json_t *table = table_json(kind, csv);
  bool good = table && json_equal(json_object_get(manifest, key), table);
  json_decref(table);
  return good;
}

/* ---- writing -------------------------------------------------------------*/

/* Announces the table that is about to be replaced. */
static bool announce(const char *dir, ResultKind kind, const json_t *manifest,
                     json_t *replaced, Error *error) {
  json_t *copy = json_copy((json_t *)manifest);
  bool good = copy && replaced &&
              json_object_set(copy, "complete", json_false()) == 0 &&
              json_object_set(copy, "replaced", replaced) == 0;
  good = good ? manifest_store(dir, kind, copy, error)
              : error_set(error, "out of memory (%.600s)", dir);
  json_decref(copy);
  json_decref(replaced);
  return good;
}

static bool same_text(const Text *a, const Text *b) {
  return a && b && a->length == b->length &&
         memcmp(a->bytes, b->bytes, a->length) == 0;
}

static bool write_files(const char *dir, ResultKind kind, const Text *csv,
                        json_t *manifest, Error *error) {
  Paths paths;
  Text old;
  if (!find_paths(dir, kind, &paths, error))
    return false;
  bool exists = csv && file_read_all(paths.table, &old, NULL);
  bool good = true;
  if (csv && !same_text(exists ? &old : NULL, csv))
    good = announce(dir, kind, manifest, table_json(kind, exists ? &old : NULL),
                    error) &&
           atomic_file_write(paths.table, csv->bytes, csv->length, error);
  if (exists)
    free(old.bytes);
  return good && manifest_store(dir, kind, manifest, error);
}

bool experiment_files_write(const char *dir, ResultKind kind, const Text *csv,
                            json_t *manifest, Error *error) {
  bool good = json_object_set_new(manifest, "csv", table_json(kind, csv)) == 0
                  ? write_files(dir, kind, csv, manifest, error)
                  : error_set(error, "out of memory (%.600s)", dir);
  json_decref(manifest);
  return good;
}

bool experiment_files_save(const char *dir, ResultKind kind, ResultTable *table,
                           json_t *made, bool complete, Error *error) {
  Text csv = {NULL};
  bool good = result_csv(table, &csv, error);
  if (good) {
    json_t *manifest = json_copy(made);
    json_object_set_new(manifest, "complete", json_boolean(complete));
    good = experiment_files_write(dir, kind, &csv, manifest, error);
  }
  free(csv.bytes);
  result_free(table);
  return good;
}

/* ---- reading -------------------------------------------------------------*/

static bool check_table(const Paths *paths, ResultKind kind,
                        const json_t *manifest, const Text *csv, Error *error) {
  return fits(manifest, "csv", kind, csv) ||
         fits(manifest, "replaced", kind, csv) ||
         error_set(
             error,
             "%.600s has changed since it was written: it has been edited; "
             "restore it, or delete it and have it written again with "
             "--resume",
             paths->table);
}

static bool refuse_missing(const Paths *paths, const char *dir, ResultKind kind,
                           const json_t *manifest, Error *error) {
  if (fits(manifest, "csv", kind, NULL) ||
      fits(manifest, "replaced", kind, NULL))
    return error_set(error,
                     "%.600s has no results yet: the same command with "
                     "--resume continues it",
                     dir);
  return error_set(error,
                   "%.600s is missing: the same command with --resume writes "
                   "it again",
                   paths->table);
}

static bool read_table(const Paths *paths, const char *dir, ResultKind kind,
                       const json_t *manifest, CsvRowCallback *on_row,
                       void *context, Error *error) {
  Text csv;
  if (access(paths->table, F_OK) != 0)
    return !on_row || refuse_missing(paths, dir, kind, manifest, error);
  if (!file_read_all(paths->table, &csv, error))
    return false;
  CsvReader *rows = csv_reader_new(paths->table, on_row, context);
  bool good =
      check_table(paths, kind, manifest, &csv, error) &&
      (!on_row || (csv_reader_feed(rows, csv.bytes, csv.length, error) &&
                   csv_reader_finish(rows, error)));
  csv_reader_free(rows);
  free(csv.bytes);
  return good;
}

/* A tuning has its games nowhere else; of other experiments the manifest can be
 * written again from their runs, if there is nothing else in the folder. */
static bool refuse_without_manifest(const Paths *paths, ResultKind kind,
                                    bool resumable, Error *error) {
  if (kind == RESULT_TUNE)
    return error_set(error,
                     "%.600s is missing: it holds the results of the "
                     "candidates; restore it, or tune again into another "
                     "folder",
                     paths->manifest);
  return error_set(error, "%.600s is missing: it holds the checksum of %s; %s",
                   paths->manifest, result_table(kind),
                   resumable ? "the same command with --resume writes it again"
                             : "restore it, or choose another folder");
}

json_t *experiment_files_read(const char *dir, ResultKind kind,
                              CsvRowCallback *on_row, void *context,
                              Error *error) {
  Paths paths;
  if (!find_paths(dir, kind, &paths, error))
    return NULL;
  if (access(paths.manifest, F_OK) != 0 && access(paths.table, F_OK) == 0) {
    refuse_without_manifest(&paths, kind, true, error);
    return NULL;
  }
  json_t *manifest = manifest_load(dir, kind, error);
  if (manifest &&
      read_table(&paths, dir, kind, manifest, on_row, context, error))
    return manifest;
  json_decref(manifest);
  return NULL;
}

bool experiment_files_exist(const char *dir, ResultKind kind) {
  Paths paths;
  return find_paths(dir, kind, &paths, NULL) &&
         access(paths.table, F_OK) == 0 && access(paths.manifest, F_OK) == 0;
}

bool experiment_files_complete(const json_t *manifest) {
  return json_is_true(json_object_get(manifest, "complete"));
}

/* ---- folders -------------------------------------------------------------*/

static bool is_ours(const char *name, ResultKind kind) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
         strcmp(name, result_table(kind)) == 0 ||
         strcmp(name, "report.html") == 0 || atomic_file_is_temporary(name);
}

/* Whether a folder without a manifest holds runs of this experiment and nothing
 * else. */
static bool holds_only_runs(const char *dir, ResultKind kind,
                            IsRunCallback *is_run, const void *context) {
  DIR *entries = opendir(dir);
  bool good = entries && is_run;
  int runs = 0;
  for (struct dirent *entry; good && (entry = readdir(entries));)
    if (!is_ours(entry->d_name, kind)) {
      good = is_run(context, entry->d_name);
      runs++;
    }
  if (entries)
    closedir(entries);
  return good && runs > 0;
}

bool experiment_files_reopen(const char *dir, ResultKind kind, json_t *made,
                             Error *error) {
  json_t *manifest = experiment_files_read(dir, kind, NULL, NULL, error);
  json_object_del(manifest, "failed"); /* that was before */
  bool good = manifest && json_object_update(manifest, made) == 0 &&
              json_object_set(manifest, "complete", json_false()) == 0 &&
              manifest_store(dir, kind, manifest, error);
  json_decref(manifest);
  return good;
}

static bool refuse_other(const char *dir, ResultKind there, ResultKind kind,
                         Error *error) {
  if (there == kind)
    return error_set(error,
                     "%.600s already holds a %s: choose another folder, or "
                     "continue it with --resume",
                     dir, result_name(kind));
  return error_set(error, "%.600s holds a %s, not a %s: choose another folder",
                   dir, result_name(there), result_name(kind));
}

static bool prepare(const char *dir, ResultKind kind, bool resume,
                    IsRunCallback *is_run, const void *context, Error *error) {
  Paths paths;
  ResultKind there = result_kind(dir);
  if (!find_paths(dir, kind, &paths, error))
    return false;
  if (there != RESULT_NONE && (there != kind || !resume))
    return refuse_other(dir, there, kind, error);
  if (access(paths.manifest, F_OK) == 0 ||
      (resume && holds_only_runs(dir, kind, is_run, context)))
    return true;
  return there == kind ? refuse_without_manifest(&paths, kind, false, error)
                       : run_dir_make(dir, error);
}

int experiment_files_open(const char *dir, ResultKind kind, bool resume,
                          IsRunCallback *is_run, const void *context,
                          Error *error) {
  if (!prepare(dir, kind, resume, is_run, context, error))
    return -1;
  int lock = run_dir_lock(dir, error);
  if (lock < 0)
    return -1;
  atomic_file_clear_temporaries(dir);
  /* Another process may have used the folder before it was locked. */
  ResultKind there = result_kind(dir);
  Paths paths;
  find_paths(dir, kind, &paths, NULL);
  bool good = there == RESULT_NONE || (there == kind && resume) ||
              refuse_other(dir, there, kind, error);
  json_t *manifest = NULL;
  if (good && access(paths.manifest, F_OK) == 0)
    good = (manifest = experiment_files_read(dir, kind, NULL, NULL, error));
  json_decref(manifest);
  if (good)
    return lock;
  close(lock);
  return -1;
}
