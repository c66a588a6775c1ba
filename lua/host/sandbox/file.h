/* Lua files: where they are, and loading them as text. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_FILE_H
#define BOARDLAB_LUA_HOST_SANDBOX_FILE_H

#include "core/base/error.h"
#include "lua/host/sandbox/plugin.h"

/* The folder with the bots, variants and modules that come with boardlab: what
 * the environment variable BOARDLAB_LUA names, else where they were built or
 * installed. */
const char *file_library(void);

/* Finds a file that a user names: as the path says, else in the library. False
 * with a message if there is none. */
bool file_locate(const char *name, char path[PATH_TEXT], Error *error);

/* Finds a file that a plugin names: in the folder of the plugin's own file,
 * else in the library. Paths that lead out of those are not found. */
bool file_find(const char *name, const char *plugin, char path[PATH_TEXT]);

/* What loading a text of that size costs a plugin, at most. */
int64_t file_cost(size_t size);

/* Pushes the file's text as a function. */
bool file_load(lua_State *L, const char *path, Error *error);

#endif
