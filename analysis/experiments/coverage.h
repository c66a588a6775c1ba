/* Coverage: how often each kind of move, each function of the rules and each
 * rule that an option switches occurs in play, and what denying a kind of move
 * to one side costs.
 *
 *   coverage_open   opens the game and the bots
 *   coverage_count  plays the games and counts
 *   coverage_deny   plays them again, once for each denial
 *   coverage_close  frees it, in any case
 *
 * A Coverage must not be moved in memory once it is open. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_H

#include "analysis/experiments/coverage_denial.h"
#include "analysis/experiments/coverage_options.h"

/* The most games of a run: each of them is kept in memory. */
enum { COVERAGE_GAMES_MAX = 1000000 };

typedef struct CoveragePlan {
  RunPlan run;
  const GameWatch *calls; /* counts the calls of functions, of rules that come
                         from a file; or NULL */
} CoveragePlan;

typedef struct Coverage {
  CoveragePlan plan;
  GameWatch watch;
  Run run;               /* the games that are counted */
  uint64_t called_games; /* those in which calls were */
  Kinds kinds;
  OptionRows options;
  Denials denials;
} Coverage;

bool coverage_open(Coverage *coverage, const CoveragePlan *plan, Error *error);
void coverage_close(Coverage *coverage);

/* The games that coverage_count plays, and those that coverage_deny does. */
uint64_t coverage_count_games(const Coverage *coverage);
uint64_t coverage_deny_games(const Coverage *coverage);

/* A share of all plies or games, from those of each game, with an interval that
 * is right for what is rare, too. None if the games repeat each other. */
Estimate coverage_share(const Coverage *coverage, const Pairs *pairs);

/* Counts kinds of moves, options and calls, and lists the denials. */
RunEnd coverage_count(Coverage *coverage, const ExperimentCallbacks *callbacks,
                      Error *error);
RunEnd coverage_deny(Coverage *coverage, const ExperimentCallbacks *callbacks,
                     Error *error);

#endif
