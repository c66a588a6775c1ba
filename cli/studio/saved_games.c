#define _GNU_SOURCE /* O_PATH */
#include "cli/studio/saved_games.h"

#include "cli/studio/folder_entries.h"
#include "core/base/atomic_file.h"
#include "core/base/beneath.h"
#include "core/game/gamefile.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- names ---------------------------------------------------------------*/

static bool check_path(const char *path, Error *error) {
  if (!gamefile_has_extension(path))
    return error_set(error, "'%.200s' must end in .game, as saved games do",
                     path);
  for (const char *c = path; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f)
      return error_set(
          error, "the name of a file must not contain control characters");
  return strlen(path) < PATH_MAX ||
         error_set(error, "the name of the file is too long");
}

static bool fail(const char *action, const char *path, Error *error) {
  if (errno == EXDEV)
    return error_set(error, "%.400s is outside the served folder", path);
  return error_set(error, "could not %s %.400s: %s", action, path,
                   strerror(errno));
}

/* ---- reading -------------------------------------------------------------*/

/* Reads a file that is not too long; NULL with errno. */
static char *read_file(int file, size_t *length) {
  struct stat about;
  if (fstat(file, &about) != 0)
    return NULL;
  errno = S_ISREG(about.st_mode) ? EFBIG : EINVAL;
  if (!S_ISREG(about.st_mode) || about.st_size > SAVED_GAME_MAX)
    return NULL;
  *length = (size_t)about.st_size;
  char *text = calloc(1, *length + 1);
  if (text && read(file, text, *length) == (ssize_t)*length)
    return text;
  free(text);
  return NULL;
}

char *saved_game_read(const char *path, Error *error) {
  size_t length;
  if (!check_path(path, error))
    return NULL;
  int file = open_beneath("", path);
  char *text = file >= 0 ? read_file(file, &length) : NULL;
  if (!text)
    fail("read", path, error);
  if (file >= 0)
    close(file);
  if (!text || strlen(text) == length)
    return text;
  error_set(error, "%.400s is not a game file", path);
  free(text);
  return NULL;
}

/* ---- writing -------------------------------------------------------------*/

/* Opens the folder that a file is in. */
static int open_folder(const char *path, const char *name) {
  char folder[PATH_MAX] = ".";
  if (name > path)
    snprintf(folder, sizeof folder, "%.*s", (int)(name - 1 - path), path);
  if (path[0] == '/') {
    errno = EXDEV;
    return -1;
  }
  return open_beneath("", folder);
}

/* A link could lead anywhere: only a file that does not exist, or a plain one,
 * is written. */
static bool is_plain(int folder, const char *name) {
  struct stat about;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
    return errno == ENOENT;
  errno = EEXIST;
  return S_ISREG(about.st_mode);
}

bool saved_game_write(const char *path, const char *text, bool replace,
                      Error *error) {
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  char there[PATH_MAX];
  Error why = {0};
  if (!check_path(path, error))
    return false;
  int folder = open_folder(path, name);
  if (folder < 0)
    return fail("write", path, error);
  /* The folder itself, wherever its name may lead by now. */
  snprintf(there, sizeof there, "/proc/self/fd/%d/%s", folder, name);
  bool good = is_plain(folder, name) || fail("write", path, &why);
  good = good && gamefile_writable(there, &why);
  if (good && !replace && faccessat(folder, name, F_OK, 0) == 0)
    good = error_set_code(
        &why, ERROR_IN_THE_WAY,
        "%.400s already exists: choose another name, or replace it", path);
  good = good && atomic_file_write(there, text, strlen(text), &why);
  close(folder);
  if (good)
    return true;
  char *at = strstr(why.message, there); /* speak of the file by its name */
  if (at)
    return error_set(error, "%.*s%.400s%s", (int)(at - why.message),
                     why.message, path, at + strlen(there));
  return error_copy(error, &why);
}

/* ---- listing -------------------------------------------------------------*/

static void add_path(void *list, const char *path) {
  if (json_array_size(list) < SAVED_GAMES_LISTED)
    json_array_append_new(list, json_string(path));
}

json_t *saved_games_list(void) {
  FileSearch search = {.ending = GAMEFILE_EXTENSION,
                       .depth = SAVED_GAMES_DEPTH,
                       .names = SAVED_GAMES_ENTRIES,
                       .found = add_path,
                       .context = json_array()};
  files_search(&search);
  if (!search.failed)
    return search.context;
  json_decref(search.context);
  return NULL;
}
