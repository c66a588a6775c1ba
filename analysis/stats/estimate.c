#include "analysis/stats/estimate.h"

#include "analysis/stats/distribution.h"
#include <math.h>

/* Wilson's score interval in closed form. Numbers that vary less than 0 and 1
 * with the same mean say as much as more of these, to which z^2 are added: that
 * they do not vary at all may be chance. */
Estimate estimate_bounded_mean_z(double mean, double variance, double games,
                                 double z) {
  double most = mean * (1 - mean), added = z * z;
  if (variance < most) {
    games *= most * (games + added) / (variance * games + most * added);
    variance = most;
  }
  double spread = z * z / games;
  double middle = (mean + spread / 2) / (1 + spread);
  double half =
      z / (1 + spread) * sqrt(variance / games + spread / (4 * games));
  return (Estimate){mean, mean <= 0 ? 0 : middle - half,
                    mean >= 1 ? 1 : middle + half, 0}; /* without rounding */
}

Estimate estimate_share_z(double share, double games, double z) {
  return estimate_bounded_mean_z(share, share * (1 - share), games, z);
}

/* The rate of n games that say as much as so many. */
static Estimate rate_of(uint64_t count, uint64_t n, double games, double z) {
  if (n == 0)
    return estimate_none();
  Estimate e = estimate_share_z((double)count / (double)n, games, z);
  e.n = n;
  return e;
}

Estimate estimate_rate_alike(const Tally *t, uint64_t count, uint64_t n,
                             double alike) {
  return rate_of(count, n, fmax((double)n / alike, 1), look_z(t->raised, 1));
}

Estimate estimate_rate(uint64_t count, uint64_t n) {
  return rate_of(count, n, (double)n, Z95);
}

Estimate estimate_mean(double mean, double sd, uint64_t n) {
  if (n < 2 || !(sd > 0))
    return estimate_plain(mean, n);
  double z = student_quantile(0.975, (double)n - 1);
  double half = z * sd / sqrt((double)n);
  return (Estimate){mean, mean - half, mean + half, n};
}

Estimate estimate_mean_look(Estimate e, int raised) {
  if (!raised || !estimate_has_interval(e))
    return e;
  double freedom = (double)e.n - 1;
  return estimate_widen(e,
                        student_quantile(1 - look_alpha(raised) / 2, freedom) /
                            student_quantile(0.975, freedom));
}

void deviations_add(Deviations *d, double deviation, double times) {
  double square = deviation * deviation;
  d->n += times;
  d->squares += times * square;
  d->fourths += times * square * square;
}

bool deviations_support_mean(const Deviations *d, double alike) {
  return d->n >= MEAN_GAMES * alike &&
         d->squares * d->squares >= MEAN_PARTS * alike * d->fourths;
}

/* The number of rare games is Poisson. If k occurred, 1.96 times √k does not
 * reach up to the 97.5% limit of their expectation (Wilson and Hilferty 1931).
 * The square of the factor that is missing allows for games of different size
 * as well. */
double deviations_stretch(const Deviations *d, double alike) {
  if (deviations_support_mean(d, alike))
    return 1;
  if (d->n < MEAN_GAMES * alike)
    return INFINITY;
  double k = fmax(d->squares * d->squares / d->fourths / alike, 1);
  double limit =
      (k + 1) * pow(1 - 1 / (9 * (k + 1)) + Z95 / 3 / sqrt(k + 1), 3);
  double factor = (limit - k) / (Z95 * sqrt(k));
  return factor * factor;
}

const char *deviations_objection(double n, double alike) {
  return n < MEAN_GAMES * alike
             ? "too few for an interval"
             : "no interval: it depends on a few unusual games";
}

/* n Σx² − (Σx)² is an integer, so the subtraction is exact. */
double moments_sd(const Moments *m) {
  if (m->count < 2)
    return 0;
  double n = (double)m->count;
  Wide spread = m->count * m->squares - (Wide)m->sum * m->sum;
  return sqrt((double)spread / n / (n - 1));
}

