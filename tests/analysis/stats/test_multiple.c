/* Holm's adjustment: known answers, and how often a family of true hypotheses
 * has a false claim. */
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "core/base/rng.h"
#include <math.h>

enum { MOST = 8 };

/* p.adjust(p, "holm") in R. */
static void p_values_are_adjusted_as_in_r(void **state) {
  (void)state;
  static const struct {
    int count;
    double p[MOST], adjusted[MOST];
  } CASES[] = {
      {0, {0}, {0}},
      {1, {0.03}, {0.03}},
      {2, {0.04, 0.02}, {0.04, 0.04}},
      {4, {0.01, 0.04, 0.03, 0.005}, {0.03, 0.06, 0.06, 0.02}},
      /* ties, and no more than 1 */
      {4, {0.02, 0.02, 0.6, 0.7}, {0.08, 0.08, 1, 1}},
      /* 0, and numbers that would be lost beside 1 */
      {3, {1e-20, 0, 2e-20}, {2e-20, 0, 2e-20}},
      /* tests that were not made */
      {4, {NAN, 0.04, NAN, 0.02}, {NAN, 0.04, NAN, 0.04}},
      {2, {NAN, NAN}, {NAN, NAN}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double p[MOST];
    memcpy(p, CASES[i].p, sizeof p);
    holm_adjust(p, CASES[i].count, sizeof *p);
    for (int k = 0; k < CASES[i].count; k++) {
      double is = p[k], should = CASES[i].adjusted[k];
      if (!(fabs(is - should) <= 1e-12 * should ||
            (isnan(is) && isnan(should))))
        fail_msg("case %zu, number %d: %g is not %g", i, k, is, should);
      assert_true(isnan(is) || !signbit(is));
    }
  }
}

/* Twenty true hypotheses: 64% of families have a p-value below 0.05. */
static void
families_of_true_hypotheses_rarely_have_a_false_claim(void **state) {
  (void)state;
  enum { FAMILIES = 4000, TESTS = 20 };
  int plain = 0, adjusted = 0;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int family = 0; family < FAMILIES; family++) {
    double p[TESTS], smallest = 1, least = 1;
    for (int i = 0; i < TESTS; i++) {
      p[i] = (rng_below(&rng, 1000000) + 0.5) / 1e6;
      smallest = fmin(smallest, p[i]);
    }
    holm_adjust(p, TESTS, sizeof *p);
    for (int i = 0; i < TESTS; i++)
      least = fmin(least, p[i]);
    plain += smallest < 0.05;
    adjusted += least < 0.05;
  }
  assert_in_range(plain, FAMILIES * 6 / 10, FAMILIES);
  assert_in_range(adjusted, FAMILIES * 4 / 100, FAMILIES * 6 / 100);
}

int main(void) {
  const struct CMUnitTest multiple_tests[] = {
      cmocka_unit_test(p_values_are_adjusted_as_in_r),
      cmocka_unit_test(families_of_true_hypotheses_rarely_have_a_false_claim),
  };
  return RUN_TESTS(multiple_tests);
}
