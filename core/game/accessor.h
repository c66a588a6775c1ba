/* Accessors: questions that bots and scripts can ask about a position, declared
 * as a table.
 *
 * A game lists what a player may want to know about a position (where is a
 * pawn, how high is a pile), in terms a user knows: seats, cells such as "b2",
 * words such as "small". The Lua methods, the output
 * of `boardlab games GAME` and the tests of the Lua type annotations all follow
 * from the table. Seats are numbered from 0 here, as everywhere in C.
 * Everything is a plain value that the caller owns. */
#ifndef BOARDLAB_CORE_GAME_ACCESSOR_H
#define BOARDLAB_CORE_GAME_ACCESSOR_H

#include "core/base/error.h"
#include <stdint.h>

typedef struct Game Game;
typedef struct State State;

enum {
  ARGS_MAX = 2,      /* arguments of an accessor */
  ANSWERS_MAX = 224, /* length of a list */
  ANSWER_TEXT = 16,  /* bytes of a cell or word */
};

typedef enum ArgType { ARG_NONE, ARG_SEAT, ARG_CELL, ARG_WORD } ArgType;

typedef struct Arg {
  int seat; /* ARG_SEAT: a seat of the game */
  const char
      *text; /* ARG_CELL and ARG_WORD: any text; the accessor checks it */
  int cell;  /* ARG_CELL, if the game has a board (Game.columns): its
                number, set by accessor_ask */
} Arg;

typedef enum AnswerType {
  ANSWER_NONE, /* no answer: nil in Lua */
  ANSWER_NUMBER,
  ANSWER_FLAG,
  ANSWER_SEAT,
  ANSWER_WORD, /* a cell or a word */
} AnswerType;

typedef struct Answer {
  AnswerType type;
  bool list; /* a list of `count` values, possibly empty; otherwise one value */
  int count;
  bool overflow; /* the list was longer than ANSWERS_MAX and has lost its end */
  int number[ANSWERS_MAX];             /* numbers, flags and seats */
  char text[ANSWERS_MAX][ANSWER_TEXT]; /* cells and words */
} Answer;

typedef struct Accessor {
  const char *name;
  ArgType args[ARGS_MAX];
  const char *arg_names; /* "cell, kind" */
  /* The words that an ARG_WORD accepts on every board, separated by spaces: all
   * of them or, if there are many, some. */
  const char *words;
  /* The type of the answer, for the help and for conform: "number", "seat",
   * "true or false", "cell", or another word for a text; "list of" several
   * ("list of cells"); with ", or nil" if there may be no answer. */
  const char *returns;
  const char *help; /* one line */
  /* Answers the question. Fails if an argument makes no sense; the message says
   * which. */
  bool (*query)(const Game *game, const State *state, const Arg args[],
                Answer *answer, Error *error);
} Accessor;

/* The cells of a board (Game.columns) by their numbers. The first reads the
 * name of one at *text and moves *text past it; the second writes a name and
 * returns its length. */
bool game_read_cell(const Game *game, const char **text, int *cell);
int game_write_cell(const Game *game, int cell, char *text);

/* For Accessor.query: set an answer and return true. */
bool answer_none(Answer *answer);
bool answer_number(Answer *answer, int number);
bool answer_flag(Answer *answer, bool flag);
bool answer_seat(Answer *answer, int seat);
bool answer_text(Answer *answer, const char *text);

/* Starts an empty list, to which the next functions add. */
bool answer_list(Answer *answer, AnswerType type);
void answer_add_number(Answer *answer, int number);
void answer_add_text(Answer *answer, const char *text);
void answer_add_cell(Answer *answer, const Game *game, int cell);

/* Answers with a list of the cells whose bits are set. */
bool answer_cells(Answer *answer, const Game *game, uint64_t cells);

/* Asks an accessor of game->rules about a position, wherever the rules run.
 * Fails if a cell is not on the board. */
bool accessor_ask(const Accessor *accessor, const Game *game,
                  const State *state, const Arg args[], Answer *answer,
                  Error *error);

/* The accessor with this name, or NULL. The table ends with an entry without a
 * name; it may be NULL. */
const Accessor *accessors_find(const Accessor table[], const char *name);

#endif
