/* The referee of seats in runs of pairs. The two games of a pair share an
 * opening, and an opening may favour a seat: here it decides the game for one
 * of the seats in nineteen cases out of twenty. The game as a whole is fair,
 * but pairs vary more than as many independent games would, and an interval
 * that takes the games for independent is too narrow. */
#include "tests/support/support.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { RUNS = 600, ROUNDS = 100 };

static const char *const BOTS[] = {"one", "two"};

/* A run of pairs between two equal bots. Seat 1 wins a game with probability
 * 0.95 after one half of the openings, which takes 20 plies, and 0.05 after the
 * other, which takes 10. */
static void open_pairs(Run *run, uint64_t seed) {
  const Truth truth = {2, {0.5, 0.5}, .shortest = 10};
  Rng rng;
  Error error;
  synthetic_open(run, &truth, SEATING_ROTATED, BOTS, 2);
  tally_free(&run->tally);
  run->schedule.paired = run->plan.pairs = true;
  if (!tally_make(&run->tally, &run->schedule, run->plan.max_plies, &error))
    fail_msg("%s", error.message);
  rng_seed(&rng, seed, 0);
  for (int round = 0; round < ROUNDS; round++) {
    bool first = rng_below(&rng, 2);
    double favoured = first ? 0.95 : 0.05;
    for (int game = 0; game < 2; game++) {
      double chance = synthetic_uniform(&rng) < favoured ? 0.25 : 0.75;
      Match match = synthetic_match(&truth, chance, &rng);
      match.plies += first ? 10 : 0;
      synthetic_add(run, &match);
    }
  }
}

static void openings_that_favour_a_seat_are_no_advantage(void **state) {
  (void)state;
  int claims = 0, gap = 0, rate = 0, elo = 0, small_p = 0;
  for (int i = 0; i < RUNS; i++) {
    Run run;
    int ahead, behind;
    open_pairs(&run, (uint64_t)i + 1);
    const Tally *t = &run.tally;
    Estimate won = summary_seat(t, 0), points = balance_elo(t, 0);
    claims += balance_pair(t, &ahead, &behind).low > 0;
    gap += balance_gap(t).low > 0;
    rate += won.low > 0.5 || won.high < 0.5;
    elo += points.low > 0 || points.high < 0;
    small_p += balance_test(t).p < 0.05;
    run_close(&run);
  }
  assert_at_most("an advantage is claimed", claims, RUNS, 0.05);
  assert_at_most("the gap's interval excludes 0", gap, RUNS, 0.05);
  assert_at_most("the win rate's interval misses", rate, RUNS, 0.05);
  assert_at_most("the interval in Elo misses", elo, RUNS, 0.05);
  assert_at_most("p is below 0.05", small_p, RUNS, 0.05);
}

static void openings_of_different_lengths_widen_the_mean(void **state) {
  (void)state;
  int missed = 0;
  for (int i = 0; i < RUNS; i++) {
    Run run;
    open_pairs(&run, (uint64_t)i + 1);
    Estimate mean = summary_lengths(&run.tally).mean;
    missed += mean.low > 15 || mean.high < 15;
    run_close(&run);
  }
  assert_at_most("the mean's interval misses", missed, RUNS, 0.05);
}

/* Every other game alike is the same as half of the games. */
static void a_pair_counts_as_one_game(void **state) {
  (void)state;
  Run run;
  open_pairs(&run, 1);
  Estimate pairs = balance_advantage(&run.tally, 0);
  run.schedule.paired = false;
  Estimate games = balance_advantage(&run.tally, 0);
  double ratio = estimate_half_width(pairs) / estimate_half_width(games);
  assert_true(ratio > 1.3 && ratio < 1.45);
  run_close(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(openings_that_favour_a_seat_are_no_advantage),
      cmocka_unit_test(openings_of_different_lengths_widen_the_mean),
      cmocka_unit_test(a_pair_counts_as_one_game),
  };
  return RUN_TESTS(tests);
}
