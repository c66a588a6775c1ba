/* Comparing runs: intervals against R, verdicts, sequential tests, and
 * extending runs until a test is decided.
 *
 * Runs are either made up from lists of outcomes, or played in a temporary
 * folder, which is the working directory of the process. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void assert_near(const char *what, double actual, double expected) {
  if (!(fabs(actual - expected) <= 1e-9))
    fail_msg("%s: %.12g is not %.12g", what, actual, expected);
}

static void assert_interval(const char *what, Estimate actual, double low,
                            double high) {
  assert_near(what, actual.low, low);
  assert_near(what, actual.high, high);
}

/* ---- made-up runs --------------------------------------------------------*/

/* A number of consecutive games with the same outcome. */
typedef struct Block {
  int games;
  MatchEnd end;
  unsigned winners; /* 1: seat 1, 2: seat 2, 3: both, … */
  int plies;
} Block;

enum { BLOCKS = 12 };
#define WON MATCH_WIN

static ComparedRun make_run(const char *dir, uint64_t seed, int seats) {
  ComparedRun c = {.dir = dir};
  Schedule *s = &c.run.schedule;
  c.run.plan.seed = seed;
  c.run.plan.max_plies = 1000;
  s->seats = s->sides = seats;
  s->seatings = 1;
  for (int seat = 0; seat < seats; seat++)
    s->side[seat] = (uint8_t)seat;
  return c;
}

/* The run must not be moved afterwards: its tally points to its schedule. */
static void add_game(ComparedRun *c, GameOutcome game) {
  Tally *t = &c->run.tally;
  const Schedule *s = &c->run.schedule;
  if (t->games == c->capacity) {
    c->capacity = c->capacity ? 2 * c->capacity : 64;
    c->outcome = realloc(c->outcome, c->capacity * sizeof *c->outcome);
    assert_non_null(c->outcome);
  }
  unsigned sides = 0;
  for (int seat = 0; game.end == MATCH_WIN && seat < s->seats; seat++)
    if (game.winners >> seat & 1)
      sides |= 1u << s->side[seat];
  t->schedule = s;
  t->moved = (uint16_t)((1u << s->seats) - 1);
  for (int i = 0; i < s->sides; i++)
    for (int j = 0; j < s->sides; j++)
      t->side[i].together[j] += sides >> i & sides >> j & 1;
  c->outcome[t->games++] = game;
}

static void add_blocks(ComparedRun *c, const Block blocks[BLOCKS]) {
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < blocks[i].games; k++)
      add_game(c, (GameOutcome){blocks[i].plies, (uint16_t)blocks[i].winners,
                                (uint8_t)blocks[i].end});
}

static void free_games(ComparedRun *c) {
  free(c->outcome);
}

static Difference find(const Comparison *c, CompareKind kind, int which) {
  const Difference *d = compare_find(c, (ComparedMetric){kind, which});
  assert_non_null(d);
  return *d;
}

static Comparison must_compare(const ComparedRun *one,
                               const ComparedRun *other) {
  Comparison c;
  Error error;
  if (!compare(one, other, &c, &error))
    fail_msg("%s", error.message);
  return c;
}

/* Compares two made-up runs of a game with two seats. */
static Comparison compare_blocks(uint64_t seed, const Block one[BLOCKS],
                                 const Block other[BLOCKS]) {
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", seed, 2);
  add_blocks(&a, one);
  add_blocks(&b, other);
  Comparison c = must_compare(&a, &b);
  free_games(&a);
  free_games(&b);
  return c;
}

/* ---- intervals -----------------------------------------------------------*/

/* In 9 of 40 pairs seat 1 wins only in the second run, in 3 only in the
 * first. */
static const Block TWENTY[BLOCKS] = {{20, WON, 1, 9}, {20, WON, 2, 9}};
static const Block TWENTY_SIX[BLOCKS] = {
    {17, WON, 1, 9}, {3, WON, 2, 9}, {9, WON, 1, 9}, {11, WON, 2, 9}};

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

/* a <- rep(c(8, 9, 12, 20), 15)
 * b <- c(rep(c(9, 9, 15, 19), 14), 8, 30, 12, 25)
 * t.test(b, a, paired = TRUE); t.test(b, a) */
