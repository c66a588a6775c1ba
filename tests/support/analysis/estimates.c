#include "tests/support/analysis/estimates.h"

#include "analysis/stats/distribution.h"
#include "tests/support/support.h"
#include <math.h>

void assert_within(const char *what, double is, double should,
                   double tolerance) {
  bool same = is == should || (isnan(is) && isnan(should));
  if (!same && !(fabs(is - should) <= tolerance))
    fail_msg("%s: %.15g is not %.15g", what, is, should);
}

void assert_near(const char *what, double is, double should) {
  assert_within(what, is, should,
                isfinite(should) ? 1e-9 * fmax(1, fabs(should)) : 0);
}

void assert_interval(const char *what, Estimate is, double low, double high) {
  assert_near(what, is.low, low);
  assert_near(what, is.high, high);
}

void assert_estimate(const char *what, Estimate is, double value, double low,
                     double high) {
  assert_near(what, is.value, value);
  assert_near(what, is.low, low);
  assert_near(what, is.high, high);
}

void assert_same(const char *what, Estimate is, Estimate should) {
  assert_estimate(what, is, should.value, should.low, should.high);
  if (is.n != should.n)
    fail_msg("%s: of %llu, not %llu", what, (unsigned long long)is.n,
             (unsigned long long)should.n);
}

void assert_wanted(const char *what, Estimate is, Wanted should) {
  assert_within(what, is.value, should.value, 1e-9);
  assert_within(what, is.low, should.low, 1e-9);
  assert_within(what, is.high, should.high, 1e-9);
}

void assert_no_interval(Estimate e) {
  assert_true(isnan(e.low) && isnan(e.high) && !estimate_has_interval(e));
}

Estimate slow_mean(const double x[], int n) {
  double sum = 0, squares = 0;
  for (int i = 0; i < n; i++)
    sum += x[i];
  for (int i = 0; i < n; i++)
    squares += pow(x[i] - sum / n, 2);
  double half =
      student_quantile(0.975, fmax(n - 1, 1)) * sqrt(squares / (n - 1) / n);
  return n < 2 || squares == 0
             ? (Estimate){sum / n, NAN, NAN, (uint64_t)n}
             : (Estimate){sum / n, sum / n - half, sum / n + half, (uint64_t)n};
}
