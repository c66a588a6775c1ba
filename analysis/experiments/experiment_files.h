/* The files of a sweep, ladder, race, tuning or study: a table, such as
 * sweep.csv, and its manifest, sweep.json, which holds the checksum of the
 * table and says whether the experiment is complete.
 *
 * The manifest is a sealed file (core/base/sealed_file.h), so a changed byte in
 * either file is noticed. A process that is killed between writing one and the
 * other leaves both valid: before the table is replaced, the manifest names the
 * checksums of the old and the new one, and says that the experiment is not
 * complete. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_FILES_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_EXPERIMENT_FILES_H

#include "analysis/result/result_table.h"
#include "core/base/csv.h"
#include "core/run/result_dir.h"
#include <jansson.h>

/* Writes both files into an existing folder; an unchanged table is not written
 * again. `csv` is NULL if there is no table yet. `manifest` has at least the
 * key "complete"; this function takes it over, and reports NULL as out of
 * memory. */
bool experiment_files_write(const char *dir, ResultKind kind, const Text *csv,
                            json_t *manifest, Error *error);

/* The same of a table, which it frees, and of how the experiment was made. */
bool experiment_files_save(const char *dir, ResultKind kind, ResultTable *table,
                           json_t *made, bool complete, Error *error);

/* Checks both files and calls `on_row` for each row of the table. Without
 * `on_row` the table may be missing. Returns the manifest, which the caller
 * frees, or NULL. */
json_t *experiment_files_read(const char *dir, ResultKind kind,
                              CsvRowCallback *on_row, void *context,
                              Error *error);

/* Whether both files exist. */
bool experiment_files_exist(const char *dir, ResultKind kind);

/* Whether a manifest says that its experiment is complete. */
bool experiment_files_complete(const json_t *manifest);

/* Prepares the folder of an experiment for playing, and locks it against other
 * processes. Returns the lock, a file descriptor that the caller closes, or -1.
 *
 * The folder may be new or empty. With `resume` it may also hold the same kind
 * of experiment, whose files must be intact; or, if its manifest was deleted,
 * only runs for which `is_run` (or NULL: none) is true. */
typedef bool IsRunCallback(const void *context, const char *name);
int experiment_files_open(const char *dir, ResultKind kind, bool resume,
                          IsRunCallback *is_run, const void *context,
                          Error *error);

/* Marks an experiment that goes on as not complete until it is written again,
 * and made as it is now. Keeps its table. */
bool experiment_files_reopen(const char *dir, ResultKind kind, json_t *made,
                             Error *error);

#endif
