/* The library: the games and bots that a page can choose.
 *
 * These are the built-in games and bots, the Lua files that come with boardlab,
 * and the Lua files below the served folder, which is the current folder of the
 * process. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_LIBRARY_H
#define BOARDLAB_CLI_STUDIO_LIBRARY_H

#include "core/base/error.h"
#include <jansson.h>

/* Limits of the search for Lua files below the folder. */
enum {
  LIBRARY_FILES = 200,    /* listed at most */
  LIBRARY_DEPTH = 3,      /* folders inside each other */
  LIBRARY_ENTRIES = 20000 /* names looked at */
};

typedef struct Library Library;

/* `seconds`: how long a listing may take for the files of the folder. */
Library *library_new(double seconds);

/* Ends the listing under way. */
void library_end(Library *library);
void library_free(Library *library);

/* {games, bots, files: [Entry, …], more: whether there are more files than are
 * listed}, for GET api/library, which adds `version`, `folder` and `file`: the
 * Lua file that serve was given, or null. `files` are those below the folder,
 * not in hidden folders. Files for which there was no time are listed as
 * "unread", and are read for later requests. NULL when out of memory or of open
 * files.
 *
 *   Entry = {"spec", "kind": "game"|"variant"|"bot"|"level"|"module"|"unread",
 * "title", "summary"}, or {"spec", "error", "trace" or null} of a file that
 * cannot be opened */
json_t *library_list(Library *library);

#endif
