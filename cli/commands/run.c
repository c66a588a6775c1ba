/* boardlab run: runs a Lua script. */
#include "cli/commands/command.h"

#include "lua/host/host.h"
#include <stdlib.h>

static int run(const Args *args, Error *error) {
  char *trace;
  int code = host_run(args->positional[0], args->passed_count, args->passed,
                      &trace, error);
  if (trace) {
    fprintf(stderr, "boardlab: %s\n%s\n", error->message, trace);
    error->message[0] = '\0';
  }
  free(trace);
  return code;
}

const Command run_command = {
    .name = "run",
    .group = GROUP_LUA,
    .summary = "run a Lua script, with boardlab at hand",
    .positional = "FILE.lua [ARGUMENT …]",
    .min_positional = 1,
    .max_positional = 1,
    .passthrough = true,
    .flags = (const Flag[]){LIMIT_FLAGS, {NULL}},
    .details =
        "The script has the whole of Lua and `require \"boardlab\"`; `arg` "
        "holds "
        "its\n"
        "arguments. It is trusted with everything: run what you have read. The "
        "exit\n"
        "code is what it returns or gives to os.exit. Flags stand before the "
        "file and\n"
        "limit the bots and games it opens; what stands behind it is the "
        "script's.",
    .example = "boardlab run experiment.lua 1000",
    .run = run,
};
