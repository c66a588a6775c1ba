/* A run and its bytes: they are the same on any number of threads, whatever
 * ends the run.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#include "tests/support/analysis/played_runs.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "core/game/spec.h"
#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

static void the_bytes_do_not_depend_on_the_number_of_threads(void **state) {
  (void)state;
  static const int JOBS[] = {2, 7};
  for (size_t i = 0; i < VARIED_RUNS; i++) {
    RunPlan plan = plan_of(&VARIED[i], "one");
    plan.jobs = 1;
    clear("one");
    must_play(&plan);
    assert_int_equal(count_lines("one/games.csv"), 1 + VARIED[i].games);
    for (size_t k = 0; k < COUNT(JOBS); k++) {
      plan.jobs = JOBS[k];
      plan.out = "many";
      clear("many");
      must_play(&plan);
      assert_same_dirs("one", "many");
    }
  }
}

/* Keeping the moves of all games changes nothing else. */
static void a_run_without_moves_has_the_same_games(void **state) {
  (void)state;
  RunPlan plan = plan_of(&VARIED[1], "one");
  clear("one");
  must_play(&plan);
  plan.out = "two";
  plan.moves = false;
  clear("two");
  must_play(&plan);
  assert_same_files("one/games.csv", "two/games.csv");
  assert_same_files("one/summary.csv", "two/summary.csv");
}

static void a_run_without_a_folder_counts_the_same(void **state) {
  (void)state;
  RunPlan plan = plan_of(&VARIED[1], NULL);
  const ExperimentCallbacks callbacks = {NULL};
  Run with, without;
  Error error;
  plan.moves = false;
  atomic_store(&stop, false);
  run_after(0, NULL);
  assert_true(experiment_open(&without, &plan, &error));
  assert_int_equal(experiment_play(&without, &callbacks, &error), RUN_DONE);
  plan.out = "one";
  clear("one");
  assert_true(experiment_open(&with, &plan, &error));
  assert_int_equal(experiment_play(&with, &callbacks, &error), RUN_DONE);
  assert_int_equal(with.tally.games, without.tally.games);
  assert_int_equal(with.tally.plies, without.tally.plies);
  assert_memory_equal(with.tally.ends, without.tally.ends,
                      sizeof with.tally.ends);
  run_close(&with);
  run_close(&without);
}

static void move_games_away(void) {
  rename("one/games.csv", "one/elsewhere.csv");
}

/* Whoever is not interested in messages passes NULL. */
static void every_function_accepts_a_null_error(void **state) {
  (void)state;
  const ExperimentCallbacks callbacks = {.stop = &stop};
  RunPlan plan = plan_of(&VARIED[1], "one");
  Run run;
  Game *game = game_open("dorix", NULL);
  assert_non_null(game);
  assert_null(game_open("no_such_game", NULL));
  assert_null(bot_open("no_such_bot", game, NULL));
  assert_null(bot_open("random:depth=2", game, NULL));
  game_close(game);
  atomic_store(&stop, false);
  run_after(0, NULL);
  clear("one");
  assert_false(run_read(&run, "one", NULL, NULL, NULL));
  assert_true(experiment_open(&run, &plan, NULL));
  assert_int_equal(experiment_play(&run, &callbacks, NULL), RUN_DONE);
  run_close(&run);
  assert_true(run_read(&run, "one", NULL, NULL, NULL));
  run_close(&run);
  write_text("one/games.csv", "index\n");
  assert_false(run_read(&run, "one", NULL, NULL, NULL));
  for (int games = 0; games < 2; games++) { /* fails while playing */
    clear("one");
    run_after(games ? 60 : 1, move_games_away);
    assert_true(experiment_open(&run, &plan, NULL));
    assert_int_equal(experiment_play(&run, &callbacks, NULL), RUN_FAILED);
    run_close(&run);
  }
  run_after(0, NULL);
}

static void the_number_of_games_can_be_per_seating(void **state) {
  (void)state;
  Setup setup = VARIED[2];
  setup.games = 2;
  RunPlan plan = plan_of(&setup, "each");
  plan.each_seating = true;
  clear("each");
  must_play(&plan);
  setup.games = 48;
  play_whole(&setup, "whole");
  assert_same_dirs("whole", "each");
}

/* ---- stopping rules -------------------------------------------------------*/

static void assert_enough(const Setup *setup, const char *until,
                          uint64_t stride) {
  RunPlan plan = plan_of(setup, "one");
  plan.until = until;
  plan.jobs = 1;
  clear("one");
  must_play(&plan);
  int games = count_lines("one/games.csv") - 1;
  assert_in_range(games, 2 * stride, setup->games - 1);
  assert_int_equal(games % (int)stride, 0);
  for (int jobs = 2; jobs <= 7; jobs += 5) {
    plan.out = "many";
    plan.jobs = jobs;
    plan.resume = false;
    clear("many");
    must_play(&plan);
    assert_same_dirs("one", "many");
    clear("many");
    plan.resume = true;
    assert_int_equal(play_a_while(&plan, 500), RUN_STOPPED);
    must_play(&plan);
    assert_same_dirs("one", "many");
    must_play(&plan); /* and remains so */
    assert_same_dirs("one", "many");
  }
}

static void a_stopping_rule_ends_at_the_same_game_on_any_threads(void **state) {
  (void)state;
  static const Setup TWO = {
      "tictacdoh", {"random", "counting.bot"}, 2, SEATING_ROTATED, 4000};
  static const Setup THREE = {"tictacdoh:players=3",
                              {"random", "counting.bot", "other.bot"},
                              3,
                              SEATING_EVERY,
                              3000};
  assert_enough(&TWO, "seat1=5%", 100);
  assert_enough(&THREE, "seat2=5%", 102); /* six seatings */
}

