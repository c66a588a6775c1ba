/* Choices, kingmaking and waiting: against calculations by hand, and in games
 * in which it is known which moves matter. */
#define _GNU_SOURCE
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include "tests/support/synthetic.h"

#include "analysis/metrics/choices.h"
#include "analysis/metrics/kingmaking.h"
#include "analysis/metrics/waiting.h"
#include "lua/host/host.h"
#include <math.h>

/* ---- by hand -------------------------------------------------------------*/

/* Moves with these values for the first of two sides, by both halves. */
static JudgedMoves make_moves(int count, const double a[], const double b[]) {
  JudgedMoves m = {.legal = count, .count = count, .sides = 2};
  for (int i = 0; i < count; i++) {
    m.value[0][i][0] = a[i];
    m.value[0][i][1] = 1 - a[i];
    m.value[1][i][0] = b[i];
    m.value[1][i][1] = 1 - b[i];
  }
  return m;
}

static void exact_values_are_measured_exactly(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int count;
    double value[6];
    Choice choice;
  } CASES[] = {
      {"one move", 1, {0}, {.reasonable = 1, .forced = 1}},
      {"all the same", 4, {0.5, 0.5, 0.5, 0.5}, {.reasonable = 4}},
      {"three", 3, {0.3, 0.9, 0.5}, {0.4, 1, 1, 0}},
      {"the middle of two is their mean", 2, {0.6, 0.4}, {0.1, 1, 1, 0}},
      {"of four, of the two in the middle",
       4,
       {0.8, 0.2, 0.4, 0.6},
       {0.3, 1, 1, 0}},
      {"not quite ten points", 3, {0.5, 0.59, 0.5}, {0.09, 0, 1, 0}},
      {"ten points", 3, {0.5, 0.6, 0.5}, {0.1, 1, 1, 0}},
      {"five points are reasonable", 3, {0.5, 0.55, 0.49}, {0.05, 0, 2, 0}},
      {"several best ones", 5, {0.9, 0.1, 0.9, 0.1, 0.1}, {0.8, 1, 2, 0}},
      {"most are best", 5, {0.9, 0.1, 0.9, 0.9, 0.1}, {0, 0, 3, 0}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const char *what = CASES[i].what;
    JudgedMoves m = make_moves(CASES[i].count, CASES[i].value, CASES[i].value);
    Choice is = choice_measure(&m, 0, 0);
    assert_near(what, is.gain, CASES[i].choice.gain);
    assert_near(what, is.matters, CASES[i].choice.matters);
    assert_near(what, is.reasonable, CASES[i].choice.reasonable);
    assert_near(what, is.forced, CASES[i].choice.forced);
  }
}

/* By the first half the third move is best and the first the median one, by the
 * second the first is best and the second the median one. */
static void what_one_half_chooses_the_other_measures(void **state) {
  (void)state;
  static const double A[] = {0.5, 0.3, 0.7}, B[] = {0.8, 0.4, 0.2};
  JudgedMoves m = make_moves(3, A, B);
  assert_near("gain", judged_gain(&m, 0), ((0.2 - 0.8) + (0.5 - 0.3)) / 2);
  assert_near("loss", judged_loss(&m, 0, 1), ((0.2 - 0.4) + (0.5 - 0.3)) / 2);
  assert_near("swing", judged_swing(&m, 1), ((0.2 - 0.4) + (0.5 - 0.7)) / 2);
}

/* The 24 that were judged stand for 48. */
static void moves_that_were_not_judged_count(void **state) {
  (void)state;
  JudgedMoves m = {.legal = 48, .count = 24, .sides = 2};
  for (int i = 0; i < m.count; i++)
    m.value[0][i][0] = m.value[1][i][0] = i < 6 ? 0.7 : 0.6;
  assert_near("reasonable", choice_measure(&m, 0, 0).reasonable, 12);
}

/* Seat 2 of three has moves that change nothing for it, and others. */
static void a_swing_is_that_of_another_side(void **state) {
  (void)state;
  static const double VALUE[3][3] = {
      {0.5, 0.1, 0.4}, {0.3, 0.4, 0.3}, {0.4, 0.0, 0.6}};
  JudgedMoves m = {.legal = 3, .count = 3, .sides = 3};
  for (int i = 0; i < 3; i++)
    for (int side = 0; side < 3; side++)
      m.value[0][i][side] = m.value[1][i][side] = VALUE[i][side];
  assert_near("except the second", judged_swing(&m, 1), 0.3);
  assert_near("except the third", judged_swing(&m, 2), 0.4);
}

