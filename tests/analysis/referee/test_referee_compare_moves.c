/* The referee of compared moves: how often kinds of moves and first moves are
 * claimed to differ between runs of a known truth, how often their intervals
 * miss it, and how often a difference is found. The moves of a game depend on
 * each other: a game has a share of its own for each kind. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "core/base/rng.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

/* ---- what is true --------------------------------------------------------*/

enum { OPENINGS = 40 };

typedef struct Moves {
  /* A game is of the rare sort with this probability: then a share of its moves
   * are of the kind "wall", otherwise another one. */
  double rare, rare_share, share;
  double spread; /* a game's share is up to so much more or less */
  double longer; /* mean number of plies after the tenth */
  bool growing;  /* games with more walls are longer: twice, if all are */
  int openings;  /* all but the first are equally likely */
  double first;  /* probability of the first */
  double like;   /* the bot would make so many of the moves; 0: not asked */
} Moves;

typedef struct Setup {
  const char *name;
  Moves a, b;
  int a_games, b_games;
  double common; /* the share of pairs of games that are the same; 0: the runs
                    have different seeds */
  bool turns;    /* two bots take turns, and each has its own first move */
  int repetitions;
} Setup;

static double mean_share(const Moves *m) {
  return m->rare * m->rare_share + (1 - m->rare) * m->share;
}

static double true_share(const Moves *m, ComparedMetric metric) {
  if (metric.kind == COMPARE_LIKE)
    return m->like;
  if (metric.kind == COMPARE_KIND) /* games of all shares are equally long, or
                                      the truth of both runs is the same */
    return strcmp(metric.name, "wall") == 0 ? mean_share(m) : 1 - mean_share(m);
  return strcmp(metric.name, "0") == 0 ? m->first
                                       : (1 - m->first) / (m->openings - 1);
}

/* ---- runs ----------------------------------------------------------------*/

/* Another kind than "wall" and "pawn" would be neither more nor less certain.
 */
static void add_kinds(ComparedRun *r, const Moves *m, uint64_t game, Rng *rng) {
  double share = synthetic_uniform(rng) < m->rare ? m->rare_share : m->share;
  share += m->spread * (2 * synthetic_uniform(rng) - 1);
  double mean = m->longer * (m->growing ? 1 + share : 1);
  int plies = 10 + (int)(-mean * log(1 - synthetic_uniform(rng))), walls = 0;
  for (int i = 0; i < plies; i++)
    walls += synthetic_uniform(rng) < share;
  run_moves_add(&r->moves, COMPARE_KIND, "wall", game, walls);
  run_moves_add(&r->moves, COMPARE_KIND, "pawn", game, plies - walls);
  run_moves_whole(&r->moves, COMPARE_KIND, game, plies);
}

static void add_opening(ComparedRun *r, const Moves *m, uint64_t game,
                        bool turns, Rng *rng) {
  char name[16] = "0";
  if (synthetic_uniform(rng) >= m->first)
    snprintf(name, sizeof name, "%d",
             1 + (int)rng_below(rng, (uint32_t)m->openings - 1));
  if (turns && game % 2)
    snprintf(name, sizeof name, "1"); /* the other bot */
  run_moves_add(&r->moves, COMPARE_OPENING, name, game, 1);
  run_moves_whole(&r->moves, COMPARE_OPENING, game, 1);
}

/* The bot is asked about three positions of a game, which are easy or hard. */
static void add_like(ComparedRun *r, const Moves *m, uint64_t game, Rng *rng) {
  double chance = m->like + (synthetic_uniform(rng) < 0.5 ? 0.2 : -0.2);
  int same = 0;
  for (int i = 0; i < 3; i++)
    same += synthetic_uniform(rng) < chance;
  run_moves_add(&r->moves, COMPARE_LIKE, "", game, same / 3.0);
  run_moves_whole(&r->moves, COMPARE_LIKE, game, 1);
}

