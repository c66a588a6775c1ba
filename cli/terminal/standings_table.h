/* Prints the tables of a tournament, or of another run in which bots change
 * seats: ratings, pairs of bots, seats, and the crosstable. */
#ifndef BOARDLAB_CLI_TERMINAL_STANDINGS_TABLE_H
#define BOARDLAB_CLI_TERMINAL_STANDINGS_TABLE_H

#include "core/run/run.h"

bool standings_table_print(const Run *run, Error *error);

#endif
