/* The referee of single runs: how often the sentences on fairness are wrong,
 * over games whose truth is known. The sentences themselves are read, with the
 * seats and the intervals that they name. */
#include "tests/support/support.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"
#include <math.h>

/* ---- the truth -----------------------------------------------------------*/

/* The share of games with a result. */
static double decided(const Truth *t) {
  double sum = t->shared + t->drawn;
  for (int i = 0; i < t->sides; i++)
    sum += t->won[i];
  return sum;
}

/* How often a side wins a game with a result. */
static double rate(const Truth *t, int side) {
  double won = t->won[side] + (side < t->sides - 1 ? t->shared : 0);
  return won / decided(t);
}

static double gap(const Truth *t) {
  double most = 0;
  for (int i = 0; i < t->sides; i++)
    for (int j = 0; j < t->sides; j++)
      most = fmax(most, rate(t, i) - rate(t, j));
  return most;
}

/* ---- what is said --------------------------------------------------------*/

typedef struct Counts {
  int runs;
  int advantage, false_advantage, wrong_way;
  int equal, false_equal, equal_undecided;
  int intervals, missed;
} Counts;

/* Rounding may move an end of an interval by half of its last digit. */
static const double ROUNDING = 0.0005 + 1e-9;

static void check_interval(const char *text, double truth, Counts *c) {
  double low, high;
  const char *at = strstr(text, " points (");
  if (!at)
    return;
  assert_int_equal(sscanf(at, " points (%lf to %lf)", &low, &high), 2);
  c->intervals++;
  c->missed += truth < low / 100 - ROUNDING || truth > high / 100 + ROUNDING;
}

/* "; the difference is at most 7.5 points" */
static void check_bound(const char *text, double truth, Counts *c) {
  const char *at = strstr(text, " at most ");
  double most;
  if (!at)
    return; /* any difference is possible */
  assert_int_equal(sscanf(at, " at most %lf points", &most), 1);
  c->intervals++;
  c->missed += truth > most / 100 + ROUNDING;
}

/* "Seat 1 has an advantage over seat 3: …", or without "over" of two. */
static void check_advantage(const char *text, const Truth *truth, Counts *c) {
  int ahead, behind;
  if (sscanf(text, "Seat %d has an advantage over seat %d", &ahead, &behind) <
      2)
    behind = 3 - ahead;
  double ahead_by = rate(truth, ahead - 1) - rate(truth, behind - 1);
  c->advantage++;
  c->false_advantage += ahead_by <= 1e-12;
  c->wrong_way += ahead_by < -1e-12;
  check_interval(text, ahead_by, c);
}

static void check_sentence(const char *text, const Run *run, const Truth *truth,
                           Counts *c) {
  bool many = balance_undecided(&run->tally).value > UNDECIDED_LARGE;
  if (strstr(text, "has an advantage")) {
    check_advantage(text, truth, c);
  } else if (strstr(text, "practically equal")) {
    c->equal++;
    c->false_equal += gap(truth) > 0.02;
    c->equal_undecided += many;
  } else if (strstr(text, "No seat is shown to have an advantage")) {
    check_bound(text, gap(truth), c);
  } else if (!strstr(text, "No game was won") &&
             !strstr(text, "No game has a result")) {
    fail_msg("what is this? %s", text);
  }
  if (many && !strstr(text, "No game has a result"))
    assert_true(strstr(text, "of all games have no result.") ||
                strstr(text, "of games without a result could make up for"));
}

static Counts referee(const Truth *truth, uint64_t games, int runs) {
  Counts c = {.runs = runs};
  for (int i = 0; i < runs; i++) {
    Run run;
    Sentences verdict = {0};
    synthetic_run(&run, truth, games, 1000003 * games + (uint64_t)i);
    verdict_run(&run, &verdict);
    bool drawn = verdict_is_mostly_drawn(&run.tally);
    bool lost = strstr(verdict.text[0], "of games were forfeited, all by bot");
    assert_int_equal(strstr(verdict.text[lost], "of games are drawn: ") != NULL,
                     drawn);
    check_sentence(verdict.text[lost + drawn], &run, truth, &c);
    run_close(&run);
  }
  return c;
}

static void assert_rare(const char *what, uint64_t games, int count, int of,
                        double most) {
  if (count > most * of + 3 * sqrt(most * (1 - most) * of))
    fail_msg("%s in %d of %d runs of %d games", what, count, of, (int)games);
}

