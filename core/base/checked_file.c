#include "core/base/checked_file.h"

#include "core/base/atomic_file.h"
#include "core/base/checksum.h"
#include "core/base/need.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct CheckedFile {
  int file;
  Checkpoint done; /* what has been read or given a place so far */
  uint64_t synced; /* bytes */
  char path[PATH_MAX];
};

static void free_file(CheckedFile *o) {
  if (!o)
    return;
  if (o->file >= 0)
    close(o->file);
  free(o);
}

static CheckedFile *open_checked_file(const char *path, int flags,
                                      Error *error) {
  CheckedFile *o = need(sizeof *o);
  snprintf(o->path, sizeof o->path, "%s", path);
  /* Without O_NONBLOCK, opening a pipe would block. */
  o->file = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
  if (o->file >= 0)
    return o;
  file_error(flags & O_CREAT ? "create" : "open", path, error);
  free_file(o);
  return NULL;
}

CheckedFile *checked_file_create(const char *path, Error *error) {
  return open_checked_file(path, O_WRONLY | O_CREAT | O_EXCL, error);
}

Checkpoint checked_file_checkpoint(const CheckedFile *o) {
  return o->done;
}

/* ---- reading -------------------------------------------------------------*/

static bool size_of(const CheckedFile *o, uint64_t *size, Error *error) {
  struct stat about;
  if (fstat(o->file, &about) != 0)
    return file_error("read", o->path, error);
  *size = (uint64_t)about.st_size;
  return S_ISREG(about.st_mode) ||
         error_set(error, "%.600s is not a file", o->path);
}

/* Opens a file that must be there. */
static CheckedFile *open_written(const char *path, int flags, uint64_t *size,
                                 Error *error) {
  CheckedFile *o = open_checked_file(path, flags, error);
  if (!o) {
    if (access(path, F_OK) != 0)
      error_add(error, "restore it, or play the games again into another "
                       "folder");
    return NULL;
  }
  if (size_of(o, size, error))
    return o;
  free_file(o);
  return NULL;
}

bool has_crlf(const char *bytes, size_t length) {
  const char *end = memchr(bytes, '\n', length);
  return end && end > bytes && end[-1] == '\r';
}

/* Says how a file differs from what was written, and what its reader made of
 * that. */
static bool refuse_changed(const CheckedFile *o, uint64_t end,
                           const Error *refused, Error *error) {
  char bytes[1 << 12]; /* enough for a header */
  ssize_t length = pread(o->file, bytes, sizeof bytes, 0);
  if (length > 0 && has_crlf(bytes, (size_t)length))
    return error_set(error, FILE_CHANGED FILE_HAS_CRLF, o->path);
  if (o->done.bytes < end)
    error_set(
        error, "%.600s is too short: it has %llu bytes and should have %llu",
        o->path, (unsigned long long)o->done.bytes, (unsigned long long)end);
  else
    error_set(error, FILE_CHANGED "it has been edited", o->path);
  return error_is_set(refused) ? error_add(error, "%s", refused->message)
                               : false;
}

/* Reads up to the checkpoint, or to the end, even when `on_bytes` fails early
 * with `refused`: a damaged file is better reported as changed than by what its
 * reader makes of it. */
static bool read_to(CheckedFile *o, uint64_t end, FileCallback *on_bytes,
                    void *context, Error *refused, Error *error) {
  char bytes[1 << 16];
  while (o->done.bytes < end) {
    size_t most = end - o->done.bytes < sizeof bytes
                      ? (size_t)(end - o->done.bytes)
                      : sizeof bytes;
    ssize_t length = read(o->file, bytes, most);
    if (length < 0)
      return file_error("read", o->path, error);
    if (length == 0)
      return true;
    o->done.checksum = checksum_add(o->done.checksum, bytes, (size_t)length);
    o->done.bytes += (uint64_t)length;
    if (on_bytes && !error_is_set(refused))
      on_bytes(context, bytes, (size_t)length, refused);
  }
  return true;
}

static bool check_read(CheckedFile *o, Checkpoint checkpoint,
                       FileCallback *on_bytes, void *context, Error *error) {
  Error refused = {0};
  if (!read_to(o, checkpoint.bytes, on_bytes, context, &refused, error))
    return false;
  if (o->done.bytes != checkpoint.bytes ||
      o->done.checksum != checkpoint.checksum)
    return refuse_changed(o, checkpoint.bytes, &refused, error);
  return !error_is_set(&refused) || error_copy(error, &refused);
}

