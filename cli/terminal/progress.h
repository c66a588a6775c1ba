/* The progress bar of runs under way, and stopping them by Ctrl-C. */
#ifndef BOARDLAB_CLI_TERMINAL_PROGRESS_H
#define BOARDLAB_CLI_TERMINAL_PROGRESS_H

#include "analysis/experiments/experiment.h"

/* How one or several runs, played one after the other, are going. */
typedef struct Progress Progress;

/* Shows a bar if stderr is a terminal, unless `quiet`. From here to
 * progress_end Ctrl-C stops the run under way instead of the command. */
Progress *progress_begin(uint64_t games, bool quiet, Error *error);
const ExperimentCallbacks *progress_callbacks(Progress *show);
/* A run of several is over. */
void progress_next(Progress *show, const Run *run);
/* Runs take turns: what one has when its turn begins has been shown. */
void progress_turns(Progress *show);
/* Takes the bar away and says how long it took; returns the exit code if it was
 * stopped, else 0. */
int progress_end(Progress *show);

#endif
