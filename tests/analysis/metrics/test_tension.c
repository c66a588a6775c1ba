/* Tension: who leads, and how sure that is. Against calculations by hand, and
 * against a slow computation. */
#define _GNU_SOURCE
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <math.h>

/* ---- by hand -------------------------------------------------------------*/

/* A curve of exact values. */
static Curve make_curve(int sides, int count, const double value[][3]) {
  Curve c = {.sides = sides};
  for (int i = 0; i < count; i++)
    assert_true(curve_add(&c, i % sides, value[i], value[i]));
  return c;
}

static void leads_agree_with_calculations_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *what;
    int sides, winner, count;
    double value[5][3];
    Leads leads; /* uncertainty and drama as sums over moves */
  } CASES[] = {
      {"a walk-over",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.9, 0.1}, {1, 0}},
       {.uncertainty = 1, .decisiveness = 1, .early = 1}},
      /* the move that settles the game counts as one after the position before
         it: two of three */
      {"once behind",
       2,
       0,
       4,
       {{0.6, 0.4}, {0.3, 0.7}, {0.95, 0.05}, {1, 0}},
       {.changes = 2,
        .drama = 0.4,
        .uncertainty = 1.5,
        .decisiveness = 2.0 / 3}},
      {"nearly lost",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.2, 0.8}, {1, 0}},
       {.changes = 2,
        .drama = 0.6,
        .uncertainty = 1.2,
        .decisiveness = 0.5,
        .comeback = 1,
        .early = 1}},
      {"not quite nearly lost",
       2,
       0,
       3,
       {{0.6, 0.4}, {0.25, 0.75}, {1, 0}},
       {.changes = 2,
        .drama = 0.5,
        .uncertainty = 1.3,
        .decisiveness = 0.5,
        .early = 1}},
      {"a leader who is level keeps the lead",
       2,
       1,
       5,
       {{0.4, 0.6}, {0.5, 0.5}, {0.4, 0.6}, {0.5, 0.5}, {0, 1}},
       {.uncertainty = 3.6, .decisiveness = 0.25, .early = 0.5}},
      {"level, then behind",
       2,
       1,
       4,
       {{0.4, 0.6}, {0.5, 0.5}, {0.6, 0.4}, {0, 1}},
       {.changes = 2,
        .drama = 0.2,
        .uncertainty = 2.6,
        .decisiveness = 1.0 / 3,
        .early = 0.5}},
      {"nobody leads until a side is ahead",
       2,
       0,
       3,
       {{0.5, 0.5}, {0.6, 0.4}, {1, 0}},
       {.uncertainty = 1.8, .decisiveness = 0.5, .early = 0.5}},
      {"nor if the other side is",
       2,
       1,
       3,
       {{0.5, 0.5}, {0.4, 0.6}, {0, 1}},
       {.uncertainty = 1.8, .decisiveness = 0.5, .early = 0.5}},
      {"sure only for a while",
       2,
       0,
       4,
       {{0.95, 0.05}, {0.89, 0.11}, {0.9, 0.1}, {1, 0}},
       {.uncertainty = 0.52, .decisiveness = 2.0 / 3, .early = 1}},
      {"sure from the start",
       2,
       0,
       3,
       {{0.95, 0.05}, {0.95, 0.05}, {1, 0}},
       {.uncertainty = 0.2, .decisiveness = 1, .early = 1}},
      {"three sides",
       3,
       2,
       4,
       {{0.5, 0.3, 0.2}, {0.3, 0.6, 0.1}, {0.3, 0.3, 0.4}, {0, 0, 1}},
       {.changes = 2,
        .drama = 0.8,
        .uncertainty = 2.4,
        .decisiveness = 1.0 / 3,
        .comeback = 1}},
      {"three sides, two level",
       3,
       0,
       3,
       {{0.4, 0.4, 0.2}, {0.25, 0.4, 0.35}, {1, 0, 0}},
       {.drama = 0.15, .uncertainty = 1.95, .decisiveness = 0.5, .early = 0.5}},
      {"ten points are no lead yet",
       2,
       0,
       5,
       {{0.45, 0.55}, {0.55, 0.45}, {0.6, 0.4}, {0.45, 0.55}, {1, 0}},
       {.drama = 0.2, .uncertainty = 3.5, .decisiveness = 0.25, .early = 1}},
      {"eleven are",
       2,
       0,
       4,
       {{0.445, 0.555}, {0.555, 0.445}, {0.445, 0.555}, {1, 0}},
       {.changes = 3,
        .drama = 0.22,
        .uncertainty = 2.67,
        .decisiveness = 1.0 / 3,
        .early = 1}},
      {"the lead is taken from the leader",
       3,
       1,
       4,
       {{0.5, 0.3, 0.2}, {0.2, 0.41, 0.39}, {0.2, 0.39, 0.41}, {0, 1, 0}},
       {.changes = 1,
        .drama = 0.22,
        .uncertainty = 2.76,
        .decisiveness = 1.0 / 3,
        .early = 1}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Curve c = make_curve(CASES[i].sides, CASES[i].count, CASES[i].value);
    const Leads *should = &CASES[i].leads;
    Leads is = curve_measure(&c, CASES[i].winner);
    int moves = CASES[i].count - 1;
    assert_near(CASES[i].what, is.changes, should->changes);
    assert_near(CASES[i].what, is.change_rate, should->changes / moves);
    assert_near(CASES[i].what, is.drama, should->drama / moves);
    assert_near(CASES[i].what, is.uncertainty, should->uncertainty / moves);
    assert_near(CASES[i].what, is.decisiveness, should->decisiveness);
    assert_near(CASES[i].what, is.comeback, should->comeback);
    assert_near(CASES[i].what, is.early, should->early);
    curve_free(&c);
  }
}

