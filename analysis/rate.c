#include "rate.h"

#include <math.h>

/* Wilson's score interval in closed form. */
Estimate rate_of(uint64_t count, uint64_t n) {
  if (n == 0)
    return (Estimate){0, 0, 1, 0};
  double games = (double)n, rate = (double)count / games;
  double spread = Z95 * Z95 / games;
  double middle = (rate + spread / 2) / (1 + spread);
  double half = Z95 / (1 + spread) *
                sqrt(rate * (1 - rate) / games + spread / (4 * games));
  return (Estimate){rate, count == 0 ? 0 : middle - half,
                    count == n ? 1 : middle + half, n};
}

Estimate mean_of(double mean, double deviation, uint64_t n) {
  double half = n ? Z95 * deviation / sqrt((double)n) : 0;
  return (Estimate){mean, mean - half, mean + half, n};
}

double half_width(Estimate estimate) {
  return (estimate.high - estimate.low) / 2;
}
