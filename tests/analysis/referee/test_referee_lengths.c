/* The referee of lengths: games whose distribution of lengths is known, stopped
 * at a ply limit and by forfeits. How often the intervals of quantiles and of
 * the restricted mean miss, and whether each sentence on lengths is true. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* The probability that a game takes more than this many plies, by the way it
 * would go if nobody stopped it. */
typedef double Tail(int plies);

static double geometric(int plies) {
  return plies < 5 ? 1 : pow(0.95, plies - 4);
}

static double two_lengths(int plies) {
  return plies < 10 ? 1 : plies < 90 ? 0.4 : 0;
}

static double heavy(int plies) {
  return plies < 8 ? 1 : pow(8.0 / (plies + 1), 1.2);
}

/* Some games never end. */
static double seldom_endless(int plies) {
  return 0.99 * geometric(plies) + 0.01;
}

static double sometimes_endless(int plies) {
  return 0.97 * geometric(plies) + 0.03;
}

typedef struct Case {
  const char *name;
  Tail *tail;
  int limit;
  double forfeit;
} Case;

/* A case with its truth. */
enum { LONGEST = 1000 };
typedef struct Lived {
  const Case *c;
  double tail[LONGEST + 1];
  double mean[LONGEST + 2]; /* with longer games counted as this long */
  double p5, median, p95;
} Lived;

static double true_quantile(Tail *tail, double share) {
  int plies = 0;
  while (1 - tail(plies) < share - 1e-12)
    plies++;
  return plies;
}

static void live(Lived *l, const Case *c) {
  l->c = c;
  l->mean[0] = 0;
  for (int plies = 0; plies <= LONGEST; plies++) {
    l->tail[plies] = c->tail(plies);
    l->mean[plies + 1] = l->mean[plies] + l->tail[plies];
  }
  l->p5 = true_quantile(c->tail, 0.05);
  l->median = true_quantile(c->tail, 0.5);
  l->p95 = true_quantile(c->tail, 0.95);
}

/* The length that a uniform number stands for; or that it is above the limit.
 */