static void every_position_is_drawn_as_often(void **state) {
  (void)state;
  enum { OFFERED = 7, TIMES = 14000 };
  int drawn[OFFERED] = {0};
  Game *game = game_open("tictacdoh", NULL);
  State *offered = game_start(game);
  Drawn d = {0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < TIMES; i++) {
    d.offered = 0;
    for (int k = 0; k < OFFERED; k++) {
      offered->winners = (uint16_t)k;
      drawn_offer(&d, game, offered, &rng);
    }
    drawn[d.state->winners]++;
  }
  for (int k = 0; k < OFFERED; k++)
    assert_in_range(drawn[k], TIMES / OFFERED - 150, TIMES / OFFERED + 150);
  drawn_free(&d);
  free(offered);
  game_close(game);
}

/* ---- noise ---------------------------------------------------------------*/

/* What half of the playouts say of moves that win with these chances. */
static void see_moves(const double chance[], int count, int playouts, Rng *rng,
                      Judge *judge, JudgedMoves *m) {
  double seen[2][JUDGED_MAX] = {{0}};
  for (int half = 0; half < 2; half++)
    for (int i = 0; i < count; i++)
      for (int n = 0; n < playouts / 2; n++)
        seen[half][i] +=
            2 * (synthetic_uniform(rng) < chance[i]) / (double)playouts;
  *m = make_moves(count, seen[0], seen[1]);
  for (int i = 0; i < count; i++) {
    double a = seen[0][i], b = seen[1][i];
    judge->apart += (a - b) * (a - b) / 2;
    judge->one += (a * (1 - b) + b * (1 - a)) / 2;
  }
}

/* Where all moves are the same, noise makes none of them better: the gain is 0,
 * a choice hardly ever matters, and nearly all moves are reasonable. */
static void noise_does_not_make_choices_matter(void **state) {
  (void)state;
  static const int COUNTS[] = {2, 3, 5, 24}, PLAYOUTS[] = {10, 20, 50, 200};
  static const double CHANCES[] = {0.5, 0.9};
  enum { POSITIONS = 2000 };
  Rng rng;
  rng_seed(&rng, 7, 0);
  for (size_t i = 0; i < 32; i++) {
    int count = COUNTS[i % 4], playouts = PLAYOUTS[i / 4 % 4], swings = 0;
    double chance[JUDGED_MAX];
    Judge judge = {0};
    ChoiceSums sums = {0};
    for (int k = 0; k < count; k++)
      chance[k] = CHANCES[i / 16];
    for (int k = 0; k < POSITIONS; k++) {
      JudgedMoves m;
      see_moves(chance, count, playouts, &rng, &judge, &m);
      double error = judge_error(&judge, &m);
      Choice choice = choice_measure(&m, 0, error);
      sums_add(&sums.gain, choice.gain);
      sums_add(&sums.matters, choice.matters);
      sums_add(&sums.reasonable, choice.reasonable / count);
      swings += judge_exceeds(judged_swing(&m, 1), 0.1, error);
    }
    Estimate gain = estimate_widen(sums_mean(&sums.gain), 1.6);
    if (gain.low > 0 || gain.high < 0)
      fail_msg("%d moves, %d playouts: a gain of %.4f", count, playouts,
               gain.value);
    assert_at_most("choices", (int)sums.matters.sum, POSITIONS, 0.01);
    assert_at_most("swings", swings, POSITIONS, 0.01);
    if (sums_mean(&sums.reasonable).value < 0.99)
      fail_msg("%d moves, %d playouts: %.4f of them are reasonable", count,
               playouts, sums_mean(&sums.reasonable).value);
  }
}

/* Where they differ, the best move is sometimes taken for another, which hides
 * some of the gain, and so is the median one. */