Estimate moments_mean(const Moments *m) {
  double mean = m->count ? (double)m->sum / (double)m->count : NAN;
  return estimate_clamp(estimate_mean(mean, moments_sd(m), m->count), 0,
                        INFINITY);
}

double signed_moments_mean(const SignedMoments *m) {
  return m->count ? (double)m->sum / (double)m->count : NAN;
}

/* The deviations from a whole number near the mean are small, so that no digits
 * are lost: Σ(x − c)² − (Σ(x − c))² / n. */
double signed_moments_sd(const SignedMoments *m) {
  if (m->count < 2)
    return 0;
  SignedWide n = (SignedWide)m->count, c = m->sum / n, rest = m->sum - c * n;
  SignedWide squares = (SignedWide)m->squares - 2 * c * m->sum + c * c * n;
  double spread = (double)squares - (double)rest * (double)rest / (double)n;
  return sqrt(fmax(spread, 0) / ((double)n - 1));
}

void sums_add(Sums *s, double number) {
  s->n++;
  s->sum += number;
  s->squares += number * number;
}

Estimate sums_mean(const Sums *s) {
  double n = (double)s->n;
  double squares = fmax(s->squares - s->sum * (s->sum / n), 0);
  return estimate_mean(s->sum / n, sqrt(squares / (n - 1)), s->n);
}

void pairs_add(Pairs *p, double x, double y) {
  p->n++;
  p->x += x;
  p->y += y;
  p->xx += x * x;
  p->xy += x * y;
  p->yy += y * y;
}

/* The variance of the ratio r of two means is that of the mean of x − r y,
 * divided by the squared mean of y. */
Estimate estimate_ratio(const Pairs *p) {
  double n = (double)p->n;
  if (p->y == 0)
    return estimate_plain(NAN, p->n);
  double ratio = p->x / p->y;
  double squares = p->xx - 2 * ratio * p->xy + ratio * ratio * p->yy;
  if (squares < 0)
    squares = 0; /* rounding */
  return estimate_mean(ratio, sqrt(squares / (n - 1)) * n / fabs(p->y), p->n);
}

/* All ratios r for which the mean of x − r y may be 0: the roots of a quadratic
 * equation in r. */
Estimate estimate_ratio_fieller(const Pairs *p) {
  double n = (double)p->n, x = p->x / n, y = p->y / n;
  if (p->n < 2 || p->y == 0)
    return estimate_plain(p->y == 0 ? NAN : x / y, p->n);
  double t = student_quantile(0.975, n - 1), scale = t * t / (n - 1) / n;
  double a = y * y - scale * (p->yy - n * y * y);
  double b = x * y - scale * (p->xy - n * x * y);
  double c = x * x - scale * (p->xx - n * x * x);
  if (a <= 0) /* y may be 0, and the ratio anything */
    return estimate_plain(x / y, p->n);
  double root = sqrt(fmax(b * b - a * c, 0));
  return (Estimate){x / y, (b - root) / a, (b + root) / a, p->n};
}

Estimate estimate_none(void) {
  return (Estimate){NAN, NAN, NAN, 0};
}

Estimate estimate_plain(double value, uint64_t n) {
  return (Estimate){value, NAN, NAN, n};
}

bool estimate_has_interval(Estimate e) {
  return !isnan(e.low);
}

Estimate estimate_clamp(Estimate e, double min, double max) {
  e.low = e.low < min ? min : e.low;
  e.high = e.high > max ? max : e.high;
  return e;
}

double estimate_half_width(Estimate estimate) {
  return (estimate.high - estimate.low) / 2;
}

Estimate estimate_widen(Estimate e, double factor) {
  return (Estimate){e.value, e.value - factor * (e.value - e.low),
                    e.value + factor * (e.high - e.value), e.n};
}
