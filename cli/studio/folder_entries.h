/* What is in a folder, seen through its descriptor, so that it is the same
 * folder throughout and no symbolic link is followed. */
#ifndef BOARDLAB_CLI_STUDIO_FOLDER_ENTRIES_H
#define BOARDLAB_CLI_STUDIO_FOLDER_ENTRIES_H

#include "core/run/result_dir.h"

typedef struct Entry {
  char *name;
  bool folder;
} Entry;

/* The names in a folder, without hidden ones. */
typedef struct Entries {
  Entry *list;
  int count, capacity;
  bool odd; /* something in it is neither a file nor a folder */
  bool too_many;
} Entries;

/* Reads at most so many names of a folder that is open. */
Entries entries_read(int folder, int most);
void entries_free(Entries *entries);

/* As result_kind, but of the files seen here: a link is none. */
ResultKind entries_kind(const Entries *entries);

/* Opens a folder in a folder; -1 with errno. */
int folder_open(int parent, const char *name);

#endif
