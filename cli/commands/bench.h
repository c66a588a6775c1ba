/* Measuring how fast games are played, through the interfaces that runs and
 * bots use.
 *
 * Each game that is measured has a random stream of its own, as in a run, so
 * seeding it and setting up the first position are part of the time. */
#ifndef BOARDLAB_CLI_COMMANDS_BENCH_H
#define BOARDLAB_CLI_COMMANDS_BENCH_H

#include "cli/commands/command.h"

enum { BENCH_ROUNDS_MAX = 99 };

/* What is measured. The modes from BENCH_LUA_LISTED on have a Lua bot in every
 * seat. */
enum {
  BENCH_SAMPLED,
  BENCH_LISTED,
  BENCH_RUN,
  BENCH_RUN_MOVES,
  BENCH_RUN_ALL_CORES,
  BENCH_READ,
  BENCH_MCTS,
  BENCH_MCTS_BOT,
  BENCH_PROGRAM,
  BENCH_LUA_LISTED,
  BENCH_LUA_LISTED_BUDGET,
  BENCH_LUA_SAMPLED,
  BENCH_LUA_SAMPLED_BUDGET,
  BENCH_LUA_RUN,
  BENCH_LUA_RUN_OFF,
  BENCH_MODES
};

typedef struct BenchMode {
  const char *name;     /* in the table */
  const char *csv_name; /* in the column `mode` */
  const char *help;     /* what it measures */
  const char *bot;      /* the Lua bot, what a program does, or NULL */
  bool budget;          /* with the instruction budget on */
} BenchMode;

extern const BenchMode bench_modes[BENCH_MODES];

/* A game and its measurements. */
typedef struct BenchGame {
  const Args *args; /* of the command, for its limits */
  Game *game;
  unsigned modes;                             /* bit m: mode m is measured */
  double rate[BENCH_MODES][BENCH_ROUNDS_MAX]; /* games per second */
  uint64_t games[BENCH_MODES], plies[BENCH_MODES], truncated[BENCH_MODES];
} BenchGame;

/* Measures one mode for about `seconds` seconds: adds to the counts, and sets
 * the rate of the round. */
bool bench_measure(BenchGame *b, int mode, int round, double seconds,
                   Error *error);

#endif
