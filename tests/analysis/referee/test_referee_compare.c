/* The referee of comparisons: how often their sentences are wrong about games
 * of a known truth, how often their intervals miss it, and how often they say
 * what is true. Runs that share their seed draw the outcome of a game from the
 * same random number. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "core/base/rng.h"
#include "tests/support/synthetic.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* ---- what is true --------------------------------------------------------*/

/* Two runs and how they are played. */
typedef struct Setup {
  const char *name;
  Truth a, b;
  int a_games, b_games;
  bool shared; /* the seed */
  int repetitions;
} Setup;

static double chance_of_length_above(const Truth *t, int plies) {
  if (t->longer <= 0)
    return plies < t->shortest;
  double again = t->longer / (1 + t->longer);
  return plies < t->shortest ? 1 : pow(again, plies - t->shortest + 1);
}

/* The probability that a game has no result because of its length. */
static double too_long(const Truth *t) {
  return chance_of_length_above(t, t->max_plies);
}

static double true_decided(const Truth *t) {
  double sum = t->drawn + t->shared;
  for (int side = 0; side < t->sides; side++)
    sum += t->won[side];
  return sum * (1 - too_long(t));
}

static double true_win_rate(const Truth *t, int side) {
  double share = side < t->sides - 1 ? t->shared : 0;
  return (t->won[side] + share) * (1 - too_long(t));
}

static double true_gap(const Truth *t) {
  double most = 0, least = 1;
  for (int side = 0; side < t->sides; side++) {
    most = fmax(most, true_win_rate(t, side));
    least = fmin(least, true_win_rate(t, side));
  }
  return (most - least) / true_decided(t);
}

/* The mean of at most `limit` plies. Games that are truncated by nature last
 * that long. */
static double true_length(const Truth *t, int limit) {
  double mean = 0, finite = true_decided(t) / (1 - too_long(t));
  for (int plies = 0; plies < limit; plies++)
    mean += chance_of_length_above(t, plies);
  return finite * mean + (1 - finite) * limit;
}

static double true_value(const Truth *t, ComparedMetric metric, int limit) {
  switch (metric.kind) {
  case COMPARE_SEAT:
    return true_win_rate(t, metric.which);
  case COMPARE_GAP:
    return true_gap(t);
  case COMPARE_END:
    return metric.which == MATCH_DRAW        ? t->drawn * (1 - too_long(t))
           : metric.which == MATCH_TRUNCATED ? 1 - true_decided(t)
                                             : 0;
  case COMPARE_PLIES:
    return true_length(t, limit < 400 ? limit : 400);
  default: /* these games have no scores, and no moves */
    break;
  }
  return NAN;
}

/* ---- runs ----------------------------------------------------------------*/

/* A run that has no more than a comparison needs. */
static void open_run(ComparedRun *r, const char *dir, const Truth *truth,
                     uint64_t seed, int games) {
  *r = (ComparedRun){.dir = dir};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->run.tally.moved = (uint16_t)((1u << truth->sides) - 1);
  r->games.outcome = calloc((size_t)games, sizeof *r->games.outcome);
  assert_non_null(r->games.outcome);
}

static void add_game(ComparedRun *r, const Truth *truth, double chance,
                     Rng *rng) {
  Match match = synthetic_match(truth, chance, rng);
  r->games.outcome[r->run.tally.games++] = game_outcome(&match);
}

typedef struct Pair {
  ComparedRun a, b;
  Rng rng;
} Pair;

static void open_pair(Pair *pair, const Setup *setup, int repetition) {
  int games = setup->a_games > setup->b_games ? setup->a_games : setup->b_games;
  rng_seed(&pair->rng, 2026, (uint64_t)repetition);
  open_run(&pair->a, "A", &setup->a, 1, games);
  open_run(&pair->b, "B", &setup->b, setup->shared ? 1 : 2, games);
}

