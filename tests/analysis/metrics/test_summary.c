/* Rates and their intervals, stopping rules, and the summary of a run. */
#include "tests/support/support.h"

#include "analysis/experiments/experiment.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/estimate.h"
#include "tests/support/test_bots.h"
#include <limits.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_near(double is, double should) {
  if (!(fabs(is - should) <= 5e-9))
    fail_msg("%.12f is not %.12f", is, should);
}

/* ---- rates ---------------------------------------------------------------*/

/* The roots of (p - count/n)² = z² p (1 - p) / n, computed elsewhere; those
 * for 81 of 263 and 15 of 148 are also in Newcombe (1998), as 0.2553 to 0.3662
 * and 0.0624 to 0.1605. */
static void rates_have_wilsons_interval(void **state) {
  (void)state;
  static const struct {
    uint64_t count, n;
    double low, high;
  } CASES[] = {
      {0, 1, 0, 0.793450686},
      {1, 1, 0.206549314, 1},
      {1, 2, 0.094531206, 0.905468794},
      {3, 7, 0.158219855, 0.749541635},
      {0, 10, 0, 0.277532800},
      {5, 10, 0.236593091, 0.763406909},
      {10, 10, 0.722467200, 1},
      {1, 100, 0.001767432, 0.054486196},
      {50, 100, 0.403831530, 0.596168470},
      {15, 148, 0.062386400, 0.160487242},
      {81, 263, 0.255288520, 0.366209577},
      {999999, 1000000, 0.999994335, 0.999999823},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Estimate e = estimate_rate(CASES[i].count, CASES[i].n);
    assert_near(e.value, (double)CASES[i].count / (double)CASES[i].n);
    assert_near(e.low, CASES[i].low);
    assert_near(e.high, CASES[i].high);
    assert_near(estimate_half_width(e), (CASES[i].high - CASES[i].low) / 2);
    assert_int_equal(e.n, CASES[i].n);
  }
}

static void a_rate_of_no_games_is_empty(void **state) {
  (void)state;
  Estimate e = estimate_rate(0, 0);
  assert_true(isnan(e.value) && isnan(e.low) && isnan(e.high) && e.n == 0);
}

/* Both bounds solve the equation that defines them, and mirror each other. */
static void wilson_bounds_solve_their_equation(void **state) {
  (void)state;
  for (uint64_t n = 1; n < 200; n += 3)
    for (uint64_t count = 0; count <= n; count++) {
      Estimate e = estimate_rate(count, n),
               mirror = estimate_rate(n - count, n);
      double ends[] = {e.low, e.high};
      for (int i = 0; i < 2; i++) {
        double off = ends[i] - e.value;
        assert_near(off * off, Z95 * Z95 * ends[i] * (1 - ends[i]) / (double)n);
      }
      assert_true(0 <= e.low && e.low <= e.value);
      assert_true(e.value <= e.high && e.high <= 1);
      assert_near(e.low, 1 - mirror.high);
    }
}

/* qt(0.975, n - 1) * 2 / sqrt(n) */
static void means_have_students_interval(void **state) {
  (void)state;
  static const struct {
    uint64_t n;
    double half;
  } CASES[] = {
      {100, 0.3968433903172835}, {10, 1.43071381194133}, {2, 17.9692870641875}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Estimate e = estimate_mean(10, 2, CASES[i].n);
    assert_near(e.value, 10);
    assert_near(e.low, 10 - CASES[i].half);
    assert_near(e.high, 10 + CASES[i].half);
    assert_int_equal(e.n, CASES[i].n);
  }
}

/* Nor do equal numbers: with two games of 9 plies the mean may be anything. */
static void a_single_number_has_no_interval(void **state) {
  (void)state;
  Estimate list[] = {estimate_mean(3, 0, 1), estimate_mean(3, 2, 1),
                     estimate_mean(3, 0, 2), estimate_plain(3, 7)};
  for (size_t i = 0; i < COUNT(list); i++) {
    assert_true(list[i].value == 3 && !estimate_has_interval(list[i]));
    assert_true(isnan(list[i].low) && isnan(list[i].high));
    list[i] = estimate_clamp(list[i], 0, 1);
    assert_true(list[i].value == 3 && !estimate_has_interval(list[i]));
  }
  assert_true(estimate_has_interval(estimate_rate(1, 1)));
}

static void intervals_are_clamped(void **state) {
  (void)state;
  Estimate wide = {0.5, -1, 2, 9}, e = estimate_clamp(wide, 0, 1);
  assert_true(e.value == 0.5 && e.low == 0 && e.high == 1 && e.n == 9);
  e = estimate_clamp(wide, -3, 3);
  assert_true(e.low == -1 && e.high == 2);
}

/* With twice the effective sample size, it is what twice both counts would
 * give. */