static void assert_honest(uint64_t games, const Counts *c) {
  assert_rare("an advantage that is none", games, c->false_advantage, c->runs,
              0.05);
  assert_rare("an advantage of the wrong seat", games, c->wrong_way, c->runs,
              0.025);
  assert_rare("a false equality", games, c->false_equal, c->runs, 0.05);
  assert_rare("a missed interval", games, c->missed, c->runs, 0.05);
  assert_int_equal(c->equal_undecided, 0);
}

/* ---- sentences -----------------------------------------------------------*/

/* Truths that need no power: nothing false may be said about them. */
static void nothing_false_is_said(void **state) {
  (void)state;
  static const Truth TRUTHS[] = {
      {.sides = 2, .won = {0.5, 0.5}},
      {.sides = 2, .won = {0.51, 0.49}},
      {.sides = 2, .won = {0.9, 0.1}},
      {.sides = 2, .won = {0.2, 0.2}, .drawn = 0.6},
      {.sides = 2, .won = {0.22, 0.18}, .drawn = 0.6},
      {.sides = 2, .won = {0.005, 0.005}, .drawn = 0.99},
      {.sides = 2, .won = {0.48, 0.48}},   /* 4% truncated */
      {.sides = 2, .won = {0.35, 0.35}},   /* 30% */
      {.sides = 2, .won = {0.006, 0.004}}, /* 99% */
      {.sides = 2, .won = {0, 0}},         /* all */
      {.sides = 2, .won = {0.45, 0.45}, .forfeit = 0.1},
      {.sides = 2, .won = {0, 0}, .forfeit = 1},
      {.sides = 3, .won = {0.3333, 0.3333, 0.3334}},
      {.sides = 3, .won = {0.1, 0.1, 0.4}, .shared = 0.3, .drawn = 0.1},
      {.sides = 3, .won = {0, 0, 0.5}, .shared = 0.5},
      {.sides = 3, .won = {0.3, 0.4, 0.3}},
      {.sides = 4, .won = {0.25, 0.25, 0.25, 0.25}},
      {.sides = 4, .won = {0.1, 0.1, 0.1, 0.1}, .drawn = 0.5},
      {.sides = 4, .won = {0, 0, 0, 0.4}, .shared = 0.4, .drawn = 0.2},
  };
  static const struct {
    uint64_t games;
    int runs;
  } SIZES[] = {{1, 10}, {6, 100}, {10, 100}, {30, 100}, {100, 60}, {1000, 30}};
  for (size_t size = 0; size < COUNT(SIZES); size++)
    for (size_t i = 0; i < COUNT(TRUTHS); i++) {
      Counts c = referee(&TRUTHS[i], SIZES[size].games, SIZES[size].runs);
      assert_honest(SIZES[size].games, &c);
    }
}

/* What is true is also said, given enough games. */
static void what_is_true_is_said(void **state) {
  (void)state;
  static const struct {
    Truth truth;
    uint64_t games;
    double advantage, equal; /* at least this often */
  } CASES[] = {
      {{.sides = 2, .won = {0.51, 0.49}}, 10000, 0.3, 0},
      {{.sides = 2, .won = {0.6, 0.4}}, 300, 0.8, 0},
      {{.sides = 2, .won = {0.25, 0.15}, .drawn = 0.6}, 500, 0.8, 0},
      {{.sides = 2, .won = {0.57, 0.40}}, 400, 0.7, 0},
      /* the truncated games could make up for it */
      {{.sides = 2, .won = {0.42, 0.28}}, 400, 0, 0},
      {{.sides = 3, .won = {0.16, 0.18, 0.18}, .shared = 0.48}, 100, 0.9, 0},
      {{.sides = 4, .won = {0.4, 0.2, 0.2, 0.2}}, 300, 0.8, 0},
      {{.sides = 2, .won = {0.2, 0.2}, .drawn = 0.6}, 10000, 0, 0.6},
      {{.sides = 2, .won = {0.1, 0.1}, .drawn = 0.798}, 20000, 0, 0.5},
      /* just beyond what is practically equal */
      {{.sides = 2, .won = {0.211, 0.189}, .drawn = 0.6}, 10000, 0, 0},
      {{.sides = 3, .won = {0.11, 0.09, 0.1}, .drawn = 0.7}, 10000, 0, 0},
      /* truncated too often to be called fair */
      {{.sides = 2, .won = {0.15, 0.15}, .drawn = 0.63}, 10000, 0, 0},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counts c = referee(&CASES[i].truth, CASES[i].games,
                       CASES[i].games > 1000 ? 30 : 150);
    assert_honest(CASES[i].games, &c);
    if (c.advantage < CASES[i].advantage * c.runs)
      fail_msg("case %d: an advantage in %d of %d", (int)i, c.advantage,
               c.runs);
    if (c.equal < CASES[i].equal * c.runs)
      fail_msg("case %d: equal in %d of %d", (int)i, c.equal, c.runs);
  }
}

