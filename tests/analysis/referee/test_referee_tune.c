/* The referee of tunings: how often a race drops the best candidate, or makes a
 * false claim about the one that is left. The candidates play synthetic games,
 * with the same random numbers as the candidates of a tuning do. */
#include "tests/support/support.h"

#include "analysis/experiments/tune_internal.h"
#include "analysis/metrics/balance.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { RACERS_MAX = 6, FIRST = 200, ROUNDS = 5 };

typedef struct TrueRace {
  const char *goals[2];
  int candidates;
  Truth truth[RACERS_MAX]; /* the first one is the nearest to the goals */
  bool meets[RACERS_MAX];  /* which of them meet all goals */
} TrueRace;

static void open_race(Tune *t, const TrueRace *race) {
  static const Schedule TWO = {.seats = 2, .sides = 2};
  static Racer racers[RACERS_MAX];
  static Rank ranks[RACERS_MAX];
  static Candidate sorted[RACERS_MAX];
  *t = (Tune){.racers = race->candidates};
  memset(racers, 0, sizeof racers);
  t->racer = racers;
  t->rank = ranks;
  t->sorted = sorted;
  for (int i = 0; i < 2 && race->goals[i]; i++)
    assert_true(goal_read(race->goals[i], &TWO, &t->goal[t->goals++], NULL));
  t->alpha = 0.05 / t->racers / t->goals;
  for (int i = 0; i < t->racers; i++) {
    Racer *r = &racers[i];
    snprintf(r->candidate.name, sizeof r->candidate.name, "x=%d", i);
    snprintf(r->candidate.game, sizeof r->candidate.game, "game:x=%d", i);
    synthetic_open(&r->run, &race->truth[i], SEATING_FIXED, NULL, 0);
    r->racing = true;
  }
}

static void play_turn(Racer *r, const Truth *truth, uint64_t games,
                      uint64_t seed) {
  for (uint64_t i = r->run.tally.games; i < games; i++) {
    Rng rng;
    rng_seed(&rng, seed, i);
    Match match = synthetic_match(truth, synthetic_uniform(&rng), &rng);
    synthetic_add(&r->run, &match);
  }
}

/* Plays all rounds. The results are in t->sorted. */
static void play_race(Tune *t, const TrueRace *race, uint64_t seed) {
  open_race(t, race);
  for (t->rounds = 1; t->rounds <= ROUNDS; t->rounds++) {
    for (int i = 0; i < t->racers; i++)
      if (t->racer[i].racing) {
        play_turn(&t->racer[i], &race->truth[i], (uint64_t)FIRST << t->rounds,
                  seed);
        assert_true(tune_measure(t, &t->racer[i], NULL));
      }
    tune_drop_dominated(t);
  }
  tune_find_front(t);
  tune_rank(t);
}

static void close_race(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    tune_close_racer(&t->racer[i]);
    free(t->racer[i].tally.bytes);
  }
}

static bool says(const Tune *t, const char *words) {
  Sentences verdict = {0};
  TuneTable table = {
      .goals = t->goals, .count = t->racers, .candidate = t->sorted};
  memcpy(table.goal, t->goal, sizeof table.goal);
  tune_verdict(&table, true, &verdict);
  for (int i = 0; i < verdict.count; i++)
    if (strstr(verdict.text[i], words))
      return true;
  return false;
}

/* What happened in how many races. */
typedef struct Counts {
  int races;
  int best_dropped;
  int falsely_met;   /* a candidate is said to meet goals it does not meet */
  int falsely_beats; /* another than the best beats all others */
  int left_alone;    /* the best beats all others */
  int best_first;
  int met;          /* the best is said to meet the goals */
  int none_meets;   /* no candidate is said to meet them */
  int falsely_none; /* though one does */
} Counts;

static void count_race(Counts *n, const Tune *t, const TrueRace *race) {
  bool beats = says(t, "It beats all others with 95% confidence");
  bool first = strcmp(t->sorted[0].name, "x=0") == 0;
  bool none = says(t, "No candidate meets"), any = false;
  for (int i = 0; i < t->racers; i++)
    any = any || race->meets[i];
  n->none_meets += none;
  n->falsely_none += none && any;
  n->races++;
  n->best_dropped += t->racer[0].candidate.dropped > 0;
  n->falsely_beats += beats && !first;
  n->left_alone += beats && first;
  n->best_first += first;
  n->met += candidate_meets(&t->racer[0].candidate, t->goal, t->goals);
  for (int i = 0; i < t->racers; i++)
    if (!race->meets[i] &&
        candidate_meets(&t->racer[i].candidate, t->goal, t->goals)) {
      n->falsely_met++;
      return;
    }
}

static Counts play_races(const TrueRace *race, int races) {
  Counts n = {0};
  for (int i = 0; i < races; i++) {
    static Tune t;
    play_race(&t, race, (uint64_t)i);
    count_race(&n, &t, race);
    close_race(&t);
  }
  print_message("%d races: best dropped %d, falsely met %d, falsely beats %d, "
                "beats %d, first %d, met %d, none meets %d, falsely %d\n",
                n.races, n.best_dropped, n.falsely_met, n.falsely_beats,
                n.left_alone, n.best_first, n.met, n.none_meets,
                n.falsely_none);
  return n;
}

