/* Comparing two runs: the intervals of differences, for a fixed number of games
 * and anytime-valid. Against R and published values. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/made_up_runs.h"
#include "tests/support/support.h"

#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* ---- intervals -----------------------------------------------------------*/

/* N <- n + 2; m <- (b - c) / N; v <- (b + c + 1 - N * m^2) / (N - 1)
 * m + c(-1, 1) * qnorm(.975) * sqrt(v / N) */
static void paired_rates_have_agresti_min_intervals(void **state) {
  (void)state;
  static const struct {
    Block one[BLOCKS], other[BLOCKS];
    double value, low, high;
  } CASES[] = {
      {{{17, WON, 1, 9}, {3, WON, 1, 9}, {20, WON, 2, 9}},
       {{17, WON, 1, 9}, {3, WON, 2, 9}, {9, WON, 1, 9}, {11, WON, 2, 9}},
       0.15,
       -0.0217285046160,
       0.307442790330},
      {{{40, WON, 1, 9}},
       {{40, WON, 1, 9}},
       0,
       -0.0472314759803,
       0.0472314759803},
      {{{40, WON, 2, 9}},
       {{1, WON, 1, 9}, {39, WON, 2, 9}},
       0.025,
       -0.0425870880576,
       0.0902061356767},
      /* 1.0329 if it were not clamped */
      {{{40, WON, 2, 9}}, {{40, WON, 1, 9}}, 1, 0.871882637781, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Comparison c = compare_blocks(1, CASES[i].one, CASES[i].other);
    Difference d = find(&c, COMPARE_SEAT, 0);
    assert_int_equal(c.pairing, PAIRED);
    assert_near("value", d.difference.value, CASES[i].value);
    assert_interval("pairs", d.difference, CASES[i].low, CASES[i].high);
    assert_int_equal(d.a_n, 40);
    assert_int_equal(d.b_n, 40);
  }
}

/* At the third look intervals and p-values have the level 0.05 / 3^3, also if
 * one run only was given more games; what holds at all looks stays as it is. */
static void looks_widen_intervals_as_they_do_p_values(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{230, WON, 1, 9}, {170, WON, 2, 12}});
  add_blocks(&b, (Block[BLOCKS]){{200, WON, 1, 9}, {200, WON, 2, 12}});
  Comparison first = must_compare(&a, &b);
  b.run.tally.raised = 2;
  Comparison third = must_compare(&a, &b);
  static const ComparedMetric METRICS[] = {
      {COMPARE_SEAT, 0}, {COMPARE_GAP, 0}, {COMPARE_PLIES, 0}};
  for (size_t i = 0; i < COUNT(METRICS); i++) {
    const Difference *one = compare_find(&first, METRICS[i]);
    const Difference *other = compare_find(&third, METRICS[i]);
    double wider = estimate_half_width(other->difference) /
                   estimate_half_width(one->difference);
    assert_in_range((uint64_t)(100 * wider), 140, 165);
    assert_near("p", other->p, fmin(27 * one->p, 1));
    assert_true(other->p_holm >= other->p);
    assert_true((other->p < 0.05) ==
                (other->difference.low * other->difference.high > 0));
    assert_true(other->anytime.low == one->anytime.low);
  }
  free_games(&a);
  free_games(&b);
}

/* p <- (c(x1, x2) + 1) / (c(n1, n2) + 2); v <- p * (1 - p) / (c(n1, n2) + 1)
 * diff(p) + c(-1, 1) * qnorm(.975) * sqrt(sum(v)) */
static void independent_rates_have_agresti_caffo_intervals(void **state) {
  (void)state;
  static const struct {
    int x1, n1, x2, n2;
    double low, high;
  } CASES[] = {
      {20, 40, 26, 40, -0.0691214738485, 0.354835759563},
      {7, 25, 33, 60, 0.0366784183550, 0.467503182601},
      {0, 25, 0, 60, -0.100083946585, 0.0582679370272},
      {25, 25, 0, 60, -1, -0.867657988899}, /* -1.026 if it were not clamped */
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Block one[BLOCKS] = {{CASES[i].x1, WON, 1, 9},
                               {CASES[i].n1 - CASES[i].x1, WON, 2, 9}};
    const Block other[BLOCKS] = {{CASES[i].x2, WON, 1, 9},
                                 {CASES[i].n2 - CASES[i].x2, WON, 2, 9}};
    Comparison c = compare_blocks(2, one, other);
    Difference d = find(&c, COMPARE_SEAT, 0);
    assert_int_equal(c.pairing, OTHER_SEED);
    assert_near("one", d.a, (double)CASES[i].x1 / CASES[i].n1);
    assert_near("other", d.b, (double)CASES[i].x2 / CASES[i].n2);
    assert_interval("independent", d.difference, CASES[i].low, CASES[i].high);
  }
}

