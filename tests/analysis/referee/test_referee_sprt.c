/* Matches between two bots: how often the sequential test accepts the wrong
 * hypothesis, and how often the intervals of the score contain the truth. */
#include "tests/support/support.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/sprt.h"
#include "tests/support/synthetic.h"
#include <math.h>

/* What is true of a match. In half of the openings one seat has an advantage of
 * `bias`, in the others the other seat. In half of them the first bot, in the
 * others the second understands the position better, whoever plays which seat:
 * by `skill`. Together they make the games of a pair correlated. */
typedef struct TrueMatch {
  int games; /* of an observation */
  double elo, draw, bias, skill;
} TrueMatch;

/* The points of a game in halves, given the score that is expected. */
static int draw_game(double score, double draw, Rng *rng) {
  double win = score - draw / 2, chance = synthetic_uniform(rng);
  assert_true(win >= 0 && win + draw <= 1);
  return chance < win ? 2 : chance < win + draw ? 1 : 0;
}

static int draw_observation(const TrueMatch *t, Rng *rng) {
  double bias = rng_below(rng, 2) ? t->bias : -t->bias;
  double skill = rng_below(rng, 2) ? t->skill : -t->skill;
  double score = score_of_elo(t->elo) + skill;
  int points = draw_game(score + bias, t->draw, rng);
  return t->games == 1 ? points
                       : points + draw_game(score - bias, t->draw, rng);
}

/* At most this many of n may miss if each does so with a probability of at most
 * p: three standard errors more than expected, as there are many cases. */
static int allowed(int n, double p) {
  return (int)(n * p + 3 * sqrt(n * p * (1 - p)));
}

/* ---- the test ------------------------------------------------------------*/

/* How tests ended. */
typedef struct Ends {
  int h0, h1, missed; /* the anytime-valid interval at the end */
  double observations;
} Ends;

enum { TESTS = 200, LOOK = 50, LAST = 100000 };

static Ends play_tests(const Sprt *sprt, const TrueMatch *truth,
                       uint64_t seed) {
  Ends ends = {0};
  for (uint64_t i = 0; i < TESTS; i++) {
    ScoreCounts scores = {.games = truth->games};
    SprtDecision decision = SPRT_CONTINUE;
    int n = 0;
    Rng rng;
    rng_seed(&rng, seed, i);
    while (decision == SPRT_CONTINUE && n < LAST) {
      for (int k = 0; k < LOOK * 2 / truth->games; k++, n++)
        scores.count[draw_observation(truth, &rng)]++;
      decision = sprt_decide(sprt, sprt_llr(sprt, &scores));
    }
    Estimate e =
        scores_anytime(&scores, sprt_expected(sprt, truth->games), 0.05);
    double score = score_of_elo(truth->elo);
    ends.missed += e.low > score || e.high < score;
    ends.h0 += decision == SPRT_H0;
    ends.h1 += decision == SPRT_H1;
    ends.observations += (double)n / TESTS;
  }
  return ends;
}

