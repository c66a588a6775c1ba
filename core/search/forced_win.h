/* Whether a side can force a win within so many plies, and in how few.
 *
 * For games too large to solve that are over soon if played well, also those
 * that can go in circles: it looks one ply deeper at a time, and remembers of
 * every position in how many plies it is won or lost, or in how many it is not.
 * A win found is exact, in fate and plies; that there is none within a number
 * of plies is all that is known of the rest. Keys are as in solve.h. */
#ifndef BOARDLAB_CORE_SEARCH_FORCED_WIN_H
#define BOARDLAB_CORE_SEARCH_FORCED_WIN_H

#include "core/search/solve.h"

enum { WITHIN_MAX = 127 };

/* FATE_DRAW in *solved: neither side wins within `plies`, from 1 to WITHIN_MAX;
 * else `line`, with room for so many, has best moves for solved->plies. `plan`
 * as for solve_new; quick is of no meaning. *positions tells how many are
 * remembered, also if it fails. */
SolveEnd forced_win(const Game *game, const State *state, int plies,
                    const SolvePlan *plan, Solved *solved, Move line[],
                    uint64_t *positions, Error *error);

#endif
