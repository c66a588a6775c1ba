/* The referee of plans: experiments of the planned size, on games in which the
 * planned difference is true, show it as often as planned. "Shown" is what the
 * command itself says: the sentence on an advantage, the interval of compare,
 * the interval of a match. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/stats/pentanomial.h"
#include "analysis/stats/plan.h"
#include "analysis/stats/power.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { TRIALS = 1000 };

/* Four standard errors of a simulated power of 80% are five points. */
static void assert_power(const char *what, int shown, uint64_t games) {
  print_message("%s: %llu games, %d of %d show it\n", what,
                (unsigned long long)games, shown, TRIALS);
  assert_in_range(shown, TRIALS * 0.76, TRIALS * 0.84);
}

static Study study_with(double drawn) {
  return (Study){.power = POWER,
                 .tests = 1,
                 .drawn = drawn,
                 .rate = (1 - drawn) / 2,
                 .correlation = NAN,
                 .pairing = NAN};
}

/* ---- one run -------------------------------------------------------------*/

static bool says_advantage(const Truth *truth, uint64_t games, uint64_t seed) {
  Run run;
  Sentences says = {0};
  bool found = false;
  synthetic_run(&run, truth, games, seed);
  verdict_run(&run, &says);
  for (int i = 0; i < says.count; i++)
    found = found || strstr(says.text[i], "Seat 1 has an advantage");
  run_close(&run);
  return found;
}

static void a_run_of_the_planned_size_shows_the_advantage(void **state) {
  (void)state;
  static const double DRAWN[] = {0, 0.4};
  for (size_t i = 0; i < COUNT(DRAWN); i++) {
    const double DIFFERENCE = 0.15;
    Study study = study_with(DRAWN[i]);
    uint64_t games = study_games(&study, STUDY_SEATS, DIFFERENCE);
    const Truth truth = {
        .sides = 2,
        .won = {study.rate + DIFFERENCE / 2, study.rate - DIFFERENCE / 2},
        .drawn = DRAWN[i],
        .shortest = 9};
    int shown = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++)
      shown += says_advantage(&truth, games, trial);
    assert_power("one run", shown, games);
  }
}

/* ---- two runs ------------------------------------------------------------*/

static void open_run(ComparedRun *r, const char *dir, uint64_t seed,
                     uint64_t games) {
  const Truth truth = {.sides = 2, .max_plies = 20};
  *r = (ComparedRun){.dir = dir, .capacity = games};
  synthetic_open(&r->run, &truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->outcome = calloc(games, sizeof *r->outcome);
  assert_non_null(r->outcome);
}

static void add_game(ComparedRun *r, bool first_wins, int plies) {
  uint16_t winners = first_wins ? 1 : 2;
  Match m = {.end = MATCH_WIN, .winners = winners, .forfeiter = -1};
  m.plies = plies;
  m.moved = 3;
  m.hash = rng_mix(r->run.tally.games);
  r->outcome[r->run.tally.games] =
      (GameOutcome){m.plies, winners, (uint8_t)m.end};
  synthetic_add(&r->run, &m);
}

/* Two runs in which seat 1 wins at these rates. With probability `common` both
 * games follow the same random number. */
static bool shows_difference(double a_rate, double b_rate, double common,
                             uint64_t games, bool paired, Rng *rng) {
  ComparedRun a, b;
  Comparison c;
  Error error;
  open_run(&a, "/nowhere/a", 1, games);
  open_run(&b, "/nowhere/b", paired ? 1 : 2, games);
  for (uint64_t i = 0; i < games; i++) {
    double u = synthetic_uniform(rng), v = synthetic_uniform(rng);
    add_game(&a, u < a_rate, 5 + (int)rng_below(rng, 10));
    add_game(&b, (synthetic_uniform(rng) < common ? u : v) < b_rate,
             5 + (int)rng_below(rng, 10));
  }
  assert_true(compare(&a, &b, &c, &error));
  assert_true((c.pairing == PAIRED) == paired);
  Estimate d = compare_find(&c, (ComparedMetric){COMPARE_SEAT, 0})->difference;
  compared_run_free(&a);
  compared_run_free(&b);
  return d.low > 0;
}

/* The correlation of two games that share their random number with this
 * probability: of the indicators u < a and u < b. */
static double correlation_of(double a, double b, double common) {
  return common * (fmin(a, b) - a * b) / sqrt(a * (1 - a) * b * (1 - b));
}

static void two_runs_of_the_planned_size_show_the_difference(void **state) {
  (void)state;
  static const double COMMON[] = {0, 0.6};
  const double DIFFERENCE = 0.12;
  for (size_t i = 0; i < COUNT(COMMON); i++) {
    Study study = study_with(0);
    double a = study.rate, b = a + DIFFERENCE;
    bool paired = COMMON[i] > 0;
    StudyKind kind = paired ? STUDY_PAIRED_RUNS : STUDY_RUNS;
    study.correlation = correlation_of(a, b, COMMON[i]);
    uint64_t games = study_games(&study, kind, DIFFERENCE);
    int shown = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
      Rng rng;
      rng_seed(&rng, 41, trial);
      shown += shows_difference(a, b, COMMON[i], games, paired, &rng);
    }
    assert_power(paired ? "paired runs" : "two runs", shown, games);
  }
}

