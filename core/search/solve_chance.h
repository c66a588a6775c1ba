/* Solving games of chance: how likely each side is to win if all play
 * perfectly.
 *
 * Every position that can be reached is visited once. Then its value is
 * computed from those of the positions after it: the best of them for the side
 * to move, their weighted mean where nature moves. A side plays for its value,
 * the chance of winning plus half that of a draw; endless play is a draw. Where
 * play can return to a position, the computation is repeated until no value
 * changes any more (value iteration), so there results are exact but for
 * rounding only in the limit: CHANCE_PRECISION says where it stops.
 *
 * Only games of one or two sides can be solved. All positions of a game with
 * rules in another process are visited there: chance_solve is one job. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_H

#include "core/search/solve.h"

#define CHANCE_PRECISION 1e-13

/* The chances of a position; those of a win by either side and of a draw sum
 * to 1. */
typedef struct Chances {
  double win[2]; /* by side; a win shared by both is a draw */
  double draw;
} Chances;

/* A move of a side with the chances after it, or one of nature's with its
 * probability. */
typedef struct ChanceMove {
  Move move;
  double probability; /* 0 for a move of a side */
  Chances chances;
} ChanceMove;

/* Solves a position in which the game is in progress. Fills list[], which must
 * hold game->max_moves entries, with all legal moves: the best first for a
 * side, in the order of the game's own list for nature. *positions receives the
 * number of positions visited, also on failure. The plan's `quick` and `plain`
 * have no effect. */
SolveStatus chance_solve(const Game *game, const State *state,
                         const SolvePlan *plan, Chances *chances,
                         ChanceMove list[], int *count, uint64_t *positions,
                         Error *error);

#endif