static void mean_lengths_have_student_intervals(void **state) {
  (void)state;
  static const int A[] = {8, 9, 12, 20}, B[] = {9, 9, 15, 19};
  static const int END[] = {8, 30, 12, 25};
  for (uint64_t seed = 1; seed <= 2; seed++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", seed, 2);
    for (int i = 0; i < 60; i++) {
      add_game(&a, (GameOutcome){A[i % 4], 1, WON});
      add_game(&b, (GameOutcome){i < 56 ? B[i % 4] : END[i - 56], 1, WON});
    }
    Comparison c = must_compare(&a, &b);
    Difference d = find(&c, COMPARE_PLIES, 0);
    assert_near("plies", d.difference.value, 1.13333333333);
    if (seed == 1) {
      assert_interval("pairs", d.difference, 0.349691327729, 1.91697533894);
      assert_near("p", d.p, 0.00532419275035);
    } else {
      assert_interval("independent", d.difference, -0.624552150209,
                      2.89121881688);
      assert_near("p", d.p, 0.204207261553);
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
  Comparison c = compare_blocks(1, (Block[BLOCKS]){{60, WON, 1, 9}},
                                (Block[BLOCKS]){{60, WON, 1, 8}});
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_near("plies", d.difference.value, -1);
  assert_interval("pairs", d.difference, -1.02348940677, -0.911994464199);
  assert_true(d.p < 1e-9);
  /* If all are equal there is nothing to compare. */
  c = compare_blocks(1, (Block[BLOCKS]){{60, WON, 1, 9}},
                     (Block[BLOCKS]){{60, WON, 1, 9}});
  d = find(&c, COMPARE_PLIES, 0);
  assert_true(isnan(d.p) && isnan(d.difference.low));
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
 * which is 1 in a decided game. */
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
  assert_interval("pairs", d.difference, -0.0758246083069, 0.100256396462);
  assert_near("p", d.p, 0.785659610811);
  c = compare_blocks(2, ONE, OTHER);
  d = find(&c, COMPARE_GAP, 0);
  assert_interval("independent", d.difference, -0.062827009299,
                  0.0872587974538);
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
  /* One that plays alone has no gap. */
  a = make_run("A", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{20, WON, 1, 9}});
  a.run.tally.moved = 1;
  a.run.tally.plies = 9 * a.run.tally.games;
  c = must_compare(&a, &b);
  Difference d = find(&c, COMPARE_GAP, 0);
  assert_true(isnan(d.a) && isnan(d.p) && isnan(d.difference.low));
  free_games(&a);
  free_games(&b);
}

/* Games that share their opening count as one observation, as a pair of games
 * that each have twice the weight would. */
static void games_that_share_their_opening_are_one_unit(void **state) {
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
  a.run.plan.pairs = true;
  a.run.schedule.seatings = 2;
  a.run.schedule.round = round;
  Comparison paired = must_compare(&a, &b);
  Estimate e = find(&single, COMPARE_PLIES, 0).difference;
  Estimate is = find(&paired, COMPARE_PLIES, 0).difference;
  assert_interval("plies", is, e.low, e.high);
  /* As games of their own they would count double. */
  a.run.plan.pairs = false;
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

/* ---- verdicts ------------------------------------------------------------*/

/* Two runs and all sentences about them. */
typedef struct Case {
  uint64_t seed; /* of the second run */
  Block one[BLOCKS], other[BLOCKS];
  const char *says[5];
} Case;

/* `says` ends with NULL, or has five sentences. */
static void assert_verdict(const ComparedRun *one, const ComparedRun *other,
                           const char *const says[]) {
  Sentences actual = {0};
  Comparison c = must_compare(one, other);
  int i = 0;
  compare_verdict(&c, &actual);
  for (; i < 5 && says[i]; i++) {
    if (i >= actual.count)
      fail_msg("missing sentence: %s", says[i]);
    assert_string_equal(actual.text[i], says[i]);
  }
  assert_int_equal(actual.count, i);
}

#define EQUALLY_LONG "The games of both took 9.0 plies on average."

static const Case VERDICTS[] = {
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {"B is fairer: its sides' win rates differ by 2.4 points against 13.8, "
      "difference 11.4 points (8.6 to 14.6).",
      "Seat 1 wins less often in B: 51.2% against 56.9%, difference 5.7 points "
      "(4.3 to 7.1).",
      EQUALLY_LONG}},
    {2,
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"A is fairer: its sides' win rates differ by 2.4 points against 13.8, "
      "difference 11.4 points (8.6 to 14.6).",
      "Seat 1 wins less often in B: 43.1% against 51.2%, difference 8.1 points "
      "(6.7 to 9.5).",
      EQUALLY_LONG}},
    /* The seats have swapped their win rates: different, but not less fair. */
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 13.8 "
      "points against 13.8, difference 0.0 points (-2.7 to 2.7).",
      "Seat 1 wins less often in B: 43.1% against 56.9%, difference 13.8 "
      "points (12.4 to 15.2).",
      EQUALLY_LONG}},
    {2,
     {{51, WON, 1, 9}, {49, WON, 2, 9}},
     {{55, WON, 1, 9}, {45, WON, 2, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 10.0 "
      "points against 2.0, difference 8.0 points (-23.6 to 39.3).",
      EQUALLY_LONG}},
    /* With many draws, a seat that wins half of all games is not a sign of
     * fairness. */
    {2,
     {{600, WON, 1, 9}, {600, WON, 2, 9}, {800, MATCH_DRAW, 0, 9}},
     {{1000, WON, 1, 9}, {800, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"A is fairer: its sides' win rates differ by 0.0 points against 10.0, "
      "difference 10.0 points (4.6 to 16.1).",
      "Seat 1 wins more often in B: 50.0% against 30.0%, difference 20.0 "
      "points (17.0 to 23.0).",
      EQUALLY_LONG,
      "B is drawn less often: 10.0% of games against 40.0%, difference 30.0 "
      "points (27.5 to 32.5)."}},
    {1,
     {{50, WON, 1, 10}, {50, WON, 2, 12}},
     {{50, WON, 1, 13}, {50, WON, 2, 13}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 points (-4.4 to 4.4).",
      "B is longer: 13.0 plies against 11.0, difference 2.0 (1.8 to 2.2)."}},
    {1,
     {{50, WON, 1, 13}, {50, WON, 2, 13}},
     {{50, WON, 1, 10}, {50, WON, 2, 12}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 points (-4.4 to 4.4).",
      "B is shorter: 11.0 plies against 13.0, difference 2.0 (1.8 to 2.2)."}},
    /* All ten pairs agree, but ten are too few for a claim about a mean. */
    {1,
     {{5, WON, 1, 9}, {5, WON, 2, 9}},
     {{5, WON, 1, 8}, {5, WON, 2, 8}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 points (-39.0 to 39.0).",
      "Neither is shown to be longer: 8.0 plies against 9.0, difference 1.0 "
      "(0.5 to 1.2); not tested with so few games."}},
    /* Numbers that look equal have more digits if they differ. */
    {2,
     {{5000, WON, 1, 9}, {5000, WON, 2, 10}},
     {{4980, WON, 1, 9}, {5000, WON, 2, 10}, {20, WON, 1, 30}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 points (-3.2 to 3.2).",
      "B is longer: 9.54 plies against 9.50, difference 0.04 (0.02 to 0.06)."}},
    /* The interval excludes 0, but one of several is bound to. */
    {1,
     {{50, WON, 1, 9}, {50, WON, 2, 9}},
     {{50, WON, 1, 9}, {44, WON, 2, 9}, {6, MATCH_DRAW, 0, 10}},
     {"Neither is shown to be fairer: their sides' win rates differ by 6.0 "
      "points against 0.0, difference 6.0 points (-12.7 to 12.7).",
      "Neither is shown to be longer: 9.1 plies against 9.0, difference 0.1 "
      "(0.0 to 0.1); p = 0.068, adjusted for 5 tests."}},
    {2,
     {{450, WON, 1, 9}, {450, WON, 2, 9}, {100, MATCH_DRAW, 0, 9}},
     {{400, WON, 1, 9}, {400, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 points (-9.2 to 9.2).",
      EQUALLY_LONG,
      "B is drawn more often: 20.0% of games against 10.0%, difference 10.0 "
      "points (6.9 to 13.1)."}},
    /* Without results nobody is fair: not if all games are truncated, ... */
    {2,
     {{200, MATCH_TRUNCATED, 0, 1000}},
     {{160, WON, 1, 9}, {40, WON, 2, 9}},
     {"Neither can be called fairer: 100.0% of the games of A have no result.",
      "Seat 1 wins more often in B: 80.0% against 0.0%, difference 80.0 points "
      "(73.6 to 84.9).",
      "B is shorter: 9.0 plies against 1,000.0, difference 991.0 (967.5 to "
      "994.8), counting at most 1,000 plies of each game.",
      "B is truncated less often: 0.0% of games against 100.0%, difference "
      "100.0 points (97.6 to 100.0)."}},
    /* ... nor if more than a twentieth is truncated or forfeited. */
    {2,
     {{4700, WON, 1, 9}, {4700, WON, 2, 9}, {600, MATCH_TRUNCATED, 0, 1000}},
     {{8000, WON, 1, 9}, {2000, WON, 2, 9}},
     {"Neither can be called fairer: 6.0% of the games of A have no result.",
      "Seat 1 wins more often in B: 80.0% against 47.0%, difference 33.0 "
      "points (31.7 to 34.2).",
      "B is shorter: 9.0 plies against 68.5, difference 59.5 (54.8 to 64.1), "
      "counting at most 1,000 plies of each game.",
      "B is truncated less often: 0.0% of games against 6.0%, difference 6.0 "
      "points (5.5 to 6.5)."}},
    {2,
     {{800, WON, 1, 9}, {800, WON, 2, 9}, {400, MATCH_FORFEIT, 1, 9}},
     {{900, WON, 1, 9}, {900, WON, 2, 9}, {200, MATCH_FORFEIT, 2, 9}},
     {"Neither can be called fairer: 20.0% of the games of A and 10.0% of B "
      "have no result.",
      "Seat 1 wins more often in B: 45.0% against 40.0%, difference 5.0 points "
      "(1.9 to 8.1).",
      EQUALLY_LONG,
      "B is forfeited less often: 10.0% of games against 20.0%, difference "
      "10.0 points (7.8 to 12.2)."}},
    {2,
     {{4850, WON, 1, 9}, {4850, WON, 2, 9}, {300, MATCH_TRUNCATED, 0, 1000}},
     {{8000, WON, 1, 9}, {2000, WON, 2, 9}},
     {"A is fairer: its sides' win rates differ by 0.0 points against 60.0, "
      "difference 60.0 points (57.5 to 62.9).",
      "Seat 1 wins more often in B: 80.0% against 48.5%, difference 31.5 "
      "points (30.2 to 32.7).",
      "B is shorter: 9.0 plies against 38.7, difference 29.7 (26.4 to 33.0), "
      "counting at most 1,000 plies of each game.",
      "B is truncated less often: 0.0% of games against 3.0%, difference 3.0 "
      "points (2.7 to 3.3)."}},
    {1,
     {{1, WON, 1, 9}},
     {{1, WON, 2, 9}},
     {"One game each is too few to compare: play more."}},
};

static void verdicts_claim_only_what_the_intervals_show(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(VERDICTS); i++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", VERDICTS[i].seed, 2);
    add_blocks(&a, VERDICTS[i].one);
    add_blocks(&b, VERDICTS[i].other);
    assert_verdict(&a, &b, VERDICTS[i].says);
    free_games(&a);
    free_games(&b);
  }
}

/* With three seats, the win rate of seat 1 does not determine the gap. */
static void verdicts_on_more_than_two_sides_state_the_gap(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 2, 3);
  add_blocks(&a, (Block[BLOCKS]){
                     {500, WON, 1, 9}, {300, WON, 2, 9}, {200, WON, 4, 9}});
  add_blocks(&b, (Block[BLOCKS]){
                     {340, WON, 1, 9}, {330, WON, 2, 9}, {330, WON, 4, 9}});
  assert_verdict(
      &a, &b,
      (const char *const[]){"B is fairer: its sides' win rates differ by 1.0 "
                            "points against 30.0, "
                            "difference 29.0 points (20.9 to 38.4).",
                            "Seat 1 wins less often in B: 34.0% against 50.0%, "
                            "difference 16.0 points (11.7 to 20.2).",
                            "Seat 3 wins more often in B: 33.0% against 20.0%, "
                            "difference 13.0 points (9.1 to 16.8).",
                            EQUALLY_LONG, NULL});
  /* The win rates of all seats differ here, but the gap does not. */
  ComparedRun d = make_run("D", 2, 3);
  add_blocks(&d, (Block[BLOCKS]){
                     {200, WON, 1, 9}, {500, WON, 2, 9}, {300, WON, 4, 9}});
  assert_verdict(
      &a, &d,
      (const char *const[]){"Neither is shown to be fairer: their sides' win "
                            "rates differ by 30.0 points against 30.0, "
                            "difference 0.0 points (-7.8 to 7.8).",
                            "Seat 1 wins less often in D: 20.0% against 50.0%, "
                            "difference 30.0 points (26.0 to 33.9).",
                            "Seat 2 wins more often in D: 50.0% against 30.0%, "
                            "difference 20.0 points (15.8 to 24.2).",
                            "Seat 3 wins more often in D: 30.0% against 20.0%, "
                            "difference 10.0 points (6.2 to 13.8).",
                            EQUALLY_LONG});
  free_games(&a);
  free_games(&b);
  free_games(&d);
}

