/* A match: one game between bots, from its start to its end. */
#ifndef BOARDLAB_CORE_GAME_MATCH_H
#define BOARDLAB_CORE_GAME_MATCH_H

#include "core/game/bot.h"

/* How it ended. A game cut off at the limit of plies is neither won nor drawn,
 * and a bot that failed has forfeited: with two sides the other side wins, with
 * more nobody does. */
typedef enum MatchEnd {
  MATCH_WIN,
  MATCH_DRAW,
  MATCH_TRUNCATED,
  MATCH_FORFEIT
} MatchEnd;

enum { MATCH_ENDS = MATCH_FORFEIT + 1 };

extern const char *const match_end_names[]; /* "win", "draw", … */

typedef struct Match {
  MatchEnd end;
  uint16_t winners; /* bit s for each seat s that has won */
  int plies, passes;
  int forfeiter; /* the seat; -1 if none */
  /* Legal moves in the positions that were moved from: all together, and the
   * most in one. Only counted if the match is watched. */
  uint64_t branching_sum;
  int branching_max;
  uint64_t nodes[SEATS_MAX]; /* what the bot in each seat looked at; as above */
} Match;

/* Somebody who sees every move, before it is played, and how many others there
 * were. Having one costs counting them, even if `turn` is NULL. */
typedef struct MatchCallbacks {
  void (*turn)(void *context, const Game *game, const State *state, Move move,
               int legal);
  void *context;
} MatchCallbacks;

/* Plays a game with bots[seat] in each seat, all drawing from rng. `state` is
 * room for a position and holds the last one afterwards; watcher may be NULL.
 * Fails only when the rules themselves do, with their message; of a forfeit,
 * which is no failure, the message is the reason. */
bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, const MatchCallbacks *callbacks, Match *match,
                Error *error);

#endif
