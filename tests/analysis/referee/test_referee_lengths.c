/* The referee of lengths: games whose distribution of lengths is known, stopped
 * at a ply limit and by forfeits. How often the intervals of quantiles and of
 * the restricted mean miss, and whether each sentence on lengths is true. */
#include "tests/support/support.h"

#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"
#include <math.h>

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

typedef struct Case {
  const char *name;
  Tail *tail;
  int limit;
  double forfeit;
  bool skewed; /* a few long games make up much of the mean */
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
    {"heavy, 4% truncated", heavy, 116, 0, true},
    {"heavy, 30% truncated", heavy, 21, 0},
    {"heavy, forfeits, 4% truncated", heavy, 116, 0.005, true},
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

/* Quantiles miss at most 5% of the time; the lengths are whole numbers and the
 * intervals exact, so they miss less often. The mean is approximate. */
static void the_intervals_of_lengths_hold(void **state) {
  (void)state;
  enum { TRIALS = 400, GAMES = 60 };
  int medians = 0;
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Lived truth;
    Misses m = {0};
    Rng rng;
    rng_seed(&rng, 31, i);
    live(&truth, &CASES[i]);
    for (int trial = 0; trial < TRIALS; trial++) {
      Run run;
      play(&run, &truth, GAMES, &rng);
      count_misses(&m, &truth, &run.tally);
      run_close(&run);
    }
    print_message("%-36s p5 %3d, median %3d, p95 %3d, mean %3d of %d\n",
                  CASES[i].name, m.p5, m.median, m.p95, m.mean, m.means);
    assert_true(m.p5 <= TRIALS / 20 && m.median <= TRIALS / 20);
    assert_true(m.p95 <= TRIALS / 20);
    assert_true(m.mean <= m.means * (CASES[i].skewed ? 0.12 : 0.08));
    assert_true(m.mean >= m.means * 0.02);
    medians += m.median;
  }
  assert_true(medians > TRIALS / 20); /* and are no wider than necessary */
}

/* With every game stopped at the limit, nothing below it is claimed, and with
 * few stopped the median is as narrow as if none were. */
static void the_median_ignores_a_limit_above_it(void **state) {
  (void)state;
  static Lived whole, limited;
  static const Case LIMITED = {"limited", geometric, 67, 0, false},
                    WHOLE = {"whole", geometric, LONGEST, 0, false};
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

static uint64_t games_within(const Tally *t, int low, int high) {
  uint64_t games = 0;
  for (int plies = low; plies <= high && plies <= t->max_plies; plies++)
    games += tally_length(t, plies);
  return games;
}

/* "… took 12 to 48", "… 12 to at least 400", "… at least 400": of the games. */
static void check_range(const Tally *t, const char *says, double least) {
  int low, high;
  const char *range = strstr(says, " took ");
  assert_non_null(range);
  if (sscanf(range, " took at least %d", &low) == 1)
    high = t->max_plies;
  else if (sscanf(range, " took %d to at least %d", &low, &high) == 2)
    assert_true(t->stopped[high] > 0);
  else
    assert_int_equal(sscanf(range, " took %d to %d", &low, &high), 2);
  assert_true((double)games_within(t, low, high) >= least * (double)t->games);
}

/* Returns whether a mean was claimed; *wrong is whether it misses. */
static bool check_mean(const Lived *truth, const Tally *t, const char *says,
                       bool *wrong) {
  Lengths l = summary_lengths(t);
  double value, low, high;
  int limit = truth->c->limit;
  const char *counted = strstr(says, "count as ");
  if (sscanf(says, "A game takes %lf plies on average (%lf to %lf)", &value,
             &low, &high) != 3)
    return false;
  assert_true((counted != NULL) == l.restricted);
  if (counted)
    assert_int_equal(sscanf(counted, "count as %d", &limit), 1);
  assert_true((strstr(says, "forfeited") != NULL) ==
              (t->ends[MATCH_FORFEIT] > 0));
  *wrong = truth->mean[limit] < low - 0.05 || truth->mean[limit] > high + 0.05;
  return true;
}

/* The other sentences: they speak of the games that were played, and are true
 * of all of them. */
static void check_fact(const Tally *t, const char *says) {
  uint64_t done = t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
  int plies;
  const char *took = strstr(says, " took ");
  if (took) {
    assert_int_equal(sscanf(took, " took %d pl", &plies), 1);
    assert_true(t->ended[plies] == done);
    assert_true((strstr(says, " that came to an end") != NULL) ==
                (done < t->games));
    assert_true((strstr(says, "The one game") != NULL) == (done == 1));
  } else {
    assert_int_equal(done, 0);
    if (strstr(says, "ended within"))
      assert_int_equal(t->ends[MATCH_TRUNCATED], t->games);
  }
}

static void every_sentence_on_lengths_is_true(void **state) {
  (void)state;
  enum { TRIALS = 100 };
  static const int GAMES[] = {1, 2, 5, 60};
  int claims = 0, wrong_claims = 0, facts = 0;
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Lived truth;
    live(&truth, &CASES[i]);
    for (int trial = 0; trial < TRIALS * 4; trial++) {
      Sentences says = {0};
      Rng rng;
      Run run;
      bool wrong = false;
      int games = GAMES[trial % 4];
      rng_seed(&rng, 33, i * 1000 + (uint64_t)trial);
      play(&run, &truth, games, &rng);
      verdict_lengths(&run, &says);
      assert_int_equal(says.count, 1);
      if (check_mean(&truth, &run.tally, says.text[0], &wrong)) {
        if (run.tally.ends[MATCH_FORFEIT] == 0)
          check_range(&run.tally, says.text[0], games < 20 ? 1 : 0.9);
        claims += games == 60;
        wrong_claims += games == 60 && wrong;
      } else {
        check_fact(&run.tally, says.text[0]);
        facts++;
      }
      assert_null(strstr(says.text[0], "very game"));
      run_close(&run);
    }
  }
  print_message("%d of %d claims wrong; %d facts\n", wrong_claims, claims,
                facts);
  assert_true(wrong_claims <= claims * 0.065);
  assert_true(claims > 1000 && facts > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_intervals_of_lengths_hold),
      cmocka_unit_test(the_median_ignores_a_limit_above_it),
      cmocka_unit_test(every_sentence_on_lengths_is_true),
  };
  return RUN_TESTS(tests);
}
