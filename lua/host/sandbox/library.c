/* Where the library of bots, variants, games and templates is: as the
 * environment says, or installed beside this program or module, or in the
 * source tree that it was built from, or where it was to be installed. */
#define _GNU_SOURCE
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/source.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path) {
  struct stat about;
  return stat(path, &about) == 0;
}

/* Writes the path of the program, or of the module in a plain lua5.4, that this
 * function is in. */
static bool find_self(char path[PATH_TEXT]) {
  Dl_info about;
  if (dladdr((void *)(intptr_t)source_library, &about) && about.dli_fname &&
      strstr(about.dli_fname, ".so"))
    return snprintf(path, PATH_TEXT, "%s", about.dli_fname) < PATH_TEXT;
  ssize_t length = readlink("/proc/self/exe", path, PATH_TEXT - 1);
  path[length > 0 ? length : 0] = '\0';
  return length > 0;
}

/* Writes the folder of the library if this program is PREFIX/bin/boardlab, or
 * the module PREFIX/lib/…/boardlab.so: wherever PREFIX has been moved. */
static bool find_beside(char path[PATH_TEXT]) {
  static const char SHARE[] = "/" BOARDLAB_DATADIR "/boardlab";
  char *end = NULL;
  if (!find_self(path))
    return false;
  for (char *at = path; (at = strchr(at, '/')); at++)
    if (strncmp(at, "/lib/", 5) == 0 || strncmp(at, "/bin/", 5) == 0)
      end = at;
  if (!end || (size_t)(end - path) + sizeof SHARE > PATH_TEXT)
    return false;
  memcpy(end, SHARE, sizeof SHARE);
  return exists(path);
}

static char beside[PATH_TEXT];
static const char *found;

/* Once, because a child process cannot look. */
static void find_library(void) {
  found = find_beside(beside)        ? beside
          : exists(BOARDLAB_LUA_DIR) ? BOARDLAB_LUA_DIR
                                     : BOARDLAB_INSTALLED_LUA_DIR;
}

const char *source_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const char *set = getenv("BOARDLAB_LUA");
  if (set && *set)
    return set;
  pthread_once(&once, find_library);
  return found;
}
