/* Means and ratios, with their intervals: against R and by simulation. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/support.h"

#include <math.h>

/* x <- c(3, 2, 4, 9); mean(x) + c(0, -1, 1) * qt(.975, 3) * sd(x) / 2 */
static void moments_agree_with_r(void **state) {
  (void)state;
  static const uint64_t NUMBERS[] = {3, 2, 4, 9};
  Moments m = {0};
  assert_no_interval(moments_mean(&m));
  assert_true(isnan(moments_mean(&m).value) && moments_mean(&m).n == 0);
  moments_add(&m, 3);
  assert_no_interval(moments_mean(&m));
  assert_true(moments_mean(&m).value == 3 && moments_sd(&m) == 0);
  for (size_t i = 1; i < COUNT(NUMBERS); i++)
    moments_add(&m, NUMBERS[i]);
  assert_within("deviation", moments_sd(&m), 3.1091263510296, 1e-12);
  assert_wanted("mean", moments_mean(&m), (Wanted){4.5, 0, 9.44731383424719});
  assert_int_equal(moments_mean(&m).n, 4);
}

/* Of scores with draws, found by bisection: where (m - q)^2 = z^2 q (1 - q) / N
 * with N games without draws of the same variance, z^2 of these added. */
static void
scores_with_draws_have_intervals_right_up_to_the_ends(void **state) {
  (void)state;
  static const struct {
    double mean, variance, games;
    Wanted wanted;
  } CASES[] = {
      {0.5, 0.25, 100, {0.5, 0.403831530365996, 0.596168469634004}},
      {0.995, 0.0025, 200, {0.995, 0.981715040317263, 0.998646067912005}},
      {0.5, 0, 20, {0.5, 0.413370373652408, 0.586629626347592}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_wanted("score",
                  estimate_bounded_mean_z(CASES[i].mean, CASES[i].variance,
                                          CASES[i].games, Z95),
                  CASES[i].wanted);
}

static void the_interval_of_a_mean_is_not_negative(void **state) {
  (void)state;
  Moments m = {0};
  moments_add(&m, 0);
  moments_add(&m, 10);
  Estimate e = moments_mean(&m);
  assert_true(e.value == 5 && e.low == 0);
  assert_within("high", e.high, 5 + 12.7062047361747 * 5, 1e-12);
}

/* The numbers are 1e9 and 1e9 + 2, 5e8 times each: doubles would lose the
 * difference of their squares. */
static void moments_of_large_numbers_are_exact(void **state) {
  (void)state;
  const uint64_t EACH = 500000000, LOW = 1000000000, HIGH = LOW + 2;
  Moments m = {2 * EACH, EACH * (LOW + HIGH),
               (Wide)EACH * ((Wide)LOW * LOW + (Wide)HIGH * HIGH)};
  assert_within("deviation", moments_sd(&m), 1 + 0.5e-9, 1e-15);
  assert_within("mean", moments_mean(&m).value, 1e9 + 1, 0);
}

/* r <- sum(x) / sum(y), also coef(lm(x ~ 0 + y, weights = 1 / y))
 * r + c(0, -1, 1) * qt(.975, n - 1) * sd(x - r * y) / sqrt(n) / mean(y) */
static void ratios_agree_with_r(void **state) {
  (void)state;
  static const struct {
    int n;
    double x[6], y[6];
    Wanted wanted;
  } CASES[] = {
      {6,
       {60, 45, 210, 12, 96, 33},
       {10, 9, 30, 4, 12, 11},
       {6, 4.04291104141351, 7.95708895858649}},
      {2, {20, 30}, {10, 10}, {2.5, -3.85310236808737, 8.85310236808737}},
      {2, {2, 90}, {2, 3}, {18.4, -158.470369927552, 195.270369927552}},
      {4,
       {-3, 5, 8, -1},
       {2, 4, 4, 1},
       {0.818181818181818, -1.54717294009366, 3.18353657645729}},
      {3, {4, 6, 10}, {2, 3, 5}, {2, NAN, NAN}}, /* equal in all */
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Pairs pairs = {0};
    for (int k = 0; k < CASES[i].n; k++)
      pairs_add(&pairs, CASES[i].x[k], CASES[i].y[k]);
    assert_wanted("ratio", estimate_ratio(&pairs), CASES[i].wanted);
    assert_int_equal(estimate_ratio(&pairs).n, CASES[i].n);
  }
}

static void ratios_of_one_pair_or_none_have_no_interval(void **state) {
  (void)state;
  Pairs pairs = {0};
  assert_no_interval(estimate_ratio(&pairs));
  assert_true(isnan(estimate_ratio(&pairs).value));
  pairs_add(&pairs, 6, 4);
  assert_no_interval(estimate_ratio(&pairs));
  assert_true(estimate_ratio(&pairs).value == 1.5);
}

/* Outcomes of 0 and 1 with the chance y, which is rarely large: the ratio of
 * their totals is 1, and estimates of it are skewed. */
static void fieller_s_interval_holds_for_skewed_ratios(void **state) {
  (void)state;
  enum { TIMES = 2000, GAMES = 60 };
  int missed = 0;
  Rng rng;
  rng_seed(&rng, 5, 0);
  for (int i = 0; i < TIMES; i++) {
    Pairs pairs = {0};
    for (int game = 0; game < GAMES; game++) {
      double y = pow((rng_next(&rng) >> 11) * 0x1p-53, 4);
      pairs_add(&pairs, (rng_next(&rng) >> 11) * 0x1p-53 < y, y);
    }
    Estimate e = estimate_ratio_fieller(&pairs);
    missed += !(e.low <= 1 && 1 <= e.high);
  }
  print_message("missed %d of %d\n", missed, TIMES);
  assert_in_range(missed, TIMES / 40, TIMES * 13 / 200);
  /* By hand: x̄ = 2, ȳ = 1; t = 4.303; no interval if ȳ may be 0. */
  Pairs few = {0};
  pairs_add(&few, 1, 0);
  pairs_add(&few, 2, 1);
  pairs_add(&few, 3, 2);
  assert_no_interval(estimate_ratio_fieller(&few));
  assert_within("ratio", estimate_ratio_fieller(&few).value, 2, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fieller_s_interval_holds_for_skewed_ratios),
      cmocka_unit_test(moments_agree_with_r),
      cmocka_unit_test(scores_with_draws_have_intervals_right_up_to_the_ends),
      cmocka_unit_test(the_interval_of_a_mean_is_not_negative),
      cmocka_unit_test(moments_of_large_numbers_are_exact),
      cmocka_unit_test(ratios_agree_with_r),
      cmocka_unit_test(ratios_of_one_pair_or_none_have_no_interval),
  };
  return RUN_TESTS(tests);
}
