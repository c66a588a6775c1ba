/* One game of a run as a game file, to be looked at move by move.
 *
 * Its moves are read from moves.csv, or the game is played again, as replay.h
 * says. A forfeited game is played again in any case, for the traceback. */
#ifndef BOARDLAB_CORE_RUN_RUN_GAME_H
#define BOARDLAB_CORE_RUN_RUN_GAME_H

#include "core/game/gamefile.h"
#include "core/game/match.h"
#include "core/run/run.h"

typedef struct RunGame {
  GameFile file; /* the caller closes it */
  Match match;
  Error reason;   /* of a forfeit, with its traceback; otherwise "" */
  bool collected; /* its run was */
} RunGame;

/* Opens the game with this number in the run in folder `dir`. If `stop` (or
 * NULL) becomes true meanwhile, it fails. On failure there is nothing to close.
 */
bool run_game_open(RunGame *game, const char *dir, uint64_t index,
                   const atomic_bool *stop, Error *error);

/* Adds the moves of a game that was forfeited to the traceback of its reason.
 */
void run_game_explain(const Run *run, uint64_t index, Error *reason);

#endif
