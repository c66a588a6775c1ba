/* Comparing runs: intervals against R, verdicts, questions, and playing on
 * until one is settled.
 *
 * Runs are made by hand, as the games they hold, or played in a folder of the
 * test's own below /tmp, which is also where the process is. */
#define _GNU_SOURCE
#include "tests/support/folders.h"
#include "tests/support/setups.h"
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/stats/confidence_sequence.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void assert_near(const char *what, double is, double should) {
  if (!(fabs(is - should) <= 1e-9))
    fail_msg("%s: %.12g is not %.12g", what, is, should);
}

static void assert_between(const char *what, Estimate is, double low,
                           double high) {
  assert_near(what, is.low, low);
  assert_near(what, is.high, high);
}

/* ---- runs made by hand ---------------------------------------------------*/

/* So many games in a row that ended alike. */
typedef struct Block {
  int games;
  MatchEnd end;
  unsigned winners; /* 1: seat 1, 2: seat 2, 3: both, … */
  int plies;
} Block;

enum { BLOCKS = 12 };
#define WON MATCH_WIN

static ComparedRun made(const char *dir, uint64_t seed, int seats) {
  ComparedRun c = {.dir = dir};
  Schedule *s = &c.run.schedule;
  c.run.plan.seed = seed;
  s->seats = s->sides = seats;
  s->seatings = 1;
  for (int seat = 0; seat < seats; seat++)
    s->side[seat] = (uint8_t)seat;
  return c;
}

/* Where it stays: the tally points to the schedule. */
static void add_game(ComparedRun *c, Played game) {
  Tally *t = &c->run.tally;
  const Schedule *s = &c->run.schedule;
  if (t->games == c->room) {
    c->room = c->room ? 2 * c->room : 64;
    c->played = realloc(c->played, c->room * sizeof *c->played);
    assert_non_null(c->played);
  }
  unsigned sides = 0;
  for (int seat = 0; game.end == MATCH_WIN && seat < s->seats; seat++)
    if (game.winners >> seat & 1)
      sides |= 1u << s->side[seat];
  t->schedule = s;
  for (int i = 0; i < s->sides; i++)
    for (int j = 0; j < s->sides; j++)
      t->side[i].together[j] += sides >> i & sides >> j & 1;
  c->played[t->games++] = game;
}

static void add_blocks(ComparedRun *c, const Block blocks[BLOCKS]) {
  for (int i = 0; i < BLOCKS; i++)
    for (int k = 0; k < blocks[i].games; k++)
      add_game(c, (Played){blocks[i].plies, (uint16_t)blocks[i].winners,
                           (uint8_t)blocks[i].end});
}

static void let_go(ComparedRun *c) {
  free(c->played);
}

static Difference find(const Comparison *c, Measure measure, int which) {
  const Difference *d = compare_find(c, (Compared){measure, which});
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

/* Two runs with two seats: compared, and gone. */
static Comparison compare_blocks(uint64_t seed, const Block one[BLOCKS],
                                 const Block other[BLOCKS]) {
  ComparedRun a = made("A", 1, 2), b = made("B", seed, 2);
  add_blocks(&a, one);
  add_blocks(&b, other);
  Comparison c = must_compare(&a, &b);
  let_go(&a);
  let_go(&b);
  return c;
}

/* ---- intervals -----------------------------------------------------------*/

/* Of 40 pairs the second has won 9 alone and the first 3. */
static const Block TWENTY[BLOCKS] = {{20, WON, 1, 9}, {20, WON, 2, 9}};
static const Block TWENTY_SIX[BLOCKS] = {
    {17, WON, 1, 9}, {3, WON, 2, 9}, {9, WON, 1, 9}, {11, WON, 2, 9}};

/* N <- n + 2; m <- (b - c) / N; v <- (b + c + 1 - N * m^2) / (N - 1)
 * m + c(-1, 1) * qnorm(.975) * sqrt(v / N) */
static void pairs_have_the_interval_of_agresti_and_min(void **state) {
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
      /* 1.0329 without a bound */
      {{{40, WON, 2, 9}}, {{40, WON, 1, 9}}, 1, 0.871882637781, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Comparison c = compare_blocks(1, CASES[i].one, CASES[i].other);
    Difference d = find(&c, MEASURE_SEAT, 0);
    assert_true(c.paired);
    assert_near("value", d.is.value, CASES[i].value);
    assert_between("pairs", d.is, CASES[i].low, CASES[i].high);
    assert_int_equal(d.is.n, 40);
  }
}

/* p <- (c(x1, x2) + 1) / (c(n1, n2) + 2); v <- p * (1 - p) / (c(n1, n2) + 1)
 * diff(p) + c(-1, 1) * qnorm(.975) * sqrt(sum(v)) */
static void others_have_the_interval_of_agresti_and_caffo(void **state) {
  (void)state;
  static const struct {
    int x1, n1, x2, n2;
    double low, high;
  } CASES[] = {
      {20, 40, 26, 40, -0.0691214738485, 0.354835759563},
      {7, 25, 33, 60, 0.0366784183550, 0.467503182601},
      {0, 25, 0, 60, -0.100083946585, 0.0582679370272},
      {25, 25, 0, 60, -1, -0.867657988899}, /* -1.026 without a bound */
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Block one[BLOCKS] = {{CASES[i].x1, WON, 1, 9},
                               {CASES[i].n1 - CASES[i].x1, WON, 2, 9}};
    const Block other[BLOCKS] = {{CASES[i].x2, WON, 1, 9},
                                 {CASES[i].n2 - CASES[i].x2, WON, 2, 9}};
    Comparison c = compare_blocks(2, one, other);
    Difference d = find(&c, MEASURE_SEAT, 0);
    assert_false(c.paired);
    assert_near("one", d.one, (double)CASES[i].x1 / CASES[i].n1);
    assert_near("other", d.other, (double)CASES[i].x2 / CASES[i].n2);
    assert_between("independent", d.is, CASES[i].low, CASES[i].high);
  }
}

/* a <- rep(c(8, 9, 12, 20), 10); b <- c(rep(c(9, 9, 15, 19), 9), 8, 30, 12, 25)
 * mean(b - a) + c(-1, 1) * qnorm(.975) * sd(b - a) / sqrt(40)
 * mean(b) - mean(a) + c(-1, 1) * qnorm(.975) * sqrt(var(a) / 40 + var(b) / 40)
 */
static void lengths_have_normal_intervals(void **state) {
  (void)state;
  static const int A[] = {8, 9, 12, 20}, B[] = {9, 9, 15, 19};
  static const int END[] = {8, 30, 12, 25};
  for (uint64_t seed = 1; seed <= 2; seed++) {
    ComparedRun a = made("A", 1, 2), b = made("B", seed, 2);
    for (int i = 0; i < 40; i++) {
      add_game(&a, (Played){A[i % 4], 1, WON});
      add_game(&b, (Played){i < 36 ? B[i % 4] : END[i - 36], 1, WON});
    }
    Comparison c = must_compare(&a, &b);
    Difference d = find(&c, MEASURE_PLIES, 0);
    assert_near("plies", d.is.value, 1.325);
    if (seed == 1)
      assert_between("pairs", d.is, 0.221201840494, 2.42879815951);
    else
      assert_between("independent", d.is, -0.883809042856, 3.53380904286);
    let_go(&a);
    let_go(&b);
  }
}

/* d: +2 nine times, -2 three times, 0. N <- 42; m <- sum(d) / N
 * v <- (sum(d^2) + 4 - N * m^2) / (N - 1)
 * Independent: of x, the difference in each game, N <- n + 2; m <- sum(x) / N;
 * v <- (sum(x^2) + 2 - N * m^2) / (N - 1) / N
 * In the first run both seats have won equally often, which does not mean that
 * nothing could vary. */
static void gaps_have_the_intervals_of_their_two_sides(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, TWENTY, TWENTY_SIX);
  Difference d = find(&c, MEASURE_GAP, 0);
  assert_near("one", d.one, 0);
  assert_near("other", d.other, 0.3);
  assert_between("pairs", d.is, -0.043457009232, 0.614885580661);
  c = compare_blocks(2, TWENTY, TWENTY_SIX);
  assert_between("independent", find(&c, MEASURE_GAP, 0).is, -0.138242947697,
                 0.709671519126);
}