/* a <- rep(c(8, 9, 12, 20), 225)
 * b <- c(rep(c(9, 9, 15, 19), 210), rep(c(8, 30, 12, 25), 15))
 * t.test(b, a, paired = TRUE); t.test(b, a) */
static void mean_lengths_have_student_intervals(void **state) {
  (void)state;
  static const int A[] = {8, 9, 12, 20}, B[] = {9, 9, 15, 19};
  static const int END[] = {8, 30, 12, 25};
  for (uint64_t seed = 1; seed <= 2; seed++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", seed, 2);
    for (int i = 0; i < 900; i++) {
      add_game(&a, (GameOutcome){A[i % 4], 1, WON});
      add_game(&b, (GameOutcome){i < 840 ? B[i % 4] : END[i % 4], 1, WON});
    }
    Comparison c = must_compare(&a, &b);
    Difference d = find(&c, COMPARE_PLIES, 0);
    assert_near("plies", d.difference.value, 1.13333333333);
    if (seed == 1) {
      assert_interval("pairs", d.difference, 0.936430954176, 1.33023571249);
      assert_true(d.p < 1e-20);
    } else {
      assert_interval("independent", d.difference, 0.687324285265,
                      1.57934238140);
      assert_near("p", d.p, 6.83735946916e-07);
    }
    free_games(&a);
    free_games(&b);
  }
}

/* If no game differs from another, the sample variance says nothing: one game
 * of each length is added, half a pair. N <- n + 2; m <- -n / N;
 * m + c(-1, 1) * qt(.975, n - 1) * sqrt((n + 1 - N * m^2) / (N - 1) / N) */
static void lengths_that_never_vary_have_an_interval(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, (Block[BLOCKS]){{300, WON, 1, 9}},
                                (Block[BLOCKS]){{300, WON, 1, 8}});
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_near("plies", d.difference.value, -1);
  assert_interval("pairs", d.difference, -1.004657835429, -0.982097131458);
  assert_true(d.p < 1e-9);
  /* If all are equal there is nothing to compare. */
  c = compare_blocks(1, (Block[BLOCKS]){{300, WON, 1, 9}},
                     (Block[BLOCKS]){{300, WON, 1, 9}});
  d = find(&c, COMPARE_PLIES, 0);
  assert_true(isnan(d.p) && isnan(d.difference.low) && !d.few);
  /* Nor do few games say anything of those that are rare. */
  c = compare_blocks(1, (Block[BLOCKS]){{299, WON, 1, 9}},
                     (Block[BLOCKS]){{300, WON, 1, 8}});
  d = find(&c, COMPARE_PLIES, 0);
  assert_true(isnan(d.p) && isnan(d.difference.low) && d.few);
}

/* For all ordered pairs of sides, k of the second run and i of the first, the
 * difference of the two with the intervals of rates above, for x = 1, -1, 0;
 * then max over k of min over i of the ends, with qnorm(1 - .025 / 2): neither
 * gap is clearly not 0. */
static void the_gap_has_an_interval_that_knows_no_best_side(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, TWENTY, TWENTY_SIX);
  Difference d = find(&c, COMPARE_GAP, 0);
  assert_near("one", d.a, 0);
  assert_near("other", d.b, 0.3);
  assert_interval("pairs", d.difference, -0.287368563314, 0.662152548949);
  assert_near("p", d.p, 0.52758998932);
  c = compare_blocks(2, TWENTY, TWENTY_SIX);
  d = find(&c, COMPARE_GAP, 0);
  assert_interval("independent", d.difference, -0.199120592299, 0.770549163728);
  assert_near("p", d.p, 0.373093646476);
}

/* As above, with qnorm(1 - .025 / 6) for the six ordered pairs of the run with
 * three seats at the upper end. */
static void more_sides_widen_the_interval_of_the_gap(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 2, 2);
  add_blocks(&a,
             (Block[BLOCKS]){{20, WON, 1, 9}, {12, WON, 2, 9}, {8, WON, 4, 9}});
  add_blocks(&b, TWENTY_SIX);
  Comparison c = must_compare(&a, &b);
  assert_interval("gap", find(&c, COMPARE_GAP, 0).difference, -0.435950042025,
                  0.513137757477);
  /* Only seats that both runs have are compared, and their intervals are not
   * widened. */
  assert_null(compare_find(&c, (ComparedMetric){COMPARE_SEAT, 2}));
  assert_interval("seat 1", find(&c, COMPARE_SEAT, 0).difference,
                  -0.0691214738485, 0.354835759563);
  free_games(&a);
  free_games(&b);
}

