/* What is in a folder, seen through its descriptor, so that it is the same
 * folder throughout and no symbolic link is followed. */
#ifndef BOARDLAB_CLI_STUDIO_FOLDER_ENTRIES_H
#define BOARDLAB_CLI_STUDIO_FOLDER_ENTRIES_H

#include "core/run/result_dir.h"
#include <limits.h>

typedef struct Entry {
  char *name;
  bool folder;
} Entry;

/* The names in a folder, without hidden ones. */
typedef struct Entries {
  Entry *list;
  int count;
  bool odd; /* something in it is neither a file nor a folder */
  bool too_many;
  bool failed; /* out of memory or of open files */
} Entries;

/* Reads at most so many names of a folder that is open. */
Entries entries_read(int folder, int most);
void entries_free(Entries *entries);

/* As result_kind, but a link is no file. */
ResultKind folder_kind(int folder);

/* Opens a folder in a folder; -1 with errno. */
int folder_open(int parent, const char *name);

/* A search for the files below the current folder whose names have an ending.
 */
typedef struct FileSearch {
  const char *ending;
  int depth; /* folders inside each other, at most */
  int names; /* looked at, at most */
  void (*found)(void *context, const char *path); /* in the order of names */
  void *context;
  bool more;   /* there were more names */
  bool failed; /* out of memory or of open files */
  char path[PATH_MAX];
} FileSearch;
void files_search(FileSearch *search);

#endif
