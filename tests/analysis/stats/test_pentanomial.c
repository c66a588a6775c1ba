/* Scores of matches in Elo, and the sequential test: known answers. */
#include "tests/support/support.h"

#include "analysis/metrics/stopping_rule.h"
#include "analysis/stats/sprt.h"
#include <math.h>

/* ---- scores --------------------------------------------------------------*/

static void a_score_is_an_elo_difference(void **state) {
  (void)state;
  assert_true(fabs(elo_of_score(10.0 / 11) - 400) < 1e-9);
  assert_true(fabs(elo_of_score(0.5)) < 1e-12);
  assert_true(fabs(score_of_elo(-200) - 0.2402530734) < 1e-9);
  assert_true(isinf(elo_of_score(0)) && isinf(elo_of_score(1)));
}

static void the_mean_and_the_variance_are_of_observations(void **state) {
  (void)state;
  const ScoreCounts games = {1, {2, 4, 4}};
  assert_true(fabs(scores_mean(&games) - 0.6) < 1e-12);
  assert_true(fabs(scores_variance(&games) - 1.4 / 9) < 1e-12);
  const ScoreCounts pairs = {2, {1, 2, 3, 2, 2}};
  assert_true(fabs(scores_mean(&pairs) - 0.55) < 1e-12);
  assert_true(fabs(scores_variance(&pairs) - 0.975 / 9) < 1e-12);
  assert_int_equal(scores_estimate(&pairs).n, 20);
}

/* Without drawn games the likelihood is the binomial one: its 95% interval for
 * 60 of 100 is where the log-likelihood is within t^2/2 of its maximum. */
static void the_interval_is_a_likelihood_interval(void **state) {
  (void)state;
  const ScoreCounts games = {1, {40, 0, 60}};
  Estimate e = scores_estimate(&games);
  double t = 1.9842169515, at[] = {e.low, e.high};
  for (int i = 0; i < 2; i++) {
    double fall = 60.25 * log(60.25 / 100.5 / at[i]) +
                  40.25 * log(40.25 / 100.5 / (1 - at[i]));
    assert_true(fabs(fall - t * t / 2) < 1e-6);
  }
  assert_true(e.low < 0.6 && e.high > 0.6);
  Estimate elo = elo_of_estimate(scores_estimate(&games));
  assert_true(fabs(elo.value - 70.4365) < 1e-3);
  assert_true(fabs(elo.low - elo_of_score(e.low)) < 1e-12);
}

/* 60 of 100 games are 2.02 standard errors from one half, as is the square root
 * of twice the log-likelihood. */
static void the_test_agrees_with_the_interval(void **state) {
  (void)state;
  const ScoreCounts list[] = {{1, {40, 0, 60}},       {1, {38, 0, 62}},
                              {1, {5, 90, 15}},       {2, {10, 20, 40, 30, 10}},
                              {2, {0, 0, 40, 20, 0}}, {2, {30, 0, 0, 0, 30}}};
  for (size_t i = 0; i < COUNT(list); i++) {
    Estimate e = scores_estimate(&list[i]);
    assert_true((scores_test(&list[i]) < 0.05) ==
                (e.low > 0.5 || e.high < 0.5));
  }
  assert_true(fabs(scores_test(&list[0]) - 0.048) < 0.002);
  assert_true(scores_test(&list[5]) > 1 - 1e-6);
  assert_true(isnan(scores_test(&(ScoreCounts){1, {0}})));
}

/* A score of 0.6 with a standard deviation of 0.5 is 0.2 of it above 1/2. */
static void normalized_elo_counts_standard_deviations(void **state) {
  (void)state;
  const ScoreCounts games = {1, {400000, 0, 600000}};
  double sd = sqrt(0.24), unit = 800 / M_LN10;
  assert_true(
      fabs(scores_normalized_elo(&games, scores_estimate(&games)).value -
           0.1 / sd * unit) < 1e-3);
  /* Independent games in pairs have the same. */
  const ScoreCounts pairs = {2, {160000, 0, 480000, 0, 360000}};
  assert_true(
      fabs(scores_normalized_elo(&pairs, scores_estimate(&pairs)).value -
           0.1 / sd * unit) < 1e-3);
}

static void extreme_scores_have_one_sided_intervals(void **state) {
  (void)state;
  const ScoreCounts won = {2, {0, 0, 0, 0, 20}}, drawn = {2, {0, 0, 20, 0, 0}};
  const ScoreCounts none = {2, {0}}, one = {1, {0, 0, 1}};
  Estimate e = scores_estimate(&won);
  assert_true(e.value == 1 && e.high == 1 && e.low > 0.7 && e.low < 0.95);
  assert_true(isinf(elo_of_estimate(scores_estimate(&won)).high));
  e = scores_estimate(&drawn);
  assert_true(e.value == 0.5 && e.low < 0.47 && e.high > 0.53);
  assert_true(isnan(scores_estimate(&none).value));
  e = scores_estimate(&one);
  assert_true(e.low < 0.01 && e.high == 1);
  e = scores_anytime(&drawn, 100, 0.05);
  assert_true(e.value == 0.5 && e.low < 0.4 && e.high > 0.6);
}

/* ---- the test ------------------------------------------------------------*/