static void noise_changes_gains_little(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int count, playouts;
    double chance[5];
    double least, most; /* of the gain that shows, as a share */
  } CASES[] = {
      {"far apart", 3, 200, {0.9, 0.5, 0.3}, 0.99, 1.01},
      {"far apart, few playouts", 3, 20, {0.9, 0.5, 0.3}, 0.99, 1.06},
      {"one good move", 5, 200, {0.8, 0.5, 0.5, 0.5, 0.5}, 0.99, 1},
      {"one good move, few playouts",
       5,
       20,
       {0.8, 0.5, 0.5, 0.5, 0.5},
       0.75,
       1},
      {"ten points", 5, 200, {0.6, 0.5, 0.5, 0.5, 0.5}, 0.7, 1},
      {"a ladder", 5, 200, {0.7, 0.6, 0.5, 0.4, 0.3}, 0.9, 1},
      {"a ladder, few playouts", 5, 20, {0.7, 0.6, 0.5, 0.4, 0.3}, 0.6, 1},
      {"one bad move", 5, 20, {0.1, 0.5, 0.5, 0.5, 0.5}, 0, 0},
  };
  enum { POSITIONS = 4000 };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    JudgedMoves m =
        make_moves(CASES[i].count, CASES[i].chance, CASES[i].chance);
    Judge judge = {0};
    Sums gain = {0};
    Rng rng;
    double truth = judged_gain(&m, 0);
    rng_seed(&rng, 11, i);
    for (int k = 0; k < POSITIONS; k++) {
      see_moves(CASES[i].chance, CASES[i].count, CASES[i].playouts, &rng,
                &judge, &m);
      sums_add(&gain, judged_gain(&m, 0));
    }
    Estimate is = estimate_widen(sums_mean(&gain), 1.6);
    if (is.low > CASES[i].most * truth || is.high < CASES[i].least * truth)
      fail_msg("%s: a gain of %.4f is shown as %.4f", CASES[i].what, truth,
               is.value);
  }
}

/* ---- games of known choices ----------------------------------------------*/

/* Two players choose in turn, and then a roll of ten decides. One choice, or
 * none, has an effect: the player who makes it wins by nine faces, five or
 * three. */
static const char PLANTED[] =
    "return require(\"boardlab\").rules {\n"
    "  options = {\n"
    "    plies = { default = 5, min = 1, max = 50, help = \"choices\" },\n"
    "    moves = { default = 3, min = 1, max = 100, help = \"of each\" },\n"
    "    matters = { default = 0, min = 0, max = 50, help = \"which\" },\n"
    "  },\n"
    "  max_moves = 100,\n"
    "  state = { played = 1, lead = 1, rolled = 1 },\n"
    "  moves = function(s, _, o)\n"
    "    local list = {}\n"
    "    for i = 1, o.moves do list[i] = i end\n"
    "    return list\n"
    "  end,\n"
    "  play = function(s, move, seat, o)\n"
    "    s.played = s.played + 1\n"
    "    if s.played == o.matters then\n"
    "      local lead = move == 1 and 4 or move == 2 and 0 or -2\n"
    "      s.lead = seat == 1 and lead or -lead\n"
    "    end\n"
    "  end,\n"
    "  chance = function(s, _, o)\n"
    "    return s.played == o.plies and { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } or "
    "nil\n"
    "  end,\n"
    "  roll = function(s, face) s.rolled = face end,\n"
    "  outcome = function(s)\n"
    "    if s.rolled > 0 then return s.rolled <= 5 + s.lead and 1 or 2 end\n"
    "  end,\n"
    "  evaluate = function(s, _, o)\n"
    "    local first = 0.5 + s.lead / 10\n"
    "    if s.played < o.matters then\n"
    "      first = o.matters % 2 == 1 and 17 / 30 or 13 / 30\n"
    "    end\n"
    "    return { first, 1 - first }\n"
    "  end,\n"
    "}\n";

/* Three players choose twice in turn, then a roll of ten decides between the
 * first two. In `planted` games of four, the last choice of the third gives one
 * of them eight faces. */