static void play(Pair *pair, const Setup *setup, int a_games, int b_games) {
  for (int i = (int)pair->a.run.tally.games; i < a_games || i < b_games; i++) {
    double chance = synthetic_uniform(&pair->rng);
    if (i < a_games)
      add_game(&pair->a, &setup->a, chance, &pair->rng);
    if (!setup->shared)
      chance = synthetic_uniform(&pair->rng);
    if (i < b_games)
      add_game(&pair->b, &setup->b, chance, &pair->rng);
  }
}

static void close_pair(Pair *pair) {
  compared_run_free(&pair->a);
  compared_run_free(&pair->b);
}

static Comparison compare_pair(const Pair *pair) {
  Comparison c;
  Error error;
  if (!compare(&pair->a, &pair->b, &c, &error))
    fail_msg("%s", error.message);
  return c;
}

/* ---- judging -------------------------------------------------------------*/

/* The signs of what the sentences claim about B − A, by metric: 0 if nothing
 * is claimed. They are read from the sentences themselves. */
static int claimed(const Sentences *sentences, ComparedMetric metric) {
  static const char *const ENDED[] = {"", "drawn", "truncated", "forfeited"};
  for (int i = 0; i < sentences->count; i++) {
    const char *text = sentences->text[i];
    char start[40];
    snprintf(start, sizeof start, "Seat %d wins ", metric.which + 1);
    if (metric.kind == COMPARE_SEAT && strstr(text, start) == text)
      return strstr(text, " more often") ? 1 : -1;
    if (metric.kind == COMPARE_GAP && strstr(text, " is fairer: "))
      return text[0] == 'A' ? 1 : -1;
    if (metric.kind == COMPARE_PLIES && strstr(text, "B is longer: ") == text)
      return 1;
    if (metric.kind == COMPARE_PLIES && strstr(text, "B is shorter: ") == text)
      return -1;
    snprintf(start, sizeof start, "B is %s ", ENDED[metric.which % 4]);
    if (metric.kind == COMPARE_END && strstr(text, start) == text)
      return strstr(text, " more often") ? 1 : -1;
  }
  return 0;
}

typedef struct Score {
  int comparisons;
  int false_claims;   /* comparisons with any */
  int wrong_fairer;   /* that the less fair run is fairer, by its row alone */
  int fairer, longer; /* true claims */
  int intervals, missed; /* of rates and lengths */
  int gap_intervals, gap_missed;
} Score;

static void judge(const Comparison *c, const Setup *setup, Score *score) {
  Sentences sentences = {0};
  bool any_false = false;
  compare_verdict(c, &sentences);
  for (int i = 0; i < c->count; i++) {
    const Difference *d = &c->list[i];
    double truth = true_value(&setup->b, d->metric, c->limit) -
                   true_value(&setup->a, d->metric, c->limit);
    truth = fabs(truth) < 1e-9 ? 0 : truth;
    int claim = claimed(&sentences, d->metric);
    bool gap = d->metric.kind == COMPARE_GAP;
    any_false |= claim && claim * truth <= 0;
    score->fairer += gap && claim * truth > 0;
    score->longer += d->metric.kind == COMPARE_PLIES && claim * truth > 0;
    /* Of two that are equally fair neither is, so half of the errors count. */
    score->wrong_fairer +=
        gap && d->p < 0.05 && (d->b > d->a ? truth <= 0 : truth > 0);
    bool has = estimate_has_interval(d->difference);
    bool missed = has && (d->difference.low > truth + 1e-12 ||
                          d->difference.high < truth - 1e-12);
    *(gap ? &score->gap_intervals : &score->intervals) += has;
    *(gap ? &score->gap_missed : &score->missed) += missed;
  }
  score->false_claims += any_false;
  score->comparisons++;
}

