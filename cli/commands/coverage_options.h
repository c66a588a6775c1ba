/* What the options of a game change: every position of a game is set up in the
 * same game with another value of one option, and the legal moves and the
 * result are compared there. For boardlab coverage. */
#ifndef BOARDLAB_CLI_COMMANDS_COVERAGE_OPTIONS_H
#define BOARDLAB_CLI_COMMANDS_COVERAGE_OPTIONS_H

#include "analysis/stats/estimate.h"
#include "cli/terminal/rows.h"
#include "core/game/game.h"

enum { OPTION_ROWS_MAX = 64 };

/* An option with its value, and the other value that it is compared with. */
typedef struct OptionRow {
  const Option *option;
  int value, other;
  Game *game; /* with the other value */
  State *state, *next;
  uint64_t compared, refused; /* positions; that the other game does not have */
  uint64_t games;             /* in which anything differed */
  Pairs moves;   /* by game: positions with other legal moves, and all */
  Pairs played;  /* moves that are not legal there or do something else, and
                    all */
  Pairs results; /* games with a position that has another result, and 1 */
  int in_game, moves_in_game, played_in_game, results_in_game;
} OptionRow;

typedef struct OptionRows {
  int count;
  OptionRow row[OPTION_ROWS_MAX];
  uint64_t *own, *others; /* hashes of the texts of moves */
  Move *list;
  State *next;
  Scene *scene;
} OptionRows;

/* Opens the game with other values of its options: flags and words with every
 * other value, numbers that are not the default with that. Leaves out values
 * with which the board or the number of seats is another. Close the rows in any
 * case. */
bool option_rows_open(OptionRows *rows, const Game *game, Error *error);
void option_rows_close(OptionRows *rows);

/* Compares a position. `played` is the move played there; NULL if the game is
 * over. */
bool option_rows_look(OptionRows *rows, const Game *game, const State *state,
                      const Move *played, Error *error);
void option_rows_end_game(OptionRows *rows);

void option_rows_print(const OptionRows *rows);
/* Adds them to the rows of boardlab coverage. */
void option_rows_add(const OptionRows *options, Rows *rows);

#endif
