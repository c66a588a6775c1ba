/* Progress and stopping of a solver: polls the stop flag and faults of the
 * rules, and calls the progress callback of the plan. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_PROGRESS_H
#define BOARDLAB_CORE_SEARCH_SOLVE_PROGRESS_H

#include "core/search/solve.h"

typedef struct SolveProgress {
  uint64_t steps;
  double reported; /* when the callback was called last, in clock_seconds */
} SolveProgress;

/* To be called at every step with the current position count and bytes taken.
 * SOLVE_DONE means to go on; otherwise the error says why to stop. */
SolveStatus solve_progress(SolveProgress *progress, const SolvePlan *plan,
                           const Game *game, uint64_t positions, size_t bytes,
                           Error *error);

/* Reports that the memory limit is reached. Returns SOLVE_FAILED. */
SolveStatus solve_fail_full(const SolvePlan *plan, const Game *game,
                            uint64_t positions, Error *error);

/* SOLVE_FAILED with the rules' message if they have failed. */
SolveStatus solve_check_fault(const Game *game, Error *error);

#endif