CheckedFile *checked_file_reopen(const char *path, Checkpoint checkpoint,
                                 FileCallback *on_bytes, void *context,
                                 Error *error) {
  uint64_t size;
  CheckedFile *o = open_written(path, O_RDWR, &size, error);
  if (o && check_read(o, checkpoint, on_bytes, context, error)) {
    o->synced = checkpoint.bytes;
    return o;
  }
  free_file(o);
  return NULL;
}

bool checked_file_truncate(CheckedFile *o, Error *error) {
  return ftruncate(o->file, (off_t)o->done.bytes) == 0 ||
         file_error("shorten", o->path, error);
}

bool checked_file_read(const char *path, Checkpoint checkpoint, bool whole,
                       FileCallback *on_bytes, void *context, Error *error) {
  uint64_t size;
  CheckedFile *o = open_written(path, O_RDONLY, &size, error);
  bool good = o && check_read(o, checkpoint, on_bytes, context, error) &&
              (!whole || size == checkpoint.bytes ||
               error_set(error,
                         FILE_CHANGED
                         "something has been added to it; it has %llu bytes "
                         "and should have %llu",
                         path, (unsigned long long)size,
                         (unsigned long long)checkpoint.bytes));
  free_file(o);
  return good;
}

Checkpoint checkpoint_of(const char *bytes, size_t length) {
  return (Checkpoint){length, checksum_add(0, bytes, length)};
}

/* Reads until the end, also if the file is longer than its size was. */
static bool read_bytes(const CheckedFile *o, Text *text, Error *error) {
  enum { PIECE = 1 << 16 };
  for (;;) {
    if (!text_reserve(text, PIECE))
      return error_set(error, "out of memory (reading %.600s)", o->path);
    ssize_t length = read(o->file, text->bytes + text->length, PIECE);
    if (length < 0)
      return file_error("read", o->path, error);
    if (length == 0)
      return true;
    text->length += (size_t)length;
  }
}

bool file_read_all(const char *path, Text *text, Error *error) {
  uint64_t size;
  CheckedFile *o = open_checked_file(path, O_RDONLY, error);
  *text = (Text){NULL};
  bool good = o && size_of(o, &size, error) && read_bytes(o, text, error);
  free_file(o);
  if (!good) {
    free(text->bytes);
    *text = (Text){NULL};
  }
  return good;
}

/* ---- writing -------------------------------------------------------------*/

void checked_file_place(CheckedFile *o, size_t length, uint64_t checksum) {
  o->done.bytes += length;
  o->done.checksum = checksum_join(o->done.checksum, checksum, length);
}

bool checked_file_write_at(const CheckedFile *o, const char *bytes,
                           size_t length, uint64_t at, Error *error) {
  return file_write_at(o->file, bytes, length, at) ||
         file_error("write", o->path, error);
}

void checked_file_go_back(CheckedFile *o, Checkpoint checkpoint) {
  o->done = checkpoint;
  if (o->synced > checkpoint.bytes)
    o->synced = checkpoint.bytes;
  if (ftruncate(o->file, (off_t)checkpoint.bytes) != 0)
    return; /* what is beyond does not count */
}

bool checked_file_write(CheckedFile *o, const char *bytes, size_t length,
                        uint64_t checksum, Error *error) {
  Checkpoint before = o->done;
  checked_file_place(o, length, checksum);
  if (checked_file_write_at(o, bytes, length, before.bytes, error))
    return true;
  checked_file_go_back(o, before);
  return false;
}

static bool is_in_place(const CheckedFile *o, uint64_t bytes, bool whole,
                        Error *error) {
  struct stat ours, there;
  if (fstat(o->file, &ours) != 0 || stat(o->path, &there) != 0)
    return file_error("find", o->path, error);
  uint64_t size = (uint64_t)ours.st_size;
  return (ours.st_dev == there.st_dev && ours.st_ino == there.st_ino &&
          (whole ? size == bytes : size >= bytes)) ||
         error_set(error,
                   "%.600s has been moved, replaced or changed while it was "
                   "being written",
                   o->path);
}

bool checked_file_sync(CheckedFile *o, uint64_t bytes, bool whole,
                       Error *error) {
  if (!is_in_place(o, bytes, whole, error))
    return false;
  if (o->synced < bytes && !file_sync(o->file))
    return file_error("write", o->path, error);
  if (o->synced < bytes)
    o->synced = bytes;
  return true;
}

bool checked_file_close(CheckedFile *o, Error *error) {
  if (!o)
    return true;
  bool good = close(o->file) == 0 || file_error("write", o->path, error);
  o->file = -1;
  free_file(o);
  return good;
}
