#define _GNU_SOURCE /* lgamma_r */
#include "analysis/stats/distribution.h"

#include "analysis/stats/estimate.h"
#include <math.h>

double normal_cdf(double x) {
  return erfc(-x / sqrt(2)) / 2;
}

/* Bisection is accurate to the last digit, also in the tails, where erfc keeps
 * its relative precision. */
double normal_quantile(double p) {
  if (p > 0.5)
    return -normal_quantile(1 - p);
  double low = -40, high = 0;
  for (int i = 0; i < 100; i++) {
    double middle = (low + high) / 2;
    *(normal_cdf(middle) < p ? &low : &high) = middle;
  }
  return high;
}

double bonferroni_z(int intervals) {
  return intervals > 1 ? -normal_quantile(0.025 / intervals) : Z95;
}

/* The lower regularized incomplete gamma function P(a, x) by its power series,
 * for x < a + 1. */
static double gamma_below(double a, double x, double scale) {
  double term = 1 / a, sum = term;
  for (double n = a + 1; term > sum * 1e-17; n++) {
    term *= x / n;
    sum += term;
  }
  return sum * scale;
}

/* The upper function Q(a, x) by its continued fraction, evaluated with Lentz's
 * algorithm, for x >= a + 1. */
static double gamma_above(double a, double x, double scale) {
  double b = x + 1 - a, c = 1e300, d = 1 / b, product = d;
  for (int i = 1; i < 100000; i++) {
    double numerator = -i * (i - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    product *= d * c;
    if (fabs(d * c - 1) < 1e-16)
      break;
  }
  return product * scale;
}

double chi_square_tail(double x, int freedom) {
  int sign;
  double a = freedom / 2.0, half = x / 2;
  if (!(x > 0))
    return 1;
  double scale = exp(a * log(half) - half - lgamma_r(a, &sign));
  return half < a + 1 ? 1 - gamma_below(a, half, scale)
                      : gamma_above(a, half, scale);
}
