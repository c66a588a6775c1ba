/* Quantiles of Student's t and tails of the binomial distribution: known
 * answers, and how often the interval of a mean holds. */
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/estimate.h"
#include "core/base/rng.h"
#include <math.h>

static void assert_close(double is, double should) {
  if (!(fabs(is - should) <= 2e-13 * fabs(should)))
    fail_msg("%.17g is not %.17g", is, should);
}

/* Computed elsewhere with 40 digits; qt(p, freedom) gives the same. */
static void student_quantiles_are_exact(void **state) {
  (void)state;
  static const double CASES[][3] = {
      {0.975, 1, 12.7062047361747},      {0.975, 2, 4.302652729749464},
      {0.975, 3, 3.18244630528371},      {0.975, 9, 2.262157162798206},
      {0.975, 29, 2.045229642132704},    {0.975, 99, 1.984216951586417},
      {0.975, 999, 1.96234146113345},    {0.975, 10000, 1.960201239890626},
      {0.975, 20000, 1.960082605158135}, {0.975, 1e12, 1.959963984542427},
      {0.6, 1.5, 0.3007453925697954},    {0.9999, 4, 13.03367172089646},
      {0.25, 7, -0.7111417780817863},    {1e-10, 2, -70710.67810804815},
      {1e-10, 5, -156.8255927088943},    {1e-10, 12000, -6.366840462252726},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_close(student_quantile(CASES[i][0], CASES[i][1]), CASES[i][2]);
  /* The tails have a closed form for one and two degrees of freedom. */
  assert_close(student_tail(1, 1), 0.25);
  assert_close(student_tail(2, 2), (1 - 2 / sqrt(6)) / 2);
  assert_true(student_quantile(0.5, 3) == 0);
}

/* Summed elsewhere in exact fractions. */
static void binomial_tails_are_exact(void **state) {
  (void)state;
  static const struct {
    uint64_t count, n;
    double p, at_least;
  } CASES[] = {
      {0, 1, 0.5, 1},
      {3, 10, 0.3, 0.6172172136},
      {10, 60, 0.5, 0.999999984574822},
      {50, 60, 0.5, 8.08190728307859e-08},
      {450, 1000, 0.5, 0.999304129202789},
      {30, 1000, 0.05, 0.999280802719785},
      {39, 3000, 0.01, 0.0638750181432844},
      {7, 7, 0.25, 6.103515625e-05},
      {3, 7, 0, 0},
      {3, 7, 1, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    assert_close(binomial_at_least(CASES[i].count, CASES[i].n, CASES[i].p),
                 CASES[i].at_least);
  }
  assert_true(binomial_at_least(8, 7, 0.5) == 0);
}

/* With so many games the normal distribution is exact to 11 digits. */
static void a_trillion_games_have_exact_tails(void **state) {
  (void)state;
  double tail = binomial_at_least(500001000000, 1000000000000, 0.5);
  double normal = erfc((1e6 - 0.5) / 5e5 / sqrt(2)) / 2;
  assert_true(fabs(tail / normal - 1) < 1e-9);
}

static double normal_number(Rng *rng) {
  double u = ((double)(rng_next(rng) >> 12) + 0.5) * 0x1p-52;
  double v = (double)(rng_next(rng) >> 12) * 0x1p-52;
  return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v); /* Box & Muller (1958) */
}

/* Means of five normal numbers: with 1.96 in place of 2.78 standard errors the
 * interval would miss in 12% of cases. */
static void the_interval_of_few_normal_numbers_holds(void **state) {
  (void)state;
  enum { TRIALS = 20000, N = 5 };
  int missed = 0, normal = 0;
  Rng rng;
  rng_seed(&rng, 17, 0);
  for (int i = 0; i < TRIALS; i++) {
    Sums sums = {0};
    for (int k = 0; k < N; k++)
      sums_add(&sums, normal_number(&rng));
    Estimate e = sums_mean(&sums);
    missed += e.low > 0 || e.high < 0;
    double error = estimate_half_width(e) / student_quantile(0.975, N - 1);
    normal += fabs(e.value) > Z95 * error;
  }
  print_message("t missed %d of %d, z would %d\n", missed, TRIALS, normal);
  assert_in_range(missed, TRIALS * 0.045, TRIALS * 0.055);
  assert_true(normal > TRIALS / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(student_quantiles_are_exact),
      cmocka_unit_test(binomial_tails_are_exact),
      cmocka_unit_test(a_trillion_games_have_exact_tails),
      cmocka_unit_test(the_interval_of_few_normal_numbers_holds),
  };
  return RUN_TESTS(tests);
}
