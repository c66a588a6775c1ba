/* Shares of moves with a game as one observation, the comparison of a part with
 * the whole, and Fisher's exact test: by hand, against the definition
 * computed from the games, and against R. */
#include "tests/support/support.h"

#include "analysis/stats/exact_test.h"
#include "analysis/stats/part_ratio.h"
#include <math.h>

static void assert_near(const char *what, double is, double should) {
  if (!(fabs(is - should) <= 1e-9 * fmax(1, fabs(should))))
    fail_msg("%s: %.15g is not %.15g", what, is, should);
}

/* With one move per game it is a rate p of N games, one more than there are:
 * (p − r)² ≤ z² (p (1 − p) + (p − r)²) / N. */
static void a_share_of_single_moves_is_a_rate(void **state) {
  (void)state;
  for (int won = 0; won <= 20; won += 5) {
    Pairs pairs = {0};
    for (int i = 0; i < 20; i++)
      pairs_add(&pairs, i < won, 1);
    Estimate is = share_ratio(&pairs, 0.4, Z95);
    double p = (won + 0.4) / 21;
    double half = Z95 * sqrt(p * (1 - p) / (21 - Z95 * Z95));
    assert_near("value", is.value, won / 20.0);
    assert_near("low", is.low, fmax(p - half, 0));
    assert_near("high", is.high, fmin(p + half, 1));
    assert_int_equal(is.n, 20);
  }
}

/* Two games that agree say little, and four say something. */
static void games_that_agree_leave_a_width(void **state) {
  (void)state;
  Pairs pairs = {0};
  Estimate none = share_ratio(&pairs, 0.5, Z95);
  assert_true(isnan(none.value) && !estimate_has_interval(none));
  for (int i = 0; i < 2; i++)
    pairs_add(&pairs, 6, 6);
  assert_false(estimate_has_interval(share_ratio(&pairs, 0.5, Z95)));
  for (int i = 0; i < 2; i++)
    pairs_add(&pairs, 6, 6);
  Estimate four = share_ratio(&pairs, 0.5, Z95);
  assert_true(four.low > 0.3 && four.low < 0.6 && four.high == 1);
}

/* Wilson's interval of 33 games that agree has n / (n + z²) as its lower end.
 * What one such cell shows is nothing if 97.7% of all moves are like it. */
static void games_that_agree_show_no_difference(void **state) {
  (void)state;
  PartSums sums = {.part = {0}};
  Pairs whole = {0};
  for (int i = 0; i < 200; i++) {
    double won = i < 195 ? 20 : 0;
    pairs_add(&whole, won, 20);
    if (i < 33)
      part_sums_add(&sums, 2, 2, won, 20);
  }
  double R = 0.975;
  Estimate e = winner_ratio(&sums.part, R, Z95);
  assert_near("low", e.low, 33 / (33 + Z95 * Z95));
  assert_near("high", e.high, 1);
  assert_true(share_ratio(&sums.part, R, Z95).low > 0.98);
  e = part_difference(&sums, &whole, 3.4);
  assert_near("low", e.low, 33 / (33 + 3.4 * 3.4) - R);
  assert_near("high", e.high, 1 - R);
}

/* Moves of the winner and moves: to a cell, and in all. */
static const double GAMES[][4] = {{2, 3, 5, 9},  {0, 1, 6, 11}, {0, 0, 4, 8},
                                  {3, 3, 7, 12}, {1, 2, 5, 10}, {2, 2, 6, 12},
                                  {0, 1, 5, 9},  {4, 4, 9, 16}};

/* (Σu)² − z² Σu² for a difference d: 0 at both ends, below 0 between them. */
static double slow_score(double d, double z) {
  double x = 0, y = 0, X = 0, Y = 0, games = 0, sum = 0, squares = 0;
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    x += GAMES[i][0];
    y += GAMES[i][1];
    X += GAMES[i][2];
    Y += GAMES[i][3];
    games += GAMES[i][1] > 0;
  }
  double R = X / Y, more = y / games;
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    double u = GAMES[i][0] - (R + d) * GAMES[i][1] -
               (GAMES[i][2] - R * GAMES[i][3]) * y / Y;
    sum += u;
    squares += u * u;
  }
  /* one game more: all moves by the winner with probability R, or none */
  sum -= d * more;
  squares += R * pow((1 - R - d) * more, 2) + (1 - R) * pow((R + d) * more, 2);
  return sum * sum - z * z * squares;
}

static void a_difference_agrees_with_its_definition(void **state) {
  (void)state;
  PartSums sums = {.part = {0}};
  Pairs whole = {0};
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    const double *g = GAMES[i];
    pairs_add(&whole, g[2], g[3]);
    if (g[1] > 0)
      part_sums_add(&sums, g[0], g[1], g[2], g[3]);
  }
  Estimate e = part_difference(&sums, &whole, 1.6);
  assert_near("value", e.value, 12.0 / 16 - 47.0 / 87);
  assert_int_equal(e.n, 7);
  assert_true(fabs(slow_score(e.low, 1.6)) < 1e-9);
  assert_true(fabs(slow_score(e.high, 1.6)) < 1e-9);
  assert_true(e.low < e.value && e.value < e.high);
  assert_true(slow_score((e.low + e.high) / 2, 1.6) < 0);
}

/* R: fisher.test(matrix(c(part_count, part - part_count, …), 2))$p.value */
static void the_exact_test_agrees_with_r(void **state) {
  (void)state;
  static const struct {
    uint64_t part_count, part, count, n;
    double p;
  } CASES[] = {
      {3, 4, 4, 8, 0.485714285714286},
      {1, 10, 12, 24, 0.00275945618522009},
      {4, 4, 4, 8, 0.0285714285714286},
      {0, 3, 10, 20, 0.210526315789474},
      {5, 10, 50, 100, 1},
      {0, 0, 5, 10, 1},
      {5, 10, 5, 10, 1},
      {1, 1, 1, 20, 0.05},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near("p",
                fisher_exact(CASES[i].part_count, CASES[i].part, CASES[i].count,
                             CASES[i].n),
                CASES[i].p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_share_of_single_moves_is_a_rate),
      cmocka_unit_test(games_that_agree_leave_a_width),
      cmocka_unit_test(games_that_agree_show_no_difference),
      cmocka_unit_test(a_difference_agrees_with_its_definition),
      cmocka_unit_test(the_exact_test_agrees_with_r),
  };
  return RUN_TESTS(tests);
}
