/* What the solver's files share: solve.c finds values; solve_moves.c uses them
 * to rank moves and play out lines. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_INTERNAL_H
#define BOARDLAB_CORE_SEARCH_SOLVE_INTERNAL_H

#include "core/search/solve.h"

const Game *solver_game(const Solver *solver);

/* The number of a position in the table; SOLVE_TABLE_NONE if it is not there.
 */
uint32_t solver_find(Solver *solver, const State *state);

#endif