static void the_effective_sample_size_need_not_be_n(void **state) {
  (void)state;
  Estimate e = estimate_share_z(0.3, 200, Z95), wanted = estimate_rate(60, 200);
  assert_near(e.low, wanted.low);
  assert_near(e.high, wanted.high);
  assert_true(estimate_share_z(0, 7.5, Z95).low == 0);
  assert_true(estimate_share_z(1, 7.5, Z95).high == 1);
  assert_near(estimate_share_z(1, 7.5, Z95).low, 7.5 / (7.5 + Z95 * Z95));
  assert_near(
      estimate_share_z(0.5, 100, 2 * Z95).high,
      (0.5 + 2 * Z95 * Z95 / 100 + Z95 * sqrt(0.01 + 4 * Z95 * Z95 / 1e4)) /
          (1 + 4 * Z95 * Z95 / 100));
}

/* ---- stopping rules -------------------------------------------------------*/

static void stopping_rules_are_parsed(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int seats, seat;
    MatchEnd end;
    double half;
  } CASES[] = {
      {"seat1=1%", 2, 0, MATCH_WIN, 0.01},
      {"seat2=0.5%", 2, 1, MATCH_WIN, 0.005},
      {"seat16=50%", 16, 15, MATCH_WIN, 0.5},
      {"seat1=0.01", 2, 0, MATCH_WIN, 0.01},
      {"seat1=1e-3", 2, 0, MATCH_WIN, 0.001},
      {"draw=1%", 2, -1, MATCH_DRAW, 0.01},
      {"truncated=0.0001%", 2, -1, MATCH_TRUNCATED, 1e-6},
      {"forfeit=0.5", 2, -1, MATCH_FORFEIT, 0.5},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    StoppingRule until;
    Error error = {0};
    if (!stopping_rule_read(CASES[i].text, &(Schedule){.seats = CASES[i].seats},
                            &until, &error))
      fail_msg("%s", error.message);
    assert_int_equal(until.rate.seat, CASES[i].seat);
    if (until.rate.seat < 0)
      assert_int_equal(until.rate.end, CASES[i].end);
    assert_true(fabs(until.half - CASES[i].half) < 1e-12);
  }
}

static void invalid_stopping_rules_are_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "is not a rate"},
      {"=1%", "is not a rate"},
      {"win=1%", "is not a rate"},
      {"seat=1%", "is not a rate"},
      {"seat0=1%", "is not a rate"},
      {"seat3=1%", "'seat3=1%' is not a rate: write seat1=1% (seats are 1 to "
                   "2), draw=1%, truncated=1% or forfeit=1%"},
      {"seat-1=1%", "is not a rate"},
      {"seat1x=1%", "is not a rate"},
      {"Draw=1%", "is not a rate"},
      {"draws=1%", "is not a rate"},
      {"a rate with a very long name=1%", "is not a rate"},
      {"draw", "'draw' has no valid width: write draw=1%, from 0.0001% to 50%"},
      {"draw=", "has no valid width"},
      {"draw=%", "has no valid width"},
      {"draw=x", "has no valid width"},
      {"draw=1%%", "has no valid width"},
      {"draw=1% ", "has no valid width"},
      {"draw=1", "has no valid width"},
      {"draw=51%", "has no valid width"},
      {"draw=0", "has no valid width"},
      {"draw=0%", "has no valid width"},
      {"draw=-1%", "has no valid width"},
      {"draw=0.00009%", "has no valid width"},
      {"draw=nan", "has no valid width"},
      {"draw=inf%", "has no valid width"},
      {"draw=1e999", "has no valid width"},
      {"draw=1,5%", "has no valid width"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    StoppingRule until;
    Error error = {0};
    if (stopping_rule_read(CASES[i][0], &(Schedule){.seats = 2}, &until,
                           &error))
      fail_msg("'%s' was read", CASES[i][0]);
    assert_message(&error, CASES[i][1]);
  }
}

static void a_rule_on_the_margin_needs_scores_and_points(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool scores;
    const char *message; /* or NULL */
  } CASES[] = {
      {"margin=1", true, NULL},
      {"margin=0.001", true, NULL},
      {"margin=1000000", true, NULL},
      {"margin=1", false, "there is no margin: the game has no scores"},
      {"margin", true,
       "'margin=' has no valid width: write margin=0.5, from 0.001 to 1000000 "
       "points"},
      {"margin=", true, "has no valid width"},
      {"margin=0", true, "has no valid width"},
      {"margin=0.0009", true, "has no valid width"},
      {"margin=1000001", true, "has no valid width"},
      {"margin=-1", true, "has no valid width"},
      {"margin=1%", true, "has no valid width"},
      {"margin=nan", true, "has no valid width"},
      {"margins=1", true, "or forfeit=1%, or margin=0.5 for the margin"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    StoppingRule until;
    Error error = {0};
    const Schedule s = {.seats = 2, .has_score = CASES[i].scores};
    bool read = stopping_rule_read(CASES[i].text, &s, &until, &error);
    if (read != !CASES[i].message)
      fail_msg("'%s': %s", CASES[i].text, error.message);
    if (!read)
      assert_message(&error, CASES[i].message);
  }
}

