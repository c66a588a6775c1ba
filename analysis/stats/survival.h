/* Lengths of games of which some were stopped: survival analysis.
 *
 * A game that was truncated at the ply limit, or forfeited, would have gone on.
 * Its length is censored: all that is known is that the game takes longer. The
 * estimator of Kaplan and Meier (1958) gives the share of games that last
 * beyond each ply nevertheless, and everything here follows from it:
 *
 * - Quantiles, with the interval of those plies at which the share of games
 *   that have ended could be that of the quantile, as Brookmeyer and Crowley
 *   (1982) construct it. The test at each ply is binomial, with an effective
 *   number of games (Cutler and Ederer 1958; Dorey and Korn 1987). If no game
 *   was stopped, these are the order statistics of the distribution-free
 *   interval, which holds for any distribution and any number of games.
 * - The restricted mean (Irwin 1949): the mean if every longer game counts as
 *   the longest that was played, beyond which nothing is known. Its variance is
 *   Greenwood's; without stopped games it is the ordinary mean with Student's
 *   interval.
 *
 * They assume that games are independent, or alike in groups, and that a game
 * that was stopped would have gone on like the others that lasted as long. The
 * ply limit stops all games alike, so that truncation is no assumption; that of
 * forfeits is one. Pure functions on counts that belong to the caller. */
#ifndef BOARDLAB_ANALYSIS_STATS_SURVIVAL_H
#define BOARDLAB_ANALYSIS_STATS_SURVIVAL_H

#include "analysis/stats/estimate.h"

/* Games by number of plies, from 0 to max_plies: those that came to their end,
 * and those that were stopped and would have gone on. */
typedef struct LengthCounts {
  int max_plies;
  const uint64_t *ended, *stopped;
  double alike; /* as many games as say no more than one (schedule_alike); 1 if
                   all are independent */
  int raised;   /* intervals are at the level of that look (look_alpha) */
} LengthCounts;

uint64_t survival_games(const LengthCounts *counts);

/* The number of plies beyond which nothing is known: the length of the longest
 * game if it was stopped. -1 if it came to its end. */
int survival_horizon(const LengthCounts *counts);

/* The smallest number of plies that a share of games, 0 < share < 1, does not
 * exceed. Infinite if fewer games have ended up to the horizon: it is then more
 * than that. Likewise `high` is infinite if the games give no upper bound. NaN
 * without games. */
Estimate survival_quantile(const LengthCounts *counts, double share);

/* The mean if longer games count as the longest. */
Estimate survival_mean(const LengthCounts *counts);

/* Whether the games support the interval of that mean. */
bool survival_supports_mean(const LengthCounts *counts);

/* The standard deviation of the lengths, restricted in the same way. No
 * interval if games were stopped before the longest. */
Estimate survival_sd(const LengthCounts *counts);

#endif