static void the_test_keeps_its_error_rates(void **state) {
  (void)state;
  static const struct {
    double elo0, elo1;
    TrueMatch truth; /* without elo */
  } CASES[] = {
      {0, 40, {.games = 1}},
      {0, 30, {.games = 1, .draw = 0.6}},
      {0, 6, {.games = 1, .draw = 0.97}},
      {-10, 20, {.games = 1, .draw = 0.3}},
      {200, 250, {.games = 1, .draw = 0.1}},
      {0, 40, {.games = 2}},
      {0, 30, {.games = 2, .draw = 0.3, .bias = 0.2}},
      {0, 20, {.games = 2, .draw = 0.1, .bias = 0.4}},
      {0, 40, {.games = 2, .draw = 0.2, .skill = 0.2}},
      {0, 20, {.games = 2, .draw = 0.8, .bias = 0.05}},
      {0, 60, {.games = 2, .draw = 0.2, .bias = 0.1, .skill = 0.1}},
      {300, 350, {.games = 2, .draw = 0.05, .bias = 0.05}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Sprt sprt = {CASES[i].elo0, CASES[i].elo1, 0.05, 0.05};
    for (int h = 0; h <= 1; h++) {
      TrueMatch truth = CASES[i].truth;
      truth.elo = h ? sprt.elo1 : sprt.elo0;
      Ends ends = play_tests(&sprt, &truth, 2 * i + (uint64_t)h);
      int wrong = h ? ends.h0 : ends.h1;
      assert_int_equal(ends.h0 + ends.h1, TESTS);
      if (wrong > allowed(TESTS, 0.05))
        fail_msg("case %zu, H%d: wrong in %d of %d", i, h, wrong, TESTS);
      if (ends.missed > allowed(TESTS, 0.05))
        fail_msg("case %zu, H%d: the interval missed in %d of %d", i, h,
                 ends.missed, TESTS);
      /* A fixed number of games with the same error rates would be
       * 4 (1.645)^2 times the variance by the difference squared. */
      double apart = score_of_elo(sprt.elo1) - score_of_elo(sprt.elo0);
      assert_true(ends.observations < 4 * 2.706 * 0.25 / (apart * apart));
    }
  }
}
/* The same games counted one by one, as if those of a pair were independent:
 * where one bot understands an opening better in either seat they are not, and
 * the test is wrong too often. So the rates above can be missed. */
static void pairs_must_not_be_counted_as_games(void **state) {
  (void)state;
  const TrueMatch truth = {.games = 2, .draw = 0.05, .skill = 0.45};
  const Sprt sprt = {0, 20, 0.05, 0.05};
  int wrong = 0;
  for (uint64_t i = 0; i < TESTS; i++) {
    ScoreCounts scores = {.games = 1};
    SprtDecision decision = SPRT_CONTINUE;
    Rng rng;
    rng_seed(&rng, 99, i);
    for (int n = 0; decision == SPRT_CONTINUE && n < LAST; n += LOOK) {
      for (int k = 0; k < LOOK; k++) {
        double skill = rng_below(&rng, 2) ? truth.skill : -truth.skill;
        for (int game = 0; game < 2; game++)
          scores.count[draw_game(0.5 + skill, truth.draw, &rng)]++;
      }
      decision = sprt_decide(&sprt, sprt_llr(&sprt, &scores));
    }
    wrong += decision == SPRT_H1;
  }
  assert_true(wrong > allowed(TESTS, 0.05));
}

/* Two candidates against the same opponent, whose games share openings: the
 * looks are those of compare --sprt. A share of the pairs has the same random
 * numbers in both runs; none of them, a half, or nearly all. */
static void the_test_between_two_runs_keeps_its_error_rates(void **state) {
  (void)state;
  enum { TWO_RUNS = 200 };
  static const struct {
    double elo0, elo1, level; /* of the first candidate */
    uint32_t shared;          /* of ten pairs */
    TrueMatch truth;
  } CASES[] = {
      {0, 60, 0, 0, {.games = 2, .draw = 0.2, .bias = 0.2}},
      {0, 60, 0, 5, {.games = 2, .draw = 0.2, .skill = 0.2}},
      {0, 60, 200, 0, {.games = 2, .draw = 0.1, .skill = 0.1}},
      {-30, 30, -100, 9, {.games = 2, .draw = 0.5}},
  };
  int all_wrong = 0;
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Sprt sprt = {CASES[i].elo0, CASES[i].elo1, 0.05, 0.05};
    for (int h = 0; h <= 1; h++) {
      TrueMatch a = CASES[i].truth, b = a;
      int wrong = 0, decided = 0;
      a.elo = CASES[i].level;
      b.elo = a.elo + (h ? sprt.elo1 : sprt.elo0);
      for (uint64_t test = 0; test < TWO_RUNS; test++) {
        SprtDecision decision = SPRT_CONTINUE;
        Pairs pairs = {0};
        Rng rng, other;
        rng_seed(&rng, 500 + 2 * i + (uint64_t)h, test);
        rng_seed(&other, 600 + 2 * i + (uint64_t)h, test);
        for (uint64_t n = 500; decision == SPRT_CONTINUE && n < LAST;
             n += n / 2) {
          while (pairs.n < n) {
            bool shared = rng_below(&rng, 10) < CASES[i].shared;
            Rng same = rng, *of_a = shared ? &same : &other;
            double x = draw_observation(&a, of_a) / 4.0;
            pairs_add(&pairs, x, draw_observation(&b, &rng) / 4.0);
          }
          double error, elo = scores_elo_difference(&pairs, &error);
          decision = sprt_decide(&sprt, sprt_normal_llr(&sprt, elo, error));
        }
        decided += decision != SPRT_CONTINUE;
        wrong += decision == (h ? SPRT_H0 : SPRT_H1);
      }
      assert_int_equal(decided, TWO_RUNS);
      all_wrong += wrong;
      if (wrong > allowed(TWO_RUNS, 0.05))
        fail_msg("case %zu, H%d: wrong in %d of %d", i, h, wrong, TWO_RUNS);
    }
  }
  print_message("two runs: %d wrong\n", all_wrong);
  assert_true(all_wrong > 0); /* the test decides no later than it must */
}

