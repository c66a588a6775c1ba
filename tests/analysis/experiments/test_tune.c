/* Tuning: goals, the race between candidates, its limits, and tune.csv. */
#include "tests/support/support.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/tune.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/confidence_sequence.h"
#include "tests/support/files.h"
#include "tests/support/synthetic.h"
#include "tests/support/test_bots.h"
#include <math.h>
#include <unistd.h>

static const char *const RANDOM[] = {"random"};
static const ExperimentCallbacks NO_CALLBACKS = {NULL};

/* ---- goals ---------------------------------------------------------------*/

static const Schedule TWO = {.seats = 2, .sides = 2};

static void a_goal_is_read_and_formatted(void **state) {
  (void)state;
  static const struct {
    const char *text, *name;
    double min, max;
    const char *formatted;
  } CASES[] = {
      {"seat1=50%", "seat1", 0.5, 0.5, "seat1=50%"},
      {"seat2=0.475", "seat2", 0.475, 0.475, "seat2=47.5%"},
      {"seat02=0", "seat2", 0, 0, "seat2=0%"},
      {"seat1=49..51%", "seat1", 0.49, 0.51, "seat1=49..51%"},
      {"seat1=49%..51%", "seat1", 0.49, 0.51, "seat1=49..51%"},
      {"draw=0.1..0.2", "draw", 0.1, 0.2, "draw=10..20%"},
      {"truncated=0%", "truncated", 0, 0, "truncated=0%"},
      {"forfeit=0..1%", "forfeit", 0, 0.01, "forfeit=0..1%"},
      {"balance=100%", "balance", 1, 1, "balance=100%"},
      {"plies=40", "plies", 40, 40, "plies=40"},
      {"plies=35.5..45", "plies", 35.5, 45, "plies=35.5..45"},
      {"branching=0", "branching", 0, 0, "branching=0"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Goal goal;
    Error error = {0};
    if (!goal_read(CASES[i].text, &TWO, &goal, &error))
      fail_msg("%s", error.message);
    assert_string_equal(goal.name, CASES[i].name);
    assert_true(fabs(goal.min - CASES[i].min) < 1e-12);
    assert_true(fabs(goal.max - CASES[i].max) < 1e-12);
    assert_string_equal(goal_format(&goal).text, CASES[i].formatted);
  }
}

static void an_invalid_goal_is_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "does not name a metric"},
      {"=50%", "does not name a metric"},
      {"win=50%", "does not name a metric"},
      {"seat=50%", "does not name a metric"},
      {"seat0=50%", "does not name a metric"},
      {"seat3=50%",
       "--goal 'seat3=50%' does not name a metric: write seat1=50% (seats are "
       "1 to "
       "2), draw=, truncated=, forfeit=, balance=, plies=, "
       "branching= or margin="},
      {"seat17=50%", "does not name a metric"},
      {"a metric with a very long name=1", "does not name a metric"},
      {"seat1", "--goal 'seat1' is not a rate from 0 to 100%: write seat1=50%, "
                "seat1=0.5 or seat1=49..51%"},
      {"seat1=", "is not a rate"},
      {"seat1=50", "is not a rate"},
      {"seat1=101%", "is not a rate"},
      {"seat1=-1%", "is not a rate"},
      {"seat1=1e-1", "is not a rate"},
      {"seat1=nan", "is not a rate"},
      {"seat1=51..49%", "goes from the higher value to the lower"},
      {"seat1=49%..51", "is not a rate"},
      {"seat1=49..", "is not a rate"},
      {"seat1=..51%", "is not a rate"},
      {"seat1=49..50..51%", "is not a rate"},
      {"seat1=0.5.1", "is not a rate"},
      {"seat1=.", "is not a rate"},
      {"plies=40%", "--goal 'plies=40%' is not a number: write plies=40 or "
                    "plies=35..45"},
      {"plies=", "is not a number"},
      {"plies=-3", "is not a number"},
      {"plies=inf", "is not a number"},
      {"plies=99999999999", "is not a number"},
      {"plies=000000000000000000000000000000000000001", "is not a number"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Goal goal;
    Error error = {0};
    if (goal_read(CASES[i][0], &TWO, &goal, &error))
      fail_msg("'%s' was read", CASES[i][0]);
    assert_message(&error, CASES[i][1]);
  }
  Goal goal;
  Error error = {0};
  assert_false(goal_read("balance=1", &(Schedule){.seats = 1, .sides = 1},
                         &goal, &error));
  assert_message(&error, "one side");
}

