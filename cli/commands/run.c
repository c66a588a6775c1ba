/* boardlab run: runs a Lua script. */
#include "cli/commands/command.h"

#include "core/base/utf8.h"
#include "lua/host/host.h"
#include <stdlib.h>

static int run(const Args *args, Error *error) {
  char *trace;
  int code = host_run(args->positional[0], args->passed_count, args->passed,
                      &trace, error);
  if (trace) {
    utf8_clean(trace, "\n\t"); /* a script prints what it likes, but what it
                                   quotes may be a plugin's */
    fprintf(stderr, "boardlab: %s\n%s\n", error->message, trace);
    error_clear(error);
  }
  free(trace);
  return code;
}

const Command run_command = {
    .name = "run",
    .group = GROUP_LUA,
    .summary = "run a Lua script that uses boardlab",
    .positional = "FILE.lua [ARGUMENT …]",
    .min_positional = 1,
    .max_positional = 1,
    .passthrough = true,
    .flags = (const Flag[]){LIMIT_FLAGS, {NULL}},
    .details = "The script has the whole of Lua and require \"boardlab\"; "
               "`arg` holds its\n"
               "arguments. It is not sandboxed: run only scripts you trust. "
               "The exit code\n"
               "is the script's return value or the argument of os.exit. Flags "
               "before the\n"
               "file limit the bots and games that the script opens; "
               "everything after it\n"
               "goes to the script.",
    .example = "boardlab run experiment.lua 1000",
    .run = run,
};