static Score referee(const Setup *setup) {
  Score score = {0};
  for (int i = 0; i < setup->repetitions; i++) {
    Pair pair;
    open_pair(&pair, setup, i);
    play(&pair, setup, setup->a_games, setup->b_games);
    Comparison c = compare_pair(&pair);
    judge(&c, setup, &score);
    close_pair(&pair);
  }
  print_message("%s: false claim %d, wrong fairer %d, fairer %d, longer %d of "
                "%d; missed %d of %d, gap %d of %d\n",
                setup->name, score.false_claims, score.wrong_fairer,
                score.fairer, score.longer, score.comparisons, score.missed,
                score.intervals, score.gap_missed, score.gap_intervals);
  return score;
}

/* At most this many of n, for a probability, with three standard deviations of
 * random variation. */
static int at_most(int n, double probability) {
  return (int)(n * probability + 3 * sqrt(n * probability * (1 - probability)));
}

static void assert_true_enough(const Setup *setup, const Score *score) {
  if (score->false_claims > at_most(score->comparisons, 0.05))
    fail_msg("%s: %d comparisons have a false claim", setup->name,
             score->false_claims);
  if (score->wrong_fairer > at_most(score->comparisons, 0.025))
    fail_msg("%s: the wrong run is called fairer %d times", setup->name,
             score->wrong_fairer);
  if (score->gap_missed > at_most(score->gap_intervals, 0.05))
    fail_msg("%s: %d of %d intervals of the gap miss", setup->name,
             score->gap_missed, score->gap_intervals);
  if (score->missed > at_most(score->intervals, 0.06))
    fail_msg("%s: %d of %d intervals miss", setup->name, score->missed,
             score->intervals);
}

/* ---- fairness ------------------------------------------------------------*/

#define LENGTHS .shortest = 9, .max_plies = 200

/* In all of these neither run is fairer, or just barely; so a claim is wrong,
 * or nearly always is. */
