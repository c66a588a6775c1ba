/* Descriptions: what Lua files say about themselves.
 *
 * To say what a file is it has to run, in a process of its own
 * (core/isolation), so what it said is kept until one of the files that it was
 * loaded from changes. A file may have failed for lack of another one, so why
 * it failed is kept only as long as there are the same files: `names` is a
 * number that changes when files come or go. For one thread at a time. */
#ifndef BOARDLAB_CLI_STUDIO_DESCRIPTIONS_H
#define BOARDLAB_CLI_STUDIO_DESCRIPTIONS_H

#include "lua/host/host.h"

typedef struct Descriptions Descriptions;

typedef struct Description {
  bool good;
  HostAbout about; /* if good */
  Error why;       /* otherwise */
} Description;

/* NULL when out of memory. */
Descriptions *descriptions_new(void);
void descriptions_free(Descriptions *descriptions);

/* Reads what is kept about a file; false if that is nothing, or out of date. */
bool recall(Descriptions *descriptions, const char *spec, uint64_t names,
            Description *about);

/* Asks the file, and keeps the answer. False if *stop became true. */
bool describe(Descriptions *descriptions, const char *spec, uint64_t names,
              const atomic_bool *stop, Description *about);

#endif