static void the_distance_has_the_bounds_of_the_interval(void **state) {
  (void)state;
  static const struct {
    Goal goal;
    Estimate value, distance;
  } CASES[] = {
      {{"plies", 40, 40}, {41, 38, 44, 9}, {1, 0, 4, 9}},
      {{"plies", 40, 40}, {45, 42, 48, 9}, {5, 2, 8, 9}},
      {{"plies", 40, 40}, {35, 32, 38, 9}, {5, 2, 8, 9}},
      {{"plies", 40, 40}, {38, 36, 40, 9}, {2, 0, 4, 9}},
      {{"plies", 35, 45}, {41, 38, 44, 9}, {0, 0, 0, 9}},
      {{"plies", 35, 45}, {41, 30, 52, 9}, {0, 0, 7, 9}},
      {{"plies", 35, 45}, {33, 30, 36, 9}, {2, 0, 5, 9}},
      {{"plies", 35, 45}, {50, 48, 52, 9}, {5, 3, 7, 9}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Estimate v = CASES[i].value;
    Estimate actual = goal_distance(&CASES[i].goal, &(GoalValue){v, v, v});
    Estimate expected = CASES[i].distance;
    assert_true(actual.value == expected.value && actual.low == expected.low &&
                actual.high == expected.high && actual.n == expected.n);
  }
  Estimate unknown = {5, -INFINITY, INFINITY, 1};
  Estimate actual =
      goal_distance(&CASES[0].goal, &(GoalValue){unknown, unknown, unknown});
  assert_true(actual.value == 35 && actual.low == 0 && isinf(actual.high));
}

/* Counts of a run of two seats. */
typedef struct Counts {
  int won[2], drawn, truncated, forfeits;
} Counts;

static void count_games(Run *run, const Counts *counts) {
  const int games[] = {counts->won[0], counts->won[1], counts->drawn,
                       counts->truncated, counts->forfeits};
  static const MatchEnd ENDS[] = {MATCH_WIN, MATCH_WIN, MATCH_DRAW,
                                  MATCH_TRUNCATED, MATCH_FORFEIT};
  synthetic_open(run, &(Truth){.sides = 2}, SEATING_FIXED, NULL, 0);
  for (int kind = 0; kind < 5; kind++)
    for (int i = 0; i < games[kind]; i++) {
      Match m = {.end = ENDS[kind], .forfeiter = -1, .moved = 3};
      if (m.end == MATCH_WIN)
        m.winners = (uint16_t)(1 << kind);
      if (m.end == MATCH_FORFEIT)
        m.forfeiter = 0;
      synthetic_add(run, &m);
    }
}

/* Without a result, a game could have been won by anybody. */
static void
undecided_games_count_as_badly_as_they_could_have_gone(void **state) {
  (void)state;
  static const struct {
    Counts counts;
    const char *goal;
    double value, distance;
  } CASES[] = {
      {{{50, 40}, .truncated = 10}, "balance=97..100%", 8 / 9.0, 0.17},
      {{{45, 45}, .drawn = 5, .forfeits = 5}, "balance=97..100%", 1, 0.02},
      {{{50, 48}, .drawn = 2}, "balance=97..100%", 0.98, 0},
      {{{50, 30}, .truncated = 20}, "balance=60..70%", 0.75, 0.3},
      {{.truncated = 100}, "balance=97..100%", NAN, 0.97},
      {{{45, 45}, .truncated = 10}, "seat1=40..50%", 0.45, 0.05},
      {{{45, 45}, .forfeits = 10}, "seat1=40..60%", 0.45, 0},
      {{{45, 45}, .truncated = 10}, "draw=0..1%", 0, 0},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Run run;
    Goal goal;
    count_games(&run, &CASES[i].counts);
    assert_true(goal_read(CASES[i].goal, &TWO, &goal, NULL));
    GoalValue v = goal_value(&goal, &run.tally, 0.05);
    Estimate distance = goal_distance(&goal, &v);
    if (isnan(CASES[i].value))
      assert_true(isnan(v.value.value));
    else
      assert_true(fabs(v.value.value - CASES[i].value) < 1e-9);
    if (fabs(distance.value - CASES[i].distance) > 1e-9)
      fail_msg("case %zu: the distance is %f", i, distance.value);
    assert_true(distance.low <= distance.value &&
                distance.value <= distance.high);
    run_close(&run);
  }
}

/* 200 games of 6 plies do not show that there are no others: one in 30 may be
 * different, and is 10 plies long at most. */
static void equal_games_leave_room_for_others(void **state) {
  (void)state;
  Run run;
  Goal goal;
  synthetic_open(&run, &(Truth){.sides = 2, .max_plies = 10}, SEATING_FIXED,
                 NULL, 0);
  for (int i = 0; i < 200; i++)
    synthetic_add(&run, &(Match){.end = MATCH_DRAW,
                                 .plies = 6,
                                 .forfeiter = -1,
                                 .legal_moves = 60,
                                 .moved = 3});
  assert_true(goal_read("plies=6", &TWO, &goal, NULL));
  Estimate e = goal_value(&goal, &run.tally, 0.05).value;
  double others = confidence_sequence_rate(0, 200, 0.05).high;
  assert_true(others > 0.03 && others < 0.05);
  assert_true(fabs(e.value - 6) < 1e-9 &&
              fabs(e.low - 6 * (1 - others)) < 1e-9);
  assert_true(fabs(e.high - 6 - 4 * others) < 1e-9);
  assert_true(goal_read("branching=10", &TWO, &goal, NULL));
  e = goal_value(&goal, &run.tally, 0.05).value;
  assert_true(e.value == 10 && e.low == 0 && isinf(e.high));
  run_close(&run);
}

/* ---- racing --------------------------------------------------------------*/

enum { LIST_MAX = 4 };

typedef struct Setup {
  const char *game;
  const char *vary[LIST_MAX + 1], *goals[LIST_MAX + 1]; /* end with NULL */
  const char *const *bots;
  int bot_count;
  bool rotate;
  const char *levels[LIST_MAX + 1];
  uint64_t games, first, each, seed;
  int jobs;
  bool resume;
} Setup;

static int length(const char *const list[]) {
  int count = 0;
  while (list[count])
    count++;
  return count;
}

static Tune *open_tune(const Setup *s, const char *out, Error *error) {
  TunePlan plan = {
      .run = {.game = s->game,
              .bots = s->bots ? s->bots : RANDOM,
              .bot_count = s->bots ? s->bot_count : 1,
              .seating = s->rotate ? SEATING_ROTATED : SEATING_FIXED,
              .seed = s->seed ? s->seed : 1,
              .games = s->games ? s->games : TUNE_GAMES,
              .jobs = s->jobs ? s->jobs : 2,
              .out = out,
              .resume = s->resume},
      .first = s->first ? s->first : TUNE_FIRST,
      .each = s->each ? s->each : 10000,
      .levels = length(s->levels)};
  memcpy(plan.level, s->levels, sizeof s->levels);
  return tune_open(&plan, s->vary, length(s->vary), s->goals, length(s->goals),
                   error);
}

static Tune *play(const Setup *s, const char *out) {
  Error error = {0};
  Tune *tune = open_tune(s, out, &error);
  if (!tune || tune_play(tune, &NO_CALLBACKS, &error) != RUN_DONE)
    fail_msg("%s", error.message);
  return tune;
}

static int candidates_of(const Tune *tune, const Candidate **candidates) {
  *candidates = tune_table(tune)->candidate;
  return tune_table(tune)->count;
}

static const Candidate *find(const Tune *tune, const char *name) {
  const Candidate *c;
  int count = candidates_of(tune, &c);
  for (int i = 0; i < count; i++)
    if (strcmp(c[i].name, name) == 0)
      return &c[i];
  fail_msg("there is no candidate %s", name);
  return NULL;
}

/* Plays one candidate as an ordinary run. */
static void play_alone(Run *run, const char *game, uint64_t games) {
  const RunPlan plan = {.game = game,
                        .bots = RANDOM,
                        .bot_count = 1,
                        .seed = 1,
                        .games = games,
                        .jobs = 2};
  Error error = {0};
  if (!run_open(run, &plan, &error) || run_play(run, NULL, &error) != RUN_DONE)
    fail_msg("%s", error.message);
}

static void
values_are_the_metrics_of_the_run_with_wider_intervals(void **state) {
  (void)state;
  static const char *const GOALS[] = {"seat1=50%",   "draw=5%",  "truncated=0",
                                      "forfeit=0",   "plies=20", "branching=9",
                                      "balance=100%"};
  Run run;
  play_alone(&run, "tictacdoh:small=3", 3000);
  const Tally *t = &run.tally;
  const Estimate plain[] = {summary_seat(t, 0),
                            summary_end(t, MATCH_DRAW),
                            summary_end(t, MATCH_TRUNCATED),
                            summary_end(t, MATCH_FORFEIT),
                            summary_lengths(t).mean,
                            summary_branching(t),
                            balance_index(t)};
  for (size_t i = 0; i < COUNT(GOALS); i++) {
    Goal goal;
    assert_true(goal_read(GOALS[i], &run.schedule, &goal, NULL));
    Estimate value = goal_value(&goal, t, 0.05).value;
    assert_true(fabs(value.value - plain[i].value) < 1e-9);
    assert_int_equal(value.n, 3000);
    double ratio = estimate_half_width(value) / estimate_half_width(plain[i]);
    if (i != 2 && i != 3) /* z is 3.3 instead of 1.96, or the interval exact */
      assert_true(ratio > 1.5 && ratio < 3);
    assert_true(value.low <= value.value && value.value <= value.high);
    assert_true(value.low < value.high);
  }
  run_close(&run);
}

enum { WALLS = 4 };

/* The number of walls whose games are nearest to a goal. */
static int nearest_walls(const Run runs[WALLS], const char *text) {
  Goal goal;
  int best = 0;
  double distance[WALLS];
  assert_true(goal_read(text, &runs[0].schedule, &goal, NULL));
  for (int i = 0; i < WALLS; i++) {
    GoalValue value = goal_value(&goal, &runs[i].tally, 0.05);
    distance[i] = goal_distance(&goal, &value).value;
    best = distance[i] < distance[best] ? i : best;
  }
  return best;
}

static void the_nearest_candidate_is_the_nearest_of_a_full_sweep(void **state) {
  (void)state;
  static const char *const GOALS[] = {"plies=7",       "plies=16",
                                      "seat1=40%",     "seat1=0%",
                                      "branching=2.5", "balance=60..70%"};
  Run runs[WALLS];
  for (int i = 0; i < WALLS; i++) {
    char game[64];
    snprintf(game, sizeof game, "quoridor:size=3,walls=%d", i);
    play_alone(&runs[i], game, 10000);
  }
  for (size_t i = 0; i < COUNT(GOALS); i++) {
    const Setup setup = {"quoridor:size=3", {"walls=0..3"}, {GOALS[i]}};
    char best[32];
    const Candidate *c;
    snprintf(best, sizeof best, "walls=%d", nearest_walls(runs, GOALS[i]));
    Tune *tune = play(&setup, NULL);
    assert_int_equal(candidates_of(tune, &c), WALLS);
    assert_string_equal(c[0].name, best);
    assert_true(c[0].front && !c[0].dropped);
    tune_close(tune);
  }
  for (int i = 0; i < WALLS; i++)
    run_close(&runs[i]);
}

/* The nearest candidate plays as many new games as it has, those of a run with
 * the next seed. */
static void the_nearest_candidate_is_checked(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3", {"walls=0..3"}, {"plies=7"}};
  Tune *tune = play(&setup, NULL);
  const TuneTable *t = tune_table(tune);
  RunPlan plan = {.game = t->candidate[0].game,
                  .bots = RANDOM,
                  .bot_count = 1,
                  .seed = 2,
                  .games = t->candidate[0].games,
                  .jobs = 2};
  Run run;
  assert_true(run_open(&run, &plan, NULL));
  assert_int_equal(run_play(&run, NULL, NULL), RUN_DONE);
  assert_string_equal(t->check.name, t->candidate[0].name);
  assert_int_equal(t->check.games, t->candidate[0].games);
  assert_true(t->check.level[0].value[0].value ==
              (double)run.tally.plies / (double)run.tally.games);
  run_close(&run);
  tune_close(tune);
}

/* On size 3, games without walls are half as long as with any, so that
 * candidate is soon the only one left. Dropped candidates keep the values of
 * the games they played. */
static void significantly_dominated_candidates_are_dropped(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3", {"walls=0..3"}, {"plies=7"}};
  const Candidate *c;
  Tune *tune = play(&setup, NULL);
  assert_int_equal(candidates_of(tune, &c), 4);
  assert_string_equal(c[0].name, "walls=0");
  assert_string_equal(c[0].game, "quoridor:size=3,walls=0");
  uint64_t games = c[0].games;
  for (int i = 1; i < 4; i++) {
    assert_true(c[i].dropped > 0 && c[i].dropped <= tune_rounds(tune));
    assert_int_equal(c[i].games, TUNE_FIRST << (c[i].dropped - 1));
    assert_false(c[i].front);
    games += c[i].games;
    Run run;
    play_alone(&run, c[i].game, c[i].games);
    assert_true(c[i].level[0].value[0].value ==
                (double)run.tally.plies / (double)run.tally.games);
    run_close(&run);
  }
  assert_int_equal(tune_games(tune), games + c[0].games); /* to check it */
  assert_true(tune_games(tune) < 20000);
  tune_close(tune);
}

/* Each candidate is nearer to one goal and farther from the other. */
static void candidates_that_trade_one_goal_for_another_stay(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3",
                       {"walls=0..2"},
                       {"plies=7", "seat1=50%"},
                       .each = 12800};
  Tune *tune = play(&setup, NULL);
  const Candidate *none = find(tune, "walls=0"), *one = find(tune, "walls=1"),
                  *two = find(tune, "walls=2");
  assert_true(none->front && two->front);
  assert_true(!one->front &&
              one->dropped); /* longer than with 2 walls, and less fair */
  assert_int_equal(none->games, 12800);
  assert_int_equal(two->games, 12800);
  tune_close(tune);
}

