#define _GNU_SOURCE /* O_PATH, realpath */
#include "core/base/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

/* Without O_NONBLOCK, opening a pipe would block. */
enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

static int refuse(int reason) {
  errno = reason;
  return -1;
}

/* ---- with openat2 --------------------------------------------------------*/

#ifdef SYS_openat2
/* The kernel answers EAGAIN when something was renamed while it looked. */
static int open_in(int folder, const char *name) {
  enum { TRIES = 100 };
  struct open_how how = {.flags = FLAGS,
                         .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  int file = -1;
  for (int try = 0; file < 0 && try < TRIES; try++) {
    file = (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (file < 0 && errno != EAGAIN && errno != EINTR)
      break;
  }
  return file;
}

static int open_by_kernel(const char *dir, const char *name) {
  int folder = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return -1;
  int file = open_in(folder, name), reason = errno;
  close(folder);
  errno = reason;
  return file;
}
#else
static int open_by_kernel(const char *dir, const char *name) {
  (void)dir, (void)name;
  return refuse(ENOSYS);
}
#endif

/* ---- with realpath -------------------------------------------------------*/

static bool is_beneath(const char *path, const char *dir) {
  size_t length = strlen(dir);
  return strncmp(path, dir, length) == 0 &&
         (path[length] == '/' || (length == 1 && path[1]));
}

int open_beneath_resolved(const char *dir, const char *name) {
  char folder[PATH_MAX], joined[PATH_MAX], path[PATH_MAX];
  if (!realpath(*dir ? dir : ".", folder))
    return -1;
  if (snprintf(joined, sizeof joined, "%s/%s", folder, name) >= PATH_MAX)
    return refuse(ENAMETOOLONG);
  if (name[0] == '/')
    return refuse(EXDEV);
  if (!realpath(joined, path))
    return -1;
  return is_beneath(path, folder) ? open(path, FLAGS | O_NOFOLLOW)
                                  : refuse(EXDEV);
}

/* ---- either --------------------------------------------------------------*/

int open_beneath(const char *dir, const char *name) {
  int file = open_by_kernel(*dir ? dir : ".", name);
  if (file < 0 && (errno == ENOSYS || errno == EPERM))
    return open_beneath_resolved(dir, name);
  return file;
}
