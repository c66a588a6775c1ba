/* Shared by the tests of runs as they are played: what they play, with or
 * without interruption, and what they play it with. */
#ifndef BOARDLAB_TESTS_SUPPORT_ANALYSIS_PLAYED_RUNS_H
#define BOARDLAB_TESTS_SUPPORT_ANALYSIS_PLAYED_RUNS_H

#include "analysis/experiments/experiment.h"
#include "tests/support/run_setups.h"

/* Plays a plan, if it can be opened, until it is done or stopped. */
RunEnd play(const RunPlan *plan, Error *error);
void must_play(const RunPlan *plan);
void must_fail(const RunPlan *plan, const char *message);

/* Stops when counting.bot has made this many moves. */
RunEnd play_a_while(const RunPlan *plan, int moves);

/* Plays a run without interruption into a new folder. */
void play_whole(const Setup *setup, const char *out);

/* Native and Lua games, all seatings, with and without pairs and openings. */
enum { VARIED_RUNS = 10 };
extern const Setup VARIED[VARIED_RUNS];
extern const Setup PLAIN; /* two bots in C */

/* With a bot of two Lua files, which write_plugin writes: plug/bot.lua and
 * plug/part.lua. OTHER_PART is another text for the second. */
extern const Setup SHORT;
extern const char OTHER_PART[];
void write_plugin(void);

#endif