/* ---- intervals -----------------------------------------------------------*/

static void intervals_of_the_score_contain_it(void **state) {
  (void)state;
  enum { MATCHES = 400 };
  static const TrueMatch CASES[] = {
      {.games = 1},
      {.games = 1, .elo = 100, .draw = 0.3},
      {.games = 2},
      {.games = 2, .draw = 0.3, .bias = 0.3},
      {.games = 2, .draw = 0.9, .bias = 0.04},
      {.games = 2, .bias = 0.48},
      {.games = 2, .draw = 0.2, .skill = 0.3},
      {.games = 2, .elo = 150, .draw = 0.1, .bias = 0.2},
      {.games = 2, .elo = 400, .draw = 0.04, .bias = 0.05},
      {.games = 2, .elo = 600, .draw = 0.02, .bias = 0.01},
  };
  static const int SIZES[] = {8, 25, 100};
  for (size_t i = 0; i < COUNT(CASES); i++)
    for (size_t k = 0; k < COUNT(SIZES); k++) {
      int missed = 0;
      for (uint64_t m = 0; m < MATCHES; m++) {
        ScoreCounts scores = {.games = CASES[i].games};
        Rng rng;
        rng_seed(&rng, 1000 + 10 * i + k, m);
        for (int n = 0; n < SIZES[k]; n++)
          scores.count[draw_observation(&CASES[i], &rng)]++;
        Estimate e = elo_of_estimate(scores_estimate(&scores));
        missed += e.low > CASES[i].elo || e.high < CASES[i].elo;
      }
      if (missed > allowed(MATCHES, 0.05))
        fail_msg("case %zu, %d observations: missed %d of %d", i, SIZES[k],
                 missed, MATCHES);
    }
}

/* Openings that favour a seat cancel out: the interval of the pairs is narrower
 * than that of the same games without their pairs, as the gain says. */
static void pairs_make_intervals_narrower(void **state) {
  (void)state;
  const TrueMatch truth = {.games = 2, .draw = 0.2, .bias = 0.3};
  ScoreCounts pairs = {.games = 2}, games = {.games = 1};
  Rng rng;
  rng_seed(&rng, 5, 5);
  for (int i = 0; i < 2000; i++) {
    double bias = rng_below(&rng, 2) ? truth.bias : -truth.bias;
    int one = draw_game(0.5 + bias, truth.draw, &rng);
    int other = draw_game(0.5 - bias, truth.draw, &rng);
    pairs.count[one + other]++;
    games.count[one]++;
    games.count[other]++;
  }
  /* The variance of a game is 0.2, the covariance of a pair -0.09. */
  double narrower = estimate_half_width(scores_estimate(&pairs)) /
                    estimate_half_width(scores_estimate(&games));
  assert_true(fabs(narrower - sqrt(0.11 / 0.20)) < 0.03);
}

/* ---- sentences -----------------------------------------------------------*/

static void open_match(Run *run, bool pairs) {
  static const char *const BOTS[] = {"one", "two"};
  const Truth truth = {.sides = 2, .won = {0.5, 0.5}, .shortest = 1};
  Error error = {0};
  synthetic_open(run, &truth, SEATING_ROTATED, BOTS, 2);
  run->plan.pairs = run->schedule.paired = pairs;
  tally_free(&run->tally);
  assert_true(tally_make(&run->tally, &run->schedule, 1000, &error));
}