/* As above, with qnorm(1 - .025 / 3) for the three pairs of three seats. */
static void more_sides_make_the_interval_of_the_gap_wider(void **state) {
  (void)state;
  ComparedRun a = made("A", 1, 3), b = made("B", 2, 2);
  add_blocks(&a,
             (Block[BLOCKS]){{20, WON, 1, 9}, {12, WON, 2, 9}, {8, WON, 4, 9}});
  add_blocks(&b, TWENTY_SIX);
  Comparison c = must_compare(&a, &b);
  assert_between("gap", find(&c, MEASURE_GAP, 0).is, -0.465626092752,
                 0.465626092752);
  /* Only seats that both have; and never wider for a seat. */
  assert_null(compare_find(&c, (Compared){MEASURE_SEAT, 2}));
  assert_between("seat 1", find(&c, MEASURE_SEAT, 0).is, -0.0691214738485,
                 0.354835759563);
  let_go(&a);
  let_go(&b);
}

/* Four seats in two teams are two sides. */
static void teams_are_sides(void **state) {
  (void)state;
  ComparedRun a = made("A", 1, 4), b = made("B", 2, 2);
  a.run.schedule.sides = 2;
  for (int seat = 0; seat < 4; seat++)
    a.run.schedule.side[seat] = seat & 1;
  add_blocks(&a, (Block[BLOCKS]){{20, WON, 5, 9}, {20, WON, 10, 9}});
  add_blocks(&b, TWENTY_SIX);
  Comparison c = must_compare(&a, &b);
  assert_between("gap", find(&c, MEASURE_GAP, 0).is, -0.138242947697,
                 0.709671519126);
  assert_near("seat 2", find(&c, MEASURE_SEAT, 1).one, 0.5);
  let_go(&a);
  let_go(&b);
}

static void draws_cut_off_games_and_forfeits_are_never_mixed(void **state) {
  (void)state;
  /* A forfeit and a draw that name winners are nobody's win all the same. */
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
    Measure measure;
    int which;
    double one, other;
  } CASES[] = {
      {MEASURE_SEAT, 0, 0.1, 0},
      {MEASURE_SEAT, 1, 0, 0.4},
      {MEASURE_GAP, 0, 0.1, 0.4},
      {MEASURE_END, MATCH_DRAW, 0.2, 0.3},
      {MEASURE_END, MATCH_TRUNCATED, 0.3, 0.2},
      {MEASURE_END, MATCH_FORFEIT, 0.4, 0.1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Difference d = find(&c, CASES[i].measure, CASES[i].which);
    assert_near("one", d.one, CASES[i].one);
    assert_near("other", d.other, CASES[i].other);
  }
  assert_int_equal(c.count, 7);
}

