/* The commands that a page of the studio may start, and with which arguments.
 */
#ifndef BOARDLAB_CLI_COMMANDS_STARTABLE_H
#define BOARDLAB_CLI_COMMANDS_STARTABLE_H

#include "cli/studio/tasks.h"

/* The functions of TaskCommands. */
bool startable_check(const char *command, int count, char *const arguments[],
                     int stored, const char **out, Error *error);
/* {"commands": [{"name", "title", "summary", "example", "reads": whether its
 * arguments are folders of results, "flags": [{"name", "value", "help",
 * "repeatable", "bot": whether the value is a bot, "words", "label", "usual",
 * "first"}]}]}; as in Flag */
json_t *startable_describe(void);

#endif