/* Adds a pair in which the first bot has these points, in halves. */
static void add_pair(Run *run, int first, int second) {
  const int sides[] = {first, 2 - second}; /* of the first side */
  for (int game = 0; game < 2; game++) {
    Match match = {.end = sides[game] == 1 ? MATCH_DRAW : MATCH_WIN,
                   .winners = sides[game] == 2   ? 1
                              : sides[game] == 0 ? 2
                                                 : 0,
                   .forfeiter = -1,
                   .plies = 10,
                   .moved = 3};
    synthetic_add(run, &match);
  }
}

static bool says(const Sentences *sentences, const char *text) {
  for (int i = 0; i < sentences->count; i++)
    if (strstr(sentences->text[i], text))
      return true;
  return false;
}

/* Adds games until the test of the run is decided. */
static void play_until_decided(Run *run, const TrueMatch *truth, Rng *rng) {
  StoppingRule rule;
  snprintf(run->until, sizeof run->until,
           "sprt:elo0=0,elo1=20,alpha=0.2,beta=0.2");
  assert_true(stopping_rule_read(run->until, &run->schedule, &rule, NULL));
  do {
    for (int i = 0; i < LOOK; i++) {
      double bias = rng_below(rng, 2) ? truth->bias : -truth->bias;
      double score = score_of_elo(truth->elo);
      int first = draw_game(score + bias, truth->draw, rng);
      add_pair(run, first, draw_game(score - bias, truth->draw, rng));
    }
  } while (!stopping_rule_met(&rule, &run->tally));
}

static bool misses(double low, double high, double truth) {
  return low > truth || high < truth;
}

/* Intervals of the match that miss the truth: in summary.csv, in pairs.csv and
 * in ratings.csv. */
static void check_files(const Run *run, double elo, int missed[4]) {
  Metrics metrics = {NULL};
  Standings st;
  int count;
  bot_match_metrics(run, &metrics);
  const Metric *match = metrics_find(&metrics, "match", "one vs two", "elo");
  assert_non_null(match);
  missed[0] += misses(match->estimate.low, match->estimate.high, elo);
  assert_true(standings_of_run(&st, run, NULL));
  BotPair *pairs = standings_pairs(&st, &count);
  double sign = pairs->bot == 0 ? 1 : -1;
  Rating d = pairs->difference, r = st.ratings.player[0];
  Estimate score = pairs->head.score;
  missed[1] += misses(d.low, d.high, sign * elo);
  missed[2] += misses(score.low, score.high, score_of_elo(sign * elo));
  missed[3] += misses(r.low, r.high, elo / 2);
  free(pairs);
  standings_free(&st);
  metrics_free(&metrics);
}

/* A match ends when a bot seems to be ahead. Its interval allows for that in
 * every file, of pairs and of single games. */
static void the_files_of_a_test_allow_for_it(void **state) {
  (void)state;
  enum { MATCHES = 300 };
  for (int paired = 0; paired <= 1; paired++) {
    const TrueMatch truth = {.elo = 20, .draw = 0.2, .bias = 0.1 * paired};
    int missed[4] = {0};
    for (uint64_t m = 0; m < MATCHES; m++) {
      Run run;
      Rng rng;
      rng_seed(&rng, 90 + (uint64_t)paired, m);
      open_match(&run, paired);
      play_until_decided(&run, &truth, &rng);
      check_files(&run, truth.elo, missed);
      run_close(&run);
    }
    for (int i = 0; i < 4; i++)
      assert_at_most("missed after a test", missed[i], MATCHES, 0.05);
  }
}

