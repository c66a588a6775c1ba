#define _GNU_SOURCE /* lgamma_r */
#include "analysis/stats/confidence_sequence.h"

#include <math.h>

/* The mixture is narrowest, in standard errors, after about so many numbers;
 * far from there it still holds but is wider. */
static const double NARROWEST = 10000;

/* sqrt((1 + 1/(n r)) (log(1 + n r) − 2 log alpha)) with r chosen so that this
 * is least near NARROWEST. */
double confidence_sequence_z(uint64_t n, double alpha) {
  double a = -2 * log(alpha);
  double r = (a + log(a + 1)) / NARROWEST, nr = (double)n * r;
  return sqrt((1 + 1 / nr) * (log(1 + nr) + a));
}

Estimate confidence_sequence_mean(double mean, double deviation, uint64_t n,
                                  double alpha) {
  if (n < CONFIDENCE_SEQUENCE_MIN)
    return (Estimate){mean, -INFINITY, INFINITY, n};
  double half = confidence_sequence_z(n, alpha) * deviation / sqrt((double)n);
  return (Estimate){mean, mean - half, mean + half, n};
}

/* ---- rates ---------------------------------------------------------------*/

/* What was counted, and the logarithm of how probable it is on average over all
 * rates from 0 to 1, but for a constant that does not hang on the rate. */
typedef struct Counted {
  double count, others, average;
} Counted;

static double log_factorial(double n) {
  int sign;
  return lgamma_r(n + 1, &sign);
}

static double times_log(double times, double number) {
  return times > 0 ? times * log(number) : 0;
}

/* How much more probable it is on average than at this rate, as a logarithm.
 * For the true rate that is a martingale, which grows beyond 1/alpha at any
 * time with a probability of at most alpha (Ville). */
static double evidence(const Counted *c, double rate) {
  return c->average - times_log(c->count, rate) -
         times_log(c->others, 1 - rate);
}

/* Between a rate that is in the interval and one that is not, the end of it. */
static double find_end(const Counted *c, double inside, double outside,
                       double alpha) {
  for (int i = 0; i < 60; i++) {
    double middle = (inside + outside) / 2;
    *(evidence(c, middle) < -log(alpha) ? &inside : &outside) = middle;
  }
  return outside;
}

Estimate confidence_sequence_rate(uint64_t count, uint64_t n, double alpha) {
  if (n == 0)
    return (Estimate){0, 0, 1, 0};
  Counted c = {(double)count, (double)(n - count), 0};
  c.average = log_factorial(c.count) + log_factorial(c.others) -
              log_factorial((double)n + 1);
  double rate = c.count / (double)n;
  return (Estimate){rate, count == 0 ? 0 : find_end(&c, rate, 0, alpha),
                    count == n ? 1 : find_end(&c, rate, 1, alpha), n};
}
