/* What the options of a game change: every position of a game is set up in the
 * same game with another value of one option, and the legal moves and the
 * result are compared there. For coverage.h. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_OPTIONS_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_OPTIONS_H

#include "analysis/stats/estimate.h"
#include "core/base/message.h"
#include "core/game/game.h"

enum { OPTION_ROWS_MAX = 64 };

/* An option with its value, and the other value that it is compared with. */
typedef struct OptionRow {
  const Option *option;
  int index; /* of the option */
  int value, other;
  bool other_start;  /* the first position is another with that value */
  uint64_t compared; /* positions that the other game has as well */
  uint64_t games;    /* in which anything differed */
  Pairs moves;       /* by game: positions with other legal moves, and all */
  Pairs played;      /* moves that are not legal there or do something else, and
                        all */
  Pairs results;     /* games with a position that has another result, and 1 */
} OptionRow;

typedef struct OptionRows {
  int count;
  OptionRow row[OPTION_ROWS_MAX];
} OptionRows;

/* Lists other values of the options: flags and words with every other value,
 * numbers that are not the default with that. Leaves out values with which the
 * board or the number of seats is another. The game must outlive the rows. */
void option_rows_list(OptionRows *rows, const Game *game);

/* Numbers that are part of positions, such as those of pieces, change nothing
 * there: they are no rules. */
bool option_row_is_rule(const OptionRow *row);

/* ---- where a game is played ----------------------------------------------*/

/* The game with the other value of a row, and counts of the game under way. */
typedef struct OptionLook {
  Game *game;
  State *state, *next;
  int compared, positions, moves, played, results;
} OptionLook;

typedef struct OptionLooks {
  int count;
  OptionLook look[OPTION_ROWS_MAX];
  uint64_t *own, *others; /* hashes of the texts of moves */
  Move *list;
  State *next;
  Scene *scene;
} OptionLooks;

/* Opens the games of all rows. Close the looks in any case. */
bool option_looks_open(OptionLooks *looks, const OptionRows *rows,
                       const Game *game, Error *error);
void option_looks_close(OptionLooks *looks);

void option_looks_begin_game(OptionLooks *looks);
/* Compares a position. `played` is the move played there; NULL if the game is
 * over. */
bool option_looks_turn(OptionLooks *looks, const Game *game, const State *state,
                       const Move *played, Error *error);
void option_looks_put_game(const OptionLooks *looks, Message *notes);

/* Adds a game that was written down. The message is not to be trusted. */
void option_rows_get_game(OptionRows *rows, Message *notes);

#endif