/* ---- notes ---------------------------------------------------------------*/

static void assert_notes(const ComparedRun *one, const ComparedRun *other,
                         const char *const says[]) {
  Sentences actual = {0};
  Comparison c = must_compare(one, other);
  compare_notes(&c, &actual);
  int i = 0;
  for (; says[i]; i++) {
    if (i >= actual.count)
      fail_msg("missing note: %s", says[i]);
    assert_string_equal(actual.text[i], says[i]);
  }
  assert_int_equal(actual.count, i);
}

/* The same games, stopped at different limits: neither is longer. */
static void runs_that_differ_in_their_limit_are_not_longer(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  a.run.plan.max_plies = 40;
  b.run.plan.max_plies = 60;
  for (int plies = 1; plies <= 70; plies++)
    for (int i = 0; i < 10; i++) {
      add_game(&a, plies > 40 ? (GameOutcome){40, 0, MATCH_TRUNCATED}
                              : (GameOutcome){plies, 1, WON});
      add_game(&b, plies > 60 ? (GameOutcome){60, 0, MATCH_TRUNCATED}
                              : (GameOutcome){plies, 1, WON});
    }
  Comparison c = must_compare(&a, &b);
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_int_equal(c.limit, 40);
  assert_near("restricted mean", d.a, (820 + 30 * 40) / 70.0);
  assert_near("difference", d.difference.value, 0);
  assert_near("correlation", d.correlation, 1);
  Sentences sentences = {0};
  compare_verdict(&c, &sentences);
  assert_string_equal(sentences.text[2],
                      "Neither is shown to be longer: 28.9 plies against 28.9, "
                      "difference 0.0 (-0.1 to 0.1), counting at most 40 plies "
                      "of each game.");
  assert_notes(&a, &b,
               (const char *const[]){
                   "The ply limits differ, 40 and 60, and how often games are "
                   "won, drawn or truncated depends on them; lengths are "
                   "compared up to 40 plies.",
                   "The gap is over decided games: 400 of A, 600 of B.", NULL});
  free_games(&a);
  free_games(&b);
}

