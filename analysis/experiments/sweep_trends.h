/* What the runs of a sweep show together: how the metrics change with the
 * options, whether along straight lines, and which run is the fairest.
 *
 * Every option whose values are numbers has a trend: the change of a metric for
 * a step of the option, by multiple regression over the runs. Every other
 * option has a difference for each value from the default one. The runs have
 * the same seed, so game i of all runs is one observation (regression.h).
 *
 * All tests are one family, adjusted by Holm's procedure: if nothing depends on
 * the options, a sweep makes any claim with a probability of at most 5%.
 *
 * Pure functions of the results, which must outlive a SweepTrends; it owns its
 * list. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_TRENDS_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_TRENDS_H

#include "analysis/experiments/sweep.h"

typedef enum TrendMetric {
  TREND_ADVANTAGE, /* of the first side, over the decided games */
  TREND_DRAWS,     /* these and the next are shares of all games */
  TREND_UNDECIDED,
  TREND_PLIES,
  TREND_MARGIN, /* of the decided games, in points; if all runs have scores */
  TREND_METRICS
} TrendMetric;

/* The metric's name in summary.csv: "first_player_advantage". */
extern const char *const trend_metric_names[];

typedef enum TrendKind {
  TREND_STEP,       /* for a step of a numeric option */
  TREND_DIFFERENCE, /* a value of another option minus the default */
  TREND_DEPARTURE,  /* of the runs from the model with all options */
  TREND_FAIREST     /* a run whose gap is the smallest */
} TrendKind;
extern const char *const trend_kind_names[]; /* "step", "difference", … */

typedef struct Trend {
  TrendKind kind;
  TrendMetric metric; /* not of TREND_FAIREST */
  const char *option; /* of the first two kinds; texts are those of the sweep */
  double step;        /* the smallest difference of two values */
  const char *value;  /* of the option, unless it is a number; the name of the
                         fairest run */
  const char *base;   /* the value it is compared with */
  Estimate change;    /* of the metric, with its own 95% interval */
  double p, p_holm;   /* NaN if it was not tested */
  double turn;      /* of a step: the p-value of a change against it between two
                       values of the option, 1 if there is none */
  int column, axis; /* of the first two kinds: which step or value it is about,
                       and which option */
} Trend;

typedef struct SweepTrends {
  uint64_t games; /* that all runs have */
  int runs;       /* complete ones, which were used */
  int raised;     /* the most times that one of them was given more games */
  int options;    /* their steps and values in the model: its columns */
  int count;
  Trend *list;
  /* Of these, the ones that are left out when the fairest is looked for, with
   * more than 5% of their games without a result. */
  int many_undecided;
  /* Runs that say nothing of their seats, of which some have a bot of its own
   * in each seat; and those that the rating model is used for. */
  int unknown, own_bots, rated;
  int no_advantage;   /* runs for which the advantage is not followed */
  bool solitaire;     /* for one player: the margin is the score */
  int tied;           /* runs with the smallest gap */
  double drawn;       /* the share of draws in the fairest */
  bool truncated;     /* games were: lengths are those up to the limit */
  bool limits_differ; /* and the ply limits differ: lengths are not compared */
  bool partial;       /* some combinations of several options are left out: what
                         each of them does is not known */
} SweepTrends;

/* Without two complete runs of two games the list is empty. Fails if out of
 * memory. */
bool sweep_trends_make(SweepTrends *trends, const SweepResults *results,
                       Error *error);
void sweep_trends_free(SweepTrends *trends);

/* Whether a trend is claimed; and whether it is shown not to keep its
 * direction.
 */
bool trend_is_shown(const Trend *trend);
bool trend_turns(const Trend *trend);

/* States them in sentences: what the options do and which run is the fairest;
 * then the figures, and that runs repeat their games. */
void sweep_verdict(const SweepTrends *trends, const SweepResults *results,
                   Sentences *sentences);

/* Adds the caveat of sweeps between random players. */
void sweep_notes(const SweepResults *results, Sentences *sentences);

/* The rows of sweep_trends.csv. */
void sweep_trends_table(const SweepTrends *trends, ResultTable *table);

#endif
