/* boardlab new: writes a file to start from. */
#include "cli/commands/command.h"

#include "core/base/suggest.h"
#include "lua/host/host.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct Template {
  const char *kind, *next; /* what to do with it, with %s for the file */
} TEMPLATES[] = {{"bot", "boardlab check %s"},
                 {"variant", "boardlab check %s"},
                 {"game", "boardlab check %s"},
                 {"script", "boardlab run %s"},
                 {NULL, NULL}};

static const struct Template *find_template(const char *kind, Error *error) {
  Suggestion suggestion = {.wanted = kind};
  for (const struct Template *t = TEMPLATES; t->kind; t++) {
    if (strcmp(t->kind, kind) == 0)
      return t;
    suggestion_offer(&suggestion, t->kind);
  }
  error_set(error, "there is no '%.60s' to make", kind);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  error_add(error, "it makes a bot, a variant, a game or a script");
  return NULL;
}

/* The name inside the file: without folders and ending. */
static void write_stem(const char *path, char stem[64]) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  snprintf(stem, 64, "%.*s", (int)strcspn(name, "."), name);
}

/* Copies the template, with NAME and FILE as they are here. */
static void fill_in(FILE *from, const char *path, FILE *to) {
  char line[512], stem[64];
  write_stem(path, stem);
  while (fgets(line, sizeof line, from)) {
    const char *rest = line;
    while (*rest) {
      bool name = strncmp(rest, "@NAME@", 6) == 0;
      bool file = strncmp(rest, "@FILE@", 6) == 0;
      if (name || file)
        fprintf(to, "%s", name ? stem : path);
      else
        fputc(*rest, to);
      rest += name || file ? 6 : 1;
    }
  }
}

static bool write_file(const char *kind, const char *path, Error *error) {
  char source[1024];
  snprintf(source, sizeof source, "%s/templates/%s.lua", host_library(), kind);
  FILE *from = fopen(source, "r");
  if (!from)
    return error_set(
        error,
        "could not read '%s': %s; BOARDLAB_LUA can name the folder "
        "that has templates/",
        source, strerror(errno));
  FILE *to = fopen(path, "wx"); /* never over a file that is there */
  if (!to) {
    error_set(error, "could not make '%s': %s", path, strerror(errno));
    fclose(from);
    return false;
  }
  fill_in(from, path, to);
  bool failed = ferror(from) || ferror(to);
  fclose(from);
  failed = fclose(to) != 0 || failed;
  if (failed)
    remove(path);
  return !failed || error_set(error, "could not write '%s'", path);
}

static int run(const Args *args, Error *error) {
  const struct Template *template = find_template(args->positional[0], error);
  if (!template)
    return EXIT_USAGE;
  const char *name = args->positional[1];
  size_t length = strlen(name);
  char path[1024];
  bool has_ending = length > 4 && strcmp(name + length - 4, ".lua") == 0;
  if (length == 0 || length > 1000 || name[length - 1] == '/') {
    error_set(error, "'%.60s' is not a name for a file", name);
    return EXIT_USAGE;
  }
  snprintf(path, sizeof path, "%s%s", name, has_ending ? "" : ".lua");
  if (!write_file(template->kind, path, error))
    return EXIT_FAILED;
  printf("Wrote %s. Try\n  ", path);
  printf(template->next, path);
  printf("\n");
  return EXIT_DONE;
}

const Command new_command = {
    .name = "new",
    .group = GROUP_LUA,
    .summary = "make a Lua file to start from",
    .positional = "bot|variant|game|script NAME",
    .min_positional = 2,
    .max_positional = 2,
    .flags = (const Flag[]){{NULL}},
    .details =
        "Writes NAME.lua, with comments, which runs as it is. A file that "
        "is there\nalready stays as it is.",
    .example = "boardlab new bot mybot && boardlab check mybot.lua",
    .run = run,
};