static void pairs_of_unequal_runs_are_those_that_both_have(void **state) {
  (void)state;
  static const Block LONGER[BLOCKS] = {{17, WON, 1, 9},
                                       {3, WON, 2, 9},
                                       {9, WON, 1, 9},
                                       {11, WON, 2, 9},
                                       {40, WON, 2, 99}};
  static const Block FAR_LONGER[BLOCKS] = {{26, WON, 1, 9}, {514, WON, 2, 9}};
  Comparison c = compare_blocks(1, TWENTY, LONGER);
  Difference d = find(&c, MEASURE_SEAT, 0);
  assert_int_equal(c.games, 40);
  assert_near("other", d.other, 0.65);
  assert_between("pairs", d.is, -0.0217285046160, 0.307442790330);
  /* Independent ones are whole; but for who looks often, they are pairs. */
  c = compare_blocks(2, TWENTY, LONGER);
  d = find(&c, MEASURE_SEAT, 0);
  assert_near("other", d.other, 26.0 / 80);
  assert_near("all", d.is.value, 26.0 / 80 - 0.5);
  assert_near("pairs", d.anytime.value, 0.15);
  /* So are those of which one has far more games. */
  c = compare_blocks(1, TWENTY, FAR_LONGER);
  assert_false(c.paired);
  assert_near("other", find(&c, MEASURE_SEAT, 0).other, 26.0 / 540);
}

/* Other parts of a run with the same seed have nothing in common. */
static void shards_are_pairs_only_from_the_same_game_on(void **state) {
  (void)state;
  ComparedRun a = made("A", 1, 2), b = made("B", 1, 2);
  add_blocks(&a, TWENTY);
  add_blocks(&b, TWENTY_SIX);
  a.run.first = b.run.first = 40;
  assert_true(must_compare(&a, &b).paired);
  a.run.first = 0;
  assert_false(must_compare(&a, &b).paired);
  let_go(&a);
  let_go(&b);
}

/* ---- intervals for who looks often ---------------------------------------*/

/* The likelihood of a mean of x standard errors, mixed over normal means, is 20
 * times that of none: with r <- (-2 * log(.05) + log(1 - 2 * log(.05))) / 10000
 * uniroot(function(x) log(integrate(function(t) exp(x * sqrt(n) * t - n * t^2 /
 *   2) * dnorm(t, 0, sqrt(r)), -Inf, Inf)$value) - log(20), c(1, 20)) */
static void sequences_reach_as_far_as_in_r(void **state) {
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
 * seats with .05 / 3); reach: 1, for the gap 2, for plies as far as any two
 * games are apart. */
static void intervals_for_who_looks_often_are_those_of_r(void **state) {
  (void)state;
  static const Block ONE[BLOCKS] = {{30, WON, 1, 5}, {970, WON, 2, 30}};
  static const Block OTHER[BLOCKS] = {
      {30, WON, 2, 5}, {90, WON, 1, 30}, {880, WON, 2, 30}};
  for (uint64_t seed = 1; seed <= 2; seed++) {
    Comparison c = compare_blocks(seed, ONE, OTHER);
    assert_between("seat", find(&c, MEASURE_SEAT, 0).anytime, 0.0179523958119,
                   0.10180808323);
    /* What was the same so far may not always be. */
    assert_between("draws", find(&c, MEASURE_END, MATCH_DRAW).anytime,
                   -0.0054491466539, 0.0054491466539);
    assert_between("plies", find(&c, MEASURE_PLIES, 0).anytime, -0.136228666348,
                   0.136228666348);
  }
  ComparedRun a = made("A", 1, 3), b = made("B", 1, 3);
  static const Block LOST[BLOCKS] = {{30, WON, 2, 5}, {970, WON, 1, 5}};
  static const Block MORE[BLOCKS] = {
      {30, WON, 1, 5}, {90, WON, 2, 5}, {880, WON, 1, 5}};
  add_blocks(&a, MORE);
  add_blocks(&b, LOST);
  /* Seat 1 wins most and seat 3 never: 90 differences of 1, 30 of -1. */
  Comparison c = must_compare(&a, &b);
  Difference d = find(&c, MEASURE_GAP, 0);
  double n = 1000, m = 60 / 1002.0;
  double s = sqrt((120 + 2 * 4 - 1002 * m * m) / 1001);
  double half = confidence_sequence_z(1000, 0.05 / 3) * s / sqrt(n);
  assert_between("gap", d.anytime, m - half, m + half);
  let_go(&a);
  let_go(&b);
}

static void few_games_have_no_interval_for_who_looks_often(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, (Block[BLOCKS]){{99, WON, 1, 9}},
                                (Block[BLOCKS]){{99, WON, 2, 9}});
  for (int i = 0; i < c.count; i++)
    assert_true(isinf(c.list[i].anytime.low) && isinf(c.list[i].anytime.high));
}

/* ---- how often they are wrong --------------------------------------------*/

/* A game that seat 1 wins with so many in 1000, and seat 2 with as many. */
static Played draw_game(Rng *rng, uint32_t wins) {
  uint32_t x = rng_below(rng, 1000);
  return x < wins       ? (Played){9, 1, WON}
         : x < 2 * wins ? (Played){9, 2, WON}
                        : (Played){9, 0, MATCH_DRAW};
}

enum { REPEATS = 240, GAMES = 8000 };

/* Looks as compare_until does, from 100 games on, and counts how often a
 * difference was seen at some time that is not there: by the rule, and by the
 * usual interval. */
static void count_errors(Measure measure, uint32_t wins, uint64_t seed,
                         int *wrong, int *naive) {
  const Question question = {.what = {measure, 0}};
  *wrong = *naive = 0;
  for (uint64_t repeat = 0; repeat < REPEATS; repeat++) {
    ComparedRun a = made("A", 1, 2), b = made("B", 1, 2);
    Rng rng;
    bool differ = false, seems = false;
    rng_seed(&rng, seed, repeat);
    for (int n = 100; n <= GAMES; n = n < 1000 ? 1000 : n + n / 2) {
      while (a.run.tally.games < (uint64_t)n) {
        add_game(&a, draw_game(&rng, wins));
        add_game(&b, draw_game(&rng, wins));
      }
      Comparison c = must_compare(&a, &b);
      Difference d = find(&c, measure, 0);
      differ |= question_settled(&question, &d) == DIFFERENT;
      seems |= d.is.low > 0 || d.is.high < 0;
    }
    *wrong += differ;
    *naive += seems;
    let_go(&a);
    let_go(&b);
  }
}