static int draw_length(const Lived *l, Rng *rng) {
  double uniform = synthetic_uniform(rng);
  int low = 0, high = l->c->limit + 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (1 - l->tail[middle] > uniform)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* A ply at which the game will be stopped, if it has not ended by then. */
static int draw_stop(const Case *c, Rng *rng) {
  if (c->forfeit == 0)
    return c->limit;
  double at = log(1 - synthetic_uniform(rng)) / log(1 - c->forfeit);
  return at < c->limit ? (int)at : c->limit;
}

static void play(Run *run, const Lived *l, int games, Rng *rng) {
  const Truth truth = {.sides = 2, .max_plies = l->c->limit};
  synthetic_open(run, &truth, SEATING_FIXED, NULL, 0);
  for (int i = 0; i < games; i++) {
    int plies = draw_length(l, rng), stop = draw_stop(l->c, rng);
    Match m = {.end = MATCH_WIN, .winners = 1, .forfeiter = -1};
    if (plies > stop && stop < l->c->limit)
      m = (Match){.end = MATCH_FORFEIT, .forfeiter = 0};
    else if (plies > stop)
      m = (Match){.end = MATCH_TRUNCATED, .forfeiter = -1};
    m.plies = plies < stop ? plies : stop;
    m.moved = 3;
    m.hash = rng_next(rng);
    synthetic_add(run, &m);
  }
}

/* ---- intervals -----------------------------------------------------------*/

static const Case CASES[] = {
    {"geometric", geometric, 1000, 0},
    {"geometric, 4% truncated", geometric, 67, 0},
    {"geometric, 30% truncated", geometric, 27, 0},
    {"geometric, 60% truncated", geometric, 14, 0},
    {"geometric, all truncated", geometric, 4, 0},
    {"geometric, forfeits", geometric, 1000, 0.01},
    {"geometric, forfeits, 30% truncated", geometric, 27, 0.02},
    {"two lengths", two_lengths, 1000, 0},
    {"two lengths, 40% truncated", two_lengths, 50, 0},
    {"two lengths, forfeits", two_lengths, 1000, 0.01},
    {"heavy, 4% truncated", heavy, 116, 0},
    {"heavy, 30% truncated", heavy, 21, 0},
    {"heavy, forfeits, 4% truncated", heavy, 116, 0.005},
    {"heavy, 0.3% truncated", heavy, 1000, 0},
    {"1% endless", seldom_endless, 1000, 0},
    {"3% endless", sometimes_endless, 1000, 0},
    {"3% endless, forfeits", sometimes_endless, 1000, 0.001},
};

typedef struct Misses {
  int p5, median, p95, mean, means;
} Misses;

static bool holds(Estimate e, double truth) {
  return e.low <= truth && truth <= e.high;
}

static double truth_of(const Lived *truth, const Lengths *l) {
  return truth->mean[l->restricted ? l->limit : truth->c->limit];
}

static void count_misses(Misses *m, const Lived *truth, const Tally *t) {
  Lengths l = summary_lengths(t);
  m->p5 += !holds(l.p5, truth->p5);
  m->median += !holds(l.median, truth->median);
  m->p95 += !holds(l.p95, truth->p95);
  m->means += estimate_has_interval(l.mean);
  m->mean +=
      estimate_has_interval(l.mean) && !holds(l.mean, truth_of(truth, &l));
}

/* Plays runs of a case and counts what misses. */
static Misses count_all(const Case *c, int games, int trials, uint64_t seed) {
  static Lived truth;
  Misses m = {0};
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)games);
  live(&truth, c);
  for (int trial = 0; trial < trials; trial++) {
    Run run;
    play(&run, &truth, games, &rng);
    count_misses(&m, &truth, &run.tally);
    run_close(&run);
  }
  return m;
}

/* Quantiles miss at most 5% of the time; the lengths are whole numbers and the
 * intervals exact, so they miss less often. The mean has an interval where the
 * games support it. */
static void the_intervals_of_lengths_hold(void **state) {
  (void)state;
  enum { TRIALS = 180 };
  static const int GAMES[] = {30, 60, 200, 300, 1000};
  int medians = 0;
  for (size_t i = 0; i < COUNT(CASES) * COUNT(GAMES); i++) {
    const Case *c = &CASES[i / COUNT(GAMES)];
    int games = GAMES[i % COUNT(GAMES)];
    int trials = games < 1000 ? TRIALS : TRIALS / 2;
    Misses m = count_all(c, games, trials, 31 + i);
    print_message("%s, %d games, %d with a mean: ", c->name, games, m.means);
    assert_at_most("p5", m.p5, trials, 0.05);
    assert_at_most("median", m.median, trials, 0.05);
    assert_at_most("p95", m.p95, trials, 0.05);
    assert_true(games >= MEAN_GAMES || m.means == 0);
    assert_at_most("missed the mean", m.mean, trials, 0.05);
    medians += m.median;
  }
  assert_true(medians > TRIALS / 20); /* and are no wider than necessary */
}

/* The mean of ordinary games has an interval that is no wider than necessary.
 */
static void ordinary_games_have_a_mean(void **state) {
  (void)state;
  enum { TRIALS = 300 };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    if (CASES[i].tail != geometric || CASES[i].limit == 4)
      continue;
    Misses m = count_all(&CASES[i], 500, TRIALS, 34);
    assert_at_least("a mean is stated", m.means, TRIALS, 0.98);
    assert_at_least("it misses", m.mean, TRIALS, 0.02);
  }
}

/* With every game stopped at the limit, nothing below it is claimed, and with
 * few stopped the median is as narrow as if none were. */
