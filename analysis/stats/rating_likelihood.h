/* The quasi-likelihood of ratings and its maximum (rating_likelihood.c), and
 * their sandwich variance (White 1982; rating_covariance.c); see ratings.h. */
#ifndef BOARDLAB_ANALYSIS_STATS_RATING_LIKELIHOOD_H
#define BOARDLAB_ANALYSIS_STATS_RATING_LIKELIHOOD_H

#include "analysis/stats/ratings.h"

/* The log-likelihood at a point, the same with the prior, the gradient of the
 * latter, and the observed information: its negated second derivatives. */
typedef struct Likelihood {
  double value, penalized;
  RatingTerms slope;
  RatingSquare information;
} Likelihood;

typedef struct Contest {
  const int *player;
  const double *points;
  double games;
} Contest;

/* Data with a prior: its log-density is -prior * sqrt(1 + x * x) for each term
 * x. It keeps the maximum finite, whatever the points. */
typedef struct RatingFit {
  const RatingData *data;
  double prior;
} RatingFit;

int rating_terms(const RatingData *data);
Contest rating_contest(const RatingData *data, int index);
double rating_games(const RatingData *data);

/* The share of the point that each side of a contest is expected to score. */
void rating_expect(const RatingData *data, const Contest *contest,
                   const RatingTerms at, double share[]);

/* Finds the maximum, starting from `at`, and leaves the factor of the
 * information in `likelihood`. If `held` is not NULL, the combination of terms
 * with these weights, which sum to zero over the players and over the sides,
 * keeps its value. False if there is no maximum, which only a fit without a
 * prior allows. */
bool rating_maximize(const RatingFit *fit, const double *held, RatingTerms at,
                     Likelihood *likelihood);

/* The inverse of the information about terms that sum to zero over the players
 * and over the sides. */
void rating_invert(const RatingData *data, RatingSquare factor,
                   RatingSquare inverse);

double rating_dot(const double a[], const double b[], int count);

/* ---- the variance --------------------------------------------------------*/

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
