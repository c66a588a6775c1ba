/* The referee of tunings: how often a race drops the best candidate or one that
 * meets the goals, or makes a false claim about the one that is left. The
 * candidates play synthetic games, with the same random numbers as the
 * candidates of a tuning do. */
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
  int levels; /* of play; 0: one. The truth of candidate i at level k is
                 truth[k * candidates + i] */
} TrueRace;

static const Truth *truth_of(const Tune *t, const TrueRace *race, int candidate,
                             int level) {
  return &race->truth[level * t->racers + candidate];
}

static void open_race(Tune *t, const TrueRace *race) {
  static const Schedule TWO = {.seats = 2, .sides = 2};
  static Racer racers[RACERS_MAX];
  static LevelRun runs[RACERS_MAX][TUNE_LEVELS_MAX];
  static Rank ranks[RACERS_MAX];
  static Candidate sorted[RACERS_MAX];
  *t = (Tune){.racers = race->candidates};
  memset(racers, 0, sizeof racers);
  memset(runs, 0, sizeof runs);
  t->racer = racers;
  t->rank = ranks;
  t->table = (TuneTable){.complete = true,
                         .levels = race->levels ? race->levels : 1,
                         .count = race->candidates,
                         .candidate = sorted};
  for (int i = 0; i < 2 && race->goals[i]; i++)
    assert_true(goal_read(race->goals[i], &TWO,
                          &t->table.goal[t->table.goals++], NULL));
  tune_set_alpha(t);
  for (int i = 0; i < t->racers; i++) {
    Racer *r = &racers[i];
    snprintf(r->candidate.name, sizeof r->candidate.name, "x=%d", i);
    snprintf(r->candidate.game, sizeof r->candidate.game, "game:x=%d", i);
    r->level = runs[i];
    for (; r->runs < t->table.levels; r->runs++)
      synthetic_open(&r->level[r->runs].run, truth_of(t, race, i, r->runs),
                     SEATING_FIXED, NULL, 0);
  }
}

static void play_turn(Run *run, const Truth *truth, uint64_t games,
                      uint64_t seed) {
  for (uint64_t i = run->tally.games; i < games; i++) {
    Rng rng;
    rng_seed(&rng, seed, i);
    Match match = synthetic_match(truth, synthetic_uniform(&rng), &rng);
    synthetic_add(run, &match);
  }
}

/* As play_turns of tune.c does. */
static void play_turns(const Tune *t, const TrueRace *race, int i,
                       uint64_t seed) {
  Racer *r = &t->racer[i];
  for (int level = 0; level < r->runs; level++) {
    play_turn(&r->level[level].run, truth_of(t, race, i, level),
              (uint64_t)FIRST << t->rounds, seed);
    tune_measure(t, r, level);
    tune_drop_hopeless(t, r, level);
  }
}

/* Plays all rounds. The results are in t->table. */
static void play_race(Tune *t, const TrueRace *race, uint64_t seed) {
  open_race(t, race);
  for (t->rounds = 1; t->rounds <= ROUNDS; t->rounds++) {
    for (int i = 0; i < t->racers; i++)
      play_turns(t, race, i, seed);
    tune_drop_dominated(t);
  }
  tune_rank(t);
}

static void close_race(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    tune_close_racer(&t->racer[i]);
    for (int level = 0; level < t->table.levels; level++)
      free(t->racer[i].level[level].tally.bytes);
  }
}

static bool says(const Tune *t, const char *words) {
  Sentences verdict = {0};
  tune_verdict(&t->table, true, &verdict);
  for (int i = 0; i < verdict.count; i++)
    if (strstr(verdict.text[i], words))
      return true;
  return false;
}

/* What happened in how many races. */
typedef struct Counts {
  int races;
  int best_dropped;
  int meeting_dropped; /* some candidate that meets all goals */
  int falsely_met;     /* a candidate is said to meet goals it does not meet */
  int falsely_alone;   /* another than the best is said to be the only one */
  int left_alone;      /* the best is */
  int best_first;
  int met;          /* the best is said to meet the goals */
  int none_meets;   /* no candidate is said to meet them */
  int falsely_none; /* though one does */
} Counts;

static void count_race(Counts *n, const Tune *t, const TrueRace *race) {
  bool alone = says(t, " beats all others with 95% confidence") ||
               says(t, "All others miss") ||
               says(t, "The other candidate misses");
  bool first = strcmp(t->table.candidate[0].name, "x=0") == 0;
  bool none = says(t, "No candidate meets"), any = false, dropped = false,
       falsely_met = false;
  for (int i = 0; i < t->racers; i++) {
    const Candidate *c = &t->racer[i].candidate;
    any = any || race->meets[i];
    dropped = dropped || (race->meets[i] && c->dropped);
    falsely_met =
        falsely_met || (!race->meets[i] && candidate_meets(&t->table, c));
  }
  n->races++;
  n->none_meets += none;
  n->falsely_none += none && any;
  n->best_dropped += t->racer[0].candidate.dropped > 0;
  n->meeting_dropped += dropped;
  n->falsely_alone += alone && !first;
  n->left_alone += alone && first;
  n->best_first += first;
  n->met += candidate_meets(&t->table, &t->racer[0].candidate);
  n->falsely_met += falsely_met;
}

