/* Checked files: files that only grow, with a running checksum, so that an
 * interrupted run can be resumed and later changes are noticed.
 *
 * At any time a CheckedFile knows its length and the checksum of its bytes
 * (checksum.h); the two are its checkpoint, which the caller stores elsewhere
 * (a run's manifest). A file whose beginning still matches its checkpoint can
 * be continued; one that was truncated or edited is refused. Writes are not
 * buffered: what was written survives the process. To survive a power cut as
 * well, it must be synced before its checkpoint is stored. A CheckedFile
 * belongs to one thread. */
#ifndef BOARDLAB_CORE_BASE_CHECKED_FILE_H
#define BOARDLAB_CORE_BASE_CHECKED_FILE_H

#include "core/base/error.h"
#include "core/base/text.h"
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Checkpoint {
  uint64_t bytes, checksum;
} Checkpoint;

/* The checkpoint of a file with these bytes. */
Checkpoint checkpoint_of(const char *bytes, size_t length);

/* Reads a whole file, which must be a regular one. On success the caller frees
 * text->bytes. */
bool file_read_all(const char *path, Text *text, Error *error);

typedef struct CheckedFile CheckedFile;

/* Creates a file. Fails if it exists. */
CheckedFile *checked_file_create(const char *path, Error *error);

/* Receives the bytes of a file piece by piece. Returning false with an error
 * fails the reading. */
typedef bool FileCallback(void *context, const char *bytes, size_t length,
                          Error *error);

/* Opens an existing file to continue it: reads it up to the checkpoint, passing
 * the bytes to `on_bytes` (or NULL). Fails if they do not match. What is beyond
 * the checkpoint stays until checked_file_truncate. */
CheckedFile *checked_file_reopen(const char *path, Checkpoint checkpoint,
                                 FileCallback *on_bytes, void *context,
                                 Error *error);

/* Removes what is beyond the checkpoint. Call this before writing. */
bool checked_file_truncate(CheckedFile *file, Error *error);

/* Reads a file up to its checkpoint without changing it. If `whole`, the file
 * must end there. */
bool checked_file_read(const char *path, Checkpoint checkpoint, bool whole,
                       FileCallback *on_bytes, void *context, Error *error);

/* Appends bytes, which have this checksum: all of them or, on failure, none. */
bool checked_file_write(CheckedFile *file, const char *bytes, size_t length,
                        uint64_t checksum, Error *error);

/* Waits until everything that was written is on the disk. */
bool checked_file_sync(CheckedFile *file, Error *error);

/* The checkpoint of what has been written so far. */
Checkpoint checked_file_checkpoint(const CheckedFile *file);

/* Whether the file is still at its path and nobody else has written to it. */
bool checked_file_in_place(const CheckedFile *file, Error *error);

/* Removes what the last checked_file_write appended. */
void checked_file_undo(CheckedFile *file);

/* Closes and frees. Returns false if the system only now reports that a write
 * has failed. NULL is allowed. */
bool checked_file_close(CheckedFile *file, Error *error);

#endif
