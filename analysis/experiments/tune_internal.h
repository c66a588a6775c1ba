/* What the files of the tuning share: a tuning while it is played. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H

#include "analysis/experiments/tune.h"
#include "core/base/text.h"
#include <jansson.h>

/* A candidate with its run, which is extended from round to round, and closed
 * when the candidate is dropped. */
typedef struct Racer {
  Candidate candidate;
  Run run;
  bool racing; /* the run is open */
  Text tally;  /* the run's, as tune.json has it; empty without games */
} Racer;

/* What the order of the candidates depends on. */
typedef struct Rank {
  const Candidate *candidate;
  int group;              /* front, still racing, dropped, not played */
  double distance, worst; /* sums of the normalised distances, and of their
                             upper bounds */
} Rank;

struct Tune {
  TunePlan plan;
  Sweep sweep; /* names the candidates */
  int goals;
  Goal goal[GOALS_MAX];
  double alpha; /* of each interval, so that all hold at once with 95% */
  int racers;
  Racer *racer;
  int rounds;
  uint64_t games;
  uint64_t target; /* games of each candidate still racing, after this round */
  Rank *rank;
  Candidate *sorted; /* copies, the best first */
  json_t *identity;  /* the keys of tune.json that say what the tuning is */
  Text csv;          /* tune.csv; empty before the first results */
  double next_save;  /* when to write tune.json again */
};

/* Updates the candidate from the games of its run. Fails if out of memory. */
bool tune_measure(const Tune *tune, Racer *racer, Error *error);

void tune_close_racer(Racer *racer);

/* Drops the candidates that are significantly dominated by another one. */
void tune_drop_dominated(Tune *tune);

/* Marks the Pareto front: the candidates still racing whose estimated distances
 * no other candidate dominates. */
void tune_find_front(Tune *tune);

/* Writes the candidates to tune->sorted, in the order of tune_candidates. */
void tune_rank(Tune *tune);

/* ---- tune.json -----------------------------------------------------------*/

/* Sets tune->identity. Fails if out of memory. */
bool tune_identify(Tune *tune, Error *error);

/* Writes tune.csv and tune.json. */
bool tune_save(Tune *tune, bool complete, Error *error);

/* The same with the counts of a run under way, if the last time is some while
 * ago. */
bool tune_save_turn(Tune *tune, Racer *racer, Error *error);

/* Continues the tuning in the folder: restores its rounds and candidates. Fails
 * if it is a different one. */
bool tune_restore(Tune *tune, Error *error);

#endif
