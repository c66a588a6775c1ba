/* Estimates: a share, a mean, a ratio of what was counted, and what it may
 * really be. */
#ifndef BOARDLAB_ANALYSIS_STATS_ESTIMATE_H
#define BOARDLAB_ANALYSIS_STATS_ESTIMATE_H

#include "core/run/tally.h"
#include <stdint.h>

/* The 97.5% point of the normal distribution: 95% lie within so many standard
 * deviations. */
#define Z95 1.959963984540054

/* An estimate with its 95% interval, and how many games it rests on. Where
 * there is no interval, its ends are NaN. */
typedef struct Estimate {
  double value, low, high;
  uint64_t n;
} Estimate;

/* `count` of `n`, with Wilson's interval. Of nothing nothing is known: 0, from
 * 0 to 1. */
Estimate estimate_rate(uint64_t count, uint64_t n);

/* The same with intervals that reach z standard deviations. */
Estimate estimate_rate_z(uint64_t count, uint64_t n, double z);

/* The same for a share that is known as well as from so many games, more than
 * 0, which need not be whole and are not the `n` of it: that is left at 0. */
Estimate estimate_share_z(double share, double games, double z);

/* The same for a mean of numbers from 0 to 1 with this variance: it has a width
 * even if all are the same. */
Estimate estimate_bounded_mean_z(double mean, double variance, double games,
                                 double z);

/* A mean of n numbers with this standard deviation, with the normal interval.
 * A single number says nothing about that. */
Estimate estimate_mean(double mean, double deviation, uint64_t n);

/* The mean of numbers that are not negative; and their standard deviation. */
Estimate moments_mean(const Moments *moments);
double moments_sd(const Moments *moments);

/* The same for any numbers, not necessarily whole. */
typedef struct Sums {
  uint64_t n;
  double sum, squares;
} Sums;

void sums_add(Sums *sums, double number);
Sums sums_merge(const Sums *one, const Sums *other);
Estimate sums_mean(const Sums *sums);

/* Sums over games of two numbers of each, x and y, from which the ratio of the
 * two totals is estimated. What belongs to one game is not independent, so its
 * parts must not be taken for so many observations. */
typedef struct Pairs {
  uint64_t n;
  double x, y, xx, xy, yy;
} Pairs;

void pairs_add(Pairs *pairs, double x, double y);
Estimate estimate_ratio(const Pairs *pairs);

/* A number without an interval. */
Estimate estimate_plain(double value, uint64_t n);
bool estimate_has_interval(Estimate estimate);

/* The same estimate within bounds: a share lies between 0 and 1. */
Estimate estimate_clamp(Estimate estimate, double least, double most);

/* Half the width of an interval. */
double estimate_half_width(Estimate estimate);

#endif