/* Seats win equally often. */
static void open_run(ComparedRun *r, const char *dir, uint64_t seed,
                     const Setup *setup, int games) {
  static const Truth EQUAL = {.sides = 2, .won = {0.5, 0.5}, .shortest = 20};
  static const char *const BOTS[] = {"x", "y"};
  *r = (ComparedRun){.dir = dir};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, &EQUAL,
                 setup->turns ? SEATING_ROTATED : SEATING_FIXED,
                 setup->turns ? BOTS : NULL, 2);
  r->run.plan.seed = seed;
  r->games.outcome = calloc((size_t)games, sizeof *r->games.outcome);
  assert_non_null(r->games.outcome);
}

static void play(ComparedRun *r, const Moves *m, const Setup *setup, int games,
                 uint64_t common, uint64_t own) {
  static const Truth EQUAL = {.sides = 2, .won = {0.5, 0.5}, .shortest = 20};
  for (int i = 0; i < games; i++) {
    Rng rng, choice;
    rng_seed(&choice, common, (uint64_t)i);
    bool same = synthetic_uniform(&choice) < setup->common;
    rng_seed(&rng, same ? common : own, (uint64_t)i);
    Match match = synthetic_match(&EQUAL, synthetic_uniform(&rng), &rng);
    synthetic_add(&r->run, &match);
    r->games.outcome[i] = game_outcome(&match);
    add_kinds(r, m, (uint64_t)i, &rng);
    if (m->openings)
      add_opening(r, m, (uint64_t)i, setup->turns, &rng);
    if (m->like > 0)
      add_like(r, m, (uint64_t)i, &rng);
  }
  assert_true(seats_make(&r->seats, &r->run.tally, NULL));
}

static void make_pair(ComparedRun run[2], const Setup *setup, int repetition) {
  uint64_t seed = 10 * (uint64_t)repetition;
  open_run(&run[0], "A", 1, setup, setup->a_games);
  open_run(&run[1], "B", setup->common > 0 ? 1 : 2, setup, setup->b_games);
  play(&run[0], &setup->a, setup, setup->a_games, seed + 1, seed + 2);
  play(&run[1], &setup->b, setup, setup->b_games, seed + 1, seed + 3);
}

/* ---- judging -------------------------------------------------------------*/

typedef struct Score {
  int false_claims, found; /* comparisons with any */
  int intervals, missed, correlated;
} Score;

static void judge(const Comparison *c, const Setup *setup, Score *score) {
  bool wrong = false, found = false;
  for (const Difference *d = c->list; d < c->list + c->count; d++) {
    bool moves = compared_metric_is_moves(d->metric);
    if (d->metric.kind == COMPARE_CHANCE)
      continue;
    double truth = moves ? true_share(&setup->b, d->metric) -
                               true_share(&setup->a, d->metric)
                         : 0;
    bool claimed = d->p_holm < 0.05;
    wrong |= claimed && d->difference.value * truth <= 1e-12;
    found |= claimed && d->difference.value * truth > 1e-12;
    score->correlated += moves && d->correlation > 0.2;
    if (!moves || !estimate_has_interval(d->difference))
      continue;
    score->intervals++;
    score->missed += d->difference.low > truth || d->difference.high < truth;
    /* What is claimed has an interval that says so. */
    assert_true(!claimed || d->difference.low * d->difference.high > 0);
  }
  score->false_claims += wrong;
  score->found += found;
}

static Score referee(const Setup *setup) {
  Score score = {0};
  for (int i = 0; i < setup->repetitions; i++) {
    ComparedRun run[2];
    make_pair(run, setup, i);
    Comparison c;
    assert_true(compare(&run[0], &run[1], &c, NULL));
    judge(&c, setup, &score);
    compared_run_free(&run[0]);
    compared_run_free(&run[1]);
  }
  print_message("%s: false claim %d, found %d of %d; missed %d of %d\n",
                setup->name, score.false_claims, score.found,
                setup->repetitions, score.missed, score.intervals);
  return score;
}

/* With three standard deviations of random variation. */
static int at_most(int n, double probability) {
  return (int)(n * probability + 3 * sqrt(n * probability * (1 - probability)));
}

