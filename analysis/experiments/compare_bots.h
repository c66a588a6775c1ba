/* Comparing two bots that have not played each other: run A is a match of the
 * one and run B a match of the other against the same opponent. Which scores
 * better, by how many Elo?
 *
 * The opponent is the second bot of both runs. An observation is a pair of
 * games, one from each seat, and its counterpart in the other run: with the
 * same seed, and the same opening if the runs have pairs, the two are
 * correlated and their difference varies less. Observations in which a game was
 * truncated do not count. Nothing here is shared between threads. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_BOTS_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_BOTS_H

#include "analysis/experiments/compare.h"
#include "analysis/stats/sprt.h"

typedef struct BotComparison {
  const ComparedRun *a, *b; /* borrowed */
  Pairs pairs;              /* points per game of both bots, in A and in B */
  double elo, error;        /* B's score minus A's; its standard error */
  double llr;               /* of the test */
} BotComparison;

/* Fails if the runs are not matches against the same opponent. */
bool compare_bots(const ComparedRun *a, const ComparedRun *b, const Sprt *sprt,
                  BotComparison *comparison, Error *error);

/* Extends both runs, in the steps of compare_next_step, until the test is
 * decided. *comparison is that of the last
 * step. A test that was stopped or killed and is begun again ends alike. */
RunEnd compare_bots_play(const ComparePlan *plan, const Sprt *sprt,
                         BotComparison *comparison, Error *error);

/* What the test has decided, and the difference with an anytime-valid
 * interval. */
void compare_bots_verdict(const BotComparison *comparison, const Sprt *sprt,
                          Sentences *sentences);

#endif
