/* The referee of margins: games whose distribution of margins is known. How
 * often the interval of the mean misses, and how often a sentence names a seat
 * that does not score more, or not more often: also where a rare large margin
 * makes the seat that mostly scores less the one that scores more on average.
 */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/stopping_rule.h"
#include "core/game/score.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

enum { RUNS = 260 };

/* Margins in points, each with its probability in percent. */
typedef struct Margins {
  const char *name;
  int margin[4], percent[4];
} Margins;

static const Margins FAIR[] = {
    {"even", {-6, -1, 1, 6}, {20, 30, 30, 20}},
    {"whole and half wins", {-12, 0, 4, 8}, {20, 40, 20, 20}},
    {"a rare large win", {-1, 19, 0, 0}, {95, 5, 0, 0}},
};
static const Margins AHEAD = {"ahead", {-10, -2, 5, 9}, {20, 30, 30, 20}};
static const Margins BEHIND = {"behind", {-3, -1, 1, 0}, {40, 30, 30, 0}};

/* Seat 1 scores more on average, and seat 2 in most games. */
static const Margins TURNED[] = {
    {"1% far ahead", {-1, 1, 100, 0}, {60, 39, 1, 0}},
    {"2% far ahead", {-2, -1, 100, 0}, {48, 50, 2, 0}},
    {"5% far ahead", {-2, -1, 60, 0}, {45, 50, 5, 0}},
};

static double true_mean(const Margins *m) {
  double mean = 0;
  for (int i = 0; i < 4; i++)
    mean += m->margin[i] * m->percent[i] / 100.0;
  return mean;
}

static int draw_margin(const Margins *m, Rng *rng) {
  int left = (int)rng_below(rng, 100), i = 0;
  while (left >= m->percent[i])
    left -= m->percent[i++];
  return m->margin[i];
}

static void open_run(Run *run) {
  const Truth truth = {.sides = 2, .max_plies = 9, .has_score = true};
  synthetic_open(run, &truth, SEATING_FIXED, NULL, 0);
}

/* Every tenth game is truncated and does not count. */
static void play(Run *run, const Margins *m, int games, Rng *rng) {
  for (int i = 0; i < games; i++) {
    int margin = draw_margin(m, rng);
    Match match = {.end = margin ? MATCH_WIN : MATCH_DRAW,
                   .winners = margin > 0   ? 1
                              : margin < 0 ? 2
                                           : 0,
                   .plies = 9,
                   .moved = 3,
                   .forfeiter = -1,
                   .hash = rng_next(rng)};
    if (i % 10 == 9)
      match = (Match){
          .end = MATCH_TRUNCATED, .plies = 9, .moved = 3, .forfeiter = -1};
    match.score[0] = (30 + margin) * SCORE_UNIT;
    match.score[1] = 30 * SCORE_UNIT;
    synthetic_add(run, &match);
  }
}

typedef struct Counts {
  int missed, stated; /* intervals */
  int first, second;  /* sentences that a seat scores more on average */
  int often[2];       /* that it has the higher score more often */
} Counts;

static void count_sentences(const Run *run, Counts *c) {
  Sentences sentences = {0};
  verdict_margins(run, &sentences);
  for (int k = 0; k < sentences.count; k++) {
    const char *says = sentences.text[k];
    c->first += strstr(says, "Seat 1 scores") != NULL;
    c->second += strstr(says, "Seat 2 scores") != NULL;
    c->often[0] += strstr(says, "Seat 1 has the higher score") != NULL;
    c->often[1] += strstr(says, "Seat 2 has the higher score") != NULL;
  }
}

static Counts count(const Margins *m, int games, uint64_t seed) {
  Counts c = {0};
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)games);
  for (int i = 0; i < RUNS; i++) {
    Run run;
    open_run(&run);
    play(&run, m, games, &rng);
    Estimate e = margins_mean(&run.tally);
    c.stated += estimate_has_interval(e);
    c.missed += e.low > true_mean(m) || e.high < true_mean(m);
    count_sentences(&run, &c);
    run_close(&run);
  }
  return c;
}

