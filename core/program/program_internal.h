/* What the protocols of programs share. */
#ifndef BOARDLAB_CORE_PROGRAM_PROGRAM_INTERNAL_H
#define BOARDLAB_CORE_PROGRAM_PROGRAM_INTERNAL_H

#include "core/base/text.h"
#include "core/game/bot.h"
#include "core/program/program.h"

typedef struct ProgramBot ProgramBot;

enum { PROGRAM_NAME = 128 };

/* Of a move; the sum over a game is a number as well. */
#define PROGRAM_NODES_MAX INT64_C(1000000000000)

/* Why a bot forfeits. */
typedef enum Fault {
  FAULT_CRASH,   /* it has ended */
  FAULT_SILENCE, /* it does not answer, without being short of time */
  FAULT_GARBAGE, /* what it writes is not the protocol */
  FAULT_ILLEGAL, /* its move is not legal */
  FAULT_TIME     /* it does not answer within its time */
} Fault;

/* The options of a spec. */
typedef enum ProgramOption {
  PROGRAM_MS,
  PROGRAM_NODES,
  PROGRAM_ITERATIONS,
  PROGRAM_CLOCK,
  PROGRAM_INCREMENT,
  PROGRAM_MARGIN,
  PROGRAM_FLIP
} ProgramOption;

/* A protocol. The functions fail with program_fault. */
typedef struct Protocol {
  const char *scheme; /* as in a spec: "exec" */
  /* Makes acquaintance with a program that has just been started. Sets its name
   * and whether it is deterministic. */
  bool (*hello)(ProgramBot *bot, Error *why);
  /* Asks for a move in a position as the bot's seat sees it. */
  bool (*go)(ProgramBot *bot, const State *seen, Rng *rng, Move *move,
             Error *why);
  /* Optional: tells it that its time is up, and that the game has ended. */
  void (*stop)(ProgramBot *bot);
  void (*end)(ProgramBot *bot, unsigned winners);
  const char *quit; /* the line that ends it */
} Protocol;

extern const Protocol protocol_json, protocol_ugi, protocol_gtp;

/* A move of the game, as the bot's seat knows it. */
typedef struct Played {
  int seat;             /* or NATURE */
  char text[MOVE_TEXT]; /* "" if the seat does not see it */
} Played;

struct ProgramBot {
  Bot base;
  const Protocol *protocol;
  char **words;
  Program *program; /* NULL while none runs */
  char name[PROGRAM_NAME];
  bool deterministic;
  bool draws; /* from boardlab's own random numbers, see protocol_json.c */
  /* The game in progress. */
  int seat;
  uint64_t id; /* of the question; counts over all games */
  char *start; /* settings of the first position; NULL if it is the usual one,
                  or cannot be told */
  Played *played;  /* the moves so far */
  int count, told; /* how many, and how many of them the program knows */
  Text list;       /* what its protocol has made of these, if that is kept */
  Text line;       /* what is being said */
  int64_t clock;   /* nanoseconds left, if there is a clock */
  /* The question. */
  int64_t until;     /* by when it must be answered, after */
  int64_t ms;        /* so many milliseconds, without the margin */
  bool timed;        /* that is its time, not only our patience */
  bool asked;        /* it has not been answered yet */
  Fault fault;       /* the last one */
  Move *legal;       /* the legal moves, if its protocol lists them, and */
  char *legal_texts; /* their texts, one after the other */
  int legal_count;
  char said[MOVE_TEXT]; /* the answer, if it is one of them */
  bool old; /* it is the first of its game, and the program is older */
};

/* Ends the game for this reason. The message names it, and the bot; the last
 * words of the program are in the traceback. Whoever is to blame for more than
 * a move starts anew. Returns false. */
__attribute__((format(printf, 4, 5))) bool
program_fault(ProgramBot *bot, Fault fault, Error *why, const char *format,
              ...);

/* Sets the time for what is said and heard next, without being the program's
 * own. */
void program_wait(ProgramBot *bot, int64_t ms);

/* The same for an answer that is late. */
void program_wait_late(ProgramBot *bot);

/* Sends a line, with its line feed, and reads one, without. */
bool program_say(ProgramBot *bot, const char *line, Error *why);
bool program_hear(ProgramBot *bot, const char **line, Error *why);

/* Reads a move that the program has written. */
bool program_parse(ProgramBot *bot, const State *state, const char *text,
                   Move *move, Error *why);

/* Ends the program at once; the next game starts it again. */
void program_kill(ProgramBot *bot);

/* The time that it may take in milliseconds, 0 for any; and of its clock. */
int64_t program_ms(const ProgramBot *bot);
int64_t program_clock_ms(const ProgramBot *bot);

/* Sets the name, cleaned. */
void program_set_name(ProgramBot *bot, const char *name);

/* For tests: how long to wait for the first answer of a program, for a move if
 * its time has no limit, and for one that is late. 0 restores what is usual. */
void program_set_patience(int hello_ms, int move_ms, int late_ms);

#endif
