/* Lengths of games and the branching factor, with their intervals: against R.
 */
#include "tests/support/analysis/counted_tally.h"
#include "tests/support/analysis/estimates.h"
#include "tests/support/support.h"

#include "analysis/metrics/summary.h"
#include <math.h>

/* ---- lengths -------------------------------------------------------------
 *
 *   z <- qnorm(.975)
 *   means: mean(x) + c(0, -1, 1) * qt(.975, n - 1) * sd(x) / sqrt(n),
 *     at least 0
 *   deviations: m <- mean((x - mean(x))^2)
 *     v <- (mean((x - mean(x))^4) - m^2 * (n - 3) / (n - 1)) / n
 *     sd(x) * exp(c(0, -1, 1) * z * sqrt(v) / (2 * var(x)))
 *   quantiles: quantile(x, p, type = 1), and the smallest numbers of plies t
 *     with pbinom(sum(x <= t), n, p) >= 0.025 and
 *     pbinom(sum(x <= t) - 1, n, p, lower.tail = FALSE) <= 0.025 */

typedef struct LengthCase {
  int n;
  int plies[25];
  Wanted mean, deviation, p5, median, p95;
} LengthCase;

static Counting *count_lengths(const int plies[], int n) {
  Counting *c = count_for(2, 2);
  for (int i = 0; i < n; i++) {
    Match match = {.end = MATCH_DRAW, .plies = plies[i], .forfeiter = -1};
    tally_add(&c->tally, 0, &match);
  }
  return c;
}

static void assert_lengths(const Tally *t, const LengthCase *wanted) {
  Lengths l = summary_lengths(t);
  LengthCounts counts = summary_counts(t);
  assert_wanted("mean", survival_mean(&counts), wanted->mean);
  assert_wanted("deviation", survival_sd(&counts), wanted->deviation);
  assert_no_interval(l.mean); /* of so few games */
  assert_no_interval(l.sd);
  assert_wanted("p5", l.p5, wanted->p5);
  assert_wanted("median", l.median, wanted->median);
  assert_wanted("p95", l.p95, wanted->p95);
  assert_int_equal(l.p95.n, t->games);
}

static void lengths_agree_with_r(void **state) {
  (void)state;
  static const LengthCase CASES[] = {
      {25,
       {12, 7,  9,  31, 14, 8,  8,  22, 19, 11, 40, 5, 9,
        13, 17, 26, 10, 8,  15, 12, 33, 9,  7,  21, 18},
       {15.36, 11.6071838604252, 19.1128161395748},
       {9.09157118801072, 6.65335001809498, 12.4233155390693},
       {7, 0, 8},
       {12, 9, 18},
       {33, 22, INFINITY}},
      {2,
       {3, 8},
       {5.5, 0, 37.2655118404365},
       {3.53553390593274, 2.16598089042002, 5.7710573788008},
       {3, 0, 8},
       {3, 0, INFINITY},
       {8, 3, INFINITY}},
      {4,
       {10, 20, 10, 20},
       {15, 5.81306884481453, 24.1869311551855},
       {5.77350269189626, 4.27687228915992, 7.7938575387952},
       {10, 0, 10},
       {10, 0, INFINITY},
       {20, 20, INFINITY}},
      {4,
       {0, 0, 0, 30},
       {7.5, 0, 31.3683472896278},
       {15, 8.920359665033, 25.2231982172176},
       {0, 0, 0},
       {0, 0, INFINITY},
       {30, 0, INFINITY}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counting *c = count_lengths(CASES[i].plies, CASES[i].n);
    assert_lengths(&c->tally, &CASES[i]);
    end_counting(c);
  }
}

/* x <- (1:100)^2 %% 97 + 1: enough games for most bounds to be games. */
static void a_hundred_lengths_agree_with_r(void **state) {
  (void)state;
  int plies[100];
  for (int i = 0; i < 100; i++)
    plies[i] = (i + 1) * (i + 1) % 97 + 1;
  Counting *c = count_lengths(plies, 100);
  assert_lengths(
      &c->tally,
      &(LengthCase){
          .mean = {47.7, 41.5619365670878, 53.8380634329122},
          .deviation = {30.9344370231526, 28.5154317589517, 33.5586499979607},
          .p5 = {3, 1, 5},
          .median = {48, 34, 62},
          .p95 = {95, 90, 97},
      });
  end_counting(c);
}

static void a_single_length_has_no_intervals(void **state) {
  (void)state;
  Counting *c = count_lengths((const int[]){4}, 1);
  Lengths l = summary_lengths(&c->tally);
  assert_true(l.mean.value == 4 && isnan(l.sd.value) && !l.restricted);
  assert_no_interval(l.mean);
  assert_no_interval(l.sd);
  assert_wanted("median", l.median, (Wanted){4, 0, INFINITY});
  assert_true(l.min == 4 && l.max == 4);
  end_counting(c);
}

static void equal_lengths_have_no_deviation(void **state) {
  (void)state;
  Counting *c = count_lengths((const int[]){7, 7, 7, 7, 7, 7}, 6);
  Lengths l = summary_lengths(&c->tally);
  assert_true(l.mean.value == 7);
  assert_no_interval(l.mean);
  assert_true(l.sd.value == 0);
  assert_no_interval(l.sd);
  end_counting(c);
}

/* The probability that the quantile of a continuous length lies between the
 * games of these ranks is binomial, and never below 95%. The lengths are the
 * ranks, so that the bounds show which ranks were chosen. */
static double binomial_up_to(int most, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= most; i++)
    sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) +
               i * log(p) + (n - i) * log(1 - p));
  return sum;
}

