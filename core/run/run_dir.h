/* The folder of a run being played: its files, its checkpoints, its lock.
 *
 * A checkpoint records in the manifest how many bytes of each file are valid
 * and their hash; a run that was killed, or lost its power, resumes from its
 * last checkpoint: the bytes are on the disk before the manifest is. The
 * folder is locked while it is open, so that two processes cannot write the
 * same run. A RunDir belongs to one thread, which gives chunks of rows their
 * places in the files; any thread may write them (checkpoints.h). */
#ifndef BOARDLAB_CORE_RUN_RUN_DIR_H
#define BOARDLAB_CORE_RUN_RUN_DIR_H

#include "core/run/batch.h"
#include "core/run/checkpoints.h"
#include "core/run/run.h"
#include <limits.h>

typedef struct RunDir RunDir;

/* If the folder has a manifest, makes `sources` refuse source files whose
 * hashes differ from those it lists. Called before a run that may be resumed is
 * opened. */
bool run_dir_expect_files(const char *path, SourceHashes *sources,
                          Error *error);

/* Checks that the folder run->plan.out holds nothing, or a run that this one
 * can continue: nobody else writes it, and its files are as its manifest says.
 * Changes nothing. */
bool run_dir_check(const Run *run, Error *error);

/* Creates the folder run->plan.out, or resumes the run in it, counting its
 * games into run->tally. The run must outlive the RunDir. */
RunDir *run_dir_open(Run *run, Error *error);

/* Called before games are added: a run that was complete is so no longer, and
 * its manifest says so. Otherwise, if the process were killed, its files would
 * hold more than they should. */
bool run_dir_extend(RunDir *dir, Error *error);

/* Rows and their checksum. */
typedef struct Rows {
  const char *bytes;
  size_t length;
  uint64_t checksum;
} Rows;

/* The rows of a text. */
Rows rows_of(const char *bytes, size_t length);

/* Gives the rows of the next `count` games their place at the end of the files.
 */
Place run_dir_place(RunDir *dir, int count, Rows games, Rows moves);

/* Writes rows to their place. On error, the run ends where they would have
 * begun. To be called for every place, from any thread. */
bool run_dir_write(RunDir *dir, const Place *place, Rows games, Rows moves,
                   Error *error);

/* The most games and plies whose moves a run keeps, see KEPT_GAMES. A game that
 * begins before the limit of plies is kept whole. */
Kept run_dir_kept_max(const Run *run);

/* Decides whether the moves of the next game are kept, the one that
 * run_played(run) + `ahead` games come before, and counts it in run->kept. If
 * they are not, neither are those of any later game. */
bool run_dir_keeps(Run *run, uint64_t ahead, int plies);

/* How far the rows go that have a place. */
RunProgress run_dir_progress(const RunDir *dir);

/* Begins a checkpoint in the background, about once a second. Fails if the last
 * one could not be written. */
bool run_dir_checkpoint(RunDir *dir, Error *error);

/* Writes a last checkpoint, waits until it is on the disk, closes the files and
 * frees `dir`. All places must have been written. */
bool run_dir_close(RunDir *dir, Error *error);

/* Whether the folder holds nothing but a new run without games. Then frees
 * `dir` and removes what was created: a run that failed so early is nothing to
 * continue. All places must have been written. */
bool run_dir_abandon(RunDir *dir);

/* A CsvRowCallback whose context is a Run: parses a row of games.csv, which
 * must be the header or the row of the next game, counts the game into
 * run->tally unless it is set aside, and passes it to run->plan.take. */
bool run_dir_count_row(void *run, const CsvRow *row, Error *error);

/* Whether a file had as many games. */
bool run_dir_has_games(const Run *run, const char *path, uint64_t games,
                       Error *error);

/* Makes a folder for new results. It may exist if it is empty. */
bool run_dir_make(const char *path, Error *error);
/* Checks that run_dir_make could use the path, without making it. */
bool run_dir_is_free(const char *path, Error *error);

/* Locks a folder against other processes that write there. Returns a file
 * descriptor to close when done, or -1. */
int run_dir_lock(const char *path, Error *error);

/* Writes the games of a run that is made at once, not played: into the draft
 * run->plan.out + ".writing", which is renamed when it is complete and removed
 * if `write` fails. A draft whose writer was killed is replaced; one with a
 * complete run, which was not renamed, is not. */
bool run_dir_write_whole(Run *run,
                         bool (*write)(void *context, RunDir *dir,
                                       Error *error),
                         void *context, Error *error);

/* Removes the files of a run, and the folder if it is then empty. */
void run_dir_clear(const char *path);

/* Joins a folder and a name. If the path is too long, returns false and sets it
 * to "". */
bool path_join(char path[PATH_MAX], const char *dir, const char *name);

#endif
