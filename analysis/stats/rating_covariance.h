/* The sandwich variance (White 1982) of ratings; see ratings.h. */
#ifndef BOARDLAB_ANALYSIS_STATS_RATING_COVARIANCE_H
#define BOARDLAB_ANALYSIS_STATS_RATING_COVARIANCE_H

#include "analysis/stats/rating_likelihood.h"

/* The sum over the games of a contest of the outer product of the points less
 * their expectation. Shared wins count as won by one of the winners, each
 * equally often, which varies more than they do. */
void rating_products(const RatingData *data, int contest,
                     const double expected[],
                     double product[SEATS_MAX][SEATS_MAX]);

/* The sum over pairs of games of the product of the points of the first side in
 * both, less their expectations. */
double rating_pair_product(const RatingData *data, const RatingPair *pair,
                           const RatingTerms at);

/* What makes the variance large enough for few games. The points that were
 * fitted are nearer to those that were scored than the true ones would be,
 * which a factor of games / (games - terms) corrects (MacKinnon and White
 * 1985). And the variance of two games of each player in which no point is
 * split is added: this share of the naive variance. */
typedef struct RatingCorrection {
  double factor, added;
} RatingCorrection;
RatingCorrection rating_correction(const RatingData *data);

/* Computes ratings->covariance from its `at` and `naive`. */
void rating_covariance(const RatingData *data, Ratings *ratings);

#endif
