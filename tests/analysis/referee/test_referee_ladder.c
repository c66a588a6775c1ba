/* The referee of ladders: whether their sentences are as seldom wrong as they
 * say. Every run of a synthetic ladder is drawn from its own seed, as
 * ladder_seed gives it. */
#include "tests/support/support.h"

#include "analysis/experiments/ladder_internal.h"
#include "tests/support/synthetic.h"
#include <math.h>

/* What is true on a level: how often the seats win between equals, and the
 * stronger bot's chances against the level below. */
typedef struct TrueLevel {
  Truth equals;
  double stronger, drawn; /* probabilities; the rest is lost */
} TrueLevel;

typedef struct TrueLadder {
  int levels, games;
  TrueLevel level[6];
} TrueLadder;

/* The two bots change seats after every game. */
static void play_against(Run *run, const TrueLevel *truth, int games,
                         uint64_t seed) {
  static const char *const BOTS[] = {"strong", "weak"};
  Rng rng;
  rng_seed(&rng, seed, 0);
  synthetic_open(run, &truth->equals, SEATING_ROTATED, BOTS, 2);
  for (int i = 0; i < games; i++) {
    int strong = i % 2;
    double chance = synthetic_uniform(&rng);
    Match match = {.end = MATCH_WIN, .forfeiter = -1, .plies = 10};
    match.winners =
        (uint16_t)(1 << (chance < truth->stronger ? strong : 1 - strong));
    if (chance >= 1 - truth->drawn)
      match = (Match){.end = MATCH_DRAW, .forfeiter = -1, .plies = 10};
    synthetic_add(run, &match);
  }
}

/* Which runs to play: those that the sentence is about. */
typedef enum RunKind { EQUALS, AGAINST } RunKind;

static void play(Ladder *l, const TrueLadder *truth, RunKind part,
                 uint64_t seed) {
  l->levels = truth->levels;
  strcpy(l->option, "rounds");
  memset(l->level, 0, (size_t)l->levels * sizeof *l->level);
  for (int i = 0; i < ladder_runs(l); i++) {
    const TrueLevel *level = &truth->level[ladder_run_level(i)];
    Run run;
    l->level[ladder_run_level(i)].value = 1 << ladder_run_level(i);
    if (ladder_run_is_against(i) != (part == AGAINST))
      continue;
    if (part == AGAINST)
      play_against(&run, level, truth->games, ladder_seed(seed, i));
    else
      synthetic_run(&run, &level->equals, (uint64_t)truth->games,
                    ladder_seed(seed, i));
    ladder_add_results(l, i, &run);
    run_close(&run);
  }
}

/* Whether some sentence says this. */
static int says(const Ladder *l, const char *words) {
  Sentences verdict = {0};
  ladder_verdict(l, &verdict);
  for (int i = 0; i < verdict.count; i++)
    if (strstr(verdict.text[i], words))
      return 1;
  return 0;
}

/* A ladder of the same chances on all levels. */
static TrueLadder same_levels(int levels, int games, double stronger,
                              double drawn, Truth equals) {
  TrueLadder truth = {levels, games, {{equals, stronger, drawn}}};
  for (int i = 1; i < levels; i++)
    truth.level[i] = truth.level[0];
  return truth;
}

static const Truth FAIR = {2, {0.5, 0.5}, .shortest = 10};

static void the_interval_of_the_mean_score_covers_it(void **state) {
  (void)state;
  enum { LADDERS = 400 };
  static const struct {
    int levels, games;
    double stronger, drawn;
  } CASES[] = {
      {5, 100, 0.6, 0},     {5, 20, 0.9, 0},    {3, 10, 0.7, 0},
      {2, 20, 0.5, 0.4},    {5, 20, 0.05, 0.9}, {4, 10, 0.3, 0.4},
      {5, 100, 0.98, 0.01}, {3, 6, 0.5, 0.3},   {5, 10, 0.02, 0.02},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Ladder l;
    TrueLadder truth = same_levels(CASES[i].levels, CASES[i].games,
                                   CASES[i].stronger, CASES[i].drawn, FAIR);
    double score = CASES[i].stronger + CASES[i].drawn / 2;
    int missed = 0;
    char what[96];
    for (uint64_t seed = 0; seed < LADDERS; seed++) {
      play(&l, &truth, AGAINST, seed);
      Estimate gain = ladder_gain(&l);
      missed += gain.low > score || gain.high < score;
    }
    snprintf(what, sizeof what, "%d levels of %d games, score %.3f: missed",
             CASES[i].levels, CASES[i].games, score);
    assert_at_most(what, missed, LADDERS, 0.05);
  }
}

/* How many of the ladders have a sentence with these words. */
static int count_saying(const TrueLadder *truth, int ladders,
                        const char *words) {
  static Ladder l;
  RunKind part = strstr(words, "makes the bot") ? AGAINST : EQUALS;
  int count = 0;
  for (uint64_t seed = 0; seed < (uint64_t)ladders; seed++) {
    play(&l, truth, part, seed);
    count += says(&l, words);
  }
  return count;
}

static void equal_bots_are_seldom_called_stronger(void **state) {
  (void)state;
  enum { LADDERS = 400 };
  TrueLadder truth = same_levels(4, 20, 0.4, 0.2, FAIR);
  assert_at_most("equal, called stronger",
                 count_saying(&truth, LADDERS, "makes the bot stronger"),
                 LADDERS, 0.025);
  assert_at_most("equal, called weaker",
                 count_saying(&truth, LADDERS, "makes the bot weaker"), LADDERS,
                 0.025);
  truth = same_levels(4, 50, 0.65, 0, FAIR);
  assert_at_least("stronger, called so",
                  count_saying(&truth, 200, "makes the bot stronger"), 200,
                  0.9);
}