static void
the_race_ends_when_all_candidates_left_meet_the_goals(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3",
                       {"walls=0..3"},
                       {"plies=10..18", "seat1=45..60%"},
                       .each = 1000000};
  const Candidate *c;
  Tune *tune = play(&setup, NULL);
  int count = candidates_of(tune, &c);
  assert_int_equal(count, 4);
  assert_true(c[0].front && c[1].front && !c[2].front);
  assert_true(c[0].distance[0].high == 0 && c[0].distance[1].high == 0);
  assert_string_equal(c[0].name, "walls=2");
  assert_string_equal(c[1].name, "walls=3");
  assert_true(c[2].dropped && c[3].dropped);
  assert_true(tune_games(tune) < 100000);
  tune_close(tune);
}

/* A candidate that misses a range is dropped, though none dominates it: it is
 * nearest to the other goal. */
static void candidates_that_miss_a_range_are_dropped(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3",
                       {"walls=0..2"},
                       {"plies=7", "seat1=45..60%"},
                       .first = 800,
                       .each = 12800};
  Tune *tune = play(&setup, NULL);
  const TuneTable *t = tune_table(tune);
  int level;
  const Candidate *none = find(tune, "walls=0"), *two = find(tune, "walls=2");
  assert_true(none->distance[0].high < two->distance[0].low);
  assert_int_equal(candidate_misses(t, none, &level), 1);
  assert_true(none->dropped && !none->front);
  assert_int_equal(candidate_misses(t, two, &level), -1);
  assert_true(two->front && !two->dropped);
  assert_true(find(tune, "walls=1")->dropped);
  tune_close(tune);
}

