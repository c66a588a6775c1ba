/* The solution of a game of chance, for `boardlab solve`. */
#ifndef BOARDLAB_CLI_COMMANDS_SOLVE_CHANCES_H
#define BOARDLAB_CLI_COMMANDS_SOLVE_CHANCES_H

#include "cli/session/position.h"
#include "core/search/solution.h"

/* Prints how likely each side wins, now and after each legal move. */
void print_chances(const Position *position, const Solution *solution);

#endif
