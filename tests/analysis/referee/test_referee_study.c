/* The referee of game cards: whether their sentences about seats and skill, and
 * about what a change did, are as seldom wrong as they say. The ladders are
 * synthetic: all runs are drawn from seeds of their own. */
#include "tests/support/support.h"

#include "analysis/experiments/study_internal.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

/* What is true on a level: how often the seats win between equals, and the
 * stronger bot's chances against the level below. */
typedef struct TrueLevel {
  Truth equals;
  double stronger, drawn; /* probabilities; the rest is lost */
} TrueLevel;

/* Random players, and mcts with doubling iterations. */
typedef struct TrueCard {
  int levels, games;
  TrueLevel level[6];
} TrueCard;

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

static Ladder *make_ladder(const TrueCard *truth) {
  Ladder *l = calloc(1, sizeof *l);
  assert_non_null(l);
  l->levels = truth->levels;
  l->seats = l->sides = truth->level[0].equals.sides;
  strcpy(l->option, "iterations");
  strcpy(l->level[0].bot, "random");
  for (int i = 1; i < l->levels; i++)
    l->level[i].value = 8 << i;
  return l;
}

/* Two players only play the level below. */
static void play(Study *s, const TrueCard *truth, uint64_t seed) {
  Ladder *l = make_ladder(truth);
  *s = (Study){.ladder = l, .complete = true};
  for (int i = 0; i < ladder_runs(l); i++) {
    const TrueLevel *level = &truth->level[ladder_run_level(i)];
    Run run;
    if (ladder_run_is_against(i) && l->sides > 2)
      continue;
    if (ladder_run_is_against(i))
      play_against(&run, level, truth->games, ladder_seed(seed, i));
    else
      synthetic_run(&run, &level->equals, (uint64_t)truth->games,
                    ladder_seed(seed, i));
    ladder_add_results(l, i, &run);
    run_close(&run);
  }
  card_add_ladder(s);
}

static void finish(Study *s) {
  metrics_free(&s->card);
  free(s->ladder);
}

/* A card of the same chances on all levels. */
static TrueCard same_levels(int levels, int games, double stronger,
                            double drawn, Truth equals) {
  TrueCard truth = {levels, games, {{equals, stronger, drawn}}};
  for (int i = 1; i < levels; i++)
    truth.level[i] = truth.level[0];
  return truth;
}

/* Whether some sentence says this. */
static int says(const Study *s, const char *words) {
  Sentences verdict = {0};
  study_verdict(s, &verdict);
  for (int i = 0; i < verdict.count; i++)
    if (strstr(verdict.text[i], words))
      return 1;
  return 0;
}

/* Whether a seat is said to have an advantage: "between random players seat 1
 * scores 61%", and not "no advantage is shown: seat 1 scores 51%". */
static int says_unfair(const Study *s, const char *unused) {
  (void)unused;
  Sentences verdict = {0};
  study_verdict(s, &verdict);
  for (const char *at = verdict.text[0]; (at = strstr(at, "seat ")); at++)
    if (at[-2] != ':')
      return 1;
  return 0;
}

static int count_cards(const TrueCard *truth, int cards,
                       int (*test)(const Study *, const char *),
                       const char *words) {
  int count = 0;
  for (uint64_t seed = 0; seed < (uint64_t)cards; seed++) {
    Study s;
    play(&s, truth, seed);
    count += test(&s, words);
    finish(&s);
  }
  return count;
}

/* ---- seats ---------------------------------------------------------------*/

