#include "core/game/spec.h"

#include "core/base/atomic_file.h"
#include "core/base/utf8.h"

enum { LOADERS_MAX = 4 };

static const Loader *loaders[LOADERS_MAX];

static bool is_same_kind(const Loader *a, const Loader *b) {
  return a->extension && b->extension
             ? strcmp(a->extension, b->extension) == 0
             : a->scheme && b->scheme && strcmp(a->scheme, b->scheme) == 0;
}

void loader_add(const Loader *loader) {
  for (int i = 0; i < LOADERS_MAX; i++)
    if (!loaders[i] || is_same_kind(loaders[i], loader)) {
      loaders[i] = loader;
      return;
    }
}

/* Returns the length of the name of a definition in a file, as in
 * FILE.lua#NAME; 0 if there is none. */
static size_t definition_length(const char *text) {
  size_t name = *text != '#' ? 0
                             : strspn(text + 1, "abcdefghijklmnopqrstuvwxyz"
                                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                "0123456789_-");
  return name ? name + 1 : 0;
}

/* Finds the loader whose extension, or a definition in such a file, ends the
 * text or comes before a colon: a path may contain colons of its own. */
static const Loader *find_loader(const char *text, size_t *length) {
  for (int i = 0; i < LOADERS_MAX && loaders[i]; i++) {
    const char *extension = loaders[i]->extension;
    size_t size = extension ? strlen(extension) : 0;
    for (const char *at = text; size && (at = strstr(at, extension));
         at += size) {
      const char *end = at + size + definition_length(at + size);
      if (at > text && (*end == '\0' || *end == ':')) {
        *length = (size_t)(end - text);
        return loaders[i];
      }
    }
  }
  return NULL;
}

bool loader_define(const char *file, const char *text, char name[SPEC_TEXT],
                   Error *error) {
  size_t length;
  return find_loader(file, &length)->define(file, text, name, error);
}

/* ---- programs ------------------------------------------------------------*/

/* The length of a scheme with which the text begins, as "exec+ugi" in
 * "exec+ugi,ms=100:./engine"; 0 if it has none. */
static size_t scheme_length(const char *text, const Loader **loader) {
  size_t length = strcspn(text, ",:");
  for (int i = 0; i < LOADERS_MAX && loaders[i]; i++) {
    const char *scheme = loaders[i]->scheme;
    size_t size = scheme ? strlen(scheme) : 0;
    if (size && strncmp(text, scheme, size) == 0 &&
        (length == size || text[size] == '+') && strchr(text, ':')) {
      *loader = loaders[i];
      return length;
    }
  }
  return 0;
}

/* Splits the spec of a program. */
static bool read_program(Spec *spec, const char *text, size_t scheme,
                         Error *error) {
  size_t colon = strcspn(text, ":");
  if (strlen(text) >= sizeof spec->name)
    return error_set(error,
                     "the command '%.60s…' is too long: put it into a "
                     "script, and name that",
                     text);
  snprintf(spec->name, sizeof spec->name, "%.*s%s", (int)scheme, text,
           text + colon);
  size_t between = colon > scheme ? colon - scheme - 1 : 0;
  memcpy(spec->between, text + colon - between, between);
  spec->between[between] = '\0';
  spec->options = between ? spec->between : NULL;
  return true;
}

bool spec_read(Spec *spec, const char *text, const char *what, Error *error) {
  size_t length = strcspn(text, ":");
  size_t scheme = scheme_length(text, &spec->loader);
  if (!scheme)
    spec->loader = find_loader(text, &length);
  if (spec->loader && !utf8_is_printable(text))
    return error_set(error,
                     "'%.400s' is not a %s: names must be UTF-8 text without "
                     "control characters or invisible ones; rename the file",
                     text, what);
  if (scheme)
    return read_program(spec, text, scheme, error);
  if (length == 0)
    return error_set(error,
                     "'%.60s' is not a %s: write NAME or NAME:option=value,…",
                     text, what);
  if (length >= sizeof spec->name)
    return error_set(error, "the name '%.60s…' is too long for a %s", text,
                     what);
  memcpy(spec->name, text, length);
  spec->name[length] = '\0';
  spec->options = text[length] ? text + length + 1 : NULL;
  if (spec->options && !*spec->options)
    return error_set(error,
                     "'%.200s' ends in ':'; write %.200s, or "
                     "%.200s:option=value",
                     text, spec->name, spec->name);
  return true;
}

static bool is_same_file(const Loader *loader, const char *one,
                         const char *other) {
  char path[2][SPEC_TEXT];
  return loader->locate && loader->locate(one, path[0]) &&
         loader->locate(other, path[1]) && file_is_same(path[0], path[1]);
}

bool spec_is_same_bot(const char *one, const char *other) {
  Spec a, b;
  if (strcmp(one, other) == 0)
    return true;
  return spec_read(&a, one, "bot", NULL) && spec_read(&b, other, "bot", NULL) &&
         a.loader && a.loader == b.loader &&
         strcmp(a.options ? a.options : "", b.options ? b.options : "") == 0 &&
         is_same_file(a.loader, a.name, b.name);
}

void spec_add_guess(const char *name, Error *error) {
  char path[SPEC_TEXT];
  for (int i = 0; i < LOADERS_MAX && loaders[i]; i++)
    if (loaders[i]->guess && loaders[i]->guess(name, path))
      error_add(error, "did you mean %s?", path);
}

static bool write_spec(const char *name, const Option table[],
                       const int values[], bool all, char text[SPEC_TEXT]) {
  const Loader *loader;
  size_t scheme = scheme_length(name, &loader);
  size_t length = scheme ? scheme : strlen(name);
  size_t used = (size_t)snprintf(text, SPEC_TEXT, "%.*s%c", (int)length, name,
                                 scheme ? ',' : ':');
  if (used >= SPEC_TEXT)
    return false;
  bool fits = options_write(table, values, all, text + used, SPEC_TEXT - used);
  if (!text[used])
    text[used - 1] = '\0';
  used = strlen(text);
  return fits && (size_t)snprintf(text + used, SPEC_TEXT - used, "%s",
                                  name + length) < SPEC_TEXT - used;
}

bool spec_write(const char *name, const Option table[], const int values[],
                char text[SPEC_TEXT]) {
  return write_spec(name, table, values, false, text);
}

bool spec_add_option(const char *text, const char *option, char to[SPEC_TEXT],
                     Error *error) {
  Spec spec;
  if (!spec_read(&spec, text, "spec", error))
    return false;
  bool is_program = spec.loader && spec.loader->scheme;
  size_t length = is_program ? strcspn(spec.name, ":") : strlen(spec.name);
  int used = snprintf(to, SPEC_TEXT, "%.*s%c%s%s%s%s", (int)length, spec.name,
                      is_program ? ',' : ':', spec.options ? spec.options : "",
                      spec.options ? "," : "", option, spec.name + length);
  return used < SPEC_TEXT ||
         error_set(error, "the spec is too long: %.60s…", text);
}

bool spec_read_options(const char *name, const Option table[],
                       const char *options, int values[], char spec[SPEC_TEXT],
                       Error *error) {
  return options_read(table, name, options, values, error) &&
         (spec_write(name, table, values, spec) ||
          error_set(error, "%s: the options are too long", name));
}

bool spec_write_full(const char *short_spec, const Option table[],
                     const int values[], char text[SPEC_TEXT], Error *error) {
  Spec spec;
  return spec_read(&spec, short_spec, "spec", error) &&
         (write_spec(spec.name, table, values, true, text) ||
          error_set(error, "%.400s: the full list of options is too long",
                    spec.name));
}
