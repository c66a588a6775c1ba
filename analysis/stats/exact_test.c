#include "analysis/stats/exact_test.h"

#include "analysis/stats/distribution.h"
#include <math.h>

double sign_test(uint64_t one, uint64_t other) {
  uint64_t more = one > other ? one : other;
  if (2 * more <= one + other + 1)
    return 1; /* both tails meet in the middle */
  return fmin(2 * binomial_at_least(more, one + other, 0.5), 1);
}

/* The least number of heads at which the test rejects; n + 1 if there is none.
 */
static uint64_t rejected_from(uint64_t n, double alpha) {
  uint64_t low = n / 2, high = n + 1;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    *(sign_test(middle, n - middle) <= alpha ? &high : &low) = middle;
  }
  return high;
}

double sign_test_power(uint64_t n, double alpha, double chance) {
  uint64_t from = rejected_from(n, alpha);
  return from > n ? 0 : binomial_at_least(from, n, chance);
}

double sign_test_detectable(uint64_t n, double alpha, double power) {
  uint64_t from = rejected_from(n, alpha);
  double low = 0.5, high = 1;
  if (from > n)
    return NAN;
  for (int step = 0; step < 50; step++) {
    double middle = (low + high) / 2;
    *(binomial_at_least(from, n, middle) < power ? &low : &high) = middle;
  }
  return high;
}

/* A partition in the making: what is left to share among the classes left, none
 * of which gets more than the class before. */
typedef struct Partition {
  int left, classes, before;
  int run;        /* how many of the last classes are equal */
  double weight;  /* the probability of the part made so far */
  double squares; /* the sum of its squares */
} Partition;

/* The probability of all partitions that continue this one and whose sum of
 * squares, on which alone chi-square depends, is at least `least`. */
static double tail(Partition p, double least) {
  if (p.classes == 0)
    return p.left == 0 && p.squares >= least ? p.weight : 0;
  double sum = 0, factorial = 1;
  int most = p.left < p.before ? p.left : p.before;
  for (int part = 0; part <= most; part++) {
    factorial *= part ? part : 1;
    if (part * p.classes < p.left)
      continue; /* the others, no larger, could not take the rest */
    int run = part == p.before ? p.run + 1 : 1;
    sum += tail((Partition){p.left - part, p.classes - 1, part, run,
                            p.weight / factorial / run,
                            p.squares + (double)part * part},
                least);
  }
  return sum;
}

double multinomial_test(const uint64_t count[], int classes) {
  double squares = 0, weight = 1;
  int all = 0;
  for (int i = 0; i < classes; i++) {
    all += (int)count[i];
    squares += (double)count[i] * (double)count[i];
    weight *= i + 1; /* classes in any order */
  }
  for (int i = 1; i <= all; i++)
    weight *= (double)i / classes;
  Partition none = {all, classes, all, 0, weight, 0};
  return fmin(tail(none, squares), 1);
}

double fisher_exact(uint64_t part_count, uint64_t part, uint64_t count,
                    uint64_t n) {
  uint64_t others = n - part;
  uint64_t least = count > others ? count - others : 0;
  uint64_t most = part < count ? part : count;
  double all = log_choose((double)n, (double)part), sum = 0;
  double limit = log_choose((double)count, (double)part_count) +
                 log_choose((double)(n - count), (double)(part - part_count)) -
                 all;
  for (uint64_t k = least; k <= most; k++) {
    double p = log_choose((double)count, (double)k) +
               log_choose((double)(n - count), (double)(part - k)) - all;
    if (p <= limit + 1e-9) /* equally likely, but for rounding */
      sum += exp(p);
  }
  return fmin(sum, 1);
}
