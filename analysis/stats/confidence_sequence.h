/* Confidence sequences: intervals that are valid at all times at once.
 *
 * A run that is checked after every hundred games and stopped when a 95%
 * interval looks good misses the truth far more often than one time in twenty.
 * A confidence sequence does not: with probability 95% it contains the true
 * value at every time simultaneously, so one may look as often as one likes and
 * stop at any time (anytime-valid intervals).
 *
 * Means have Robbins' normal-mixture sequence (Robbins 1970; Howard, Ramdas,
 * McAuliffe and Sekhon 2021) with an estimated variance, which is asymptotic
 * and therefore starts after CONFIDENCE_SEQUENCE_MIN numbers. Rates have the
 * beta-binomial mixture with a uniform prior, which is exact for any number of
 * games. Pure functions; any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_STATS_CONFIDENCE_SEQUENCE_H
#define BOARDLAB_ANALYSIS_STATS_CONFIDENCE_SEQUENCE_H

#include "analysis/stats/estimate.h"

/* With fewer numbers the interval of a mean is unbounded. */
enum { CONFIDENCE_SEQUENCE_MIN = 100 };

/* The half-width of the sequence of a mean after n numbers, in standard errors.
 * `alpha` is the probability of ever missing the mean, such as 0.05. */
double confidence_sequence_z(uint64_t n, double alpha);

/* The same of a sequence that is narrowest, for what it is, after about that
 * many numbers, which must not depend on them. */
double confidence_sequence_z_at(double n, double narrowest, double alpha);

/* The smallest alpha whose interval excludes a mean this many standard errors
 * away: an anytime-valid p-value. 1 if there is none. */
double confidence_sequence_p(uint64_t n, double distance);

/* The mean of n numbers with standard deviation `sd`. */
Estimate confidence_sequence_mean(double mean, double sd, uint64_t n,
                                  double alpha);

/* The rate count / n. */
Estimate confidence_sequence_rate(uint64_t count, uint64_t n, double alpha);

#endif
