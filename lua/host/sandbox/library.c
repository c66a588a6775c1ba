/* Where the library of bots, variants, games and templates is: as the
 * environment says, or installed beside this program or module, or in the
 * source tree if this is the one in the build folder, or where it was to be
 * installed. */
#define _GNU_SOURCE
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/source.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool exists(const char *path) {
  struct stat about;
  return stat(path, &about) == 0;
}

/* Writes the path of the program, or of the module in a plain lua5.4, that this
 * function is in, without symbolic links. */
static bool find_self(char path[PATH_TEXT]) {
  Dl_info about;
  bool is_module = dladdr((void *)(intptr_t)source_library, &about) &&
                   about.dli_fname && strstr(about.dli_fname, ".so");
  char *real = realpath(is_module ? about.dli_fname : "/proc/self/exe", NULL);
  int length = real ? snprintf(path, PATH_TEXT, "%s", real) : -1;
  free(real);
  return length >= 0 && length < PATH_TEXT;
}

static bool begins(const char *text, const char *beginning) {
  return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Writes the folder of the library if this is PREFIX/bin/boardlab, or the
 * module PREFIX/lib/…/boardlab.so: wherever PREFIX has been moved. */
static bool find_beside(const char *self, char path[PATH_TEXT]) {
  const char *end = NULL;
  for (const char *at = self; (at = strchr(at, '/')); at++)
    if (begins(at, "/lib/") || begins(at, "/lib64/") || begins(at, "/bin/"))
      end = at;
  return end &&
         snprintf(path, PATH_TEXT, "%.*s/" BOARDLAB_DATADIR "/boardlab",
                  (int)(end - self), self) < PATH_TEXT &&
         exists(path);
}

static char beside[PATH_TEXT];
static const char *found;

/* Once, because a child process cannot look. */
static void find_library(void) {
  char self[PATH_TEXT];
  if (!find_self(self))
    self[0] = '\0';
  if (find_beside(self, beside))
    found = beside;
  else if (exists(BOARDLAB_LUA_DIR) && (begins(self, BOARDLAB_BUILD_DIR "/") ||
                                        !exists(BOARDLAB_INSTALLED_LUA_DIR)))
    found = BOARDLAB_LUA_DIR;
  else
    found = BOARDLAB_INSTALLED_LUA_DIR;
}

const char *source_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const char *set = getenv("BOARDLAB_LUA");
  if (set && *set)
    return set;
  pthread_once(&once, find_library);
  return found;
}
