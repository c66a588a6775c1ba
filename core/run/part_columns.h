/* The columns of moves.csv for the parts of moves, and their fields.
 *
 * There is one column for each key of Schedule.part. A field is the text of
 * the part in quotes, a list is joined by plus signs, and the field of a part
 * that a move does not have is empty.
 *
 * Writing a move down must cost little more than playing it. The parts of a
 * native game are small numbers, so PartColumns keeps the field of every number
 * that has occurred. It belongs to one thread, and to the game it is opened
 * for. */
#ifndef BOARDLAB_CORE_RUN_PART_COLUMNS_H
#define BOARDLAB_CORE_RUN_PART_COLUMNS_H

#include "core/run/schedule.h"

/* A field with the comma before it; its length is 0 until it is needed. */
enum { PART_FIELD = 15 };
typedef struct PartField {
  char bytes[PART_FIELD];
  uint8_t length;
} PartField;

typedef struct PartColumns {
  const Schedule *schedule;
  const Game *game;
  const MovePart *table;            /* of a native game; otherwise NULL */
  PartField *fields[PART_KEYS_MAX]; /* of each number, if there is a table */
} PartColumns;

/* Both must outlive the columns. On failure there is nothing to close. */
bool part_columns_open(PartColumns *columns, const Schedule *schedule,
                       const Game *game, Error *error);
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
