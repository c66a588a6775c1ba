/* The referee of what a tuning says of the candidate it chooses: whether the
 * figure it states is that of the candidate or that of its luck, and whose
 * figure it is if the bots are unequal or play one game only. */
#include "tests/support/support.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/tune_internal.h"
#include "tests/support/files.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

enum { RACERS_MAX = 30, GAMES = 200, CHECK = 2000 };

/* A race of one round between candidates that are all alike. */
typedef struct EqualRace {
  const char *goals[2];
  int candidates;
  Truth truth;
} EqualRace;

static void open_racer(Racer *r, const Truth *truth, LevelRun *level) {
  *level = (LevelRun){.seconds = 0};
  *r = (Racer){.runs = 1, .level = level};
  synthetic_open(&level->run, truth, SEATING_FIXED, NULL, 0);
}

/* The runs of the check are opened with the race. */
static void open_race(Tune *t, const EqualRace *race) {
  static const Schedule TWO = {.seats = 2, .sides = 2};
  static Racer racers[RACERS_MAX];
  static LevelRun runs[RACERS_MAX + 1];
  static Rank ranks[RACERS_MAX];
  static Candidate sorted[RACERS_MAX];
  *t = (Tune){
      .racers = race->candidates, .racer = racers, .rank = ranks, .rounds = 1};
  t->table = (TuneTable){.complete = true,
                         .levels = 1,
                         .count = race->candidates,
                         .candidate = sorted};
  for (int i = 0; i < 2 && race->goals[i]; i++)
    assert_true(goal_read(race->goals[i], &TWO,
                          &t->table.goal[t->table.goals++], NULL));
  tune_set_alpha(t);
  open_racer(&t->check, &race->truth, &runs[t->racers]);
  for (int i = 0; i < t->racers; i++) {
    open_racer(&racers[i], &race->truth, &runs[i]);
    snprintf(racers[i].candidate.name, sizeof racers[i].candidate.name, "x=%d",
             i);
  }
}

/* No two racers have the same games. */
static void play(const Tune *t, Racer *r, const Truth *truth, int games,
                 uint64_t seed) {
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < games; i++) {
    Match match = synthetic_match(truth, synthetic_uniform(&rng), &rng);
    synthetic_add(&r->level->run, &match);
  }
  tune_measure(t, r, 0);
}

/* As tune_play does, except that the check has more games than the candidate,
 * so that the mean of what is stated comes out more precisely. */
static void play_race(Tune *t, const EqualRace *race, uint64_t seed) {
  open_race(t, race);
  seed *= RACERS_MAX + 1;
  for (int i = 0; i < t->racers; i++) {
    play(t, &t->racer[i], &race->truth, GAMES, seed + (uint64_t)i);
    tune_drop_hopeless(t, &t->racer[i], 0);
  }
  tune_drop_dominated(t);
  tune_rank(t);
  memcpy(t->check.candidate.name, t->table.candidate[0].name,
         sizeof t->check.candidate.name);
  play(t, &t->check, &race->truth, CHECK, seed + RACERS_MAX);
  tune_rank(t);
}

static void close_racer(Racer *r) {
  tune_close_racer(r);
  free(r->level->tally.bytes);
}

static void close_race(Tune *t) {
  for (int i = 0; i < t->racers; i++)
    close_racer(&t->racer[i]);
  close_racer(&t->check);
}

/* Finds the sentence with these words, and the text after them. */
static const char *after(const Sentences *verdict, const char *words) {
  for (int i = 0; i < verdict->count; i++) {
    const char *at = strstr(verdict->text[i], words);
    if (at)
      return at + strlen(words);
  }
  return NULL;
}

/* What the sentences say of the chosen candidate: "50.2% (48.9 to 51.5)". */
static Estimate stated(const Tune *t, const char *words) {
  Sentences verdict = {0};
  Estimate e = {0};
  tune_verdict(&t->table, true, &verdict);
  const char *text = after(&verdict, words);
  if (!text ||
      sscanf(text, "%lf%*[^(](%lf to %lf)", &e.value, &e.low, &e.high) != 3)
    fail_msg("no '%s' in: %s", words, verdict.text[0]);
  return e;
}

/* Thirty candidates that are all alike: the nearest of them to the goal was
 * lucky, and the figure stated of it must not be. */
