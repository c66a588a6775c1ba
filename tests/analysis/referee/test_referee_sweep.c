/* The referee of sweeps: how often a sweep over an option that changes nothing
 * claims something, whether intervals of trends cover them, and how often the
 * wrong run is called the fairest.
 *
 * The runs have common random numbers, as those of a sweep do: a part of the
 * games goes by the same number in all runs. */
#include "tests/support/support.h"

#include "analysis/experiments/sweep_internal.h"
#include "analysis/experiments/sweep_trends.h"
#include "core/game/score.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { RUNS_MAX = 8 };

typedef struct TrueSweep {
  int runs, games;
  const char *name[RUNS_MAX]; /* "x=1" */
  Truth truth[RUNS_MAX];
  double common; /* the share of games with a common number */
  int more;      /* points of the first seat, for each run before */
} TrueSweep;

static double draw_chance(const TrueSweep *sweep, int run, uint64_t seed,
                          uint64_t game) {
  Rng rng, own;
  rng_seed(&rng, seed, game);
  rng_seed(&own, seed + 1000000 * (uint64_t)(run + 1), game);
  double common = synthetic_uniform(&rng), chance = synthetic_uniform(&rng);
  return common < sweep->common ? chance : synthetic_uniform(&own);
}

/* A margin from -10 to 10 that does not depend on the option, plus `more` for
 * each run before; partly common to all runs. */
static void draw_score(const TrueSweep *sweep, int run, uint64_t seed,
                       uint64_t game, Match *match) {
  double chance = draw_chance(sweep, run, seed + 500, game);
  match->score[0] = ((int)(chance * 21) - 10 + run * sweep->more) * SCORE_UNIT;
}

/* The options and values of a name: "x=2,y=a". */
static void set_values(AxisNames *axes, SweepRow *row) {
  char copy[sizeof row->name];
  axes->count = 0;
  strcpy(copy, row->name);
  for (char *at = strtok(copy, ","); at; at = strtok(NULL, ",")) {
    *strchr(at, '=') = '\0';
    strcpy(axes->name[axes->count], at);
    strcpy(row->value[axes->count++], at + strlen(at) + 1);
  }
}

static void play_run(SweepResults *results, const TrueSweep *sweep, int i,
                     uint64_t seed) {
  SweepRow *row = &results->row[i];
  Run run;
  synthetic_open(&run, &sweep->truth[i], SEATING_FIXED, NULL, 0);
  for (uint64_t game = 0; game < (uint64_t)sweep->games; game++) {
    Rng rng;
    rng_seed(&rng, seed + 77 * (uint64_t)(i + 1), game);
    Match match = synthetic_match(&sweep->truth[i],
                                  draw_chance(sweep, i, seed, game), &rng);
    if (sweep->truth[i].has_score)
      draw_score(sweep, i, seed, game, &match);
    synthetic_add(&run, &match);
    results->games[i].run = &run;
    assert_true(run_games_take(&results->games[i], game, &match, NULL));
  }
  assert_true(sweep_row_fill(row, &run, NULL));
  snprintf(row->name, sizeof row->name, "%s", sweep->name[i]);
  set_values(&results->axes, row);
  run_close(&run);
}

/* Plays the sweep and makes its trends. */
static void play(SweepResults *results, SweepTrends *trends,
                 const TrueSweep *sweep, uint64_t seed) {
  Error error;
  if (!sweep_results_make(results, sweep->runs, &error))
    fail_msg("%s", error.message);
  for (int i = 0; i < sweep->runs; i++)
    play_run(results, sweep, i, seed);
  if (!sweep_trends_make(trends, results, &error))
    fail_msg("%s", error.message);
}

static bool says(const SweepTrends *trends, const SweepResults *results,
                 const char *words) {
  Sentences verdict = {0};
  sweep_verdict(trends, results, &verdict);
  for (int i = 0; i < verdict.count; i++)
    if (strstr(verdict.text[i], words))
      return true;
  return false;
}

/* Whether the first sentence says that an option changes something. It says
 * that, or that nothing is shown, or which run is the fairest. */