/* If all are dropped, the race ends, and the front is among all. */
static void a_goal_that_no_candidate_meets_ends_the_race(void **state) {
  (void)state;
  const Setup setup = {
      "quoridor:size=3", {"walls=0..3"}, {"plies=40..50", "seat1=10..20%"}};
  Tune *tune = play(&setup, NULL);
  const TuneTable *t = tune_table(tune);
  MoreGames more;
  assert_true(t->complete && tune_rounds(tune) < 4);
  assert_false(tune_needs_more(tune, false, &more));
  assert_true(t->candidate[0].front);
  for (int i = 0; i < t->count; i++)
    assert_true(t->candidate[i].dropped &&
                !candidate_meets(t, &t->candidate[i]));
  tune_close(tune);
}

/* At each level a candidate plays the games of a run between these bots, and
 * its distance is that of the level farthest from the goal. */
static void goals_must_be_met_at_every_level(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3",
                       {"walls=0..2"},
                       {"plies=7..9"},
                       .levels = {"random", "greedy"},
                       .each = 3200};
  Tune *tune = play(&setup, NULL);
  const TuneTable *t = tune_table(tune);
  assert_int_equal(t->levels, 2);
  assert_string_equal(t->level[1], "greedy");
  for (int i = 0; i < t->count; i++) {
    const Candidate *c = &t->candidate[i];
    int farthest = candidate_farthest(t, c, 0), level;
    assert_int_equal(c->games, c->level[0].games + c->level[1].games);
    assert_true(c->distance[0].value == c->level[farthest].distance[0].value);
    assert_true(c->distance[0].value >= c->level[!farthest].distance[0].value);
    for (int j = 0; j < t->levels && c->level[j].games; j++) {
      RunPlan plan = {.game = c->game,
                      .bots = &setup.levels[j],
                      .bot_count = 1,
                      .seed = 1,
                      .games = c->level[j].games,
                      .jobs = 1};
      Run run;
      assert_true(run_open(&run, &plan, NULL));
      assert_int_equal(run_play(&run, NULL, NULL), RUN_DONE);
      assert_true(c->level[j].value[0].value ==
                  (double)run.tally.plies / (double)run.tally.games);
      run_close(&run);
    }
    /* One that misses a goal at the first level plays no more at the second. */
    if (candidate_misses(t, c, &level) >= 0 && level == 0)
      assert_true(c->level[1].games < c->level[0].games);
  }
  assert_true(find(tune, "walls=1")->dropped);
  tune_close(tune);
}

/* The limits of a tuning can be raised when it is resumed. */
static void a_tuning_can_be_given_more_games(void **state) {
  (void)state;
  Setup setup = {"quoridor:size=3",
                 {"walls=2,3"},
                 {"seat1=52..54%"},
                 .games = 600,
                 .each = 200};
  Error error = {0};
  MoreGames more;
  Tune *tune = play(&setup, "more");
  assert_true(tune_needs_more(tune, false, &more));
  assert_int_equal(more.each, 800);
  assert_int_equal(more.games, 2400);
  assert_true(more.seconds > 0);
  assert_true(tune_needs_more(tune, true, &more));
  assert_int_equal(more.games, 2400);
  tune_close(tune);
  setup.games = 2400;
  setup.each = 600;
  setup.resume = true;
  tune = play(&setup, "more");
  assert_int_equal(tune_games(tune), 1800);
  assert_int_equal(find(tune, "walls=2")->games, 600);
  assert_int_equal(tune_table(tune)->check.games, 600);
  tune_close(tune);
  Snapshot before = snapshot("more");
  setup.each = 500;
  tune = open_tune(&setup, "more", &error);
  assert_int_equal(tune_play(tune, &NO_CALLBACKS, &error), RUN_FAILED);
  assert_message(&error, "holds a tuning whose --each is 600, not 500: it can "
                         "only be raised");
  assert_unchanged("more", &before);
  tune_close(tune);
}

