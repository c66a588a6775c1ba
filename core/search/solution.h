/* Solutions: what perfect play has to say about a position. Finding one is a
 * single job (core/game/job.h), done by whichever solver suits the game and the
 * plan: that of solve.h, that of solve_chance.h for games of chance, or that of
 * forced_win.h. */
#ifndef BOARDLAB_CORE_SEARCH_SOLUTION_H
#define BOARDLAB_CORE_SEARCH_SOLUTION_H

#include "core/search/forced_win.h"
#include "core/search/solve_chance.h"

typedef struct Solution {
  uint64_t positions; /* that were solved */
  bool known;         /* the value is, or the chances are */
  SolvedValue value;
  Chances chances; /* of a game of chance, instead of the value */
  /* All legal moves, the best first, as in solve_moves or chance_solve; not if
   * the plan is brief or wants a forced win. */
  SolvedMove *moves;
  ChanceMove *chance_moves;
  int move_count;
  Move *line; /* of best play; not in a game of chance */
  int line_count;
  LineEnd end;
} Solution;

/* Whether the solution of a game has chances. */
bool solution_has_chances(const Game *game, const SolvePlan *plan);

/* Solves a position in which the game is in progress. On failure *solution has
 * what was found before. The caller frees it in any case. */
bool solution_find(const Game *game, const State *state, const SolvePlan *plan,
                   Solution *solution, Error *error);
void solution_free(Solution *solution);

#endif
