/* Runs a boardlab command to its end, in a process of its own. */
#ifndef BOARDLAB_CLI_STUDIO_COMMAND_RUN_H
#define BOARDLAB_CLI_STUDIO_COMMAND_RUN_H

#include "cli/studio/process.h"
#include "cli/studio/tasks.h"

/* Called some twenty times a second; returning true ends what is under way. */
typedef bool Poll(void *context);

/* Runs the command with these words after "boardlab", ended by NULL, and the
 * arguments that `commands` adds. What it prints is added to `output`. Returns
 * its status as waitpid does; or -1 if it was ended, or could not be started,
 * which the error then says. */
int command_run(const TaskCommands *commands, const char *const words[],
                Poll *poll, void *context, Text *output, Error *error);

#endif
