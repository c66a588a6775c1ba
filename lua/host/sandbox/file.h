/* Finding Lua files, and loading them as text. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_FILE_H
#define BOARDLAB_LUA_HOST_SANDBOX_FILE_H

#include "core/base/error.h"
#include "lua/host/sandbox/plugin.h"

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

/* ---- compiled files ------------------------------------------------------*/

/* A plugin that keeps values gets a new Lua state for each game, which loads
 * the same files again: they are compiled once and kept as bytecode. It never
 * leaves the process, and a plugin cannot load bytecode itself. */

/* Does what file_load does for the plugin that L belongs to, and charges the
 * same, but reads each file only once. May raise when out of memory. */
bool chunks_load(lua_State *L, const char *path, Error *error);

/* Frees a list of chunks; NULL is allowed. */
void chunks_free(Chunk *chunks);

/* ---- compile_cost.c ------------------------------------------------------*/

/* What compiling a text costs, in units of work (plugin.h).
 *
 * Lua's compiler takes linear time for most texts, but not for all, and nothing
 * can stop it. So the cost of a text is found out beforehand, by a look at its
 * words; it is never less than what the compiler does:
 *
 * - It goes through a list of jumps for each jump that it adds, as in the chain
 *   `a or a or …`.
 * - It looks for each name among the local variables and upvalues of the
 *   function and of all functions around it. */
int64_t compile_cost(const char *text, size_t size);

/* ---- prelude.c -----------------------------------------------------------*/

/* The prelude: the functions of the library that a file uses become constants
 * of its chunk, which saves a lookup in two tables at each use.
 *
 * It is a line of Lua in front of the first line of the file, such as
 * `local math<const> ,pairs<const> =math,pairs `, so line numbers stay. A file
 * that assigns to such a name does not compile with it and is compiled
 * without; one that mentions _ENV or load gets no prelude, because there a name
 * may come to mean something else. */

/* The bytes that a prelude needs at most, with the terminating zero. */
enum { PRELUDE_MAX = 1024 };

/* Writes the prelude for a file; "" for none. Returns its length. */
size_t prelude_write(const char *code, size_t size, char prelude[PRELUDE_MAX]);

#endif