/* A schedule and its tally; the one points to the other. */
typedef struct Counting {
  Game *game;
  Schedule schedule;
  Tally tally;
} Counting;

static Counting *count_for(const char *game, Seating seating, int bots,
                           int max_plies) {
  static const char *const BOTS[] = {"a.bot", "b,c.bot:level=2", "d.bot"};
  Counting *c = calloc(1, sizeof *c);
  Error error = {0};
  c->game = game_open(game, &error);
  if (!c->game ||
      !schedule_make(&c->schedule, c->game, seating, BOTS, bots, &error) ||
      !tally_make(&c->tally, &c->schedule, max_plies, &error))
    fail_msg("%s", error.message);
  return c;
}

static void end_counting(Counting *c) {
  tally_free(&c->tally);
  schedule_free(&c->schedule);
  game_close(c->game);
  free(c);
}

/* The half-widths for counts of 100 games, in points: 9.61685 for 50, 2.63594
 * for 1, 8.84498 for 30, 6.40635 for 12 and 5.15879 for 7. */
static void a_stopping_rule_is_met_when_the_interval_is_narrow(void **state) {
  (void)state;
  static const struct {
    const char *until;
    bool met;
  } CASES[] = {
      {"seat1=9.617%", true},     {"seat1=9.616%", false},
      {"seat2=2.636%", true},     {"seat2=2.635%", false},
      {"draw=8.845%", true},      {"draw=8.844%", false},
      {"forfeit=6.407%", true},   {"forfeit=6.406%", false},
      {"truncated=5.159%", true}, {"truncated=5.158%", false},
  };
  Counting *c = count_for("quoridor", SEATING_FIXED, 2, 10);
  for (int i = 0; i < 100; i++) {
    Match m = {.end = i < 51   ? MATCH_WIN
                      : i < 81 ? MATCH_DRAW
                      : i < 93 ? MATCH_FORFEIT
                               : MATCH_TRUNCATED,
               .forfeiter = i >= 81 && i < 93 ? 0 : -1};
    m.winners = i < 50 ? 1 : i == 50 || m.forfeiter == 0 ? 2 : 0;
    tally_add(&c->tally, 0, &m);
  }
  for (size_t i = 0; i < COUNT(CASES); i++) {
    StoppingRule until;
    assert_true(stopping_rule_read(CASES[i].until, &(Schedule){.seats = 2},
                                   &until, NULL));
    if (stopping_rule_met(&until, &c->tally) != CASES[i].met)
      fail_msg("%s should be %d", CASES[i].until, CASES[i].met);
  }
  end_counting(c);
}

/* ---- the summary ----------------------------------------------------------*/

enum { GAMES = 500, MAX_PLIES = 80 };

static Match draw_match(Rng *rng, int seats) {
  Match m = {.end = (MatchEnd)rng_below(rng, MATCH_ENDS), .forfeiter = -1};
  m.hash = game_hash_bytes(rng, sizeof *rng); /* no two are the same */
  m.plies = 7 + (int)rng_below(rng, MAX_PLIES - 9);
  m.passes = (int)rng_below(rng, 3);
  m.legal_moves = (uint64_t)m.plies + rng_below(rng, 1000);
  m.branching_max = (int)rng_below(rng, 200);
  int seat = (int)rng_below(rng, (uint32_t)seats);
  if (m.end == MATCH_WIN)
    m.winners = (uint16_t)(1 << seat);
  if (m.end == MATCH_FORFEIT)
    m.forfeiter = seat;
  return m;
}

/* The share of games that last longer than this many plies: the product over
 * all plies up to it of the share of games, among those that last so long, that
 * do not end there (Kaplan and Meier 1958). */
static double slow_share(const Match *matches, int plies) {
  double share = 1;
  for (int ply = 0; ply <= plies; ply++) {
    double going = 0, ends = 0;
    for (int i = 0; i < GAMES; i++) {
      bool ended = matches[i].end == MATCH_WIN || matches[i].end == MATCH_DRAW;
      going += matches[i].plies >= ply;
      ends += matches[i].plies == ply && ended;
    }
    share *= going > 0 ? 1 - ends / going : 1;
  }
  return share;
}

static double slow_quantile(const Match *matches, int most, double share) {
  for (int plies = 0; plies <= most; plies++)
    if (1 - slow_share(matches, plies) >= share - 1e-9)
      return plies;
  return INFINITY;
}

