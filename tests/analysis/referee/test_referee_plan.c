/* The referee of plans: experiments of the planned size, on games in which the
 * planned difference is true, show it as often as planned. "Shown" is what the
 * command itself says: the sentence on an advantage, the sentences of compare,
 * the interval of a match. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/stats/pentanomial.h"
#include "analysis/stats/plan.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { TRIALS = 1000 };

/* Four standard errors of a simulated power of 80% are five points. */
static void assert_shown(const char *what, int shown, uint64_t games,
                         double power) {
  print_message("%s: %llu games, %d of %d show it\n", what,
                (unsigned long long)games, shown, TRIALS);
  assert_in_range(shown, TRIALS * (power - 0.04), TRIALS * (power + 0.04));
}

static void assert_power(const char *what, int shown, uint64_t games) {
  assert_shown(what, shown, games, POWER);
}

static Study study_with(double drawn) {
  return (Study){.power = POWER,
                 .tests = 1,
                 .run_tests = study_compare_tests(drawn),
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

/* How many runs of the planned size show it. */
static int count_advantages(double drawn, double difference, uint64_t *games) {
  Study study = study_with(drawn);
  *games = study_games(&study, STUDY_SEATS, difference);
  const Truth truth = {
      .sides = 2,
      .won = {study.rate + difference / 2, study.rate - difference / 2},
      .drawn = drawn,
      .shortest = 9};
  int shown = 0;
  for (uint64_t trial = 0; trial < TRIALS; trial++)
    shown += says_advantage(&truth, *games, trial);
  return shown;
}

static void a_run_of_the_planned_size_shows_the_advantage(void **state) {
  (void)state;
  static const double DRAWN[] = {0, 0.4};
  for (size_t i = 0; i < COUNT(DRAWN); i++) {
    uint64_t games;
    int shown = count_advantages(DRAWN[i], 0.15, &games);
    assert_power("one run", shown, games);
  }
}

/* A few games have a power above what is planned, as one less has too little.
 */
static void assert_enough(const char *what, int shown, uint64_t games) {
  print_message("%s: %llu games, %d of %d show it\n", what,
                (unsigned long long)games, shown, TRIALS);
  assert_true(shown >= TRIALS * (POWER - 0.04));
}

static void a_few_games_show_a_large_advantage(void **state) {
  (void)state;
  static const struct {
    double drawn, difference;
    uint64_t games; /* the fewest whose exact power is 80% */
  } CASES[] = {{0, 0.8, 12}, {0, 0.55, 25}, {0, 0.3, 90}, {0.3, 0.6, 15}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    uint64_t games;
    int shown = count_advantages(CASES[i].drawn, CASES[i].difference, &games);
    assert_int_equal(games, CASES[i].games);
    assert_enough("one run", shown, games);
  }
}

/* ---- two runs ------------------------------------------------------------*/

static void open_run(ComparedRun *r, const char *dir, uint64_t seed,
                     uint64_t games) {
  const Truth truth = {.sides = 2, .max_plies = 20};
  *r = (ComparedRun){.dir = dir, .games.capacity = games};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, &truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->games.outcome = calloc(games, sizeof *r->games.outcome);
  assert_non_null(r->games.outcome);
}

/* Seat 1 wins if u is below its rate, and draws come last. */
static void add_game(ComparedRun *r, double u, double rate, double drawn,
                     int plies) {
  bool draw = u >= 1 - drawn;
  uint16_t winners = draw ? 0 : u < rate ? 1 : 2;
  Match m = {.end = draw ? MATCH_DRAW : MATCH_WIN,
             .winners = winners,
             .forfeiter = -1};
  m.plies = plies;
  m.moved = 3;
  m.hash = rng_mix(r->run.tally.games);
  r->games.outcome[r->run.tally.games] =
      (GameOutcome){m.plies, winners, (uint8_t)m.end};
  synthetic_add(&r->run, &m);
}

typedef struct TwoRuns {
  double rate, drawn; /* of seat 1 in A, and of both runs */
  double common;      /* probability that both games of a pair follow the same
                         random number */
  const char *says;   /* what compare must say of B */
  double power;       /* how often */
  double difference;  /* by how much seat 1 wins more often in B */
} TwoRuns;

static bool compare_says(const Comparison *c, const char *words) {
  Sentences says = {0};
  compare_verdict(c, &says);
  for (int i = 0; i < says.count; i++)
    if (strstr(says.text[i], words))
      return true;
  return false;
}

/* Seat 1 wins more often in B, by the planned difference. */
static bool shows_difference(const TwoRuns *truth, uint64_t games, Rng *rng) {
  ComparedRun a, b;
  Comparison c;
  Error error;
  bool paired = truth->common > 0;
  open_run(&a, "/nowhere/a", 1, games);
  open_run(&b, "/nowhere/b", paired ? 1 : 2, games);
  for (uint64_t i = 0; i < games; i++) {
    double u = synthetic_uniform(rng), v = synthetic_uniform(rng);
    add_game(&a, u, truth->rate, truth->drawn, 5 + (int)rng_below(rng, 10));
    add_game(&b, synthetic_uniform(rng) < truth->common ? u : v,
             truth->rate + truth->difference, truth->drawn,
             5 + (int)rng_below(rng, 10));
  }
  assert_true(compare(&a, &b, &c, &error));
  assert_true((c.pairing == PAIRED) == paired);
  /* Lengths are not tested with few games. */
  assert_int_equal(c.tests,
                   study_compare_tests(truth->drawn) - (games < MEAN_GAMES));
  bool shown = compare_says(&c, truth->says);
  compared_run_free(&a);
  compared_run_free(&b);
  return shown;
}

/* The correlation of two games that share their random number with this
 * probability: of the indicators u < a and u < b. */
static double correlation_of(double a, double b, double common) {
  return common * (fmin(a, b) - a * b) / sqrt(a * (1 - a) * b * (1 - b));
}

static int count_shown(const TwoRuns *truth, uint64_t *games) {
  Study study = study_with(truth->drawn);
  study.rate = truth->rate;
  study.correlation =
      correlation_of(study.rate, study.rate + truth->difference, truth->common);
  *games =
      study_games(&study, truth->common > 0 ? STUDY_PAIRED_RUNS : STUDY_RUNS,
                  truth->difference);
  int shown = 0;
  for (uint64_t trial = 0; trial < TRIALS; trial++) {
    Rng rng;
    rng_seed(&rng, 41, trial);
    shown += shows_difference(truth, *games, &rng);
  }
  return shown;
}

static const char MORE[] = "Seat 1 wins more often in /nowhere/b";

/* Holm's procedure claims at least what Bonferroni's does, which is planned.
 * The gap is twice as large as the seat's difference where seat 1 leads in both
 * runs, so the same games show which is fairer. Fewer do if the sides of A are
 * equal: their gap looks larger than it is. */
static void two_runs_of_the_planned_size_say_the_difference(void **state) {
  (void)state;
  static const char FAIRER[] = "/nowhere/a is fairer";
  static const TwoRuns CASES[] = {{0.5, 0, 0, MORE, POWER, 0.12},
                                  {0.5, 0, 0.6, MORE, POWER, 0.12},
                                  {0.4, 0.2, 0, MORE, POWER, 0.12},
                                  {0.62, 0, 0, FAIRER, POWER, 0.12},
                                  {0.5, 0, 0, FAIRER, 0.69, 0.12}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const TwoRuns *truth = &CASES[i];
    uint64_t games;
    int shown = count_shown(truth, &games);
    assert_shown(truth->common > 0 ? "paired runs" : "two runs", shown, games,
                 truth->power);
  }
}

static void a_few_games_of_two_runs_show_a_large_difference(void **state) {
  (void)state;
  static const TwoRuns CASES[] = {{0.2, 0, 0, MORE, POWER, 0.6},
                                  {0.1, 0, 0, MORE, POWER, 0.6},
                                  {0.1, 0, 0.4, MORE, POWER, 0.6}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    uint64_t games;
    int shown = count_shown(&CASES[i], &games);
    assert_enough("two runs", shown, games);
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
  study.run_tests = 1;
  for (StudyKind kind = STUDY_SEATS; kind <= STUDY_PAIRED_MATCH; kind++) {
    double d = study_difference(&study, kind, 5000);
    assert_in_range(study_games(&study, kind, d), 4998, 5002);
    assert_true(isinf(study_difference(&study, kind, 0.01)));
    assert_true(d < study_largest(&study, kind));
    Study several = study;
    several.tests = several.run_tests = 6;
    assert_in_range(study_games(&several, kind, d), 7400, 7900);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_of_the_planned_size_shows_the_advantage),
      cmocka_unit_test(a_few_games_show_a_large_advantage),
      cmocka_unit_test(a_few_games_of_two_runs_show_a_large_difference),
      cmocka_unit_test(two_runs_of_the_planned_size_say_the_difference),
      cmocka_unit_test(a_match_of_the_planned_size_shows_the_elo),
      cmocka_unit_test(what_games_show_takes_so_many_games),
  };
  return RUN_TESTS(tests);
}
