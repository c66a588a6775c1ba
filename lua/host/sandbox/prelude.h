/* The prelude: the functions of the library that a file uses become constants
 * of its chunk, which saves a lookup in two tables at each use.
 *
 * It is a line of Lua in front of the first line of the file, such as
 * `local math<const> ,pairs<const> =math,pairs `, so line numbers stay. A file
 * that assigns to such a name does not compile with it and is compiled
 * without; one that mentions _ENV or load gets no prelude, because there a name
 * may come to mean something else. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PRELUDE_H
#define BOARDLAB_LUA_HOST_SANDBOX_PRELUDE_H

#include <stddef.h>

/* The bytes that a prelude needs at most, with the terminating zero. */
enum { PRELUDE_MAX = 1024 };

/* Writes the prelude for a file; "" for none. Returns its length. */
size_t prelude_write(const char *code, size_t size, char prelude[PRELUDE_MAX]);

#endif
