/* Runs to compare that were never played: their games are made up. */
#ifndef BOARDLAB_TESTS_SUPPORT_ANALYSIS_MADE_UP_RUNS_H
#define BOARDLAB_TESTS_SUPPORT_ANALYSIS_MADE_UP_RUNS_H

#include "analysis/experiments/compare.h"

/* A number of consecutive games with the same outcome. */
typedef struct Block {
  int games;
  MatchEnd end;
  unsigned winners; /* 1: seat 1, 2: seat 2, 3: both, … */
  int plies;
} Block;

enum { BLOCKS = 12 };
#define WON MATCH_WIN

/* Forty games each. */
extern const Block TWENTY[BLOCKS], TWENTY_SIX[BLOCKS];

ComparedRun make_run(const char *dir, uint64_t seed, int seats);
void free_games(ComparedRun *c);

/* The run must not be moved afterwards: its tally points to its schedule. */
void add_game(ComparedRun *c, GameOutcome game);
void add_blocks(ComparedRun *c, const Block blocks[BLOCKS]);

/* A difference of a comparison, which must exist. */
Difference find(const Comparison *c, CompareKind kind, int which);
Comparison must_compare(const ComparedRun *one, const ComparedRun *other);

/* Compares two made-up runs of a game with two seats. */
Comparison compare_blocks(uint64_t seed, const Block one[BLOCKS],
                          const Block other[BLOCKS]);

#endif
