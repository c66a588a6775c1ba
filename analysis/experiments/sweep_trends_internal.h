/* The parts of sweep_trends.h: the runs of a sweep as a design matrix, and what
 * their games say about a contrast of the runs. Game i of all runs has the same
 * random numbers, so a contrast is formed game by game, and the variance is
 * that of the contrasts. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_TRENDS_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_TRENDS_INTERNAL_H

#include "analysis/experiments/sweep_internal.h"
#include "analysis/experiments/sweep_trends.h"
#include "analysis/stats/regression.h"

enum { COLUMNS_MAX = 64 };

/* A column of the design but the first, which is 1: a numeric option, or a
 * value of another one. */
typedef struct DesignColumn {
  int axis;
  bool numeric;
  double step;
  const char *value, *base;
} DesignColumn;

/* The runs of a sweep that are compared, and their games. */
typedef struct Sample {
  const AxisNames *axes;
  int runs;
  const SweepRow **row;
  const RunGames **games;
  uint64_t n; /* games that all have */
  int columns;
  DesignColumn column[COLUMNS_MAX];
  TrendMetric metric; /* the one that was loaded: */
  double *value;      /* its value in each game, run by run, less the mean of
                         the run; otherwise scratch */
  double *mean;       /* of each run; with scratch, SCRATCH numbers of each */
  double range;       /* how far two games can differ */
} Sample;

enum { SCRATCH = 4 };

/* ---- the design ----------------------------------------------------------*/

/* False if there are too many columns. */
bool sample_add_columns(Sample *s);

/* The regression on these columns; false if out of memory, or if they are not
 * independent. */
bool sample_fit(const Sample *s, Regression *r);

/* ---- the games -----------------------------------------------------------*/

/* What is measured of a game: a metric, or the difference between two sides. */
typedef struct Measure {
  TrendMetric metric; /* TREND_METRICS: the difference */
  int one, other;
} Measure;

/* The values of a game by live side (seats_game): 1 for a side that won, or
 * what it says of equally strong bots. False if it has none. */
bool sample_side_values(const SweepRow *row, GameOutcome g, uint64_t i,
                        double value[SEATS_MAX]);

/* The values of a run's games, written to `value`. Where only some games count,
 * d of them, the mean is a ratio A = Σx / Σd; a game then counts as
 * A + (x − A d) n / Σd: the mean of these is A, and their variance that of the
 * ratio (Cochran 1977). False if there is no such mean. */
bool sample_measure(const Sample *s, int run, const Measure *m, double value[]);

/* How far the values of two sides in a game can be apart. */
double sample_extreme(const Sample *s);

double sample_mean(const double value[], uint64_t n);

/* Loads a metric, for the functions below. Returns how many runs have none; if
 * there are any, it is not loaded. */
int sample_load(Sample *s, TrendMetric metric);

/* The contrast with these weights by run. Means of lengths and margins have an
 * interval and a p-value as far as the games support them: deviations_stretch.
 */
Contrast sample_coefficient(const Sample *s, const double weight[]);

/* The p-value of a change against a slope between two values of a numeric
 * option: those that differ most, with Bonferroni's factor for all pairs. 1 if
 * there is none, or if the values do not have equally many runs. */
double sample_turn(const Sample *s, int axis, double slope);

/* The p-value of a departure from the regression (Hotelling 1931), NaN as
 * above. */
double sample_departure(const Sample *s, const Regression *r);

#endif