static void check_lengths(const Tally *t, const Match *matches) {
  int least = INT_MAX, most = 0;
  double mean = 0;
  for (int i = 0; i < GAMES; i++) {
    least = matches[i].plies < least ? matches[i].plies : least;
    most = matches[i].plies > most ? matches[i].plies : most;
  }
  for (int plies = 0; plies < most; plies++)
    mean += slow_share(matches, plies);
  Lengths l = summary_lengths(t);
  assert_near(l.mean.value, mean);
  assert_true(l.restricted == (slow_share(matches, most) > 0));
  const Estimate found[] = {l.p5, l.median, l.p95};
  static const double SHARES[] = {0.05, 0.5, 0.95};
  for (size_t i = 0; i < COUNT(SHARES); i++)
    assert_true(found[i].value == slow_quantile(matches, most, SHARES[i]));
  assert_int_equal(l.min, least);
  assert_int_equal(l.max, most);
}

static void assert_rate(Estimate e, uint64_t count, uint64_t n) {
  assert_near(e.value, (double)count / (double)n);
  assert_near(e.low, estimate_rate(count, n).low);
  assert_int_equal(e.n, n);
}

static void check_rates(const Counting *c, const Match *matches) {
  const Schedule *s = &c->schedule;
  uint64_t seat_won[SEATS_MAX] = {0}, bot_won[BOTS_MAX] = {0};
  uint64_t bot_games[BOTS_MAX] = {0}, ends[MATCH_ENDS] = {0};
  double branching_sum = 0, plies = 0;
  for (int i = 0; i < GAMES; i++) {
    ends[matches[i].end]++;
    branching_sum += (double)matches[i].legal_moves;
    plies += matches[i].plies;
    for (int seat = 0; seat < s->seats; seat++) {
      int bot = schedule_bots(s, (size_t)i % s->seatings)[seat];
      bool won = matches[i].winners >> seat & 1;
      bot_games[bot]++;
      bot_won[bot] += won;
      seat_won[seat] += won;
    }
  }
  for (int end = 0; end < MATCH_ENDS; end++)
    assert_rate(summary_end(&c->tally, (MatchEnd)end), ends[end], GAMES);
  for (int seat = 0; seat < s->seats; seat++)
    assert_rate(summary_seat(&c->tally, seat), seat_won[seat], GAMES);
  for (int bot = 0; bot < s->bots; bot++)
    assert_rate(summary_bot(&c->tally, bot), bot_won[bot], bot_games[bot]);
  assert_near(summary_branching(&c->tally).value, branching_sum / plies);
}

static void the_summary_agrees_with_a_slow_count(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int seats;
  } CASES[] = {{"quoridor", 2}, {"tictacdoh:players=3", 3}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    static Match matches[GAMES];
    Rng rng;
    rng_seed(&rng, 8, i);
    Counting *c = count_for(CASES[i].game, SEATING_EVERY, 3, MAX_PLIES);
    for (int k = 0; k < GAMES; k++) {
      matches[k] = draw_match(&rng, CASES[i].seats);
      tally_add(&c->tally, (size_t)k % c->schedule.seatings, &matches[k]);
    }
    check_lengths(&c->tally, matches);
    check_rates(c, matches);
    end_counting(c);
  }
}

/* ---- lists of metrics -----------------------------------------------------*/

/* To be freed by the caller; NULL if the list or the memory fails. */
static char *text_of(const Metrics *metrics, Error *error) {
  ResultTable table = {0};
  Text text = {NULL};
  metrics_table(metrics, &table);
  if (result_csv(&table, &text, error) && text_reserve(&text, 1))
    text_add_char(&text, '\0');
  result_free(&table);
  return text.bytes;
}

static void assert_text(const Metrics *metrics, const char *wanted) {
  char *text = text_of(metrics, NULL);
  assert_non_null(text);
  assert_string_equal(text, wanted);
  free(text);
}

static void metrics_are_found_by_scope_key_and_name(void **state) {
  (void)state;
  Metrics f = {NULL};
  char key[16] = "1";
  assert_null(metrics_find(&f, "seat", "1", "rate"));
  metrics_add(&f, "seat", key, "rate", estimate_plain(1, 0));
  key[0] = '2'; /* the list has its own copy */
  metrics_add(&f, "seat", key, "rate", estimate_plain(2, 0));
  metrics_add(&f, "side", "1", "rate", estimate_plain(3, 0));
  metrics_add(&f, "seat", "1", "plies", estimate_plain(4, 0));
  metrics_add(&f, "run", "", "rate", estimate_plain(5, 0));
  assert_true(metrics_find(&f, "seat", "1", "rate")->estimate.value == 1);
  assert_true(metrics_find(&f, "seat", "2", "rate")->estimate.value == 2);
  assert_true(metrics_find(&f, "side", "1", "rate")->estimate.value == 3);
  assert_true(metrics_find(&f, "seat", "1", "plies")->estimate.value == 4);
  assert_true(metrics_find(&f, "run", "", "rate")->estimate.value == 5);
  assert_null(metrics_find(&f, "seat", "", "rate"));
  assert_null(metrics_find(&f, "seat", "3", "rate"));
  assert_null(metrics_find(&f, "run", "1", "rate"));
  metrics_free(&f);
  assert_true(f.list == NULL && f.count == 0);
}