/* With a tenth of the games truncated, 300 have a margin from 340 games on. */
static const int GAMES[] = {25, 60, 100, 200, 340, 1100};

static void intervals_miss_as_seldom_as_they_say(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++)
    for (size_t k = 3; k < COUNT(GAMES); k++) {
      Counts c = count(&FAIR[i], GAMES[k], i + 1);
      print_message("%s, %d games: ", FAIR[i].name, GAMES[k]);
      assert_at_most("missed the mean", c.missed, RUNS, 0.05);
      assert_true(k > 3 || c.stated == 0);
      assert_true(k < 5 || c.stated > RUNS * 0.98);
    }
}

static void a_seat_of_a_fair_game_is_seldom_said_to_score_more(void **state) {
  (void)state;
  for (size_t k = 0; k < COUNT(GAMES); k++) {
    Counts c = count(&FAIR[0], GAMES[k], 20);
    print_message("%d games: ", GAMES[k]);
    assert_at_most("a seat was named",
                   c.first + c.second + c.often[0] + c.often[1], RUNS, 0.05);
  }
}

/* A rare large margin that no game has shown, or that few have, must not make
 * the other seat the one that scores more on average. */
static void rare_large_margins_name_no_wrong_seat(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(TURNED); i++)
    for (size_t k = 0; k < COUNT(GAMES); k++) {
      Counts c = count(&TURNED[i], GAMES[k], 100 + i);
      print_message("%s, %d games: ", TURNED[i].name, GAMES[k]);
      assert_at_most("seat 2 on average", c.second, RUNS, 0.05);
      assert_at_most("missed the mean", c.missed, RUNS, 0.05);
      assert_at_most("seat 1 more often", c.often[0], RUNS, 0.025);
      assert_true(i == 0 || c.often[1] + c.stated > RUNS * 0.98);
    }
}

static void the_seat_that_scores_less_is_hardly_ever_named(void **state) {
  (void)state;
  Counts few = count(&AHEAD, 60, 40), many = count(&AHEAD, 1500, 41);
  assert_at_most("the wrong seat", few.second + many.second, RUNS, 0.025);
  assert_at_least("the right seat", many.first, RUNS, 0.3);
  few = count(&BEHIND, 60, 42);
  assert_at_most("the wrong seat", few.often[0], RUNS, 0.025);
  assert_at_least("the right seat", few.often[1], RUNS, 0.7);
}

static void few_games_make_no_sentence(void **state) {
  (void)state;
  Counts c = count(&AHEAD, 20, 50); /* two of them are truncated */
  assert_int_equal(c.first + c.second + c.often[0] + c.often[1], 0);
}

/* ---- stopping ------------------------------------------------------------*/

/* How often the interval misses that a run has when it stops at this width. */
static int missed_when_stopped(const Margins *m, double half, uint64_t seed) {
  const StoppingRule rule = {.is_margin = true, .half = half};
  int missed = 0;
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < RUNS; i++) {
    Run run;
    open_run(&run);
    do
      play(&run, m, 50, &rng);
    while (!stopping_rule_met(&rule, &run.tally));
    Estimate e = margins_mean(&run.tally);
    assert_true(run.tally.score->margin.count >= MEAN_GAMES);
    missed += !(e.low <= true_mean(m) && true_mean(m) <= e.high);
    run_close(&run);
  }
  return missed;
}

static void runs_that_stop_at_a_width_miss_hardly_more_often(void **state) {
  (void)state;
  static const double HALF[] = {2, 0.5};
  for (size_t i = 0; i < COUNT(FAIR); i++)
    for (size_t k = 0; k < COUNT(HALF); k++) {
      int missed = missed_when_stopped(&FAIR[i], HALF[k], 30 + i);
      print_message("%s, %g points: ", FAIR[i].name, HALF[k]);
      assert_at_most("missed the mean", missed, RUNS, 0.055);
    }
}