/* Workers get far ahead of the consumer, and then wait. */
static bool consume_slowly(void *context, const Tally *tally) {
  uint64_t *asked = context;
  ++*asked;
  usleep(1000);
  return tally->games == 8000;
}

static void a_slow_consumer_gets_every_game_in_order(void **state) {
  (void)state;
  static const Setup MANY = {"tictacdoh", {"random"}, 1, SEATING_FIXED, 9000};
  uint64_t asked = 0;
  const RunCallbacks callbacks = {.enough = consume_slowly, .context = &asked};
  RunPlan plan = plan_of(&MANY, "slow");
  Run run;
  Error error = {0};
  plan.jobs = 4;
  clear("slow");
  assert_true(run_open(&run, &plan, &error));
  assert_int_equal(run_play(&run, &callbacks, &error), RUN_DONE);
  assert_int_equal(run.tally.games, 8000);
  assert_int_equal(asked, 80);
  run_close(&run);
  Setup fewer = MANY;
  fewer.games = 8000;
  play_whole(&fewer, "whole");
  assert_same_files("whole/games.csv", "slow/games.csv");
  assert_same_files("whole/moves.csv", "slow/moves.csv");
}

/* ---- bots and rules that fail --------------------------------------------*/

static void a_bot_that_always_fails_forfeits_its_games(void **state) {
  (void)state;
  static const Setup WEAK[] = {
      {"tictacdoh", {"random", "weak.bot"}, 2, SEATING_ROTATED, 30},
      {"tictacdoh", {"random", "plug/nil.lua"}, 2, SEATING_ROTATED, 30},
      {"quoridor:players=4", {"random", "weak.bot"}, 2, SEATING_EVERY, 28},
  };
  mkdir("plug", 0777);
  write_text("plug/nil.lua", "return { choose = function() end }\n");
  atomic_store(&stop, false);
  for (size_t i = 0; i < COUNT(WEAK); i++) {
    RunPlan plan = plan_of(&WEAK[i], "one");
    Run run;
    Error error;
    const ExperimentCallbacks callbacks = {NULL};
    clear("one");
    run_after(0, NULL);
    assert_true(experiment_open(&run, &plan, &error));
    assert_int_equal(experiment_play(&run, &callbacks, &error), RUN_DONE);
    assert_int_equal(run.tally.games, WEAK[i].games);
    assert_int_equal(run.tally.ends[MATCH_FORFEIT], WEAK[i].games);
    assert_int_equal(tally_bot(&run.tally, 0).forfeits, 0);
    assert_int_equal(tally_bot(&run.tally, 1).forfeits, WEAK[i].games);
    assert_true(error_is_set(&run.reason));
    Error reason = run.reason;
    run_close(&run);
    plan.resume = true; /* as read back from games.csv */
    assert_true(experiment_open(&run, &plan, &error));
    assert_int_equal(experiment_play(&run, &callbacks, &error), RUN_DONE);
    assert_int_equal(run.tally.ends[MATCH_FORFEIT], WEAK[i].games);
    assert_string_equal(run.reason.message, reason.message);
    run_close(&run);
  }
}

/* Fails when all moves of a game are 3: one game in 243. */
static const char FAULTY[] =
    "return require 'boardlab'.rules {\n"
    "  state = { ply = 1, sum = 1 },\n"
    "  moves = function() return { 1, 2, 3 } end,\n"
    "  play = function(s, m)\n"
    "    s.ply, s.sum = s.ply + 1, s.sum + m\n"
    "    if s.sum - s.ply == 10 then error 'all threes' end\n"
    "  end,\n"
    "  outcome = function(s, mover)\n"
    "    if s.ply > 5 then return mover end\n"
    "  end,\n"
    "}\n";

static void rules_that_fail_end_the_run_at_that_game(void **state) {
  (void)state;
  Setup setup = {"plug/faulty.lua", {"random"}, 1, SEATING_FIXED, 3000};
  mkdir("plug", 0777);
  write_text("plug/faulty.lua", FAULTY);
  RunPlan plan = plan_of(&setup, "one");
  Error first = {0}, error;
  unsigned long long game = 0;
  atomic_store(&stop, false);
  for (int jobs = 1; jobs <= 7; jobs += 3) {
    plan.jobs = jobs;
    clear("one");
    assert_int_equal(play(&plan, &error), RUN_FAILED);
    assert_message(&error, "all threes");
    if (jobs == 1)
      first = error;
    assert_string_equal(error.message, first.message);
    assert_int_equal(sscanf(error.message, "game %llu of seed 7: ", &game), 1);
    assert_int_equal(count_lines("one/games.csv") - 1, game);
    setup.games = game;
    play_whole(&setup, "whole"); /* the games before are fine */
    assert_same_files("whole/games.csv", "one/games.csv");
    assert_same_files("whole/moves.csv", "one/moves.csv");
  }
  Snapshot before = snapshot("one");
  plan.resume = true;
  must_fail(&plan, first.message);
  assert_unchanged("one", &before);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_bytes_do_not_depend_on_the_number_of_threads),
      cmocka_unit_test(a_run_without_moves_has_the_same_games),
      cmocka_unit_test(a_run_without_a_folder_counts_the_same),
      cmocka_unit_test(every_function_accepts_a_null_error),
      cmocka_unit_test(the_number_of_games_can_be_per_seating),
      cmocka_unit_test(a_stopping_rule_ends_at_the_same_game_on_any_threads),
      cmocka_unit_test(a_slow_consumer_gets_every_game_in_order),
      cmocka_unit_test(a_bot_that_always_fails_forfeits_its_games),
      cmocka_unit_test(rules_that_fail_end_the_run_at_that_game),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
