/* The synthetic games that the referee judges by: they have the truth they
 * claim to have. */
#include "tests/support/support.h"

#include "tests/support/synthetic.h"
#include <math.h>

enum { GAMES = 20000 };

/* Five standard errors of a rate. */
static void assert_rate(uint64_t count, double rate) {
  double error = 5 * sqrt(rate * (1 - rate) / GAMES);
  if (fabs((double)count / GAMES - rate) > error)
    fail_msg("%llu of %d is not %g", (unsigned long long)count, GAMES, rate);
}

static void outcomes_have_their_probabilities(void **state) {
  (void)state;
  const Truth truth = {3,   {0.2, 0.1, 0.05}, 0.15,        0.2,
                       0.1, .shortest = 5,    .longer = 20};
  Run run;
  synthetic_run(&run, &truth, GAMES, 1);
  const Tally *t = &run.tally;
  assert_int_equal(t->games, GAMES);
  assert_rate(t->side[0].among[0], 0.2);
  assert_rate(t->side[1].among[0], 0.1);
  assert_rate(t->side[2].among[0], 0.05);
  assert_rate(t->side[0].together[1], 0.15);
  assert_rate(t->side[2].together[1], 0);
  assert_rate(t->ends[MATCH_DRAW], 0.2);
  assert_rate(t->ends[MATCH_FORFEIT], 0.1);
  assert_rate(t->ends[MATCH_TRUNCATED], 0.2);
  run_close(&run);
}

/* The probability that a game is longer than the limit is q^(limit + 1 -
 * shortest), with q = longer / (longer + 1). */
static void the_limit_truncates_long_games(void **state) {
  (void)state;
  const Truth truth = {
      2, {0.5, 0.5}, .shortest = 10, .longer = 9, .max_plies = 29};
  Run run;
  synthetic_run(&run, &truth, GAMES, 2);
  assert_rate(run.tally.ends[MATCH_TRUNCATED], pow(0.9, 20));
  run_close(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_have_their_probabilities),
      cmocka_unit_test(the_limit_truncates_long_games),
  };
  return RUN_TESTS(tests);
}
