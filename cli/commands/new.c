/* boardlab new: creates a Lua file from a template. */
#include "cli/commands/command.h"

#include "core/base/shell.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "lua/host/host.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A command to try next, to which the name of the file is added, and what it
 * is for. */
typedef struct Next {
  const char *command, *purpose;
} Next;

#define NEXT_OF_RULES                                                          \
  {"check", "test it with random games"}, {                                    \
    "serve", "play it, and try changes, in the browser"                        \
  }

static const struct Template {
  const char *kind;
  Next next[3];
} TEMPLATES[] = {
    {"bot",
     {{"check", "test it against random play"},
      {"play tictacdoh --seat human --seat", "play against it"}}},
    {"variant", {NEXT_OF_RULES}},
    {"game", {NEXT_OF_RULES}},
    {"script", {{"run", "run it"}}},
    {NULL},
};

static const struct Template *find_template(const char *kind, Error *error) {
  Suggestion suggestion = {.wanted = kind};
  for (const struct Template *t = TEMPLATES; t->kind; t++) {
    if (strcmp(t->kind, kind) == 0)
      return t;
    suggestion_offer(&suggestion, t->kind);
  }
  error_set(error, "there is no template '%.60s'", kind);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  error_add(error, "the templates are bot, variant, game and script");
  return NULL;
}

/* The name used inside the file: its path without folders and extension. */
static void write_stem(const char *path, char stem[64]) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  snprintf(stem, 64, "%.*s", (int)strcspn(name, "."), name);
}

/* Copies the template, replacing @NAME@ and @FILE@. */
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
    return error_set(error,
                     "could not read '%s': %s; set BOARDLAB_LUA to the folder "
                     "that contains templates/",
                     source, strerror(errno));
  FILE *to = fopen(path, "wx"); /* x: never overwrite a file */
  if (!to) {
    error_set(error, "could not create '%s': %s", path, strerror(errno));
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

static void print_next(const Next *next, const char *path) {
  int width = 0;
  for (const Next *n = next; n->command; n++)
    if ((int)strlen(n->command) > width)
      width = (int)strlen(n->command);
  printf("Wrote %s. Next, try\n", path);
  for (const Next *n = next; n->command; n++) {
    printf("  boardlab %s", n->command);
    shell_print(stdout, path);
    printf("%*s   %s\n", width - (int)strlen(n->command), "", n->purpose);
  }
}

static int new_run(const Args *args, Error *error) {
  const struct Template *template = find_template(args->positional[0], error);
  if (!template)
    return EXIT_USAGE;
  const char *name = args->positional[1];
  size_t length = strlen(name);
  char path[1024];
  bool has_extension = length > 4 && text_ends_in(name, ".lua");
  if (length == 0 || length > 1000 || !utf8_is_printable(name) ||
      name[length - 1] == '/') {
    error_set(error, "'%.60s' is not a file name", name);
    return EXIT_USAGE;
  }
  snprintf(path, sizeof path, "%s%s", name, has_extension ? "" : ".lua");
  if (!write_file(template->kind, path, error))
    return EXIT_FAILED;
  print_next(template->next, path);
  return EXIT_DONE;
}

const Command new_command = {
    .name = "new",
    .summary = "create a bot, variant, game or script from a template",
    .positional = "bot|variant|game|script NAME",
    .flags = (const Flag[]){{NULL}},
    .example = "boardlab new bot mybot && boardlab check mybot.lua",
    .run = new_run,
};