static void results_do_not_depend_on_the_number_of_threads(void **state) {
  (void)state;
  Setup setup = {"quoridor:size=3",
                 {"walls=0..2", "edge_jump=true,false"},
                 {"plies=12", "seat1=45%", "branching=3"},
                 .each = 1000};
  for (int jobs = 1; jobs <= 3; jobs += 2) {
    setup.jobs = jobs;
    tune_close(play(&setup, jobs == 1 ? "one" : "three"));
  }
  assert_same_files("one/tune.csv", "three/tune.csv");
}

/* ---- limits --------------------------------------------------------------*/

/* Two candidates that play alike, so that neither is ever dropped, and as many
 * games to check one of them. All seatings have the same number of games. */
static void limits_are_kept(void **state) {
  (void)state;
  static const char *const BOTS[] = {"a.bot", "b.bot"};
  static const struct {
    uint64_t games, first, each;
    bool rotate;
    uint64_t expected, rounds;
  } CASES[] = {
      {1000000, 100, 100, false, 100, 1}, {1000000, 100, 450, false, 450, 4},
      {1000000, 101, 205, true, 204, 3},  {1200, 100, 10000, false, 400, 3},
      {1201, 100, 10000, false, 400, 3},  {1204, 100, 10000, false, 401, 4},
      {1204, 101, 10000, true, 400, 3},   {302, 200, 200, false, 100, 1},
      {309, 103, 10000, true, 102, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Setup setup = {.game = "tictacdoh",
                         .vary = {"blocked_loses=true,false"},
                         .goals = {"truncated=1%"},
                         .bots = BOTS,
                         .bot_count = 2,
                         .rotate = CASES[i].rotate,
                         .games = CASES[i].games,
                         .first = CASES[i].first,
                         .each = CASES[i].each};
    const Candidate *c;
    Tune *tune = play(&setup, NULL);
    assert_int_equal(candidates_of(tune, &c), 2);
    assert_int_equal(c[0].games, CASES[i].expected);
    assert_int_equal(c[1].games, CASES[i].expected);
    assert_int_equal(tune_games(tune), 3 * CASES[i].expected);
    assert_int_equal(tune_rounds(tune), CASES[i].rounds);
    assert_true(tune_games(tune) <= tune_max_games(tune));
    tune_close(tune);
  }
}

static void an_invalid_tuning_is_refused(void **state) {
  (void)state;
  static const char *const BOTS[] = {"a.bot", "b.bot"};
  static const struct {
    Setup setup;
    const char *why;
  } CASES[] = {
      {{"quoridor", {NULL}, {"seat1=50%"}}, "there is nothing to vary"},
      {{"quoridor", {"walls=1..3"}, {NULL}},
       "there is no goal: add --goal balance=95..100%"},
      {{"quoridor", {"wals=1..3"}, {"seat1=50%"}}, "did you mean 'walls'?"},
      {{"quoridor", {"walls=1..3"}, {"seat1=50%", "seat01=40%"}},
       "--goal seat1 is given twice"},
      {{"quoridor",
        {"walls=1..3"},
        {"plies=40", "seat1=50%"},
        .bots = BOTS,
        .bot_count = 2,
        .rotate = true},
       "--goal 'seat1=50%': a.bot and b.bot change seats"},
      {{"quoridor", {"players=2,4"}, {"seat3=25%"}},
       "--goal 'seat3=25%' does not name a metric: write seat1=50% (seats are "
       "1 "
       "to 2)"},
      {{"dorix", {"teams=false,true"}, {"draw=0"}},
       "with teams=true: dorix: teams=true needs players=4"},
      {{"quoridor", {"walls=1..3"}, {"draw=0"}, .first = 99},
       "99 games are too few: the first round needs at least 100"},
      {{"quoridor", {"walls=1..3"}, {"draw=0"}, .each = 150},
       "a limit of 150 games for each candidate is less than the 200"},
      {{"quoridor", {"walls=1..3"}, {"draw=0"}, .games = 399},
       "399 games are too few for 3 candidates: allow 400 or more, 100 for "
       "each and as many to check the nearest"},
      {{"tictacdoh",
        {"small=1..9", "medium=1..9", "large=1..9", "players=2..4"},
        {"draw=0"}},
       "2187 candidates are more than 2000"},
      {{"quoridor",
        {"walls=1..3"},
        {"draw=0"},
        .levels = {"random", "mcts:iterations=1000", "mcts"}},
       "--bot mcts is given twice: each level needs a bot of its own"},
      {{"quoridor", {"walls=1..3"}, {"draw=0"}, .levels = {"random", "nobody"}},
       "nobody"},
      {{"quoridor",
        {"walls=1..3"},
        {"draw=0"},
        .levels = {"random", "greedy"},
        .games = 799},
       "799 games are too few for 3 candidates: allow 800 or more, 100 for "
       "each at each level"},
      {{"tictacdoh",
        {"small=1..9", "medium=1..9", "large=1..9"},
        {"draw=0"},
        .levels = {"random", "greedy", "alphabeta:depth=1"}},
       "729 candidates at 3 levels make more than 2000 runs"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    if (open_tune(&CASES[i].setup, NULL, &error))
      fail_msg("'%s' was not refused", CASES[i].why);
    assert_message(&error, CASES[i].why);
  }
}

/* Different bots that keep their seats, or the same bot in all of them. */
static void goals_on_seats_are_those_of_the_bots_that_keep_them(void **state) {
  (void)state;
  static const char *const BOTS[][2] = {{"a.bot", "b.bot"}, {"a.bot", "a.bot"}};
  for (int same = 0; same < 2; same++) {
    const Setup setup = {"tictacdoh",       {"blocked_loses=true,false"},
                         {"seat1=30..70%"}, .bots = BOTS[same],
                         .bot_count = 2,    .rotate = same,
                         .each = 200};
    Tune *tune = play(&setup, NULL);
    const TuneTable *t = tune_table(tune);
    assert_int_equal(t->seats, same ? 0 : 2);
    if (!same)
      assert_string_equal(t->bot[1], "b.bot");
    tune_close(tune);
  }
}

/* ---- stopping ------------------------------------------------------------*/

typedef struct Stopper {
  atomic_bool stop;
  int turns;
  uint64_t games;
} Stopper;

static void count_turn(void *context, const Run *run) {
  Stopper *stopper = context;
  stopper->games += run->tally.games - run->found;
  if (++stopper->turns == 2)
    atomic_store(&stopper->stop, true);
}

static void a_stopped_tuning_keeps_its_results(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3", {"walls=0..3"}, {"plies=16"}};
  Stopper stopper = {false, 0, 0};
  const ExperimentCallbacks callbacks = {
      .run_finished = count_turn, .context = &stopper, .stop = &stopper.stop};
  const Candidate *c;
  Error error = {0};
  TuneTable table;
  Tune *tune = open_tune(&setup, "stopped", &error);
  assert_non_null(tune);
  assert_int_equal(tune_play(tune, &callbacks, &error), RUN_STOPPED);
  assert_int_equal(tune_games(tune), stopper.games);
  assert_int_equal(candidates_of(tune, &c), 4);
  assert_string_equal(c[0].name, "walls=1");
  assert_true(c[0].games == 200 && c[1].games == 200);
  for (int i = 0; i < 4; i++) /* not while some have not played */
    assert_true(!c[i].front && !c[i].dropped);
  assert_true(c[2].games == 0 && c[3].games == 0);
  assert_true(tune_read(&table, "stopped", &error));
  assert_int_equal(table.count, 4);
  assert_false(table.complete);
  assert_true(table.candidate[3].games == 0 && !table.candidate[3].front);
  Sentences verdict = {0};
  tune_verdict(&table, false, &verdict);
  assert_int_equal(verdict.count, 1);
  assert_string_equal(verdict.text[0],
                      "2 of 4 candidates have played: none is nearest to the "
                      "goal until all have.");
  tune_table_free(&table);
  tune_close(tune);
}

/* ---- sentences -----------------------------------------------------------*/

/* Two candidates with 200 games each, of which the first is the nearest. */
typedef struct Said {
  const char *goal;
  double draws[2], undecided[2], distance[2];
  const char *words[2]; /* the first sentence, and another one */
} Said;

static void fill_candidate(Candidate *c, const Said *said, int i) {
  Estimate distance = {said->distance[i], said->distance[i], said->distance[i],
                       200};
  snprintf(c->name, sizeof c->name, "x=%d", i + 1);
  c->games = c->level->games = 200;
  c->measured = c->front = true;
  c->level->ends.draws.value = said->draws[i];
  c->level->ends.undecided.value = said->undecided[i];
  c->level->repetition = (Repetition){200, 200, false};
  c->level->value[0] = (Estimate){0.95, 0.93, 0.97, 200};
  c->level->distance[0] = c->distance[0] = distance;
}

static bool is_said(const Sentences *verdict, const char *words) {
  for (int i = 0; i < verdict->count; i++)
    if (strstr(verdict->text[i], words))
      return true;
  return false;
}

static void what_qualifies_the_choice_is_said(void **state) {
  (void)state;
  static const Said CASES[] = {
      {"balance=90..100%",
       {0.98, 0.95},
       {0, 0},
       {0, 0},
       {"98.0% of the games with x=1 are drawn, and at least 90.0% with 1 "
        "other: what is said about fairness rests on the few others.",
        "2 candidates meet the goal with 95% confidence."}},
      {"balance=90..100%",
       {0.5, 0.95},
       {0, 0},
       {0, 0},
       {"With 1 of 2 candidates at least 90.0% of the games are drawn: what is "
        "said about fairness rests on the few others.",
        "2 candidates are within the goal"}},
      {"draw=90..100%",
       {0.95, 0.5},
       {0, 0},
       {0, 0.4},
       {"95.0% of the games with x=1 are drawn.", "Nearest to the goal"}},
      {"balance=99..100%",
       {0, 0},
       {0, 0},
       {0.03, 0.03},
       {"All 2 candidates have the same distance from the goal in these games.",
        "No candidate meets the goal"}},
      {"plies=0..1",
       {0, 0},
       {1, 1},
       {0, 0},
       {"All 2 candidates have the same distance",
        "No candidate is shown to meet the goal: too many games have no "
        "result."}},
      {"plies=0..1",
       {0, 0},
       {0.01, 0},
       {0, 0},
       {"2 candidates are within the goal", "2 candidates meet the goal"}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Candidate list[2];
    TuneTable table = {.complete = true,
                       .goals = 1,
                       .levels = 1,
                       .count = 2,
                       .candidate = list};
    Sentences verdict = {0};
    assert_true(goal_read(CASES[i].goal, &TWO, table.goal, NULL));
    for (int k = 0; k < 2; k++)
      fill_candidate(&list[k], &CASES[i], k);
    tune_verdict(&table, true, &verdict);
    if (strncmp(verdict.text[0], CASES[i].words[0],
                strlen(CASES[i].words[0])) != 0)
      fail_msg("%s", verdict.text[0]);
    if (!is_said(&verdict, CASES[i].words[1]))
      fail_msg("not said: %s", CASES[i].words[1]);
  }
}

/* ---- tune.csv ------------------------------------------------------------*/

static void assert_near(double actual, double expected) {
  if (!(actual == expected || fabs(actual - expected) <= 1e-6))
    fail_msg("%f is not %f", actual, expected);
}

static void assert_same_estimate(Estimate actual, Estimate expected) {
  assert_near(actual.value, expected.value);
  assert_near(actual.low, expected.low);
  assert_near(actual.high, expected.high);
}

static void assert_same_level(const LevelResult *read, const LevelResult *level,
                              int goals) {
  assert_int_equal(read->games, level->games);
  if (!level->games)
    return;
  assert_near(read->ends.undecided.value, level->ends.undecided.value);
  assert_near(read->ends.forfeits.value, level->ends.forfeits.value);
  assert_near(read->ends.draws.value, level->ends.draws.value);
  assert_int_equal(read->repetition.distinct, level->repetition.distinct);
  assert_int_equal(read->repetition.repetitive, level->repetition.repetitive);
  for (int i = 0; i < goals; i++) {
    assert_same_estimate(read->value[i], level->value[i]);
    assert_same_estimate(read->distance[i], level->distance[i]);
  }
}

static void assert_same_tables(const TuneTable *read, const TuneTable *table) {
  assert_int_equal(read->complete, table->complete);
  assert_int_equal(read->goals, table->goals);
  assert_int_equal(read->levels, table->levels);
  assert_int_equal(read->count, table->count);
  for (int i = 0; i < table->goals; i++) {
    assert_string_equal(read->goal[i].name, table->goal[i].name);
    assert_near(read->goal[i].min, table->goal[i].min);
    assert_near(read->goal[i].max, table->goal[i].max);
  }
  for (int i = 0; i < table->levels; i++)
    assert_string_equal(read->level[i], table->level[i]);
  for (int i = 0; i < table->count; i++) {
    const Candidate *a = &read->candidate[i], *b = &table->candidate[i];
    int a_level, b_level;
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->game, b->game);
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->measured, b->measured);
    assert_int_equal(a->dropped, b->dropped);
    assert_int_equal(a->front, b->front);
    assert_int_equal(candidate_misses(read, a, &a_level),
                     candidate_misses(table, b, &b_level));
    assert_int_equal(a_level, b_level);
    for (int j = 0; j < table->goals; j++)
      assert_int_equal(isfinite(a->distance[j].high),
                       isfinite(b->distance[j].high));
    for (int j = 0; j < table->levels; j++)
      assert_same_level(&a->level[j], &b->level[j], table->goals);
  }
  assert_int_equal(read->check.games, table->check.games);
  for (int i = 0; i < table->levels * table->goals; i++) {
    int level = i / table->goals, goal = i % table->goals;
    if (table->check.level[level].games)
      assert_same_estimate(read->check.level[level].value[goal],
                           table->check.level[level].value[goal]);
  }
}

static void tune_csv_reads_back_as_it_was_written(void **state) {
  (void)state;
  static const Setup SETUPS[] = {
      {"quoridor:size=3",
       {"walls=0..2", "edge_jump=true,false"},
       {"seat1=45..55%", "plies=14"},
       .each = 1000},
      {"quoridor:size=3", /* without walls it misses the goal at level 1 */
       {"walls=0..2", "edge_jump=true,false"},
       {"seat1=38..55%", "plies=14"},
       .levels = {"random", "greedy", "mcts:iterations=5"},
       .first = 400,
       .each = 400}};
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    TuneTable table;
    Error error = {0};
    assert_false(result_kind("table") == RESULT_TUNE);
    Tune *tune = play(&SETUPS[i], "table");
    assert_true(result_kind("table") == RESULT_TUNE);
    if (!tune_read(&table, "table", &error))
      fail_msg("%s", error.message);
    assert_true(table.complete);
    assert_same_tables(&table, tune_table(tune));
    tune_table_free(&table);
    tune_close(tune);
    clear("table");
  }
}

