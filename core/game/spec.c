#include "core/game/spec.h"

#include "core/base/utf8.h"
#include <sys/stat.h>

enum { LOADERS_MAX = 4 };

static const Loader *loaders[LOADERS_MAX];

void loader_add(const Loader *loader) {
  for (int i = 0; i < LOADERS_MAX; i++)
    if (!loaders[i] || strcmp(loaders[i]->extension, loader->extension) == 0) {
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
    size_t size = strlen(extension);
    for (const char *at = text; (at = strstr(at, extension)); at += size) {
      const char *end = at + size + definition_length(at + size);
      if (at > text && (*end == '\0' || *end == ':')) {
        *length = (size_t)(end - text);
        return loaders[i];
      }
    }
  }
  return NULL;
}

bool spec_read(Spec *spec, const char *text, const char *what, Error *error) {
  size_t length = strcspn(text, ":");
  spec->loader = find_loader(text, &length);
  if (spec->loader && !utf8_is_printable(text))
    return error_set(error,
                     "'%.400s' is not a %s: names must be UTF-8 text without "
                     "control characters or invisible ones; rename the file",
                     text, what);
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
  struct stat a, b;
  return loader->locate && loader->locate(one, path[0]) &&
         loader->locate(other, path[1]) && stat(path[0], &a) == 0 &&
         stat(path[1], &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
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
  size_t used = (size_t)snprintf(text, SPEC_TEXT, "%s:", name);
  if (used >= SPEC_TEXT)
    return false;
  bool fits = options_write(table, values, all, text + used, SPEC_TEXT - used);
  if (!text[used])
    text[used - 1] = '\0';
  return fits;
}

bool spec_write(const char *name, const Option table[], const int values[],
                char text[SPEC_TEXT]) {
  return write_spec(name, table, values, false, text);
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
