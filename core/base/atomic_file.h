/* Atomic files: replacing the contents of a file in one step.
 *
 * The new contents are written to a temporary file beside the old one, which
 * then takes its name: a reader sees either the old or the new contents, and a
 * process that is killed leaves the old ones. The new contents are on the disk
 * before they get the name, and the name is before the call returns, so that a
 * power cut leaves one or the other as well. */
#ifndef BOARDLAB_CORE_BASE_ATOMIC_FILE_H
#define BOARDLAB_CORE_BASE_ATOMIC_FILE_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Creates or replaces a file. On failure the old contents remain. Deletes the
 * temporary files that killed processes have left in its folder. */
bool atomic_file_write(const char *path, const char *bytes, size_t length,
                       Error *error);

/* Whether atomic_file_write could succeed, as far as this can be known without
 * writing. */
bool atomic_file_writable(const char *path, Error *error);

/* Whether a file name, without its folder, is that of a temporary file. */
bool atomic_file_is_temporary(const char *name);

/* Deletes the temporary files that killed processes have left in a folder, but
 * none that is being written. */
void atomic_file_clear_temporaries(const char *dir);

/* Whether two paths lead to the same file or folder, which exists. */
bool file_is_same(const char *one, const char *other);

/* For files that are written through a descriptor: reports errno as "could not
 * ACTION PATH: …"; writes everything, also after a signal, at a place in the
 * file or after what was written last. */
#define FILE_END UINT64_MAX
bool file_error(const char *action, const char *path, Error *error);
bool file_write_at(int file, const char *bytes, size_t length, uint64_t at);

/* Waits until what was written to a file, or what was created, renamed or
 * removed in a folder, is on the disk. Succeeds on file systems that cannot
 * tell. Returns false with errno. */
bool file_sync(int file);

#endif
