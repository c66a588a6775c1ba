#include "lua/host/sandbox/file_broker.h"

#include "core/base/utf8.h"
#include "core/isolation/child.h"
#include "lua/host/sandbox/definitions.h"
#include "lua/host/sandbox/source.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Request { LOCATE, FIND, READ, PRINT } Request;

/* ---- in the child --------------------------------------------------------*/

/* Asks, and returns the answer if it is not an error. */
static Message *ask(Request request, const char *name, const char *plugin,
                    Error *error) {
  Message *m = child_ask_begin();
  message_put_int(m, request);
  message_put_text(m, name);
  message_put_text(m, plugin);
  child_ask();
  return message_get_error(m, error) ? NULL : m;
}

bool file_broker_find(const char *name, const char *plugin,
                      char path[PATH_TEXT], Error *error) {
  Message *m = ask(plugin ? FIND : LOCATE, name, plugin, error);
  if (m)
    message_get_text(m, path, PATH_TEXT);
  return m;
}

char *file_broker_read(const char *path, size_t *size, Error *error) {
  Message *m = ask(READ, path, NULL, error);
  if (!m)
    return NULL;
  *size = (size_t)message_get_int(m, 0, SOURCE_MAX);
  char *text = malloc(*size + 1);
  if (text)
    message_get(m, text, *size);
  else
    error_set(error, "could not read '%.400s': out of memory", path);
  return text;
}

void file_broker_print(const char *text) {
  ask(PRINT, text, NULL, NULL);
}

/* ---- in the parent -------------------------------------------------------*/

/* What a child may ask for: names that the user wrote, and paths of files that
 * it has found. A plugin requires a handful of files; the limit only keeps a
 * hostile one from filling the memory. */
enum { GRANTS_MAX = 1024 };

/* What one child may print on stderr: enough to debug, too little to fill a
 * disk. */
enum { PRINTED_MAX = 1 << 20 }; /* bytes */

typedef struct Grants {
  int count;
  size_t printed; /* bytes */
  char *name[GRANTS_MAX];
} Grants;

static bool is_granted(const Grants *g, const char *name) {
  for (int i = 0; i < g->count; i++)
    if (strcmp(g->name[i], name) == 0)
      return true;
  return false;
}

static bool grant(Grants *g, const char *name) {
  if (is_granted(g, name))
    return true;
  if (g->count == GRANTS_MAX || !(g->name[g->count] = strdup(name)))
    return false;
  g->count++;
  return true;
}

static void close_grants(void *files) {
  Grants *g = files;
  for (int i = 0; i < g->count; i++)
    free(g->name[i]);
  free(g);
}

static void *open_grants(const char *const names[], int count) {
  Grants *g = calloc(1, sizeof *g);
  bool good = g;
  for (int i = 0; good && i < count; i++)
    good = grant(g, names[i]);
  source_library(); /* so that the child knows where it is */
  if (good || !g)
    return g;
  close_grants(g);
  return NULL;
}

static bool refuse(const char *name, Error *error) {
  return error_set(error, "'%.400s' is not a file that this plugin may use",
                   name);
}

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), last = strlen(end);
  return length > last && strcmp(name + length - last, end) == 0;
}

static bool is_lua(const char *name) {
  return ends_with(name, ".lua");
}

static bool locate(Grants *g, const char *name, char path[PATH_TEXT],
                   Error *error) {
  bool found = is_granted(g, name) ? source_locate(name, path, error)
               : is_lua(name) && !strstr(name, "..")
                   ? source_in_library(name, path) || refuse(name, error)
                   : refuse(name, error);
  return found && (grant(g, path) || refuse(name, error));
}

static bool find(Grants *g, const char *name, const char *plugin,
                 char path[PATH_TEXT], Error *error) {
  if (!is_granted(g, plugin) || !(is_lua(name) || ends_with(name, ".weights") ||
                                  definitions_are_named(name)))
    return refuse(name, error);
  return source_find(name, plugin, path, error) &&
         (grant(g, path) || refuse(name, error));
}

static void put_path(Message *m, bool found, const char *path,
                     const Error *why) {
  message_put_error(m, why);
  message_put_text(m, found ? path : "");
}

static void put_source(Message *m, const char *path) {
  Error why = {0};
  size_t size = 0;
  char *text = source_read(path, &size, &why);
  message_put_error(m, &why);
  message_put_int(m, text ? (int64_t)size : 0);
  message_put(m, text, text ? size : 0);
  free(text);
}

static void print(Grants *g, char *text) {
  if (g->printed > PRINTED_MAX)
    return;
  utf8_clean(text, "\n\t");
  if (print_sink_take(text))
    return;
  fputs(text, stderr);
  g->printed += strlen(text);
  if (g->printed > PRINTED_MAX)
    fputs("(further output of this file is not shown)\n", stderr);
}

static void answer(void *files, Message *m) {
  Grants *g = files;
  char name[PATH_TEXT], plugin[PATH_TEXT], path[PATH_TEXT] = "";
  Error why = {0};
  Request request = (Request)message_get_int(m, LOCATE, PRINT);
  message_get_text(m, name, sizeof name);
  message_get_text(m, plugin, sizeof plugin);
  bool good = message_is_good(m);
  message_clear(m);
  if (!good)
    refuse(name, &why);
  if (good && request == PRINT)
    print(g, name);
  if (good && request == READ && (is_granted(g, name) || refuse(name, &why)))
    put_source(m, name);
  else if (good && request == FIND)
    put_path(m, find(g, name, plugin, path, &why), path, &why);
  else if (good && request == LOCATE)
    put_path(m, locate(g, name, path, &why), path, &why);
  else
    put_path(m, false, "", &why);
}

const Broker file_broker = {open_grants, answer, close_grants};
