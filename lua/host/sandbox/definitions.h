/* Definitions that scripts have made: files that are only in memory.
 *
 * A definition is called FILE.lua#NAME, after the file that has made it. Its
 * text is that of a bot, a variant or a game (inline.lua writes it), and it is
 * opened like any other file. The definitions last as long as the process. A
 * run keeps the text of those that it uses (core/base/source_hashes.h), so that
 * it can be replayed without the script.
 *
 * One thread adds definitions, the one that runs the script; any thread may
 * read them at the same time. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_DEFINITIONS_H
#define BOARDLAB_LUA_HOST_SANDBOX_DEFINITIONS_H

#include "core/base/error.h"
#include "lua/host/sandbox/plugin.h"

/* Returns whether it is the name of a definition, whether it exists or not. */
bool definitions_are_named(const char *name);

/* Adds a definition and writes its full name: `name`, or a number if that is
 * NULL. If there is one with that name already, and its text is different,
 * a number is added. */
bool definitions_add(const char *file, const char *name, const char *text,
                     char full[PATH_TEXT], Error *error);

/* Returns a copy of the text of a definition, which the caller frees: of the
 * run in use on this thread, or else of the script. NULL if there is none. */
char *definitions_read(const char *name);

/* Returns whether definitions_read finds it. */
bool definitions_exist(const char *name);

/* Returns whether the text of a definition comes from a run on disk, and not
 * from a script of this process. */
bool definitions_are_foreign(const char *name);

#endif
