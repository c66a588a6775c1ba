/* boardlab new: creates a Lua file from a template, or from a recipe: a block
 * of code in a chapter of the guide whose first line names it, "--
 * auction.lua". */
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

/* ---- recipes -------------------------------------------------------------*/

static const char BLOCK[] = "```lua\n-- ";

/* The name of the recipe that begins after *at, and where its code begins; NULL
 * after the last one. */
static const char *next_recipe(const char **at, size_t *length) {
  const char *block = strstr(*at, BLOCK);
  if (!block)
    return NULL;
  const char *name = block + strlen(BLOCK);
  *length = strcspn(name, ".\n");
  *at = name + strcspn(name, "\n");
  return name;
}

/* The code of a recipe, up to the end of its block. */
static const char *find_recipe(const char *recipe, size_t *length,
                               Error *error) {
  const Chapter *chapter = chapters;
  char known[300] = "";
  while (chapter->name && strcmp(chapter->name, "recipes") != 0)
    chapter++;
  const char *at = chapter->name ? chapter->text : "", *name;
  size_t size;
  while ((name = next_recipe(&at, &size))) {
    if (strlen(recipe) == size && strncmp(name, recipe, size) == 0) {
      *length = (size_t)(strstr(at, "\n```") + 1 - at);
      return at;
    }
    text_append(known, sizeof known, "%s%.*s", *known ? ", " : "", (int)size,
                name);
  }
  error_set(error,
            "there is no recipe '%.60s'; the recipes are %s: boardlab help "
            "recipes",
            recipe, known);
  return NULL;
}

static bool write_recipe(const char *code, size_t length, const char *path,
                         Error *error) {
  FILE *to = fopen(path, "wx"); /* x: never overwrite a file */
  if (!to)
    return error_set(error, "could not create '%s': %s", path, strerror(errno));
  fprintf(to, "-- %s", path);
  fwrite(code, 1, length, to);
  bool failed = ferror(to);
  failed = fclose(to) != 0 || failed;
  if (failed)
    remove(path);
  return !failed || error_set(error, "could not write '%s'", path);
}

/* ---- templates -----------------------------------------------------------*/

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
  const char *name = args->positional[1], *like = args_value(args, "like");
  size_t length = strlen(name), code_length = 0;
  const char *code = like ? find_recipe(like, &code_length, error) : NULL;
  if (like && strcmp(template->kind, "game") != 0) {
    error_set(error, "--like is for games: boardlab new game NAME --like %.60s",
              like);
    return EXIT_USAGE;
  }
  if (like && !code)
    return EXIT_USAGE;
  char path[1024];
  bool has_extension = length > 4 && text_ends_in(name, ".lua");
  if (length == 0 || length > 1000 || !utf8_is_printable(name) ||
      name[length - 1] == '/') {
    error_set(error, "'%.60s' is not a file name", name);
    return EXIT_USAGE;
  }
  snprintf(path, sizeof path, "%s%s", name, has_extension ? "" : ".lua");
  if (!(code ? write_recipe(code, code_length, path, error)
             : write_file(template->kind, path, error)))
    return EXIT_FAILED;
  print_next(template->next, path);
  return EXIT_DONE;
}

const Command new_command = {
    .name = "new",
    .summary = "create a bot, variant, game or script from a template",
    .positional = "bot|variant|game|script NAME",
    .flags = (const Flag[]){{"like", "RECIPE",
                             "a game as in this recipe: boardlab help recipes"},
                            {NULL}},
    .example = "boardlab new bot mybot && boardlab check mybot.lua",
    .run = new_run,
};
