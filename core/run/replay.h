/* Replaying games of a run move by move.
 *
 * The moves are read from moves.csv as far as it has them (run->kept). The
 * other games are played again on several threads, which yields the same moves.
 * Either way all callbacks run on the caller's thread, in the order of the
 * games. The source files of the rules must be unchanged, and so must those of
 * the bots if games are played again.
 *
 * A game does not replay if a move is not what the rules say, or if it does not
 * end as games.csv says. It may then be set aside. */
#ifndef BOARDLAB_CORE_RUN_REPLAY_H
#define BOARDLAB_CORE_RUN_REPLAY_H

#include "core/run/run.h"

/* Each may be NULL. The game and states are borrowed; valid until the callback
 * returns. */
typedef struct ReplayCallbacks {
  /* A game begins; `match` has its result. */
  void (*begin)(void *context, const Game *game, const State *first,
                uint64_t index, const Match *match);
  /* Called before each move, with the number of legal moves. */
  void (*turn)(void *context, const Game *game, const State *state, Move move,
               int legal);
  void (*end)(void *context, const Game *game, const State *last);
  /* Called from time to time with the number of games replayed. */
  void (*progress)(void *context, uint64_t games);
  void *context;
} ReplayCallbacks;

typedef struct ReplayPlan {
  Run *run;             /* from run_read */
  uint64_t skipped;     /* games of the run before the first to replay */
  uint64_t games;       /* how many games to replay */
  const Match *matches; /* their results, as run_read passed them */
  int jobs;             /* threads; 0: one per core */
  const atomic_bool *stop;
  /* Games to leave out: no callback hears of them. Those that do not replay are
   * added. Callbacks have then heard of their beginning: forget what they have
   * gathered, and replay once more. NULL: a game that does not replay is an
   * error. */
  SetAside *aside;
  /* The limits in force. Games that are played again under other limits than
   * the run's may differ: that is an error. NULL: the same. */
  const char *limits;
} ReplayPlan;

/* Fails if games cannot be read or played again, or if replaying is stopped. */
bool replay_games(const ReplayPlan *plan, const ReplayCallbacks *callbacks,
                  Error *error);

/* Reads a run as run_read does, and sets aside those of its first games that do
 * not replay: KEPT_GAMES of them at most, whose moves were kept, if the rules
 * are built in. `take` may be called for all games twice, from the first. */
bool run_read_replayed(Run *run, const char *dir, RunGameCallback *take,
                       void *context, Error *error);

#endif
