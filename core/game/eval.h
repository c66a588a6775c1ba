/* What positions are worth: the one place where search asks for it.
 *
 * A worth is a chance to win, from 0 to 1, for each side; all together they are
 * 1. A game that is over is worth 1 to the side that won, shared out if several
 * did; a draw is shared by all. While it is on, the game's own evaluation
 * tells, or another in its place; without one all sides are even. Who plays
 * alone has a chance between 0 and 1 as well: any end but a win is worth 0. */
#ifndef BOARDLAB_CORE_GAME_EVAL_H
#define BOARDLAB_CORE_GAME_EVAL_H

#include "core/game/game.h"

/* Another evaluation, for positions in which the game is on. False if it has
 * failed. */
typedef bool Evaluator(void *context, const Game *game, const State *state,
                       double value[]);

/* Told now and then by a search how many positions it has looked at, over all
 * its searches. False to stop it. */
typedef bool SearchCallback(void *context, uint64_t positions);

/* `evaluate` may be NULL: then the game's own is asked. */
bool position_values(const Game *game, const State *state, Evaluator *evaluate,
                     void *context, double value[]);

/* The worth of a position of which nothing is known. */
void neutral_values(const Game *game, double value[]);

/* How much a search should doubt the evaluation of a game: how far a move may
 * seem to be behind and still be tried (MctsPlan.c). 0 if it has none. */
#define EXPLORATION_DEFAULT 0.2
double eval_exploration(const Game *game);

/* Chances from a score for each side: with a point more, a side's chance is e
 * times as large beside that of any other. For evaluations. */
void values_from_scores(const Game *game, const double score[], double value[]);

/* The sides that have won, as bits; none if it is on, or drawn. */
unsigned winning_sides(const Game *game, const State *state);

/* The worth of an end: `winners` is none for a draw. */
static inline void outcome_values(const Game *game, unsigned winners,
                                  double value[]) {
  double share = 1.0 / (winners ? __builtin_popcount(winners) : game->sides);
  if (!winners && game->sides == 1)
    share = 0;
  for (int side = 0; side < game->sides; side++)
    value[side] = !winners || winners >> side & 1 ? share : 0;
}

#endif
