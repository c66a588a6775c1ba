#define _XOPEN_SOURCE 700 /* realpath */
#include "core/base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_error(const char *action, const char *path, Error *error) {
  return error_set(error, "could not %s %.600s: %s", action, path,
                   strerror(errno));
}

bool file_write_all(int file, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t done = write(file, bytes, length);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return false;
    bytes += done;
    length -= (size_t)done;
  }
  return true;
}

bool file_write_at(int file, const char *bytes, size_t length, uint64_t at) {
  while (length > 0) {
    ssize_t done = pwrite(file, bytes, length, (off_t)at);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return false;
    bytes += done;
    at += (uint64_t)done;
    length -= (size_t)done;
  }
  return true;
}

bool file_sync(int file) {
  int result;
  do
    result = fsync(file);
  while (result != 0 && errno == EINTR);
  return result == 0 || errno == EINVAL || errno == ENOSYS || errno == ENOTSUP;
}

#define TEMPORARY_PREFIX ".boardlab-"
#define TEMPORARY_SUFFIX ".new"

bool atomic_file_is_temporary(const char *name) {
  size_t length = strlen(name), begin = strlen(TEMPORARY_PREFIX);
  size_t end = strlen(TEMPORARY_SUFFIX);
  return length > begin + end && strncmp(name, TEMPORARY_PREFIX, begin) == 0 &&
         strcmp(name + length - end, TEMPORARY_SUFFIX) == 0 &&
         strspn(name + begin, "0123456789") == length - begin - end;
}

void atomic_file_clear_temporaries(const char *dir) {
  DIR *entries = opendir(dir);
  if (!entries)
    return;
  for (struct dirent *entry; (entry = readdir(entries));)
    if (atomic_file_is_temporary(entry->d_name))
      unlinkat(dirfd(entries), entry->d_name, 0);
  closedir(entries);
}

/* Finds the file that is to be replaced: for a symbolic link, its target.
 * Refuses whatever replacing would destroy: devices, folders, and links whose
 * target does not exist. */
static bool find_target(const char *path, char target[PATH_MAX], Error *error) {
  struct stat about;
  if (!*path)
    return error_set(error, "the file name is empty");
  if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX)
    return error_set(error, "the file name '%.60s…' is too long", path);
  bool exists = stat(path, &about) == 0;
  if (!exists && errno != ENOENT)
    return file_error("create", path, error);
  if (!exists)
    return lstat(path, &about) != 0 ||
           error_set(error, "%.600s is a link to a file that does not exist",
                     path);
  if (!S_ISREG(about.st_mode))
    return error_set(error, "%.600s is not a file", path);
  if (!realpath(path, target))
    snprintf(target, PATH_MAX, "%s", path);
  return true;
}

/* The length of the folder in a path, with its slash; 0 if there is none. */
static int dir_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (int)(slash + 1 - path) : 0;
}

bool atomic_file_writable(const char *path, Error *error) {
  char target[PATH_MAX], dir[PATH_MAX + 1];
  if (!find_target(path, target, error))
    return false;
  snprintf(dir, sizeof dir, "%.*s.", dir_length(target), target);
  if (target[dir_length(target)] == '\0')
    return error_set(error, "%.600s names a folder, not a file", path);
  return access(dir, W_OK | X_OK) == 0 || file_error("create", path, error);
}

/* Creates a temporary file beside another one, trying names until one is
 * free. */
static int open_temporary(const char *target, char temporary[], size_t size) {
  enum { TRIES = 1000 };
  int file = -1;
  for (long try = 0; file < 0 && try < TRIES; try++) {
    snprintf(temporary, size, "%.*s" TEMPORARY_PREFIX "%ld" TEMPORARY_SUFFIX,
             dir_length(target), target, (long)getpid() + try);
    file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST)
      break;
  }
  return file;
}

/* Makes a new name in the folder of a file permanent. */
static bool sync_dir_of(const char *path) {
  char dir[PATH_MAX + 1];
  snprintf(dir, sizeof dir, "%.*s.", dir_length(path), path);
  int handle = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0)
    return errno == EACCES; /* a folder that can be written but not read */
  bool good = file_sync(handle);
  close(handle);
  return good;
}

bool atomic_file_write(const char *path, const char *bytes, size_t length,
                       Error *error) {
  char target[PATH_MAX], temporary[PATH_MAX + 48];
  if (!find_target(path, target, error))
    return false;
  int file = open_temporary(target, temporary, sizeof temporary);
  if (file < 0)
    return file_error("create", path, error);
  bool good = file_write_all(file, bytes, length) && file_sync(file);
  good = close(file) == 0 && good;
  if (good && rename(temporary, target) == 0)
    return sync_dir_of(target) || file_error("write", path, error);
  file_error("write", path, error);
  unlink(temporary);
  return false;
}
