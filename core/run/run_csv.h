/* The rows of games.csv and moves.csv: what stands in them, written and read.
 *
 * games.csv has a row a game:
 *   index,seed,seat1…seatN,outcome,winner,plies,passes,branching_mean,
 *   branching_max,nodes1…nodesN,forfeiter,reason
 * and moves.csv one a move:
 *   index,ply,seat,move,legal
 * analysis/README.md says what each column means. */
#ifndef BOARDLAB_CORE_RUN_RUN_CSV_H
#define BOARDLAB_CORE_RUN_RUN_CSV_H

#include "core/base/csv.h"
#include "core/game/match.h"
#include "core/run/schedule.h"

/* The first lines; false when there is no memory. */
bool run_csv_add_headers(const Schedule *schedule, Text *games, Text *moves);

/* The row of a game; false when there is no memory. */
bool run_csv_add_game(Text *rows, const Schedule *schedule, uint64_t seed,
                      uint64_t index, const Match *match, const char *reason);

/* The row of a move, for which the caller has made room. */
enum { RUN_CSV_MOVE_ROOM = 6 * NUMBER_ROOM + 2 * MOVE_TEXT };
void run_csv_add_move(Text *rows, uint64_t index, uint64_t ply, int seat,
                      const char *move, int legal);

/* Whether a row is the first line of games.csv. */
bool run_csv_check_header(const CsvRow *row, const Schedule *schedule,
                          Error *error);

/* Reads the row of game `index` of a seed back. The message says which column
 * is wrong and what should be there. */
bool run_csv_read_game(const CsvRow *row, const Schedule *schedule,
                       uint64_t seed, uint64_t index, int max_plies,
                       Match *match, Error *error);

#endif