static void a_folder_that_is_not_empty_is_refused(void **state) {
  (void)state;
  const Setup setup = {"quoridor:size=3", {"walls=0..1"}, {"plies=14"}};
  Error error = {0};
  tune_close(play(&setup, "used"));
  Snapshot before = snapshot("used");
  Tune *tune = open_tune(&setup, "used", &error);
  assert_non_null(tune);
  assert_int_equal(tune_play(tune, &NO_CALLBACKS, &error), RUN_FAILED);
  assert_true(error_is_set(&error));
  assert_int_equal(tune_games(tune), 0);
  assert_unchanged("used", &before);
  tune_close(tune);
}

#define HEAD                                                                   \
  "run,game,walls,level,bots,games,draw_rate,truncated_rate,forfeit_rate,"     \
  "undecided_rate,distinct_games,repeats,pareto,dropped,check_games,"
#define PLIES                                                                  \
  "plies,plies_low,plies_high,plies_distance,plies_distance_low,"              \
  "plies_distance_high,plies_goal_min,plies_goal_max,plies_check,"             \
  "plies_check_low,plies_check_high\n"
/* A candidate at a level, its counts up to those of the check, and values. */
#define ROW(name, level, counts, values)                                       \
  "\"" name "\",\"quoridor\",1," level "," counts "," values "\n"
