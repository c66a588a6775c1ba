/* Checked files: files that only grow, with a running checksum, so that an
 * interrupted run can be resumed and later changes are noticed.
 *
 * At any time a CheckedFile knows its length and the checksum of its bytes
 * (checksum.h); the two are its checkpoint, which the caller stores elsewhere
 * (a run's manifest). A file whose beginning still matches its checkpoint can
 * be continued; one that was truncated or edited is refused. Writes are not
 * buffered: what was written survives the process. To survive a power cut as
 * well, it must be synced before its checkpoint is stored.
 *
 * A CheckedFile belongs to one thread. But the pieces that this thread has
 * given a place in it may be written by others, in any order, while it gives
 * more their places, and while another thread syncs what is complete. */
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

/* Messages about files that are not as they were written; the first begins with
 * the path. */
#define FILE_CHANGED "%.600s has changed since it was written: "
#define FILE_HAS_CRLF                                                          \
  "its line endings are now CR LF instead of LF; convert them back"

/* Whether the first line of a text ends with CR LF. boardlab writes LF. */
bool has_crlf(const char *bytes, size_t length);

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

/* The same in two steps: gives bytes their place, at the end; writes them where
 * the file was `at` bytes long. The latter may be called from any thread. */
void checked_file_place(CheckedFile *file, size_t length, uint64_t checksum);
bool checked_file_write_at(const CheckedFile *file, const char *bytes,
                           size_t length, uint64_t at, Error *error);

/* The checkpoint of what has a place in the file so far. */
Checkpoint checked_file_checkpoint(const CheckedFile *file);

/* Checks that the file is still at its path, and waits until its first `bytes`
 * bytes are on the disk. They must have been written; if `whole`, the file
 * must end there, or someone else has written to it. May be called from any
 * thread, by one at a time. */
bool checked_file_sync(CheckedFile *file, uint64_t bytes, bool whole,
                       Error *error);

/* Removes what is beyond an earlier checkpoint of the file. */
void checked_file_go_back(CheckedFile *file, Checkpoint checkpoint);

/* Closes and frees. Returns false if the system only now reports that a write
 * has failed. NULL is allowed. */
bool checked_file_close(CheckedFile *file, Error *error);

#endif