/* The gap is a ratio of totals: x - r y instead of x, divided by the mean of y,
 * which is 1 in a decided game. Games without a result may have been won by
 * anybody: the interval is 0.02 (1 + 110 / 980) wider at either end. */
static void the_gap_is_that_of_decided_games(void **state) {
  (void)state;
  static const Block ONE[BLOCKS] = {
      {300, WON, 1, 9}, {200, WON, 2, 9}, {500, MATCH_DRAW, 0, 9}};
  static const Block OTHER[BLOCKS] = {{420, WON, 1, 9},
                                      {530, WON, 2, 9},
                                      {30, MATCH_DRAW, 0, 9},
                                      {12, MATCH_TRUNCATED, 0, 9},
                                      {8, MATCH_FORFEIT, 1, 9}};
  Comparison c = compare_blocks(1, ONE, OTHER);
  Difference d = find(&c, COMPARE_GAP, 0);
  assert_near("one", d.a, 0.1);
  assert_near("other", d.b, 110 / 980.0);
  assert_int_equal(d.a_n, 1000);
  assert_int_equal(d.b_n, 980);
  assert_near("undecided", c.b_undecided, 0.02);
  assert_interval("pairs", d.difference, -0.0758246083069 - 0.0222448979592,
                  0.100256396462 + 0.0222448979592);
  assert_near("p", d.p, 1);
  c = compare_blocks(2, ONE, OTHER);
  d = find(&c, COMPARE_GAP, 0);
  assert_interval("independent", d.difference,
                  -0.062827009299 - 0.0222448979592,
                  0.0872587974538 + 0.0222448979592);
}

/* A seat that never moves is no side. */
static void dead_seats_are_not_in_the_gap(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 1, 2);
  add_blocks(&a, TWENTY);
  add_blocks(&b, TWENTY_SIX);
  Comparison c = must_compare(&a, &b);
  assert_near("three", find(&c, COMPARE_GAP, 0).a, 0.5);
  a.run.tally.moved = 3;
  a.run.tally.plies = 9 * a.run.tally.games;
  c = must_compare(&a, &b);
  assert_interval("two", find(&c, COMPARE_GAP, 0).difference, -0.287368563314,
                  0.662152548949);
  free_games(&a);
  /* One of two that never moves loses to the other. */
  a = make_run("A", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{20, WON, 1, 9}});
  a.run.tally.moved = 1;
  a.run.tally.plies = 9 * a.run.tally.games;
  c = must_compare(&a, &b);
  assert_near("alone", find(&c, COMPARE_GAP, 0).a, 1);
  free_games(&a);
  free_games(&b);
}

/* The games of a round count as one observation, as one game of twice the
 * weight would. */
static void games_of_a_round_are_one_unit(void **state) {
  (void)state;
  static uint32_t round[] = {0, 0};
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 2, 2);
  ComparedRun half = make_run("A", 1, 2);
  for (int i = 0; i < 400; i++) {
    GameOutcome game = {9 + i % 7, (uint16_t)(1 + i % 3 % 2), WON};
    add_game(&half, game);
    add_game(&a, game);
    add_game(&a, game);
    add_game(&b, (GameOutcome){12, (uint16_t)(1 + i % 2), WON});
  }
  Comparison single = must_compare(&half, &b);
  a.run.schedule.seatings = 2;
  a.run.schedule.round = round;
  Comparison paired = must_compare(&a, &b);
  Estimate e = find(&single, COMPARE_PLIES, 0).difference;
  Estimate is = find(&paired, COMPARE_PLIES, 0).difference;
  assert_interval("plies", is, e.low, e.high);
  Estimate seat = find(&single, COMPARE_SEAT, 0).difference;
  assert_interval("seat 1", find(&paired, COMPARE_SEAT, 0).difference, seat.low,
                  seat.high);
  /* As games of their own they would count double. */
  a.run.schedule.seatings = 1;
  paired = must_compare(&a, &b);
  assert_true(estimate_half_width(find(&paired, COMPARE_PLIES, 0).difference) <
              0.75 * estimate_half_width(e));
  free_games(&a);
  free_games(&b);
  free_games(&half);
}

