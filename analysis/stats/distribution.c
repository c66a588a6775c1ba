#define _GNU_SOURCE /* lgamma_r */
#include "analysis/stats/distribution.h"

#include "analysis/stats/estimate.h"
#include <math.h>

double normal_cdf(double x) {
  return erfc(-x / sqrt(2)) / 2;
}

/* Bisection comes near, and Newton's method accurate to the last digit, also in
 * the tails, where erfc keeps its relative precision. */
double normal_quantile(double p) {
  if (p > 0.5)
    return -normal_quantile(1 - p);
  double low = -40, high = 0;
  for (int i = 0; i < 22; i++) {
    double middle = (low + high) / 2;
    *(normal_cdf(middle) < p ? &low : &high) = middle;
  }
  for (int i = 0; i < 3 && high < 0; i++) {
    double density = exp(-high * high / 2) / sqrt(2 * acos(-1));
    high -= (normal_cdf(high) - p) / density;
  }
  return high;
}

/* lgamma_r, as lgamma has a global variable. */
double log_choose(double n, double k) {
  int sign;
  return lgamma_r(n + 1, &sign) - lgamma_r(k + 1, &sign) -
         lgamma_r(n - k + 1, &sign);
}

static double look_cubed(int raised) {
  double look = raised + 1.0;
  return look * look * look;
}

double look_alpha(int raised) {
  return 0.05 / look_cubed(raised);
}

double look_p(int raised, double p) {
  double adjusted = p * look_cubed(raised);
  return adjusted > 1 ? 1 : adjusted;
}

double look_z(int raised, int intervals) {
  double alpha = look_alpha(raised) / (intervals > 1 ? intervals : 1);
  return alpha == 0.05 ? Z95 : -normal_quantile(alpha / 2);
}

double bonferroni_z(int intervals) {
  return look_z(0, intervals);
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

double chi_square_tail(double x, double freedom) {
  int sign;
  double a = freedom / 2, half = x / 2;
  if (!(x > 0))
    return 1;
  double scale = exp(a * log(half) - half - lgamma_r(a, &sign));
  return half < a + 1 ? 1 - gamma_below(a, half, scale)
                      : gamma_above(a, half, scale);
}

/* ---- the incomplete beta function ----------------------------------------*/

/* ln n! − (n + 1/2) ln n + n − ln √2π, the error of Stirling's formula. */
static double stirling_error(double n) {
  static const double HALF_LOG_TWO_PI = 0.918938533204672741780329736406;
  int sign;
  if (n < 16)
    return lgamma_r(n + 1, &sign) - (n + 0.5) * log(n) + n - HALF_LOG_TWO_PI;
  double m = n * n;
  return (1.0 / 12 -
          (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / m) / m) / m) /
              m) /
         n;
}

/* x ln(x / mean) + mean − x, without cancellation where the two are close. */
static double deviance(double x, double mean) {
  double v = (x - mean) / (x + mean);
  if (fabs(v) >= 0.1)
    return x * log(x / mean) + mean - x;
  double sum = (x - mean) * v, term = 2 * x * v;
  for (int i = 3; i < 100; i += 2) {
    double before = sum;
    term *= v * v;
    sum += term / i;
    if (sum == before)
      break;
  }
  return sum;
}

/* x^a (1 − x)^b / B(a, b) by the saddle-point expansion of Loader (2000):
 * with logarithms of the gamma function, which are large, it would lose digits
 * the more games there are. `y` is 1 − x. */
static double beta_scale(double a, double b, double x, double y) {
  double n = a + b;
  double log_scale = stirling_error(n) - stirling_error(a) - stirling_error(b) -
                     deviance(a, n * x) - deviance(b, n * y);
  return exp(log_scale) * sqrt(a * b / (2 * acos(-1) * n));
}

/* The continued fraction of the regularized incomplete beta function I_x(a, b),
 * evaluated with Lentz's algorithm, for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x) {
  double d = 1 / (1 - (a + b) * x / (a + 1)), c = 1, product = d;
  for (int64_t i = 1; i < 100000000; i++) {
    double m = (double)i,
           even = m * (b - m) * x / (a + 2 * m - 1) / (a + 2 * m);
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    product *= d * c;
    double odd = -(a + m) * (a + b + m) * x / (a + 2 * m) / (a + 2 * m + 1);
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    product *= d * c;
    if (!(fabs(d * c - 1) >= 1e-15)) /* also ends if it is not a number */
      break;
  }
  return product;
}