static void a_fair_game_is_seldom_called_unfair(void **state) {
  (void)state;
  enum { CARDS = 150 };
  static const struct {
    int games;
    Truth equals;
  } CASES[] = {
      {20, {2, {0.5, 0.5}}},
      {200, {2, {0.5, 0.5}}},
      {60, {2, {0.2, 0.2}, .drawn = 0.6}},
      {60, {3, {1 / 3.0, 1 / 3.0, 1 / 3.0}}},
      {20, {4, {0.25, 0.25, 0.25, 0.25}}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueCard truth = same_levels(4, CASES[i].games, 0.5, 0, CASES[i].equals);
    assert_at_most("a fair game, called unfair",
                   count_cards(&truth, CARDS, says_unfair, NULL), CARDS, 0.05);
  }
  TrueCard truth = same_levels(4, 200, 0.5, 0, (Truth){2, {0.7, 0.3}});
  assert_at_least("an unfair game, called so",
                  count_cards(&truth, 50, says_unfair, NULL), 50, 0.9);
}

/* Four games in a hundred have no result, and seat 2 would have won them. */
static void an_advantage_holds_whoever_won_the_other_games(void **state) {
  (void)state;
  enum { CARDS = 40 };
  TrueCard truth = same_levels(4, 4000, 0.5, 0, (Truth){2, {0.5, 0.46}});
  assert_at_most("unfair by games without a result",
                 count_cards(&truth, CARDS, says_unfair, NULL), CARDS, 0.05);
  truth = same_levels(3, 3200, 0.5, 0, (Truth){2, {0.53, 0.43}});
  assert_at_most("fair, but for games without a result",
                 count_cards(&truth, CARDS, says, "is fair to within"), CARDS,
                 0.05);
}

static void fair_to_within_5_points_is_seldom_wrong(void **state) {
  (void)state;
  enum { CARDS = 40 };
  static const char FAIR[] = "is fair to within 5 points";
  static const int GAMES[] = {800, 1600, 3200};
  static const double SHARES[] = {0.551, 0.57};
  for (size_t i = 0; i < COUNT(GAMES) * COUNT(SHARES); i++) {
    double share = SHARES[i % COUNT(SHARES)];
    TrueCard truth = same_levels(3, GAMES[i / COUNT(SHARES)], 0.5, 0,
                                 (Truth){2, {share, 1 - share}});
    assert_at_most("more than 5 points, called fair",
                   count_cards(&truth, CARDS, says, FAIR), CARDS, 0.05);
  }
  TrueCard truth = same_levels(3, 1600, 0.5, 0, (Truth){2, {0.5, 0.5}});
  assert_at_least("fair, called so", count_cards(&truth, CARDS, says, FAIR),
                  CARDS, 0.8);
}

/* ---- skill ---------------------------------------------------------------*/

static void equal_players_seldom_differ_in_skill(void **state) {
  (void)state;
  enum { CARDS = 150 };
  static const char SKILL[] = "levels of skill, each of which scores";
  static const struct {
    int games;
    double won, drawn;
  } CASES[] = {{20, 0.5, 0}, {60, 0.3, 0.4}, {60, 0.02, 0.96}, {200, 0.5, 0}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueCard truth = same_levels(4, CASES[i].games, CASES[i].won,
                                 CASES[i].drawn, (Truth){2, {0.5, 0.5}});
    assert_at_most("equal players, called better",
                   count_cards(&truth, CARDS, says, SKILL), CARDS, 0.05);
  }
  TrueCard truth = same_levels(4, 60, 0.7, 0, (Truth){2, {0.5, 0.5}});
  assert_at_least("better players, called so",
                  count_cards(&truth, 50, says, SKILL), 50, 0.9);
}

static double elo_of(double score) {
  return 400 * log10(score / (1 - score));
}

static int misses(const Study *s, const char *name, double truth) {
  Estimate e = metrics_find(&s->card, "skill", "", name)->estimate;
  return e.low > truth || e.high < truth;
}

/* The first level is not doubled. */
static void intervals_of_skill_hold(void **state) {
  (void)state;
  enum { CARDS = 200 };
  static const struct {
    int games;
    double won[3], drawn[3];
  } CASES[] = {
      {20, {0.9, 0.7, 0.6}, {0}},
      {60, {0.99, 0.9, 0.9}, {0}},
      {60, {0.85, 0.5, 0.3}, {0.1, 0.3, 0.5}},
      {200, {0.98, 0.75, 0.6}, {0}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueCard truth =
        same_levels(4, CASES[i].games, 0, 0, (Truth){2, {0.5, 0.5}});
    double elo = 0, doubled = 0;
    int elo_missed = 0, doubled_missed = 0;
    for (int k = 0; k < 3; k++) {
      double score = CASES[i].won[k] + CASES[i].drawn[k] / 2;
      truth.level[k + 1].stronger = CASES[i].won[k];
      truth.level[k + 1].drawn = CASES[i].drawn[k];
      elo += elo_of(score);
      doubled += k ? score / 2 : 0;
    }
    for (uint64_t seed = 0; seed < CARDS; seed++) {
      Study s;
      play(&s, &truth, seed);
      elo_missed += misses(&s, "skill_elo", elo);
      doubled_missed += misses(&s, "doubling_score", doubled);
      finish(&s);
    }
    assert_at_most("the distance in Elo, missed", elo_missed, CARDS, 0.05);
    assert_at_most("the score of doubling, missed", doubled_missed, CARDS,
                   0.05);
  }
}

/* How often the better of two players wins if a game is drawn ν√p times as
 * often as lost and won p times as often (Davidson 1970). */
static double win_rate(double p, double nu) {
  return p / (p + 1 + nu * sqrt(p));
}

/* p for players 200 Elo apart. */
static double odds_of_better(double nu) {
  double low = 1, high = 1e6;
  for (int i = 0; i < 100; i++) {
    double p = sqrt(low * high);
    double score = win_rate(p, nu) * (1 + nu / sqrt(p) / 2);
    *(score < 1 / (1 + pow(10, -0.5)) ? &low : &high) = p;
  }
  return low;
}

static void the_better_player_wins_as_often_as_said(void **state) {
  (void)state;
  enum { CARDS = 200 };
  static const struct {
    int games;
    double odds[3], nu;
  } CASES[] = {{20, {3, 1.5, 1.2}, 0.5},
               {200, {3, 1.5, 1.2}, 0.5},
               {200, {30, 4, 2}, 1},
               {100, {9, 2, 1.5}, 8}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double nu = CASES[i].nu, better = win_rate(odds_of_better(nu), nu);
    TrueCard truth =
        same_levels(4, CASES[i].games, 0, 0, (Truth){2, {0.5, 0.5}});
    int missed = 0;
    for (int k = 0; k < 3; k++) {
      double p = CASES[i].odds[k];
      truth.level[k + 1].stronger = win_rate(p, nu);
      truth.level[k + 1].drawn = win_rate(p, nu) * nu / sqrt(p);
    }
    for (uint64_t seed = 0; seed < CARDS; seed++) {
      Study s;
      play(&s, &truth, seed);
      missed += misses(&s, "better_win_rate", better);
      finish(&s);
    }
    assert_at_most("how often the better player wins, missed", missed, CARDS,
                   0.06);
  }
}

/* ---- what a change did ---------------------------------------------------*/

static int count_changes(const TrueCard *before, const TrueCard *after,
                         int pairs) {
  int count = 0;
  for (uint64_t seed = 0; seed < (uint64_t)pairs; seed++) {
    Study old, new;
    Document document = {0};
    play(&old, before, seed);
    play(&new, after, seed + 1000000);
    study_change(&old, &new, &document);
    count += !strstr(document.verdict.text[0], "No figure is shown to differ");
    document_free(&document);
    finish(&old);
    finish(&new);
  }
  return count;
}

static void the_same_rules_are_seldom_said_to_differ(void **state) {
  (void)state;
  enum { PAIRS = 150 };
  static const struct {
    int games;
    double won, drawn;
    Truth equals;
  } CASES[] = {
      {20, 0.5, 0, {2, {0.5, 0.5}}},
      {200, 0.5, 0, {2, {0.5, 0.5}}},
      {60, 0.9, 0, {2, {0.9, 0.1}}},
      {60, 0.5, 0.3, {2, {0.97, 0.01}, .drawn = 0.01}},
      {60, 0.98, 0.01, {2, {0.2, 0.2}, .drawn = 0.6, .longer = 20}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    TrueCard truth = same_levels(4, CASES[i].games, CASES[i].won,
                                 CASES[i].drawn, CASES[i].equals);
    assert_at_most("the same rules, said to differ",
                   count_changes(&truth, &truth, PAIRS), PAIRS, 0.05);
  }
  TrueCard old = same_levels(4, 200, 0.6, 0, (Truth){2, {0.5, 0.5}});
  TrueCard new = same_levels(4, 200, 0.6, 0, (Truth){2, {0.75, 0.25}});
  assert_at_least("other rules, said to differ", count_changes(&old, &new, 50),
                  50, 0.9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_fair_game_is_seldom_called_unfair),
      cmocka_unit_test(fair_to_within_5_points_is_seldom_wrong),
      cmocka_unit_test(an_advantage_holds_whoever_won_the_other_games),
      cmocka_unit_test(equal_players_seldom_differ_in_skill),
      cmocka_unit_test(intervals_of_skill_hold),
      cmocka_unit_test(the_better_player_wins_as_often_as_said),
      cmocka_unit_test(the_same_rules_are_seldom_said_to_differ),
  };
  return RUN_TESTS(tests);
}
