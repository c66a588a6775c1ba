/* The command line that plays a run again, found from the run itself: pasted
 * into a shell it makes the same files.
 *
 * The functions return false if memory runs out. The caller frees the text,
 * which has no NUL at its end. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RUN_COMMAND_H
#define BOARDLAB_ANALYSIS_METRICS_RUN_COMMAND_H

#include "core/base/text.h"
#include "core/run/run.h"
#include <stdio.h>

/* Adds a space and a word of a command line, in quotes where a shell needs
 * them. */
bool command_add(Text *command, const char *word);

/* Prints a space and a word in the same way; nothing if out of memory. */
void command_print(FILE *out, const char *word);

/* Goes on to a second command, for a shell to run after the first. */
bool command_add_and(Text *command);

/* Adds a flag with its value, unless the value is NULL or "". */
bool command_add_value(Text *command, const char *flag, const char *value);
bool command_add_number(Text *command, const char *flag, uint64_t value);

/* Adds the last name of a path as the folder to write: --out NAME. */
bool command_add_out(Text *command, const char *path);

/* The flags that say who plays, and those that all commands that play runs
 * have: --max-plies, --moves, --budget, --memory. */
bool command_add_bots(Text *command, const Run *run);
bool command_add_limits(Text *command, const Run *run);

/* The flags of the stopping rule and of the shard, or none. */
bool command_add_until(Text *command, const Run *run);
bool command_add_shard(Text *command, const Run *run);

/* Whether there is such a command line: a game or bot that a script has defined
 * has no file, and a script may stop a tournament by a rule of its own. */
bool command_exists(const Run *run);

/* Writes the command line of a run or tournament in the folder run->plan.out.
 */
bool command_of_run(const Run *run, Text *command);

#endif
