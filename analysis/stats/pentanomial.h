/* The score of a match between two bots, and what it means in Elo.
 *
 * A match is a number of observations: single games, in which the first bot has
 * 0, 1/2 or 1 point (trinomial counts), or pairs of games with the same opening
 * and the seats swapped, in which it has 0, 1/2, 1, 3/2 or 2 (pentanomial
 * counts). Pairs are independent of each other. The two games of a pair are
 * not: an opening that favours a seat wins one game for each bot, so the points
 * of pairs vary less than those of games, and intervals from them are narrower.
 * Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_PENTANOMIAL_H
#define BOARDLAB_ANALYSIS_STATS_PENTANOMIAL_H

#include "analysis/stats/estimate.h"

enum { SCORES_MAX = 5 };

/* Observations by the first bot's points, in halves. */
typedef struct ScoreCounts {
  int games; /* of an observation: 1 or 2 */
  uint64_t count[SCORES_MAX];
  int raised; /* scores_estimate is at the level of that look (look_alpha) */
} ScoreCounts;

/* The number of possible scores: 3 or 5. */
static inline int scores_possible(const ScoreCounts *scores) {
  return 2 * scores->games + 1;
}

uint64_t scores_observations(const ScoreCounts *scores);

/* The first bot's mean points per game, and the variance of its mean points per
 * game from one observation to another. There must be observations. */
double scores_mean(const ScoreCounts *scores);
double scores_variance(const ScoreCounts *scores);

/* The log-likelihood of observations with these weights by score, under the
 * distribution with this mean, from 0 to 1, that makes them most likely;
 * relative to the one that makes them most likely with any mean. Its
 * probabilities are proportional to weight / (1 + x (score - mean)), where x
 * follows from the mean (Owen 1988). The weights of the lowest and the highest
 * score are not 0. */
double scores_log_likelihood(const double weight[], int count, double mean);

/* The first bot's points per game with a 95% interval: all means whose
 * log-likelihood is above -t^2/2, where t is the quantile of Student's
 * distribution (Owen 1988, 1990). n is the number of games. NaN without
 * observations. */
Estimate scores_estimate(const ScoreCounts *scores);

/* The two-sided p-value of a score of 1/2: the level at which that interval
 * ends there. NaN without observations. */
double scores_test(const ScoreCounts *scores);

/* The same with an interval that stays valid if the games are looked at again
 * and again, and end the match by how they look: a confidence sequence (Robbins
 * 1970). It is narrowest, for what it is, at about `tuned` observations, which
 * must not depend on the games, and misses with a probability of at most
 * `alpha`, such as 0.05. */
Estimate scores_anytime(const ScoreCounts *scores, double tuned, double alpha);

/* Two bots that have played the same opponent: by how many Elo the score of the
 * second is above that of the first, and the standard error of that by the
 * delta method. x and y are the points per game of both in observations that
 * may be correlated, such as games with the same random numbers. Half an
 * observation is added in which only the one won, and half in which only the
 * other did. */
double scores_elo_difference(const Pairs *pairs, double *standard_error);

/* Normalized Elo (Van den Bergh 2020): how far the score is from 1/2 in
 * standard deviations of a game, times 800 / ln 10. It says how many games show
 * the difference: about (2 * 347 / elo)^2 at 95%. `score` is that of
 * the counts, with either interval. */
Estimate scores_normalized_elo(const ScoreCounts *scores, Estimate score);

/* The logistic scale: a score of 10/11 is 400 Elo; infinite at 0 and 1. */
double elo_of_score(double score);
/* The same of a share of the points against the average of so many others. */
double elo_of_share(double share, int others);
double score_of_elo(double elo);
Estimate elo_of_estimate(Estimate score);

#endif