static Score assert_true_enough(const Setup *setup) {
  Score score = referee(setup);
  assert_true(score.intervals > 0);
  if (score.false_claims > at_most(setup->repetitions, 0.05))
    fail_msg("%s: %d false claims", setup->name, score.false_claims);
  if (score.missed > at_most(score.intervals, 0.06))
    fail_msg("%s: %d of %d intervals miss", setup->name, score.missed,
             score.intervals);
  return score;
}

/* ---- tests ---------------------------------------------------------------*/

#define EVEN                                                                   \
  {                                                                            \
    .share = 0.3, .spread = 0.2, .longer = 20, .openings = 8, .first = 0.3,    \
    .like = 0.7                                                                \
  }
#define SELDOM                                                                 \
  { .rare = 0.2, .rare_share = 0.5, .longer = 20, .openings = 20, .first = 0.8 }
#define GROWING                                                                \
  {                                                                            \
    .rare = 0.1, .rare_share = 0.9, .share = 0.1, .longer = 60,                \
    .growing = true                                                            \
  }
#define MANY                                                                   \
  { .share = 0.5, .longer = 10, .openings = OPENINGS, .first = 0.025 }

static void runs_that_do_not_differ_are_not_said_to(void **state) {
  (void)state;
  static const Setup SETUPS[] = {
      {"equal", EVEN, EVEN, 200, 200, 0, false, 1000},
      {"few people", EVEN, EVEN, 30, 1000, 0, false, 1000},
      {"few of each", EVEN, EVEN, 15, 15, 0, false, 2000},
      {"walls in every fifth game", SELDOM, SELDOM, 30, 1000, 0, false, 1000},
      {"longer games with more walls", GROWING, GROWING, 40, 300, 0, false,
       1000},
      {"forty openings", MANY, MANY, 40, 400, 0, false, 1000},
      {"pairs", EVEN, EVEN, 200, 200, 0.6, false, 1000},
      {"pairs, few", SELDOM, SELDOM, 40, 40, 0.6, false, 2000},
      {"bots that take turns", EVEN, EVEN, 100, 100, 0, true, 1000},
      {"the same mean, rarely",
       {.share = 0.028, .longer = 20},
       {.rare = 0.01, .rare_share = 0.8, .share = 0.02020202, .longer = 20},
       300,
       100,
       0,
       false,
       1000},
  };
  for (size_t i = 0; i < COUNT(SETUPS); i++)
    assert_true_enough(&SETUPS[i]);
}

static void differences_are_found(void **state) {
  (void)state;
  static const Moves MORE = {.share = 0.5,
                             .spread = 0.2,
                             .longer = 20,
                             .openings = 8,
                             .first = 0.3,
                             .like = 0.7};
  static const Moves FIRST = {.share = 0.3,
                              .spread = 0.2,
                              .longer = 20,
                              .openings = 8,
                              .first = 0.7,
                              .like = 0.7},
                     LIKE = {.share = 0.3,
                             .spread = 0.2,
                             .longer = 20,
                             .openings = 8,
                             .first = 0.3,
                             .like = 0.4};
  static const Setup SETUPS[] = {
      {"more walls", EVEN, MORE, 30, 300, 0, false, 300},
      {"another first move", EVEN, FIRST, 40, 300, 0, false, 300},
      {"less like the bot", EVEN, LIKE, 40, 200, 0, false, 300},
  };
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    Score score = assert_true_enough(&SETUPS[i]);
    assert_true(score.found > 0.9 * SETUPS[i].repetitions);
  }
}

/* Pairs of games that are often the same say more than as many others. */
static void pairs_are_compared_as_pairs(void **state) {
  (void)state;
  static const Setup PAIRS = {"pairs", EVEN, EVEN, 200, 200, 0.6, false, 20};
  assert_true(referee(&PAIRS).correlated > 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_that_do_not_differ_are_not_said_to),
      cmocka_unit_test(differences_are_found),
      cmocka_unit_test(pairs_are_compared_as_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