#define COUNTS "200,0.5,0,0,0.1,99,true,true,,9"
#define VALUES "1,1,2,1,0,2,1,1,1,,2"
#define ONE(counts, values) HEAD PLIES ROW("w=1", "1,\"r\"", counts, values)
#define LEVEL(name, level) ROW(name, level, COUNTS, VALUES)
#define TWO_LEVELS(name)                                                       \
  HEAD PLIES LEVEL(name, "1,\"r\"") LEVEL(name, "2,\"s\"")

/* Writes a table with the manifest that belongs to it. */
static void write_table(const char *dir, const char *csv) {
  Text text = {(char *)csv, strlen(csv), 0};
  Error error;
  if (!experiment_files_write(dir, RESULT_TUNE, &text,
                              json_pack("{s:s, s:s, s:s, s:[s], s:b}", "title",
                                        "t", "boardlab", "1", "commit", "2",
                                        "arguments", "tune", "complete", 1),
                              &error))
    fail_msg("%s", error.message);
}

static void an_invalid_tune_csv_is_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "is empty"},
      {"run,game\n", "not the tune.csv of a tuning"},
      {HEAD "plies\n", "not the tune.csv of a tuning"},
      {"a,b,c,d,e,f,g,h,i,j,k," PLIES, "not the tune.csv of a tuning"},
      {HEAD "elan,elan_goal_min,elan_goal_max\n",
       "not the tune.csv of a tuning"},
      {HEAD PLIES, "is empty"},
      {ONE(COUNTS, "1,1,1,1,1,1,1"), "fields where the first line has"},
      {ONE(COUNTS, "x,1,2,1,1,1,1,1,1,1,1"),
       "is not one that boardlab tune wrote"},
      {ONE(COUNTS, "1,1,2,1,1,1,,1,1,1,1"), "line 2: the row of 'w=1' is not"},
      {ONE(COUNTS, "nan,1,2,1,1,1,1,1,1,1,1"), "'w=1' is not"},
      {ONE(COUNTS, "1,1,2,1,0,2,1,1,x,1,2"), "'w=1' is not"},
      {ONE("-1,0.5,0,0,0.1,99,true,true,,9", VALUES), "'w=1' is not"},
      {ONE("200,x,0,0,0.1,99,true,true,,9", VALUES), "'w=1' is not"},
      {ONE("200,0.5,0,0,0.1,99,no,true,,9", VALUES), "'w=1' is not"},
      {ONE("200,0.5,0,0,0.1,99,true,yes,,9", VALUES), "'w=1' is not"},
      {ONE("200,0.5,0,0,0.1,99,true,true,0.5,9", VALUES), "'w=1' is not"},
      {ONE("200,0.5,0,0,0.1,99,true,true,,x", VALUES), "'w=1' is not"},
      {HEAD "plies,plies_low,plies_high,plies_goal_min,plies_goal_max\n" ROW(
           "w=1", "1,\"r\"", COUNTS, "1,1,2,1,1"),
       "'w=1' is not"},
      {HEAD PLIES LEVEL("w=1", "0,\"r\""), "'w=1' is not"},
      {HEAD PLIES LEVEL("w=1", "9,\"r\""), "'w=1' is not"},
      {HEAD PLIES LEVEL("w=1", "2,\"r\""), "'w=1' is not"},
      {TWO_LEVELS("w=1") LEVEL("w=1", "2,\"s\""), "'w=1' is not"},
      {TWO_LEVELS("w=1") LEVEL("w=2", "2,\"s\""), "'w=2' is not"},
      {TWO_LEVELS("w=1") LEVEL("w=2", "1,\"s\""), "'w=2' is not"},
      {TWO_LEVELS("w=1") LEVEL("w=2", "1,\"r\""), "ends within"},
      {TWO_LEVELS("w=1") LEVEL("w=2", "1,\"r\"") LEVEL("w=3", "1,\"r\""),
       "'w=3' is not"},
  };
  TuneTable table;
  Error error = {0};
  assert_int_equal(access("used/tune.csv", F_OK), 0);
  write_table("used", ONE(COUNTS, VALUES));
  assert_true(tune_read(&table, "used", &error));
  assert_int_equal(table.check.games, 9);
  assert_true(table.candidate->level->ends.draws.value == 0.5);
  assert_true(table.candidate->level->repetition.repetitive);
  tune_table_free(&table);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    write_table("used", CASES[i][0]);
    if (tune_read(&table, "used", &error))
      fail_msg("'%s' was read", CASES[i][0]);
    assert_message(&error, CASES[i][1]);
  }
  assert_false(tune_read(&table, "no such folder", &error));
  assert_message(&error, "no such folder/tune.json");
}

