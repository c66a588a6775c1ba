/* Statistics of moves: cells, kinds and first moves, against calculations by
 * hand. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <math.h>

static void replay_line(MoveStats *p, Table *table, const char *line,
                        const Match *match) {
  char *copy = strdup(line), *rest = NULL;
  Error error = {0};
  game_assign(table->game, table->state, table->game->first);
  move_stats_begin(p, match);
  for (char *text = strtok_r(copy, " ", &rest); text;
       text = strtok_r(NULL, " ", &rest)) {
    Move move;
    if (!game_parse(table->game, table->state, text, &move, &error))
      fail_msg("%s", error.message);
    move_stats_turn(p, table->game, table->state, move);
    game_play(table->game, table->state, move);
  }
  move_stats_end(p);
  free(copy);
}

/* Six pawn moves, three of them to e2: one in each game of 3, 2 and 1 moves.
 * The wall has no cell. */
static void move_statistics_agree_with_a_calculation_by_hand(void **state) {
  (void)state;
  const Match one = {.end = MATCH_WIN, .winners = 1},
              two = {.end = MATCH_WIN, .winners = 2},
              drawn = {.end = MATCH_DRAW};
  Table table = table_set("quoridor", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  int columns, rows_there;
  assert_false(move_stats_board(&p, &columns, &rows_there));
  replay_line(&p, &table, "e2 e8 e3", &one);
  replay_line(&p, &table, "e2 d5h e3", &two);
  replay_line(&p, &table, "e2", &drawn);
  move_stats_metrics(&p, &f);
  assert_near("e2", metric(&f, "cell", "e2", "rate").value, 0.5);
  /* in the two won games, once by the winner: too few for an interval */
  assert_same("e2", metric(&f, "cell", "e2", "winner_rate"),
              (Estimate){0.5, NAN, NAN, 2});
  assert_same("e3", metric(&f, "cell", "e3", "winner_rate"),
              (Estimate){0.5, NAN, NAN, 2});
  assert_same("e8", metric(&f, "cell", "e8", "winner_rate"),
              (Estimate){0, NAN, NAN, 1});
  assert_same("d5h", metric(&f, "wall", "d5h", "winner_rate"),
              (Estimate){1, NAN, NAN, 1});
  /* five moves to a cell in won games, two of them by the winner */
  assert_near("all", metric(&f, "cell", "all", "winner_rate").value, 0.4);
  assert_near("all", metric(&f, "wall", "all", "winner_rate").value, 1);
  assert_null(metrics_find(&f, "cell", "e2", "winner_difference"));
  /* three, two and one of the 5 by 8 cells */
  assert_near("coverage", metric(&f, "complexity", "", "board_coverage").value,
              0.05);
  assert_near("pawn", metric(&f, "kind", "pawn", "rate").value, 6.0 / 7);
  assert_near("wall", metric(&f, "kind", "wall h", "rate").value, 1.0 / 7);
  assert_same("opening", metric(&f, "opening", "e2", "rate"),
              estimate_rate(3, 3));
  assert_same("opening", metric(&f, "opening", "e2", "win_rate"),
              estimate_rate(1, 3));
  assert_same("opening", metric(&f, "opening", "e2", "draw_rate"),
              estimate_rate(1, 3));
  assert_true(move_stats_board(&p, &columns, &rows_there));
  assert_int_equal(columns, 5);
  assert_int_equal(rows_there, 8);
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

/* Games that nobody won or that were forfeited have no winner rates. */
static void only_won_games_have_winner_rates(void **state) {
  (void)state;
  static const MatchEnd ENDS[] = {MATCH_DRAW, MATCH_TRUNCATED, MATCH_FORFEIT};
  Table table = table_set("quoridor", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  for (int i = 0; i < 3; i++) {
    const Match match = {.end = ENDS[i], .winners = 1, .forfeiter = 1};
    replay_line(&p, &table, "e2 e8", &match);
  }
  move_stats_metrics(&p, &f);
  assert_int_equal(count_metrics(&f, "cell", "rate"), 2);
  assert_int_equal(count_metrics(&f, "cell", "winner_rate"), 0);
  assert_same("opening", metric(&f, "opening", "e2", "win_rate"),
              estimate_rate(0, 3));
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

static void a_pass_is_a_kind_without_a_cell(void **state) {
  (void)state;
  const Match match = {.end = MATCH_WIN, .winners = 1};
  Table table = table_set("orbital", NULL);
  MoveStats p = {.games = 0};
  Metrics f = {NULL};
  move_stats_begin(&p, &match);
  move_stats_turn(&p, table.game, table.state, MOVE_PASS);
  move_stats_end(&p);
  move_stats_metrics(&p, &f);
  assert_near("pass", metric(&f, "kind", "pass", "rate").value, 1);
  assert_near("pass", metric(&f, "opening", "pass", "win_rate").value, 1);
  assert_int_equal(count_metrics(&f, "cell", NULL), 0);
  metrics_free(&f);
  move_stats_free(&p);
  table_clear(&table);
}

static void kinds_of_moves_have_names(void **state) {
  (void)state;
  static const struct {
    const char *game;
    const char *kinds[12];
  } CASES[] = {
      {"dorix", {"place", "move"}},
      {"quoridor:size=5", {"pawn", "wall h", "wall v"}},
      {"tictacdoh",
       {"lay S empty", "lay M empty", "lay L empty", "lay S stack",
        "lay M stack", "lay M nest", "lay L nest"}},
      {"orbital",
       {"lay base", "lay antenna", "lay thruster n", "lay thruster e",
        "lay thruster s", "lay thruster w"}},
      {"games/mnk.lua", {"move"}},
      {"games/nim.lua", {"move"}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const RunMetricsPlan plan = {.sample = 60, .jobs = 2};
    RunMetrics f;
    int count = 0;
    play_run(CASES[i].game, RANDOM, 1, 60, false, 0, "one");
    measure(&f, "one", &plan);
    for (; CASES[i].kinds[count]; count++)
      assert_true(
          metric(&f.metrics, "kind", CASES[i].kinds[count], "rate").value > 0);
    count += metrics_find(&f.metrics, "kind", "pass", "rate") != NULL;
    assert_int_equal(count_metrics(&f.metrics, "kind", "rate"), count);
    run_metrics_free(&f);
  }
}

/* Boards with cells beyond column z are not drawn; without cells there is no
 * board. */
static void only_cells_make_a_board(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int columns, rows;
    bool is;
  } CASES[] = {{"c12", 3, 12, true},
               {"z1", 26, 1, true},
               {"a0", 0, 0, false},
               {"aa3", 0, 0, false},
               {"2-4", 0, 0, false}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    MoveCount place = {.moves = 1};
    MoveStats p = {.cells = {.list = &place, .count = 1}};
    int columns, rows_there;
    snprintf(place.name, sizeof place.name, "%s", CASES[i].name);
    assert_int_equal(move_stats_board(&p, &columns, &rows_there), CASES[i].is);
    if (CASES[i].is)
      assert_true(columns == CASES[i].columns && rows_there == CASES[i].rows);
  }
  const RunMetricsPlan plan = {.sample = 10};
  RunMetrics f;
  play_run("games/nim.lua", RANDOM, 1, 10, true, 0, "one");
  measure(&f, "one", &plan);
  assert_int_equal(count_metrics(&f.metrics, "cell", NULL), 0);
  assert_true(f.columns == 0 && f.rows == 0);
  run_metrics_free(&f);
}

static void metrics_of_cells_are_sorted(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 300};
  char last[MOVE_TEXT] = "a0";
  RunMetrics f;
  play_run("games/mnk.lua:m=2,n=12,k=3", RANDOM, 1, 60, true, 0, "one");
  measure(&f, "one", &plan);
  for (size_t i = 0; i < f.metrics.count; i++) {
    const Metric *g = &f.metrics.list[i];
    if (strcmp(g->scope, "cell") != 0 || strcmp(g->name, "rate") != 0)
      continue;
    assert_true(g->key[0] > last[0] ||
                (g->key[0] == last[0] && atoi(g->key + 1) > atoi(last + 1)));
    snprintf(last, sizeof last, "%s", g->key);
  }
  assert_string_equal(last, "b12");
  run_metrics_free(&f);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest move_tests[] = {
      cmocka_unit_test(move_statistics_agree_with_a_calculation_by_hand),
      cmocka_unit_test(only_won_games_have_winner_rates),
      cmocka_unit_test(a_pass_is_a_kind_without_a_cell),
      cmocka_unit_test(kinds_of_moves_have_names),
      cmocka_unit_test(only_cells_make_a_board),
      cmocka_unit_test(metrics_of_cells_are_sorted),
  };
  int failed = RUN_TESTS(move_tests);
  clear(home);
  return failed;
}
