/* The progress bar of runs under way, and stopping them with Ctrl-C. */
#ifndef BOARDLAB_CLI_TERMINAL_PROGRESS_H
#define BOARDLAB_CLI_TERMINAL_PROGRESS_H

#include "analysis/experiments/experiment.h"

/* The progress of one run, or of several played one after the other. */
typedef struct Progress Progress;

typedef struct ProgressPlan {
  uint64_t games;
  bool quiet;     /* no bar */
  int descriptor; /* also report to other programs there (progress_report.h); 0:
                     no */
} ProgressPlan;

/* Shows a bar if stderr is a terminal, unless `quiet`. From here to
 * progress_end Ctrl-C stops the run under way instead of the command, and so
 * does whoever reads the descriptor by closing it. NULL if out of memory. */
Progress *progress_begin(const ProgressPlan *plan, Error *error);
const ExperimentCallbacks *progress_callbacks(Progress *progress);
/* The same for the verification of a run. */
VerifyCallbacks progress_verify_callbacks(Progress *progress);
/* There are more games than were known at first. */
void progress_expect(Progress *progress, uint64_t more);
/* Reports that one of several runs is over. */
void progress_next(Progress *progress, const Run *run);
/* Declares that runs take turns: the games a run has when its turn begins have
 * already been counted. */
void progress_turns(Progress *progress);
/* Removes the bar, prints how long it took, and frees it. Returns the exit
 * code if the command was stopped, otherwise 0. */
int progress_end(Progress *progress);

#endif