static const char KINGS[] =
    "return require(\"boardlab\").rules {\n"
    "  players = 3,\n"
    "  options = {\n"
    "    planted = { default = 0, min = 0, max = 4, help = \"of four\" },\n"
    "  },\n"
    "  state = { kind = 1, played = 1, lead = 1, rolled = 1 },\n"
    "  moves = function() return { 1, 2 } end,\n"
    "  play = function(s, move, _, o)\n"
    "    s.played = s.played + 1\n"
    "    if s.played == 6 and s.kind <= o.planted then\n"
    "      s.lead = move == 1 and 3 or -3\n"
    "    end\n"
    "  end,\n"
    "  chance = function(s)\n"
    "    return s.kind == 0 and { 1, 2, 3, 4 }\n"
    "      or s.played == 6 and { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } or nil\n"
    "  end,\n"
    "  roll = function(s, face)\n"
    "    if s.kind == 0 then s.kind = face else s.rolled = face end\n"
    "  end,\n"
    "  outcome = function(s)\n"
    "    if s.rolled > 0 then return s.rolled <= 5 + s.lead and 1 or 2 end\n"
    "  end,\n"
    "  evaluate = function(s)\n"
    "    return { 0.5 + s.lead / 10, 0.5 - s.lead / 10, 0 }\n"
    "  end,\n"
    "}\n";

/* Plays games at random and measures them. */
static RunMetrics judge_run(const char *game, const char *oracle, int games) {
  RunMetricsPlan plan = {.sample = (uint64_t)games, .jobs = 2, .whole = true};
  RunMetrics f;
  assert_true(oracle_parse(oracle, &plan.oracle, NULL));
  play_run(game, RANDOM, 1, games, true, 0, "one");
  measure(&f, "one", &plan);
  return f;
}

/* Its interval is 95%; what is tested here must not fail by chance. Noise may
 * add this much to a rate or a number of moves. */
static void assert_holds(const char *what, Estimate e, double truth,
                         double noise) {
  Estimate wide = estimate_widen(e, 1.6);
  if (!(wide.low <= truth + noise + 1e-9 && wide.high >= truth - noise - 1e-9))
    fail_msg("%s: %.4f (%.4f to %.4f) is not %.4f", what, e.value, e.low,
             e.high, truth);
}

/* The roll makes a game one ply longer: its thirds are of two choices, two, and
 * one. */
static void choices_that_matter_are_found_where_they_are(void **state) {
  (void)state;
  static const struct {
    const char *game;
    struct {
      const char *key;
      double gain, rate, reasonable, forced;
    } third[4];
  } CASES[] = {
      {"planted.lua", {{"all", 0, 0, 3, 0}}},
      {"planted.lua:plies=2,moves=30", {{"all", 0, 0, 30, 0}}},
      {"planted.lua:moves=1", {{"all", 0, 0, 1, 1}}},
      {"planted.lua:matters=1",
       {{"early", 0.2, 0.5, 2, 0},
        {"middle", 0, 0, 3, 0},
        {"late", 0, 0, 3, 0},
        {"all", 0.2 / 3, 0.5 / 3, 8.0 / 3, 0}}},
      {"planted.lua:matters=4",
       {{"early", 0, 0, 3, 0}, {"middle", 0.2, 0.5, 2, 0}}},
      {"planted.lua:matters=5",
       {{"early", 0, 0, 3, 0},
        {"late", 0.4, 1, 1, 0},
        {"all", 0.4 / 3, 1.0 / 3, 7.0 / 3, 0}}},
  };
  static const char *const ORACLES[] = {"eval", "playouts=100"};
  for (size_t i = 0; i < 2 * COUNT(CASES); i++) {
    const char *game = CASES[i / 2].game;
    double noise = i % 2 ? 0.01 : 0;
    RunMetrics f = judge_run(game, ORACLES[i % 2], 100);
    const Metrics *m = &f.metrics;
    for (int k = 0; k < 4 && CASES[i / 2].third[k].key; k++) {
      const char *key = CASES[i / 2].third[k].key;
      assert_holds(game, metric(m, "choices", key, "choice_gain"),
                   CASES[i / 2].third[k].gain, 0);
      assert_holds(game, metric(m, "choices", key, "choice_rate"),
                   CASES[i / 2].third[k].rate, noise);
      assert_holds(game, metric(m, "choices", key, "reasonable_moves"),
                   CASES[i / 2].third[k].reasonable,
                   noise * CASES[i / 2].third[k].reasonable);
      assert_near(game, metric(m, "choices", key, "forced_rate").value,
                  CASES[i / 2].third[k].forced);
      assert_int_equal(metric(m, "choices", key, "choice_gain").n, 100);
    }
    assert_int_equal(count_metrics(m, "kingmaking", NULL), 0);
    assert_int_equal(count_metrics(m, "waiting", NULL), 0);
    run_metrics_free(&f);
  }
}