/* What is said of matches between equal bots and of those 40 Elo apart. */
static void the_sentences_are_as_true_as_the_test(void **state) {
  (void)state;
  enum { MATCHES = 100 };
  for (int apart = 0; apart <= 1; apart++) {
    const TrueMatch truth = {.elo = apart ? 40 : 0, .draw = 0.2, .bias = 0.2};
    int h0 = 0, h1 = 0;
    for (uint64_t m = 0; m < MATCHES; m++) {
      Run run;
      Sentences sentences = {0};
      Rng rng;
      rng_seed(&rng, 77 + (uint64_t)apart, m);
      open_match(&run, true);
      snprintf(run.until, sizeof run.until,
               "sprt:elo0=0,elo1=40,alpha=0.05,beta=0.05");
      while (!says(&sentences, " is rejected: one is ")) {
        for (int i = 0; i < LOOK; i++) {
          double bias = rng_below(&rng, 2) ? truth.bias : -truth.bias;
          double score = score_of_elo(truth.elo);
          int first = draw_game(score + bias, truth.draw, &rng);
          add_pair(&run, first, draw_game(score - bias, truth.draw, &rng));
        }
        sentences.count = 0;
        verdict_match(&run, &sentences);
        verdict_match_method(&run, &sentences);
      }
      assert_true(says(&sentences, "pentanomial"));
      assert_true(says(&sentences, "anytime-valid"));
      h0 += says(&sentences, "H1 is rejected: one is less than 40 Elo "
                             "stronger than two, or weaker.");
      h1 += says(&sentences, "H0 is rejected: one is stronger than two.");
      run_close(&run);
    }
    assert_int_equal(h0 + h1, MATCHES);
    assert_true((apart ? h0 : h1) <= allowed(MATCHES, 0.05));
    assert_true((apart ? h1 : h0) > MATCHES * 9 / 10);
  }
}

/* Which of two bots is called stronger after a fixed number of pairs. */
static void the_stronger_bot_is_named(void **state) {
  (void)state;
  enum { MATCHES = 200 };
  static const int PAIRS[] = {4, 10, 60};
  for (size_t k = 0; k < 2 * COUNT(PAIRS); k++) {
    int pairs = PAIRS[k / 2], one = 0, two = 0;
    double score = k % 2 ? 0.3 : 0.5;
    for (uint64_t m = 0; m < MATCHES; m++) {
      Run run;
      Sentences sentences = {0};
      Rng rng;
      rng_seed(&rng, 900 + k, m);
      open_match(&run, true);
      for (int i = 0; i < pairs; i++) {
        double bias = rng_below(&rng, 2) ? 0.1 : -0.1;
        int first = draw_game(score + bias, 0.2, &rng);
        add_pair(&run, first, draw_game(score - bias, 0.2, &rng));
      }
      verdict_run(&run, &sentences);
      const char *lead = sentences.text[0];
      bool neither = strncmp(lead, "Neither ", 8) == 0;
      bool first = strstr(lead, "one is stronger than two: it scores ");
      bool second = strstr(lead, "two is stronger than one: it scores ");
      assert_int_equal(neither + first + second, 1);
      one += first;
      two += second;
      run_close(&run);
    }
    if (score == 0.5)
      assert_true(one + two <= allowed(MATCHES, 0.05));
    else
      assert_true(one <= allowed(MATCHES, 0.025));
    if (score < 0.5 && pairs == 60)
      assert_true(two > MATCHES * 9 / 10);
  }
}

