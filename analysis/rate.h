/* A share of games, and what it may really be. */
#ifndef BOARDLAB_RATE_H
#define BOARDLAB_RATE_H

#include <stdint.h>

/* The 97.5% point of the normal distribution: 95% lie within so many standard
 * deviations. */
#define Z95 1.959963984540054

/* An estimate with its 95% interval, and how many games it rests on. */
typedef struct Estimate {
  double value, low, high;
  uint64_t n;
} Estimate;

/* `count` of `n`, with Wilson's interval. Of nothing nothing is known: 0, from
 * 0 to 1. */
Estimate rate_of(uint64_t count, uint64_t n);

/* A mean of n numbers with this standard deviation, with the normal interval.
 */
Estimate mean_of(double mean, double deviation, uint64_t n);

/* Half the width of an interval. */
double half_width(Estimate estimate);

#endif