static const Setup HARD[] = {
    /* The side that is ahead in B is often behind in the games. */
    {"gaps of 1.6 for seat 1, 2.3 for seat 2",
     {.sides = 2, .won = {0.508, 0.492}, LENGTHS},
     {.sides = 2, .won = {0.4885, 0.5115}, LENGTHS},
     1000,
     1000,
     true,
     400},
    {"50/50 and 50.5/49.5",
     {.sides = 2, .won = {0.5, 0.5}, LENGTHS},
     {.sides = 2, .won = {0.505, 0.495}, LENGTHS},
     2000,
     2000,
     true,
     200},
    {"equally unfair, to different seats",
     {.sides = 2, .won = {0.55, 0.45}, LENGTHS},
     {.sides = 2, .won = {0.45, 0.55}, LENGTHS},
     500,
     500,
     true,
     400},
    {"equally unfair", /* clearly so: no correction is left */
     {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
     {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
     500,
     500,
     false,
     400},
    {"a short run of a fair game",
     {.sides = 2, .won = {0.5, 0.5}, LENGTHS},
     {.sides = 2, .won = {0.5, 0.5}, LENGTHS},
     100,
     2000,
     false,
     300},
    {"draws and a few games without a result",
     {.sides = 2, .won = {0.291, 0.194}, .drawn = 0.485, LENGTHS},
     {.sides = 2, .won = {0.5, 0.4}, .drawn = 0.1, LENGTHS},
     500,
     500,
     true,
     400},
    {"three sides, two ahead in A, one in B",
     {.sides = 3, .won = {0.4, 0.4, 0.2}, LENGTHS},
     {.sides = 3, .won = {0.44, 0.32, 0.24}, LENGTHS},
     600,
     600,
     false,
     300},
    {"four sides, two ahead and two behind in A",
     {.sides = 4, .won = {0.35, 0.35, 0.15, 0.15}, LENGTHS},
     {.sides = 4, .won = {0.36, 0.25, 0.23, 0.16}, LENGTHS},
     500,
     500,
     true,
     300},
    {"a short run of a fair game for four",
     {.sides = 4, .won = {0.25, 0.25, 0.25, 0.25}, LENGTHS},
     {.sides = 4, .won = {0.25, 0.25, 0.25, 0.25}, LENGTHS},
     100,
     1000,
     false,
     300},
    {"two sides and four",
     {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
     {.sides = 4, .won = {0.35, 0.35, 0.15, 0.15}, LENGTHS},
     500,
     500,
     false,
     300},
};

static void the_wrong_run_is_seldom_called_fairer(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(HARD); i++) {
    Score score = referee(&HARD[i]);
    assert_true_enough(&HARD[i], &score);
  }
}

static void the_fairer_run_is_found(void **state) {
  (void)state;
  static const Setup EASY[] = {
      {"52/48 and 60/40",
       {.sides = 2, .won = {0.52, 0.48}, LENGTHS},
       {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
       2000,
       2000,
       false,
       60},
      {"the same seat, the same random numbers",
       {.sides = 2, .won = {0.54, 0.46}, LENGTHS},
       {.sides = 2, .won = {0.58, 0.42}, LENGTHS},
       1200,
       1200,
       true,
       100},
      {"three sides",
       {.sides = 3, .won = {0.36, 0.33, 0.31}, LENGTHS},
       {.sides = 3, .won = {0.45, 0.35, 0.2}, LENGTHS},
       1000,
       1000,
       false,
       100},
  };
  for (size_t i = 0; i < COUNT(EASY); i++) {
    Score score = referee(&EASY[i]);
    assert_true_enough(&EASY[i], &score);
    assert_in_range(score.fairer, 0.9 * score.comparisons, INT_MAX);
  }
}

/* Where many games have no result, the others may look fair. */
static void nothing_is_fair_without_results(void **state) {
  (void)state;
  static const Setup UNDECIDED_GAMES[] = {
      {"80/20 and 94% truncated",
       {.sides = 2, .won = {0.8, 0.2}, LENGTHS},
       {.sides = 2, .won = {0.03, 0.03}, LENGTHS},
       500,
       500,
       true,
       50},
      {"80/20 and all truncated",
       {.sides = 2, .won = {0.8, 0.2}, LENGTHS},
       {.sides = 2, LENGTHS},
       500,
       500,
       false,
       50},
  };
  for (size_t i = 0; i < COUNT(UNDECIDED_GAMES); i++) {
    Score score = referee(&UNDECIDED_GAMES[i]);
    assert_int_equal(score.fairer + score.wrong_fairer, 0);
  }
}

/* ---- lengths -------------------------------------------------------------*/

static void lengths_are_compared_up_to_the_limit(void **state) {
  (void)state;
  static const Setup LIMITS[] = {
      /* The same game: to call either longer is a false claim. */
      {"limits of 20 and 40",
       {.sides = 2,
        .won = {0.5, 0.5},
        .shortest = 9,
        .longer = 8,
        .max_plies = 20},
       {.sides = 2,
        .won = {0.5, 0.5},
        .shortest = 9,
        .longer = 8,
        .max_plies = 40},
       300,
       300,
       false,
       300},
      {"50 games of very different lengths",
       {.sides = 2,
        .won = {0.5, 0.5},
        .shortest = 1,
        .longer = 20,
        .max_plies = 400},
       {.sides = 2,
        .won = {0.5, 0.5},
        .shortest = 1,
        .longer = 20,
        .max_plies = 400},
       50,
       500,
       false,
       500},
  };
  for (size_t i = 0; i < COUNT(LIMITS); i++) {
    Score score = referee(&LIMITS[i]);
    assert_true_enough(&LIMITS[i], &score);
  }
  static const Setup LONGER = {"9.0 and 9.8 plies more",
                               {.sides = 2,
                                .won = {0.5, 0.5},
                                .shortest = 9,
                                .longer = 9,
                                .max_plies = 20},
                               {.sides = 2,
                                .won = {0.5, 0.5},
                                .shortest = 9,
                                .longer = 12,
                                .max_plies = 40},
                               2000,
                               2000,
                               false,
                               40};
  Score score = referee(&LONGER);
  assert_true_enough(&LONGER, &score);
  assert_in_range(score.longer, 0.9 * score.comparisons, INT_MAX);
}

/* ---- many runs -----------------------------------------------------------*/

enum { FAMILY = 20, FAMILIES = 80, FAMILY_GAMES = 150 };

/* Compares a run with twenty others of the same game, except that of the last
 * game seat 1 wins `last`. Counts families with a claim that is false, with an
 * interval that would have made one, and with the true claim. */
static void judge_families(double last, int *wrong, int *naive, int *found) {
  const Truth equal = {.sides = 2, .won = {0.48, 0.47}, .drawn = 0.05, LENGTHS};
  Truth other = equal;
  other.won[0] = last;
  other.won[1] = 0.95 - last;
  *wrong = *naive = *found = 0;
  for (int family = 0; family < FAMILIES; family++) {
    static Comparison list[FAMILY];
    ComparedRun run[FAMILY + 1];
    bool any = false, any_naive = false;
    Error error;
    Rng rng;
    rng_seed(&rng, 7, (uint64_t)family);
    for (int i = 0; i <= FAMILY; i++) {
      const Truth *truth = i == FAMILY ? &other : &equal;
      open_run(&run[i], i ? "B" : "A", truth, (uint64_t)i, FAMILY_GAMES);
      for (int game = 0; game < FAMILY_GAMES; game++)
        add_game(&run[i], truth, synthetic_uniform(&rng), &rng);
      assert_true(i == 0 || compare(&run[0], &run[i], &list[i - 1], &error));
    }
    assert_true(compare_adjust(list, FAMILY, &error));
    for (int i = 0; i < FAMILY; i++) {
      Sentences sentences = {0};
      compare_verdict(&list[i], &sentences);
      for (int k = 0; k < list[i].count; k++) {
        const Difference *d = &list[i].list[k];
        bool equals = i < FAMILY - 1 || last == equal.won[0];
        any |= equals && claimed(&sentences, d->metric);
        any_naive |= d->difference.low > 0 || d->difference.high < 0;
        *found += !equals && d->metric.kind == COMPARE_SEAT &&
                  d->metric.which == 0 && claimed(&sentences, d->metric);
      }
    }
    *wrong += any;
    *naive += any_naive;
    for (int i = 0; i <= FAMILY; i++)
      compared_run_free(&run[i]);
  }
}

static void twenty_comparisons_rarely_have_a_false_claim(void **state) {
  (void)state;
  int wrong, naive, found;
  judge_families(0.48, &wrong, &naive, &found);
  print_message("false claims in %d of %d families; intervals, %d\n", wrong,
                FAMILIES, naive);
  assert_in_range(wrong, 0, at_most(FAMILIES, 0.05));
  /* The intervals of single rows would make many. */
  assert_in_range(naive, FAMILIES / 2, FAMILIES);
  judge_families(0.75, &wrong, &naive, &found);
  assert_in_range(wrong, 0, at_most(FAMILIES, 0.05));
  assert_in_range(found, 0.8 * FAMILIES, FAMILIES);
}

/* ---- games that share their opening --------------------------------------*/

/* Both games of a pair end alike. Taken as independent, their intervals would
 * miss in a sixth of all cases. */
static void pairs_of_games_are_one_observation(void **state) {
  (void)state;
  enum { REPETITIONS = 300, GAMES = 400 };
  static uint32_t round[] = {0, 0};
  static const Setup SETUP = {"pairs of games",
                              {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
                              {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
                              GAMES,
                              GAMES,
                              false,
                              REPETITIONS};
  Score score = {0};
  for (int i = 0; i < REPETITIONS; i++) {
    Pair pair;
    open_pair(&pair, &SETUP, 10000 + i);
    ComparedRun *runs[] = {&pair.a, &pair.b};
    for (int k = 0; k < 2; k++) {
      Schedule *s = &runs[k]->run.schedule;
      runs[k]->run.plan.pairs = true;
      s->seatings = 2;
      free(s->round);
      s->round = round;
      free(s->table);
      s->table = calloc(2, (size_t)s->seats); /* the same bot in every seat */
      for (int game = 0; game < GAMES; game += 2) {
        double chance = synthetic_uniform(&pair.rng);
        add_game(runs[k], &SETUP.a, chance, &pair.rng);
        add_game(runs[k], &SETUP.a, chance, &pair.rng);
      }
    }
    Comparison c = compare_pair(&pair);
    judge(&c, &SETUP, &score);
    pair.a.run.schedule.round = pair.b.run.schedule.round = NULL;
    close_pair(&pair);
  }
  assert_true_enough(&SETUP, &score);
}

/* ---- repeated looks ------------------------------------------------------*/

/* Looks as compare_play does, from 1000 games on, until it is decided. */
static void judge_looks(const Setup *setup, int max_games, int *wrong,
                        int *right, int *missed) {
  const SequentialTest test = {.metric = {COMPARE_GAP, 0}};
  double truth = true_gap(&setup->b) - true_gap(&setup->a);
  *wrong = *right = *missed = 0;
  for (int i = 0; i < setup->repetitions; i++) {
    Pair pair;
    bool miss = false;
    Decision decision = UNDECIDED;
    Setup longest = *setup;
    longest.a_games = longest.b_games = max_games;
    open_pair(&pair, &longest, i);
    for (int n = 1000; decision == UNDECIDED && n <= max_games; n += n / 2) {
      play(&pair, setup, n, n);
      Comparison c = compare_pair(&pair);
      const Difference *d = compare_find(&c, test.metric);
      decision = sequential_test_decide(&test, &c);
      miss |= d->anytime.low > truth || d->anytime.high < truth;
      if (decision == DIFFERENT)
        ++*(d->anytime.value * truth > 0 ? right : wrong);
    }
    *missed += miss;
    close_pair(&pair);
  }
  print_message(
      "%s, with repeated looks: wrong %d, right %d, missed %d of %d\n",
      setup->name, *wrong, *right, *missed, setup->repetitions);
}

static void repeated_looks_seldom_find_the_wrong_run(void **state) {
  (void)state;
  int wrong, right, missed;
  for (int i = 0; i < 2; i++) {
    Setup setup = HARD[i];
    setup.repetitions = 50;
    judge_looks(&setup, 8000, &wrong, &right, &missed);
    assert_in_range(wrong, 0, at_most(setup.repetitions, 0.025));
    assert_in_range(missed, 0, at_most(setup.repetitions, 0.05));
  }
  static const Setup EASY = {"52/48 and 60/40",
                             {.sides = 2, .won = {0.52, 0.48}, LENGTHS},
                             {.sides = 2, .won = {0.6, 0.4}, LENGTHS},
                             0,
                             0,
                             false,
                             40};
  judge_looks(&EASY, 6000, &wrong, &right, &missed);
  assert_in_range(right, 36, 40);
  assert_in_range(missed, 0, at_most(40, 0.05));
}

int main(void) {
  const struct CMUnitTest referee_compare_tests[] = {
      cmocka_unit_test(the_wrong_run_is_seldom_called_fairer),
      cmocka_unit_test(the_fairer_run_is_found),
      cmocka_unit_test(nothing_is_fair_without_results),
      cmocka_unit_test(lengths_are_compared_up_to_the_limit),
      cmocka_unit_test(twenty_comparisons_rarely_have_a_false_claim),
      cmocka_unit_test(pairs_of_games_are_one_observation),
      cmocka_unit_test(repeated_looks_seldom_find_the_wrong_run),
  };
  return RUN_TESTS(referee_compare_tests);
}