/* ---- matches -------------------------------------------------------------*/

/* Points of a game in halves. */
static int draw_points(double score, double drawn, double u) {
  double won = score - drawn / 2;
  return u < won ? 2 : u < won + drawn ? 1 : 0;
}

/* With probability `against`, the second game of a pair is drawn with the
 * opposite of the first one's random number. */
static bool match_shows(double score, double drawn, double against,
                        uint64_t games, int pair, Rng *rng) {
  ScoreCounts scores = {.games = pair};
  for (uint64_t i = 0; i < games / (uint64_t)pair; i++) {
    double u = synthetic_uniform(rng), v = synthetic_uniform(rng);
    int points = draw_points(score, drawn, u);
    if (pair == 2)
      points += draw_points(score, drawn,
                            synthetic_uniform(rng) < against ? 1 - u : v);
    scores.count[points]++;
  }
  return scores_estimate(&scores).low > 0.5;
}

/* The correlation of draw_points at u and 1 − u, times `against`. */
static double opposite_correlation(double score, double drawn, double against) {
  enum { STEPS = 100000 };
  double product = 0, variance = score * (1 - score) - drawn / 4;
  for (int i = 0; i < STEPS; i++) {
    double u = (i + 0.5) / STEPS;
    product += draw_points(score, drawn, u) * draw_points(score, drawn, 1 - u);
  }
  return against * (product / 4 / STEPS - score * score) / variance;
}

static void a_match_of_the_planned_size_shows_the_elo(void **state) {
  (void)state;
  static const double AGAINST[] = {0, 0.5};
  const double ELO = 50, DRAWN = 0.3;
  double score = score_of_elo(ELO);
  uint64_t before = 0;
  for (size_t i = 0; i < COUNT(AGAINST); i++) {
    Study study = study_with(DRAWN);
    bool pairs = AGAINST[i] > 0;
    study.pairing = opposite_correlation(score, DRAWN, AGAINST[i]);
    uint64_t games =
        study_games(&study, pairs ? STUDY_PAIRED_MATCH : STUDY_MATCH, ELO);
    int shown = 0;
    for (uint64_t trial = 0; trial < TRIALS; trial++) {
      Rng rng;
      rng_seed(&rng, 42, trial);
      shown +=
          match_shows(score, DRAWN, AGAINST[i], games, pairs ? 2 : 1, &rng);
    }
    assert_power(pairs ? "match in pairs" : "match", shown, games);
    assert_true(i == 0 || games < 0.7 * (double)before);
    before = games;
  }
}

/* ---- the reverse ---------------------------------------------------------*/

static void what_games_show_takes_so_many_games(void **state) {
  (void)state;
  Study study = study_with(0.2);
  study.correlation = 0.3;
  study.pairing = -0.2;
  for (StudyKind kind = STUDY_SEATS; kind <= STUDY_PAIRED_MATCH; kind++) {
    double d = study_difference(&study, kind, 5000);
    assert_in_range(study_games(&study, kind, d), 4998, 5002);
    assert_true(isinf(study_difference(&study, kind, 0.01)));
    assert_true(d < study_largest(&study, kind));
    Study several = study;
    several.tests = 6;
    assert_in_range(study_games(&several, kind, d), 7400, 7900);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_of_the_planned_size_shows_the_advantage),
      cmocka_unit_test(two_runs_of_the_planned_size_show_the_difference),
      cmocka_unit_test(a_match_of_the_planned_size_shows_the_elo),
      cmocka_unit_test(what_games_show_takes_so_many_games),
  };
  return RUN_TESTS(tests);
}
