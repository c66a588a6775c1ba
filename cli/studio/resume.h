/* The command that goes on with results that are not complete, from their
 * manifest: the server may have been started again since. */
#ifndef BOARDLAB_CLI_STUDIO_RESUME_H
#define BOARDLAB_CLI_STUDIO_RESUME_H

#include "cli/studio/tasks.h"

/* Returns the words of the command line after "boardlab", ["sweep", "quoridor",
 * "--vary", …, "--out", dir, "--resume"]; NULL with a message if there is no
 * such command. The first *stored of them are those of the manifest, unchecked:
 * tasks_start checks them. The caller has checked that the folder may be read.
 */
json_t *resume_words(const char *dir, int *stored, Error *error);

/* Starts that command. Returns the number of the task, or 0. */
int resume_start(Tasks *tasks, const char *dir, Error *error);

#endif
