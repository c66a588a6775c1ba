/* Source hashes: which files a run's games and bots were loaded from, with the
 * XXH64 hash of each.
 *
 * A run that is interrupted and resumed, or spread over several machines, must
 * use the same files throughout. A run creates a SourceHashes and puts it in
 * use on each of its threads; loaders then record every file they read. A file
 * whose contents have changed is refused, and the run can ask which one it was.
 * All functions may be called from any thread. */
#ifndef BOARDLAB_CORE_BASE_SOURCE_HASHES_H
#define BOARDLAB_CORE_BASE_SOURCE_HASHES_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SourceHashes SourceHashes;

/* One file: its path as it is written in a manifest, and its hash. If it is not
 * on disk, because a script has defined it, also its text. */
typedef struct SourceHash {
  char *name;
  uint64_t hash;
  char *text; /* or NULL */
} SourceHash;

/* The hash of a file's contents. */
uint64_t source_hash(const void *bytes, size_t size);

SourceHashes *source_hashes_new(void);
void source_hashes_free(SourceHashes *sources);

/* Puts `sources` (or NULL: none) in use on this thread. It stays the caller's.
 */
void source_hashes_use(SourceHashes *sources);

/* For loaders: records a file that was read, with its contents. Fails if the
 * run has seen other contents under this name. Does nothing if no SourceHashes
 * is in use on this thread. */
bool source_hashes_note(const char *name, const void *bytes, size_t size,
                        Error *error);

/* Reports that a file could not be read, and why. If the run has read it
 * before, it has changed; otherwise does nothing. */
void source_hashes_miss(const char *name, const Error *why);

/* The same as source_hashes_note for one that is not on disk, whose text is
 * kept. */
bool source_hashes_keep(const char *name, const char *text, Error *error);

/* Returns a copy of a text that is kept by the SourceHashes in use on this
 * thread, or NULL. The caller frees it. */
char *source_hashes_text(const char *name);

/* Returns whether the SourceHashes in use on this thread has a file of that
 * name. */
bool source_hashes_list(const char *name);

/* Keeps a text for a run that was read from disk. */
bool source_hashes_supply(SourceHashes *sources, const char *name,
                          const char *text, Error *error);

/* Records the hash that a file had earlier, for a run that is resumed. */
bool source_hashes_expect(SourceHashes *sources, const char *name,
                          uint64_t hash, Error *error);

/* Whether some file was refused because it had changed, or is missing. The
 * error names the last one. */
bool source_hashes_changed(SourceHashes *sources, Error *error);

/* Calls `visit` for each file, in the order of their names. */
void source_hashes_each(SourceHashes *sources,
                        void (*visit)(void *context, const SourceHash *source),
                        void *context);

#endif
