/* Comparing runs: p-values adjusted for many tests, and sequential tests. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/made_up_runs.h"
#include "tests/support/support.h"

#include "analysis/stats/confidence_sequence.h"
#include <math.h>
#include <string.h>

/* ---- many tests ----------------------------------------------------------*/

/* p.adjust(p, "holm") over the rows that were tested. */
static void p_values_are_adjusted_for_all_comparisons(void **state) {
  (void)state;
  static const Block DRAWN[BLOCKS] = {
      {20, WON, 1, 9}, {11, WON, 2, 9}, {9, MATCH_DRAW, 0, 9}};
  Comparison list[2] = {compare_blocks(2, TWENTY, TWENTY_SIX),
                        compare_blocks(2, TWENTY, DRAWN)};
  Error error;
  /* Two seats and the gap; draws as well. */
  assert_int_equal(list[0].tests, 3);
  assert_int_equal(list[1].tests, 4);
  double alone = find(&list[1], COMPARE_END, MATCH_DRAW).p;
  assert_near("alone", find(&list[1], COMPARE_END, MATCH_DRAW).p_holm,
              4 * alone);
  assert_true(compare_adjust(list, 2, &error));
  assert_int_equal(list[0].tests, 7);
  assert_int_equal(list[1].tests, 7);
  assert_near("among all", find(&list[1], COMPARE_END, MATCH_DRAW).p_holm,
              7 * alone);
}

/* The metric asked about is judged by itself. */
static void after_repeated_looks_p_values_are_anytime_valid(void **state) {
  (void)state;
  static const Block ONE[BLOCKS] = {{300, WON, 1, 9}, {700, WON, 2, 9}};
  static const Block OTHER[BLOCKS] = {{400, WON, 1, 9}, {600, WON, 2, 9}};
  const SequentialTest test = {.metric = {COMPARE_SEAT, 0}};
  Comparison c = compare_blocks(1, ONE, OTHER);
  Difference before = find(&c, COMPARE_SEAT, 0);
  compare_use_anytime(&c, &test);
  Difference d = find(&c, COMPARE_SEAT, 0);
  assert_interval("seat 1", d.difference, before.anytime.low,
                  before.anytime.high);
  assert_near("p", d.p, before.anytime_p);
  assert_near("alone", d.p_holm, d.p);
  assert_true(d.p > before.p);
  /* p is where the confidence sequence just excludes 0. */
  double z = confidence_sequence_z(1000, d.p);
  double half = confidence_sequence_z(1000, 0.05);
  assert_near("half-width", (d.difference.high - d.difference.low) / 2 / half,
              (d.difference.high + d.difference.low) / 2 / z);
  assert_int_equal(c.tests, 2); /* seat 2 and the gap */
  assert_true(find(&c, COMPARE_SEAT, 1).p_holm > find(&c, COMPARE_SEAT, 1).p);
  /* Without an interval there is nothing to claim. */
  c = compare_blocks(2, TWENTY, TWENTY_SIX);
  compare_use_anytime(&c, &test);
  d = find(&c, COMPARE_SEAT, 0);
  assert_true(isnan(d.difference.low) && isnan(d.p_holm));
}

/* ---- sequential tests ----------------------------------------------------*/

static void a_test_is_read_from_its_metric_and_margin(void **state) {
  (void)state;
  static const struct {
    const char *text;
    CompareKind kind;
    int which;
    double margin;
    bool scores;
  } CASES[] = {
      {"seat1", COMPARE_SEAT, 0, 0},
      {"seat2", COMPARE_SEAT, 1, 0},
      {"seat1=1%", COMPARE_SEAT, 0, 0.01},
      {"seat2=0.02", COMPARE_SEAT, 1, 0.02},
      {"seat1=50%", COMPARE_SEAT, 0, 0.5},
      {"gap", COMPARE_GAP, 0, 0},
      {"gap=2.5%", COMPARE_GAP, 0, 0.025},
      {"draw", COMPARE_END, MATCH_DRAW, 0},
      {"truncated=1e-3", COMPARE_END, MATCH_TRUNCATED, 0.001},
      {"forfeit", COMPARE_END, MATCH_FORFEIT, 0},
      {"plies", COMPARE_PLIES, 0, 0},
      {"plies=2", COMPARE_PLIES, 0, 2},
      {"plies=0.5", COMPARE_PLIES, 0, 0.5},
      {"plies=0.5", COMPARE_PLIES, 0, 0.5, true},
      {"margin", COMPARE_MARGIN, 0, 0, true},
      {"margin=0.2", COMPARE_MARGIN, 0, 0.2, true},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    SequentialTest test;
    Error error;
    if (!sequential_test_read(CASES[i].text, 2, CASES[i].scores, &test, &error))
      fail_msg("%s", error.message);
    assert_int_equal(test.metric.kind, CASES[i].kind);
    assert_int_equal(test.metric.which, CASES[i].which);
    assert_near(CASES[i].text, test.margin, CASES[i].margin);
    Phrase name = compared_metric_name(test.metric);
    assert_int_equal(strncmp(name.text, CASES[i].text, strlen(name.text)), 0);
  }
}

