/* boardlab run: runs a Lua script. */
#include "cli/commands/command.h"

#include "cli/catalog/catalog.h"
#include "core/base/utf8.h"
#include "lua/host/host.h"
#include <stdlib.h>
#include <string.h>

/* Prints and counts a script of the library, with the question that it answers,
 * which is the first line of the comment at its top. */
static void print_script(void *context, const char *spec) {
  int *count = context;
  char *comment = host_comment(spec, NULL);
  if (!comment)
    return;
  printf("%s  %s\n      %.*s\n",
         (*count)++ ? ""
                    : "Included scripts; `boardlab run SCRIPT.lua` runs one of "
                      "these, or your own:\n",
         spec, (int)strcspn(comment, "\n"), comment);
  free(comment);
}

static int list_scripts(Error *error) {
  int count = 0;
  catalog_each("scripts", print_script, &count);
  if (count == 0) {
    error_set(error,
              "there are no scripts in %.600s; set BOARDLAB_LUA to the folder "
              "that contains scripts/",
              host_library());
    return EXIT_FAILED;
  }
  printf("`boardlab run SCRIPT.lua --help` describes its arguments; the files "
         "are in\n%s/scripts.\n",
         host_library());
  return EXIT_DONE;
}

/* Prints the comment at the top of a script: what it does and its arguments.
 * Returns false if it has none: then --help is for the script to answer. */
static bool explain_script(const char *name) {
  char *comment = host_comment(name, NULL);
  bool found = comment && comment[0];
  if (found) {
    utf8_clean(comment, "\n\t");
    fputs(comment, stdout);
  }
  free(comment);
  return found;
}

static int run_run(const Args *args, Error *error) {
  char *trace;
  if (args->positional_count == 0)
    return list_scripts(error);
  if (args->passed_count == 1 && strcmp(args->passed[0], "--help") == 0 &&
      explain_script(args->positional[0]))
    return EXIT_DONE;
  int code = host_run(args->positional[0], args->passed_count, args->passed,
                      &trace, error);
  if (trace) {
    utf8_clean(trace, "\n\t"); /* a script prints what it likes, but what it
                                   quotes may be a plugin's */
    fprintf(stderr, "boardlab: %s\n%s\n", error->message, trace);
    error_clear(error);
  }
  free(trace);
  if (code == EXIT_USAGE && error_is_set(error))
    error_add(error, "`boardlab run` lists the included scripts");
  return code;
}

const Command run_command = {
    .name = "run",
    .summary = "run a Lua script that uses boardlab",
    .positional = "[SCRIPT.lua [ARGUMENT …]]",
    .passthrough = true,
    .flags = (const Flag[]){LIMIT_FLAGS, {NULL}},
    .example = "boardlab run scripts/compare_variants.lua look 1000",
    .run = run_run,
};
