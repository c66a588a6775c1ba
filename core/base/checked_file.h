/* A file that is written from its beginning, and can be taken up again.
 *
 * It is known at any time how many bytes are in it and what their xxh64 is: its
 * mark. A file whose beginning still fits its mark can be gone on with; one
 * that has been cut off or edited is found out. Writing is not buffered: what
 * has been written survives the process. */
#ifndef BOARDLAB_CORE_BASE_CHECKED_FILE_H
#define BOARDLAB_CORE_BASE_CHECKED_FILE_H

#include "core/base/error.h"
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Checkpoint {
  uint64_t bytes, hash;
} Checkpoint;

typedef struct CheckedFile CheckedFile;

/* A new file, which must not be there yet. */
CheckedFile *checked_file_create(const char *path, Error *error);

/* Takes what was read; false with a message stops the reading. */
typedef bool FileCallback(void *context, const char *bytes, size_t length,
                          Error *error);

/* A file that is there: reads it up to the mark and shows that to `take` (or
 * NULL). Fails if the file does not fit the mark. */
CheckedFile *checked_file_reopen(const char *path, Checkpoint mark,
                                 FileCallback *take, void *context,
                                 Error *error);

/* Cuts off what is beyond the mark: call it before writing. */
bool checked_file_truncate(CheckedFile *output, Error *error);

/* Reads a file up to its mark, and does not change it. It should end there, if
 * it is `whole`. */
bool checked_file_read(const char *path, Checkpoint mark, bool whole,
                       FileCallback *take, void *context, Error *error);

/* Adds all of it or, with a message, nothing. */
bool checked_file_write(CheckedFile *output, const char *bytes, size_t length,
                        Error *error);

Checkpoint checked_file_checkpoint(const CheckedFile *output);

/* Whether it is still where it was made, and nobody else has written to it. */
bool checked_file_in_place(const CheckedFile *output, Error *error);

/* Takes back what was written last. */
void checked_file_undo(CheckedFile *output);

/* False if what was written turns out not to have been. */
bool checked_file_close(CheckedFile *output, Error *error);

/* Puts a text into a file, in place of what is there: all of it or, with a
 * message, nothing. It is written beside it first, under a name that nothing
 * else has. */
bool atomic_file_write(const char *path, const char *bytes, size_t length,
                       Error *error);

/* Whether that can be done, as far as it can be told without doing it. */
bool atomic_file_writable(const char *path, Error *error);

/* Whether a file has a name of those that are written first; and removes all of
 * them from a folder, where whoever was killed has left them. */
bool atomic_file_is_temporary(const char *name);
void atomic_file_clear_temporaries(const char *dir);

#endif