static Counts play_races(const TrueRace *race, int races) {
  Counts n = {0};
  for (int i = 0; i < races; i++) {
    static Tune t;
    play_race(&t, race, (uint64_t)i);
    count_race(&n, &t, race);
    close_race(&t);
  }
  print_message("%d races: best dropped %d, one that meets dropped %d, falsely "
                "met %d, falsely alone %d, alone %d, first %d, met %d, none "
                "meets %d, falsely %d\n",
                n.races, n.best_dropped, n.meeting_dropped, n.falsely_met,
                n.falsely_alone, n.left_alone, n.best_first, n.met,
                n.none_meets, n.falsely_none);
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
    assert_within_5_percent(n.falsely_alone, n.races);
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

/* All candidates are dropped, and the nearest is named all the same. */
static void a_goal_out_of_reach_is_said_to_be(void **state) {
  (void)state;
  static const TrueRace FAR = {
      {"seat1=80..90%"}, 2, {{2, {0.5, 0.5}}, {2, {0.4, 0.6}}}, {false}};
  Counts n = play_races(&FAR, 10);
  assert_int_equal(n.best_first, n.races);
  assert_int_equal(n.best_dropped, n.races);
  assert_int_equal(n.none_meets, n.races);
  static const TrueRace AT_THE_EDGE = {
      {"seat1=50..90%"}, 2, {{2, {0.501, 0.499}}, {2, {0.4, 0.6}}}, {true}};
  n = play_races(&AT_THE_EDGE, 40);
  assert_within_5_percent(n.falsely_none, n.races);
  static Tune t;
  play_race(&t, &AT_THE_EDGE, 1);
  assert_true(says(&t, "It takes more games to tell with 95% confidence "
                       "whether x=0 meets the goal."));
  close_race(&t);
  static const TrueRace BOTH = {
      {"seat1=30..70%"}, 2, {{2, {0.5, 0.5}}, {2, {0.4, 0.6}}}, {true, true}};
  play_race(&t, &BOTH, 1);
  assert_true(says(&t, "2 candidates are within the goal in these games, "));
  assert_false(says(&t, "No candidate"));
  close_race(&t);
}

/* The worst case: all candidates meet the goals only just. Some of them is
 * dropped in less than 5% of races, at any look at any level. */
static void
candidates_at_the_edge_of_the_goals_are_seldom_dropped(void **state) {
  (void)state;
  static const TrueRace RACES[] = {
      {{"seat1=48..52%"},
       4,
       {{2, {0.48, 0.52}},
        {2, {0.52, 0.48}},
        {2, {0.5, 0.5}},
        {2, {0.52, 0.4}}},
       {true, true, true, false}},
      {{"seat1=48..52%"},
       3,
       {{2, {0.48, 0.52}},
        {2, {0.52, 0.48}},
        {2, {0.48, 0.52}},
        {2, {0.52, 0.48}},
        {2, {0.52, 0.48}},
        {2, {0.56, 0.44}}},
       {true, true, false},
       .levels = 2},
      {{"plies=19..25", "draw=10..20%"},
       2,
       {{2, {0.45, 0.45}, .drawn = 0.1, .shortest = 9, .longer = 10},
        {2, {0.4, 0.4}, .drawn = 0.2, .shortest = 9, .longer = 16},
        {2, {0.4, 0.4}, .drawn = 0.2, .shortest = 9, .longer = 10},
        {2, {0.45, 0.45}, .drawn = 0.1, .shortest = 9, .longer = 16}},
       {true, true},
       .levels = 2},
  };
  for (size_t i = 0; i < COUNT(RACES); i++) {
    Counts n = play_races(&RACES[i], 50);
    assert_within_5_percent(n.meeting_dropped, n.races);
    assert_within_5_percent(n.falsely_met, n.races);
    assert_within_5_percent(n.falsely_none, n.races);
  }
}

/* One is fair between weak players only, one between strong ones only. */
static void an_option_that_is_fair_at_every_level_is_found(void **state) {
  (void)state;
  static const TrueRace RACE = {{"seat1=45..55%"},
                                3,
                                {{2, {0.5, 0.5}},
                                 {2, {0.5, 0.5}},
                                 {2, {0.65, 0.35}},
                                 {2, {0.5, 0.5}},
                                 {2, {0.35, 0.65}},
                                 {2, {0.5, 0.5}}},
                                {true},
                                .levels = 2};
  Counts n = play_races(&RACE, 10);
  assert_int_equal(n.left_alone, n.races);
  assert_int_equal(n.met, n.races);
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
      cmocka_unit_test(candidates_at_the_edge_of_the_goals_are_seldom_dropped),
      cmocka_unit_test(an_option_that_is_fair_at_every_level_is_found),
      cmocka_unit_test(games_that_do_not_end_are_never_fair),
  };
  return RUN_TESTS(tests);
}
