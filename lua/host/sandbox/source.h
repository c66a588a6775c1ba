/* Lua files on disk: finding and reading them.
 *
 * Only a process that may open files calls this; file.h is for everyone. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_SOURCE_H
#define BOARDLAB_LUA_HOST_SANDBOX_SOURCE_H

#include "core/base/error.h"
#include "core/base/source_hashes.h"
#include "lua/host/sandbox/plugin.h"

enum { SOURCE_MAX = 256 << 10 }; /* files must be smaller */

/* Returns the library: the folder of the included bots, variants, games and
 * modules. The environment variable BOARDLAB_LUA overrides where they were
 * built or installed. */
const char *source_library(void);

/* See file.h. */
bool source_locate(const char *name, char path[PATH_TEXT], Error *error);
bool source_find(const char *name, const char *plugin, char path[PATH_TEXT],
                 Error *error);

/* Returns the name of a file for manifests and messages: files of the library
 * have the same name wherever the library is. A path that leaves the library
 * by '..' is not shortened. */
const char *source_name(const char *path);

/* Finds a file in the library. */
bool source_in_library(const char *name, char path[PATH_TEXT]);

/* Reads a file and records its hash (source_hashes.h). The caller frees the
 * text, which is not NUL-terminated. */
char *source_read(const char *path, size_t *size, Error *error);

/* Whether a file in the current folder or the library that was read has the
 * same contents now, and is still in there. */
bool source_is_same(const SourceHash *source);

#endif
