/* What the files of the tuning share: a tuning while it is played. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_INTERNAL_H

#include "analysis/experiments/tune.h"
#include "core/base/text.h"
#include <jansson.h>

/* The run of a candidate at a level, which is extended from round to round. */
typedef struct LevelRun {
  Run run;
  Text tally;     /* the run's, as tune.json has it; empty without games */
  double seconds; /* that games took in this process */
  uint64_t timed; /* how many these were */
} LevelRun;

/* A candidate with its runs, which are closed when it is dropped. */
typedef struct Racer {
  Candidate candidate;
  int runs; /* that are open: those of all levels, or none */
  LevelRun *level;
} Racer;

/* What the order of the candidates depends on. */
typedef struct Rank {
  const Candidate *candidate;
  int group; /* see group_of */
  bool dominated;
  double distance, worst; /* sums of the normalised distances, and of their
                             upper bounds */
} Rank;

struct Tune {
  TunePlan plan;
  Sweep sweep;     /* names the candidates */
  TuneTable table; /* copies of the candidates, the best first */
  double alpha;    /* of each interval, so that all hold at once with 95% */
  int racers;
  Racer *racer;
  LevelRun *runs; /* of all racers and of the check */
  Racer check;    /* the nearest candidate with games of another seed: it does
                     not race; without a name before the race has ended */
  int rounds;
  uint64_t target; /* games of each candidate still racing, at each level, after
                      this round */
  Rank *rank;
  json_t *raised;   /* the limits it had before each time they were raised: with
                       the last ones from the start it would have looked after
                       other numbers of games */
  json_t *made;     /* how it was made (core/run/made.h) */
  Text csv;         /* tune.csv; empty before the first results */
  double next_save; /* when to write tune.json again */
  Error reason;     /* of the first forfeit */
};

/* A row of tune.csv. */
typedef struct TuneRow {
  Candidate candidate; /* its results are these: */
  uint64_t level;      /* from 1 */
  char bots[SPEC_TEXT];
  uint64_t dropped;
  LevelResult result, check;
  Goal goal[GOALS_MAX];
} TuneRow;

/* Its columns, to and from a file. */
void tune_sync_row(ResultTable *table, const TuneTable *tune, TuneRow *row);

/* Sets the alpha of each interval. */
void tune_set_alpha(Tune *tune);

/* Whether the candidate is still racing. */
static inline bool is_racing(const Racer *racer) {
  return racer->runs > 0;
}

/* Updates the candidate from the games of its run at a level. Fails if out of
 * memory. */
void tune_measure(const Tune *tune, Racer *racer, int level);

/* Sets what follows from the results at all levels. */
void tune_combine_levels(const TuneTable *table, Candidate *candidate);

void tune_close_racer(Racer *racer);

/* Makes the candidate of this name the one to check, unless it is already.
 * Fails if there is none. */
bool tune_open_check(Tune *tune, const char *name, Error *error);

/* Drops the candidate if the interval of its games at a level excludes a goal
 * that is a range, or if these games are all the same. */
void tune_drop_hopeless(const Tune *tune, Racer *racer, int level);

/* Drops the candidates that are significantly dominated by another one. */
void tune_drop_dominated(Tune *tune);

/* Whether more games would change nothing. */
bool tune_is_settled(const Tune *tune);

/* Marks the Pareto front and writes the candidates to the table, in its order.
 */
void tune_rank(Tune *tune);

/* ---- tune.json -----------------------------------------------------------*/

/* Sets tune->made. Fails if out of memory. */
bool tune_identify(Tune *tune, Error *error);

/* Writes tune.csv and tune.json. */
bool tune_save(Tune *tune, bool complete, Error *error);

/* The same with the counts of a run under way, if the last time is some while
 * ago. */
bool tune_save_turn(Tune *tune, LevelRun *level, Error *error);

/* Continues the tuning in the folder: restores its rounds and candidates. Fails
 * if it is a different one. */
bool tune_restore(Tune *tune, Error *error);

#endif