static void the_median_ignores_a_limit_above_it(void **state) {
  (void)state;
  static Lived whole, limited;
  static const Case LIMITED = {"limited", geometric, 67, 0},
                    WHOLE = {"whole", geometric, LONGEST, 0};
  live(&whole, &WHOLE);
  live(&limited, &LIMITED);
  for (uint64_t trial = 0; trial < 20; trial++) {
    Rng one, other;
    Run a, b;
    rng_seed(&one, 32, trial);
    rng_seed(&other, 32, trial);
    play(&a, &whole, 500, &one);
    play(&b, &limited, 500, &other);
    Estimate x = summary_lengths(&a.tally).median,
             y = summary_lengths(&b.tally).median;
    assert_true(x.value == y.value && x.low == y.low && x.high == y.high);
    assert_true(x.high - x.low <= 6);
    run_close(&a);
    run_close(&b);
  }
}

/* ---- sentences -----------------------------------------------------------*/

/* Takes the commas out of the numbers of a sentence. */
static void read_numbers(const char *says, char text[SENTENCE]) {
  size_t to = 0;
  for (size_t i = 0; says[i]; i++)
    if (says[i] != ',' || says[i + 1] == ' ')
      text[to++] = says[i];
  text[to] = '\0';
}

/* Games that are known to take so many plies; if `beyond`, or more. A game that
 * was stopped takes longer than was played. */
static uint64_t games_within(const Tally *t, int low, int high, bool beyond) {
  uint64_t games = 0;
  for (int plies = low; plies <= t->max_plies; plies++)
    games +=
        beyond ? tally_length(t, plies) : (plies <= high ? t->ended[plies] : 0);
  return games;
}

/* "… took 12 to 48", "… 12 to at least 400", "… at least 400": of the games. */
static void check_range(const Tally *t, const char *says) {
  int low, high;
  bool beyond = true;
  const char *range = says, *next;
  while ((next = strstr(range + 1, " took ")))
    range = next;
  if (sscanf(range, " took at least %d", &low) != 1 &&
      sscanf(range, " took %d to at least %d", &low, &high) != 2) {
    beyond = false;
    if (sscanf(range, " took %d to %d", &low, &high) != 2) {
      assert_int_equal(sscanf(range, " took %d.", &low), 1);
      high = low;
    }
  }
  double least = strstr(says, "all of them") ? 1
                 : strstr(says, "nine out")  ? 0.9
                                             : 0;
  assert_true((double)games_within(t, low, high, beyond) >=
              least * (double)t->games);
  assert_true(least > 0 || t->ends[MATCH_FORFEIT]);
}

typedef struct Claims {
  int means, wrong_means, medians, wrong_medians, facts;
} Claims;

/* Returns whether a mean was claimed; counts whether it misses. */
static bool check_mean(const Lived *truth, const Tally *t, const char *says,
                       Claims *claims) {
  Lengths l = summary_lengths(t);
  double value, low, high;
  int limit = truth->c->limit;
  const char *counted = strstr(says, "count as ");
  if (sscanf(says, "A game takes %lf plies on average (%lf to %lf)", &value,
             &low, &high) != 3)
    return false;
  assert_true(t->games >= MEAN_GAMES);
  assert_true((counted != NULL) == l.restricted);
  if (counted)
    assert_int_equal(sscanf(counted, "count as %d", &limit), 1);
  assert_true((strstr(says, "forfeited") != NULL) ==
              (t->ends[MATCH_FORFEIT] > 0));
  double mean = truth->mean[limit];
  claims->means++;
  claims->wrong_means += mean < low - 0.05 || mean > high + 0.05;
  return true;
}