/* Seat 1 gains 0.2 and keeps 0.1 of it; seat 2 gains 0.1 and loses 0.3. Each
 * counts twice, once for each half. */
static void permanence_agrees_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const double VALUES[][3] = {
      {0.5, 0.5}, {0.7, 0.3}, {0.6, 0.4}, {1, 0}};
  Curve c = make_curve(2, 4, VALUES);
  Leads leads = curve_measure(&c, 0);
  assert_near("gain", leads.gain, 2 * (0.2 + 0.1));
  assert_near("kept", leads.kept, 2 * (0.1 - 0.3));
  /* a side that moves twice in a row answers itself: nothing counts */
  memset(c.mover, 0, 4);
  leads = curve_measure(&c, 0);
  assert_near("gain", leads.gain, 0);
  curve_free(&c);
}

/* An even position that one half of the playouts took for 0.7 and the other for
 * 0.3: neither behind nor ahead, and by the halves 0.2 behind on average. The
 * correction is as large the other way. */
static void noise_is_measured_by_halves(void **state) {
  (void)state;
  static const double A[] = {0.7, 0.3}, B[] = {0.3, 0.7}, END[] = {1, 0};
  Curve c = {.sides = 2};
  assert_true(curve_add(&c, 0, A, B) && curve_add(&c, 1, END, END));
  Leads leads = curve_measure(&c, 0);
  assert_near("drama", leads.drama, 0 - 0.4 / 2);
  assert_near("uncertainty", leads.uncertainty, 2 * 1 - 0.6);
  /* nobody leads; by the second half seat 2 does until the end */
  assert_near("changes", leads.changes, 0 - 0.5);
  assert_near("lead", curve_lead(&c, 0, 0), 0);
  /* Σ v² is 0.5; by the product of the halves it is 0.42 */
  Calibration calibration = curve_calibrate(&c, END);
  assert_near("came", calibration.came, 0.5 - 0.5);
  assert_near("promised", calibration.promised, 0.42 - 0.5);
  curve_free(&c);
}

/* At 0.7 to 0.3 the winner should have 0.58 on average. */
static void calibration_agrees_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const double VALUES[][3] = {{0.7, 0.3}, {1, 0}};
  static const double FIRST[] = {1, 0}, SECOND[] = {0, 1}, BOTH[] = {0.5, 0.5};
  Curve c = make_curve(2, 2, VALUES);
  assert_near("won", curve_calibrate(&c, FIRST).came, 0.7 - 0.5);
  assert_near("lost", curve_calibrate(&c, SECOND).came, 0.3 - 0.5);
  assert_near("drawn", curve_calibrate(&c, BOTH).came, 0);
  assert_near("promised", curve_calibrate(&c, FIRST).promised, 0.58 - 0.5);
  curve_free(&c);
}

