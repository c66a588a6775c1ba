/* The referee of runs that are looked at, given more games, and looked at
 * again: how often something false is said at any of these looks. What is said
 * at the first look is that of any run, and wrong in 5% of them; all looks
 * after it may add 1% to that. */
#include "tests/support/support.h"

#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"

enum { LOOKS = 10 };

/* Claims at any look; intervals, which are approximate with 100 games. */
static const double CLAIMS = 0.06, INTERVALS = 0.07;

/* What was false at some look of a run. */
typedef struct Falsehoods {
  bool advantage, stronger, equal, seat, plies;
} Falsehoods;

static bool says(const Sentences *verdict, const char *text) {
  for (int i = 0; i < verdict->count; i++)
    if (strstr(verdict->text[i], text) &&
        !strstr(verdict->text[i], "is shown to"))
      return true;
  return false;
}

static bool misses(Estimate e, double truth) {
  return e.low > truth || e.high < truth;
}

/* Notes what a look at a run says that is false, if its sides are equal, or at
 * least as unequal as not to be practically equal. */
static void look(const Run *run, const Truth *truth, Falsehoods *f) {
  const Tally *t = &run->tally;
  Sentences verdict = {0};
  verdict_run(run, &verdict);
  f->advantage |= says(&verdict, "has an advantage") ||
                  says(&verdict, "has a disadvantage");
  f->stronger |=
      says(&verdict, "is stronger") || says(&verdict, "is the strongest");
  f->equal |= says(&verdict, "practically equal");
  f->seat |= misses(summary_seat(t, 0), truth->won[0]);
  f->plies |= misses(summary_lengths(t).mean, truth->shortest + truth->longer);
}

static Falsehoods play(Run *run, const Truth *truth, uint64_t games,
                       uint64_t seed) {
  Falsehoods f = {0};
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < LOOKS; i++) {
    run->tally.raised = i;
    for (uint64_t game = 0; game < games; game++) {
      Match match = synthetic_match(truth, synthetic_uniform(&rng), &rng);
      synthetic_add(run, &match);
    }
    look(run, truth, &f);
  }
  return f;
}

/* Equal bots: one in all seats, or several that take turns. */
typedef struct Case {
  Truth truth;
  int bots, runs;
} Case;

static void nothing_false_is_said_at_any_look(void **state) {
  (void)state;
  static const char *const BOTS[] = {"a", "b", "c"};
  static const Case CASES[] = {
      {{.sides = 2, .won = {0.5, 0.5}, .shortest = 5, .longer = 3}, 1, 700},
      {{.sides = 2,
        .won = {0.2, 0.2},
        .drawn = 0.6,
        .shortest = 9,
        .longer = 9},
       1,
       400},
      {{.sides = 3,
        .won = {0.3, 0.3, 0.3},
        .drawn = 0.1,
        .shortest = 5,
        .longer = 3},
       1,
       400},
      {{.sides = 2, .won = {0.5, 0.5}, .shortest = 5, .longer = 3}, 2, 200},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Case *c = &CASES[i];
    Truth truth = c->truth;
    int advantage = 0, stronger = 0, seat = 0, plies = 0;
    truth.max_plies = 200;
    for (int k = 0; k < c->runs; k++) {
      Run run;
      synthetic_open(&run, &truth,
                     c->bots > 1 ? SEATING_ROTATED : SEATING_FIXED,
                     c->bots > 1 ? BOTS : NULL, c->bots);
      Falsehoods f = play(&run, &truth, 100, 77 * i + 1000003 * (uint64_t)k);
      advantage += f.advantage;
      stronger += f.stronger;
      seat += f.seat;
      plies += f.plies;
      run_close(&run);
    }
    print_message("%d sides, %d bots\n", truth.sides, c->bots);
    assert_at_most("an advantage", advantage, c->runs, 0.05);
    assert_at_most("a stronger bot", stronger, c->runs, CLAIMS);
    assert_at_most("a win rate missed", seat, c->runs, INTERVALS);
    assert_at_most("a mean length missed", plies, c->runs, INTERVALS);
  }
}

/* The seats differ by a little more than what is practically equal. */
static void nearly_equal_seats_are_not_called_equal(void **state) {
  (void)state;
  enum { RUNS = 150 };
  const Truth truth = {
      .sides = 2, .won = {0.1605, 0.1395}, .drawn = 0.7, .max_plies = 10};
  int equal = 0;
  for (uint64_t k = 0; k < RUNS; k++) {
    Run run;
    synthetic_open(&run, &truth, SEATING_FIXED, NULL, 0);
    equal += play(&run, &truth, 1000, k).equal;
    run_close(&run);
  }
  assert_at_most("equal seats", equal, RUNS, CLAIMS);
}

/* What is true is still found. */
static void an_advantage_is_still_found(void **state) {
  (void)state;
  enum { RUNS = 100 };
  const Truth truth = {.sides = 2, .won = {0.58, 0.42}, .max_plies = 10};
  int found = 0;
  for (uint64_t k = 0; k < RUNS; k++) {
    Run run;
    Sentences verdict = {0};
    synthetic_run(&run, &truth, 1000, k);
    run.tally.raised = LOOKS - 1;
    verdict_run(&run, &verdict);
    found += says(&verdict, "Seat 1 has an advantage");
    run_close(&run);
  }
  assert_at_least("the advantage", found, RUNS, 0.75);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_false_is_said_at_any_look),
      cmocka_unit_test(nearly_equal_seats_are_not_called_equal),
      cmocka_unit_test(an_advantage_is_still_found),
  };
  return RUN_TESTS(tests);
}
