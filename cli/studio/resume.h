/* The command that goes on with results that are not complete, found from the
 * results themselves: the server may have been started again since. */
#ifndef BOARDLAB_CLI_STUDIO_RESUME_H
#define BOARDLAB_CLI_STUDIO_RESUME_H

#include "core/base/error.h"
#include <jansson.h>

/* Returns the words of the command line after "boardlab", ["sweep", "quoridor",
 * "--vary", …, "--out", dir, "--resume"]; NULL with a message if there is no
 * such command. The caller has checked that the folder may be read. */
json_t *resume_words(const char *dir, Error *error);

#endif