/* I_x(a, b) for 0 < x < 1, with y = 1 − x. */
static double beta_below(double a, double b, double x, double y) {
  double scale = beta_scale(a, b, x, y);
  if (x < (a + 1) / (a + b + 2))
    return scale * beta_fraction(a, b, x) / a;
  return 1 - scale * beta_fraction(b, a, y) / b;
}

double beta_cdf(double x, double a, double b) {
  if (a <= 0 || x >= 1)
    return 1;
  return b <= 0 || x <= 0 ? 0 : beta_below(a, b, x, 1 - x);
}

double binomial_at_least(uint64_t count, uint64_t n, double p) {
  if (count > n)
    return 0;
  return beta_cdf(p, (double)count, (double)(n - count) + 1);
}

/* ---- Student's t ---------------------------------------------------------*/

double student_tail(double x, double freedom) {
  double sum = freedom + x * x;
  return beta_below(freedom / 2, 0.5, freedom / sum, x * x / sum) / 2;
}

double f_tail(double x, double freedom, double denominator) {
  double sum = denominator + freedom * x;
  if (!(x > 0))
    return 1;
  return beta_below(denominator / 2, freedom / 2, denominator / sum,
                    freedom * x / sum);
}

static double student_density(double x, double freedom) {
  double sum = freedom + x * x;
  return beta_scale(freedom / 2, 0.5, freedom / sum, x * x / sum) / x;
}

/* The expansion of Cornish and Fisher (1938) around the normal quantile z. */
static double student_expansion(double z, double freedom) {
  double s = z * z, v = freedom;
  double first = z * (s + 1) / 4;
  double second = z * ((5 * s + 16) * s + 3) / 96;
  double third = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
  return z + (first + (second + third / v) / v) / v;
}

/* The t that is exceeded with probability `tail` < 0.5. The logarithm of the
 * tail is a concave function of the logarithm of t, so Newton's method
 * converges from everywhere. */
static double student_upper(double tail, double freedom) {
  double t = -normal_quantile(tail);
  if (freedom > 10000)
    return student_expansion(t, freedom);
  for (int i = 0; i < 50; i++) {
    double above = student_tail(t, freedom);
    double step = log(above / tail) * above / (t * student_density(t, freedom));
    t *= exp(step);
    if (!(fabs(step) >= 1e-8))
      break; /* the error is about the square of the last step */
  }
  return t;
}

double student_quantile(double p, double freedom) {
  if (p < 0.5)
    return -student_upper(p, freedom);
  return p > 0.5 ? student_upper(1 - p, freedom) : 0;
}

/* ---- many tests ----------------------------------------------------------*/

static double *p_at(double *p, int i, size_t step) {
  return (double *)(void *)((char *)p + (size_t)i * step);
}

static double weight_of(const double *weight, int i) {
  return weight ? weight[i] : 1;
}

/* The test with the smallest p-value, by its weight, that is not yet adjusted;
 * -1 if there is none. Those that are have their sign bit set. */
static int find_smallest(double *p, const double *weight, int count,
                         size_t step) {
  int smallest = -1;
  double least = INFINITY;
  for (int i = 0; i < count; i++) {
    double one = *p_at(p, i, step), by_weight = one / weight_of(weight, i);
    if (!isnan(one) && !signbit(one) && by_weight < least) {
      smallest = i;
      least = by_weight;
    }
  }
  return smallest;
}

/* The smallest of m is multiplied by m, the next by m − 1, and so on; none
 * becomes smaller than the one before it. Weights count instead of tests. */
static void adjust(double *p, const double *weight, int count, size_t step) {
  double left = 0, adjusted = 0;
  int i;
  for (i = 0; i < count; i++)
    left += isnan(*p_at(p, i, step)) ? 0 : weight_of(weight, i);
  while ((i = find_smallest(p, weight, count, step)) >= 0) {
    double own = weight_of(weight, i);
    adjusted = fmin(fmax(adjusted, left / own * *p_at(p, i, step)), 1);
    *p_at(p, i, step) = -adjusted;
    left -= own;
  }
  for (i = 0; i < count; i++)
    if (!isnan(*p_at(p, i, step)))
      *p_at(p, i, step) = fabs(*p_at(p, i, step));
}

void holm_adjust(double *p, int count, size_t step) {
  adjust(p, NULL, count, step);
}

void holm_adjust_weighted(double p[], const double weight[], int count) {
  adjust(p, weight, count, sizeof *p);
}
