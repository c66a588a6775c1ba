/* A match: one game between bots, from its start to its end. */
#ifndef BOARDLAB_MATCH_H
#define BOARDLAB_MATCH_H

#include "bot.h"

/* How it ended. A game cut off at the limit of plies is neither won nor drawn,
 * and a bot that failed has forfeited: with two sides the other side wins, with
 * more nobody does. */
typedef enum MatchEnd {
  MATCH_WIN,
  MATCH_DRAW,
  MATCH_TRUNCATED,
  MATCH_FORFEIT
} MatchEnd;

extern const char *const match_end_names[]; /* "win", "draw", … */

typedef struct Match {
  MatchEnd end;
  uint16_t winners; /* bit s for each seat s that has won */
  int plies, passes;
  int forfeiter; /* the seat; -1 if none */
  Error reason;  /* why it forfeited */
} Match;

/* Plays a game with bots[seat] in each seat, all drawing from rng. `state` is
 * room for a position and holds the last one afterwards. Fails only when the
 * rules themselves do, with their message. */
bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, Match *match, Error *error);

#endif