/* The same of a median. */
static bool check_median(const Lived *truth, const char *says, Claims *claims) {
  int value, low = 0, high = 0;
  const char *is = strstr(says, "The median length is "), *after;
  if (!is)
    return false;
  is += strlen("The median length is ");
  is += strncmp(is, "at least ", 9) == 0 ? 9 : 0;
  assert_int_equal(sscanf(is, "%d plies", &value), 1);
  after = strstr(is, " plies") + strlen(" plies");
  if (sscanf(after, " (%d to %d)", &low, &high) != 2) {
    bool open = sscanf(after, " (%d or more)", &low) == 1;
    low = open ? low : value;
    high = open ? INT_MAX : value;
  }
  claims->medians++;
  claims->wrong_medians += truth->median < low || truth->median > high;
  return true;
}

/* The other sentences: they speak of the games that were played, and are true
 * of all of them. */
static void check_fact(const Tally *t, const char *says) {
  uint64_t done = t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
  int low, high, of;
  const char *took = strstr(says, " took "), *after = strstr(says, ", after ");
  if (took && sscanf(took, " took %d to %d", &low, &high) == 2) {
    assert_true(done == t->games);
    assert_true(t->ended[low] && t->ended[high]);
    assert_int_equal(games_within(t, low, high, false), done);
  } else if (after) {
    assert_int_equal(sscanf(says, "%d of these", &of), 1);
    assert_true(sscanf(after, ", after %d to %d", &low, &high) > 0);
    assert_true(done == (uint64_t)of && t->ended[low]);
  } else if (took) {
    assert_int_equal(sscanf(took, " took %d pl", &low), 1);
    assert_true(t->ended[low] == done);
    assert_true((strstr(says, " that came to an end") != NULL) ==
                (done < t->games));
    assert_true((strstr(says, "The one game") != NULL) == (done == 1));
  } else {
    assert_int_equal(done, 0);
    if (strstr(says, "ended within"))
      assert_int_equal(t->ends[MATCH_TRUNCATED], t->games);
  }
}

static void check_sentence(const Lived *truth, const Run *run, Claims *claims) {
  char text[SENTENCE];
  Sentences says = {0};
  verdict_lengths(run, &says);
  assert_int_equal(says.count, 1);
  read_numbers(says.text[0], text);
  assert_null(strstr(text, "very game"));
  if (check_mean(truth, &run->tally, text, claims) ||
      check_median(truth, text, claims)) {
    check_range(&run->tally, text);
    return;
  }
  check_fact(&run->tally, text);
  claims->facts++;
}

static void every_sentence_on_lengths_is_true(void **state) {
  (void)state;
  enum { TRIALS = 100 };
  static const int GAMES[] = {1, 2, 5, 30, 60, 400};
  Claims claims = {0};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Lived truth;
    live(&truth, &CASES[i]);
    for (size_t trial = 0; trial < TRIALS * COUNT(GAMES); trial++) {
      Rng rng;
      Run run;
      rng_seed(&rng, 33, i * 1000 + trial);
      play(&run, &truth, GAMES[trial % COUNT(GAMES)], &rng);
      check_sentence(&truth, &run, &claims);
      run_close(&run);
    }
  }
  print_message("%d means, %d medians, %d facts\n", claims.means,
                claims.medians, claims.facts);
  assert_at_most("wrong means", claims.wrong_means, claims.means, 0.05);
  assert_at_most("wrong medians", claims.wrong_medians, claims.medians, 0.05);
  assert_true(claims.means > 500 && claims.medians > 1000);
  assert_true(claims.facts > 1000);
}

/* ---- comparing -----------------------------------------------------------*/

/* A run as compare reads it, of games that nobody forfeits. */
static void open_compared(ComparedRun *r, const char *dir, uint64_t seed,
                          const Lived *l, int games, Rng *rng) {
  const Truth truth = {.sides = 2, .max_plies = l->c->limit};
  *r = (ComparedRun){.dir = dir};
  snprintf(r->name, sizeof r->name, "%s", dir);
  synthetic_open(&r->run, &truth, SEATING_FIXED, NULL, 0);
  r->run.plan.seed = seed;
  r->run.plan.max_plies = l->c->limit;
  r->run.tally.moved = 3;
  r->run.tally.games = (uint64_t)games;
  r->games.outcome = calloc((size_t)games, sizeof *r->games.outcome);
  for (int i = 0; i < games; i++) {
    int plies = draw_length(l, rng), limit = l->c->limit;
    r->games.outcome[i] =
        (GameOutcome){plies < limit ? plies : limit, i % 2 ? 1 : 2,
                      plies > limit ? MATCH_TRUNCATED : MATCH_WIN};
  }
}