static bool concludes(const SweepTrends *trends, const SweepResults *results) {
  Sentences verdict = {0};
  sweep_verdict(trends, results, &verdict);
  assert_in_range(verdict.conclusion, 1, 2);
  return strncmp(verdict.text[0], "As ", 3) == 0 ||
         strncmp(verdict.text[0], "With ", 5) == 0 ||
         strstr(verdict.text[0], " changes ") ||
         strstr(verdict.text[0], "not along a straight line");
}

/* What happened in how many sweeps. */
typedef struct Counts {
  int sweeps;
  int claims;               /* with any claim */
  int concluded;            /* the first sentence says that an option matters */
  int shown[TREND_METRICS]; /* a change of this metric */
  int missed[TREND_METRICS]; /* an interval of it that misses the truth */
  int departures;            /* from a straight line, in any metric */
  int fairest[RUNS_MAX];     /* this run is called the fairest */
} Counts;

/* `change` is what is true of each metric, for a step of the first option. */
static void count(Counts *n, const TrueSweep *sweep, const double change[],
                  uint64_t seed) {
  SweepResults results;
  SweepTrends trends;
  bool any = false, departs = false;
  play(&results, &trends, sweep, seed);
  for (int i = 0; i < trends.count; i++) {
    const Trend *t = &trends.list[i];
    bool shown = trend_is_shown(t);
    any = any || shown;
    if (t->kind == TREND_STEP && strcmp(t->option, "x") == 0) {
      n->shown[t->metric] += shown;
      n->missed[t->metric] += t->change.low > change[t->metric] ||
                              t->change.high < change[t->metric];
    }
    departs = departs || (shown && t->kind == TREND_DEPARTURE);
    for (int run = 0; run < sweep->runs; run++)
      n->fairest[run] += shown && t->kind == TREND_FAIREST &&
                         strcmp(t->value, sweep->name[run]) == 0;
  }
  n->sweeps++;
  n->claims += any;
  n->concluded += concludes(&trends, &results);
  n->departures += departs;
  sweep_trends_free(&trends);
  sweep_results_free(&results);
}

static Counts count_all(const TrueSweep *sweep, const double change[],
                        int sweeps) {
  static const double NOTHING[TREND_METRICS] = {0};
  Counts n = {0};
  for (int i = 0; i < sweeps; i++)
    count(&n, sweep, change ? change : NOTHING, (uint64_t)i);
  print_message("%d sweeps: claims %d, shown %d %d %d %d, missed %d %d %d %d, "
                "departures %d, fairest %d %d %d\n",
                n.sweeps, n.claims, n.shown[0], n.shown[1], n.shown[2],
                n.shown[3], n.missed[0], n.missed[1], n.missed[2], n.missed[3],
                n.departures, n.fairest[0], n.fairest[1], n.fairest[2]);
  return n;
}

/* With three standard errors of the simulation. */
static void assert_rate(const char *what, int count, int of, double rate) {
  if (count > rate * of + 3 * sqrt(rate * (1 - rate) * of))
    fail_msg("%s in %d of %d sweeps", what, count, of);
}

static void set_truths(TrueSweep *sweep, Truth truth) {
  for (int i = 0; i < sweep->runs; i++)
    sweep->truth[i] = truth;
}

#define FIVE                                                                   \
  { "x=1", "x=2", "x=3", "x=4", "x=5" }