static void looking_often_is_seldom_wrong(void **state) {
  (void)state;
  int wrong, naive;
  count_errors(MEASURE_SEAT, 480, 1, &wrong, &naive);
  assert_in_range(wrong, 0, REPEATS / 20);
  /* The usual interval would not pass. */
  assert_in_range(naive, REPEATS / 10, REPEATS);
  count_errors(MEASURE_GAP, 480, 2, &wrong, &naive);
  assert_in_range(wrong, 0, REPEATS / 20);
  /* Something rare, of which at first there is nothing to be seen. */
  count_errors(MEASURE_SEAT, 4, 3, &wrong, &naive);
  assert_in_range(wrong, 0, REPEATS / 20);
  assert_in_range(naive, REPEATS / 10, REPEATS);
}

/* Seats that win equally often in both runs, of which one is far longer: the
 * first then seems less fair, the more so the more seats there are. */
static void fair_games_are_seldom_called_less_fair(void **state) {
  (void)state;
  for (int seats = 2; seats <= 4; seats++) {
    ComparedRun b = made("B", 2, seats);
    for (int i = 0; i < 1000 * seats; i++)
      add_game(&b, (Played){9, (uint16_t)(1 << i % seats), WON});
    int sure = 0;
    for (uint64_t repeat = 0; repeat < REPEATS; repeat++) {
      ComparedRun a = made("A", 1, seats);
      Rng rng;
      rng_seed(&rng, (uint64_t)seats, repeat);
      for (int i = 0; i < 150; i++)
        add_game(&a,
                 (Played){9, (uint16_t)(1 << rng_below(&rng, (uint32_t)seats)),
                          WON});
      Comparison c = must_compare(&a, &b);
      Difference d = find(&c, MEASURE_GAP, 0);
      sure += d.is.low > 0 || d.is.high < 0;
      let_go(&a);
    }
    /* 5%, and chance; with an interval for one pair of four it would be 18%. */
    assert_in_range(sure, 0, REPEATS / 20 + 9);
    let_go(&b);
  }
}

/* ---- verdicts ------------------------------------------------------------*/

/* A case and all that is said of it. */
typedef struct Case {
  uint64_t seed; /* of the second run */
  Block one[BLOCKS], other[BLOCKS];
  const char *says[5];
} Case;

/* The sentences end with NULL, or are five. */
static void assert_verdict(const ComparedRun *one, const ComparedRun *other,
                           const char *const says[]) {
  Sentences is = {0};
  Comparison c = must_compare(one, other);
  int i = 0;
  compare_verdict(&c, &is);
  for (; i < 5 && says[i]; i++) {
    if (i >= is.count)
      fail_msg("is not said: %s", says[i]);
    assert_string_equal(is.text[i], says[i]);
  }
  assert_int_equal(is.count, i);
}

#define EQUALLY_LONG                                                           \
  "Neither is shown to be longer: 9.0 plies against 9.0, difference 0.0 ± "   \
  "0.0."

static const Case VERDICTS[] = {
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {"B is fairer: seat 1 wins 51.2% against 56.9%, difference 5.7 ± 1.4 "
      "points.",
      EQUALLY_LONG}},
    {2,
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"A is fairer: its seats' win rates differ by 2.4 points against 13.8, "
      "difference 11.4 ± 2.8 points.",
      EQUALLY_LONG}},
    /* The seats have changed places: different, but not less fair. */
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"Neither is shown to be fairer: their seats' win rates differ by 13.8 "
      "points against 13.8, difference 0.0 ± 2.7 points.",
      EQUALLY_LONG}},
    {2,
     {{51, WON, 1, 9}, {49, WON, 2, 9}},
     {{55, WON, 1, 9}, {45, WON, 2, 9}},
     {"Neither is shown to be fairer: seat 1 wins 55.0% against 51.0%, "
      "difference 4.0 ± 13.8 points.",
      EQUALLY_LONG}},
    /* Where much is drawn, a seat that wins half of all games is not a sign of
     * fairness. */
    {2,
     {{600, WON, 1, 9}, {600, WON, 2, 9}, {800, MATCH_DRAW, 0, 9}},
     {{1000, WON, 1, 9}, {800, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"A is fairer: its seats' win rates differ by 0.0 points against 10.0, "
      "difference 10.0 ± 5.3 points.",
      EQUALLY_LONG,
      "B is drawn less often: 10.0% against 40.0%, difference 30.0 ± 2.5 "
      "points."}},
    {1,
     {{50, WON, 1, 10}, {50, WON, 2, 12}},
     {{50, WON, 1, 13}, {50, WON, 2, 13}},
     {"Neither is shown to be fairer: seat 1 wins 50.0% against 50.0%, "
      "difference 0.0 ± 1.9 points.",
      "B is longer: 13.0 plies against 11.0, difference 2.0 ± 0.2."}},
    {1,
     {{50, WON, 1, 13}, {50, WON, 2, 13}},
     {{50, WON, 1, 10}, {50, WON, 2, 12}},
     {"Neither is shown to be fairer: seat 1 wins 50.0% against 50.0%, "
      "difference 0.0 ± 1.9 points.",
      "B is shorter: 11.0 plies against 13.0, difference 2.0 ± 0.2."}},
    /* All of ten pairs are alike, but ten are too few to tell. */
    {1,
     {{5, WON, 1, 9}, {5, WON, 2, 9}},
     {{5, WON, 1, 8}, {5, WON, 2, 8}},
     {"Neither is shown to be fairer: seat 1 wins 50.0% against 50.0%, "
      "difference 0.0 ± 17.1 points.",
      "Neither is shown to be longer: 8.0 plies against 9.0, difference 1.0 ± "
      "0.0."}},
    {2,
     {{450, WON, 1, 9}, {450, WON, 2, 9}, {100, MATCH_DRAW, 0, 9}},
     {{400, WON, 1, 9}, {400, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"Neither is shown to be fairer: their seats' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 ± 8.1 points.",
      EQUALLY_LONG,
      "B is drawn more often: 20.0% against 10.0%, difference 10.0 ± 3.1 "
      "points."}},
    {2,
     {{450, WON, 1, 9}, {450, WON, 2, 9}, {100, MATCH_TRUNCATED, 0, 9}},
     {{400, WON, 1, 9}, {400, WON, 2, 9}, {200, MATCH_TRUNCATED, 0, 9}},
     {"Neither is shown to be fairer: their seats' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 ± 8.1 points.",
      EQUALLY_LONG,
      "B is cut off more often: 20.0% against 10.0%, difference 10.0 ± 3.1 "
      "points."}},
    {2,
     {{400, WON, 1, 9}, {400, WON, 2, 9}, {200, MATCH_FORFEIT, 1, 9}},
     {{450, WON, 1, 9}, {450, WON, 2, 9}, {100, MATCH_FORFEIT, 2, 9}},
     {"Neither is shown to be fairer: their seats' win rates differ by 0.0 "
      "points against 0.0, difference 0.0 ± 8.1 points.",
      EQUALLY_LONG,
      "B is forfeited less often: 10.0% against 20.0%, difference 10.0 ± 3.1 "
      "points."}},
    {1,
     {{1, WON, 1, 9}},
     {{1, WON, 2, 9}},
     {"A single game each says nothing: play more."}},
};

static void verdicts_say_what_the_intervals_allow(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(VERDICTS); i++) {
    ComparedRun a = made("A", 1, 2), b = made("B", VERDICTS[i].seed, 2);
    add_blocks(&a, VERDICTS[i].one);
    add_blocks(&b, VERDICTS[i].other);
    assert_verdict(&a, &b, VERDICTS[i].says);
    let_go(&a);
    let_go(&b);
  }
}