/* A limit that no game reached does not matter. */
static void limits_that_truncate_nothing_are_not_mentioned(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  a.run.plan.max_plies = 10;
  add_blocks(&a, (Block[BLOCKS]){{40, WON, 1, 9}});
  add_blocks(&b, (Block[BLOCKS]){{39, WON, 1, 9}, {1, WON, 1, 400}});
  Comparison c = must_compare(&a, &b);
  assert_near("plies", find(&c, COMPARE_PLIES, 0).b, (39 * 9 + 400) / 40.0);
  assert_notes(&a, &b, (const char *const[]){NULL});
  free_games(&a);
  free_games(&b);
}

/* How long a forfeited game would have been is not known. */
static void lengths_leave_out_forfeited_games(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{50, WON, 1, 9}, {50, WON, 1, 11}});
  add_blocks(&b, (Block[BLOCKS]){{1, MATCH_FORFEIT, 1, 2}, {99, WON, 1, 9}});
  Comparison c = must_compare(&a, &b);
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_near("plies", d.b, 9);
  assert_int_equal(d.b_n, 99);
  assert_true(d.p < 1e-6);
  assert_notes(&a, &b,
               (const char *const[]){
                   "The gap is over decided games: 100 of A, 99 of B.",
                   "Lengths leave out the 1 forfeited game, which would have "
                   "been longer.",
                   NULL});
  free_games(&b);
  /* If many were forfeited nothing is claimed. */
  b = make_run("B", 1, 2);
  add_blocks(&b, (Block[BLOCKS]){{6, MATCH_FORFEIT, 1, 2}, {94, WON, 1, 9}});
  c = must_compare(&a, &b);
  assert_true(isnan(find(&c, COMPARE_PLIES, 0).p));
  free_games(&a);
  free_games(&b);
}