/* The last level is as given; the first has the other truth. */
static TrueLadder two_levels(int games, Truth first, Truth last) {
  return (TrueLadder){2, games, {{first, 0.5, 0}, {last, 0.5, 0}}};
}

static void a_less_fair_game_is_seldom_called_fairer(void **state) {
  (void)state;
  enum { LADDERS = 200 };
  static const char FAIRER[] = "the game is fairer at the last of these";
  static const char LESS[] = "the game is less fair at the last of these";
  static const struct {
    int games;
    Truth first, last; /* the last is the less fair one, or as fair */
  } CASES[] = {
      {200, {2, {0.508, 0.492}}, {2, {0.488, 0.512}}},
      {200, {2, {0.5, 0.5}}, {2, {0.505, 0.495}}},
      {100, {2, {0.7, 0.3}}, {2, {0.29, 0.71}}},
      {20, {2, {0.9, 0.1}}, {2, {0.92, 0.08}}},
      {30, {2, {0.1, 0.1}, .drawn = 0.8}, {2, {0.12, 0.08}, .drawn = 0.8}},
      {100, {3, {0.4, 0.3, 0.3}}, {3, {0.29, 0.3, 0.41}}},
      {60, {3, {0.34, 0.33, 0.33}}, {3, {0.33, 0.33, 0.34}}},
      {100, {4, {0.35, 0.25, 0.25, 0.15}}, {4, {0.25, 0.35, 0.15, 0.25}}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueLadder truth =
        two_levels(CASES[i].games, CASES[i].first, CASES[i].last);
    assert_at_most("less fair, called fairer",
                   count_saying(&truth, LADDERS, FAIRER), LADDERS, 0.025);
    truth = two_levels(CASES[i].games, CASES[i].last, CASES[i].first);
    assert_at_most("fairer, called less fair",
                   count_saying(&truth, LADDERS, LESS), LADDERS, 0.025);
  }
  TrueLadder truth =
      two_levels(200, (Truth){2, {0.7, 0.3}}, (Truth){2, {0.48, 0.52}});
  assert_at_least("fairer, called so", count_saying(&truth, 200, FAIRER), 200,
                  0.9);
  truth = two_levels(200, (Truth){3, {0.33, 0.33, 0.34}},
                     (Truth){3, {0.6, 0.3, 0.1}});
  assert_at_least("less fair, called so", count_saying(&truth, 200, LESS), 200,
                  0.8);
}

/* Some claim about some level is false in at most 5% of ladders. */
static void fair_levels_are_seldom_called_unfair(void **state) {
  (void)state;
  enum { LADDERS = 200 };
  static const Truth CASES[] = {
      {2, {0.5, 0.5}}, {2, {0.3, 0.3}, .drawn = 0.4}, {3, {0.3, 0.3, 0.3}}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueLadder truth = same_levels(5, 40, 0.5, 0, CASES[i]);
    assert_at_most("a fair level, called unfair",
                   count_saying(&truth, LADDERS, "has an advantage"), LADDERS,
                   0.05);
  }
  TrueLadder truth = same_levels(5, 100, 0.5, 0, FAIR);
  truth.level[3].equals = (Truth){2, {0.7, 0.3}};
  assert_at_least("an unfair level, called so",
                  count_saying(&truth, 200, "At rounds=8 seat 1 has an"), 200,
                  0.8);
}

/* Of the games that end, the strong level is fair. Most do not end. */
static void an_advantage_that_turns_is_said(void **state) {
  (void)state;
  enum { LADDERS = 200 };
  static const char TURNS[] = "The advantage is that of seat";
  TrueLadder truth =
      two_levels(100, (Truth){2, {0.7, 0.3}}, (Truth){2, {0.3, 0.7}});
  assert_at_least("an advantage that turns, called so",
                  count_saying(&truth, LADDERS, TURNS), LADDERS, 0.9);
  truth = two_levels(100, (Truth){2, {0.7, 0.3}}, FAIR);
  assert_at_most("an advantage that ends, said to turn",
                 count_saying(&truth, LADDERS, TURNS), LADDERS, 0.05);
}

static void nothing_is_called_fairer_if_games_have_no_result(void **state) {
  (void)state;
  TrueLadder truth = two_levels(500, (Truth){2, {0.9, 0.1}},
                                (Truth){2, {0.45, 0.45}}); /* 10% truncated */
  assert_int_equal(count_saying(&truth, 100, "the game is fairer"), 0);
  assert_int_equal(count_saying(&truth, 100, "the game is less fair"), 0);
  assert_int_equal(count_saying(&truth, 100, "too many games have no result"),
                   100);
  truth.level[1].equals = (Truth){2, {0.5, 0.5}};
  assert_int_equal(count_saying(&truth, 100, "the game is fairer"), 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_interval_of_the_mean_score_covers_it),
      cmocka_unit_test(equal_bots_are_seldom_called_stronger),
      cmocka_unit_test(a_less_fair_game_is_seldom_called_fairer),
      cmocka_unit_test(fair_levels_are_seldom_called_unfair),
      cmocka_unit_test(an_advantage_that_turns_is_said),
      cmocka_unit_test(nothing_is_called_fairer_if_games_have_no_result),
  };
  return RUN_TESTS(tests);
}
