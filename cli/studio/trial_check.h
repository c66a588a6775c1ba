/* Running `boardlab check` on a game, as a process of its own: a check changes
 * how the rules of the whole process are asked. */
#ifndef BOARDLAB_CLI_STUDIO_TRIAL_CHECK_H
#define BOARDLAB_CLI_STUDIO_TRIAL_CHECK_H

#include "cli/studio/tasks.h"
#include "cli/studio/trial.h"

typedef enum CheckEnd { CHECK_DONE, CHECK_STOPPED, CHECK_FAILED } CheckEnd;

/* Runs it to its end, unless `poll` returns true, which is called about ten
 * times a second. *good is whether it has found no problem, and *lines a list
 * of what it has printed, which the caller owns. */
CheckEnd trial_check(const TaskCommands *commands, const char *spec,
                     TrialPoll *poll, void *context, bool *good, json_t **lines,
                     Error *error);

#endif
