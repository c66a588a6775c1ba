/* Branching factors and the number of positions of a game: against R and
 * calculations by hand. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/support.h"

#include "analysis/metrics/branching.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* ---- positions: Chao's bound ---------------------------------------------*/

/* The formulas of EstimateS and vegan's estimateR (bias-corrected), in R; see
 * also Colwell (2013), eq. 3. */
static void the_bound_on_positions_is_that_of_chao(void **state) {
  (void)state;
  static const struct {
    uint64_t seen, once, twice;
    double value;
  } CASES[] = {
      {10, 2, 1, 10.5},
      {234, 178, 31, 726.28125},
      {1377, 1361, 16, 55817},
      {100, 2, 90, 100.010989010989},
      {5000000, 4000000, 600000, 18333307.7778204},
      /* none seen twice */
      {20, 5, 0, 30},
      {3, 3, 0, 6},
      {2, 2, 0, 3},
      /* none or only one seen once: there are no others */
      {17, 0, 0, 17},
      {17, 0, 5, 17},
      {17, 1, 5, 17},
      {1, 1, 0, 1},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near("chao",
                chao_bound(CASES[i].seen, CASES[i].once, CASES[i].twice),
                CASES[i].value);
}

/* ---- branching: by hand and by R ------------------------------------------*/

/* A game given by its numbers of legal moves, terminated by 0. */
static void replay_legal_moves(Branching *c, const Game *game,
                               const State *first, const int legal[]) {
  branching_begin(c, game);
  for (; *legal; legal++)
    branching_turn(c, game, first, 0, *legal);
  branching_end(c, game, first);
}

/* Two games of 4, 2, 1 and 3, 5 legal moves: a ratio of 15 to 5. The games
 * deviate from it by 7 − 9 and 8 − 6, so its standard error is √((4 + 4) / 1 /
 * 2) / 2.5. */
static void two_games_agree_with_a_calculation_by_hand(void **state) {
  (void)state;
  static const int GAMES[][4] = {{4, 2, 1, 0}, {3, 5, 0, 0}};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  for (int i = 0; i < 2; i++)
    replay_legal_moves(&c, table.game, table.state, GAMES[i]);
  branching_metrics(&c, &f);
  double half = student_quantile(0.975, 1) * 2 / 2.5;
  assert_near("plies", metric(&f, "complexity", "", "plies").value, 5);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"), 3,
                  fmax(3 - half, 0), 3 + half);
  assert_near("median", metric(&f, "complexity", "", "branching_median").value,
              3);
  assert_near("max", metric(&f, "complexity", "", "branching_max").value, 5);
  assert_near("forced", metric(&f, "complexity", "", "forced_rate").value, 0.2);
  assert_near("repeats", metric(&f, "complexity", "", "repeat_rate").value, 1);
  assert_near("passes", metric(&f, "complexity", "", "pass_rate").value, 0);
  assert_near("tree", metric(&f, "complexity", "", "game_tree_log10").value,
              (log10(8) + log10(15)) / 2);
  assert_near("seen", metric(&f, "complexity", "", "positions_seen").value, 1);
  assert_near("seen", metric(&f, "complexity", "", "positions_min_log10").value,
              0);
  assert_near("ply", metric(&f, "ply", "1", "branching_mean").value, 3.5);
  assert_near("ply", metric(&f, "ply", "2", "branching_mean").value, 3.5);
  assert_estimate("ply", metric(&f, "ply", "3", "branching_mean"), 1, NAN, NAN);
  assert_null(metrics_find(&f, "ply", "4", "branching_mean"));
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

/* R: ratios by linearization, the median by quantile(type = 1) at 0.5 plus and
 * minus the half-width of the share up to it. */
static void branching_agrees_with_r(void **state) {
  (void)state;
  static const int GAMES[][7] = {{4, 2, 1, 6, 0},    {3, 5, 0},
                                 {9, 1, 1, 2, 8, 0}, {7, 0},
                                 {2, 2, 3, 0},       {5, 6, 7, 8, 9, 1, 0}};
  static const double BY_PLY[][3] = {{5, 2.26340666091389, 7.73659333908611},
                                     {3.2, 0.508136597662104, 5.8918634023379},
                                     {3, 0, 7.50065872645636},
                                     {5.33333333333333, 0, 12.9224994005269},
                                     {8.5, 2.14689763191263, 14.8531023680874},
                                     {1, NAN, NAN}};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  for (size_t i = 0; i < COUNT(GAMES); i++)
    replay_legal_moves(&c, table.game, table.state, GAMES[i]);
  branching_metrics(&c, &f);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"),
                  4.38095238095238, 2.68043890265724, 6.08146585924752);
  assert_near("forced", metric(&f, "complexity", "", "forced_rate").value,
              4.0 / 21);
  assert_estimate("tree", metric(&f, "complexity", "", "game_tree_log10"),
                  1.85325434429226, 0.558703492310704, 3.14780519627382);
  assert_estimate("median", metric(&f, "complexity", "", "branching_median"), 4,
                  1, 8);
  for (int ply = 0; ply < 6; ply++) {
    char key[16];
    snprintf(key, sizeof key, "%d", ply + 1);
    assert_estimate("ply", metric(&f, "ply", key, "branching_mean"),
                    BY_PLY[ply][0], BY_PLY[ply][1], BY_PLY[ply][2]);
  }
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

static void without_games_there_are_no_branching_metrics(void **state) {
  (void)state;
  static const int NONE[] = {0}, ONE[] = {6, 0};
  Table table = table_set("tictacdoh", NULL);
  Branching c = {0};
  Metrics f = {NULL};
  branching_metrics(&c, &f);
  replay_legal_moves(&c, table.game, table.state, NONE);
  branching_metrics(&c, &f);
  assert_int_equal(f.count, 0);
  assert_false(f.failed);
  /* a single game has no interval */
  branching_free(&c);
  replay_legal_moves(&c, table.game, table.state, ONE);
  branching_metrics(&c, &f);
  assert_estimate("mean", metric(&f, "complexity", "", "branching_mean"), 6,
                  NAN, NAN);
  assert_estimate("median", metric(&f, "complexity", "", "branching_median"), 6,
                  NAN, NAN);
  assert_estimate("tree", metric(&f, "complexity", "", "game_tree_log10"),
                  log10(6), NAN, NAN);
  metrics_free(&f);
  branching_free(&c);
  table_clear(&table);
}

int main(void) {
  const struct CMUnitTest branching_tests[] = {
      cmocka_unit_test(the_bound_on_positions_is_that_of_chao),
      cmocka_unit_test(two_games_agree_with_a_calculation_by_hand),
      cmocka_unit_test(branching_agrees_with_r),
      cmocka_unit_test(without_games_there_are_no_branching_metrics),
  };
  return RUN_TESTS(branching_tests);
}
