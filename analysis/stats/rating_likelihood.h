/* The quasi-likelihood of ratings and its maximum; see ratings.h. */
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

#endif
