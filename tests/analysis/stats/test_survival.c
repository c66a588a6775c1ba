/* Lengths of games of which some were stopped: known answers. How often the
 * intervals hold is simulated in referee_lengths. */
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/survival.h"
#include <math.h>

enum { MAX_PLIES = 60 };

static uint64_t ended[MAX_PLIES + 1], stopped[MAX_PLIES + 1];
static const LengthCounts COUNTS = {MAX_PLIES, ended, stopped, 1};

static void assert_near(double is, double should, double tolerance) {
  if (!(fabs(is - should) <= tolerance))
    fail_msg("%.12g is not %.12g", is, should);
}

/* Lengths, negative for games that were stopped, terminated by 0. */
static void count(const int lengths[]) {
  memset(ended, 0, sizeof ended);
  memset(stopped, 0, sizeof stopped);
  for (; *lengths; lengths++)
    if (*lengths > 0)
      ended[*lengths]++;
    else
      stopped[-*lengths]++;
}

/* The remissions of the treated patients of Freireich et al. (1963), in every
 * textbook. In R's survival:
 *   print(survfit(Surv(time, status) ~ 1), rmean = 35)
 *   median 23, restricted mean 23.3 with a standard error of 2.83. */
static void the_textbook_example_has_its_known_answers(void **state) {
  (void)state;
  static const int WEEKS[] = {6,   6,   6,   -6,  7,   -9,  10, -10,
                              -11, 13,  16,  -17, -19, -20, 22, 23,
                              -25, -32, -32, -34, -35, 0};
  /* shares that have ended: 0.143, 0.193, 0.247, 0.310, 0.373, 0.462, 0.552 */
  static const double CASES[][2] = {
      {0.142, 6},  {0.143, 7},  {0.193, 7},  {0.194, 10},      {0.247, 10},
      {0.248, 13}, {0.309, 13}, {0.311, 16}, {0.372, 16},      {0.374, 22},
      {0.461, 22}, {0.463, 23}, {0.551, 23}, {0.553, INFINITY}};
  count(WEEKS);
  assert_int_equal(survival_games(&COUNTS), 21);
  assert_int_equal(survival_horizon(&COUNTS), 35);
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_true(survival_quantile(&COUNTS, CASES[i][0]).value == CASES[i][1]);
  assert_true(isinf(survival_quantile(&COUNTS, 0.5).high));
  assert_true(survival_quantile(&COUNTS, 0.9).low < 35);
  Estimate mean = survival_mean(&COUNTS);
  assert_near(mean.value, 23.2873, 5e-4);
  /* Ten games are known to end before week 35 or to reach it. */
  double error = (mean.value - mean.low) / student_quantile(0.975, 9);
  assert_near(error, 2.8269 * sqrt(10.0 / 9), 1e-3);
  assert_near(mean.high, 23.2873 + student_quantile(0.975, 9) * error, 1e-3);
}

static void games_that_all_end_have_the_ordinary_mean(void **state) {
  (void)state;
  static const int LENGTHS[] = {3, 2, 4, 9, 0};
  count(LENGTHS);
  assert_int_equal(survival_horizon(&COUNTS), -1);
  Estimate mean = survival_mean(&COUNTS);
  assert_near(mean.value, 4.5, 1e-12);
  assert_near(mean.high, 4.5 + 3.1091263510296 / 2 * 3.18244630528371, 1e-9);
  assert_near(survival_sd(&COUNTS).value, 3.1091263510296, 1e-12);
}

/* The same games, played with a limit of 4 plies: E min(length, 4). */
static void a_limit_restricts_the_mean(void **state) {
  (void)state;
  static const int TRUNCATED[] = {3, 2, 4, -4, 0};
  const double deviation = 0.957427107756338;
  count(TRUNCATED);
  Estimate mean = survival_mean(&COUNTS);
  assert_near(mean.value, 3.25, 1e-12);
  assert_near(mean.low, 3.25 - deviation / 2 * 3.18244630528371, 1e-9);
  assert_true(mean.high == 4);
  assert_near(survival_sd(&COUNTS).value, deviation, 1e-12);
  assert_true(survival_quantile(&COUNTS, 0.7).value == 4);
  assert_true(isinf(survival_quantile(&COUNTS, 0.8).value));
}

static void games_that_never_end_are_at_least_as_long(void **state) {
  (void)state;
  static const int LENGTHS[] = {-40, -40, -40, -40, -40, -40, -40, -40, 0};
  count(LENGTHS);
  Estimate median = survival_quantile(&COUNTS, 0.5);
  assert_true(isinf(median.value) && isinf(median.high) && median.low == 40);
  Estimate mean = survival_mean(&COUNTS);
  assert_true(mean.value == 40 && !estimate_has_interval(mean));
  /* of 8 games, some of which end within 40 plies, none may by chance */
  assert_true(survival_quantile(&COUNTS, 0.05).low == 0);
}

static void no_games_have_no_length(void **state) {
  (void)state;
  static const int NONE[] = {0};
  count(NONE);
  assert_true(isnan(survival_mean(&COUNTS).value));
  assert_true(isnan(survival_quantile(&COUNTS, 0.5).value));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_textbook_example_has_its_known_answers),
      cmocka_unit_test(games_that_all_end_have_the_ordinary_mean),
      cmocka_unit_test(a_limit_restricts_the_mean),
      cmocka_unit_test(games_that_never_end_are_at_least_as_long),
      cmocka_unit_test(no_games_have_no_length),
  };
  return RUN_TESTS(tests);
}