static void an_option_that_changes_nothing_is_seldom_said_to(void **state) {
  (void)state;
  static const Truth TRUTHS[] = {
      {2, {0.5, 0.5}, .shortest = 5, .longer = 20},
      {2, {0.55, 0.25}, .drawn = 0.18, .shortest = 5, .longer = 3},
      {2, {0.5, 0.485}, .drawn = 0.01, .forfeit = 0.005, .shortest = 9},
      {3,
       {0.3, 0.3, 0.2},
       .drawn = 0.1,
       .shortest = 5,
       .longer = 50,
       .max_plies = 100},
  };
  static const TrueSweep SWEEPS[] = {
      {5, 60, FIVE, {{0}}, 0.6},
      {5, 100, FIVE, {{0}}, 0},
      {8,
       100,
       {"x=2,y=a", "x=2,y=b", "x=4,y=a", "x=4,y=b", "x=6,y=a", "x=6,y=b",
        "x=8,y=a", "x=8,y=b"},
       {{0}},
       0.9},
  };
  int claims = 0, sweeps = 0;
  for (size_t i = 0; i < COUNT(SWEEPS); i++)
    for (size_t j = 0; j < COUNT(TRUTHS); j++) {
      TrueSweep sweep = SWEEPS[i];
      set_truths(&sweep, TRUTHS[j]);
      Counts n = count_all(&sweep, NULL, 40);
      claims += n.claims;
      sweeps += n.sweeps;
      assert_rate("a false claim", n.claims, n.sweeps, 0.05);
      assert_rate("a false conclusion", n.concluded, n.sweeps, 0.05);
      for (int m = 0; m < TREND_METRICS; m++)
        assert_rate("a missed trend", n.missed[m], n.sweeps, 0.05);
    }
  assert_rate("a false claim", claims, sweeps, 0.05);
}

static void trends_of_margins_are_found_where_they_are(void **state) {
  (void)state;
  const Truth truth = {
      2,           {0.5, 0.42},      .drawn = 0.06, .shortest = 5,
      .longer = 8, .has_score = true};
  for (int more = 0; more < 2; more++) {
    TrueSweep sweep = {5, MEAN_GAMES, FIVE, {{0}}, 0.6, more};
    double change[TREND_METRICS] = {[TREND_MARGIN] = more};
    set_truths(&sweep, truth);
    Counts n = count_all(&sweep, change, 60);
    assert_rate("a missed margin", n.missed[TREND_MARGIN], n.sweeps, 0.05);
    assert_rate("a false departure", n.departures, n.sweeps, 0.05);
    if (more)
      assert_int_equal(n.shown[TREND_MARGIN], n.sweeps);
    else
      assert_rate("a false claim", n.claims, n.sweeps, 0.05);
  }
}

/* The advantage grows by 6 points with each step, and games by 2 plies. */
static void a_trend_is_found_and_its_interval_covers_it(void **state) {
  (void)state;
  static const double CHANGE[TREND_METRICS] = {0.06, -0.02, 0, 2};
  static const double COMMON[] = {0, 0.7, 1};
  for (size_t i = 0; i < COUNT(COMMON); i++) {
    TrueSweep sweep = {5, 300, FIVE, {{0}}, COMMON[i]};
    for (int run = 0; run < 5; run++)
      sweep.truth[run] = (Truth){2,
                                 {0.40 + 0.04 * run, 0.45 - 0.02 * run},
                                 .drawn = 0.15 - 0.02 * run,
                                 .shortest = 5 + 2 * run,
                                 .longer = 8};
    Counts n = count_all(&sweep, CHANGE, 50);
    for (int m = 0; m < TREND_METRICS; m++)
      assert_rate("a missed trend", n.missed[m], n.sweeps, 0.05);
    assert_rate("a false departure", n.departures, n.sweeps, 0.05);
    assert_true(n.shown[TREND_PLIES] == n.sweeps);
    assert_true(n.shown[TREND_ADVANTAGE] > 0.6 * n.sweeps);
    assert_int_equal(n.shown[TREND_UNDECIDED], 0);
  }
}

/* The straight line that fits best has the slope 0, and misses every run. */
static void a_curve_is_not_taken_for_a_line(void **state) {
  (void)state;
  TrueSweep sweep = {5, 300, FIVE, {{0}}, 0.5};
  for (int run = 0; run < 5; run++) {
    double won = 0.3 + 0.05 * (run - 2) * (run - 2);
    sweep.truth[run] = (Truth){2, {won, 1 - won}, .shortest = 9};
  }
  Counts n = count_all(&sweep, NULL, 60);
  assert_rate("a missed trend", n.missed[TREND_ADVANTAGE], n.sweeps, 0.05);
  assert_true(n.departures > 0.9 * n.sweeps);
  assert_true(n.concluded >= n.departures);
}