/* H1 excludes a difference of elo0 or less, H0 one of elo1 or more. */
static void claims_are_worded_by_the_sign_of_their_bound(void **state) {
  (void)state;
  static const struct {
    double elo0, elo1;
    const char *h0, *h1;
  } CASES[] = {
      {0, 30, "less than 30 Elo stronger than X, or weaker", "stronger than X"},
      {2.5, 5, "less than 5 Elo stronger than X, or weaker",
       "more than 2.5 Elo stronger than X"},
      {-30, 0, "weaker than X", "less than 30 Elo weaker than X, or stronger"},
      {-30, -10, "more than 10 Elo weaker than X",
       "less than 30 Elo weaker than X, or stronger"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Sprt sprt = {CASES[i].elo0, CASES[i].elo1, 0.05, 0.1};
    Phrase h0 = verdict_sprt_claim(&sprt, SPRT_H0, "stronger", "weaker", "X");
    Phrase h1 = verdict_sprt_claim(&sprt, SPRT_H1, "stronger", "weaker", "X");
    assert_string_equal(h0.text, CASES[i].h0);
    assert_string_equal(h1.text, CASES[i].h1);
    assert_true(sprt_errors(&sprt, SPRT_H0) == 0.1);
    assert_true(sprt_errors(&sprt, SPRT_H1) == 0.05);
  }
}

/* Both bots are equal, and so are the seats: an opening favours either as
 * often. The games of a pair have the same opening, so a seat that wins one
 * tends to win both, and as many independent games would be fewer. */
static void pairs_are_not_taken_for_independent_games(void **state) {
  (void)state;
  enum { RUNS = 400, PAIRS = 60 };
  static const double BIASES[] = {0, 0.25, 0.44};
  for (size_t k = 0; k < COUNT(BIASES); k++) {
    int missed = 0, claims = 0, low_p = 0, naive = 0, bots = 0;
    for (uint64_t m = 0; m < RUNS; m++) {
      Run run;
      Sentences sentences = {0};
      Rng rng;
      rng_seed(&rng, 300 + k, m);
      open_match(&run, true);
      for (int i = 0; i < PAIRS; i++) {
        double bias = rng_below(&rng, 2) ? BIASES[k] : -BIASES[k];
        int first = draw_game(0.5 + bias, 0.1, &rng);
        add_pair(&run, first, draw_game(0.5 - bias, 0.1, &rng));
      }
      const Tally *t = &run.tally;
      Estimate seat = summary_seat(t, 0), bot = summary_bot(t, 0);
      Estimate plain = estimate_rate(tally_won(t, 0), t->games);
      missed += seat.low > 0.45 || seat.high < 0.45;
      naive += plain.low > 0.45 || plain.high < 0.45;
      bots += bot.low > 0.45 || bot.high < 0.45;
      low_p += balance_test(t).p < 0.05;
      verdict_run(&run, &sentences);
      claims += says(&sentences, "has an advantage");
      run_close(&run);
    }
    assert_true(missed <= allowed(RUNS, 0.05));
    assert_true(bots <= allowed(RUNS, 0.05));
    assert_true(low_p <= allowed(RUNS, 0.05));
    assert_true(claims <= allowed(RUNS, 0.05));
    if (k == 2) /* what it would be otherwise */
      assert_true(naive > allowed(RUNS, 0.05));
  }
}

/* Pairs are counted by the points of the first bot, whichever seat it has. */
static void pairs_are_counted_from_the_tally(void **state) {
  (void)state;
  Run run;
  BotMatch m;
  open_match(&run, true);
  static const int PAIRS[][2] = {{2, 2}, {2, 0}, {0, 2}, {2, 0}, {1, 2},
                                 {2, 1}, {0, 0}, {1, 1}, {0, 1}};
  for (size_t i = 0; i < COUNT(PAIRS); i++)
    add_pair(&run, PAIRS[i][0], PAIRS[i][1]);
  const Match truncated = {
      .end = MATCH_TRUNCATED, .forfeiter = -1, .plies = 1000, .moved = 3};
  const Match won = {.end = MATCH_WIN, .winners = 1, .forfeiter = -1};
  const Match lost = {.end = MATCH_FORFEIT, .winners = 2, .forfeiter = 0};
  synthetic_add(&run, &truncated); /* a pair that does not count */
  synthetic_add(&run, &won);
  synthetic_add(&run, &lost); /* both lost by the first bot */
  synthetic_add(&run, &won);
  static const uint64_t WANTED[] = {2, 1, 4, 2, 1};
  assert_true(bot_match_make(&m, &run.tally, 0, 1));
  assert_memory_equal(m.scores.count, WANTED, sizeof WANTED);
  assert_int_equal(m.games, 22);
  assert_true(bot_match_make(&m, &run.tally, 1, 0));
  for (int i = 0; i < 5; i++)
    assert_int_equal(m.scores.count[i], WANTED[4 - i]);
  run_close(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_test_keeps_its_error_rates),
      cmocka_unit_test(pairs_must_not_be_counted_as_games),
      cmocka_unit_test(the_test_between_two_runs_keeps_its_error_rates),
      cmocka_unit_test(intervals_of_the_score_contain_it),
      cmocka_unit_test(pairs_make_intervals_narrower),
      cmocka_unit_test(the_files_of_a_test_allow_for_it),
      cmocka_unit_test(the_sentences_are_as_true_as_the_test),
      cmocka_unit_test(the_stronger_bot_is_named),
      cmocka_unit_test(claims_are_worded_by_the_sign_of_their_bound),
      cmocka_unit_test(pairs_are_not_taken_for_independent_games),
      cmocka_unit_test(pairs_are_counted_from_the_tally),
  };
  return RUN_TESTS(tests);
}