int main(void) {
  const char *home = enter_new_dir();
  loader_add(&RANDOM_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_goal_is_read_and_formatted),
      cmocka_unit_test(an_invalid_goal_is_refused),
      cmocka_unit_test(the_distance_has_the_bounds_of_the_interval),
      cmocka_unit_test(undecided_games_count_as_badly_as_they_could_have_gone),
      cmocka_unit_test(equal_games_leave_room_for_others),
      cmocka_unit_test(values_are_the_metrics_of_the_run_with_wider_intervals),
      cmocka_unit_test(the_nearest_candidate_is_the_nearest_of_a_full_sweep),
      cmocka_unit_test(the_nearest_candidate_is_checked),
      cmocka_unit_test(significantly_dominated_candidates_are_dropped),
      cmocka_unit_test(candidates_that_trade_one_goal_for_another_stay),
      cmocka_unit_test(the_race_ends_when_all_candidates_left_meet_the_goals),
      cmocka_unit_test(candidates_that_miss_a_range_are_dropped),
      cmocka_unit_test(a_goal_that_no_candidate_meets_ends_the_race),
      cmocka_unit_test(goals_must_be_met_at_every_level),
      cmocka_unit_test(a_tuning_can_be_given_more_games),
      cmocka_unit_test(results_do_not_depend_on_the_number_of_threads),
      cmocka_unit_test(limits_are_kept),
      cmocka_unit_test(an_invalid_tuning_is_refused),
      cmocka_unit_test(goals_on_seats_are_those_of_the_bots_that_keep_them),
      cmocka_unit_test(a_stopped_tuning_keeps_its_results),
      cmocka_unit_test(what_qualifies_the_choice_is_said),
      cmocka_unit_test(tune_csv_reads_back_as_it_was_written),
      cmocka_unit_test(a_folder_that_is_not_empty_is_refused),
      cmocka_unit_test(an_invalid_tune_csv_is_refused),
  };
  int code = RUN_TESTS(tests);
  clear(home);
  return code;
}
