/* Linear regression of means that were measured together.
 *
 * A sweep has one mean for each of its runs, and its options are the columns of
 * a design: the model says that the means are a linear function of them. Every
 * coefficient of the least-squares fit is a weighted sum, a contrast, of the
 * means. The runs have common random numbers, so their means are correlated;
 * but a contrast can be computed for every game, over game i of all runs, and
 * these are independent. So the variance of a coefficient is that of its
 * contrast over the games, whatever the correlation, and it needs no model of
 * the variances to be right. Every run has the same weight: weights estimated
 * from the same games would favour runs whose rates happen to lie near 0 or 1,
 * and the line that is fitted would depend on them.
 *
 * Pure functions of what they are given; a Regression owns its arrays. */
#ifndef BOARDLAB_ANALYSIS_STATS_REGRESSION_H
#define BOARDLAB_ANALYSIS_STATS_REGRESSION_H

#include "analysis/stats/estimate.h"
#include "core/base/error.h"

/* At most this many degrees of freedom for a departure from the model. */
enum { DEPARTURE_MAX = 30 };

typedef struct Regression {
  int points, columns;
  double *weight;   /* column by column: of each point in the coefficient */
  int departures;   /* points - columns, or 0 if that is above the maximum */
  double *residual; /* as many orthonormal contrasts of the points, which have
                       the mean zero if the model is true */
} Regression;

/* Fits a design given point by point: columns numbers for each point. Fails if
 * there are fewer points than columns, if a column is a linear combination of
 * those before it, or if out of memory; then there is nothing to free. */
bool regression_make(Regression *regression, const double design[], int points,
                     int columns, Error *error);
void regression_free(Regression *regression);

/* A contrast of n games: the mean, and its standard error from the sum of the
 * squared deviations. `extreme` is the largest absolute value that the contrast
 * of a game can have: half a game is added at each extreme, as Agresti and Min
 * (2005) do for matched pairs, without which something that never happened
 * would be known exactly. The p-value is of Student's t test that the true mean
 * is zero; NaN if n < 2, if all games are zero, or if `extreme` is. */
typedef struct Contrast {
  Estimate estimate;
  double p;
} Contrast;
Contrast contrast_test(double mean, double squares, double extreme, uint64_t n);

/* Hotelling's test (1931) that the means of `count` contrasts over n games are
 * all zero. `cross` has the sums of the products of their deviations, row by
 * row, and is overwritten; `extreme` is as above. NaN if there are too few
 * games, fewer than 2 * count + 2, or all are zero. */
double contrasts_p(const double mean[], double cross[], int count,
                   double extreme, uint64_t n);

#endif
