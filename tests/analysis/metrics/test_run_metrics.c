/* The metrics of a run together: the same on any number of threads, with and
 * without moves.csv and a sample; convergence; the games to replay. */
#define _GNU_SOURCE
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include "tests/support/tamper.h"

#include "lua/host/host.h"
#include <math.h>
#include <unistd.h>

static char *text_of(const Metrics *metrics) {
  ResultTable table = {0};
  Text text = {NULL};
  metrics_table(metrics, &table);
  assert_true(result_csv(&table, &text, NULL) && text_reserve(&text, 1));
  text_add_char(&text, '\0');
  result_free(&table);
  return text.bytes;
}

static void metrics_do_not_depend_on_threads_or_moves_csv(void **state) {
  (void)state;
  static const char *const GAMES_PLAYED[] = {
      "tictacdoh:players=3", "quoridor:size=5", "games/mnk.lua"};
  for (size_t i = 0; i < COUNT(GAMES_PLAYED); i++) {
    char *first = NULL;
    play_run(GAMES_PLAYED[i], RANDOM, 1, 60, true, 0, "one");
    play_run(GAMES_PLAYED[i], RANDOM, 1, 60, false, 0, "two");
    for (int k = 0; k < 4; k++) {
      const RunMetricsPlan plan = {.sample = 50,
                                   .oracle = {ORACLE_PLAYOUTS, 4},
                                   .jobs = 1 + k,
                                   .replays = k};
      RunMetrics f;
      measure(&f, k == 0 ? "one" : "two", &plan);
      assert_int_equal(f.sample, 50);
      char *text = text_of(&f.metrics);
      if (first)
        assert_string_equal(text, first);
      else
        first = strdup(text);
      free(text);
      run_metrics_free(&f);
    }
    free(first);
  }
}

static void without_a_sample_the_game_is_not_needed(void **state) {
  (void)state;
  RunMetricsPlan plan = {.sample = 0};
  RunMetrics f;
  Error error = {0};
  write_text("here.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\" }\n");
  play_run("here.lua", RANDOM, 1, 20, true, 0, "one");
  unlink("here.lua");
  measure(&f, "one", &plan);
  assert_int_equal(f.sample, 0);
  assert_int_equal(f.replays.count, 0);
  assert_int_equal(count_metrics(&f.metrics, "complexity", NULL), 0);
  assert_near("games", metric(&f.metrics, "run", "", "games").value, 20);
  assert_true(count_metrics(&f.metrics, "length", "rate") > 0);
  run_metrics_free(&f);
  plan.sample = 5;
  assert_false(run_metrics_make(&f, "one", &plan, &error));
  if (!strstr(error.message, "one: could not replay its games: ") ||
      !strstr(error.message, "here.lua") ||
      !strstr(error.message, "--sample 0 skips that"))
    fail_msg("%s", error.message);
  assert_false(run_metrics_make(&f, "nowhere", &plan, &error));
}

/* Gives games of a run another hash, as a child that lies about its moves would
 * have. */
static void falsify(const char *dir, const int games[], int count) {
  enum { HASH_COLUMN = 17 };
  char path[64];
  snprintf(path, sizeof path, "%s/games.csv", dir);
  for (int i = 0; i < count; i++)
    set_field(path, games[i] + 2, HASH_COLUMN, "aaaaaaaaaaaaaaaa");
  update_checkpoint(dir, "games.csv", 0);
}

