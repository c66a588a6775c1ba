#define _XOPEN_SOURCE 700 /* realpath */
#include "core/base/checked_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

struct CheckedFile {
  int file;
  uint64_t bytes;
  XXH64_state_t *hash;
  uint64_t bytes_before; /* before the last piece */
  XXH64_state_t *hash_before;
  char path[PATH_MAX];
};

static bool could_not(const char *what, const char *path, Error *error) {
  return error_set(error, "could not %s %.600s: %s", what, path,
                   strerror(errno));
}

static void free_file(CheckedFile *o) {
  if (!o)
    return;
  if (o->file >= 0)
    close(o->file);
  XXH64_freeState(o->hash);
  XXH64_freeState(o->hash_before);
  free(o);
}

static CheckedFile *open_checked_file(const char *path, int flags,
                                      Error *error) {
  CheckedFile *o = calloc(1, sizeof *o);
  if (!o) {
    error_set(error, "no memory to open %.600s", path);
    return NULL;
  }
  snprintf(o->path, sizeof o->path, "%s", path);
  o->hash = XXH64_createState();
  o->hash_before = XXH64_createState();
  /* Without O_NONBLOCK a pipe would keep us waiting. */
  o->file = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (o->hash && o->hash_before && o->file >= 0) {
    XXH64_reset(o->hash, 0);
    return o;
  }
  could_not(flags & O_CREAT ? "create" : "open", path, error);
  free_file(o);
  return NULL;
}

CheckedFile *checked_file_create(const char *path, Error *error) {
  return open_checked_file(path, O_WRONLY | O_CREAT | O_EXCL, error);
}

Checkpoint checked_file_checkpoint(const CheckedFile *o) {
  return (Checkpoint){o->bytes, XXH64_digest(o->hash)};
}

/* ---- reading -------------------------------------------------------------*/

/* Reads up to the mark. What is read may be damaged in a way that `take` does
 * not like; that it was changed is then the better message. */
static bool read_to(CheckedFile *o, uint64_t end, FileCallback *take,
                    void *context, Error *error) {
  char bytes[1 << 16];
  bool good = true;
  while (o->bytes < end) {
    size_t most =
        end - o->bytes < sizeof bytes ? (size_t)(end - o->bytes) : sizeof bytes;
    ssize_t length = read(o->file, bytes, most);
    if (length < 0)
      return could_not("read", o->path, error);
    if (length == 0)
      return error_set(error,
                       "%.600s has been cut off: it has %llu bytes, and "
                       "should have %llu",
                       o->path, (unsigned long long)o->bytes,
                       (unsigned long long)end);
    XXH64_update(o->hash, bytes, (size_t)length);
    o->bytes += (uint64_t)length;
    good = good && (!take || take(context, bytes, (size_t)length, error));
  }
  return good;
}

static bool check_read(CheckedFile *o, Checkpoint mark, FileCallback *take,
                       void *context, Error *error) {
  Error why = {0};
  bool good = read_to(o, mark.bytes, take, context, &why);
  if (o->bytes == mark.bytes && XXH64_digest(o->hash) != mark.hash) {
    error_set(error, "%.600s is not as it was written: it has been edited",
              o->path);
    if (!good)
      error_add(error, "%s", why.message);
    return false;
  }
  return good || error_copy(error, &why);
}

static bool size_of(const CheckedFile *o, uint64_t *size, Error *error) {
  struct stat about;
  if (fstat(o->file, &about) != 0)
    return could_not("read", o->path, error);
  *size = (uint64_t)about.st_size;
  return S_ISREG(about.st_mode) ||
         error_set(error, "%.600s is not a file", o->path);
}

CheckedFile *checked_file_reopen(const char *path, Checkpoint mark,
                                 FileCallback *take, void *context,
                                 Error *error) {
  uint64_t size;
  CheckedFile *o = open_checked_file(path, O_RDWR, error);
  if (o && size_of(o, &size, error) &&
      check_read(o, mark, take, context, error))
    return o;
  free_file(o);
  return NULL;
}

bool checked_file_truncate(CheckedFile *o, Error *error) {
  return ftruncate(o->file, (off_t)o->bytes) == 0 ||
         could_not("shorten", o->path, error);
}

bool checked_file_read(const char *path, Checkpoint mark, bool whole,
                       FileCallback *take, void *context, Error *error) {
  uint64_t size;
  CheckedFile *o = open_checked_file(path, O_RDONLY, error);
  bool good = o && size_of(o, &size, error) &&
              check_read(o, mark, take, context, error) &&
              (!whole || size == mark.bytes ||
               error_set(error,
                         "%.600s is not as it was written: something has been "
                         "added to it",
                         path));
  free_file(o);
  return good;
}

