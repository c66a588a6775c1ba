/* Races of a bot's settings: how often the better of two is chosen, and how
 * often a setting is eliminated, called the best or called close that is not.
 */
#include "tests/support/support.h"

#include "analysis/experiments/race.h"
#include "analysis/experiments/tune.h"
#include "analysis/stats/pentanomial.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

/* What is true of the settings of a race. In half of the openings one seat has
 * an advantage of `bias` points, in the others the other seat. In a share of
 * all games, `common`, the settings have the same luck. */
typedef struct TrueRace {
  int settings;
  double best;  /* Elo of the best against the opponent */
  double apart; /* Elo by which each of the others is below the one before */
  int equal;    /* so many are as good as the best */
  double draw, bias, common;
  int opponent; /* which one is the opponent itself; 0: none */
} TrueRace;

typedef struct Racing {
  const TrueRace *truth;
  RaceTable table;
  double elo[SETTINGS_MAX];
  uint64_t seed;
} Racing;

static int draw_game(double score, double draw, double chance) {
  double drawn = fmin(draw, 2 * fmin(score, 1 - score));
  double win = score - drawn / 2;
  return chance < win ? 2 : chance < win + drawn ? 1 : 0;
}

static RunEnd play(void *context, int i, uint64_t pairs, Error *error) {
  Racing *r = context;
  Setting *s = &r->table.setting[i];
  while (s->pairs < pairs) {
    Rng same, own;
    rng_seed(&same, r->seed, s->pairs);
    rng_seed(&own, r->seed + (uint64_t)i + 1, s->pairs + (UINT64_C(1) << 40));
    double bias = rng_below(&same, 2) ? r->truth->bias : -r->truth->bias;
    int points = 0;
    for (int game = 0; game < 2; game++, bias = -bias) {
      bool common = synthetic_uniform(&same) < r->truth->common;
      double together = synthetic_uniform(&same);
      double chance = common ? together : synthetic_uniform(&own);
      points +=
          draw_game(score_of_elo(r->elo[i]) + bias, r->truth->draw, chance);
    }
    if (!setting_add(s, points, error))
      return RUN_FAILED;
  }
  return RUN_DONE;
}

static void race_begin(Racing *r, const TrueRace *truth, uint64_t seed) {
  *r = (Racing){.truth = truth, .seed = seed * 1000};
  r->table = (RaceTable){.count = truth->settings,
                         .setting = calloc(SETTINGS_MAX, sizeof(Setting)),
                         .first = TUNE_FIRST / 2,
                         .each = TUNE_EACH / 2,
                         .most = TUNE_GAMES / 2,
                         .step = 1,
                         .close = RACE_CLOSE};
  assert_non_null(r->table.setting);
  /* The best is not the first one: which is has nothing to do with it. */
  for (int i = 0; i < truth->settings; i++) {
    int rank = (i + (int)seed) % truth->settings;
    r->elo[i] =
        truth->best -
        truth->apart * (rank < truth->equal ? 0 : rank - truth->equal + 1);
  }
  for (int i = 0; truth->opponent && i < truth->settings; i++)
    r->table.setting[i].is_opponent = r->elo[i] == 0;
}

/* What is wrong with what a race says. */
typedef struct Wrong {
  int best;     /* one is said to be the best that is not better than all */
  int out;      /* one of the best is eliminated */
  int within;   /* one is said to be within `close` of the leader that is not */
  int score;    /* an interval of a score */
  int elo;      /* or of a difference misses */
  int chosen;   /* the leader in the end is one of the best */
  int decided;  /* one is left */
  double pairs; /* of all settings */
} Wrong;

static void race_judge(const Racing *r, Wrong *w) {
  const RaceTable *t = &r->table;
  uint64_t pairs = 0;
  double lead = r->elo[t->leader];
  bool alone = r->truth->equal == 1 && lead == r->truth->best;
  bool out = false, within = false, score = false, elo = false;
  for (int i = 0; i < t->count; i++) {
    const Setting *s = &t->setting[i];
    double true_score = score_of_elo(r->elo[i]), apart = r->elo[i] - lead;
    out = out || (s->eliminated && r->elo[i] == r->truth->best);
    within = within || (t->end == RACE_WITHIN && !s->eliminated &&
                        fabs(apart) > t->close);
    score = score || s->score.low > true_score || s->score.high < true_score;
    elo = elo || (!s->eliminated && i != t->leader &&
                  (s->elo.low > apart || s->elo.high < apart));
    assert_true(s->pairs <= t->each);
    pairs += s->is_opponent ? 0 : s->pairs;
    w->pairs += s->is_opponent ? 0 : (double)s->pairs;
  }
  assert_true(pairs <= t->most);
  w->best += t->end == RACE_DECIDED && !alone;
  w->out += out;
  w->within += within;
  w->score += score;
  w->elo += elo;
  w->chosen += lead == r->truth->best;
  w->decided += t->end == RACE_DECIDED;
}

