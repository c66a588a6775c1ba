/* Memory that the program cannot do without.
 *
 * For sizes that a constant of the program bounds: a struct, a position, a list
 * of moves, a row of a table. When the system has no memory left for one of
 * these, nothing that the program could do instead would help: the process ends
 * with exit code NEED_FAILED and a message on stderr. So these functions never
 * return NULL.
 *
 * What grows with the input, such as the text of a file or the tree of a
 * search, is allocated with malloc, and lack of memory is an error like any
 * other (error.h).
 *
 * A process that has other things to do, such as the studio's server or a Lua
 * that has loaded the module, keeps a reserve: when the system has nothing
 * left, what was begun is finished with it, and nothing new is. */
#ifndef BOARDLAB_CORE_BASE_NEED_H
#define BOARDLAB_CORE_BASE_NEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { NEED_FAILED = 1 };

#define NEED_RESULT __attribute__((returns_nonnull, warn_unused_result))

/* Zeroed memory, which the caller frees; an array of `count` elements. */
NEED_RESULT void *need(size_t size);
NEED_RESULT void *need_array(size_t count, size_t size);

/* The block with another size, as realloc; it may have moved. */
NEED_RESULT void *need_resized(void *block, size_t size);

/* An array of `count` elements, NULL if there are none, with room for one more.
 * To be called before each element that is added: it doubles the array when
 * `count` is a power of two. */
NEED_RESULT void *need_more(void *array, size_t count, size_t size);

/* A copy of a text; of its first `length` bytes. */
NEED_RESULT char *need_copy(const char *text);
NEED_RESULT char *need_part(const char *text, size_t length);

/* A stream that writes to memory, as open_memstream; closing it makes *text,
 * which the caller frees, and *size valid. */
NEED_RESULT FILE *need_stream(char **text, size_t *size);
void need_close(FILE *stream);

/* Sees to it that there is a reserve, before something new is begun. False if
 * it has been used and the system has no memory for another: an error then. Any
 * thread may call it. */
bool need_reserve(void);

#endif
