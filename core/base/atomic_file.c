#define _GNU_SOURCE /* realpath, flock */
#include "core/base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_is_same(const char *one, const char *other) {
  struct stat a, b;
  return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
         a.st_ino == b.st_ino;
}

bool file_error(const char *action, const char *path, Error *error) {
  return error_set(error, "could not %s %.600s: %s", action, path,
                   strerror(errno));
}

bool file_write_at(int file, const char *bytes, size_t length, uint64_t at) {
  while (length > 0) {
    ssize_t done = at == FILE_END ? write(file, bytes, length)
                                  : pwrite(file, bytes, length, (off_t)at);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return false;
    bytes += done;
    at += at == FILE_END ? 0 : (uint64_t)done;
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

/* Locks a file, and returns whether it still has this name afterwards: it may
 * have been renamed or deleted meanwhile. Not all file systems have locks. */
static bool lock_named(int file, int dir, const char *name, bool *locked) {
  struct stat own, named;
  *locked = flock(file, LOCK_EX | LOCK_NB) == 0;
  return (*locked || errno != EWOULDBLOCK) && fstat(file, &own) == 0 &&
         fstatat(dir, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         own.st_ino == named.st_ino && own.st_dev == named.st_dev;
}

/* Whoever writes a temporary file has a lock on it, which ends with the
 * process. */
static void remove_if_stale(int dir, const char *name) {
  bool locked;
  int file = openat(dir, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return;
  if (lock_named(file, dir, name, &locked) && locked)
    unlinkat(dir, name, 0);
  close(file);
}

void atomic_file_clear_temporaries(const char *dir) {
  DIR *entries = opendir(dir);
  if (!entries)
    return;
  for (struct dirent *entry; (entry = readdir(entries));)
    if (atomic_file_is_temporary(entry->d_name))
      remove_if_stale(dirfd(entries), entry->d_name);
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
  if (!exists && lstat(path, &about) != 0)
    return true;
  if (!exists && S_ISLNK(about.st_mode)) /* not a file that was just made */
    return error_set(error, "%.600s is a link to a file that does not exist",
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

/* Writes the folder of a path. */
static void write_dir(const char *path, char dir[PATH_MAX + 1]) {
  snprintf(dir, PATH_MAX + 1, "%.*s.", dir_length(path), path);
}

bool atomic_file_writable(const char *path, Error *error) {
  char target[PATH_MAX], dir[PATH_MAX + 1];
  if (!find_target(path, target, error))
    return false;
  write_dir(target, dir);
  if (target[dir_length(target)] == '\0')
    return error_set(error, "%.600s names a folder, not a file", path);
  return access(dir, W_OK | X_OK) == 0 || file_error("create", path, error);
}

/* Creates a temporary file beside another one, trying names until one is free
 * and its file could be locked before somebody took it for a stale one. */
static int open_temporary(const char *target, char temporary[], size_t size) {
  enum { TRIES = 1000 };
  bool locked;
  for (long try = 0; try < TRIES; try++) {
    snprintf(temporary, size, "%.*s" TEMPORARY_PREFIX "%ld" TEMPORARY_SUFFIX,
             dir_length(target), target, (long)getpid() + try);
    int file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST)
      return -1;
    if (file >= 0 && lock_named(file, AT_FDCWD, temporary, &locked))
      return file;
    if (file >= 0)
      close(file);
  }
  return -1;
}

/* Makes a new name in the folder of a file permanent. */
static bool sync_dir_of(const char *path) {
  char dir[PATH_MAX + 1];
  write_dir(path, dir);
  int handle = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0)
    return errno == EACCES; /* a folder that can be written but not read */
  bool good = file_sync(handle);
  close(handle);
  return good;
}

/* Writes a temporary file, which stays locked until it has its name. It may be
 * gone by then: where locks are not known to other machines, one of them may
 * have deleted it. */
static bool replace(const char *path, const char *target, const char *bytes,
                    size_t length, bool *gone, Error *error) {
  char temporary[PATH_MAX + 48];
  int file = open_temporary(target, temporary, sizeof temporary);
  if (file < 0)
    return file_error("create", path, error);
  bool written =
      file_write_at(file, bytes, length, FILE_END) && file_sync(file);
  bool good = written && rename(temporary, target) == 0;
  *gone = written && !good && errno == ENOENT;
  if (!good) {
    file_error("write", path, error);
    unlink(temporary);
  }
  close(file);
  return good;
}

bool atomic_file_write(const char *path, const char *bytes, size_t length,
                       Error *error) {
  enum { TRIES = 3 };
  char target[PATH_MAX], dir[PATH_MAX + 1];
  bool good = false, gone = true;
  if (!find_target(path, target, error))
    return false;
  write_dir(target, dir);
  atomic_file_clear_temporaries(dir);
  for (int try = 0; try < TRIES && gone && !good; try++) {
    gone = false;
    good = replace(path, target, bytes, length, &gone, error);
  }
  return good && (sync_dir_of(target) || file_error("write", path, error));
}
