/* The exact tests: against R, and against brute force. */
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include <math.h>

static void assert_near(double is, double should, double tolerance) {
  if (!(fabs(is - should) <= tolerance))
    fail_msg("%.15g is not %.15g", is, should);
}

/* binom.test(one, one + other)$p.value */
static void the_sign_test_agrees_with_r(void **state) {
  (void)state;
  static const struct {
    uint64_t one, other;
    double p;
  } CASES[] = {
      {0, 0, 1},
      {1, 0, 1},
      {5, 0, 0.0625},
      {6, 0, 0.03125},
      {0, 6, 0.03125},
      {3, 2, 1},
      {8, 2, 0.109375},
      {9, 1, 0.021484375},
      {60, 40, 0.0568879336},
      {61, 39, 0.0352002002},
      {530, 470, 0.0620231951},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near(sign_test(CASES[i].one, CASES[i].other), CASES[i].p, 1e-9);
}

/* Of fair coins, a test at 5% rejects at most that often, whatever n. */
static void the_sign_test_keeps_its_level(void **state) {
  (void)state;
  for (uint64_t n = 1; n <= 120; n++)
    for (int percent = 1; percent <= 10; percent++) {
      double rejected = 0;
      for (uint64_t heads = 0; heads <= n; heads++)
        if (sign_test(heads, n - heads) <= percent / 100.0)
          rejected += binomial_at_least(heads, n, 0.5) -
                      binomial_at_least(heads + 1, n, 0.5);
      if (rejected > percent / 100.0 + 1e-12)
        fail_msg("%d%% of %d: %g", percent, (int)n, rejected);
    }
}

/* How often the test of n coins rejects in favour of heads. */
static double power_of(uint64_t n, double alpha, double chance) {
  double power = 0;
  for (uint64_t heads = n / 2 + 1; heads <= n; heads++)
    if (sign_test(heads, n - heads) <= alpha)
      power += binomial_at_least(heads, n, chance) -
               binomial_at_least(heads + 1, n, chance);
  return power;
}

static void what_is_detectable_is_detected_with_that_power(void **state) {
  (void)state;
  for (uint64_t n = 6; n < 400; n += 7)
    assert_near(power_of(n, 0.05, sign_test_detectable(n, 0.05, 0.8)), 0.8,
                1e-9);
  /* six heads in a row have p = 1/32, five 1/16 */
  assert_true(isnan(sign_test_detectable(5, 0.05, 0.8)));
  assert_true(isnan(sign_test_detectable(0, 0.05, 0.8)));
  assert_near(sign_test_detectable(6, 0.05, 0.8), pow(0.8, 1 / 6.0), 1e-12);
}

/* Every way to give n games to the classes, one after the other. */
static double brute_force(const uint64_t count[], int classes) {
  int games = 0, all = 1, hits = 0;
  uint64_t least = 0;
  for (int i = 0; i < classes; i++) {
    games += (int)count[i];
    least += count[i] * count[i];
  }
  for (int i = 0; i < games; i++)
    all *= classes;
  for (int way = 0; way < all; way++) {
    uint64_t in[8] = {0}, squares = 0;
    for (int i = 0, left = way; i < games; i++, left /= classes)
      in[left % classes]++;
    for (int i = 0; i < classes; i++)
      squares += in[i] * in[i];
    hits += squares >= least;
  }
  return (double)hits / all;
}

static void the_multinomial_test_agrees_with_brute_force(void **state) {
  (void)state;
  static const struct {
    int classes;
    uint64_t count[5];
  } CASES[] = {
      {2, {9, 1}},       {3, {0, 0, 0}},    {3, {1, 0, 0}},
      {3, {5, 3, 1}},    {3, {4, 4, 4}},    {3, {0, 9, 0}},
      {4, {3, 3, 1, 1}}, {4, {0, 8, 0, 1}}, {5, {1, 2, 3, 1, 0}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near(multinomial_test(CASES[i].count, CASES[i].classes),
                brute_force(CASES[i].count, CASES[i].classes), 1e-12);
}

/* The most classes and games that are allowed: the probabilities of all
 * partitions add up to 1, those of the counts that are most equal. */
static void many_classes_are_no_problem(void **state) {
  (void)state;
  uint64_t count[16];
  for (int i = 0; i < 16; i++)
    count[i] = MULTINOMIAL_MAX;
  assert_near(multinomial_test(count, 16), 1, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_sign_test_agrees_with_r),
      cmocka_unit_test(the_sign_test_keeps_its_level),
      cmocka_unit_test(what_is_detectable_is_detected_with_that_power),
      cmocka_unit_test(the_multinomial_test_agrees_with_brute_force),
      cmocka_unit_test(many_classes_are_no_problem),
  };
  return RUN_TESTS(tests);
}