/* 5% and three standard errors of the simulation. */
static void assert_within_5_percent(int count, int of) {
  if (count > 0.05 * of + 3 * sqrt(0.0475 * of))
    fail_msg("%d of %d races", count, of);
}

static void the_best_candidate_is_seldom_dropped(void **state) {
  (void)state;
  static const TrueRace RACES[] = {
      {{"seat1=50%"},
       6,
       {{2, {0.5, 0.5}},
        {2, {0.505, 0.495}},
        {2, {0.51, 0.49}},
        {2, {0.47, 0.53}},
        {2, {0.55, 0.45}},
        {2, {0.6, 0.4}}},
       {0}},
      {{"balance=98..100%"}, /* the second just fails to meet it */
       4,
       {{2, {0.5, 0.5}},
        {2, {0.511, 0.489}},
        {2, {0.4, 0.4}, .drawn = 0.199},
        {2, {0.45, 0.55}}},
       {true, false, true, false}},
      {{"plies=18..20", "draw=10..20%"},
       3,
       {{2, {0.45, 0.44}, .drawn = 0.11, .shortest = 9, .longer = 10},
        {2, {0.45, 0.44}, .drawn = 0.11, .shortest = 9, .longer = 8.9},
        {2, {0.5, 0.41}, .drawn = 0.09, .shortest = 9, .longer = 10}},
       {true, false, false}},
  };
  for (size_t i = 0; i < COUNT(RACES); i++) {
    Counts n = play_races(&RACES[i], 40);
    assert_within_5_percent(n.best_dropped, n.races);
    assert_within_5_percent(n.falsely_met, n.races);
    assert_within_5_percent(n.falsely_beats, n.races);
    assert_within_5_percent(n.falsely_none, n.races);
  }
}

static void a_much_better_candidate_is_found(void **state) {
  (void)state;
  static const TrueRace ALONE = {
      {"balance=97..100%"},
      3,
      {{2, {0.5, 0.5}}, {2, {0.6, 0.4}}, {2, {0.35, 0.65}}},
      {true}};
  Counts n = play_races(&ALONE, 10);
  assert_int_equal(n.left_alone, n.races);
  static const TrueRace MET = {
      {"seat1=40..60%"}, 2, {{2, {0.5, 0.5}}, {2, {0.48, 0.52}}}, {true, true}};
  n = play_races(&MET, 10);
  assert_int_equal(n.met, n.races);
}

/* The nearest candidate can be far from the goal, and beat all others. */
static void a_goal_out_of_reach_is_said_to_be(void **state) {
  (void)state;
  static const TrueRace FAR = {
      {"seat1=80..90%"}, 2, {{2, {0.5, 0.5}}, {2, {0.4, 0.6}}}, {false}};
  Counts n = play_races(&FAR, 10);
  assert_int_equal(n.left_alone, n.races);
  assert_int_equal(n.none_meets, n.races);
  static const TrueRace AT_THE_EDGE = {
      {"seat1=50..90%"}, 2, {{2, {0.501, 0.499}}, {2, {0.4, 0.6}}}, {true}};
  n = play_races(&AT_THE_EDGE, 40);
  assert_within_5_percent(n.falsely_none, n.races);
  static Tune t;
  play_race(&t, &AT_THE_EDGE, 1);
  assert_true(says(&t, "No candidate is shown to meet the goal."));
  close_race(&t);
  static const TrueRace BOTH = {
      {"seat1=30..70%"}, 2, {{2, {0.5, 0.5}}, {2, {0.4, 0.6}}}, {true, true}};
  play_race(&t, &BOTH, 1);
  assert_true(says(&t, "2 candidates are within the goal in these games, "));
  assert_false(says(&t, "No candidate"));
  close_race(&t);
}

/* Of the games that end, those of the second candidate are perfectly fair; but
 * few, or only most, of them end. */
static void games_that_do_not_end_are_never_fair(void **state) {
  (void)state;
  static const double ENDING[] = {0.03, 0.6, 0.92};
  static const char *const GOALS[] = {"balance=97..100%", "balance=80..100%",
                                      "seat1=40..60%"};
  for (size_t i = 0; i < COUNT(ENDING); i++)
    for (size_t goal = 0; goal < COUNT(GOALS); goal++) {
      double half = ENDING[i] / 2;
      TrueRace race = {{GOALS[goal]},
                       2,
                       {{2, {0.51, 0.49}}, {2, {half, half}}},
                       {true, false}};
      Counts n = play_races(&race, 4);
      assert_int_equal(n.best_first, n.races);
      assert_int_equal(n.falsely_met, 0);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_best_candidate_is_seldom_dropped),
      cmocka_unit_test(a_much_better_candidate_is_found),
      cmocka_unit_test(a_goal_out_of_reach_is_said_to_be),
      cmocka_unit_test(games_that_do_not_end_are_never_fair),
  };
  return RUN_TESTS(tests);
}
