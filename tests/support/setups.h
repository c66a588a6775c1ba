/* What the tests of runs share: what is played, and bots that meet a run at any
 * moment. */
#ifndef BOARDLAB_TESTS_SUPPORT_SETUPS_H
#define BOARDLAB_TESTS_SUPPORT_SETUPS_H

#include "core/run/run.h"
#include "tests/support/named_bots.h"

/* What is played; the rest of a plan is the same in most tests. */
typedef struct Setup {
  const char *game, *bots[4];
  int count;
  Seating seating;
  uint64_t games;
  int shard, shards, max_plies; /* may be 0 */
} Setup;

RunPlan plan_of(const Setup *setup, const char *out);

/* What runs are told to stop by; a test sets it back to false. */
extern atomic_bool stop;
void ask_to_stop(void);

/* The deed is done when `burn` has been called so often; 0: never. */
void light(int moves, void (*deed)(void));
void burn(void);

/* ".bot": all play at random and burn at every move, but weak.bot, which always
 * fails. */
extern const NamedBots FUSE_BOTS;

#endif