static void the_stated_figure_is_free_of_luck(void **state) {
  (void)state;
  enum { RACES = 150 };
  static const struct {
    EqualRace race;
    const char *words;
    double truth, precision;
  } CASES[] = {
      {{{"seat1=50%"}, 30, {2, {0.56, 0.44}}}, "seat 1 wins ", 56, 0.3},
      {{{"seat1=48..52%"}, 30, {2, {0.45, 0.55}}}, "seat 1 wins ", 45, 0.3},
      {{{"plies=20"}, 30, {2, {0.5, 0.5}, .shortest = 6, .longer = 12}},
       "not used to choose it: ",
       18,
       0.1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double sum = 0;
    int missed = 0;
    for (int j = 0; j < RACES; j++) {
      static Tune t;
      play_race(&t, &CASES[i].race, (uint64_t)j);
      Estimate e = stated(&t, CASES[i].words);
      sum += e.value;
      missed += CASES[i].truth < e.low || CASES[i].truth > e.high;
      close_race(&t);
    }
    print_message("%s: %.2f on average\n", CASES[i].race.goals[0], sum / RACES);
    assert_at_most("the interval misses", missed, RACES, 0.05);
    assert_true(fabs(sum / RACES - CASES[i].truth) < CASES[i].precision);
  }
}

/* ---- unequal bots --------------------------------------------------------*/

static bool says(const TuneTable *t, const char *words) {
  Sentences verdict = {0};
  tune_verdict(t, true, &verdict);
  return after(&verdict, words);
}

static bool reads_goal(const char *goal, Seating seating,
                       const char *const bots[], Error *error) {
  Run run;
  Goal read;
  synthetic_open(&run, &(Truth){.sides = 2, .has_score = true}, seating, bots,
                 2);
  bool good = goal_read(goal, &run.schedule, &read, error);
  run_close(&run);
  return good;
}

/* Strength decides, and seat 1 has 200 Elo: a bot that is 600 Elo stronger wins
 * 99% in seat 1 and 91% in seat 2, so that seat 1 wins 54%. Equal bots would
 * score 76:24. */
static void unequal_bots_that_change_seats_are_refused(void **state) {
  (void)state;
  static const char *const UNEQUAL[] = {"strong", "weak"};
  static const char *const EQUAL[] = {"strong", "strong"};
  static const char *const ON_SEATS[] = {"seat1=45..55%", "seat2=50%",
                                         "balance=90..100%", "margin=-1..1"};
  static const char *const OTHERS[] = {"draw=0..5%", "truncated=0", "forfeit=0",
                                       "plies=9", "branching=9"};
  for (size_t i = 0; i < COUNT(ON_SEATS); i++) {
    Error error = {0};
    assert_false(reads_goal(ON_SEATS[i], SEATING_ROTATED, UNEQUAL, &error));
    assert_message(&error, "strong and weak change seats");
    assert_message(&error, "give one bot for all seats (--bot A)");
    assert_true(reads_goal(ON_SEATS[i], SEATING_FIXED, UNEQUAL, &error));
    assert_true(reads_goal(ON_SEATS[i], SEATING_ROTATED, EQUAL, &error));
  }
  for (size_t i = 0; i < COUNT(OTHERS); i++)
    assert_true(reads_goal(OTHERS[i], SEATING_ROTATED, UNEQUAL, NULL));
}

/* A folder with a tuning of four candidates that all seem to meet the goal. */
static void write_tuning(const char *dir, const char *bots[2]) {
  Text csv = {NULL};
  static Tune t;
  const EqualRace race = {{"seat1=40..60%"}, 4, {2, {0.5, 0.5}}};
  play_race(&t, &race, 1);
  snprintf(t.table.level[0], SPEC_TEXT, "%s %s", bots[0], bots[1]);
  t.table.axes = (AxisNames){1, {"x"}};
  assert_true(tune_csv(&t.table, &csv, NULL));
  json_t *manifest =
      json_pack("{s:s, s:s, s:s, s:b, s:[s, s, s, s, s, s]}", "title", "t",
                "boardlab", "1", "commit", "2", "complete", 1, "arguments",
                "tune", "game", "--seat", bots[0], "--seat", bots[1]);
  assert_true(experiment_files_write(dir, RESULT_TUNE, &csv, manifest, NULL));
  free(csv.bytes);
  close_race(&t);
}

/* A designer of an asymmetric game may want just that, and is told so. */
static void bots_that_keep_their_seats_are_named(void **state) {
  (void)state;
  TuneTable t;
  write_tuning(".", (const char *[]){"fox.lua", "hounds.lua"});
  assert_true(tune_read(&t, ".", NULL));
  assert_true(says(&t, "seat 1 (fox.lua) wins "));
  assert_true(says(&t, "this holds for these bots in these seats (seat 1 "
                       "fox.lua, seat 2 hounds.lua), not for the seats"));
  tune_table_free(&t);
}

/* ---- one game only -------------------------------------------------------*/

/* Bots that leave nothing to chance: however often the game is played, it is
 * one game, which seat 1 wins. */
static void one_game_shows_nothing_with_confidence(void **state) {
  (void)state;
  static const char *const GOALS[] = {"seat1=90..100%", "seat1=0..50%",
                                      "plies=5..15", "plies=9"};
  for (size_t i = 0; i < COUNT(GOALS); i++) {
    static Tune t;
    const EqualRace race = {{GOALS[i]}, 2, {2, {1}, .shortest = 9}};
    Sentences verdict = {0};
    open_race(&t, &race);
    for (int j = 0; j < t.racers; j++) {
      Racer *r = &t.racer[j];
      for (int game = 0; game < GAMES; game++)
        synthetic_add(&r->level->run, &(Match){.end = MATCH_WIN,
                                               .winners = 1,
                                               .plies = 9,
                                               .forfeiter = -1,
                                               .hash = 1,
                                               .moved = 3});
      tune_measure(&t, r, 0);
      tune_drop_hopeless(&t, r, 0);
      assert_true(r->candidate.dropped &&
                  !candidate_meets(&t.table, &r->candidate));
    }
    tune_rank(&t);
    tune_verdict(&t.table, true, &verdict);
    assert_non_null(strstr(verdict.text[0], "has 1 distinct of 200"));
    assert_true(says(&t.table, "Games that are all the same cannot show"));
    assert_false(says(&t.table, "confidence") || says(&t.table, "("));
    close_race(&t);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_stated_figure_is_free_of_luck),
      cmocka_unit_test(unequal_bots_that_change_seats_are_refused),
      cmocka_unit_test(bots_that_keep_their_seats_are_named),
      cmocka_unit_test(one_game_shows_nothing_with_confidence),
  };
  int code = RUN_TESTS(tests);
  clear(home);
  return code;
}