/* What is 0 or certain by the evaluation is exactly that. */
static void an_exact_evaluation_is_exact(void **state) {
  (void)state;
  RunMetrics f = judge_run("planted.lua:matters=5", "eval", 50);
  const Metrics *m = &f.metrics;
  assert_near("early", metric(m, "choices", "early", "choice_gain").value, 0);
  assert_near("late", metric(m, "choices", "late", "choice_gain").value, 0.4);
  assert_near("rate", metric(m, "choices", "late", "choice_rate").value, 1);
  assert_near("late", metric(m, "choices", "late", "reasonable_moves").value,
              1);
  assert_near("all", metric(m, "choices", "all", "choice_gain").value, 0.4 / 3);
  run_metrics_free(&f);
}

/* In a lottery hardly any choice matters, however few playouts there are. */
static void a_lottery_has_no_choices(void **state) {
  (void)state;
  static const char *const ORACLES[] = {"playouts=20", "playouts=200"};
  for (size_t i = 0; i < COUNT(ORACLES); i++) {
    RunMetrics f = judge_run("planted.lua:plies=2,moves=10", ORACLES[i], 200);
    const Metrics *m = &f.metrics;
    Estimate gain = metric(m, "choices", "all", "choice_gain");
    assert_holds(ORACLES[i], gain, 0, 0);
    assert_true(gain.high < (i == 0 ? 0.04 : 0.02));
    Estimate rate = metric(m, "choices", "all", "choice_rate");
    assert_true(rate.value <= 0.01 && rate.low == 0);
    assert_true(metric(m, "choices", "all", "reasonable_moves").value > 9.9);
    run_metrics_free(&f);
  }
}

/* With a tenth of the playouts the gain is the same, but for a few points of a
 * hundred that choose another move. */
static void few_playouts_see_the_same_gain(void **state) {
  (void)state;
  RunMetrics f = judge_run("planted.lua:matters=5", "playouts=20", 300);
  Estimate gain = metric(&f.metrics, "choices", "late", "choice_gain");
  assert_true(gain.value > 0.36 && gain.value < 0.42);
  assert_true(
      fabs(metric(&f.metrics, "choices", "early", "choice_gain").value) < 0.02);
  run_metrics_free(&f);
}

/* A search cannot begin where nature moves: it looks at what is rolled. */
static void a_search_judges_rolls(void **state) {
  (void)state;
  RunMetrics f = judge_run("planted.lua:matters=5", "mcts:iterations=64", 100);
  Estimate gain = metric(&f.metrics, "choices", "late", "choice_gain");
  assert_true(gain.value > 0.3 && gain.value < 0.47);
  run_metrics_free(&f);
}

/* The third player moves twice without hope, and decides the second time or
 * never. */
static void planted_kingmaking_is_found(void **state) {
  (void)state;
  static const struct {
    const char *game, *oracle;
    double rate;
  } CASES[] = {{"kings.lua", "eval", 0},
               {"kings.lua:planted=1", "eval", 0.125},
               {"kings.lua:planted=4", "eval", 0.5},
               {"kings.lua", "playouts=100", 0},
               {"kings.lua:planted=4", "playouts=100", 0.5}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    RunMetrics f = judge_run(CASES[i].game, CASES[i].oracle, 200);
    const Metrics *m = &f.metrics;
    const char *key = CASES[i].oracle;
    double noise = strcmp(key, "eval") == 0 ? 0 : 0.01;
    assert_holds(CASES[i].game, metric(m, "kingmaking", key, "kingmaking_rate"),
                 CASES[i].rate, noise);
    Estimate hopeless = metric(m, "kingmaking", key, "hopeless_rate");
    assert_near("hopeless", hopeless.value, 1);
    assert_int_equal(hopeless.n, 200);
    assert_near("waiting", metric(m, "waiting", "", "waiting_plies").value, 2);
    run_metrics_free(&f);
  }
}