/* Four seats in two teams are two sides. */
static void a_team_counts_as_one_side(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 4), b = make_run("B", 2, 2);
  a.run.schedule.sides = 2;
  for (int seat = 0; seat < 4; seat++)
    a.run.schedule.side[seat] = seat & 1;
  add_blocks(&a, (Block[BLOCKS]){{20, WON, 5, 9}, {20, WON, 10, 9}});
  add_blocks(&b, TWENTY_SIX);
  Comparison c = must_compare(&a, &b);
  assert_interval("gap", find(&c, COMPARE_GAP, 0).difference, -0.199120592299,
                  0.770549163728);
  assert_near("seat 2", find(&c, COMPARE_SEAT, 1).a, 0.5);
  free_games(&a);
  free_games(&b);
}

static void
draws_truncated_games_and_forfeits_are_counted_separately(void **state) {
  (void)state;
  /* Winners of a game that did not end in a win are ignored. */
  static const Block ONE[BLOCKS] = {{10, WON, 1, 9},
                                    {20, MATCH_DRAW, 3, 9},
                                    {30, MATCH_TRUNCATED, 1, 9},
                                    {40, MATCH_FORFEIT, 1, 9}};
  static const Block OTHER[BLOCKS] = {{40, WON, 2, 9},
                                      {30, MATCH_DRAW, 0, 9},
                                      {20, MATCH_TRUNCATED, 0, 9},
                                      {10, MATCH_FORFEIT, 2, 9}};
  Comparison c = compare_blocks(1, ONE, OTHER);
  static const struct {
    CompareKind kind;
    int which;
    double one, other;
  } CASES[] = {
      {COMPARE_SEAT, 0, 0.1, 0},
      {COMPARE_SEAT, 1, 0, 0.4},
      {COMPARE_GAP, 0, 10 / 30.0, 40 / 70.0},
      {COMPARE_END, MATCH_DRAW, 0.2, 0.3},
      {COMPARE_END, MATCH_TRUNCATED, 0.3, 0.2},
      {COMPARE_END, MATCH_FORFEIT, 0.4, 0.1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Difference d = find(&c, CASES[i].kind, CASES[i].which);
    assert_near("one", d.a, CASES[i].one);
    assert_near("other", d.b, CASES[i].other);
  }
  assert_int_equal(c.count, 7);
}

static void runs_of_different_lengths_are_paired_by_common_games(void **state) {
  (void)state;
  static const Block LONGER[BLOCKS] = {{17, WON, 1, 9},
                                       {3, WON, 2, 9},
                                       {9, WON, 1, 9},
                                       {11, WON, 2, 9},
                                       {40, WON, 2, 99}};
  static const Block FAR_LONGER[BLOCKS] = {{26, WON, 1, 9}, {514, WON, 2, 9}};
  Comparison c = compare_blocks(1, TWENTY, LONGER);
  Difference d = find(&c, COMPARE_SEAT, 0);
  assert_int_equal(c.games, 40);
  assert_near("other", d.b, 0.65);
  assert_interval("pairs", d.difference, -0.0217285046160, 0.307442790330);
  /* Independent samples use all games, except in the anytime-valid interval,
   * which always uses pairs. */
  c = compare_blocks(2, TWENTY, LONGER);
  d = find(&c, COMPARE_SEAT, 0);
  assert_near("other", d.b, 26.0 / 80);
  assert_near("all", d.difference.value, 26.0 / 80 - 0.5);
  assert_near("pairs", d.anytime.value, 0.15);
  /* Runs are not paired if one has far more games. */
  c = compare_blocks(1, TWENTY, FAR_LONGER);
  assert_int_equal(c.pairing, FAR_MORE_GAMES);
  assert_near("other", find(&c, COMPARE_SEAT, 0).b, 26.0 / 540);
}

/* Different shards of a run share the seed but no games. */
static void
shards_are_paired_only_if_they_start_at_the_same_game(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  add_blocks(&a, TWENTY);
  add_blocks(&b, TWENTY_SIX);
  a.run.first = b.run.first = 40;
  assert_int_equal(must_compare(&a, &b).pairing, PAIRED);
  a.run.first = 0;
  assert_int_equal(must_compare(&a, &b).pairing, OTHER_PART);
  free_games(&a);
  free_games(&b);
}

/* ---- anytime-valid intervals ---------------------------------------------*/

/* The likelihood of a mean of x standard errors, mixed over normal means, is 20
 * times that of none: with r <- (-2 * log(.05) + log(1 - 2 * log(.05))) / 10000
 * uniroot(function(x) log(integrate(function(t) exp(x * sqrt(n) * t - n * t^2 /
 *   2) * dnorm(t, 0, sqrt(r)), -Inf, Inf)$value) - log(20), c(1, 20)) */
static void confidence_sequences_have_the_width_computed_in_r(void **state) {
  (void)state;
  assert_near("100", confidence_sequence_z(100, 0.05), 9.08437943731058);
  assert_near("1000", confidence_sequence_z(1000, 0.05), 3.85505463353031);
  assert_near("10000", confidence_sequence_z(10000, 0.05), 3.03520899037625);
  assert_near("1000000", confidence_sequence_z(1000000, 0.05),
              3.56164104091890);
  assert_true(isinf(
      confidence_sequence_mean(0, 1, CONFIDENCE_SEQUENCE_MIN - 1, 0.05).high));
  assert_true(isfinite(
      confidence_sequence_mean(0, 1, CONFIDENCE_SEQUENCE_MIN, 0.05).high));
}

/* N <- n + 2; m <- sum(d) / N; s <- sqrt((sum(d^2) + 2 * reach^2 - N * m^2) /
 * (N - 1)); m + c(-1, 1) * z * s / sqrt(n), z from above (for the gap of three
 * seats with .05 / 3); reach is 1 for rates, 2 for the gap, and the range of
 * all lengths for plies. */
static void anytime_valid_intervals_agree_with_r(void **state) {
  (void)state;
  static const Block ONE[BLOCKS] = {{30, WON, 1, 5}, {970, WON, 2, 30}};
  static const Block OTHER[BLOCKS] = {
      {30, WON, 2, 5}, {90, WON, 1, 30}, {880, WON, 2, 30}};
  for (uint64_t seed = 1; seed <= 2; seed++) {
    Comparison c = compare_blocks(seed, ONE, OTHER);
    assert_interval("seat", find(&c, COMPARE_SEAT, 0).anytime, 0.0179523958119,
                    0.10180808323);
    /* An interval has a width even if no pair differs. */
    assert_interval("draws", find(&c, COMPARE_END, MATCH_DRAW).anytime,
                    -0.0054491466539, 0.0054491466539);
    assert_interval("plies", find(&c, COMPARE_PLIES, 0).anytime,
                    -0.136228666348, 0.136228666348);
  }
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 1, 3);
  static const Block LOST[BLOCKS] = {{30, WON, 2, 5}, {970, WON, 1, 5}};
  static const Block MORE[BLOCKS] = {
      {30, WON, 1, 5}, {90, WON, 2, 5}, {880, WON, 1, 5}};
  add_blocks(&a, MORE);
  add_blocks(&b, LOST);
  /* Both gaps are clearly not 0: of six ordered pairs two can be the largest.
   */
  Comparison c = must_compare(&a, &b);
  assert_interval("gap", find(&c, COMPARE_GAP, 0).anytime, 0.0145794691425,
                  0.105181009899);
  free_games(&a);
  free_games(&b);
}