/* All positions count the same, whatever game they are from; those in which
 * nature moves do not. */
static void calibration_is_summed_over_positions(void **state) {
  (void)state;
  static const double VALUES[][3] = {
      {0.7, 0.3}, {0.6, 0.4}, {0.6, 0.4}, {1, 0}};
  static const double RESULT[] = {1, 0};
  Curve c = make_curve(2, 4, VALUES);
  Calibration sum = curve_calibrate(&c, RESULT);
  assert_near("came", sum.came, 0.2 + 0.1 + 0.1);
  assert_near("promised", sum.promised, 0.08 + 0.02 + 0.02);
  c.mover[2] = NATURE;
  sum = curve_calibrate(&c, RESULT);
  assert_near("came", sum.came, 0.2 + 0.1);
  assert_near("promised", sum.promised, 0.08 + 0.02);
  curve_free(&c);
}

static void oracles_have_names(void **state) {
  (void)state;
  static const struct {
    const char *text, *name, *problem;
  } CASES[] = {
      {"eval", "eval", NULL},
      {"playouts", "playouts=200", NULL},
      {"playouts=10", "playouts=10", NULL},
      {"mcts", "mcts:iterations=1000", NULL},
      {"mcts:iterations=64", "mcts:iterations=64", NULL},
      {"playouts=7", NULL, "an even number from 2 to 1000000, not '7'"},
      {"playouts=0", NULL, "an even number from 2"},
      {"mcts:iterations=many", NULL, "not 'many'"},
      {"delphi", NULL, "there is no oracle 'delphi'; the oracles are eval,"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    OraclePlan plan;
    Error error = {0};
    bool good = oracle_parse(CASES[i].text, &plan, &error);
    assert_int_equal(good, CASES[i].name != NULL);
    if (good)
      assert_string_equal(oracle_name(plan).text, CASES[i].name);
    else
      assert_non_null(strstr(error.message, CASES[i].problem));
  }
}

/* Random bots are judged by playouts, which play as they do; others by the
 * game's evaluation, if there is one. */
static void the_default_oracle_suits_the_run(void **state) {
  (void)state;
  static const struct {
    const char *game;
    bool random;
    OracleKind kind;
  } CASES[] = {{"quoridor", false, ORACLE_EVAL},
               {"quoridor", true, ORACLE_PLAYOUTS},
               {"games/nim.lua", false, ORACLE_PLAYOUTS}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Game *game = game_open(CASES[i].game, &error);
    assert_non_null(game);
    assert_int_equal(oracle_default(game, CASES[i].random).kind, CASES[i].kind);
    game_close(game);
  }
}

/* A search sees the win in one that an evaluation of the material may not, and
 * values that both halves agree on have no noise. */
static void oracles_see_a_win_in_one(void **state) {
  (void)state;
  static const OraclePlan PLANS[] = {{ORACLE_MCTS, 200},
                                     {ORACLE_PLAYOUTS, 200}};
  Error error = {0};
  Game *game = game_open("games/nim.lua:heaps=1,tokens=1", &error);
  State *start = game_start(game);
  for (size_t i = 0; i < COUNT(PLANS); i++) {
    double a[SEATS_MAX], b[SEATS_MAX];
    Rng rng;
    rng_seed(&rng, 1, 1);
    Oracle *oracle = oracle_new(game, PLANS[i], &error);
    assert_non_null(oracle);
    assert_true(oracle_values(oracle, start, &rng, a, b, &error));
    assert_true(a[0] == 1 && a[1] == 0 && b[0] == 1 && b[1] == 0);
    oracle_free(oracle);
  }
  assert_null(oracle_new(game, (OraclePlan){ORACLE_EVAL, 0}, &error));
  assert_non_null(strstr(error.message, "has no evaluation"));
  free(start);
  game_close(game);
  game = game_open("quoridor:players=4", &error);
  assert_null(oracle_new(game, PLANS[0], &error));
  assert_non_null(strstr(error.message, "needs a game of two sides"));
  game_close(game);
}

/* ---- tension: slow computation --------------------------------------------*/

static void slow_points(const Game *game, const State *end, int points[]) {
  int winners = 0;
  bool won[SEATS_MAX] = {false};
  for (int seat = 0; seat < game->seats; seat++)
    won[game->side[seat]] |= end->outcome == WIN && end->winners >> seat & 1;
  for (int side = 0; side < game->sides; side++)
    winners += won[side];
  for (int side = 0; side < game->sides; side++)
    points[side] += winners == 0 ? 12 / game->sides
                    : won[side]  ? 12 / winners
                                 : 0;
}

/* One game from points in integers: of `all` at most. */
typedef struct SlowGame {
  int sides, winner, moves, points[2000][SEATS_MAX], all;
  double smooth[2000][SEATS_MAX];
} SlowGame;

static double slow_value(const SlowGame *g, int t, int side) {
  return (double)g->points[t][side] / g->all;
}

/* Variances of a value by what two halves have in common, and do not. */
typedef struct SlowNoise {
  double error, step, one;
} SlowNoise;

static SlowNoise slow_noise(const SlowGame *g, const SlowGame *h) {
  SlowNoise n = {0};
  for (int side = 0; side < g->sides; side++)
    for (int t = 0; t < g->moves; t++) {
      double a = slow_value(g, t, side), b = slow_value(h, t, side);
      n.error += pow((a - b) / 2, 2) / g->moves / g->sides;
      n.one += (a + b - 2 * a * b) / 2 / g->moves / g->sides;
      if (t + 1 < g->moves)
        n.step += (slow_value(g, t + 1, side) - a) *
                  (slow_value(h, t + 1, side) - b) / (g->moves - 1) / g->sides;
    }
  return n;
}

/* The values x that minimize Σ (x_t − v_t)² / error + Σ (x_t+1 − x_t)² / step,
 * by Gaussian elimination. */
static void slow_smooth(SlowGame *g, double error, double step) {
  static double own[2000], right[2000];
  for (int side = 0; side < g->sides; side++) {
    for (int t = 0; t < g->moves; t++) {
      int neighbours = (t > 0) + (t + 1 < g->moves);
      own[t] = step + neighbours * error;
      right[t] = step * slow_value(g, t, side);
      if (t > 0) {
        own[t] -= error * error / own[t - 1];
        right[t] += error / own[t - 1] * right[t - 1];
      }
    }
    g->smooth[g->moves][side] = slow_value(g, g->moves, side);
    for (int t = g->moves - 1; t >= 0; t--) {
      double next = t + 1 < g->moves ? g->smooth[t + 1][side] : 0;
      g->smooth[t][side] = error > 0 ? (right[t] + error * next) / own[t]
                                     : slow_value(g, t, side);
    }
  }
}

static int slow_changes(const SlowGame *g) {
  int leader = -1, changes = 0;
  for (int t = 0; t <= g->moves; t++) {
    const double *value = g->smooth[t];
    int best = 0;
    for (int side = 1; side < g->sides; side++)
      best = value[side] > value[best] + 1e-9 ? side : best;
    bool ahead = true;
    for (int side = 0; side < g->sides; side++)
      if (side != best && (leader < 0 || side == leader))
        ahead = ahead && value[best] - value[side] > 0.1 + 1e-9;
    if (ahead && best != leader) {
      changes += leader >= 0;
      leader = best;
    }
  }
  return changes;
}

/* With so many times the noise of both halves together. */
static Leads slow_leads(SlowGame *g, const SlowNoise *noise, double times) {
  Leads leads = {0};
  int last = 0;
  double even = 0.5 / g->sides, error = times * noise->error;
  double one = noise->one > 0 ? error / noise->one : 0;
  slow_smooth(g, error, fmax(noise->step, noise->error / 20));
  leads.changes = slow_changes(g);
  for (int t = 0; t < g->moves; t++) {
    const int *points = g->points[t];
    int best = 0, second = 0, who = -1;
    for (int i = 0; i < g->sides; i++)
      if (points[i] > best || who < 0) {
        second = who < 0 ? 0 : best;
        best = points[i];
        who = i;
      } else {
        second = points[i] > second ? points[i] : second;
      }
    double own = slow_value(g, t, g->winner);
    if (own < even - sqrt(one * even * (1 - even)) - 1e-9)
      leads.comeback = 1;
    leads.drama += (double)(best - points[g->winner]) / g->all / g->moves;
    leads.uncertainty += (1 - (double)(best - second) / g->all) / g->moves;
    if (own < 0.9 - sqrt(one * 0.9 * 0.1) - 1e-9)
      last = t;
  }
  leads.decisiveness = (double)(g->moves - last) / g->moves;
  return leads;
}

/* Of the winner over the best other side, in the first position. */
static double slow_first_lead(const SlowGame *g) {
  double best = 0;
  for (int side = 0; side < g->sides; side++)
    if (side != g->winner)
      best = fmax(best, slow_value(g, 0, side));
  return slow_value(g, 0, g->winner) - best;
}

static double corrected(double both, double a, double b) {
  return 2 * both - (a + b) / 2;
}

static void check_tension(const char *spec, int playouts, const Metrics *f) {
  static double changes[ROW_GAMES], drama[ROW_GAMES], sure[ROW_GAMES],
      decided[ROW_GAMES], comeback[ROW_GAMES], lead[ROW_GAMES];
  static SlowGame half[3]; /* both halves together, and each */
  Error error = {0};
  Game *game = game_open(spec, &error);
  State *now = game_start(game), *other = game_start(game);
  int games = 0;
  for (int i = 0, next; i < rows.plies; i = next) {
    int index = rows.ply[i].game, winner = -1;
    bool shared = false;
    for (next = i; next < rows.plies && rows.ply[next].game == index;)
      next++;
    for (int seat = 0; seat < game->seats; seat++)
      if (rows.won[index] >> seat & 1) {
        shared |= winner >= 0 && winner != game->side[seat];
        winner = game->side[seat];
      }
    if (rows.end[index] != 'w' || shared)
      continue;
    assert_in_range(next - i, 1, 1999);
    Rng rng;
    rng_seed(&rng, 3 ^ UINT64_C(0x74656e73696f6e), (uint64_t)index);
    game_assign(game, now, game->first);
    for (int h = 0; h < 3; h++)
      half[h] = (SlowGame){.sides = game->sides,
                           .winner = winner,
                           .moves = next - i,
                           .all = 12 * (h ? playouts / 2 : playouts)};
    for (int k = i; k <= next; k++) {
      for (int h = 1; h < 3; h++)
        for (int n = 0; n < playouts / 2; n++) {
          game_assign(game, other, now);
          if (k < next)
            game_playout(game, other, &rng, game->max_plies);
          slow_points(game, other, half[h].points[k - i]);
          slow_points(game, other, half[0].points[k - i]);
        }
      Move move;
      if (k < next && game_parse(game, now, rows.ply[k].move, &move, &error))
        game_play(game, now, move);
    }
    SlowNoise noise = slow_noise(&half[1], &half[2]);
    Leads l = slow_leads(&half[0], &noise, 1),
          a = slow_leads(&half[1], &noise, 2),
          b = slow_leads(&half[2], &noise, 2);
    changes[games] = corrected(l.changes, a.changes, b.changes);
    drama[games] = corrected(l.drama, a.drama, b.drama);
    sure[games] = corrected(l.uncertainty, a.uncertainty, b.uncertainty);
    decided[games] = corrected(l.decisiveness, a.decisiveness, b.decisiveness);
    comeback[games] = corrected(l.comeback, a.comeback, b.comeback);
    lead[games] =
        corrected(slow_first_lead(&half[0]), slow_first_lead(&half[1]),
                  slow_first_lead(&half[2]));
    games++;
  }
  assert_near("winner_lead", metric(f, "lead", "1", "winner_lead").value,
              slow_mean(lead, games).value);
  Phrase key = oracle_name((OraclePlan){ORACLE_PLAYOUTS, playouts});
  static const struct {
    const char *name;
    const double *value;
  } MEANS[] = {{"lead_changes", changes},
               {"drama", drama},
               {"uncertainty", sure},
               {"decisiveness", decided},
               {"comeback_rate", comeback}};
  for (size_t i = 0; i < COUNT(MEANS); i++) {
    Estimate is = metric(f, "tension", key.text, MEANS[i].name);
    double mean = slow_mean(MEANS[i].value, games).value;
    assert_near(MEANS[i].name, is.value, fmax(mean, 0));
    assert_int_equal(is.n, games);
    assert_true(is.low <= is.value && is.value <= is.high && is.low < is.high);
  }
  free(now);
  free(other);
  game_close(game);
}

/* With three sides and draws, sums of thirds must compare equal. */
static void tension_agrees_with_a_slow_computation(void **state) {
  (void)state;
  static const struct {
    const char *game;
    int seats;
  } CASES[] = {{"tictacdoh", 2},
               {"tictacdoh:players=3", 3},
               {"games/mnk.lua:m=3,n=3,k=3,players=3", 3},
               {"dorix:players=4,pawns=4", 4}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const RunMetricsPlan plan = {
        .sample = ROW_GAMES, .oracle = {ORACLE_PLAYOUTS, 10}, .jobs = 2};
    RunMetrics f;
    play_rows(CASES[i].game, CASES[i].seats);
    measure(&f, "one", &plan);
    check_tension(CASES[i].game, 10, &f.metrics);
    run_metrics_free(&f);
  }
}

/* The player who takes the only token of the only heap wins, so the result is
 * certain from the start. */
static void a_decided_game_has_no_tension(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 5, .oracle = {ORACLE_PLAYOUTS, 4}};
  RunMetrics f;
  play_run("games/nim.lua:heaps=1,tokens=1", RANDOM, 1, 5, true, 0, "one");
  measure(&f, "one", &plan);
  const Metrics *m = &f.metrics;
  assert_near("lead", metric(m, "tension", "playouts=4", "lead_changes").value,
              0);
  assert_near("drama", metric(m, "tension", "playouts=4", "drama").value, 0);
  assert_near("sure", metric(m, "tension", "playouts=4", "uncertainty").value,
              0);
  assert_near("decided",
              metric(m, "tension", "playouts=4", "decisiveness").value, 1);
  /* five games that are the same have no interval */
  assert_near("back", metric(m, "tension", "playouts=4", "comeback_rate").value,
              0);
  assert_true(isnan(metric(m, "tension", "playouts=4", "drama").high));
  assert_near("lead", metric(m, "lead", "1", "winner_lead").value, 1);
  assert_near("calibration",
              metric(m, "tension", "playouts=4", "calibration").value, 1);
  run_metrics_free(&f);
}