static void an_invalid_test_is_refused(void **state) {
  (void)state;
  static const char UNKNOWN[] =
      "cannot be compared: write seat1 (seats are 1 to "
      "2), gap, draw, truncated, forfeit or plies";
  static const struct {
    const char *text, *message;
    bool scores;
  } CASES[] = {
      {"", UNKNOWN},
      {"=1%", UNKNOWN},
      {"seat", UNKNOWN},
      {"seat0", UNKNOWN},
      {"seat3", UNKNOWN},
      {"seat-1", UNKNOWN},
      {"seat1 ", UNKNOWN},
      {"seat99999999999999999999999", UNKNOWN},
      {"seat1seat1seat1seat1seat1seat1seat1seat1", UNKNOWN},
      {"win", UNKNOWN},
      {"Gap", UNKNOWN},
      {"gaps", UNKNOWN},
      {"seat1=", "has no valid margin: write seat1=1%"},
      {"seat1=0", "has no valid margin"},
      {"seat1=0%", "has no valid margin"},
      {"seat1=-1%", "has no valid margin"},
      {"seat1=nan", "has no valid margin"},
      {"seat1=inf", "has no valid margin"},
      {"seat1=0x1p-5", "has no valid margin"},
      {"seat1=1%%", "has no valid margin"},
      {"seat1=%", "has no valid margin"},
      {"seat1=2", "has no valid margin"},
      {"seat1=101%", "has no valid margin"},
      {"seat1=1e999", "has no valid margin"},
      {"seat1=1=1", "has no valid margin"},
      {"plies=2%", "has no valid margin: write plies=2"},
      {"plies=1e7", "has no valid margin"},
      {"plies=-2", "has no valid margin"},
      {"margin", "only games that have scores have a margin"},
      {"margin=1", "only games that have scores have a margin"},
      {"margins", "truncated, forfeit, plies or margin", true},
      {"margin=", "has no valid margin: write margin=2", true},
      {"margin=1%", "has no valid margin: write margin=2", true},
      {"margin=0", "has no valid margin", true},
      {"margin=-1", "has no valid margin", true},
      {"margin=nan", "has no valid margin", true},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    SequentialTest test;
    Error error;
    if (sequential_test_read(CASES[i].text, 2, CASES[i].scores, &test, &error))
      fail_msg("'%s' was accepted", CASES[i].text);
    assert_message(&error, CASES[i].message);
  }
}

static void a_test_is_decided_by_the_anytime_valid_interval(void **state) {
  (void)state;
  static const struct {
    double margin, low, high;
    Decision decision;
  } CASES[] = {
      {0, -INFINITY, INFINITY, UNDECIDED},
      {0.01, -INFINITY, INFINITY, UNDECIDED},
      {0, -0.1, 0.1, UNDECIDED},
      {0, 0, 0.1, UNDECIDED},
      {0, -0.1, 0, UNDECIDED},
      {0, 0, 0, UNDECIDED},
      {0, 0.001, 0.1, DIFFERENT},
      {0, -0.1, -0.001, DIFFERENT},
      {0.05, -0.04, 0.04, EQUIVALENT},
      {0.05, -0.05, 0.05, EQUIVALENT},
      {0.05, -0.04, 0.06, UNDECIDED},
      {0.05, -0.06, 0.04, UNDECIDED},
      {0.05, 0.01, 0.04, DIFFERENT},
      {0.05, 0, 0, EQUIVALENT},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const SequentialTest test = {.margin = CASES[i].margin};
    /* The fixed-sample interval must not matter; here it always excludes
     * 0. */
    Comparison c = {.count = 1};
    c.list[0] = (Difference){.difference = {1, 0.5, 1.5, 9},
                             .anytime = {0, CASES[i].low, CASES[i].high, 9}};
    assert_int_equal(sequential_test_decide(&test, &c), CASES[i].decision);
  }
}

int main(void) {
  const struct CMUnitTest significance_tests[] = {
      cmocka_unit_test(p_values_are_adjusted_for_all_comparisons),
      cmocka_unit_test(after_repeated_looks_p_values_are_anytime_valid),
      cmocka_unit_test(a_test_is_read_from_its_metric_and_margin),
      cmocka_unit_test(an_invalid_test_is_refused),
      cmocka_unit_test(a_test_is_decided_by_the_anytime_valid_interval),
  };
  return RUN_TESTS(significance_tests);
}
