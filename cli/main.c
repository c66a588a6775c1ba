/* The boardlab command: finds the subcommand, parses its arguments, runs it,
 * and prints its error message if it fails. */
#include "cli/commands/command.h"

#include "cli/terminal/output.h"
#include "core/base/version.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

static void print_help(FILE *out) {
  fprintf(out, "boardlab: a laboratory for abstract board games\n\n"
               "Usage: boardlab COMMAND [arguments]\n");
  for (const CommandGroup *g = command_groups; g->heading; g++) {
    fprintf(out, "\n%s:\n", g->heading);
    for (const Command *const *c = g->list; *c; c++)
      fprintf(out, "  %-10s %s\n", (*c)->name, (*c)->summary);
  }
  fprintf(out, "\nChapters, which boardlab help NAME shows:\n");
  chapters_list(out);
  fprintf(out, "\n%s", help_text("boardlab"));
}

static bool wants_version(const char *text) {
  return strcmp(text, "--version") == 0 || strcmp(text, "-V") == 0 ||
         strcmp(text, "version") == 0;
}

static bool wants_help(int argc, char *const *argv) {
  for (int i = 0; i < argc; i++)
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      return true;
  return false;
}

static int run_command_line(int argc, char *const *argv, Error *error) {
  if (argc == 0) {
    print_help(stderr);
    return EXIT_USAGE;
  }
  bool help = strcmp(argv[0], "help") == 0;
  if (help && argc > 1)
    return help_print(argv[1], error);
  if (help || wants_help(1, argv)) {
    print_help(stdout);
    return EXIT_DONE;
  }
  if (wants_version(argv[0])) {
    printf("boardlab %s\n", version_text);
    return EXIT_DONE;
  }
  if (strcmp(argv[0], COMPLETE_WORD) == 0)
    return complete(argc - 1, argv + 1);
  if (strcmp(argv[0], MANUAL_WORD) == 0)
    return manual_print(argc > 1 ? argv[1] : NULL, error);
  const Command *command = command_find(argv[0], error);
  if (!command)
    return EXIT_USAGE;
  if (command != &run_command) /* a script prints what it likes */
    output_filter();
  /* A --help that is passed through belongs to the script. */
  int own = command->passthrough && argc > 1 ? 1 : argc - 1;
  if (wants_help(own, argv + 1))
    return help_print(argv[0], error);
  Args args;
  if (!args_read(&args, command, argc - 1, argv + 1, error) ||
      !args_limits(&args, error))
    return EXIT_USAGE;
  return command->run(&args, error);
}

int main(int argc, char **argv) {
  Error error = {0};
  signal(SIGXFSZ, SIG_IGN); /* so that exceeding a file size limit is reported
                               as a write error */
  signal(SIGCHLD, SIG_DFL); /* so that the end of a child is reported, too */
  int code = run_command_line(argc - 1, argv + 1, &error);
  if (!output_end() && !error_is_set(&error)) {
    error_set(&error, "could not write the output%s%s", errno ? ": " : "",
              errno ? strerror(errno) : "");
    code = code ? code : EXIT_FAILED;
  }
  if (error_is_set(&error))
    fprintf(stderr, "boardlab: %s\n", error.message);
  output_trace(stderr, &error);
  return code;
}
