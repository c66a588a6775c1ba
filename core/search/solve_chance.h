/* Solving games of chance: how likely each side is to win if all play
 * perfectly.
 *
 * Every position that can be reached is visited once. Its value is the chance
 * that side 0 wins plus half that of a draw, if that side plays for the highest
 * value and the other for the lowest; endless play is a draw, as in solve.h.
 * Where play cannot return to a position, values are exact but for rounding.
 * Where it can, a lower and an upper bound are computed again and again until
 * they meet (solve_chance_values.c): results are at most CHANCE_PRECISION away
 * from the truth, or solving fails.
 *
 * Optimal play is not unique: a game may have the same value with many draws as
 * with many wins and losses. The chances of a win and of a draw are those of
 * one optimal way to play (solve_chance_play.c), in which a side plays the
 * first of its best moves in the order of the game's own list; where play can
 * return to a position, the first found by which a side that is ahead makes
 * progress. They are computed from these moves alone and must give the values
 * found before.
 *
 * Only games of one or two sides can be solved. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_H

#include "core/search/solve.h"

#define CHANCE_PRECISION 1e-9

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
