/* A walk that takes long looks up now and then: whether it was told to stop,
 * whether the rules have failed; and says how far it is. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_WATCH_H
#define BOARDLAB_CORE_SEARCH_SOLVE_WATCH_H

#include "core/search/solve.h"

typedef struct SolveWatch {
  uint64_t steps;
  double told; /* when progress was, on the clock */
} SolveWatch;

/* To be called at every step, with what to tell. SOLVE_DONE: go on. */
SolveEnd solve_watch(SolveWatch *watch, const SolvePlan *plan, const Game *game,
                     uint64_t positions, size_t bytes, Error *error);

/* It does not fit into memory: SOLVE_FAILED. */
SolveEnd solve_full(const SolvePlan *plan, const Game *game, uint64_t positions,
                    Error *error);

/* At the end: whether the rules have failed on the way. */
SolveEnd solve_check(const Game *game, Error *error);

#endif