static void intervals_of_quantiles_have_their_coverage(void **state) {
  (void)state;
  int plies[MAX_PLIES - 1];
  for (int i = 0; i < MAX_PLIES - 1; i++)
    plies[i] = i + 1;
  for (int n = 1; n < MAX_PLIES; n++) {
    Counting *c = count_lengths(plies, n);
    Lengths l = summary_lengths(&c->tally);
    const struct {
      Estimate is;
      double share;
    } ALL[] = {{l.p5, 0.05}, {l.median, 0.5}, {l.p95, 0.95}};
    for (size_t i = 0; i < COUNT(ALL); i++) {
      Estimate e = ALL[i].is;
      int low = (int)e.low, high = isinf(e.high) ? n + 1 : (int)e.high;
      double holds = binomial_up_to(high - 1, n, ALL[i].share) -
                     binomial_up_to(low - 1, n, ALL[i].share);
      if (!(holds >= 0.95 && holds <= 1 + 1e-9))
        fail_msg("%d games: %g to %g holds with %g", n, e.low, e.high, holds);
    }
    end_counting(c);
  }
}

/* The first and the third case above as games; the bound is clamped at 0. */
static void branching_is_the_ratio_of_moves_to_plies(void **state) {
  (void)state;
  static const struct {
    int n;
    uint64_t legal_moves[6];
    int plies[6];
    Wanted wanted;
  } CASES[] = {
      {6,
       {60, 45, 210, 12, 96, 33},
       {10, 9, 30, 4, 12, 11},
       {6, 4.04291104141351, 7.95708895858649}},
      {2, {2, 90}, {2, 3}, {18.4, 0, 195.270369927552}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counting *c = count_for(2, 2);
    for (int k = 0; k < CASES[i].n; k++) {
      Match match = {.end = MATCH_DRAW,
                     .plies = CASES[i].plies[k],
                     .legal_moves = CASES[i].legal_moves[k],
                     .forfeiter = -1};
      tally_add(&c->tally, 0, &match);
    }
    assert_wanted("branching", summary_branching(&c->tally), CASES[i].wanted);
    end_counting(c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lengths_agree_with_r),
      cmocka_unit_test(a_hundred_lengths_agree_with_r),
      cmocka_unit_test(a_single_length_has_no_intervals),
      cmocka_unit_test(equal_lengths_have_no_deviation),
      cmocka_unit_test(intervals_of_quantiles_have_their_coverage),
      cmocka_unit_test(branching_is_the_ratio_of_moves_to_plies),
  };
  return RUN_TESTS(tests);
}