/* Draws, truncated games and games won by several sides do not count. */
static void tension_is_measured_only_of_games_won_by_one_side(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = ROW_GAMES,
                               .oracle = {ORACLE_PLAYOUTS, 2}};
  uint64_t won;
  RunMetrics f;
  play_run("quoridor:size=5", RANDOM, 1, 60, true, 30, "one");
  measure(&f, "one", &plan);
  won = f.run.tally.ends[MATCH_WIN];
  assert_in_range(won, 1, 59);
  assert_int_equal(
      metric(&f.metrics, "tension", "playouts=2", "lead_changes").n, won);
  run_metrics_free(&f);
  play_run("games/mnk.lua", RANDOM, 1, 60, true, 0, "one");
  measure(&f, "one", &plan);
  won = f.run.tally.ends[MATCH_WIN];
  assert_in_range(won, 1, 59);
  assert_int_equal(
      metric(&f.metrics, "tension", "playouts=2", "comeback_rate").n, won);
  run_metrics_free(&f);
  /* a variant in which both sides win; and a game with one side */
  write_text("both.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\", outcome = function(s) if s:outcome() "
                         "== \"win\" then return { 1, 2 } end end }\n");
  play_run("both.lua", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(f.run.tally.ends[MATCH_WIN], 10);
  assert_int_equal(count_metrics(&f.metrics, "tension", "drama"), 0);
  run_metrics_free(&f);
  play_run("games/mnk.lua:players=1", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_true(f.run.tally.ends[MATCH_WIN] > 0);
  assert_int_equal(count_metrics(&f.metrics, "tension", NULL), 0);
  run_metrics_free(&f);
}

/* Judges the first position of so many games, and returns in how many the
 * budget allowed it. *work becomes what the last one of them has cost. */
static uint64_t judge_games(const Game *game, int64_t budget, int games,
                            int64_t *work) {
  Tension t = {.plan = {ORACLE_PLAYOUTS, 20}, .seed = 1, .budget = budget};
  const Match match = {.end = MATCH_WIN, .winners = 1, .plies = 1};
  State *first = game_start(game), *last = game_start(game);
  Rng rng;
  rng_seed(&rng, 1, 0);
  game_playout(game, last, &rng, game->max_plies);
  for (int i = 0; i < games; i++) {
    tension_begin(&t, game, (uint64_t)i, &match);
    int64_t before = t.oracle ? oracle_work(t.oracle) : 0;
    tension_position(&t, game, first);
    tension_end(&t, game, last);
    *work = oracle_work(t.oracle) - before;
  }
  assert_false(t.failed);
  assert_int_equal(t.calibration.n, t.games);
  uint64_t judged = t.games;
  tension_free(&t);
  free(first);
  free(last);
  return judged;
}

static void games_are_judged_within_a_budget(void **state) {
  (void)state;
  int64_t work;
  Game *lua = game_open("games/mnk.lua", NULL);
  assert_int_equal(judge_games(lua, 0, 1, &work), 1);
  assert_true(work > 0);
  assert_int_equal(judge_games(lua, 1, 5, &work), 1);
  assert_int_equal(work, 0);
  assert_int_equal(judge_games(lua, 0, 5, &work), 5);
  uint64_t some = judge_games(lua, 3 * work, 9, &work);
  assert_in_range(some, 2, 5);
  assert_int_equal(judge_games(lua, 1000 * work + 1000000000, 5, &work), 5);
  game_close(lua);
  /* the work of native rules is not counted */
  Game *native = game_open("tictacdoh", NULL);
  assert_int_equal(judge_games(native, 1, 5, &work), 5);
  assert_int_equal(work, 0);
  game_close(native);
}

static bool has_note(const RunMetrics *f, const char *text) {
  Sentences notes = {0};
  run_metrics_notes(f, &notes);
  int i = 0;
  while (i < notes.count && !strstr(notes.text[i], text))
    i++;
  return i < notes.count;
}

static void a_note_says_how_many_were_judged(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 20, .oracle = {ORACLE_PLAYOUTS, 2}};
  RunMetrics f;
  play_run("games/mnk.lua", RANDOM, 1, 20, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(f.judged, 20);
  assert_false(has_note(&f, "It is judged in the first"));
  f.judged = 7;
  assert_true(has_note(&f, "It is judged in the first 7 of the 20 games"));
  run_metrics_free(&f);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest tension_tests[] = {
      cmocka_unit_test(leads_agree_with_calculations_by_hand),
      cmocka_unit_test(permanence_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(noise_is_measured_by_halves),
      cmocka_unit_test(calibration_agrees_with_a_calculation_by_hand),
      cmocka_unit_test(calibration_is_summed_over_positions),
      cmocka_unit_test(oracles_have_names),
      cmocka_unit_test(the_default_oracle_suits_the_run),
      cmocka_unit_test(oracles_see_a_win_in_one),
      cmocka_unit_test(tension_agrees_with_a_slow_computation),
      cmocka_unit_test(a_decided_game_has_no_tension),
      cmocka_unit_test(tension_is_measured_only_of_games_won_by_one_side),
      cmocka_unit_test(games_are_judged_within_a_budget),
      cmocka_unit_test(a_note_says_how_many_were_judged),
  };
  int failed = RUN_TESTS(tension_tests);
  clear(home);
  return failed;
}