static void lists_of_metrics_grow(void **state) {
  (void)state;
  Metrics f = {NULL};
  for (int i = 0; i < 1000; i++) {
    char key[16];
    snprintf(key, sizeof key, "%d", i);
    metrics_add(&f, "ply", key, "rate", estimate_plain(i, (uint64_t)i));
  }
  assert_int_equal(f.count, 1000);
  assert_false(f.failed);
  assert_true(metrics_find(&f, "ply", "999", "rate")->estimate.n == 999);
  assert_true(metrics_find(&f, "ply", "0", "rate")->estimate.n == 0);
  metrics_free(&f);
}

static void metrics_are_written_as_csv(void **state) {
  (void)state;
  Metrics f = {NULL};
  metrics_add(&f, "run", "", "whole", (Estimate){3, -2, 0, 1});
  metrics_add(&f, "run", "", "broken", (Estimate){1 / 3.0, -0.5, 1e-9, 2});
  metrics_add(&f, "run", "", "unknown", estimate_plain(0.25, 3));
  metrics_add(&f, "run", "", "nothing", estimate_plain(NAN, 0));
  metrics_add(&f, "run", "", "elo",
              (Estimate){INFINITY, -INFINITY, INFINITY, 4});
  metrics_add(&f, "bot", "say \"a, b\"", "rate",
              (Estimate){1, 1, 1, 9007199254740992u});
  assert_text(&f, "scope,key,metric,value,low,high,n,reason\n"
                  "run,,whole,3,-2,0,1,\n"
                  "run,,broken,0.333333,-0.500000,1.00000e-09,2,\n"
                  "run,,unknown,0.250000,,,3,\n"
                  "run,,nothing,,,,0,\n"
                  "run,,elo,inf,-inf,inf,4,\n"
                  "bot,\"say \"\"a, b\"\"\",rate,1,1,1,"
                  "9007199254740992,\n");
  metrics_free(&f);
}

static void an_incomplete_list_is_not_written(void **state) {
  (void)state;
  Metrics f = {.failed = true};
  ResultTable table = {0};
  Error error = {0};
  assert_null(text_of(&f, &error));
  assert_message(&error, "out of memory");
  metrics_table(&f, &table);
  assert_false(result_save(&table, 1, "/tmp", "boardlab_not_written", NULL));
  assert_int_equal(access("/tmp/boardlab_not_written", F_OK), -1);
  result_free(&table);
}

/* ---- summary.csv ---------------------------------------------------------*/

static char dir[] = "/tmp/boardlab_analysis_XXXXXX";

static void assert_summary(const char *wanted) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "%s/summary.csv", dir);
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  text[fread(text, 1, sizeof text - 1, in)] = '\0';
  fclose(in);
  unlink(path);
  assert_string_equal(text, wanted);
}

#define MIXED                                                                  \
  "\"different bots change seats: how often a seat wins says nothing about "   \
  "the seat\"\n"

#define UNTOLD "\"the results do not tell the seats from the bots\"\n"

/* Four games by hand: the first bot wins as seat 1, gets a game by forfeit as
 * seat 2, draws as seat 1, and has a truncated game as seat 2. Only its games
 * as seat 1 have a result, so nothing tells the seats from the bots.
 * test_balance.c has the formulas in R. */
