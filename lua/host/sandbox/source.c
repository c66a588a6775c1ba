#define _GNU_SOURCE
#include "lua/host/sandbox/source.h"

#include "core/base/beneath.h"
#include "core/base/shell.h"
#include "core/base/source_hashes.h"
#include "core/base/suggest.h"
#include "lua/host/sandbox/definitions.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists(const char *path) {
  struct stat about;
  return stat(path, &about) == 0;
}

/* ---- the library ---------------------------------------------------------*/

/* It is where the environment says, or installed beside this program or module,
 * or in the source tree if this is the one in the build folder, or where it was
 * to be installed. */

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

/* ---- finding files -------------------------------------------------------*/

static bool join(const char *dir, int length, const char *name,
                 char path[PATH_TEXT]) {
  int n = length ? snprintf(path, PATH_TEXT, "%.*s/%s", length, dir, name)
                 : snprintf(path, PATH_TEXT, "%s", name);
  return n > 0 && n < PATH_TEXT && exists(path);
}

bool source_in_library(const char *name, char path[PATH_TEXT]) {
  const char *library = source_library();
  return join(library, (int)strlen(library), name, path);
}

/* Finds a link that leads nowhere: reading it says why. */
static bool find_broken_link(const char *name, char path[PATH_TEXT]) {
  struct stat about;
  return lstat(name, &about) == 0 && S_ISLNK(about.st_mode) &&
         snprintf(path, PATH_TEXT, "%s", name) < PATH_TEXT;
}

/* A definition is where its name says, since it is in no folder. */
static bool find_definition(const char *name, char path[PATH_TEXT],
                            Error *error) {
  if (definitions_exist(name) &&
      snprintf(path, PATH_TEXT, "%s", name) < PATH_TEXT)
    return true;
  size_t length = strcspn(name, "#");
  return error_set(error,
                   "there is no definition '%.400s' here: the script %.*s "
                   "makes it, so use it there (`boardlab run %s`); runs that "
                   "are on disk have their own copy",
                   name, (int)length, name, shell_word(name, length).text);
}

/* ---- which file a name was meant for -------------------------------------*/

/* The best so far. Names are compared without folder and extension, which many
 * files share. */
typedef struct Nearest {
  Suggestion suggestion;
  char stem[PATH_TEXT]; /* that it offers */
  char name[PATH_TEXT]; /* as a user would write it */
} Nearest;

/* The part of a name that people remember: "walls" of "bots/walls.lua". */
static void write_stem(const char *name, char stem[PATH_TEXT]) {
  const char *slash = strrchr(name, '/');
  snprintf(stem, PATH_TEXT, "%s", slash ? slash + 1 : name);
  size_t length = strlen(stem);
  if (length > 4 && strcasecmp(stem + length - 4, ".lua") == 0)
    stem[length - 4] = '\0';
}

static void offer(Nearest *n, const char *folder, const char *file) {
  char stem[PATH_TEXT];
  Suggestion offered = n->suggestion;
  write_stem(file, stem);
  suggestion_offer(&offered, stem);
  if (offered.word != stem)
    return;
  strcpy(n->stem, stem);
  snprintf(n->name, PATH_TEXT, "%s%s%s", folder, *folder ? "/" : "", file);
  n->suggestion = offered;
  n->suggestion.word = n->stem;
}

static int is_lua(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".lua") == 0;
}

/* Offers the files of a folder below `root`, in alphabetical order. */
static void offer_folder(Nearest *n, const char *root, const char *folder) {
  char path[PATH_TEXT];
  struct dirent **entries;
  int length = snprintf(path, PATH_TEXT, "%s/%s", root, folder);
  int count =
      length < PATH_TEXT ? scandir(path, &entries, is_lua, alphasort) : -1;
  for (int i = 0; i < count; i++) {
    offer(n, folder, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}

/* Finds the Lua file whose name is nearest to one that means none: in the
 * folder that it names, here or in the library, or in the folders of the
 * library. Writes it as a user would. */
static bool source_nearest(const char *name, char nearest[PATH_TEXT]) {
  static const char *const FOLDERS[] = {"games", "variants", "bots", "scripts",
                                        NULL};
  char stem[PATH_TEXT], folder[PATH_TEXT];
  const char *slash = strrchr(name, '/');
  Nearest n = {.suggestion = {.wanted = stem}};
  write_stem(name, stem);
  snprintf(folder, PATH_TEXT, "%.*s", slash ? (int)(slash - name) : 0, name);
  offer_folder(&n, name[0] == '/' ? "" : ".", folder);
  if (name[0] != '/')
    offer_folder(&n, source_library(), folder);
  for (const char *const *f = FOLDERS; *f; f++)
    offer_folder(&n, source_library(), *f);
  memcpy(nearest, n.name, PATH_TEXT);
  return nearest[0];
}

/* ---- finding and reading -------------------------------------------------*/

bool source_locate(const char *name, char path[PATH_TEXT], Error *error) {
  if (definitions_are_named(name))
    return find_definition(name, path, error);
  if (!*name)
    return error_set(error, "the name of the file is empty: name a Lua file");
  if (join("", 0, name, path) ||
      (name[0] != '/' && source_in_library(name, path)) ||
      find_broken_link(name, path))
    return true;
  char nearest[PATH_TEXT];
  Error why = {0};
  error_set(&why,
            "there is no file '%.400s', neither in the current folder nor "
            "in the library %.400s",
            name, source_library());
  if (source_nearest(name, nearest))
    error_add(&why, "did you mean '%s'?", nearest);
  source_hashes_miss(name, &why);
  return error_copy(error, &why);
}

/* Returns whether a relative path stays inside the folder it starts from. */
static bool stays_inside(const char *name) {
  if (name[0] == '/')
    return false;
  for (const char *part = name; part; part = strchr(part, '/')) {
    part += *part == '/';
    if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || !part[2]))
      return false;
  }
  return true;
}

