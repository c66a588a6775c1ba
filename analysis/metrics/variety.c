#include "analysis/metrics/variety.h"

#include <math.h>

/* The variance of the estimate of Σ p² from n observations (Simpson 1949), by
 * the shares with two more, each of a kind of its own: that all are alike does
 * not make it certain that others would be. */
static double simpson_variance(const uint64_t count[], int kinds, double n) {
  double all = n + 2, squares = 2 / (all * all), cubes = 2 / (all * all * all);
  for (int i = 0; i < kinds; i++) {
    double share = (double)count[i] / all;
    squares += share * share;
    cubes += share * share * share;
  }
  double variance = 4 * (n - 2) * (cubes - squares * squares) +
                    2 * (squares - squares * squares);
  return fmax(variance, 0) / (n * (n - 1));
}

/* Infinite if there may be any number of kinds. */
static double effective_number(double simpson) {
  return simpson > 0 ? 1 / fmin(simpson, 1) : INFINITY;
}

Estimate variety_effective(const uint64_t count[], int kinds) {
  double n = 0, alike = 0; /* ordered pairs of the same kind */
  for (int i = 0; i < kinds; i++) {
    n += (double)count[i];
    alike += (double)count[i] * ((double)count[i] - 1);
  }
  double simpson = alike / (n * (n - 1));
  double half = Z95 * sqrt(simpson_variance(count, kinds, n));
  /* What few observations have too little of varies too little in them as well:
   * the upper end of Σ p² is that of its logarithm, which is higher. */
  double most = simpson > 0 ? simpson * exp(half / simpson) : half;
  return (Estimate){effective_number(simpson), effective_number(most),
                    effective_number(simpson - half), (uint64_t)n};
}

/* How often the most frequent kind of one half occurs in the other. Kinds that
 * are equally frequent share that. */
static double count_top(const uint64_t half[], const uint64_t other[],
                        int kinds) {
  uint64_t most = 0;
  double found = 0, equal = 0;
  for (int i = 0; i < kinds; i++)
    most = half[i] > most ? half[i] : most;
  for (int i = 0; i < kinds; i++)
    if (half[i] == most) {
      found += (double)other[i];
      equal++;
    }
  return found / equal;
}

/* Where two kinds are equally frequent, what is too frequent by chance in one
 * half is chosen there and counted for the other half, as deviations |a| and
 * |b|: this adds E |a| E |b| = 2/π of the variance. */
static const double BOTH_WAYS = 1 + 2 / 3.141592653589793;

Estimate variety_top_share(const uint64_t half[], const uint64_t other[],
                           int kinds) {
  uint64_t n = 0;
  for (int i = 0; i < kinds; i++)
    n += half[i] + other[i];
  double found = count_top(half, other, kinds) + count_top(other, half, kinds);
  Estimate e = estimate_share_z(found / (double)n, (double)n / BOTH_WAYS, Z95);
  e.n = n;
  return e;
}