/* The first four as fastchess computes them, to its two digits. */
static void the_likelihood_ratio_is_that_of_engine_testers(void **state) {
  (void)state;
  static const struct {
    ScoreCounts scores;
    double elo0, elo1, llr;
  } CASES[] = {
      {{1, {21184, 40708, 21404}}, 0.5, 2.5, -1.57},
      {{1, {57030, 106593, 57433}}, 0, 2, -2.59},
      {{2, {223, 9863, 21279, 10037, 246}}, 0.5, 2.5, -3.07},
      {{2, {871, 26175, 55983, 26678, 821}}, 0, 2, -4.98},
      {{1, {0}}, 0, 5, 0},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Sprt sprt = {CASES[i].elo0, CASES[i].elo1, 0.05, 0.05};
    double llr = sprt_llr(&sprt, &CASES[i].scores);
    if (fabs(llr - CASES[i].llr) > 0.006)
      fail_msg("case %zu: %g, not %g", i, llr, CASES[i].llr);
  }
}

/* Without drawn games it is Wald's test of a proportion. */
static void without_draws_it_is_the_binomial_test(void **state) {
  (void)state;
  const ScoreCounts scores = {1, {450, 0, 550}};
  const Sprt sprt = {0, 40, 0.05, 0.05};
  double s0 = score_of_elo(0), s1 = score_of_elo(40);
  double wald = 550 * log(s1 / s0) + 450 * log((1 - s1) / (1 - s0));
  assert_true(fabs(sprt_llr(&sprt, &scores) - wald) < 0.01);
}

static void the_bounds_are_walds(void **state) {
  (void)state;
  const Sprt sprt = {0, 5, 0.05, 0.1};
  assert_true(fabs(sprt_lower(&sprt) - log(0.1 / 0.95)) < 1e-12);
  assert_true(fabs(sprt_upper(&sprt) - log(0.9 / 0.05)) < 1e-12);
  assert_int_equal(sprt_decide(&sprt, sprt_upper(&sprt)), SPRT_H1);
  assert_int_equal(sprt_decide(&sprt, sprt_lower(&sprt)), SPRT_H0);
  assert_int_equal(sprt_decide(&sprt, 0), SPRT_CONTINUE);
  /* An estimate halfway between the hypotheses favours neither. */
  assert_true(fabs(sprt_normal_llr(&sprt, 2.5, 1)) < 1e-12);
  assert_true(fabs(sprt_normal_llr(&sprt, 5, 1) - 12.5) < 1e-12);
}

/* ---- text ----------------------------------------------------------------*/

static void a_test_is_read_and_written(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"elo0=0,elo1=20", "elo0=0,elo1=20,alpha=0.05,beta=0.05"},
      {"elo1=2.5,elo0=-1.5,beta=0.1,alpha=0.01",
       "elo0=-1.5,elo1=2.5,alpha=0.01,beta=0.1"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char text[SPRT_TEXT];
    Sprt sprt;
    assert_true(sprt_read(CASES[i][0], &sprt, NULL));
    sprt_write(&sprt, text);
    assert_string_equal(text, CASES[i][1]);
  }
}

static void a_wrong_test_is_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "'' is not a value of the test: write elo0=0,elo1=20"},
      {"elo0=0", "elo1 is missing"},
      {"elo1=5", "elo0 is missing"},
      {"elo0=5,elo1=5", "elo1 must be larger than elo0, not 5 and 5"},
      {"elo0=5,elo1=0", "elo1 must be larger than elo0"},
      {"elo0=0,elo1=5,alpha=0", "alpha and beta must be"},
      {"elo0=0,elo1=5,beta=0.5", "alpha and beta must be"},
      {"elo0=0,elo1=5,alpha=nan", "'alpha=nan' has no valid number"},
      {"elo0=0,elo1=", "'elo1=' has no valid number"},
      {"elo0=0,elo1=5x", "has no valid number"},
      {"elo0=0,elo1=5,", "'' is not a value"},
      {"elo0=0,elo0=1,elo1=5", "elo0 is given twice"},
      {"elo0=0,elo2=5", "'elo2=5' is not a value of the test"},
      {"elo0=0,elo1=2000", "must be from -1600 to 1600"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Sprt sprt;
    if (sprt_read(CASES[i][0], &sprt, &error))
      fail_msg("'%s' was read", CASES[i][0]);
    assert_message(&error, CASES[i][1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_score_is_an_elo_difference),
      cmocka_unit_test(the_mean_and_the_variance_are_of_observations),
      cmocka_unit_test(the_interval_is_a_likelihood_interval),
      cmocka_unit_test(the_test_agrees_with_the_interval),
      cmocka_unit_test(normalized_elo_counts_standard_deviations),
      cmocka_unit_test(extreme_scores_have_one_sided_intervals),
      cmocka_unit_test(the_likelihood_ratio_is_that_of_engine_testers),
      cmocka_unit_test(without_draws_it_is_the_binomial_test),
      cmocka_unit_test(the_bounds_are_walds),
      cmocka_unit_test(a_test_is_read_and_written),
      cmocka_unit_test(a_wrong_test_is_refused),
  };
  return RUN_TESTS(tests);
}
