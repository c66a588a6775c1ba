/* Forced wins: whether a side can force a win within n plies, and the fewest
 * plies in which it can.
 *
 * For games too large to solve whose best lines are short, including games with
 * repetition. An AND/OR search by iterative deepening (depth-first, one ply
 * deeper at a time: Korf 1985) proves or disproves "the side to move wins
 * within n plies" and "… loses within n plies", and remembers for every
 * position within how many plies each is proven or disproven. A win found is
 * exact in value and plies. Otherwise all that is known is that neither side
 * can force a win within that many plies. Keys are as in solve.h. */
#ifndef BOARDLAB_CORE_SEARCH_FORCED_WIN_H
#define BOARDLAB_CORE_SEARCH_FORCED_WIN_H

#include "core/search/solve.h"

enum { FORCED_WIN_PLIES_MAX = 127 };

/* Sets *value to the win or loss that can be forced within `plies`, from 1 to
 * FORCED_WIN_PLIES_MAX, and `line`, which must hold that many moves, to a line
 * of best play of value->plies moves. VALUE_DRAW means that neither side can
 * force a win within `plies`. The plan is that of solver_new, except that
 * `quick` is ignored. *positions is the number of table entries, also on
 * failure. */
SolveStatus forced_win(const Game *game, const State *state, int plies,
                       const SolvePlan *plan, SolvedValue *value, Move line[],
                       uint64_t *positions, Error *error);

#endif
