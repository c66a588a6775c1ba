/* Files that the user gives by name in a spec, such as the weights of a bot:
 * "mcts:weights=mine.weights".
 *
 * Each has a number, which is the value of an option; one that was changed
 * since it was read last gets another. A process that was forked later has it
 * as well, though it may open no files; to one that was forked before, it is
 * handed over. A run records them (source_hashes.h). All functions may be
 * called from any thread. */
#ifndef BOARDLAB_CORE_BASE_GIVEN_FILE_H
#define BOARDLAB_CORE_BASE_GIVEN_FILE_H

#include "core/base/error.h"
#include <stddef.h>

enum { GIVEN_FILES_MAX = 64, GIVEN_FILE_BYTES = 16 << 20 };

typedef struct GivenFile {
  char *name, *text;
  size_t length;
} GivenFile;

/* The number of a file, from 1; 0 with a message if it cannot be read. */
int given_file(const char *name, Error *error);

/* A folder in which files are looked for that are not where the user is: the
 * library. Set it before starting threads. */
void given_file_search(const char *folder);

/* Makes a file known whose contents another process has read. */
bool given_file_add(const char *name, const char *text, size_t length,
                    Error *error);

/* A file by its number; it stays until the process ends. */
const GivenFile *given_file_get(int number);

#endif
