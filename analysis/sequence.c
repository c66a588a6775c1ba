#include "sequence.h"

#include <math.h>

/* The mixture is narrowest, in standard errors, after about so many numbers;
 * far from there it still holds but is wider. */
static const double NARROWEST = 10000;

/* sqrt((1 + 1/(n r)) (log(1 + n r) − 2 log alpha)) with r chosen so that this
 * is least near NARROWEST. */
double sequence_z(uint64_t n, double alpha) {
  double a = -2 * log(alpha);
  double r = (a + log(a + 1)) / NARROWEST, nr = (double)n * r;
  return sqrt((1 + 1 / nr) * (log(1 + nr) + a));
}

Estimate sequence_mean(double mean, double deviation, uint64_t n,
                       double alpha) {
  if (n < SEQUENCE_FIRST)
    return (Estimate){mean, -INFINITY, INFINITY, n};
  double half = sequence_z(n, alpha) * deviation / sqrt((double)n);
  return (Estimate){mean, mean - half, mean + half, n};
}
