#include "analysis/stats/fisher.h"

#include <math.h>

/* The logarithm of n over k. lgamma_r, as lgamma has a global variable. */
static double log_choose(uint64_t n, uint64_t k) {
  int sign;
  return lgamma_r((double)n + 1, &sign) - lgamma_r((double)k + 1, &sign) -
         lgamma_r((double)(n - k) + 1, &sign);
}

double fisher_exact(uint64_t part_count, uint64_t part, uint64_t count,
                    uint64_t n) {
  uint64_t others = n - part;
  uint64_t least = count > others ? count - others : 0;
  uint64_t most = part < count ? part : count;
  double all = log_choose(n, part), sum = 0;
  double limit = log_choose(count, part_count) +
                 log_choose(n - count, part - part_count) - all;
  for (uint64_t k = least; k <= most; k++) {
    double p = log_choose(count, k) + log_choose(n - count, part - k) - all;
    if (p <= limit + 1e-9) /* equally likely, but for rounding */
      sum += exp(p);
  }
  return fmin(sum, 1);
}
