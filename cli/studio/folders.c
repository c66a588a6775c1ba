#include "cli/studio/folders.h"

#include "cli/studio/folder_entries.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

static bool is_well_named(const char *dir, Error *error) {
  if (!*dir)
    return error_set(error, "the name of the folder is empty: give one below "
                            "the served folder, such as runs/first");
  if (strlen(dir) >= PATH_MAX / 2 || !utf8_is_printable(dir))
    return error_set(error, "'%.60s…' is not the name of a folder", dir);
  if (dir[0] == '/')
    return error_set(error,
                     "'%.200s' is not below the served folder: give a path "
                     "that does not begin with a slash, such as runs/first",
                     dir);
  for (const char *at = dir; *at; at += strspn(at, "/")) {
    size_t length = strcspn(at, "/");
    if (*at == '.' && strcmp(dir, ".") != 0)
      return error_set(error,
                       length == 2 && at[1] == '.'
                           ? "'%.200s' may lead out of the served folder: "
                             "give a path without '..'"
                           : "'%.200s' is hidden: parts of the name must not "
                             "begin with a dot",
                       dir);
    if (*at == '-')
      return error_set(error,
                       "'%.200s' looks like a flag: parts of the name must "
                       "not begin with a dash",
                       dir);
    at += length;
  }
  return true;
}

/* Opens a folder step by step, so that no link is followed. -1 with errno.
 * *above is what results there are in the folders above it: a run, if it is
 * inside of one. */
static int open_path(const char *dir, ResultKind *above) {
  int folder = folder_open(AT_FDCWD, ".");
  *above = RESULT_NONE;
  while (folder >= 0 && *dir) {
    char name[NAME_MAX + 1] = "";
    size_t length = strcspn(dir, "/");
    ResultKind kind = strcmp(dir, ".") == 0 ? RESULT_NONE : folder_kind(folder);
    if (kind != RESULT_NONE && *above != RESULT_RUN)
      *above = kind;
    if (length <= NAME_MAX)
      memcpy(name, dir, length);
    int next = folder_open(folder, name), reason = errno;
    close(folder);
    folder = next;
    errno = length > NAME_MAX ? ENAMETOOLONG : reason;
    dir += length + strspn(dir + length, "/");
  }
  return folder;
}

static bool refuse_open(const char *dir, Error *error) {
  if (errno == ENOENT)
    return error_set(error, "there is no folder '%.200s' here", dir);
  if (errno == ELOOP || errno == ENOTDIR)
    return error_set(error,
                     "'%.200s' is not a folder; symbolic links are not "
                     "followed",
                     dir);
  return error_set(error, "'%.200s' cannot be opened: %s", dir,
                   strerror(errno));
}

/* Whether there is nothing but files and folders in a folder and those in it:
 * a link could lead anywhere, and reading a pipe waits. */
static bool is_clean(int folder, int depth, int *budget) {
  Entries e = entries_read(folder, *budget);
  bool clean = !e.odd && !e.too_many;
  *budget -= e.count;
  for (int i = 0; clean && depth > 0 && i < e.count; i++) {
    if (!e.list[i].folder)
      continue;
    int inner = folder_open(folder, e.list[i].name);
    clean = inner >= 0 && is_clean(inner, depth - 1, budget);
    if (inner >= 0)
      close(inner);
  }
  entries_free(&e);
  return clean;
}

/* Takes the descriptor over. */
static bool check_contents(int folder, const char *dir, Error *error) {
  int budget = FOLDERS_ENTRIES;
  bool clean = is_clean(folder, 1, &budget);
  close(folder);
  return clean || error_set(error,
                            "'%.200s' cannot be opened here: it has too many "
                            "files, or something in it is neither a file nor a "
                            "folder (links are not followed)",
                            dir);
}

bool folders_may_read(const char *dir, Error *error) {
  ResultKind above;
  if (!is_well_named(dir, error))
    return false;
  int folder = open_path(dir, &above);
  return folder < 0 ? refuse_open(dir, error)
                    : check_contents(folder, dir, error);
}

/* Folders that do not exist can be made. The runs that a sweep, ladder or
 * tuning already has may be continued. */
bool folders_may_write(const char *dir, Error *error) {
  ResultKind above;
  if (!is_well_named(dir, error))
    return false;
  int folder = open_path(dir, &above), reason = errno;
  if (above == RESULT_RUN || (above != RESULT_NONE && folder < 0)) {
    if (folder >= 0)
      close(folder);
    return error_set(error,
                     "'%.200s' is inside the folder of a %s: choose one beside "
                     "it",
                     dir, result_name(above));
  }
  errno = reason;
  if (folder >= 0)
    return check_contents(folder, dir, error);
  return reason == ENOENT || refuse_open(dir, error);
}

bool folders_overlap(const char *a, const char *b) {
  if (strcmp(a, ".") == 0 || strcmp(b, ".") == 0)
    return true;
  while (*a && *b) {
    size_t length = strcspn(a, "/");
    if (length != strcspn(b, "/") || memcmp(a, b, length) != 0)
      return false;
    a += length, b += length;
    a += strspn(a, "/"), b += strspn(b, "/");
  }
  return true;
}
