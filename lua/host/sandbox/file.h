/* Finding Lua files, and loading them as text. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_FILE_H
#define BOARDLAB_LUA_HOST_SANDBOX_FILE_H

#include "core/base/error.h"
#include "lua/host/sandbox/plugin.h"

/* Returns the library: the folder of the included bots, variants, games and
 * modules. The environment variable BOARDLAB_LUA overrides where they were
 * built or installed. */
const char *file_library(void);

/* Finds a file named by a user: relative to the current folder, then in the
 * library. Returns false with a message if there is none. */
bool file_locate(const char *name, char path[PATH_TEXT], Error *error);

/* Finds a file named by a plugin: relative to the folder of the plugin's own
 * file, then in the library. Rejects paths that lead out of these folders, also
 * through symbolic links. */
bool file_find(const char *name, const char *plugin, char path[PATH_TEXT],
               Error *error);

/* Reads a regular file; the caller frees the text, which is not NUL-terminated.
 * Returns NULL with a message that names the file. */
char *file_read(const char *path, size_t *size, Error *error);

/* Returns the code in the text of a file, as lua5.4 sees it: without a byte
 * order mark, and without a first line that starts with #, as a script for the
 * shell has it. The line's end stays, so that lines keep their numbers. */
const char *file_code(const char *text, size_t *size);

/* Loads a file and pushes it as a function. If L belongs to a plugin, charges
 * it. On failure pushes nothing. */
bool file_load(lua_State *L, const char *path, Error *error);

#endif