/* Finds a file in a folder. A link that leads out of the folder is an error. */
static bool find_in(const char *dir, const char *name, char path[PATH_TEXT],
                    Error *error) {
  if (!join(dir, (int)strlen(dir), name, path))
    return false;
  int file = open_beneath(dir, name);
  if (file < 0)
    return error_set(error, "could not open '%.400s': %s", path,
                     errno == EXDEV
                         ? "it is a link that leads out of its folder"
                         : strerror(errno));
  close(file);
  return true;
}

/* The folder of a file; "" for the current one. */
static void dir_of(const char *path, char dir[PATH_TEXT]) {
  const char *slash = strrchr(path, '/');
  int length = slash == path ? 1 : slash ? (int)(slash - path) : 0;
  snprintf(dir, PATH_TEXT, "%.*s", length, path);
}

/* A definition that was read from a run gets only files that the run was played
 * with: whoever has written the run chose the folder that it looks in. */
static bool may_use(const char *plugin, const char *path) {
  return !definitions_are_named(plugin) || !definitions_are_foreign(plugin) ||
         source_hashes_list(source_name(path));
}

bool source_find(const char *name, const char *plugin, char path[PATH_TEXT],
                 Error *error) {
  char dir[PATH_TEXT];
  Error why = {0};
  if (definitions_are_named(name) && definitions_are_named(plugin))
    return find_definition(name, path, error);
  dir_of(plugin, dir);
  if (stays_inside(name) &&
      (find_in(dir, name, path, &why) ||
       (!error_is_set(&why) && find_in(source_library(), name, path, &why))) &&
      may_use(plugin, path))
    return true;
  if (!stays_inside(name))
    error_set(&why,
              "'%.400s' is refused: a file can only use files in its own "
              "folder, those below it, and the library; give a path without "
              "'..' that does not begin with '/'",
              name);
  else if (!error_is_set(&why))
    error_set(&why,
              "there is no file '%.400s' next to %.400s or in the library",
              name, plugin);
  return error_copy(error, &why);
}

/* Why something that is open cannot be read as a file, or NULL. */
static const char *why_no_file(FILE *in) {
  struct stat about;
  if (!in || fstat(fileno(in), &about) != 0)
    return strerror(errno);
  return S_ISREG(about.st_mode)   ? NULL
         : S_ISDIR(about.st_mode) ? "it is a folder"
                                  : "it is not a regular file";
}

/* Takes the descriptor over, or the errno if it is -1. */
static char *read_open(int handle, const char *path, size_t *size,
                       Error *error) {
  FILE *in = handle < 0 ? NULL : fdopen(handle, "rb");
  const char *why = why_no_file(in);
  if (why) {
    error_set(error, "could not read '%.400s': %s", path, why);
    if (in)
      fclose(in);
    return NULL;
  }
  char *text = malloc(SOURCE_MAX);
  *size = text ? fread(text, 1, SOURCE_MAX, in) : 0;
  bool whole = text && *size < SOURCE_MAX && !ferror(in);
  fclose(in);
  if (whole)
    return text;
  error_set(error, "could not read '%.400s': %s", path,
            !text                ? "out of memory"
            : *size < SOURCE_MAX ? "read error"
                                 : "it is too large");
  free(text);
  return NULL;
}

const char *source_name(const char *path) {
  const char *library = source_library();
  size_t length = strlen(library);
  bool inside = strncmp(path, library, length) == 0 && path[length] == '/' &&
                stays_inside(path + length + 1);
  return inside ? path + length + 1 : path;
}

static char *read_definition(const char *name, size_t *size, Error *error) {
  char *text = definitions_read(name);
  if (!text)
    error_set(error, "there is no definition '%.400s'", name);
  else
    *size = strlen(text);
  if (!text || source_hashes_keep(name, text, error))
    return text;
  free(text);
  return NULL;
}

char *source_read(const char *path, size_t *size, Error *error) {
  if (definitions_are_named(path))
    return read_definition(path, size, error);
  Error why = {0};
  int handle =
      open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* no pipe waits */
  char *text = read_open(handle, path, size, &why);
  if (!text) {
    source_hashes_miss(source_name(path), &why);
    error_copy(error, &why);
    return NULL;
  }
  if (source_hashes_note(source_name(path), text, *size, error))
    return text;
  free(text);
  return NULL;
}

/* A file that was replaced by a link out of its folder is not read. */
static int open_again(const char *name) {
  int handle = open_beneath("", name);
  return handle < 0 && (errno == ENOENT || errno == ENOTDIR)
             ? open_beneath(source_library(), name)
             : handle;
}

bool source_is_same(const SourceHash *source) {
  size_t size = 0;
  if (source->text)
    return true;
  char *text = read_open(open_again(source->name), source->name, &size, NULL);
  bool same = text && source_hash(text, size) == source->hash;
  free(text);
  return same;
}