static void few_games_have_no_anytime_valid_interval(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, (Block[BLOCKS]){{99, WON, 1, 9}},
                                (Block[BLOCKS]){{99, WON, 2, 9}});
  for (int i = 0; i < c.count; i++)
    assert_true(isinf(c.list[i].anytime.low) && isinf(c.list[i].anytime.high));
}

int main(void) {
  const struct CMUnitTest interval_tests[] = {
      cmocka_unit_test(paired_rates_have_agresti_min_intervals),
      cmocka_unit_test(looks_widen_intervals_as_they_do_p_values),
      cmocka_unit_test(independent_rates_have_agresti_caffo_intervals),
      cmocka_unit_test(mean_lengths_have_student_intervals),
      cmocka_unit_test(lengths_that_never_vary_have_an_interval),
      cmocka_unit_test(the_gap_has_an_interval_that_knows_no_best_side),
      cmocka_unit_test(more_sides_widen_the_interval_of_the_gap),
      cmocka_unit_test(the_gap_is_that_of_decided_games),
      cmocka_unit_test(dead_seats_are_not_in_the_gap),
      cmocka_unit_test(games_of_a_round_are_one_unit),
      cmocka_unit_test(a_team_counts_as_one_side),
      cmocka_unit_test(
          draws_truncated_games_and_forfeits_are_counted_separately),
      cmocka_unit_test(runs_of_different_lengths_are_paired_by_common_games),
      cmocka_unit_test(shards_are_paired_only_if_they_start_at_the_same_game),
      cmocka_unit_test(confidence_sequences_have_the_width_computed_in_r),
      cmocka_unit_test(anytime_valid_intervals_agree_with_r),
      cmocka_unit_test(few_games_have_no_anytime_valid_interval),
  };
  return RUN_TESTS(interval_tests);
}