/* Of three seats, seat 1 alone says little. */
static void verdicts_on_more_sides_tell_the_gap(void **state) {
  (void)state;
  ComparedRun a = made("A", 1, 3), b = made("B", 2, 3);
  add_blocks(&a, (Block[BLOCKS]){
                     {500, WON, 1, 9}, {300, WON, 2, 9}, {200, WON, 4, 9}});
  add_blocks(&b, (Block[BLOCKS]){
                     {340, WON, 1, 9}, {330, WON, 2, 9}, {330, WON, 4, 9}});
  assert_verdict(&a, &b,
                 (const char *const[]){
                     "B is fairer: its seats' win rates differ by 1.0 points "
                     "against 30.0, difference 29.0 ± 8.6 points.",
                     EQUALLY_LONG, NULL});
  /* Nor where it comes nearer to half. */
  ComparedRun e = made("E", 1, 3);
  add_blocks(
      &e, (Block[BLOCKS]){{50, WON, 1, 9}, {475, WON, 2, 9}, {475, WON, 4, 9}});
  assert_verdict(&e, &b,
                 (const char *const[]){
                     "B is fairer: its seats' win rates differ by 1.0 points "
                     "against 42.5, difference 41.5 ± 7.6 points.",
                     EQUALLY_LONG, NULL});
  let_go(&e);
  /* Seat 1 is surely not the same here, but that is not the question. */
  ComparedRun d = made("D", 2, 3);
  add_blocks(&d, (Block[BLOCKS]){
                     {200, WON, 1, 9}, {500, WON, 2, 9}, {300, WON, 4, 9}});
  assert_verdict(&a, &d,
                 (const char *const[]){
                     "Neither is shown to be fairer: their seats' win rates "
                     "differ by 30.0 points against 30.0, difference 0.0 ± 8.4 "
                     "points.",
                     EQUALLY_LONG, NULL});
  let_go(&a);
  let_go(&b);
  let_go(&d);
}

/* ---- questions -----------------------------------------------------------*/

static void questions_are_read(void **state) {
  (void)state;
  static const struct {
    const char *text;
    Measure measure;
    int which;
    double margin;
  } CASES[] = {
      {"seat1", MEASURE_SEAT, 0, 0},
      {"seat2", MEASURE_SEAT, 1, 0},
      {"seat1=1%", MEASURE_SEAT, 0, 0.01},
      {"seat2=0.02", MEASURE_SEAT, 1, 0.02},
      {"seat1=50%", MEASURE_SEAT, 0, 0.5},
      {"gap", MEASURE_GAP, 0, 0},
      {"gap=2.5%", MEASURE_GAP, 0, 0.025},
      {"draw", MEASURE_END, MATCH_DRAW, 0},
      {"truncated=1e-3", MEASURE_END, MATCH_TRUNCATED, 0.001},
      {"forfeit", MEASURE_END, MATCH_FORFEIT, 0},
      {"plies", MEASURE_PLIES, 0, 0},
      {"plies=2", MEASURE_PLIES, 0, 2},
      {"plies=0.5", MEASURE_PLIES, 0, 0.5},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Question q;
    Error error;
    char name[COMPARED_TEXT];
    if (!question_read(CASES[i].text, 2, &q, &error))
      fail_msg("%s", error.message);
    assert_int_equal(q.what.measure, CASES[i].measure);
    assert_int_equal(q.what.which, CASES[i].which);
    assert_near(CASES[i].text, q.margin, CASES[i].margin);
    compared_name(q.what, name);
    assert_int_equal(strncmp(name, CASES[i].text, strlen(name)), 0);
  }
}