static void seats_that_never_move_are_named(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 1, 3);
  add_blocks(&a, TWENTY);
  add_blocks(&b, TWENTY_SIX);
  a.run.tally.moved = 3;
  a.run.tally.plies = 9 * a.run.tally.games;
  for (uint64_t i = 0; i < a.run.tally.games; i++)
    distinct_add(&a.run.tally.distinct, i);
  assert_notes(&a, &b,
               (const char *const[]){
                   "1 of the 3 sides of A never moved and is left out of its "
                   "gap.",
                   NULL});
  free_games(&a);
  free_games(&b);
}

/* ---- pairing -------------------------------------------------------------*/

/* x <- rep(c(1, 0), each = 20); y <- rep(c(1, 0, 1, 0), c(17, 3, 9, 11))
 * cor(x, y); (var(x) + var(y)) / var(y - x) */
static void pairing_is_measured(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, TWENTY, TWENTY_SIX);
  Difference d = find(&c, COMPARE_SEAT, 0);
  assert_near("correlation", d.correlation, 0.419313934689);
  assert_near("gain", d.gain, 1.72072072072);
  /* Neither varies in length, and independent runs have no pairs. */
  assert_true(isnan(find(&c, COMPARE_PLIES, 0).correlation));
  c = compare_blocks(2, TWENTY, TWENTY_SIX);
  assert_true(isnan(find(&c, COMPARE_SEAT, 0).correlation));
}

/* The same random numbers mean something else in another game. A game from a
 * file may be a variant of any. */
static void different_games_are_not_paired(void **state) {
  (void)state;
  static const struct {
    const char *one, *other;
    Pairing pairing;
  } CASES[] = {
      {"tictacdoh", "orbital", OTHER_GAME},
      {"tictacdoh:large=4", "tictacdoh", PAIRED},
      {"quoridor", "quoridor_x", OTHER_GAME},
      {"quoridor:size=5", "variants/quoridor_pie.lua", PAIRED},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
    snprintf(a.run.spec, sizeof a.run.spec, "%s", CASES[i].one);
    snprintf(b.run.spec, sizeof b.run.spec, "%s", CASES[i].other);
    add_blocks(&a, TWENTY);
    add_blocks(&b, TWENTY_SIX);
    assert_int_equal(must_compare(&a, &b).pairing, CASES[i].pairing);
    free_games(&a);
    free_games(&b);
  }
}

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
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    SequentialTest test;
    Error error;
    char name[COMPARED_NAME];
    if (!sequential_test_read(CASES[i].text, 2, &test, &error))
      fail_msg("%s", error.message);
    assert_int_equal(test.metric.kind, CASES[i].kind);
    assert_int_equal(test.metric.which, CASES[i].which);
    assert_near(CASES[i].text, test.margin, CASES[i].margin);
    compared_metric_name(test.metric, name);
    assert_int_equal(strncmp(name, CASES[i].text, strlen(name)), 0);
  }
}

