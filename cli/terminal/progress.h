/* The progress of runs under way: a bar, lines of JSON on a descriptor for
 * other programs, and stopping with Ctrl-C.
 *
 * Each line is an object with the games played so far and those wanted in the
 * end, the games per second, an estimate of the seconds left (null while it is
 * not known), and the run under way: its game, its folder (null if nothing is
 * saved), and the win rate of each seat with its 95% interval (null without
 * games):
 *
 *   {"games":120,"wanted":1000,"rate":60.1,"left":14.6,"game":"orbital",
 *    "dir":"runs/first","seats":[{"rate":0.51,"low":0.42,"high":0.6},…]}
 *
 * A run that ends has a last line, if the reader keeps up.
 *
 * A run that is being verified has {"verified":3,"wanted":10} instead. */
#ifndef BOARDLAB_CLI_TERMINAL_PROGRESS_H
#define BOARDLAB_CLI_TERMINAL_PROGRESS_H

#include "analysis/experiments/experiment.h"

/* The progress of one run, or of several played one after the other. */
typedef struct Progress Progress;

typedef struct ProgressPlan {
  uint64_t games;
  bool quiet;     /* no bar */
  int descriptor; /* also report to other programs there; 0: no */
} ProgressPlan;

/* Checks that a descriptor can be written to. */
bool progress_check_descriptor(int descriptor, Error *error);

/* Shows a bar if stderr is a terminal, unless `quiet`. From here to
 * progress_end Ctrl-C stops the run under way instead of the command, and so
 * does whoever reads the descriptor by closing it. */
Progress *progress_begin(const ProgressPlan *plan);
const ExperimentCallbacks *progress_callbacks(Progress *progress);
/* The same for the verification of a run. */
VerifyCallbacks progress_verify_callbacks(Progress *progress);
/* There are more games than were known at first. */
void progress_expect(Progress *progress, uint64_t more);
/* Declares that runs take turns: the games a run has when its turn begins have
 * already been counted. */
void progress_turns(Progress *progress);
/* Removes the bar, prints how long it took and whether searches have filled
 * their memory, and frees it. Returns the exit
 * code if the command was stopped, otherwise 0. */
int progress_end(Progress *progress);

#endif