/* Whoever has a fair chance is not without hope. */
static void who_can_win_is_no_kingmaker(void **state) {
  (void)state;
  write_text("fair.lua", "return require(\"boardlab\").rules { players = 3,\n"
                         "  state = { played = 1, rolled = 1 },\n"
                         "  moves = function() return { 1, 2 } end,\n"
                         "  play = function(s) s.played = s.played + 1 end,\n"
                         "  chance = function(s)\n"
                         "    return s.played == 6 and { 1, 2, 3 } or nil\n"
                         "  end,\n"
                         "  roll = function(s, face) s.rolled = face end,\n"
                         "  outcome = function(s)\n"
                         "    if s.rolled > 0 then return s.rolled end\n"
                         "  end }\n");
  RunMetrics f = judge_run("fair.lua", "playouts=200", 50);
  const Metrics *m = &f.metrics;
  assert_near("hopeless",
              metric(m, "kingmaking", "playouts=200", "hopeless_rate").value,
              0);
  assert_near("kings",
              metric(m, "kingmaking", "playouts=200", "kingmaking_rate").value,
              0);
  run_metrics_free(&f);
}

/* Without an oracle there is only waiting. */
static void nobody_is_asked_without_an_oracle(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 20};
  RunMetrics f;
  play_run("kings.lua", RANDOM, 1, 20, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(count_metrics(&f.metrics, "choices", NULL), 0);
  assert_int_equal(count_metrics(&f.metrics, "kingmaking", NULL), 0);
  assert_int_equal(count_metrics(&f.metrics, "waiting", NULL), 1);
  run_metrics_free(&f);
}

/* ---- waiting -------------------------------------------------------------*/

static Estimate wait_for(const char *seats) {
  Waiting w = {0};
  Metrics m = {NULL};
  const Game game = {.seats = 3};
  waiting_begin(&w);
  for (const char *at = seats; *at; at++) {
    State state = {.seat = *at == '.' ? NATURE : (uint8_t)(*at - '1')};
    waiting_position(&w, &state);
  }
  waiting_end(&w, &game, NULL);
  waiting_metrics(&w, &m);
  Estimate e = m.count ? m.list[0].estimate : estimate_none();
  metrics_free(&m);
  return e;
}

static void waiting_is_counted_between_turns(void **state) {
  (void)state;
  assert_near("in turn", wait_for("123123").value, 2);
  assert_near("rolls do not count", wait_for(".1.2.3.1.2.3").value, 2);
  assert_near("two plies in a turn", wait_for("112211").value, 2);
  assert_near("with a roll between them", wait_for("1.122.31").value, 3);
  /* seat 3 is out: 2 plies twice, then 1 */
  assert_near("two are left", wait_for("1231212").value, (2 + 2 + 1 + 1) / 4.0);
  assert_true(isnan(wait_for("123").value));
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  write_text("planted.lua", PLANTED);
  write_text("kings.lua", KINGS);
  const struct CMUnitTest choices_tests[] = {
      cmocka_unit_test(exact_values_are_measured_exactly),
      cmocka_unit_test(what_one_half_chooses_the_other_measures),
      cmocka_unit_test(moves_that_were_not_judged_count),
      cmocka_unit_test(a_swing_is_that_of_another_side),
      cmocka_unit_test(every_position_is_drawn_as_often),
      cmocka_unit_test(noise_does_not_make_choices_matter),
      cmocka_unit_test(noise_changes_gains_little),
      cmocka_unit_test(choices_that_matter_are_found_where_they_are),
      cmocka_unit_test(an_exact_evaluation_is_exact),
      cmocka_unit_test(a_lottery_has_no_choices),
      cmocka_unit_test(few_playouts_see_the_same_gain),
      cmocka_unit_test(a_search_judges_rolls),
      cmocka_unit_test(planted_kingmaking_is_found),
      cmocka_unit_test(who_can_win_is_no_kingmaker),
      cmocka_unit_test(nobody_is_asked_without_an_oracle),
      cmocka_unit_test(waiting_is_counted_between_turns),
  };
  int failed = RUN_TESTS(choices_tests);
  clear(home);
  return failed;
}
