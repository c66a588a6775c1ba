/* The results below the served folder, which is the current folder of the
 * process: runs, tournaments, sweeps, ladders, tunings and studies; and which
 * folders a page may name.
 *
 * Folders that a page names come from somebody else, and so may what lies in
 * them: no symbolic link is followed, and a folder with anything in it but
 * files and folders is not opened. Any thread may call these functions.
 *
 * The list is made in folders_list.c. */
#ifndef BOARDLAB_CLI_STUDIO_FOLDERS_H
#define BOARDLAB_CLI_STUDIO_FOLDERS_H

#include "core/base/error.h"
#include <jansson.h>

/* Limits of the search for results. */
enum {
  FOLDERS_LISTED = 1000,  /* results listed at most */
  FOLDERS_BOTS = 32,      /* of a sweep or ladder */
  FOLDERS_DEPTH = 8,      /* folders inside each other */
  FOLDERS_ENTRIES = 50000 /* names looked at */
};

/* Returns {"runs": [Result, …], "more": whether a limit was reached}. The
 * newest come first, and the runs of a sweep or ladder, and the ladder of a
 * study, after it.
 *
 *   Result = {"dir",
 *     "kind": "run"|"tournament"|"sweep"|"ladder"|"tuning"|"study", "title" and
 * "game" of its game, "bots": [spec, …], "games" played, "wanted" or null,
 * "first": the number of its first game, "complete", "part": the dir of the
 * sweep, ladder or study that it belongs to, or null, "error": why it cannot be
 * read, or null, "changed": when it was last written, in seconds since 1970} */
json_t *folders_list(void);

/* Whether a page may name this folder of results: "." or a path below the
 * current folder, without hidden folders. */
bool folders_may_read(const char *dir, Error *error);

/* Whether results may be written there: not inside those of another run. Its
 * last parts need not exist. */
bool folders_may_write(const char *dir, Error *error);

/* Whether two folders that may be written are the same or one is in the other.
 */
bool folders_overlap(const char *a, const char *b);

#endif
