/* What the files of the tuning share: a tuning while it is played. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H

#include "analysis/experiments/tune.h"

/* A candidate with its run, which is extended from round to round, and closed
 * when the candidate is dropped. */
typedef struct Racer {
  Candidate candidate;
  Run run;
  bool racing; /* the run is open */
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
};

void tune_close_racer(Racer *racer);

/* Drops the candidates that are significantly dominated by another one. */
void tune_drop_dominated(Tune *tune);

/* Marks the Pareto front: the candidates still racing whose estimated distances
 * no other candidate dominates. */
void tune_find_front(Tune *tune);

/* Writes the candidates to tune->sorted, in the order of tune_candidates. */
void tune_rank(Tune *tune);

#endif
