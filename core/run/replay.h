/* The games of a run once more, move by move, for those who want to see more of
 * them than their rows tell.
 *
 * The moves are read from moves.csv if the run has one; otherwise the games are
 * played again, which gives the same moves, on threads of its own. Either way
 * the listener hears everything on the caller's thread, in the order of the
 * games. The game's files, and those of bots that play again, must be what they
 * were. */
#ifndef BOARDLAB_CORE_RUN_REPLAY_H
#define BOARDLAB_CORE_RUN_REPLAY_H

#include "core/run/run.h"

typedef struct ReplayCallbacks {
  /* A game begins; how it will end is known. */
  void (*begin)(void *context, const Game *game, const State *first,
                uint64_t index, const Match *match);
  /* A move, before it is played, and how many legal ones there are. */
  void (*turn)(void *context, const Game *game, const State *state, Move move,
               int legal);
  void (*end)(void *context, const Game *game, const State *last);
  /* Is called now and then, with how many games have been told; or NULL. */
  void (*progress)(void *context, uint64_t games);
  void *context;
} ReplayCallbacks;

typedef struct ReplayPlan {
  Run *run;             /* that run_read has read */
  uint64_t games;       /* how many of its games, from its first on */
  const Match *matches; /* how they ended */
  int jobs;             /* threads; 0: one for each core */
  const atomic_bool *stop;
} ReplayPlan;

/* False with a message if it cannot be done, if a game does not come out as it
 * did, or if it was stopped. */
bool replay_games(const ReplayPlan *plan, const ReplayCallbacks *callbacks,
                  Error *error);

#endif
