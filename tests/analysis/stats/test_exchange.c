/* The exchange test: against Fisher's exact test, against counting by hand, and
 * the normal approximation against both. */
#include "analysis/stats/exchange.h"
#include "tests/support/support.h"
#include <math.h>

static void assert_near(double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance))
    fail_msg("%.15g is not %.15g", value, wanted);
}

/* Two players who change seats: what counts is who wins, whoever sits first.
 * Kinds of results: the first seat wins, the second wins, a draw. */
static Exchange two_players(const double games[6]) {
  static const int WEIGHT[] = {1, -1, 0, -1, 1, 0};
  ExchangeTest test = {0};
  ExchangeStratum stratum = {2, 3, games, WEIGHT};
  exchange_add(&test, &stratum);
  return exchange_end(&test);
}

/* Without draws it is Fisher's exact test of whether the first seat wins
 * equally often in both seatings: twice the smaller tail of phyper in R. */
static void without_draws_it_is_fishers_test(void **state) {
  (void)state;
  static const struct {
    double games[6], p;
  } CASES[] = {
      {{10, 0, 0, 0, 10, 0}, 2 / 184756.0}, /* choose(20, 10) ways */
      {{6, 4, 0, 3, 7, 0}, 0.36984996427720884},
      {{5, 5, 0, 5, 5, 0}, 1},
      {{3, 0, 0, 0, 3, 0}, 0.1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near(two_players(CASES[i].games).p, CASES[i].p, 1e-12);
}

/* One win each way and a draw: of the 3 * 2 * 1 ways to deal out three results
 * to seatings of two and one, 2/6 count as much or more. */
static void draws_count_half(void **state) {
  (void)state;
  static const double GAMES[] = {1, 0, 1, 0, 1, 0};
  /* The first seating gets two of {+, -, 0}; dealt {+, 0} the sum is 2, {+, -}
   * 0, {-, 0} -2. */
  Exchange result = two_players(GAMES);
  assert_near(result.p, 2 / 3.0, 1e-12);
}

static void equal_results_show_nothing(void **state) {
  (void)state;
  static const double DRAWN[] = {0, 0, 9, 0, 0, 9};
  Exchange result = two_players(DRAWN);
  assert_near(result.p, 1, 1e-12);
  assert_near(result.z, 0, 0);
}

static void strata_are_added(void **state) {
  (void)state;
  ExchangeTest test = {0};
  static const double WON[] = {1, 0, 0, 1};
  static const int OWN[] = {1, 0, -1, 0};
  ExchangeStratum won = {2, 2, WON, OWN};
  for (int i = 0; i < 5; i++)
    exchange_add(&test, &won);
  Exchange result = exchange_end(&test);
  assert_near(result.p, 2 / 32.0, 1e-12); /* a sign test of five pairs */
  assert_near(result.z, sqrt(5), 1e-12);
}

/* Counting stops where it would take too long. */
static void many_games_are_approximated_well(void **state) {
  (void)state;
  static const double FEW[] = {130, 100, 170, 110, 120, 170};
  static const double MANY[] = {20300, 20000, 25000, 20000, 20300, 25000};
  Exchange few = two_players(FEW), many = two_players(MANY);
  assert_near(few.p, 2 * (1 - erfc(-few.z / sqrt(2)) / 2), 0.02);
  assert_near(many.p, 2 * (1 - erfc(-many.z / sqrt(2)) / 2), 1e-9);
  assert_true(many.p > 0.01 && many.p < 0.2);
}

/* Three seatings of the same pattern: one bot against two of another kind. */
static void more_seatings_are_approximated(void **state) {
  (void)state;
  static const int WEIGHT[] = {2, -1, -1, -1, 2, -1, -1, -1, 2};
  static const double GAMES[] = {20, 5, 5, 5, 20, 5, 5, 5, 20};
  ExchangeTest test = {0};
  ExchangeStratum stratum = {3, 3, GAMES, WEIGHT};
  exchange_add(&test, &stratum);
  Exchange result = exchange_end(&test);
  /* Hoeffding: each of 9 cells of 30 * 30 games has a rest of 2 or -1, so the
   * variance is 900 * (3 * 4 + 6 * 1) / 89; the sum is 3 * (40 - 10). */
  assert_near(result.z, 90 / sqrt(900 * 18 / 89.0), 1e-12);
  assert_true(result.p < 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_draws_it_is_fishers_test),
      cmocka_unit_test(draws_count_half),
      cmocka_unit_test(equal_results_show_nothing),
      cmocka_unit_test(strata_are_added),
      cmocka_unit_test(many_games_are_approximated_well),
      cmocka_unit_test(more_seatings_are_approximated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