/* ---- what could have been shown ------------------------------------------*/

/* The difference that a sentence says this many games would show. */
static double detectable(uint64_t games, double drawn) {
  const Truth fair = {
      .sides = 2, .won = {(1 - drawn) / 2, (1 - drawn) / 2}, .drawn = drawn};
  double sum = 0;
  int said = 0;
  for (uint64_t seed = 0; seed < 8; seed++) {
    Run run;
    Sentences verdict = {0};
    double points;
    synthetic_run(&run, &fair, games, seed);
    verdict_run(&run, &verdict);
    const char *at = strstr(verdict.text[1], "would show a difference of ");
    if (at && sscanf(at, "would show a difference of %lf", &points) == 1) {
      sum += points / 100;
      said++;
    }
    run_close(&run);
  }
  assert_true(said > 0);
  return sum / said;
}

/* If that difference is the truth, an advantage is found in 80% of runs. */
static void the_power_is_that_of_the_sentence(void **state) {
  (void)state;
  static const struct {
    uint64_t games;
    double drawn;
  } CASES[] = {{12, 0}, {40, 0}, {100, 0}, {100, 0.5}, {1000, 0}, {1000, 0.9}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double drawn = CASES[i].drawn;
    double difference = detectable(CASES[i].games, drawn);
    const Truth truth = {
        .sides = 2,
        .won = {(1 - drawn + difference) / 2, (1 - drawn - difference) / 2},
        .drawn = drawn};
    Counts c = referee(&truth, CASES[i].games, 200);
    double power = (double)c.advantage / c.runs;
    if (power < 0.72 || power > 0.88)
      fail_msg("%d games show %.3f in %.1f%% of runs", (int)CASES[i].games,
               difference, 100 * power);
  }
}

/* Five games cannot show anything, and the sentence does not pretend so. */
static void few_games_show_nothing(void **state) {
  (void)state;
  const Truth truth = {.sides = 2, .won = {1, 0}};
  Run run;
  Sentences verdict = {0};
  synthetic_run(&run, &truth, 5, 1);
  verdict_run(&run, &verdict);
  assert_non_null(strstr(verdict.text[1], "too few to show any difference"));
  run_close(&run);
}

/* ---- games that share their opening --------------------------------------*/

/* Two bots, equally strong. An opening favours either seat, so the seats are
 * fair, but the two games of a pair mostly go to the same one. */
static void play_pairs(Run *run, int pairs, uint64_t seed) {
  static const char *const BOTS[] = {"a", "b"};
  const Truth truth = {.sides = 2, .won = {0.5, 0.5}};
  Error error;
  Rng rng;
  rng_seed(&rng, seed, 0);
  synthetic_open(run, &truth, SEATING_ROTATED, BOTS, 2);
  tally_free(&run->tally);
  run->schedule.paired = run->plan.pairs = true;
  assert_true(tally_make(&run->tally, &run->schedule, 100, &error));
  for (int i = 0; i < pairs; i++) {
    double favour = synthetic_uniform(&rng) < 0.5 ? 0.9 : 0.1;
    for (int game = 0; game < 2; game++) {
      int winner = synthetic_uniform(&rng) < favour ? 0 : 1;
      const Match match = {.end = MATCH_WIN,
                           .winners = (uint16_t)(1 << winner),
                           .moved = 3,
                           .plies = 10,
                           .hash = rng_next(&rng),
                           .forfeiter = -1};
      synthetic_add(run, &match);
    }
  }
}

