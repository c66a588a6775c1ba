/* Solving a game whose rules run in another process: the solver is there as
 * well (job.h), and this is its stand-in. The functions are those of solve.h
 * and forced_win.h, and give the same results. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_REMOTE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_REMOTE_H

#include "core/search/solve_chance.h"

typedef struct RemoteSolver RemoteSolver;

RemoteSolver *remote_solver_new(const Game *game, const SolvePlan *plan,
                                Error *error);
void remote_solver_free(RemoteSolver *solver);

void remote_solver_mark(RemoteSolver *solver);
void remote_solver_reset(RemoteSolver *solver);
uint64_t remote_solver_positions(const RemoteSolver *solver);
size_t remote_solver_bytes(const RemoteSolver *solver);

SolveStatus remote_solve_position(RemoteSolver *solver, const State *state,
                                  SolvedValue *value, Error *error);
SolveStatus remote_solve_moves(RemoteSolver *solver, const State *state,
                               SolvedMove list[], int *count, Error *error);
SolveStatus remote_solve_line(RemoteSolver *solver, const State *state,
                              Move **line, int *count, LineEnd *end,
                              Error *error);

SolveStatus remote_chance_solve(const Game *game, const State *state,
                                const SolvePlan *plan, Chances *chances,
                                ChanceMove list[], int *count,
                                uint64_t *positions, Error *error);

SolveStatus remote_forced_win(const Game *game, const State *state, int plies,
                              const SolvePlan *plan, SolvedValue *value,
                              Move line[], uint64_t *positions, Error *error);

#endif