static void equal_margins_do_not_stop_a_run(void **state) {
  (void)state;
  const Margins same = {"same", {3, 0, 0, 0}, {100, 0, 0, 0}};
  const StoppingRule rule = {.is_margin = true, .half = 1};
  Run run;
  Rng rng;
  rng_seed(&rng, 1, 0);
  open_run(&run);
  play(&run, &same, 2000, &rng);
  assert_false(stopping_rule_met(&rule, &run.tally));
  run_close(&run);
}

/* ---- comparing -----------------------------------------------------------*/

enum { COMPARED = 400 };

/* Every game is decided, so that only margins differ. */
static void open_compared(ComparedRun *r, const char *dir, uint64_t seed,
                          const Margins *m, int more, int games, Rng *rng) {
  const Truth truth = {.sides = 2, .max_plies = 9, .has_score = true};
  *r = (ComparedRun){.dir = dir};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, &truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->run.tally.moved = 3;
  r->run.tally.games = (uint64_t)games;
  r->games.outcome = calloc((size_t)games, sizeof *r->games.outcome);
  r->games.margin = calloc((size_t)games, sizeof *r->games.margin);
  for (int i = 0; i < games; i++) {
    r->games.outcome[i] = (GameOutcome){9, i % 2 ? 1 : 2, MATCH_WIN};
    r->games.margin[i] = (draw_margin(m, rng) + more) * SCORE_UNIT;
  }
}

/* How often B is said to have a larger and a smaller margin, and how often the
 * interval misses, if all of its margins are that much larger. */
typedef struct Judged {
  int larger, smaller, missed;
} Judged;

static Judged judge_two(const Margins *one, const Margins *other, int more,
                        int games, uint64_t seed) {
  Judged judged = {0};
  double truth = true_mean(other) + more - true_mean(one);
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < RUNS; i++) {
    ComparedRun a, b;
    Comparison c;
    Sentences sentences = {0};
    open_compared(&a, "A", 1, one, 0, games, &rng);
    open_compared(&b, "B", 2, other, more, games, &rng);
    assert_true(compare(&a, &b, &c, NULL));
    compare_verdict(&c, &sentences);
    const Difference *d = compare_find(&c, (ComparedMetric){COMPARE_MARGIN, 0});
    judged.missed += d->difference.low > truth || d->difference.high < truth;
    for (int k = 0; k < sentences.count; k++) {
      judged.larger += strstr(sentences.text[k], "scores more: ") != NULL;
      judged.smaller += strstr(sentences.text[k], "scores less: ") != NULL;
    }
    compared_run_free(&a);
    compared_run_free(&b);
  }
  return judged;
}

static Judged judge(const Margins *m, int more, uint64_t seed) {
  return judge_two(m, m, more, COMPARED, seed);
}

/* The other run has smaller margins in most games, and larger ones on average.
 */
static void rare_large_margins_turn_no_comparison(void **state) {
  (void)state;
  static const Margins NARROW = {"narrow", {-1, 0, 1, 0}, {30, 40, 30, 0}};
  for (size_t i = 0; i < COUNT(TURNED); i++)
    for (size_t k = 1; k < COUNT(GAMES); k++) {
      Judged judged = judge_two(&NARROW, &TURNED[i], 0, GAMES[k], 110 + i);
      print_message("%s, %d games: ", TURNED[i].name, GAMES[k]);
      assert_at_most("the wrong run", judged.smaller, RUNS, 0.05);
      assert_at_most("missed the difference", judged.missed, RUNS, 0.05);
    }
}

static void runs_with_equal_margins_are_seldom_told_apart(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    Judged judged = judge(&FAIR[i], 0, 60 + i);
    assert_at_most("a larger margin was claimed",
                   judged.larger + judged.smaller, RUNS, 0.05);
    assert_at_most("missed the difference", judged.missed, RUNS, 0.05);
  }
}

static void a_larger_margin_is_found(void **state) {
  (void)state;
  Judged judged = judge(&FAIR[0], 3, 70);
  assert_at_most("the wrong run", judged.smaller, RUNS, 0.025);
  assert_at_most("missed the difference", judged.missed, RUNS, 0.05);
  assert_at_least("the right run", judged.larger, RUNS, 0.95);
}

