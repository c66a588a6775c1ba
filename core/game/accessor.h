/* Accessors: what can be asked of a position, as a table.
 *
 * A game lists what a player could want to know of a position (where is a pawn,
 * how high is a pile) and what a move consists of, in the words a user knows:
 * seats, cells such as "b2", names such as "small". The table is all there is
 * to write: Lua methods, `boardlab games GAME` and the type annotations are
 * made from it or held against it. Seats count from 0 here, as everywhere in C.
 * All of it is plain values that the caller owns. */
#ifndef BOARDLAB_CORE_GAME_ACCESSOR_H
#define BOARDLAB_CORE_GAME_ACCESSOR_H

#include "core/base/error.h"

typedef struct Game Game;
typedef struct State State;

enum { ARGS_MAX = 2, ANSWERS_MAX = 160, ANSWER_TEXT = 16 };

typedef enum ArgType { ARG_NONE, ARG_SEAT, ARG_CELL, ARG_WORD } ArgType;

typedef struct Arg {
  int seat;         /* ARG_SEAT; it exists */
  const char *text; /* ARG_CELL and ARG_WORD; any text, to be checked */
} Arg;

typedef enum AnswerType {
  ANSWER_NONE, /* there is none: nil in Lua */
  ANSWER_NUMBER,
  ANSWER_FLAG,
  ANSWER_SEAT,
  ANSWER_WORD, /* a cell or a word */
} AnswerType;

typedef struct Answer {
  AnswerType type;
  bool list; /* `count` of them, perhaps none; else one */
  int count;
  bool overflow; /* there were more than fit, and the rest was dropped */
  int number[ANSWERS_MAX]; /* numbers, flags and seats */
  char text[ANSWERS_MAX][ANSWER_TEXT];
} Answer;

typedef struct Accessor {
  const char *name;
  ArgType args[ARGS_MAX];
  const char *arg_names; /* "cell, kind" */
  const char *words;     /* that an ARG_WORD takes on every board, separated by
                            blanks: all of them or, if there are many, a few */
  const char *returns;   /* the type, for the help and for conform: "number",
                            "seat", "true or false", "cell", or another word
                            for a text; "list of" several ("list of cells");
                            with ", or nil" if there may be no answer */
  const char *help;      /* one line */
  /* Fails when an argument makes no sense, with a message that says which. */
  bool (*query)(const Game *game, const State *state, const Arg args[],
                Answer *answer, Error *error);
} Accessor;

/* What a move consists of: a few keys, each with a text or a list of texts. */
enum { PARTS_MAX = 6, PART_TEXTS = 4 };

typedef struct Part {
  const char *key;
  bool list;
  int count;
  char text[PART_TEXTS][ANSWER_TEXT];
} Part;

typedef struct Parts {
  int count;
  bool overflow; /* there was more than fits, and the rest was dropped */
  Part part[PARTS_MAX];
} Parts;

/* For those who answer. */
bool answer_none(Answer *answer);
bool answer_number(Answer *answer, int number);
bool answer_flag(Answer *answer, bool flag);
bool answer_seat(Answer *answer, int seat);
bool answer_text(Answer *answer, const char *text);
bool answer_list(Answer *answer, AnswerType type); /* empty; then add */
void answer_add_number(Answer *answer, int number);
void answer_add_text(Answer *answer, const char *text);
void parts_add(Parts *parts, const char *key, const char *text);
void parts_add_list(Parts *parts, const char *key); /* empty; then add */
void parts_add_to_list(Parts *parts, const char *text);

/* The accessor of that name in a table ended by one without; or NULL. */
const Accessor *accessors_find(const Accessor table[], const char *name);

#endif