static void pairs_are_no_two_games(void **state) {
  (void)state;
  enum { RUNS = 200 };
  static const int PAIRS[] = {5, 20, 100};
  for (size_t size = 0; size < COUNT(PAIRS); size++) {
    int claimed = 0, significant = 0, missed = 0, games = 2 * PAIRS[size];
    for (uint64_t i = 0; i < RUNS; i++) {
      Run run;
      Sentences verdict = {0};
      play_pairs(&run, PAIRS[size], i);
      verdict_run(&run, &verdict);
      for (int s = 0; s < verdict.count; s++)
        claimed += strstr(verdict.text[s], "advantage: equally") != NULL &&
                   strncmp(verdict.text[s], "Seat", 4) == 0;
      significant += balance_test(&run.tally).p <= 0.05;
      missed += balance_gap(&run.tally).low > 0;
      run_close(&run);
    }
    assert_rare("an advantage", (uint64_t)games, claimed, RUNS, 0.05);
    assert_rare("p < 0.05", (uint64_t)games, significant, RUNS, 0.05);
    assert_rare("a gap", (uint64_t)games, missed, RUNS, 0.05);
  }
}

/* ---- intervals -----------------------------------------------------------*/

static double points(const Truth *t, int side) {
  double shared = side < t->sides - 1 ? t->shared / (t->sides - 1) : 0;
  return (t->won[side] + shared + t->drawn / t->sides) / decided(t);
}

static double entropy(const Truth *t) {
  double sum = 0;
  for (int i = 0; i < t->sides; i++)
    sum -= points(t, i) > 0 ? points(t, i) * log(points(t, i)) : 0;
  return sum / log(t->sides);
}

static double advantage(const Truth *t) {
  double others = 0;
  for (int i = 1; i < t->sides; i++)
    others += rate(t, i) / (t->sides - 1);
  return rate(t, 0) - others;
}

static int misses(Estimate e, double truth) {
  return e.n && !(e.low <= truth + 1e-9 && truth - 1e-9 <= e.high);
}

/* At least 94% of intervals hold, and p-values are not too small. */
static void intervals_hold(void **state) {
  (void)state;
  enum { RUNS = 150 };
  static const Truth TRUTHS[] = {
      {.sides = 2, .won = {0.5, 0.5}},
      {.sides = 2, .won = {0.8, 0.2}},
      {.sides = 2, .won = {0.95, 0.05}},
      {.sides = 2, .won = {0.25, 0.15}, .drawn = 0.6},
      {.sides = 3, .won = {0.1, 0.1, 0.4}, .shared = 0.3, .drawn = 0.1},
      {.sides = 3, .won = {0.16, 0.18, 0.18}, .shared = 0.48},
      {.sides = 4, .won = {0.25, 0.25, 0.25, 0.25}},
      {.sides = 4, .won = {0.5, 0.2, 0.1, 0.1}}, /* 10% truncated */
  };
  static const uint64_t GAMES[] = {10, 30, 100};
  for (size_t i = 0; i < COUNT(TRUTHS); i++)
    for (size_t k = 0; k < COUNT(GAMES); k++) {
      const Truth *truth = &TRUTHS[i];
      double share = points(truth, 0);
      double elo = 400 * log10(share * (truth->sides - 1) / (1 - share));
      int missed[5] = {0};
      for (uint64_t seed = 0; seed < RUNS; seed++) {
        Run run;
        synthetic_run(&run, truth, GAMES[k], seed);
        const Tally *t = &run.tally;
        missed[0] += misses(balance_gap(t), gap(truth));
        missed[1] += misses(balance_advantage(t, 0), advantage(truth));
        missed[2] += misses(balance_elo(t, 0), elo);
        missed[3] += misses(balance_entropy(t), entropy(truth));
        missed[4] += gap(truth) < 1e-9 && balance_test(t).p <= 0.05;
        run_close(&run);
      }
      static const char *const NAMES[] = {"a missed gap", "a missed advantage",
                                          "a missed Elo", "a missed entropy",
                                          "p < 0.05"};
      for (int m = 0; m < 5; m++)
        assert_rare(NAMES[m], GAMES[k], missed[m], RUNS, 0.06);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_false_is_said),
      cmocka_unit_test(what_is_true_is_said),
      cmocka_unit_test(the_power_is_that_of_the_sentence),
      cmocka_unit_test(few_games_show_nothing),
      cmocka_unit_test(pairs_are_no_two_games),
      cmocka_unit_test(intervals_hold),
  };
  return RUN_TESTS(tests);
}
