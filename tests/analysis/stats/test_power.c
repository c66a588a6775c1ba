/* How many games show a difference: known answers. That they do is simulated in
 * referee_plan. */
#include "tests/support/support.h"

#include "analysis/stats/plan.h"
#include <math.h>

static void assert_near(double is, double should) {
  if (!(fabs(is - should) <= 1e-6 * fabs(should)))
    fail_msg("%.12f is not %.12f", is, should);
}

/* R: power.t.test's formula with normal quantiles,
 * (qnorm(.975) + qnorm(power))^2 * variance / difference^2 */
static void games_follow_from_the_difference(void **state) {
  (void)state;
  static const struct {
    double variance, difference, power, games;
  } CASES[] = {
      {1, 0.02, 0.8, 19622.1993359},  {1, 0.02, 0.9, 26268.5576536},
      {0.5, 0.02, 0.8, 9811.0996679}, {1, 0.1, 0.8, 784.8879734},
      {100, 1, 0.5, 384.145882},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double games =
        power_games(CASES[i].variance, CASES[i].difference, CASES[i].power);
    assert_near(games, CASES[i].games);
  }
}

/* The variance of a larger difference between two sides is smaller. */
static void sides_that_differ_vary_less(void **state) {
  (void)state;
  assert_near(power_side_variance(0.3, 0.1), 0.69);
  assert_near(power_side_variance(0.5, 0.5), 0.25);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_follow_from_the_difference),
      cmocka_unit_test(sides_that_differ_vary_less),
  };
  return RUN_TESTS(tests);
}
