/* Shared by the tests of runs in their folders: what they play, and reading it
 * back. */
#ifndef BOARDLAB_TESTS_SUPPORT_SAVED_RUNS_H
#define BOARDLAB_TESTS_SUPPORT_SAVED_RUNS_H

#include "core/run/run.h"
#include "tests/support/run_setups.h"

/* ".bot": all play at random. stop.bot stops the run after its 500th move,
 * weak.bot fails at once, and shaky.bot fails at every tenth move. */
extern const TestBots SAVED_RUN_BOTS;
extern atomic_bool cured; /* weak.bot no longer fails */

enum { SETUPS = 16 };
extern const Setup SETUP[SETUPS]; /* every kind of run */
extern const Setup HURT;          /* ten games to tamper with */

/* Plays into a new folder; the caller closes the run. */
RunEnd play_new(Run *run, RunPlan plan);
void play_into(const Setup *setup, bool moves, const char *out);

/* The matches read. */
typedef struct Matches {
  Match *list;
  uint64_t first, count;
} Matches;

/* Reads a run, and its matches unless that is NULL; the caller frees their
 * list. */
void must_read(Run *run, const char *dir, Matches *matches);
void must_not_read(const char *dir, const char *message);

#endif