static void a_tiny_run_has_this_summary(void **state) {
  (void)state;
  static const Match MATCHES[] = {
      {MATCH_WIN, 1, -1, {{1, 3, 0, 0, 3, 3, 6}}, {10, 5}},
      {MATCH_FORFEIT, 2, 0, {{2, 2, 0, 0, 3, 4, 5}}, {1, 2}},
      {MATCH_DRAW, 0, -1, {{3, 4, 2, 0, 3, 2, 6}}, {10, 4}},
      {MATCH_TRUNCATED, 0, -1, {{4, 9, 0, 0, 3, 3, 27}}, {0, 1}},
  };
  Counting *c = count_for("quoridor", SEATING_ROTATED, 2, 9);
  Error error = {0};
  for (size_t i = 0; i < COUNT(MATCHES); i++)
    tally_add(&c->tally, i % 2, &MATCHES[i]);
  assert_true(summary_write(&(Run){.tally = c->tally}, dir, &error));
  assert_summary(
      "scope,key,metric,value,low,high,n,reason\n"
      "run,,games,4,,,4,\n"
      "run,,draw_rate,0.250000,0.045587,0.699358,4,\n"
      "run,,truncated_rate,0.250000,0.045587,0.699358,4,\n"
      "run,,forfeit_rate,0.250000,0.045587,0.699358,4,\n"
      "run,,first_player_advantage,,,,0," UNTOLD
      "run,,first_player_elo,,,,0," UNTOLD "run,,balance,,,,0," MIXED
      "run,,entropy,,,,0," MIXED "run,,chi_square,,,,0," MIXED
      "run,,p_value,,,,0," MIXED
      "run,,plies_mean,5.333333,,,4,\n" /* (3 + 4 + 9) / 3 */
      "run,,plies_sd,3.214550,,,4,\n"
      "run,,plies_limit,9,,,4,\n"
      "run,,plies_min,2,,,4,\n"
      "run,,plies_p5,3,0,4,4,\n"
      "run,,plies_median,4,0,inf,4,\n"
      "run,,plies_p95,inf,4,inf,4,\n"
      "run,,plies_max,9,,,4,\n"
      "run,,passes_mean,0.500000,,,4,\n"
      "run,,branching_mean,2.444444,1.136237,3.752652,4,\n"
      "run,,branching_max,4,,,4,\n"
      "run,,distinct_games,4,,,4,\n"
      "seat,\"1\",win_rate,0.250000,0.045587,0.699358,4,\n"
      "seat,\"1\",plies_mean,3,,,1,\n"
      "seat,\"2\",win_rate,0,0,0.489891,4,\n"
      "end,\"draw\",plies_mean,4,,,1,\n"
      "end,\"truncated\",plies_mean,9,,,1,\n"
      "end,\"forfeit\",plies_mean,2,,,1,\n"
      "bot,\"a.bot\",win_rate,0.250000,0.045587,0.699358,4,\n"
      "bot,\"a.bot\",forfeit_rate,0,0,0.489891,4,\n"
      "bot,\"a.bot\",nodes_mean,5.750000,,,4,\n"
      "bot,\"b,c.bot:level=2\",win_rate,0,0,0.489891,4,\n"
      "bot,\"b,c.bot:level=2\",forfeit_rate,0.250000,0.045587,0.699358,4,\n"
      "bot,\"b,c.bot:level=2\",nodes_mean,2.500000,,,4,\n");
  end_counting(c);
}

/* Six games of two teams: won in 4, 6 and 8 plies by seats 1 and 3, in 10 by
 * the others; drawn in 5, truncated after 9. */
static const Match TEAM_MATCHES[] = {
    {MATCH_WIN, 5, -1, {{5, 4, 0, 0, 15, 4, 12}}, {1, 2, 3, 4}},
    {MATCH_WIN, 5, -1, {{6, 6, 1, 0, 15, 3, 12}}, {1, 2, 3, 4}},
    {MATCH_WIN, 5, -1, {{7, 8, 0, 0, 15, 5, 32}}, {1, 2, 3, 4}},
    {MATCH_WIN, 10, -1, {{8, 10, 0, 0, 15, 2, 20}}, {1, 2, 3, 4}},
    {MATCH_DRAW, 0, -1, {{9, 5, 0, 0, 15, 3, 15}}, {1, 2, 3, 4}},
    {MATCH_TRUNCATED, 0, -1, {{10, 9, 0, 0, 15, 3, 27}}, {1, 2, 3, 4}},
};

/* Fills the metrics of such a run with the given function. */
static void fill_for_teams(void (*fill)(const Tally *, Metrics *), Metrics *f) {
  Entrant bots[2] = {{.spec = "one"}, {.spec = "the other"}};
  uint8_t table[] = {0, 1, 0, 1};
  Schedule schedule = {.seats = 4,
                       .sides = 2,
                       .side = {0, 1, 0, 1},
                       .bots = 2,
                       .bot = bots,
                       .seatings = 1,
                       .table = table};
  Tally tally;
  Error error = {0};
  assert_true(tally_make(&tally, &schedule, 12, &error));
  for (size_t i = 0; i < COUNT(TEAM_MATCHES); i++)
    tally_add(&tally, 0, &TEAM_MATCHES[i]);
  fill(&tally, f);
  tally_free(&tally);
}