/* A departure from a straight line shows that something depends on the option:
 * no sentence may deny it. */
static void a_curve_is_a_conclusion(void **state) {
  (void)state;
  TrueSweep sweep = {5, 300, FIVE, {{0}}, 0.5};
  for (int run = 0; run < 5; run++)
    sweep.truth[run] = (Truth){
        2, {0.5, 0.5}, .shortest = 9 + 4 * (run - 2) * (run - 2), .longer = 4};
  int curved = 0;
  for (uint64_t seed = 0; seed < 20; seed++) {
    SweepResults results;
    SweepTrends trends;
    play(&results, &trends, &sweep, seed);
    assert_false(says(&trends, &results, "do not show that anything depends"));
    curved += says(&trends, &results,
                   "The length of games changes with x, but not along a "
                   "straight line.");
    sweep_trends_free(&trends);
    sweep_results_free(&results);
  }
  assert_true(curved > 15);
}

/* Plays a sweep of lengths, and says how often it is said that they rise and
 * fall; then no slope is stated. */
static int count_turns(const int shortest[5], int sweeps) {
  TrueSweep sweep = {5, 300, FIVE, {{0}}, 0.5};
  for (int run = 0; run < 5; run++)
    sweep.truth[run] =
        (Truth){2, {0.5, 0.5}, .shortest = shortest[run], .longer = 4};
  int turns = 0;
  for (uint64_t seed = 0; seed < (uint64_t)sweeps; seed++) {
    SweepResults results;
    SweepTrends trends;
    play(&results, &trends, &sweep, seed);
    bool turn =
        says(&trends, &results, "the length of games changes both ways");
    if (turn) {
      assert_false(says(&trends, &results, "games get "));
      assert_false(says(&trends, &results, " plies shorter"));
    }
    turns += turn;
    sweep_trends_free(&trends);
    sweep_results_free(&results);
  }
  return turns;
}

/* The slope is -2.5 plies, though the first two steps are up; and one that is
 * steep at first, and then level. */
static void what_rises_and_falls_has_no_slope(void **state) {
  (void)state;
  assert_int_equal(count_turns((int[]){17, 19, 21, 15, 5}, 20), 20);
  assert_rate("a false turn", count_turns((int[]){25, 12, 9, 9, 9}, 60), 60,
              0.05);
}

/* Changes are stated as far as they are known, of what there is. */
static void small_changes_do_not_look_like_none(void **state) {
  (void)state;
  static const struct {
    TrendMetric metric;
    Estimate change;
    bool solitaire;
    const char *words;
  } CASES[] = {
      {TREND_DRAWS,
       {0.021, 0.01, 0.032, 9},
       false,
       "With x up by 1, the share of draws rises by 2.1 (1.0 to 3.2) points"},
      {TREND_DRAWS,
       {0.0003, 0.0002, 0.0004, 9},
       false,
       "the share of draws rises by 0.03 (0.02 to 0.04) points"},
      {TREND_DRAWS,
       {-1e-8, -2e-8, -1e-9, 9},
       false,
       "the share of draws falls by less than 0.0001 points"},
      {TREND_PLIES,
       {-0.004, -0.005, -0.003, 9},
       false,
       "games are 0.004 (0.003 to 0.005) plies shorter"},
      {TREND_MARGIN,
       {0.5, 0.4, 0.6, 9},
       false,
       "the margin of the first side rises by 0.5 (0.4 to 0.6) points"},
      {TREND_MARGIN,
       {0.5, 0.4, 0.6, 9},
       true,
       "With x up by 1, the score rises by 0.5 (0.4 to 0.6) points"},
  };
  SweepRow rows[2] = {{.played.games = 9}, {.played.games = 9}};
  const SweepResults results = {.runs = 2, .row = rows};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Trend trend = {TREND_STEP, CASES[i].metric, "x",   1,     "",
                   "",         CASES[i].change, 0.001, 0.001, 1};
    const SweepTrends trends = {.games = 9,
                                .runs = 2,
                                .options = 1,
                                .count = 1,
                                .list = &trend,
                                .no_advantage = 1,
                                .solitaire = CASES[i].solitaire};
    assert_true(says(&trends, &results, CASES[i].words));
    assert_true(says(&trends, &results,
                     "No trend of the first-player advantage is given: in 1 of "
                     "the 2 runs"));
  }
}