static void games_that_do_not_replay_are_set_aside(void **state) {
  (void)state;
  static const int FALSE[] = {3, 11, 12};
  static const bool KEPT[] = {true, false};
  const RunMetricsPlan plan = {
      .sample = 30, .oracle = {ORACLE_PLAYOUTS, 4}, .replays = REPLAYS_MAX};
  for (size_t i = 0; i < COUNT(KEPT); i++) {
    RunMetrics f;
    Sentences notes = {0};
    play_run("quoridor:size=5", RANDOM, 1, 40, KEPT[i], 0, "one");
    falsify("one", FALSE, COUNT(FALSE));
    measure(&f, "one", &plan);
    assert_int_equal(f.run.aside.count, COUNT(FALSE));
    assert_int_equal(f.run.tally.games, 40 - COUNT(FALSE));
    assert_int_equal(f.sample, 30 - COUNT(FALSE));
    assert_near("games", metric(&f.metrics, "run", "", "games").value, 37);
    assert_near("games", f.point[f.points - 1].n, 37);
    for (int k = 0; k < f.replays.count; k++)
      assert_false(set_aside_has(&f.run.aside, f.replays.list[k].index));
    run_metrics_notes(&f, &notes);
    assert_string_equal(
        notes.text[0],
        "3 games do not replay and are set aside, the first of them game 3 "
        "(its moves do not lead to what games.csv says, a win after 48 plies): "
        "all figures are for the other 37 games.");
    const Metric *aside = metrics_find(&f.metrics, "run", "", "set_aside");
    assert_near("set aside", aside->estimate.value, 3);
    assert_string_equal(aside->reason, notes.text[0]);
    run_metrics_free(&f);
  }
}

/* As if the rules had never heard of it. */
static void a_move_that_is_not_legal_sets_its_game_aside(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 30};
  RunMetrics f;
  Sentences notes = {0};
  play_run("tictacdoh", RANDOM, 1, 40, true, 0, "one");
  set_field("one/moves.csv", 3, 4, "\"Lz9\"");
  update_checkpoint("one", "moves.csv", 0);
  measure(&f, "one", &plan);
  run_metrics_notes(&f, &notes);
  if (strncmp(notes.text[0],
              "1 game does not replay and is set aside, game 0 (moves.csv, "
              "line 3: column 4, move: ",
              84) != 0)
    fail_msg("%s", notes.text[0]);
  run_metrics_free(&f);
}

static void a_run_in_which_nothing_replays_is_refused(void **state) {
  (void)state;
  static const int ALL[] = {0, 1, 2, 3};
  const RunMetricsPlan plan = {.sample = 30};
  RunMetrics f;
  Error error = {0};
  play_run("tictacdoh", RANDOM, 1, 4, true, 0, "one");
  falsify("one", ALL, COUNT(ALL));
  assert_false(run_metrics_make(&f, "one", &plan, &error));
  if (!strstr(error.message, "one: none of its games replays; game 0: ") ||
      !strstr(error.message, "--sample 0 skips that"))
    fail_msg("%s", error.message);
}

/* The win rate of seat 1 after n games, from one game to all. */
static void convergence_goes_from_one_game_to_all(void **state) {
  (void)state;
  const RunMetricsPlan plan = {.sample = 0};
  RunMetrics f;
  play_rows("tictacdoh", 2);
  measure(&f, "one", &plan);
  assert_in_range(f.points, 20, 60);
  assert_int_equal(f.point[0].n, 1);
  assert_int_equal(f.point[f.points - 1].n, ROW_GAMES);
  for (int i = 0; i < f.points; i++) {
    uint64_t won = 0;
    for (uint64_t k = 0; k < f.point[i].n; k++)
      won += rows.end[k] == 'w' && rows.won[k] & 1;
    assert_same("rate", f.point[i], estimate_rate(won, f.point[i].n));
    assert_true(i == 0 || f.point[i].n > f.point[i - 1].n);
  }
  run_metrics_free(&f);
}

/* Each replay can be played and ends as recorded; none occurs twice. */
static void replays_can_be_played_to_their_end(void **state) {
  (void)state;
  const RunMetricsPlan plan = {
      .sample = 150, .oracle = {.kind = ORACLE_EVAL}, .replays = 9, .jobs = 2};
  RunMetrics f;
  Error error = {0};
  play_run("quoridor:size=5", RANDOM, 1, 200, false, 100, "one");
  measure(&f, "one", &plan);
  Game *game = game_open("quoridor:size=5", &error);
  assert_int_equal(f.replays.count, 9);
  unsigned ends = 0, winners = 0;
  char reasons[9 * REPLAY_WHY] = "";
  for (int i = 0; i < f.replays.count; i++) {
    const Replay *r = &f.replays.list[i];
    strcat(strcat(reasons, r->why), ";");
    assert_in_range(r->index, 0, 149);
    for (int k = 0; k < i; k++)
      assert_true(f.replays.list[k].index != r->index);
    State *now = game_copy(game, r->first);
    for (int ply = 0; ply < r->match.plies; ply++) {
      assert_true(game_legal(game, now, r->moves[ply]));
      game_play(game, now, r->moves[ply]);
    }
    assert_int_equal(now->outcome == WIN, r->match.end == MATCH_WIN);
    assert_int_equal(now->outcome == WIN ? now->winners : 0, r->match.winners);
    ends |= 1u << r->match.end;
    winners |= r->match.winners;
    free(now);
  }
  assert_int_equal(ends, 1u << MATCH_WIN | 1u << MATCH_TRUNCATED);
  assert_int_equal(winners, 3);
  static const char *const REASONS[] = {"the first won by seat 1",
                                        "the first won by seat 2",
                                        "the first truncated",
                                        "the shortest",
                                        "the longest",
                                        "of median length",
                                        "most lead changes",
                                        "the biggest comeback"};
  for (size_t i = 0; i < COUNT(REASONS); i++)
    if (!strstr(reasons, REASONS[i]))
      fail_msg("no game is %s: %s", REASONS[i], reasons);
  game_close(game);
  run_metrics_free(&f);
}