static void a_run_of_teams_has_these_metrics(void **state) {
  (void)state;
  Metrics f = {NULL};
  fill_for_teams(summary_metrics, &f);
  assert_text(&f, "scope,key,metric,value,low,high,n,reason\n"
                  "run,,games,6,,,6,\n"
                  "run,,draw_rate,0.166667,0.030053,0.563503,6,\n"
                  "run,,truncated_rate,0.166667,0.030053,0.563503,6,\n"
                  "run,,forfeit_rate,0,0,0.390334,6,\n"
                  "run,,first_player_advantage,0.400000,-0.593989,1,5,\n"
                  "run,,first_player_elo,147.190714,-180.294540,525.533483,5,\n"
                  "run,,balance,0.600000,0,1,5,\n"
                  "run,,entropy,0.881291,0.270465,1,5,\n"
                  "run,,chi_square,1,,,5,\n"
                  "run,,p_value,0.625000,,,5,\n"
                  "run,,plies_mean,7.166667,,,6,\n"
                  "run,,plies_sd,2.615392,,,6,\n"
                  "run,,plies_min,4,,,6,\n"
                  "run,,plies_p5,4,0,6,6,\n"
                  "run,,plies_median,6,4,10,6,\n"
                  "run,,plies_p95,10,8,inf,6,\n"
                  "run,,plies_max,10,,,6,\n"
                  "run,,passes_mean,0.166667,,,6,\n"
                  "run,,branching_mean,2.809524,1.899440,3.719607,6,\n"
                  "run,,branching_max,5,,,6,\n"
                  "run,,distinct_games,6,,,6,\n"
                  "seat,\"1\",win_rate,0.500000,0.187616,0.812384,6,\n"
                  "seat,\"1\",plies_mean,6,,,3,\n"
                  "seat,\"2\",win_rate,0.166667,0.030053,0.563503,6,\n"
                  "seat,\"2\",plies_mean,10,,,1,\n"
                  "seat,\"3\",win_rate,0.500000,0.187616,0.812384,6,\n"
                  "seat,\"3\",plies_mean,6,,,3,\n"
                  "seat,\"4\",win_rate,0.166667,0.030053,0.563503,6,\n"
                  "seat,\"4\",plies_mean,10,,,1,\n"
                  "side,\"1+3\",win_rate,0.500000,0.187616,0.812384,6,\n"
                  "side,\"2+4\",win_rate,0.166667,0.030053,0.563503,6,\n"
                  "end,\"draw\",plies_mean,5,,,1,\n"
                  "end,\"truncated\",plies_mean,9,,,1,\n"
                  "bot,\"one\",win_rate,0.500000,0.187616,0.812384,6,\n"
                  "bot,\"one\",forfeit_rate,0,0,0.390334,6,\n"
                  "bot,\"one\",nodes_mean,4,,,6,\n"
                  "bot,\"the other\",win_rate,0.166667,0.030053,0.563503,6,\n"
                  "bot,\"the other\",forfeit_rate,0,0,0.390334,6,\n"
                  "bot,\"the other\",nodes_mean,6,,,6,\n");
  metrics_free(&f);
}

static void the_histogram_has_the_observed_lengths(void **state) {
  (void)state;
  Metrics f = {NULL};
  fill_for_teams(summary_histogram, &f);
  assert_text(&f, "scope,key,metric,value,low,high,n,reason\n"
                  "length,\"4\",rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"5\",rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"6\",rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"8\",rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"9\",rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"9\",stopped_rate,0.166667,0.030053,0.563503,6,\n"
                  "length,\"10\",rate,0.166667,0.030053,0.563503,6,\n");
  metrics_free(&f);
}

/* A single side has nothing to compare with. */
static void a_game_with_one_side_has_no_balance(void **state) {
  (void)state;
  Entrant bot = {.spec = "one"};
  uint8_t table[] = {0};
  Schedule schedule = {.seats = 1,
                       .sides = 1,
                       .bots = 1,
                       .bot = &bot,
                       .seatings = 1,
                       .table = table};
  Tally tally;
  Error error = {0};
  Metrics f = {NULL};
  assert_true(tally_make(&tally, &schedule, 12, &error));
  tally_add(&tally, 0,
            &(Match){MATCH_WIN, 1, -1, {{11, 3, 0, 0, 3, 3, 6}}, {0}});
  summary_metrics(&tally, &f);
  assert_null(metrics_find(&f, "run", "", "first_player_advantage"));
  assert_null(metrics_find(&f, "run", "", "p_value"));
  assert_non_null(metrics_find(&f, "run", "", "plies_mean"));
  assert_true(metrics_find(&f, "seat", "1", "win_rate")->estimate.value == 1);
  metrics_free(&f);
  tally_free(&tally);
}

static Estimate metric_of(const Metrics *m, const char *name) {
  const Metric *metric = metrics_find(m, "run", "", name);
  assert_non_null(metric);
  return metric->estimate;
}

/* The metrics of 40 games in which two bots change seats, of which the first
 * one wins all but the given number, those as seat 2. */
static void fill_for_unequal(int lost, Metrics *m) {
  Counting *c = count_for("quoridor", SEATING_ROTATED, 2, 9);
  for (int i = 0; i < 40; i++) {
    bool first = i % 2 == 0 || i < 2 * lost;
    Match match = {MATCH_WIN, 1, -1, {{rng_mix(i + 1), 5, 0, 0, 3, 3, 9}}, {0}};
    match.winners = first ? 1 : 2;
    tally_add(&c->tally, (size_t)i % 2, &match);
  }
  summary_metrics(&c->tally, m);
  end_counting(c);
}

/* Both seats win 20 games, but a bot that always wins does not show that they
 * are equal. */
