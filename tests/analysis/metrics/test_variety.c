/* Variety: the effective number of kinds and the share of the most frequent,
 * against calculations by hand and known shares. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include "tests/support/synthetic.h"

#include "analysis/metrics/variety.h"
#include "lua/host/host.h"
#include <math.h>

static void the_effective_number_agrees_with_a_calculation_by_hand(void **s) {
  (void)s;
  /* of the 90 ordered pairs of ten games, 30 + 6 begin alike */
  static const uint64_t COUNTS[] = {6, 3, 1}, APART[] = {1, 1}, ALIKE[] = {9};
  Estimate e = variety_effective(COUNTS, 3);
  assert_near("effective", e.value, 90.0 / (30 + 6));
  assert_int_equal(e.n, 10);
  assert_true(1 <= e.low && e.low < e.value && e.value < e.high);
  e = variety_effective(APART, 2);
  assert_true(isinf(e.value) && isinf(e.high) && e.low >= 1);
  e = variety_effective(ALIKE, 1);
  assert_true(e.value == 1 && e.low == 1 && e.high > 1.2);
}

static void the_top_share_agrees_with_a_calculation_by_hand(void **s) {
  (void)s;
  static const uint64_t HALF[] = {5, 41, 4}, OTHER[] = {5, 39, 6},
                        TIED[] = {5, 5, 1}, FEW[] = {3, 4, 1};
  Estimate e = variety_top_share(HALF, OTHER, 3);
  assert_near("clear", e.value, 0.8);
  assert_true(e.low > 0.65 && e.high < 0.9 && e.n == 100);
  /* the first half cannot tell the first from the second, 3.5 on average, and
     the second half prefers the second, 5 */
  assert_near("tied", variety_top_share(TIED, FEW, 3).value, 8.5 / 19);
}

typedef struct Shares {
  int kinds;
  double top; /* the share of the first kind; the others are equal */
} Shares;

static double shares_simpson(const Shares *s) {
  double rest = (1 - s->top) / (s->kinds - 1);
  return s->top * s->top + (s->kinds - 1) * rest * rest;
}

typedef struct Found {
  Sums share, simpson;
  int missed, missed_share;
} Found;

static void observe(const Shares *shares, int n, Rng *rng, Found *found) {
  uint64_t count[100] = {0}, half[100] = {0}, other[100] = {0};
  for (int i = 0; i < n; i++) {
    bool top = synthetic_uniform(rng) < shares->top;
    uint32_t kind = top ? 0 : 1 + rng_below(rng, (uint32_t)shares->kinds - 1);
    count[kind]++;
    (rng_mix((uint64_t)i) & 1 ? half : other)[kind]++;
  }
  Estimate e = variety_effective(count, shares->kinds);
  Estimate share = variety_top_share(half, other, shares->kinds);
  sums_add(&found->simpson, 1 / e.value);
  sums_add(&found->share, share.value);
  found->missed +=
      1 / e.high > shares_simpson(shares) || 1 / e.low < shares_simpson(shares);
  found->missed_share += share.low > shares->top || share.high < shares->top;
}

/* Neither has a bias, also where many kinds are equally frequent and few games
 * have been played. */
static void chance_adds_nothing(void **s) {
  (void)s;
  static const Shares CASES[] = {{2, 0.5},  {4, 0.25}, {20, 0.05}, {100, 0.01},
                                 {2, 0.97}, {2, 0.9},  {11, 0.7}};
  static const int GAMES[] = {50, 200, 1000};
  enum { RUNS = 1000 };
  for (size_t i = 0; i < COUNT(CASES) * COUNT(GAMES); i++) {
    const Shares *t = &CASES[i / COUNT(GAMES)];
    int n = GAMES[i % COUNT(GAMES)];
    double simpson = shares_simpson(t);
    Found f = {0};
    Rng rng;
    rng_seed(&rng, 53, i);
    for (int k = 0; k < RUNS; k++)
      observe(t, n, &rng, &f);
    Estimate share = sums_mean(&f.share), two = sums_mean(&f.simpson);
    print_message("%d kinds, %d games: top %.4f of %.4f, effective %.3f of "
                  "%.3f, missed %d and %d\n",
                  t->kinds, n, share.value, t->top, 1 / two.value, 1 / simpson,
                  f.missed_share, f.missed);
    assert_true(fabs(share.value - t->top) <= 2 * estimate_half_width(share));
    assert_true(fabs(two.value - simpson) <= 2 * estimate_half_width(two));
    assert_at_most("effective", f.missed, RUNS, 0.05);
    assert_at_most("share", f.missed_share, RUNS, 0.05);
  }
}

/* Random bots choose among nine cells; after the roll there is only one move.
 */
static void runs_have_first_moves(void **s) {
  (void)s;
  static const struct {
    const char *game;
    int kinds;
  } RUNS[] = {{"games/mnk.lua:m=3,n=3,k=3", 9}, {"games/dice_race.lua", 1}};
  for (size_t i = 0; i < COUNT(RUNS); i++) {
    const RunMetricsPlan plan = {.sample = 200};
    RunMetrics f;
    play_run(RUNS[i].game, RANDOM, 1, 200, true, 0, "one");
    measure(&f, "one", &plan);
    Estimate e = metric(&f.metrics, "opening", "all", "openings_effective");
    assert_true(e.low <= RUNS[i].kinds && RUNS[i].kinds <= e.high);
    assert_true(e.high - e.low < 3);
    e = metric(&f.metrics, "opening", "all", "first_move_share");
    assert_true(e.low <= 1.0 / RUNS[i].kinds && 1.0 / RUNS[i].kinds <= e.high);
    assert_int_equal(e.n, 200);
    run_metrics_free(&f);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest variety_tests[] = {
      cmocka_unit_test(the_effective_number_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(the_top_share_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(chance_adds_nothing),
      cmocka_unit_test(runs_have_first_moves),
  };
  int failed = RUN_TESTS(variety_tests);
  clear(home);
  return failed;
}