/* How often B is called longer, and shorter. */
typedef struct Judged {
  int longer, shorter;
} Judged;

static Judged judge(const Lived *one, const Lived *other, int games, int trials,
                    uint64_t seed) {
  Judged judged = {0};
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)games);
  for (int i = 0; i < trials; i++) {
    ComparedRun a, b;
    Comparison c;
    Sentences says = {0};
    open_compared(&a, "A", 1, one, games, &rng);
    open_compared(&b, "B", 2, other, games, &rng);
    assert_true(compare(&a, &b, &c, NULL));
    compare_verdict(&c, &says);
    for (int k = 0; k < says.count; k++) {
      judged.longer += strstr(says.text[k], " is longer: ") != NULL;
      judged.shorter += strstr(says.text[k], " is shorter: ") != NULL;
    }
    compared_run_free(&a);
    compared_run_free(&b);
  }
  return judged;
}

/* Most games are longer than those of which some never end, and all of them
 * are shorter on average. */
static double long_games(int plies) {
  return plies < 12 ? 1 : pow(0.95, plies - 11);
}

static void games_without_an_end_turn_no_comparison(void **state) {
  (void)state;
  enum { TRIALS = 90 };
  static const int GAMES[] = {60, 100, 200, 300, 1000};
  static const Case LONG = {"long", long_games, 1000, 0},
                    CASE[] = {{"1% endless", seldom_endless, 1000, 0},
                              {"3% endless", sometimes_endless, 1000, 0}};
  static Lived a, b;
  live(&a, &LONG);
  for (size_t i = 0; i < COUNT(CASE) * COUNT(GAMES); i++) {
    int games = GAMES[i % COUNT(GAMES)];
    live(&b, &CASE[i / COUNT(GAMES)]);
    assert_true(a.mean[1000] < b.mean[1000]);
    Judged judged = judge(&a, &b, games, TRIALS, 35);
    print_message("%s, %d games: ", b.c->name, games);
    assert_at_most("the wrong run", judged.shorter, TRIALS, 0.05);
    Judged equal = judge(&b, &b, games, TRIALS, 36);
    assert_at_most("a difference", equal.longer + equal.shorter, TRIALS, 0.05);
  }
}

/* Rare games of another length do not hide a clear difference. */
static double mostly_nine(int plies) {
  return plies < 8 ? 1 : plies < 9 ? 0.99 : 0;
}

static double mostly_twelve(int plies) {
  return plies < 11 ? 1 : plies < 12 ? 0.99 : 0;
}

static void a_clear_difference_is_found(void **state) {
  (void)state;
  enum { TRIALS = 100 };
  static const Case NINE = {"nine", mostly_nine, 100, 0},
                    TWELVE = {"twelve", mostly_twelve, 100, 0};
  static Lived a, b;
  live(&a, &NINE);
  live(&b, &TWELVE);
  Judged judged = judge(&a, &b, 300, TRIALS, 37);
  assert_at_least("the longer run", judged.longer, TRIALS, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_intervals_of_lengths_hold),
      cmocka_unit_test(ordinary_games_have_a_mean),
      cmocka_unit_test(the_median_ignores_a_limit_above_it),
      cmocka_unit_test(every_sentence_on_lengths_is_true),
      cmocka_unit_test(games_without_an_end_turn_no_comparison),
      cmocka_unit_test(a_clear_difference_is_found),
  };
  return RUN_TESTS(tests);
}