static void what_is_no_question_is_refused(void **state) {
  (void)state;
  static const char NOTHING[] = "is nothing to compare: write seat1 (seats are "
                                "1 to 2), gap, draw, truncated, forfeit or "
                                "plies";
  static const struct {
    const char *text, *message;
  } CASES[] = {
      {"", NOTHING},
      {"=1%", NOTHING},
      {"seat", NOTHING},
      {"seat0", NOTHING},
      {"seat3", NOTHING},
      {"seat-1", NOTHING},
      {"seat1 ", NOTHING},
      {"seat99999999999999999999999", NOTHING},
      {"seat1seat1seat1seat1seat1seat1seat1seat1", NOTHING},
      {"win", NOTHING},
      {"Gap", NOTHING},
      {"gaps", NOTHING},
      {"seat1=", "names no margin: write seat1=1%"},
      {"seat1=0", "names no margin"},
      {"seat1=0%", "names no margin"},
      {"seat1=-1%", "names no margin"},
      {"seat1=nan", "names no margin"},
      {"seat1=inf", "names no margin"},
      {"seat1=0x1p-5", "names no margin"},
      {"seat1=1%%", "names no margin"},
      {"seat1=%", "names no margin"},
      {"seat1=2", "names no margin"},
      {"seat1=101%", "names no margin"},
      {"seat1=1e999", "names no margin"},
      {"seat1=1=1", "names no margin"},
      {"plies=2%", "names no margin: write plies=2"},
      {"plies=1e7", "names no margin"},
      {"plies=-2", "names no margin"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Question q;
    Error error;
    if (question_read(CASES[i].text, 2, &q, &error))
      fail_msg("'%s' is taken", CASES[i].text);
    says(&error, CASES[i].message);
  }
}

static void a_question_is_settled_by_its_interval(void **state) {
  (void)state;
  static const struct {
    double margin, low, high;
    Settled settled;
  } CASES[] = {
      {0, -INFINITY, INFINITY, OPEN},
      {0.01, -INFINITY, INFINITY, OPEN},
      {0, -0.1, 0.1, OPEN},
      {0, 0, 0.1, OPEN},
      {0, -0.1, 0, OPEN},
      {0, 0, 0, OPEN},
      {0, 0.001, 0.1, DIFFERENT},
      {0, -0.1, -0.001, DIFFERENT},
      {0.05, -0.04, 0.04, EQUAL},
      {0.05, -0.05, 0.05, EQUAL},
      {0.05, -0.04, 0.06, OPEN},
      {0.05, -0.06, 0.04, OPEN},
      {0.05, 0.01, 0.04, DIFFERENT},
      {0.05, 0, 0, EQUAL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Question q = {.margin = CASES[i].margin};
    /* The usual interval must not matter: here it always says different. */
    const Difference d = {.is = {1, 0.5, 1.5, 9},
                          .anytime = {0, CASES[i].low, CASES[i].high, 9}};
    assert_int_equal(question_settled(&q, &d), CASES[i].settled);
  }
}

/* ---- played runs ---------------------------------------------------------*/

static const ExperimentCallbacks AUDIENCE = {.stop = &stop};

/* Stops after so many moves of fuse.bot; 0: never. */
enum { AT_ONCE = -1 };

static RunEnd play_for(const RunPlan *what, const char *out, uint64_t games,
                       int moves, int shards) {
  RunPlan plan = *what;
  plan.games = games;
  plan.shard = shards ? 1 : 0;
  plan.shards = shards;
  plan.jobs = moves ? 1 : 2; /* stops soon after */
  plan.out = out;
  Run run;
  Error error;
  clear(out);
  atomic_store(&stop, moves == AT_ONCE);
  light(moves, ask_to_stop);
  if (!experiment_open(&run, &plan, &error))
    fail_msg("%s", error.message);
  RunEnd end = experiment_play(&run, &AUDIENCE, &error);
  run_close(&run);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  atomic_store(&stop, false);
  return end;
}

static void play(const RunPlan *what, const char *out, uint64_t games) {
  assert_int_equal(play_for(what, out, games, 0, 0), RUN_DONE);
}

/* Where it stays: a run points into itself. */
static void must_read(ComparedRun *c, const char *dir) {
  Error error;
  if (!compared_run_read(c, dir, &error))
    fail_msg("%s", error.message);
}

static const char *const RANDOM[] = {"random", "bots/random.lua"};
static const char *const OTHERS[] = {"random", "fuse.bot", "other.bot"};
static const char *const FUSE[] = {"fuse.bot"};

static const RunPlan PLAIN = {"tictacdoh", RANDOM, 1, .seed = 5};
static const RunPlan BLOCKED = {"tictacdoh:blocked_loses=false", RANDOM, 1,
                                .seed = 5};
static const RunPlan ORBITAL = {"orbital", RANDOM, 1, .seed = 6};
static const RunPlan ORBITAL5 = {"orbital", RANDOM, 1, .seed = 5};
static const RunPlan ROTATED = {"tictacdoh",     RANDOM,    2,
                                SEATING_ROTATED, .seed = 5, .moves = true};
static const RunPlan TOURNAMENT = {"orbital", OTHERS, 3, SEATING_EVERY,
                                   .seed = 5};
static const RunPlan FUSED = {"tictacdoh", FUSE, 1, .seed = 5};

/* The columns of games.csv, read in another way. */
typedef struct Line {
  double seat1, draw, plies;
} Line;

static int read_lines(const char *dir, Line lines[], int most) {
  char path[256], text[1024], outcome[32];
  int count = 0, plies;
  snprintf(path, sizeof path, "%s/games.csv", dir);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  while (count < most && fgets(text, sizeof text, file)) {
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

/* The plain sums of the formulas above. */
static Estimate by_pairs(const double d[], int n, double exploration) {
  double sum = 0, squares = exploration, more = exploration > 0 ? 2 : 0;
  for (int i = 0; i < n; i++) {
    sum += d[i];
    squares += d[i] * d[i];
  }
  double count = n + more, m = sum / count;
  double half =
      1.959963984540054 * sqrt((squares - count * m * m) / (count - 1) / count);
  return (Estimate){sum / n, m - half, m + half, (uint64_t)n};
}

static void played_runs_with_a_seed_are_compared_game_by_game(void **state) {
  (void)state;
  enum { N = 300 };
  static Line a[N], b[N];
  double wins[N], draws[N], plies[N];
  play(&PLAIN, "a", N);
  play(&ORBITAL5, "b", 500);
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
  assert_true(c.paired);
  assert_int_equal(c.games, N);
  const struct {
    Compared what;
    Estimate is;
  } CASES[] = {{{MEASURE_SEAT, 0}, by_pairs(wins, N, 1)},
               {{MEASURE_END, MATCH_DRAW}, by_pairs(draws, N, 1)},
               {{MEASURE_PLIES, 0}, by_pairs(plies, N, 0)}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Difference d = find(&c, CASES[i].what.measure, CASES[i].what.which);
    assert_near("value", d.is.value, CASES[i].is.value);
    assert_between("played", d.is, CASES[i].is.low, CASES[i].is.high);
  }
  compared_run_free(&one);
  compared_run_free(&other);
}

static void other_seeds_are_independent(void **state) {
  (void)state;
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  ComparedRun one, other;
  must_read(&one, "a");
  must_read(&other, "b");
  assert_false(must_compare(&one, &other).paired);
  compared_run_free(&one);
  compared_run_free(&other);
}

static void a_run_is_not_compared_with_itself(void **state) {
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
    says(&error, "a is compared with itself");
    compared_run_free(&one);
    compared_run_free(&other);
  }
}

static void what_is_no_run_cannot_be_read(void **state) {
  (void)state;
  ComparedRun c;
  Error error;
  assert_false(compared_run_read(&c, "nowhere", &error));
  says(&error, "nowhere is not the folder of a run");
  assert_int_equal(play_for(&PLAIN, "none", 100, AT_ONCE, 0), RUN_STOPPED);
  assert_false(compared_run_read(&c, "none", &error));
  says(&error, "none has no games yet");
  play(&PLAIN, "broken", 50);
  flip("broken/games.csv", -5);
  assert_false(compared_run_read(&c, "broken", &error));
  says(&error, "broken/games.csv");
}

/* ---- until ---------------------------------------------------------------*/

/* Goes on with both folders; what it returns is not a failure. */
static RunEnd until(const char *one, const char *other, const char *text,
                    uint64_t most, int jobs, Settled *settled,
                    uint64_t *games) {
  ComparedRun a, b;
  must_read(&a, one);
  must_read(&b, other);
  Question question;
  Comparison c;
  Error error;
  if (!question_read(text, 2, &question, &error))
    fail_msg("%s", error.message);
  RunEnd end = compare_until(&a, &b, &question, most, jobs, &AUDIENCE, NULL,
                             NULL, &c, settled, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  /* What is told is what stands there. */
  const Difference *d = compare_find(&c, question.what);
  assert_non_null(d);
  assert_int_equal(*settled, question_settled(&question, d));
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

/* The folder is that of a run which was played at once. */
static void assert_at_once(const RunPlan *what, const char *dir) {
  play(what, "once", games_in(dir));
  assert_same_folders("once", dir);
}

static void until_plays_both_to_the_same_bytes_as_at_once(void **state) {
  (void)state;
  static const struct {
    const RunPlan *one, *other;
    uint64_t first, second;
    const char *question;
    uint64_t most;
    Settled settled;
  } CASES[] = {
      {&PLAIN, &ORBITAL, 100, 300, "plies", 10000, DIFFERENT},
      {&PLAIN, &BLOCKED, 10, 20, "plies=5", 10000, EQUAL},
      {&PLAIN, &ORBITAL, 50, 20, "forfeit", 2000, OPEN},
      {&ROTATED, &PLAIN, 10, 10, "seat1", 1201, OPEN},
      {&TOURNAMENT, &ROTATED, 12, 4, "gap=50%", 3000, EQUAL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Settled settled;
    uint64_t games;
    for (int jobs = 1; jobs <= 7; jobs += 3) {
      play(CASES[i].one, "a", CASES[i].first);
      play(CASES[i].other, "b", CASES[i].second);
      assert_int_equal(until("a", "b", CASES[i].question, CASES[i].most, jobs,
                             &settled, &games),
                       RUN_DONE);
      assert_int_equal(settled, CASES[i].settled);
      assert_at_once(CASES[i].one, "a");
      assert_at_once(CASES[i].other, "b");
      if (jobs > 1)
        continue;
      copy_folder("a", "a1");
      copy_folder("b", "b1");
    }
    assert_same_folders("a1", "a");
    assert_same_folders("b1", "b");
    clear("a1");
    clear("b1");
    /* No more than asked for, but for what makes a round of seatings. */
    assert_in_range(games_in("a"), games, CASES[i].most + 5);
    assert_in_range(games_in("b"), games, CASES[i].most + 5);
    assert_true(settled != OPEN || games >= CASES[i].most);
  }
}

static void until_stops_where_it_is_settled(void **state) {
  (void)state;
  Settled settled;
  uint64_t games;
  /* At once, without a game more. */
  play(&PLAIN, "a", 400);
  play(&ORBITAL, "b", 500);
  Snapshot a = snapshot("a"), b = snapshot("b");
  until("a", "b", "plies", 10000, 1, &settled, &games);
  assert_int_equal(settled, DIFFERENT);
  assert_int_equal(games, 400);
  assert_as_before("a", &a);
  assert_as_before("b", &b);
  /* At a look: 1000, 1500, 2250, … */
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  until("a", "b", "seat1", 20000, 2, &settled, &games);
  assert_int_equal(settled, DIFFERENT);
  uint64_t look = 1000;
  while (look < games)
    look += look / 2;
  assert_int_equal(games, look);
  assert_int_equal(games_in("a"), look);
  assert_int_equal(games_in("b"), look);
}

static void until_takes_up_a_run_that_was_stopped(void **state) {
  (void)state;
  Settled settled;
  uint64_t games;
  /* Long before it had the games of the next look. */
  assert_int_equal(play_for(&FUSED, "a", 50000, 4000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1, 999);
  play(&ORBITAL, "b", 100);
  until("a", "b", "forfeit", 1500, 2, &settled, &games);
  assert_int_equal(games, 1500);
  assert_at_once(&FUSED, "a");
  /* After that: there are games enough. */
  assert_int_equal(play_for(&FUSED, "a", 1000000, 60000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1501, 999999);
  Snapshot before = snapshot("a");
  play(&ORBITAL, "b", 100);
  until("a", "b", "forfeit", 1500, 2, &settled, &games);
  assert_int_equal(games, 1500);
  assert_as_before("a", &before);
}

/* A run that has stopped where it had enough games goes on beyond. */
static void until_goes_on_beyond_a_runs_own_end(void **state) {
  (void)state;
  Settled settled;
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
  assert_int_equal(experiment_play(&run, &AUDIENCE, &error), RUN_DONE);
  run_close(&run);
  assert_in_range(games_in("a"), 100, 999);
  play(&ORBITAL, "b", 100);
  until("a", "b", "forfeit", 1000, 2, &settled, &games);
  assert_int_equal(games, 1000);
  assert_at_once(&PLAIN, "a");
}

static void until_can_be_stopped(void **state) {
  (void)state;
  Settled settled = DIFFERENT;
  uint64_t games;
  play(&FUSED, "a", 200);
  play(&ORBITAL, "b", 200);
  light(20000, ask_to_stop);
  assert_int_equal(until("a", "b", "forfeit", 1000000, 2, &settled, &games),
                   RUN_STOPPED);
  assert_int_equal(settled, OPEN);
  atomic_store(&stop, false);
  uint64_t a = games_in("a"), b = games_in("b");
  assert_int_equal(games, a < b ? a : b);
  assert_in_range(games, 200, 999999);
  /* Both can be gone on with. */
  uint64_t most = (a > b ? a : b) + 100;
  until("a", "b", "forfeit", most, 2, &settled, &games);
  assert_int_equal(games, most);
  assert_at_once(&FUSED, "a");
  assert_at_once(&ORBITAL, "b");
}

static void until_refuses_shards(void **state) {
  (void)state;
  play_for(&PLAIN, "a", 300, 0, 2);
  play(&ORBITAL, "b", 100);
  ComparedRun a, b;
  must_read(&a, "a");
  must_read(&b, "b");
  Question question;
  Comparison c;
  Settled settled;
  Error error;
  Snapshot before = snapshot("a"), other = snapshot("b");
  assert_true(question_read("forfeit", 2, &question, &error));
  assert_int_equal(compare_until(&a, &b, &question, 1000, 1, &AUDIENCE, NULL,
                                 NULL, &c, &settled, &error),
                   RUN_FAILED);
  says(&error, "a is shard 1 of 2, which cannot be made longer: merge them, "
               "then compare the whole");
  assert_as_before("a", &before);
  assert_as_before("b", &other);
  compared_run_free(&a);
  compared_run_free(&b);
}

int main(void) {
  const struct CMUnitTest compare_tests[] = {
      cmocka_unit_test(pairs_have_the_interval_of_agresti_and_min),
      cmocka_unit_test(others_have_the_interval_of_agresti_and_caffo),
      cmocka_unit_test(lengths_have_normal_intervals),
      cmocka_unit_test(gaps_have_the_intervals_of_their_two_sides),
      cmocka_unit_test(more_sides_make_the_interval_of_the_gap_wider),
      cmocka_unit_test(teams_are_sides),
      cmocka_unit_test(draws_cut_off_games_and_forfeits_are_never_mixed),
      cmocka_unit_test(pairs_of_unequal_runs_are_those_that_both_have),
      cmocka_unit_test(shards_are_pairs_only_from_the_same_game_on),
      cmocka_unit_test(sequences_reach_as_far_as_in_r),
      cmocka_unit_test(intervals_for_who_looks_often_are_those_of_r),
      cmocka_unit_test(few_games_have_no_interval_for_who_looks_often),
      cmocka_unit_test(looking_often_is_seldom_wrong),
      cmocka_unit_test(fair_games_are_seldom_called_less_fair),
      cmocka_unit_test(verdicts_say_what_the_intervals_allow),
      cmocka_unit_test(verdicts_on_more_sides_tell_the_gap),
      cmocka_unit_test(questions_are_read),
      cmocka_unit_test(what_is_no_question_is_refused),
      cmocka_unit_test(a_question_is_settled_by_its_interval),
      cmocka_unit_test(played_runs_with_a_seed_are_compared_game_by_game),
      cmocka_unit_test(other_seeds_are_independent),
      cmocka_unit_test(a_run_is_not_compared_with_itself),
      cmocka_unit_test(what_is_no_run_cannot_be_read),
      cmocka_unit_test(until_plays_both_to_the_same_bytes_as_at_once),
      cmocka_unit_test(until_stops_where_it_is_settled),
      cmocka_unit_test(until_takes_up_a_run_that_was_stopped),
      cmocka_unit_test(until_goes_on_beyond_a_runs_own_end),
      cmocka_unit_test(until_can_be_stopped),
      cmocka_unit_test(until_refuses_shards),
  };
  const char *home = enter_new_folder();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&FUSE_BOTS.loader);
  int code = RUN_TESTS(compare_tests);
  clear(home);
  return code;
}
