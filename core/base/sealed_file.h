/* Sealed files: JSON files that carry their own checksum.
 *
 * The last member of the object, on a line of its own, is the xxHash (XXH64) of
 * all bytes before that line:
 *
 *   {
 *     "game": "quoridor",
 *     "xxh64": "0123456789abcdef"
 *   }
 *
 * Whatever byte of the file is changed, reading it fails. These are functions
 * without state; any thread may call them. */
#ifndef BOARDLAB_CORE_BASE_SEALED_FILE_H
#define BOARDLAB_CORE_BASE_SEALED_FILE_H

#include "core/base/error.h"
#include "core/base/text.h"

/* Creates or replaces the file, atomically. `json` is an object with one or
 * more members, each on a line of its own, that ends with "\n}". */
bool sealed_file_write(const char *path, const char *json, size_t length,
                       Error *error);

/* The text of such a file, with a NUL at its end, which the caller frees. */
char *sealed_text(const char *json, size_t length);

/* Reads the file and checks its checksum. On success the caller frees
 * text->bytes. */
bool sealed_file_read(const char *path, Text *text, Error *error);

/* Checks the checksum of what has been read already; the path is for messages.
 */
bool sealed_text_check(const char *path, const Text *text, Error *error);

#endif