static void an_invalid_test_is_refused(void **state) {
  (void)state;
  static const char UNKNOWN[] =
      "cannot be compared: write seat1 (seats are 1 to "
      "2), gap, draw, truncated, forfeit or plies";
  static const struct {
    const char *text, *message;
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
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    SequentialTest test;
    Error error;
    if (sequential_test_read(CASES[i].text, 2, &test, &error))
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

/* ---- played runs ---------------------------------------------------------*/

static const ExperimentCallbacks CALLBACKS = {.stop = &stop};

/* `moves`: stop after that many moves of counting.bot, at once, or never if 0.
 */
enum { AT_ONCE = -1 };

static RunEnd play_for(const RunPlan *what, const char *out, uint64_t games,
                       int moves, int shards) {
  RunPlan plan = *what;
  plan.games = games;
  plan.shard = shards ? 1 : 0;
  plan.shards = shards;
  plan.jobs = moves ? 1 : 2; /* one thread stops soon after the move */
  plan.out = out;
  Run run;
  Error error;
  clear(out);
  atomic_store(&stop, moves == AT_ONCE);
  run_after(moves, request_stop);
  if (!experiment_open(&run, &plan, &error))
    fail_msg("%s", error.message);
  RunEnd end = experiment_play(&run, &CALLBACKS, &error);
  run_close(&run);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  atomic_store(&stop, false);
  return end;
}

static void play(const RunPlan *what, const char *out, uint64_t games) {
  assert_int_equal(play_for(what, out, games, 0, 0), RUN_DONE);
}

/* The run must not be moved afterwards: it points into itself. */
static void must_read(ComparedRun *c, const char *dir) {
  Error error;
  if (!compared_run_read(c, dir, &error))
    fail_msg("%s", error.message);
}

static const char *const RANDOM[] = {"random", "bots/random.lua"};
static const char *const OTHERS[] = {"random", "counting.bot", "other.bot"};
static const char *const FUSE[] = {"counting.bot"};

static const RunPlan PLAIN = {"tictacdoh", RANDOM, 1, .seed = 5};
static const RunPlan BLOCKED = {"tictacdoh:blocked_loses=false", RANDOM, 1,
                                .seed = 5};
static const RunPlan ORBITAL = {"orbital", RANDOM, 1, .seed = 6};
static const RunPlan LARGE = {"tictacdoh:large=4", RANDOM, 1, .seed = 5};
static const RunPlan ROTATED = {"tictacdoh",     RANDOM,    2,
                                SEATING_ROTATED, .seed = 5, .moves = true};
static const RunPlan TOURNAMENT = {"orbital", OTHERS, 3, SEATING_EVERY,
                                   .seed = 5};
static const RunPlan FUSED = {"tictacdoh", FUSE, 1, .seed = 5};

/* Columns of games.csv, read without the code under test. */
typedef struct Line {
  double seat1, draw, plies;
} Line;

static int read_lines(const char *dir, Line lines[], int max) {
  char path[256], text[1024], outcome[32];
  int count = 0, plies;
  snprintf(path, sizeof path, "%s/games.csv", dir);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  while (count < max && fgets(text, sizeof text, file)) {
    char *at = strchr(text, ',');
    for (int i = 0; i < 3; i++) /* seed and two seats */
      at = strchr(at + 1, ',');
    assert_int_equal(sscanf(at + 1, "%31[a-z]", outcome), 1);
    at = strchr(at + 1, ',');
    bool first = at[1] == '1' && at[2] == ',';
    at = strchr(at + 1, ',');
    assert_int_equal(sscanf(at + 1, "%d", &plies), 1);
    lines[count++] = (Line){first && strcmp(outcome, "win") == 0,
                            strcmp(outcome, "draw") == 0, plies};
  }
  fclose(file);
  return count;
}

/* The paired interval by the formulas above, with pseudo-pairs of that sum of
 * squares. */
static Estimate paired_interval(const double d[], int n, double pseudo) {
  double sum = 0, squares = pseudo, more = pseudo > 0 ? 2 : 0;
  for (int i = 0; i < n; i++) {
    sum += d[i];
    squares += d[i] * d[i];
  }
  double count = n + more, m = sum / count;
  double half =
      (pseudo > 0 ? 1.959963984540054 : student_quantile(0.975, n - 1)) *
      sqrt((squares - count * m * m) / (count - 1) / count);
  return (Estimate){sum / n, m - half, m + half, (uint64_t)n};
}

static void runs_with_the_same_seed_are_compared_game_by_game(void **state) {
  (void)state;
  enum { N = 300 };
  static Line a[N], b[N];
  double wins[N], draws[N], plies[N];
  play(&PLAIN, "a", N);
  play(&LARGE, "b", 500);
  assert_int_equal(read_lines("a", a, N), N);
  assert_int_equal(read_lines("b", b, N), N);
  for (int i = 0; i < N; i++) {
    wins[i] = b[i].seat1 - a[i].seat1;
    draws[i] = b[i].draw - a[i].draw;
    plies[i] = b[i].plies - a[i].plies;
  }
  ComparedRun one, other;
  must_read(&one, "a");
  must_read(&other, "b");
  Comparison c = must_compare(&one, &other);
  assert_int_equal(c.pairing, PAIRED);
  assert_int_equal(c.games, N);
  const struct {
    ComparedMetric metric;
    Estimate expected;
  } CASES[] = {{{COMPARE_SEAT, 0}, paired_interval(wins, N, 1)},
               {{COMPARE_END, MATCH_DRAW}, paired_interval(draws, N, 1)},
               {{COMPARE_PLIES, 0}, paired_interval(plies, N, 0)}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Difference d = find(&c, CASES[i].metric.kind, CASES[i].metric.which);
    assert_near("value", d.difference.value, CASES[i].expected.value);
    assert_interval("played", d.difference, CASES[i].expected.low,
                    CASES[i].expected.high);
  }
  compared_run_free(&one);
  compared_run_free(&other);
}

static void runs_with_different_seeds_are_independent(void **state) {
  (void)state;
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  ComparedRun one, other;
  must_read(&one, "a");
  must_read(&other, "b");
  assert_int_equal(must_compare(&one, &other).pairing, OTHER_SEED);
  compared_run_free(&one);
  compared_run_free(&other);
}

static void a_run_cannot_be_compared_with_itself(void **state) {
  (void)state;
  play(&PLAIN, "a", 10);
  clear("link");
  assert_int_equal(symlink("a", "link"), 0);
  static const char *const NAMES[] = {"a", "a/", "./a", "link"};
  for (size_t i = 0; i < COUNT(NAMES); i++) {
    ComparedRun one, other;
    must_read(&one, "a");
    must_read(&other, NAMES[i]);
    Comparison c;
    Error error;
    assert_false(compare(&one, &other, &c, &error));
    assert_message(&error, "a cannot be compared with itself");
    compared_run_free(&one);
    compared_run_free(&other);
  }
}

static void only_runs_with_games_can_be_read(void **state) {
  (void)state;
  ComparedRun c;
  Error error;
  assert_false(compared_run_read(&c, "nowhere", &error));
  assert_message(&error, "nowhere is not the folder of a run");
  assert_int_equal(play_for(&PLAIN, "none", 100, AT_ONCE, 0), RUN_STOPPED);
  assert_false(compared_run_read(&c, "none", &error));
  assert_message(&error, "none has no games yet");
  play(&PLAIN, "broken", 50);
  flip_bit("broken/games.csv", -5);
  assert_false(compared_run_read(&c, "broken", &error));
  assert_message(&error, "broken/games.csv");
}

/* ---- extending runs ------------------------------------------------------*/

/* Extends the runs in both folders, which must not fail. */
static RunEnd extend(const char *one, const char *other, const char *text,
                     uint64_t max_games, int jobs, Decision *decision,
                     uint64_t *games) {
  ComparedRun a, b;
  must_read(&a, one);
  must_read(&b, other);
  SequentialTest test;
  Comparison c;
  Error error;
  if (!sequential_test_read(text, 2, &test, &error))
    fail_msg("%s", error.message);
  RunEnd end = compare_play(&a, &b, &test, max_games, jobs, &CALLBACKS, &c,
                            decision, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  assert_int_equal(*decision, sequential_test_decide(&test, &c));
  *games = c.games;
  compared_run_free(&a);
  compared_run_free(&b);
  return end;
}

static uint64_t games_in(const char *dir) {
  char path[256];
  snprintf(path, sizeof path, "%s/games.csv", dir);
  return (uint64_t)count_lines(path) - 1;
}

/* The folder is the same as that of a run played without interruption. */
static void assert_same_as_uninterrupted(const RunPlan *what, const char *dir) {
  play(what, "once", games_in(dir));
  assert_same_dirs("once", dir);
}

static void
extended_runs_have_the_same_bytes_as_uninterrupted_ones(void **state) {
  (void)state;
  static const struct {
    const RunPlan *one, *other;
    uint64_t first, second;
    const char *test;
    uint64_t max_games;
    Decision decision;
  } CASES[] = {
      {&PLAIN, &ORBITAL, 100, 300, "plies", 10000, DIFFERENT},
      {&PLAIN, &BLOCKED, 10, 20, "plies=5", 10000, EQUIVALENT},
      {&PLAIN, &ORBITAL, 50, 20, "forfeit", 2000, UNDECIDED},
      {&ROTATED, &PLAIN, 10, 10, "seat1", 1201, UNDECIDED},
      {&TOURNAMENT, &ROTATED, 12, 4, "gap=50%", 3000, EQUIVALENT},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Decision decision;
    uint64_t games;
    for (int jobs = 1; jobs <= 7; jobs += 3) {
      play(CASES[i].one, "a", CASES[i].first);
      play(CASES[i].other, "b", CASES[i].second);
      assert_int_equal(extend("a", "b", CASES[i].test, CASES[i].max_games, jobs,
                              &decision, &games),
                       RUN_DONE);
      assert_int_equal(decision, CASES[i].decision);
      assert_same_as_uninterrupted(CASES[i].one, "a");
      assert_same_as_uninterrupted(CASES[i].other, "b");
      if (jobs > 1)
        continue;
      copy_dir("a", "a1");
      copy_dir("b", "b1");
    }
    assert_same_dirs("a1", "a");
    assert_same_dirs("b1", "b");
    clear("a1");
    clear("b1");
    /* No more games than allowed, except to complete a round of seatings. */
    assert_in_range(games_in("a"), games, CASES[i].max_games + 5);
    assert_in_range(games_in("b"), games, CASES[i].max_games + 5);
    assert_true(decision != UNDECIDED || games >= CASES[i].max_games);
  }
}

static void extending_stops_as_soon_as_the_test_is_decided(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  /* The games already played decide it. */
  play(&PLAIN, "a", 400);
  play(&ORBITAL, "b", 500);
  Snapshot a = snapshot("a"), b = snapshot("b");
  extend("a", "b", "plies", 10000, 1, &decision, &games);
  assert_int_equal(decision, DIFFERENT);
  assert_int_equal(games, 400);
  assert_unchanged("a", &a);
  assert_unchanged("b", &b);
  /* Otherwise it is decided at a step: 1000, 1500, 2250, … */
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "seat1", 20000, 2, &decision, &games);
  assert_int_equal(decision, DIFFERENT);
  uint64_t step = 1000;
  while (step < games)
    step += step / 2;
  assert_int_equal(games, step);
  assert_int_equal(games_in("a"), step);
  assert_int_equal(games_in("b"), step);
}

static void a_stopped_run_can_be_extended(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  /* Stopped long before the next step. */
  assert_int_equal(play_for(&FUSED, "a", 50000, 4000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1, 999);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1500, 2, &decision, &games);
  assert_int_equal(games, 1500);
  assert_same_as_uninterrupted(&FUSED, "a");
  /* Stopped beyond the last step: it needs no more games. */
  assert_int_equal(play_for(&FUSED, "a", 1000000, 60000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1501, 999999);
  Snapshot before = snapshot("a");
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1500, 2, &decision, &games);
  assert_int_equal(games, 1500);
  assert_unchanged("a", &before);
}

/* A run that ended by its own stopping rule is extended beyond it. */
static void a_run_is_extended_beyond_its_stopping_rule(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  Run run;
  Error error;
  RunPlan plan = PLAIN;
  plan.games = 100000;
  plan.until = "seat1=5%";
  plan.jobs = 2;
  plan.out = "a";
  clear("a");
  assert_true(experiment_open(&run, &plan, &error));
  assert_int_equal(experiment_play(&run, &CALLBACKS, &error), RUN_DONE);
  run_close(&run);
  assert_in_range(games_in("a"), 100, 999);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1000, 2, &decision, &games);
  assert_int_equal(games, 1000);
  assert_same_as_uninterrupted(&PLAIN, "a");
}

static void extending_can_be_interrupted(void **state) {
  (void)state;
  Decision decision = DIFFERENT;
  uint64_t games;
  play(&FUSED, "a", 200);
  play(&ORBITAL, "b", 200);
  run_after(20000, request_stop);
  assert_int_equal(extend("a", "b", "forfeit", 1000000, 2, &decision, &games),
                   RUN_STOPPED);
  assert_int_equal(decision, UNDECIDED);
  atomic_store(&stop, false);
  uint64_t a = games_in("a"), b = games_in("b");
  assert_int_equal(games, a < b ? a : b);
  assert_in_range(games, 200, 999999);
  /* Both can be extended afterwards. */
  uint64_t max_games = (a > b ? a : b) + 100;
  extend("a", "b", "forfeit", max_games, 2, &decision, &games);
  assert_int_equal(games, max_games);
  assert_same_as_uninterrupted(&FUSED, "a");
  assert_same_as_uninterrupted(&ORBITAL, "b");
}

static void shards_cannot_be_extended(void **state) {
  (void)state;
  play_for(&PLAIN, "a", 300, 0, 2);
  play(&ORBITAL, "b", 100);
  ComparedRun a, b;
  must_read(&a, "a");
  must_read(&b, "b");
  SequentialTest test;
  Comparison c;
  Decision decision;
  Error error;
  Snapshot before = snapshot("a"), other = snapshot("b");
  assert_true(sequential_test_read("forfeit", 2, &test, &error));
  assert_int_equal(
      compare_play(&a, &b, &test, 1000, 1, &CALLBACKS, &c, &decision, &error),
      RUN_FAILED);
  assert_message(&error,
                 "a is shard 1 of 2, and a shard cannot be extended: merge the "
                 "shards, then compare the whole run");
  assert_unchanged("a", &before);
  assert_unchanged("b", &other);
  compared_run_free(&a);
  compared_run_free(&b);
}

int main(void) {
  const struct CMUnitTest compare_tests[] = {
      cmocka_unit_test(paired_rates_have_agresti_min_intervals),
      cmocka_unit_test(independent_rates_have_agresti_caffo_intervals),
      cmocka_unit_test(mean_lengths_have_student_intervals),
      cmocka_unit_test(lengths_that_never_vary_have_an_interval),
      cmocka_unit_test(the_gap_has_an_interval_that_knows_no_best_side),
      cmocka_unit_test(more_sides_widen_the_interval_of_the_gap),
      cmocka_unit_test(the_gap_is_that_of_decided_games),
      cmocka_unit_test(dead_seats_are_not_in_the_gap),
      cmocka_unit_test(games_that_share_their_opening_are_one_unit),
      cmocka_unit_test(a_team_counts_as_one_side),
      cmocka_unit_test(
          draws_truncated_games_and_forfeits_are_counted_separately),
      cmocka_unit_test(runs_of_different_lengths_are_paired_by_common_games),
      cmocka_unit_test(shards_are_paired_only_if_they_start_at_the_same_game),
      cmocka_unit_test(confidence_sequences_have_the_width_computed_in_r),
      cmocka_unit_test(anytime_valid_intervals_agree_with_r),
      cmocka_unit_test(few_games_have_no_anytime_valid_interval),
      cmocka_unit_test(verdicts_claim_only_what_the_intervals_show),
      cmocka_unit_test(verdicts_on_more_than_two_sides_state_the_gap),
      cmocka_unit_test(runs_that_differ_in_their_limit_are_not_longer),
      cmocka_unit_test(limits_that_truncate_nothing_are_not_mentioned),
      cmocka_unit_test(lengths_leave_out_forfeited_games),
      cmocka_unit_test(seats_that_never_move_are_named),
      cmocka_unit_test(pairing_is_measured),
      cmocka_unit_test(different_games_are_not_paired),
      cmocka_unit_test(p_values_are_adjusted_for_all_comparisons),
      cmocka_unit_test(after_repeated_looks_p_values_are_anytime_valid),
      cmocka_unit_test(a_test_is_read_from_its_metric_and_margin),
      cmocka_unit_test(an_invalid_test_is_refused),
      cmocka_unit_test(a_test_is_decided_by_the_anytime_valid_interval),
      cmocka_unit_test(runs_with_the_same_seed_are_compared_game_by_game),
      cmocka_unit_test(runs_with_different_seeds_are_independent),
      cmocka_unit_test(a_run_cannot_be_compared_with_itself),
      cmocka_unit_test(only_runs_with_games_can_be_read),
      cmocka_unit_test(extended_runs_have_the_same_bytes_as_uninterrupted_ones),
      cmocka_unit_test(extending_stops_as_soon_as_the_test_is_decided),
      cmocka_unit_test(a_stopped_run_can_be_extended),
      cmocka_unit_test(a_run_is_extended_beyond_its_stopping_rule),
      cmocka_unit_test(extending_can_be_interrupted),
      cmocka_unit_test(shards_cannot_be_extended),
  };
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  int code = RUN_TESTS(compare_tests);
  clear(home);
  return code;
}