static const Replay *replay_that_is(const Replays *r, const char *why) {
  for (int i = 0; i < r->count; i++)
    if (strstr(r->list[i].why, why))
      return &r->list[i];
  return NULL;
}

/* Chooses among won games of these lengths. */
static void choose_of(Replays *replays, const int plies[], int count,
                      double median) {
  Match matches[8] = {{0}};
  for (int i = 0; i < count; i++)
    matches[i] = (Match){.end = MATCH_WIN, .winners = 1, .plies = plies[i]};
  const ReplaySample sample = {matches, (uint64_t)count, 0, 2, median};
  *replays = (Replays){0};
  replays_choose(replays, &sample, 8);
}

static void replays_of_lengths_are_what_is_said_of_them(void **state) {
  (void)state;
  static const int EVEN[] = {9, 7, 5, 11}, SAME[] = {6, 6, 6};
  Replays r;
  choose_of(&r, EVEN, 4, 7);
  assert_int_equal(replay_that_is(&r, "of median length")->match.plies, 7);
  assert_int_equal(replay_that_is(&r, "the shortest")->match.plies, 5);
  assert_int_equal(replay_that_is(&r, "the longest")->match.plies, 11);
  choose_of(&r, EVEN, 4, 8); /* of a run that has more games */
  assert_null(replay_that_is(&r, "of median length"));
  choose_of(&r, EVEN, 4, INFINITY);
  assert_null(replay_that_is(&r, "of median length"));
  choose_of(&r, SAME, 3, 6);
  assert_int_equal(r.count, 3);
  assert_string_equal(r.list[0].why, "the first won by seat 1");
  assert_string_equal(r.list[1].why, "");
}

/* The median of an even number of games is the lower one, as in the table. */
static void a_replay_has_the_median_of_the_run(void **state) {
  (void)state;
  for (int games = 4; games <= 12; games += 2) {
    const RunMetricsPlan plan = {.sample = 12, .replays = 8, .jobs = 1};
    RunMetrics f;
    play_run("quoridor:size=5", RANDOM, 1, games, false, 0, "even");
    measure(&f, "even", &plan);
    const Replay *r = replay_that_is(&f.replays, "of median length");
    assert_non_null(r);
    assert_int_equal(r->match.plies,
                     metric(&f.metrics, "run", "", "plies_median").value);
    run_metrics_free(&f);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest run_metrics_tests[] = {
      cmocka_unit_test(metrics_do_not_depend_on_threads_or_moves_csv),
      cmocka_unit_test(without_a_sample_the_game_is_not_needed),
      cmocka_unit_test(games_that_do_not_replay_are_set_aside),
      cmocka_unit_test(a_move_that_is_not_legal_sets_its_game_aside),
      cmocka_unit_test(a_run_in_which_nothing_replays_is_refused),
      cmocka_unit_test(convergence_goes_from_one_game_to_all),
      cmocka_unit_test(replays_can_be_played_to_their_end),
      cmocka_unit_test(replays_of_lengths_are_what_is_said_of_them),
      cmocka_unit_test(a_replay_has_the_median_of_the_run),
  };
  int failed = RUN_TESTS(run_metrics_tests);
  clear(home);
  return failed;
}
