/* The folder of a run that is being played: its files, and keeping others out.
 *
 * A checkpoint writes into the manifest how far the files have got; a run that
 * is killed goes on from its last one. */
#ifndef BOARDLAB_CORE_RUN_RUN_DIR_H
#define BOARDLAB_CORE_RUN_RUN_DIR_H

#include "core/run/batch.h"
#include "core/run/run.h"
#include <limits.h>

typedef struct RunDir RunDir;

/* Before a run that may be resumed is opened: its files must be those that the
 * manifest names, if there is one. */
bool run_dir_expect_files(const char *path, SourceHashes *sources,
                          Error *error);

/* Lays out the folder run->plan.out, or takes up the run in it, whose games are
 * then counted into run->tally. */
RunDir *run_dir_open(Run *run, Error *error);

/* Adds the rows of a chunk: all or, with a message, none. */
bool run_dir_add(RunDir *dir, const Chunk *chunk, Error *error);

/* Writes the manifest, unless it was written a moment ago and need not be
 * `now`. */
bool run_dir_checkpoint(RunDir *dir, bool now, Error *error);

/* A last checkpoint. */
bool run_dir_close(RunDir *dir, Error *error);

/* Reads a row of games.csv, which must be the header or that of the next game,
 * and counts it into the tally of the run; or just that, for rows_begin. */
bool run_dir_read_row(Run *run, const CsvRow *row, Match *match, Error *error);
bool run_dir_count_row(void *run, const CsvRow *row, Error *error);

/* A folder for something new: made if it is not there, refused if there is
 * something in it. */
bool run_dir_make(const char *path, Error *error);
/* Whether it could be. */
bool run_dir_is_free(const char *path, Error *error);

/* Removes what a merge that was killed has left; refuses what is a whole run.
 */
bool run_dir_clear_draft(const char *path, Error *error);

/* Removes a run that was merged in vain: its files, and the folder if there is
 * nothing else in it. */
void run_dir_clear(const char *path);

/* The path of something in a folder. One that is too long names nothing that is
 * there: false, and "". */
bool path_join(char path[PATH_MAX], const char *dir, const char *name);

#endif