/* The first run is the fairest by a little, in favour of the other side; or two
 * are equally fair. */
static void the_wrong_run_is_seldom_called_the_fairest(void **state) {
  (void)state;
  static const double WON[][3] = {
      {0.505, 0.49, 0.75}, {0.5, 0.5, 0.7}, {0.6, 0.41, 0.9}, {0.5, 0.5, 0.5}};
  for (size_t i = 0; i < COUNT(WON); i++) {
    TrueSweep sweep = {3, 200, {"x=1", "x=2", "x=3"}, {{0}}, 0.5};
    for (int run = 0; run < 3; run++)
      sweep.truth[run] =
          (Truth){2, {WON[i][run], 1 - WON[i][run]}, .shortest = 9};
    Counts n = count_all(&sweep, NULL, 100);
    assert_rate("the wrong one", n.fairest[1] + n.fairest[2], n.sweeps, 0.05);
  }
  TrueSweep sweep = {3, 400, {"x=1", "x=2", "x=3"}, {{0}}, 0.5};
  static const double FAIR[] = {0.5, 0.7, 0.25};
  for (int run = 0; run < 3; run++)
    sweep.truth[run] = (Truth){2, {FAIR[run], 1 - FAIR[run]}, .shortest = 9};
  Counts n = count_all(&sweep, NULL, 40);
  assert_true(n.fairest[0] > 0.9 * n.sweeps);
  assert_int_equal(n.fairest[1] + n.fairest[2], 0);
}

/* Few of the games of the first run end, and those are fair. */
static void games_without_a_result_are_not_fair(void **state) {
  (void)state;
  static const TrueSweep SWEEP = {
      3,
      400,
      {"x=1", "x=2", "x=3"},
      {{2, {0.4, 0.4}}, {2, {0.7, 0.3}}, {2, {0.75, 0.25}}},
      0.5};
  for (uint64_t seed = 0; seed < 10; seed++) {
    SweepResults results;
    SweepTrends trends;
    play(&results, &trends, &SWEEP, seed);
    assert_false(says(&trends, &results, "x=1 is the fairest"));
    assert_true(says(&trends, &results, "1 of the 3 runs is left out"));
    sweep_trends_free(&trends);
    sweep_results_free(&results);
  }
}

/* The caveat is on games that were played, all of them between random bots. */
static void only_random_players_are_noted(void **state) {
  (void)state;
  static const struct {
    uint64_t games[2];
    bool random[2];
    int notes;
  } CASES[] = {{{0, 0}, {false, false}, 0},
               {{9, 9}, {true, true}, 1},
               {{9, 9}, {true, false}, 0},
               {{9, 0}, {true, false}, 1}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    SweepRow rows[2] = {
        {.played.games = CASES[i].games[0], .random = CASES[i].random[0]},
        {.played.games = CASES[i].games[1], .random = CASES[i].random[1]}};
    const SweepResults results = {.runs = 2, .row = rows};
    Sentences notes = {0};
    sweep_notes(&results, &notes);
    assert_int_equal(notes.count, CASES[i].notes);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_random_players_are_noted),
      cmocka_unit_test(an_option_that_changes_nothing_is_seldom_said_to),
      cmocka_unit_test(a_trend_is_found_and_its_interval_covers_it),
      cmocka_unit_test(trends_of_margins_are_found_where_they_are),
      cmocka_unit_test(a_curve_is_not_taken_for_a_line),
      cmocka_unit_test(a_curve_is_a_conclusion),
      cmocka_unit_test(what_rises_and_falls_has_no_slope),
      cmocka_unit_test(small_changes_do_not_look_like_none),
      cmocka_unit_test(the_wrong_run_is_seldom_called_the_fairest),
      cmocka_unit_test(games_without_a_result_are_not_fair),
  };
  return RUN_TESTS(tests);
}