static Wrong race_many(const TrueRace *truth, int races, uint64_t seed) {
  Wrong w = {0};
  for (int i = 0; i < races; i++) {
    Racing r;
    race_begin(&r, truth, seed + (uint64_t)i);
    assert_int_equal(race_run(&r.table, play, &r, NULL), RUN_DONE);
    race_judge(&r, &w);
    race_table_free(&r.table);
  }
  return w;
}

static void the_better_of_two_is_chosen(void **state) {
  (void)state;
  static const TrueRace CASES[] = {
      {2, 30, 30, 1, .draw = 0},
      {2, 30, 30, 1, .draw = 0.3, .bias = 0.1, .common = 0.3},
      {2, 15, 30, 1, .draw = 0.1, .bias = 0.2},
      {2, 230, 30, 1, .draw = 0.2},
      {2, 30, 30, 1, .opponent = 1},
  };
  enum { RACES = 200 };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Wrong w = race_many(&CASES[i], RACES, 100 * i);
    print_message("30 Elo, case %zu: chosen in %d, shown in %d of %d races, of "
                  "%.0f games of each setting\n",
                  i, w.chosen, w.decided, RACES,
                  w.pairs / RACES * 2 / (CASES[i].opponent ? 1 : 2));
    assert_true(w.chosen >= RACES * 95 / 100);
    assert_at_most("30 Elo: wrong", w.best, RACES, 0.05);
  }
}

static void what_a_race_says_is_rarely_false(void **state) {
  (void)state;
  static const struct {
    TrueRace truth;
    int races;
  } CASES[] = {
      {{2, 0, 0, 2}, 200},
      {{2, 0, 0, 2, .draw = 0.9}, 200},
      {{2, 400, 0, 2, .common = 0.5}, 200},
      {{6, 0, 0, 6, .draw = 0.3, .bias = 0.1}, 100},
      {{6, 0, 0, 6, .common = 0.9}, 100},
      {{20, 0, 0, 20, .draw = 0.2}, 40},
      {{20, -300, 0, 20, .common = 0.95}, 40},
      {{2, 10, 15, 1}, 200},
      {{2, 500, 15, 1}, 100},
      {{6, 50, 20, 1, .draw = 0.2, .common = 0.3}, 100},
      {{6, 100, 40, 3, .bias = 0.2}, 100},
      {{6, 0, 60, 1, .opponent = 1}, 100},
      {{20, 100, 12, 1, .common = 0.5}, 40},
      {{2, 700, 30, 1}, 100},
      {{4, -800, 100, 1, .common = 0.5}, 50},
      {{2, 900, 15, 1, .common = 0.9}, 50},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const TrueRace *t = &CASES[i].truth;
    int races = CASES[i].races;
    Wrong w = race_many(t, races, 10000 + 1000 * i);
    print_message("%d settings, %g Elo apart, %d equal: one left in %d of %d, "
                  "%.0f games in all\n",
                  t->settings, t->apart, t->equal, w.decided, races,
                  2 * w.pairs / races);
    assert_at_most("called the best", w.best, races, 0.05);
    assert_at_most("eliminated", w.out, races, 0.05);
    assert_at_most("called close", w.within, races, 0.05);
    assert_at_most("scores", w.score, races, 0.05);
    assert_at_most("differences", w.elo, races, 0.05);
  }
}

/* Whether an interval for one look excludes 0 at any of the looks of a race. */
static bool seems_different(const Setting *a, const Setting *b) {
  double sum = 0, squares = 0;
  for (uint64_t n = 0, look = TUNE_FIRST / 2; n < a->pairs; n++) {
    double d = a->points[n] - b->points[n];
    sum += d;
    squares += d * d;
    if (n + 1 < look)
      continue;
    look += look / 2;
    if (sum * sum > 1.96 * 1.96 * squares)
      return true;
  }
  return false;
}

/* The same races with intervals for one look: equal settings would be told
 * apart far too often, so the rates above can be missed. */
static void intervals_for_one_look_would_not_do(void **state) {
  (void)state;
  enum { RACES = 100 };
  static const TrueRace EQUAL = {2, 0, 0, 2};
  int wrong = 0;
  for (uint64_t i = 0; i < RACES; i++) {
    Racing r;
    race_begin(&r, &EQUAL, i);
    assert_int_equal(race_run(&r.table, play, &r, NULL), RUN_DONE);
    wrong += seems_different(&r.table.setting[0], &r.table.setting[1]);
    race_table_free(&r.table);
  }
  assert_at_least("told apart for one look", wrong, RACES, 0.15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_better_of_two_is_chosen),
      cmocka_unit_test(what_a_race_says_is_rarely_false),
      cmocka_unit_test(intervals_for_one_look_would_not_do),
  };
  return RUN_TESTS(tests);
}
