/* Intervals that may be looked at as often as one likes.
 *
 * A 95% interval made after every hundred games misses the truth at some time
 * far more often than one time in twenty. These do not: with 95% they hold the
 * true mean at all times at once, so that one may stop whenever they are good
 * enough. Those of means are normal-mixture confidence sequences (Robbins),
 * with the variance estimated as one goes, and so need some numbers to begin
 * with. Those of rates are exact, after any number of games. */
#ifndef BOARDLAB_ANALYSIS_STATS_CONFIDENCE_SEQUENCE_H
#define BOARDLAB_ANALYSIS_STATS_CONFIDENCE_SEQUENCE_H

#include "analysis/stats/estimate.h"

enum {
  CONFIDENCE_SEQUENCE_MIN = 100
}; /* before so many there is no interval */

/* How many standard errors such an interval reaches after n numbers. `alpha`
 * is how often it may miss: 0.05. */
double confidence_sequence_z(uint64_t n, double alpha);

/* The mean of n numbers with this standard deviation, with such an interval. */
Estimate confidence_sequence_mean(double mean, double deviation, uint64_t n,
                                  double alpha);

/* The share of `count` of n. */
Estimate confidence_sequence_rate(uint64_t count, uint64_t n, double alpha);

#endif