/* Two runs that are compared again and again while they grow. */
enum { LOOKS_FROM = 100, LOOKS_TO = 2000, SEQUENCES = 200 };

typedef struct Looked {
  int missed, different; /* at any look */
  int wrong;             /* B was found to have a smaller margin */
} Looked;

static void add_compared(ComparedRun *r, const Margins *m, int more, int to,
                         Rng *rng) {
  for (int i = (int)r->run.tally.games; i < to; i++) {
    r->games.outcome[i] = (GameOutcome){9, i % 2 ? 1 : 2, MATCH_WIN};
    r->games.margin[i] = (draw_margin(m, rng) + more) * SCORE_UNIT;
  }
  r->run.tally.games = (uint64_t)to;
}

static void open_growing(ComparedRun *r, const char *dir, uint64_t seed) {
  const Truth truth = {.sides = 2, .max_plies = 9, .has_score = true};
  *r = (ComparedRun){.dir = dir};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, &truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->run.tally.moved = 3;
  r->games.outcome = calloc(LOOKS_TO, sizeof *r->games.outcome);
  r->games.margin = calloc(LOOKS_TO, sizeof *r->games.margin);
}

static void look(const Margins *m, int more, Rng *rng, Looked *looked) {
  const SequentialTest test = {.metric = {COMPARE_MARGIN, 0}};
  ComparedRun a, b;
  bool missed = false, different = false, wrong = false;
  open_growing(&a, "A", 1);
  open_growing(&b, "B", 2);
  for (int games = LOOKS_FROM; games <= LOOKS_TO; games += games / 2) {
    Comparison c;
    add_compared(&a, m, 0, games, rng);
    add_compared(&b, m, more, games, rng);
    assert_true(compare(&a, &b, &c, NULL));
    Estimate e = compare_find(&c, test.metric)->anytime;
    missed |= !(e.low <= more && more <= e.high);
    bool found = sequential_test_decide(&test, &c) == DIFFERENT;
    different |= found;
    wrong |= found && e.high < 0;
  }
  looked->missed += missed;
  looked->different += different;
  looked->wrong += wrong;
  compared_run_free(&a);
  compared_run_free(&b);
}

static Looked look_often(const Margins *m, int more, uint64_t seed) {
  Looked looked = {0};
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < SEQUENCES; i++)
    look(m, more, &rng, &looked);
  return looked;
}

static void repeated_looks_at_margins_are_seldom_wrong(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    Looked looked = look_often(&FAIR[i], 0, 80 + i);
    print_message("%s: ", FAIR[i].name);
    assert_at_most("a difference was found", looked.different, SEQUENCES, 0.05);
    assert_at_most("missed at some look", looked.missed, SEQUENCES, 0.05);
  }
  Looked looked = look_often(&FAIR[0], 2, 90);
  assert_at_most("missed at some look", looked.missed, SEQUENCES, 0.05);
  assert_at_most("the wrong direction", looked.wrong, SEQUENCES, 0.025);
  assert_at_least("the difference", looked.different, SEQUENCES, 0.95);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(intervals_miss_as_seldom_as_they_say),
      cmocka_unit_test(a_seat_of_a_fair_game_is_seldom_said_to_score_more),
      cmocka_unit_test(rare_large_margins_name_no_wrong_seat),
      cmocka_unit_test(the_seat_that_scores_less_is_hardly_ever_named),
      cmocka_unit_test(few_games_make_no_sentence),
      cmocka_unit_test(runs_that_stop_at_a_width_miss_hardly_more_often),
      cmocka_unit_test(equal_margins_do_not_stop_a_run),
      cmocka_unit_test(runs_with_equal_margins_are_seldom_told_apart),
      cmocka_unit_test(a_larger_margin_is_found),
      cmocka_unit_test(rare_large_margins_turn_no_comparison),
      cmocka_unit_test(repeated_looks_at_margins_are_seldom_wrong),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
