/* Shared by the tests of runs: what they play, and a way to do something in the
 * middle of a run, after a given number of moves. */
#ifndef BOARDLAB_TESTS_SUPPORT_RUN_SETUPS_H
#define BOARDLAB_TESTS_SUPPORT_RUN_SETUPS_H

#include "core/run/run.h"
#include "tests/support/test_bots.h"

/* The parts of a plan that differ between tests. */
typedef struct Setup {
  const char *game, *bots[4];
  int count;
  Seating seating;
  uint64_t games;
  int shard, shards, max_plies; /* may be 0 */
  bool pairs;
  int opening;
} Setup;

RunPlan plan_of(const Setup *setup, const char *out);

/* The stop flag of runs; a test that has set it sets it back to false. */
extern atomic_bool stop;
void request_stop(void);

/* Arranges that `action` is called at the given call of count_move from now on;
 * 0 for never. */
void run_after(int moves, void (*action)(void));
void count_move(void);

/* ".bot": bots that play at random and call count_move at every move, except
 * weak.bot, which always fails. */
extern const TestBots COUNTING_BOTS;

#endif
