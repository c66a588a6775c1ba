/* What the solvers, solve.h, forced_win.h and solve_chance.h, share: which
 * games and positions they accept, their limits, the keys of positions, the
 * value of an ended game, and the order in which moves are tried. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_COMMON_H
#define BOARDLAB_CORE_SEARCH_SOLVE_COMMON_H

#include "core/search/solve.h"
#include "core/search/solve_table.h"

/* Whether a game can be solved: it must have one or two sides, all seats must
 * see everything, and unless `chance` wins must be certain. */
bool solve_check_game(const Game *game, bool chance, Error *error);

/* Whether a position can be solved: the game must be in progress. */
bool solve_check_position(const State *state, Error *error);

/* Whether the symmetries that the rules declare seem to be true, if the plan
 * relies on them: false ones would make values wrong. */
bool solve_check_symmetries(const Game *game, const SolvePlan *plan,
                            Error *error);

/* SOLVE_FAILED with the rules' message if they have failed. */
SolveStatus solve_check_fault(const Game *game, Error *error);

/* What every solver has. */
typedef struct Solving {
  const Game *game;
  SolvePlan plan;
  MemoryBudget budget;
  char *key; /* of one position at a time */
  size_t key_size;
  bool key_from_rules;
  State *next;            /* the position after a move; not kept across steps */
  SolveStatus status;     /* unless SOLVE_DONE, solving has ended for good */
  uint64_t steps, looked; /* and moves that were looked at when listed */
  int64_t began;          /* the work that the rules had done */
  double reported; /* when the callback was called last, in clock_seconds */
} Solving;

void solving_open(Solving *s, const Game *game, const SolvePlan *plan);
void solving_close(Solving *s);

/* Writes the key of a position: that of the rules (Rules.key), or the state
 * itself if they have none or the plan is plain. */
const char *solving_key(Solving *s, const State *state);

/* Whether to go on, to be asked at every step: polls the stop flag and faults
 * of the rules, and calls the progress callback of the plan. */
bool solving_goes_on(Solving *s, uint64_t positions, Error *error);

/* The memory limit is reached. Returns false. */
bool solving_full(Solving *s, uint64_t positions, Error *error);

/* The result of an ended game for a side. A win shared by both sides is a
 * draw. */
GameValue solve_end_value(const Game *game, const State *state, int side);

/* Inserts a move into a list that is sorted by rank, the lowest first; equals
 * stay in order. */
void insert_by_rank(Move *moves, double *ranks, int count, Move move,
                    double rank);

/* Of a solver, for solve_moves.c: its game, and the number of a position in the
 * table; SOLVE_TABLE_NONE if it is not there. */
const Game *solver_game(const Solver *solver);
uint32_t solver_find(Solver *solver, const State *state);

#endif