/* ---- writing -------------------------------------------------------------*/

static bool write_all(int file, const char *bytes, size_t length) {
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

/* A piece of which only a part could be written goes away again. */
static void cut(const CheckedFile *o) {
  if (ftruncate(o->file, (off_t)o->bytes) == 0)
    lseek(o->file, (off_t)o->bytes, SEEK_SET);
}

bool checked_file_write(CheckedFile *o, const char *bytes, size_t length,
                        Error *error) {
  o->bytes_before = o->bytes;
  XXH64_copyState(o->hash_before, o->hash);
  if (!write_all(o->file, bytes, length)) {
    could_not("write", o->path, error);
    cut(o);
    return false;
  }
  o->bytes += length;
  XXH64_update(o->hash, bytes, length);
  return true;
}

bool checked_file_in_place(const CheckedFile *o, Error *error) {
  struct stat ours, there;
  if (fstat(o->file, &ours) != 0 || stat(o->path, &there) != 0)
    return could_not("find", o->path, error);
  return (ours.st_dev == there.st_dev && ours.st_ino == there.st_ino &&
          (uint64_t)ours.st_size == o->bytes) ||
         error_set(error,
                   "%.600s has been moved, replaced or changed while it was "
                   "being written",
                   o->path);
}

void checked_file_undo(CheckedFile *o) {
  o->bytes = o->bytes_before;
  XXH64_copyState(o->hash, o->hash_before);
  cut(o);
}

bool checked_file_close(CheckedFile *o, Error *error) {
  if (!o)
    return true;
  bool good = close(o->file) == 0 || could_not("write", o->path, error);
  o->file = -1;
  free_file(o);
  return good;
}

/* ---- replacing -----------------------------------------------------------*/

#define DRAFT_BEGIN ".boardlab-"
#define DRAFT_END ".new"

bool atomic_file_is_temporary(const char *name) {
  size_t length = strlen(name), begin = strlen(DRAFT_BEGIN);
  size_t end = strlen(DRAFT_END);
  return length > begin + end && strncmp(name, DRAFT_BEGIN, begin) == 0 &&
         strcmp(name + length - end, DRAFT_END) == 0 &&
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

/* Where a link leads, a file is replaced there. What is no file, such as a
 * device, is not to be lost, nor is a link that leads nowhere yet. */
static bool find_place(const char *path, char place[PATH_MAX], Error *error) {
  struct stat about;
  if (!*path)
    return error_set(error, "the name of a file is empty");
  if (snprintf(place, PATH_MAX, "%s", path) >= PATH_MAX)
    return error_set(error, "'%.60s…' is too long for a file's name", path);
  bool there = stat(path, &about) == 0;
  if (!there && errno != ENOENT)
    return could_not("create", path, error);
  if (!there)
    return lstat(path, &about) != 0 ||
           error_set(error, "%.600s is a link that leads nowhere", path);
  if (!S_ISREG(about.st_mode))
    return error_set(error, "%.600s is not a file", path);
  if (!realpath(path, place))
    snprintf(place, PATH_MAX, "%s", path);
  return true;
}

/* How much of a path is its folder, with the slash. */
static int dir_length(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? (int)(slash + 1 - path) : 0;
}

bool atomic_file_writable(const char *path, Error *error) {
  char place[PATH_MAX], dir[PATH_MAX + 1];
  if (!find_place(path, place, error))
    return false;
  snprintf(dir, sizeof dir, "%.*s.", dir_length(place), place);
  if (place[dir_length(place)] == '\0')
    return error_set(error, "%.600s names a folder, not a file", path);
  return access(dir, W_OK | X_OK) == 0 || could_not("create", path, error);
}

/* Opens a file beside another under a name that is free: one that is there,
 * whatever it is, was made by somebody else. */
static int open_draft(const char *place, char draft[], size_t size) {
  enum { TRIES = 1000 };
  int file = -1;
  for (long try = 0; file < 0 && try < TRIES; try++) {
    snprintf(draft, size, "%.*s" DRAFT_BEGIN "%ld" DRAFT_END, dir_length(place),
             place, (long)getpid() + try);
    file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST)
      break;
  }
  return file;
}

bool atomic_file_write(const char *path, const char *bytes, size_t length,
                       Error *error) {
  char place[PATH_MAX], draft[PATH_MAX + 48];
  if (!find_place(path, place, error))
    return false;
  int file = open_draft(place, draft, sizeof draft);
  if (file < 0)
    return could_not("create", path, error);
  bool good = write_all(file, bytes, length);
  good = close(file) == 0 && good;
  if (good && rename(draft, place) == 0)
    return true;
  could_not("write", path, error);
  unlink(draft);
  return false;
}
