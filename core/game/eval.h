/* Evaluation: the values of a position for the sides of a game.
 *
 * A value is a chance of winning, from 0 to 1; the values of all sides sum
 * to 1. When the game is over, the side that won has value 1, or the winning
 * sides share it; in a draw all sides share it; if nobody has won, all values
 * are 0. While the game is in progress, the value comes from a given evaluator
 * or from the game's own evaluation; without either all sides are even. In a
 * game with one side its value is between 0 and 1, and every outcome but a win
 * has value 0.
 *
 * Search, the solver and the report all evaluate positions through this header.
 * `value` is always an array of game->sides numbers that the caller owns. */
#ifndef BOARDLAB_CORE_GAME_EVAL_H
#define BOARDLAB_CORE_GAME_EVAL_H

#include "core/game/game.h"

/* An evaluation that replaces the game's own while the game is in progress.
 * Returns false if it has failed. */
typedef bool Evaluator(void *context, const Game *game, const State *state,
                       double value[]);

/* Whether a position can be searched: a seat must be to move. */
bool search_check(const State *state, Error *error);

/* Called by a search from time to time with the number of positions it has
 * looked at in all its searches. Returning false stops the search. */
typedef bool SearchCallback(void *context, uint64_t positions);

/* Evaluates a position; `evaluate` may be NULL. Fails only if `evaluate` does.
 */
bool position_values(const Game *game, const State *state, Evaluator *evaluate,
                     void *context, double value[]);

/* The same for players who play for the margin as well, in a game that has
 * scores: the mean of these values and of the score's. For two sides the
 * score's value is 1/2 + d / (2 |d| + 20), where d is the lead in points: 3/4
 * with a lead of 10 points, and below 1 with any. For more sides it is the mean
 * over the others, scaled so that the values of all sides sum to 1. */
bool margin_values(const Game *game, const State *state, Evaluator *evaluate,
                   void *context, double value[]);

/* Evaluates the positions after `count` legal moves for one side, as far as the
 * rules can do that without playing them. value[i] becomes negative where
 * moves[i] must be played and its position evaluated instead. */
void move_values(const Game *game, const State *state, const Move moves[],
                 int count, int side, double value[]);

/* The values of a position about which nothing is known: all sides are even. */
void neutral_values(const Game *game, double value[]);

/* The exploration constant of UCT that suits the game's own evaluation
 * (MctsPlan.c); 0 if the game has no evaluation. */
#define EXPLORATION_DEFAULT 0.2
double eval_exploration(const Game *game);

/* Turns a score per side into values by the softmax function: one point more
 * multiplies a side's odds against each other side by e. For Rules.evaluate. */
void values_from_scores(const Game *game, const double score[], double value[]);

/* The reverse for one side, at most ±10: of two sides, the score if the other
 * has 0; of more, a score that fits together with theirs. */
double score_of_value(const Game *game, double value);

/* Writes a score per side for a position in which the game is in progress. */
typedef void Scorer(const Game *game, const State *state, double score[]);

/* For Rules.evaluate_moves of a game whose `evaluate` is values_from_scores of
 * what `score` writes: plays the moves one by one on `after`, which has room
 * for a position, but turns the scores of several into values at the same time.
 */
void move_values_from_scores(const Game *game, const State *state,
                             const Move moves[], int count, int side,
                             Scorer *score, State *after, double value[]);

/* The sides that share the result, as bits: those that have won; in a draw, and
 * while the game is in progress, all of several sides; none if nobody has won.
 */
unsigned scoring_sides(const Game *game, const State *state);

/* The same in a draw. */
static inline unsigned drawing_sides(const Game *game) {
  return game->sides > 1 ? (1u << game->sides) - 1 : 0;
}

/* The values of a finished game, of which these sides share the result. */
static inline void outcome_values(const Game *game, unsigned scoring,
                                  double value[]) {
  double share = scoring ? 1.0 / __builtin_popcount(scoring) : 0;
  for (int side = 0; side < game->sides; side++)
    value[side] = scoring >> side & 1 ? share : 0;
}

#endif