static void unequal_bots_that_change_seats_do_not_show_balance(void **state) {
  (void)state;
  static const char *const UNADJUSTED[] = {"balance", "entropy", "chi_square",
                                           "p_value"};
  for (int lost = 0; lost <= 15; lost += 15) {
    Metrics m = {NULL};
    fill_for_unequal(lost, &m);
    Estimate advantage = metric_of(&m, "first_player_advantage");
    if (lost) {
      assert_true(advantage.value > 0.25 && advantage.high >= advantage.value);
      assert_true(metric_of(&m, "first_player_elo").value > 0);
    } else {
      assert_true(isnan(advantage.value) && isnan(advantage.low));
      assert_true(isnan(metric_of(&m, "first_player_elo").value));
    }
    for (size_t i = 0; i < COUNT(UNADJUSTED); i++)
      assert_true(isnan(metric_of(&m, UNADJUSTED[i]).value) &&
                  metrics_find(&m, "run", "", UNADJUSTED[i])->reason);
    metrics_free(&m);
  }
}

static void a_run_without_games_has_a_summary(void **state) {
  (void)state;
  Counting *c = count_for("quoridor", SEATING_FIXED, 1, 9);
  Error error = {0};
  assert_true(summary_write(&(Run){.tally = c->tally}, dir, &error));
  assert_summary("scope,key,metric,value,low,high,n,reason\n"
                 "run,,games,0,,,0,\n"
                 "run,,draw_rate,,,,0,\n"
                 "run,,truncated_rate,,,,0,\n"
                 "run,,forfeit_rate,,,,0,\n"
                 "seat,\"1\",win_rate,,,,0,\n"
                 "seat,\"2\",win_rate,,,,0,\n"
                 "bot,\"a.bot\",win_rate,,,,0,\n"
                 "bot,\"a.bot\",forfeit_rate,,,,0,\n"
                 "bot,\"a.bot\",nodes_mean,,,,0,\n");
  assert_false(
      summary_write(&(Run){.tally = c->tally}, "/nowhere/at/all", &error));
  assert_message(&error, "/nowhere/at/all/summary.csv");
  end_counting(c);
}

/* ---- experiments ---------------------------------------------------------*/

static void an_experiment_estimates_the_games_it_needs(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random"};
  RunPlan plan = {.game = "tictacdoh",
                  .bots = BOTS,
                  .bot_count = 1,
                  .games = 100000,
                  .until = "seat1=5%",
                  .seed = 1};
  Run run;
  Error error = {0};
  const ExperimentCallbacks nobody = {NULL};
  assert_true(experiment_open(&run, &plan, &error));
  assert_int_equal(experiment_games(&run), 100000);
  assert_int_equal(experiment_play(&run, &nobody, &error), RUN_DONE);
  assert_true(run.tally.games < 1000 && run.complete);
  assert_int_equal(experiment_games(&run), run.tally.games);
  run_close(&run);
  plan.until = "seat5=5%";
  assert_false(experiment_open(&run, &plan, &error));
  assert_message(&error, "seats are 1 to 2");
}

int main(void) {
  if (!mkdtemp(dir))
    return 1;
  loader_add(&RANDOM_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rates_have_wilsons_interval),
      cmocka_unit_test(a_rate_of_no_games_is_empty),
      cmocka_unit_test(wilson_bounds_solve_their_equation),
      cmocka_unit_test(means_have_students_interval),
      cmocka_unit_test(a_single_number_has_no_interval),
      cmocka_unit_test(intervals_are_clamped),
      cmocka_unit_test(the_effective_sample_size_need_not_be_n),
      cmocka_unit_test(stopping_rules_are_parsed),
      cmocka_unit_test(invalid_stopping_rules_are_refused),
      cmocka_unit_test(a_rule_on_the_margin_needs_scores_and_points),
      cmocka_unit_test(a_stopping_rule_is_met_when_the_interval_is_narrow),
      cmocka_unit_test(the_summary_agrees_with_a_slow_count),
      cmocka_unit_test(metrics_are_found_by_scope_key_and_name),
      cmocka_unit_test(lists_of_metrics_grow),
      cmocka_unit_test(metrics_are_written_as_csv),
      cmocka_unit_test(an_incomplete_list_is_not_written),
      cmocka_unit_test(a_tiny_run_has_this_summary),
      cmocka_unit_test(a_run_of_teams_has_these_metrics),
      cmocka_unit_test(the_histogram_has_the_observed_lengths),
      cmocka_unit_test(a_game_with_one_side_has_no_balance),
      cmocka_unit_test(unequal_bots_that_change_seats_do_not_show_balance),
      cmocka_unit_test(a_run_without_games_has_a_summary),
      cmocka_unit_test(an_experiment_estimates_the_games_it_needs),
  };
  int failed = RUN_TESTS(tests);
  rmdir(dir);
  return failed;
}
