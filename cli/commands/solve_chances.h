/* Solving a game of chance, for `boardlab solve`. */
#ifndef BOARDLAB_CLI_COMMANDS_SOLVE_CHANCES_H
#define BOARDLAB_CLI_COMMANDS_SOLVE_CHANCES_H

#include "cli/session/position.h"
#include "core/search/solve_chance.h"

/* Solves the position and prints how likely each side wins, now and after each
 * legal move. *positions receives the number of positions visited. */
bool print_chances(const Position *position, const SolvePlan *plan,
                   uint64_t *positions, Error *error);

#endif
