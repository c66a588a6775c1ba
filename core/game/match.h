/* A match: one game between bots, from its first position to its end. */
#ifndef BOARDLAB_CORE_GAME_MATCH_H
#define BOARDLAB_CORE_GAME_MATCH_H

#include "core/game/bot.h"

/* How a match ended. A match that reaches the ply limit is truncated: neither
 * won nor drawn. A bot that fails forfeits: if there are two sides the other
 * one wins, otherwise nobody does. */
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
  uint16_t winners; /* bit s is set for each seat s that has won */
  int plies, passes;
  int forfeiter; /* the seat that forfeited; -1 if none */
  /* The following are counted only if the match has callbacks. */
  uint64_t branching_sum;    /* legal moves, summed over all plies */
  int branching_max;         /* the most legal moves at one ply */
  uint64_t nodes[SEATS_MAX]; /* positions searched by the bot in each seat */
} Match;

/* `turn` (or NULL) is called before each move is played, with the number of
 * legal moves. Passing callbacks costs counting the legal moves at every ply,
 * even if `turn` is NULL. */
typedef struct MatchCallbacks {
  void (*turn)(void *context, const Game *game, const State *state, Move move,
               int legal);
  void *context;
} MatchCallbacks;

/* Plays a game with bots[seat] in each seat, all drawing from rng, and stops
 * after max_plies. `state` is the caller's memory for a position and holds the
 * last one afterwards. `callbacks` may be NULL. Fails only if the rules
 * themselves fail, or if the system has no memory left for a bot: with more
 * memory the bot might have won, so that is no result. A forfeit is not a
 * failure, but `error` then holds the reason for it. */
bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, const MatchCallbacks *callbacks, Match *match,
                Error *error);

#endif
