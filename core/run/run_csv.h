/* The rows of games.csv and moves.csv: formatting and parsing.
 *
 * games.csv has one row per game:
 *   game,number,seed,seat1…seatN,outcome,winner,won1…wonN,score1…scoreN,plies,
 *   passes,rolls,moved,legal_moves,branching_max,nodes1…nodesN,hash,forfeiter,
 *   reason
 * and in a collected run file,name1…nameN,undos,hints;
 * without score1…scoreN in games that have no scores, and without rolls in
 * games without chance;
 * moves.csv has one row per move:
 *   number,ply,seat,move,legal_moves
 * and then the columns of part_columns.h, and in a collected run milliseconds.
 * analysis/formats.md defines the columns. Pure functions of their arguments.
 */
#ifndef BOARDLAB_CORE_RUN_RUN_CSV_H
#define BOARDLAB_CORE_RUN_RUN_CSV_H

#include "core/base/csv.h"
#include "core/game/match.h"
#include "core/run/part_columns.h"
#include "core/run/schedule.h"

/* The header lines. The caller frees their bytes. */
Text run_csv_games_header(const Schedule *schedule);
Text run_csv_moves_header(const Schedule *schedule);

/* Appends the row of a game. */
void run_csv_add_game(Text *rows, const Schedule *schedule, uint64_t seed,
                      uint64_t number, const Match *match, const char *reason);

/* Appends the row of a move, up to its parts and without a line end; `seat` is
 * that of game_seat_number. The caller has reserved RUN_CSV_MOVE_ROOM bytes,
 * enough for the whole row.
 */
enum {
  RUN_CSV_MOVE_ROOM = 6 * TEXT_NUMBER_MAX + 2 * MOVE_TEXT + PART_COLUMNS_ROOM
};
void run_csv_add_move(Text *rows, uint64_t number, uint64_t ply, int seat,
                      const char *move, int legal);

/* Checks that a row is a header, which it frees. */
bool run_csv_check_header(const CsvRow *row, Text header, Error *error);

/* Parses the row of game `number` of a seed. The message names the column that
 * is wrong and what it should hold. */
bool run_csv_read_game(const CsvRow *row, const Schedule *schedule,
                       uint64_t seed, uint64_t number, int max_plies,
                       Match *match, Error *error);

#endif
