/* boardlab reference: what Lua files can call, in the terminal or as a page. */
#include "analysis/report/page_file.h"
#include "cli/commands/command.h"
#include "core/base/atomic_file.h"
#include "core/base/suggest.h"
#include "lua/host/host.h"
#include <stdlib.h>
#include <string.h>

static const PageKind REFERENCE = {"reference", "a reference of boardlab",
                                   "<title>boardlab Lua reference</title>"};

static int write_page(const char *path, Error *error) {
  char *page = NULL;
  bool good = page_may_replace(path, &REFERENCE, error) &&
              (page = host_reference("page", NULL, error)) &&
              atomic_file_write(path, page, strlen(page), error);
  free(page);
  if (!good)
    return EXIT_FAILED;
  printf("%s\n", path);
  return EXIT_DONE;
}

/* The part of a name that people remember: "moves" of "State:moves". */
static const char *last_part(const char *name) {
  const char *last = name;
  for (const char *c = name; *c; c++)
    if (*c == '.' || *c == ':')
      last = c + 1;
  return last;
}

/* Offers a name, which is as near as its last part if that is nearer. */
static void offer(Suggestion *best, const char *name) {
  Suggestion part = {.wanted = best->wanted};
  suggestion_offer(best, name);
  suggestion_offer(&part, last_part(name));
  if (part.word && (!best->word || part.distance < best->distance))
    *best = (Suggestion){part.wanted, name, part.distance};
}

static int unknown_name(const char *name, Error *error) {
  char *names = host_reference("names", NULL, error), *rest = names;
  Suggestion suggestion = {.wanted = name};
  if (!names)
    return EXIT_FAILED;
  for (char *line; (line = strsep(&rest, "\n"));)
    offer(&suggestion, line);
  error_set(error, "there is no '%.60s' in the Lua reference", name);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  error_add(error, "boardlab reference lists all names");
  free(names);
  return EXIT_USAGE;
}

static int print_text(const char *name, Error *error) {
  char *text = host_reference(name ? "entry" : "list", name, error);
  if (!text)
    return EXIT_FAILED;
  bool found = *text;
  printf("%s", text);
  free(text);
  return found ? EXIT_DONE : unknown_name(name, error);
}

static int reference_run(const Args *args, Error *error) {
  const char *out = args_value(args, "out");
  const char *name = args->positional_count ? args->positional[0] : NULL;
  if (out && name) {
    error_set(error, "--out writes the whole reference: leave out '%.60s'",
              name);
    return EXIT_USAGE;
  }
  return out ? write_page(out, error) : print_text(name, error);
}

const Command reference_command = {
    .name = "reference",
    .summary = "show what Lua files can call: functions, types, examples",
    .positional = "[FUNCTION|TYPE]",
    .flags =
        (const Flag[]){
            {"out", "FILE",
             "write the whole reference as an HTML page with a search"},
            {NULL}},
    .example = "boardlab reference lab.simulate",
    .run = reference_run,
};
