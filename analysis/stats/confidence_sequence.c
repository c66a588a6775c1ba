#define _GNU_SOURCE /* lgamma_r */
#include "analysis/stats/confidence_sequence.h"

#include <math.h>

/* The sample size near which the mixture is narrowest, in standard errors; it
 * is valid but wider elsewhere. */
static const double NARROWEST = 10000;

/* sqrt((1 + 1/(n r)) (log(1 + n r) − 2 log alpha)), with r chosen so that it is
 * smallest near `narrowest`. */
double confidence_sequence_z_at(double n, double narrowest, double alpha) {
  double a = -2 * log(alpha);
  double r = (a + log(a + 1)) / narrowest, nr = n * r;
  return sqrt((1 + 1 / nr) * (log(1 + nr) + a));
}

double confidence_sequence_z(uint64_t n, double alpha) {
  return confidence_sequence_z_at((double)n, NARROWEST, alpha);
}

/* The half-width grows as alpha shrinks. */
double confidence_sequence_p(uint64_t n, double distance) {
  double low = -700, high = -1e-9; /* of ln alpha */
  if (!(confidence_sequence_z(n, exp(high)) < distance))
    return 1;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    *(confidence_sequence_z(n, exp(middle)) < distance ? &high : &low) = middle;
  }
  return exp(high);
}

Estimate confidence_sequence_mean(double mean, double sd, uint64_t n,
                                  double alpha) {
  if (n < CONFIDENCE_SEQUENCE_MIN)
    return (Estimate){mean, -INFINITY, INFINITY, n};
  double half = confidence_sequence_z(n, alpha) * sd / sqrt((double)n);
  return (Estimate){mean, mean - half, mean + half, n};
}

/* ---- rates ---------------------------------------------------------------*/

/* Successes, failures, and the logarithm of their likelihood averaged over all
 * rates from 0 to 1, up to a constant that does not depend on the rate. */
typedef struct Observed {
  double count, others, average;
} Observed;

static double log_factorial(double n) {
  int sign;
  return lgamma_r(n + 1, &sign);
}

static double times_log(double times, double number) {
  return times > 0 ? times * log(number) : 0;
}

/* The logarithm of the ratio between the averaged likelihood and the likelihood
 * at this rate. At the true rate the ratio is a nonnegative martingale, so it
 * ever exceeds 1/alpha with probability at most alpha (Ville 1939). */
static double log_evidence(const Observed *c, double rate) {
  return c->average - times_log(c->count, rate) -
         times_log(c->others, 1 - rate);
}

/* Finds the end of the interval between a rate inside and one outside. */
static double find_end(const Observed *c, double inside, double outside,
                       double alpha) {
  for (int i = 0; i < 60; i++) {
    double middle = (inside + outside) / 2;
    *(log_evidence(c, middle) < -log(alpha) ? &inside : &outside) = middle;
  }
  return outside;
}

Estimate confidence_sequence_rate(uint64_t count, uint64_t n, double alpha) {
  if (n == 0)
    return (Estimate){0, 0, 1, 0};
  Observed c = {(double)count, (double)(n - count), 0};
  c.average = log_factorial(c.count) + log_factorial(c.others) -
              log_factorial((double)n + 1);
  double rate = c.count / (double)n;
  return (Estimate){rate, count == 0 ? 0 : find_end(&c, rate, 0, alpha),
                    count == n ? 1 : find_end(&c, rate, 1, alpha), n};
}
