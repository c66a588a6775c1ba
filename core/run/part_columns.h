/* The columns of moves.csv for the parts of moves, and their fields.
 *
 * There is one column for each key of Schedule.part. A field is the text of
 * the part in quotes, a list is joined by plus signs, and the field of a part
 * that a move does not have is empty.
 *
 * Writing a move down must cost little more than playing it. The parts of a
 * native game follow from the move, with few exceptions that are small numbers,
 * so PartColumns keeps the fields of moves that have occurred. It belongs to
 * one thread, and to the game it is opened for. */
#ifndef BOARDLAB_CORE_RUN_PART_COLUMNS_H
#define BOARDLAB_CORE_RUN_PART_COLUMNS_H

#include "core/run/schedule.h"

/* The fields of a move, with the comma before each. */
enum { KEPT_BYTES = 55, KEPT_MOVES = 1 << 12 };
typedef struct KeptParts {
  Move move;
  uint32_t values; /* of the parts that depend on the position */
  uint8_t length;  /* 0: nothing is kept here */
  char bytes[KEPT_BYTES];
} KeptParts;

typedef struct PartColumns {
  const Schedule *schedule;
  const Game *game;
  KeptParts *kept; /* by a hash; NULL if the game is not a native one */
  int of_state;    /* parts that depend on the position: these */
  const MovePart *part[PARTS_MAX];
} PartColumns;

/* Both must outlive the columns. On failure there is nothing to close. */
void part_columns_open(PartColumns *columns, const Schedule *schedule,
                       const Game *game);
void part_columns_close(PartColumns *columns);

/* Adds the fields of a legal move or a pass, each after a comma. The caller has
 * reserved PART_COLUMNS_ROOM bytes. */
enum { PART_COLUMNS_ROOM = PART_KEYS_MAX * (2 * PART_TEXT + 4) };
void part_columns_add(PartColumns *columns, const State *state, Move move,
                      Text *row);

/* The same in two steps: the text of each column, then the fields. */
typedef struct PartTexts {
  char column[PART_KEYS_MAX][PART_TEXT];
} PartTexts;
void part_columns_texts(const Schedule *schedule, const Game *game,
                        const State *state, Move move, PartTexts *texts);
void part_columns_add_texts(const Schedule *schedule, const PartTexts *texts,
                            Text *row);

#endif
