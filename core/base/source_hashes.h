/* The files that games and bots of a run are made of, and their fingerprints.
 *
 * A run that is stopped and resumed, or spread over machines, must be played
 * with the same files throughout. Whoever plays one lays out a Sources and puts
 * it in use on each of its threads; loaders then note in it every file they
 * read. A file that is not what it was before is refused, and the run can find
 * out. All functions may be called from any thread. */
#ifndef BOARDLAB_CORE_BASE_SOURCE_HASHES_H
#define BOARDLAB_CORE_BASE_SOURCE_HASHES_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct SourceHashes SourceHashes;

/* One file: its path as a manifest names it, and the xxh64 of what is in it. */
typedef struct SourceHash {
  char *name;
  uint64_t hash;
} SourceHash;

SourceHashes *source_hashes_new(void); /* NULL when there is no memory */
void source_hashes_free(SourceHashes *sources);

/* Puts it in use on this thread, until another (or NULL) is. */
void source_hashes_use(SourceHashes *sources);

/* For loaders: a file has been read, and this is in it. False if it should be
 * something else. */
bool source_hashes_note(const char *name, const void *bytes, size_t size,
                        Error *error);

/* What a file ought to be: for runs that are resumed. */
bool source_hashes_expect(SourceHashes *sources, const char *name,
                          uint64_t hash, Error *error);

/* The first file that was not what it should be, as a message; false if there
 * was none. */
bool source_hashes_changed(SourceHashes *sources, Error *error);

/* Shows each file so far, in the order of their names. */
void source_hashes_each(SourceHashes *sources,
                        void (*visit)(void *context, const SourceHash *source),
                        void *context);

#endif
