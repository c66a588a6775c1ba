/* Runs: the bytes are the same however a run is played, stopped, killed,
 * resumed or merged, and a refused run leaves every file unchanged.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "analysis/experiments/experiment.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void die(void) {
  kill(getpid(), SIGKILL);
}

/* ---- playing -------------------------------------------------------------*/

/* Plays a plan, if it can be opened, until it is done or stopped. */
static RunEnd play(const RunPlan *plan, Error *error) {
  Run run;
  const ExperimentCallbacks callbacks = {.stop = &stop};
  error_clear(error);
  if (!experiment_open(&run, plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, &callbacks, error);
  run_close(&run);
  assert_int_equal(end == RUN_FAILED, error_is_set(error));
  return end;
}

static void must_play(const RunPlan *plan) {
  Error error;
  run_after(0, NULL);
  atomic_store(&stop, false);
  RunEnd end = play(plan, &error);
  if (end != RUN_DONE)
    fail_msg("%s: %d %s", plan->out, end, error.message);
}

/* Stops when counting.bot has made this many moves. */
static RunEnd play_a_while(const RunPlan *plan, int moves) {
  Error error;
  atomic_store(&stop, false);
  run_after(moves, request_stop);
  RunEnd end = play(plan, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  atomic_store(&stop, false);
  return end;
}

static void must_fail(const RunPlan *plan, const char *message) {
  Error error;
  RunEnd end = play(plan, &error);
  if (end != RUN_FAILED)
    fail_msg("a run was played that should fail: %s", message);
  assert_message(&error, message);
}

/* Plays a run without interruption into a new folder. */
static void play_into(const Setup *setup, const char *out) {
  RunPlan plan = plan_of(setup, out);
  clear(out);
  must_play(&plan);
}

static const Setup SETUPS[] = {
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 700},
    {"quoridor:size=5", {"random", "counting.bot"}, 2, SEATING_ROTATED, 60},
    {"tictacdoh:players=3",
     {"random", "counting.bot", "bots/random.lua", "bots/onestep.lua"},
     4,
     SEATING_EVERY,
     48},
    {"dorix:players=4,pawns=4",
     {"random", "counting.bot"},
     2,
     SEATING_EVERY,
     20},
    {"tictacdoh",
     {"bots/threats.lua", "bots/random.lua"},
     2,
     SEATING_ROTATED,
     20},
    {"games/nim.lua", {"bots/onestep.lua", "random"}, 2, SEATING_ROTATED, 30},
    {"variants/quoridor_pie.lua:size=3",
     {"bots/random.lua", "counting.bot"},
     2,
     SEATING_FIXED,
     15},
    {.game = "orbital",
     .bots = {"random", "counting.bot"},
     .count = 2,
     .seating = SEATING_ROTATED,
     .games = 60,
     .pairs = true},
    {.game = "tictacdoh:players=3",
     .bots = {"random", "counting.bot", "bots/random.lua"},
     .count = 3,
     .seating = SEATING_EVERY,
     .games = 48,
     .pairs = true,
     .opening = 2},
    {.game = "games/nim.lua",
     .bots = {"bots/onestep.lua", "random"},
     .count = 2,
     .seating = SEATING_ROTATED,
     .games = 30,
     .pairs = true,
     .opening = 1},
};

static void the_bytes_do_not_depend_on_the_number_of_threads(void **state) {
  (void)state;
  static const int JOBS[] = {2, 7};
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    RunPlan plan = plan_of(&SETUPS[i], "one");
    plan.jobs = 1;
    clear("one");
    must_play(&plan);
    assert_int_equal(count_lines("one/games.csv"), 1 + SETUPS[i].games);
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
  RunPlan plan = plan_of(&SETUPS[1], "one");
  clear("one");
  must_play(&plan);
  plan.out = "two";
  plan.moves = false;
  clear("two");
  must_play(&plan);
  assert_same_files("one/games.csv", "two/games.csv");
  assert_same_files("one/summary.csv", "two/summary.csv");
}

/* ---- the moves that every run keeps --------------------------------------*/

/* All have more games than are kept: of each kind of players, the first has
 * short games, the second long ones. */
static const Setup KEPT_SETUPS[] = {
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 300},
    {"quoridor", {"random"}, 1, SEATING_FIXED, 300},
    {"tictacdoh", {"random", "greedy"}, 2, SEATING_ROTATED, 1100},
    {"quoridor", {"greedy"}, 1, SEATING_FIXED, 700, .opening = 150},
};

typedef struct KeptCount {
  Kept kept;
  bool random;
} KeptCount;

static bool count_kept(void *context, uint64_t index, const Match *match,
                       Error *error) {
  KeptCount *c = context;
  (void)index, (void)error;
  if (c->kept.games == (c->random ? 100 : 1000) ||
      c->kept.plies >= (c->random ? 10000 : 100000))
    return true;
  c->kept.games++;
  c->kept.plies += (uint64_t)match->plies;
  return true;
}

/* The part of moves.csv that a run without --moves has of a run with it: reads
 * games.csv and counts rows. */
static char *kept_rows(const char *dir, bool random, size_t *length) {
  KeptCount counted = {.random = random};
  Run run;
  Error error;
  char path[64];
  if (!run_read(&run, dir, count_kept, &counted, &error))
    fail_msg("%s", error.message);
  assert_true(counted.kept.games < run.tally.games);
  run_close(&run);
  snprintf(path, sizeof path, "%s/moves.csv", dir);
  char *rows = read_file(path, length), *at = strchr(rows, '\n') + 1;
  for (uint64_t i = 0; i < counted.kept.plies; i++)
    at = strchr(at, '\n') + 1;
  *length = (size_t)(at - rows);
  return rows;
}

static void assert_keeps(const char *dir, const char *rows, size_t length) {
  size_t size;
  char path[64];
  snprintf(path, sizeof path, "%s/moves.csv", dir);
  char *kept = read_file(path, &size);
  assert_int_equal(size, length);
  assert_memory_equal(kept, rows, length);
  free(kept);
}

static void the_moves_of_the_first_games_are_always_kept(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(KEPT_SETUPS); i++) {
    RunPlan plan = plan_of(&KEPT_SETUPS[i], "all");
    size_t length;
    plan.moves = true;
    clear("all");
    must_play(&plan);
    char *rows = kept_rows("all", i < 2, &length);
    plan.moves = false;
    plan.out = "whole";
    clear("whole");
    must_play(&plan);
    assert_keeps("whole", rows, length);
    static const int JOBS[] = {1, 2, 7};
    for (size_t j = 0; j < COUNT(JOBS); j++) {
      plan.out = "jobs";
      plan.jobs = JOBS[j];
      clear("jobs");
      must_play(&plan);
      assert_same_dirs("whole", "jobs");
    }
    /* extended twice, the second time beyond the games that are kept */
    plan.out = "pieces";
    plan.resume = true;
    clear("pieces");
    static const uint64_t GAMES[] = {8, 90, 0};
    for (size_t j = 0; j < COUNT(GAMES); j++) {
      plan.games = GAMES[j] ? GAMES[j] : KEPT_SETUPS[i].games;
      must_play(&plan);
    }
    assert_same_dirs("whole", "pieces");
    free(rows);
  }
}

/* A shard keeps the moves of its own first games; together they have those of
 * the whole run's. */
static void shards_keep_what_the_whole_run_keeps(void **state) {
  (void)state;
  static const char *const NAMES[] = {"a", "b", "c"};
  for (size_t i = 0; i < COUNT(KEPT_SETUPS); i++) {
    RunPlan plan = plan_of(&KEPT_SETUPS[i], "whole");
    Run run;
    Error error;
    plan.moves = false;
    clear("whole");
    must_play(&plan);
    plan.shards = 3;
    for (int k = 0; k < 3; k++) {
      plan.shard = k + 1;
      plan.out = NAMES[k];
      clear(NAMES[k]);
      must_play(&plan);
    }
    clear("merged");
    if (!run_merge(&run, NAMES, 3, "merged", &error))
      fail_msg("%s", error.message);
    run_close(&run);
    assert_same_files("whole/moves.csv", "merged/moves.csv");
    assert_same_files("whole/run.json", "merged/run.json");
  }
}

static void move_games_away(void) {
  rename("one/games.csv", "one/elsewhere.csv");
}

/* Whoever is not interested in messages passes NULL. */
static void every_function_accepts_a_null_error(void **state) {
  (void)state;
  const ExperimentCallbacks callbacks = {.stop = &stop};
  RunPlan plan = plan_of(&SETUPS[1], "one");
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

static void a_run_without_a_folder_counts_the_same(void **state) {
  (void)state;
  RunPlan plan = plan_of(&SETUPS[1], NULL);
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

/* ---- shards --------------------------------------------------------------*/

enum { SHARDS = 40 };

/* The folders part1, part2, …, last first. */
static char part_names[SHARDS][24];

static void play_shards(const Setup *setup, int shards, const char *parts[]) {
  for (int i = 0; i < shards; i++) {
    RunPlan plan = plan_of(setup, part_names[i]);
    snprintf(part_names[i], sizeof part_names[i], "part%d", i + 1);
    plan.shard = i + 1;
    plan.shards = shards;
    plan.jobs = 1 + i % 3;
    clear(part_names[i]);
    must_play(&plan);
    parts[shards - 1 - i] = part_names[i];
  }
}

static void must_merge(const char *const parts[], int count, const char *out) {
  Run run;
  Error error = {0};
  clear(out);
  if (!experiment_merge(&run, parts, count, out, &error))
    fail_msg("%s", error.message);
  assert_true(run.complete);
  assert_int_equal(run.tally.games, run.total);
  run_close(&run);
}

static void merging_shards_gives_the_same_bytes(void **state) {
  (void)state;
  static const struct {
    int setup, shards;
  } CASES[] = {{0, 1},  {0, 3}, {0, 16}, {1, 7}, {2, 5},
               {3, 33}, {4, 3}, {7, 7},  {8, 5}, {9, 4}};
  const char *parts[SHARDS];
  for (size_t i = 0; i < COUNT(CASES); i++) {
    const Setup *setup = &SETUPS[CASES[i].setup];
    play_into(setup, "whole");
    play_shards(setup, CASES[i].shards, parts);
    must_merge(parts, CASES[i].shards, "merged");
    assert_same_dirs("whole", "merged");
    for (int k = 0; k < CASES[i].shards; k++)
      clear(parts[k]);
  }
}

/* It is a run like any other. */
static void a_merged_run_can_be_resumed(void **state) {
  (void)state;
  const char *parts[SHARDS];
  play_shards(&SETUPS[1], 3, parts);
  must_merge(parts, 3, "merged");
  Setup more = SETUPS[1];
  more.games += 20;
  RunPlan plan = plan_of(&more, "merged");
  plan.resume = true;
  must_play(&plan);
  play_into(&more, "whole");
  assert_same_dirs("whole", "merged");
}

static void a_shard_is_resumed_like_a_run(void **state) {
  (void)state;
  const char *parts[SHARDS];
  play_shards(&SETUPS[1], 3, parts);
  RunPlan plan = plan_of(&SETUPS[1], "again");
  plan.shard = 2;
  plan.shards = 3;
  plan.resume = true;
  clear("again");
  assert_int_equal(play_a_while(&plan, 40), RUN_STOPPED);
  must_play(&plan);
  assert_same_dirs("part2", "again");
}

/* ---- stopping and resuming ------------------------------------------------*/

/* tictacdoh with a Lua bot against one that stops or kills the process. */
static const Setup SHORT = {
    "tictacdoh", {"plug/bot.lua", "counting.bot"}, 2, SEATING_ROTATED, 40};

static const char BOT[] = "return { choose = function(s)\n"
                          "  return require('part').pick(s)\n"
                          "end }\n";
static const char PART[] = "return { pick = function(s)\n"
                           "  return s:random_move()\n"
                           "end }\n";
static const char OTHER_PART[] = "return { pick = function(s)\n"
                                 "  return s:moves()[1]\n"
                                 "end }\n";

static void write_plugin(void) {
  mkdir("plug", 0777);
  write_text("plug/bot.lua", BOT);
  write_text("plug/part.lua", PART);
}

static void a_run_can_be_stopped_at_any_moment(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 5, 0);
  write_plugin();
  play_into(&SHORT, "whole");
  int stops = 0;
  for (int trial = 0; trial < 12; trial++) {
    RunPlan plan = plan_of(&SHORT, "pieces");
    plan.resume = true;
    clear("pieces");
    RunEnd end = RUN_STOPPED;
    for (int turn = 0; turn < 200 && end == RUN_STOPPED; turn++) {
      plan.jobs = 1 + (int)rng_below(&rng, 3);
      end = play_a_while(&plan, 1 + (int)rng_below(&rng, 150));
      stops += end == RUN_STOPPED;
    }
    assert_int_equal(end, RUN_DONE);
    assert_same_dirs("whole", "pieces");
  }
  assert_true(stops >= 12);
}

/* Even before the first game. */
static void a_run_that_is_stopped_at_once_has_no_games(void **state) {
  (void)state;
  write_plugin();
  play_into(&SHORT, "whole");
  RunPlan plan = plan_of(&SHORT, "pieces");
  Error error;
  clear("pieces");
  atomic_store(&stop, true);
  assert_int_equal(play(&plan, &error), RUN_STOPPED);
  assert_int_equal(count_lines("pieces/games.csv"), 1);
  plan.resume = true;
  must_play(&plan);
  assert_same_dirs("whole", "pieces");
}

/* The run is played in another process, which is killed at that move. */
static void play_until_killed(const RunPlan *plan, int moves) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    Error error;
    run_after(moves, die);
    play(plan, &error);
    _exit(0);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void a_run_that_was_killed_resumes(void **state) {
  (void)state;
  write_plugin();
  play_into(&SHORT, "whole");
  RunPlan plan = plan_of(&SHORT, "pieces");
  plan.resume = true;
  plan.jobs = 1;
  clear("pieces");
  atomic_store(&stop, false);
  play_until_killed(&plan, 40);
  assert_int_equal(play_a_while(&plan, 40), RUN_STOPPED);
  plan.jobs = 2;
  play_until_killed(&plan, 20);
  must_play(&plan);
  assert_same_dirs("whole", "pieces");
}

/* Bytes written after the last checkpoint are written again; there may be more
 * of them than remain to be written. */
static void bytes_after_the_checkpoint_are_discarded(void **state) {
  (void)state;
  static const struct {
    const char *games, *moves;
    int times;
  } TAILS[] = {
      {"13,7,\"fuse", "", 1},
      {"", "13,1,1,\"S", 1},
      {"garbage\n\"\n", "\n\n\n", 1},
      {"13,7,\"counting.bot\",\"plug/bot.lua\",draw,,9,0,3.000,9,0,0,,\n", "",
       900},
      {"", "13,1,1,\"x\",1\n", 9000},
  };
  write_plugin();
  play_into(&SHORT, "whole");
  RunPlan plan = plan_of(&SHORT, "half");
  clear("half");
  assert_int_equal(play_a_while(&plan, 60), RUN_STOPPED);
  plan.out = "pieces";
  plan.resume = true;
  for (size_t i = 0; i < COUNT(TAILS); i++) {
    copy_dir("half", "pieces");
    append("pieces/games.csv", TAILS[i].games, TAILS[i].times);
    append("pieces/moves.csv", TAILS[i].moves, TAILS[i].times);
    append("pieces/.boardlab-4711.new", "{\"board", 1);
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
}

/* The manifest is written before the files. */
static void a_run_that_was_killed_before_its_first_game_restarts(void **state) {
  (void)state;
  static const char *const FILES[] = {"games.csv", "moves.csv"};
  write_plugin();
  play_into(&SHORT, "whole");
  RunPlan plan = plan_of(&SHORT, "pieces");
  Error error;
  for (int files = 0; files <= 2; files++) {
    plan.resume = false;
    clear("pieces");
    atomic_store(&stop, true);
    assert_int_equal(play(&plan, &error), RUN_STOPPED);
    unlink("pieces/summary.csv");
    for (int i = 0; i < 2; i++) {
      char path[32], mark[32];
      struct stat about;
      snprintf(path, sizeof path, "pieces/%s", FILES[i]);
      assert_int_equal(stat(path, &about), 0);
      snprintf(mark, sizeof mark, "\"bytes\": %lld", (long long)about.st_size);
      edit_sealed("pieces/run.json", mark, "\"bytes\": 0");
      if (i >= files)
        unlink(path);
    }
    plan.resume = true;
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
}

static void a_run_can_be_extended(void **state) {
  (void)state;
  static const struct {
    int setup;
    uint64_t first, more;
  } CASES[] = {{0, 1, 700}, {0, 350, 351}, {1, 2, 60}, {2, 24, 72},
               {4, 2, 8},   {7, 2, 60},    {8, 6, 48}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Setup setup = SETUPS[CASES[i].setup];
    setup.games = CASES[i].first;
    play_into(&setup, "longer");
    setup.games = CASES[i].more;
    RunPlan plan = plan_of(&setup, "longer");
    plan.resume = true;
    must_play(&plan);
    play_into(&setup, "whole");
    assert_same_dirs("whole", "longer");
    must_play(&plan); /* nothing left to play */
    assert_same_dirs("whole", "longer");
  }
}

static void the_number_of_games_can_be_per_seating(void **state) {
  (void)state;
  Setup setup = SETUPS[2];
  setup.games = 2;
  RunPlan plan = plan_of(&setup, "each");
  plan.each_seating = true;
  clear("each");
  must_play(&plan);
  setup.games = 48;
  play_into(&setup, "whole");
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
  play_into(&fewer, "whole");
  assert_same_files("whole/games.csv", "slow/games.csv");
  assert_same_files("whole/moves.csv", "slow/moves.csv");
}

/* ---- refusals -------------------------------------------------------------*/

static const Setup PLAIN = {
    "tictacdoh", {"random", "counting.bot"}, 2, SEATING_ROTATED, 40};
static const char *const SWAPPED[] = {"counting.bot", "random"};
static const char *const NONSENSE[] = {"random", "fuse\xff.bot"};

static void afresh(RunPlan *plan) {
  plan->resume = false;
}
static void other_seed(RunPlan *plan) {
  plan->seed = 8;
}
static void other_game(RunPlan *plan) {
  plan->game = "tictacdoh:small=1";
}
static void other_bots(RunPlan *plan) {
  plan->bots = SWAPPED;
}
static void other_seating(RunPlan *plan) {
  plan->seating = SEATING_FIXED;
}
static void other_limits(RunPlan *plan) {
  plan->limits = "budget=2";
}
static void other_max_plies(RunPlan *plan) {
  plan->max_plies = 99;
}
static void other_until(RunPlan *plan) {
  plan->until = "draw=1%";
}
static void no_moves(RunPlan *plan) {
  plan->moves = false;
}
static void fewer_games(RunPlan *plan) {
  plan->games = 2;
}
static void odd_games(RunPlan *plan) {
  plan->games = 41;
}
static void one_game(RunPlan *plan) {
  plan->games = 1;
}
static void no_games(RunPlan *plan) {
  plan->games = 0;
}
static void too_many_games(RunPlan *plan) {
  plan->games = UINT64_MAX / 2 + 2;
  plan->each_seating = true;
}
static void large_seed(RunPlan *plan) {
  plan->seed = (uint64_t)INT64_MAX + 1;
}
static void a_shard(RunPlan *plan) {
  plan->shard = 1;
  plan->shards = 2;
}
static void a_shard_until(RunPlan *plan) {
  a_shard(plan);
  plan->until = "draw=1%";
}
static void bad_until(RunPlan *plan) {
  plan->until = "seat3=1%";
}
static void bad_name(RunPlan *plan) {
  plan->bots = NONSENSE;
}
static void edit_games(RunPlan *plan) {
  (void)plan;
  flip_bit("try/games.csv", -20);
}
static void edit_header(RunPlan *plan) {
  (void)plan;
  flip_bit("try/games.csv", 0);
}
static void edit_line_end(RunPlan *plan) {
  (void)plan;
  flip_bit("try/games.csv", -1);
}
static void edit_moves(RunPlan *plan) {
  (void)plan;
  flip_bit("try/moves.csv", 100);
}
static void cut_games(RunPlan *plan) {
  (void)plan;
  truncate_file("try/games.csv", 1);
}
static void cut_moves(RunPlan *plan) {
  (void)plan;
  truncate_file("try/moves.csv", 30);
}
static void no_games_csv(RunPlan *plan) {
  (void)plan;
  unlink("try/games.csv");
}
static void no_moves_csv(RunPlan *plan) {
  (void)plan;
  unlink("try/moves.csv");
}
static void no_manifest(RunPlan *plan) {
  (void)plan;
  unlink("try/run.json");
}
static void cut_manifest(RunPlan *plan) {
  (void)plan;
  truncate_file("try/run.json", 3);
}
static void empty_manifest(RunPlan *plan) {
  (void)plan;
  write_text("try/run.json", "");
}
static void list_manifest(RunPlan *plan) {
  (void)plan;
  write_text("try/run.json", "[]\n");
}
static void other_version(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"boardlab\": \"", "\"boardlab\": \"9");
}
static void negative_count(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"played\": ", "\"played\": -");
}
static void twice_in_manifest(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"seed\": 7", "\"seed\": 7, \"seed\": 7");
}
static void no_checkpoints(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"games.csv\"", "\"gamez.csv\"");
}
/* As if it had been killed before the first game, although it has games. */
static void no_bytes(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"bytes\": ", "\"bytes\": 0, \"was\": ");
}

static void a_mismatch_is_refused_and_changes_nothing(void **state) {
  (void)state;
  static const struct {
    void (*change)(RunPlan *plan);
    const char *message;
  } CASES[] = {
      {afresh, "try already holds a run, with "},
      {afresh, " of 40 games: choose another folder, or continue it"},
      {other_seed, "try holds a different run: its 'seed' is 7, not 8"},
      {other_game, "try holds a different run: its 'game' is \"tictacdoh:"},
      {other_bots,
       "a different run: its 'bots' is [\"random\", \"counting.bot\"], not"},
      {other_seating, "its 'seating' is \"rotated\", not \"fixed\""},
      {other_limits, "its 'limits' is \"budget=1\", not \"budget=2\""},
      {other_max_plies, "its 'max_plies' is "},
      {other_until, "its 'until' is \"\", not \"draw=1%\""},
      {no_moves, "its 'moves' is true, not false"},
      {fewer_games, "its 'games' is 40, not 2"},
      {odd_games,
       "41 games cannot be divided evenly among 2 seatings: use 40 or "
       "42"},
      {one_game, "1 game cannot be divided evenly among 2 seatings: use 2"},
      {no_games, "0 games: nothing to play"},
      {too_many_games, "games are too many"},
      {large_seed, "the seed 9223372036854775808 is too large"},
      {a_shard, "try holds shard 1/1, not 1/2"},
      {a_shard_until, "a shard cannot tell when the whole run has enough"},
      {bad_until, "'seat3=1%' is not a rate"},
      {bad_name, "must be UTF-8"},
      {edit_games,
       "try/games.csv is not as it was written: it has been edited"},
      {edit_header, "try/games.csv is not as it was written"},
      {edit_line_end, "try/games.csv is not as it was written"},
      {edit_moves, "try/moves.csv is not as it was written"},
      {cut_games, "try/games.csv is too short: it has "},
      {cut_moves, "try/moves.csv is too short: it has "},
      {no_games_csv, "could not open try/games.csv: No such file"},
      {no_moves_csv, "could not open try/moves.csv: No such file"},
      {no_manifest, "the folder try is not empty: choose a new one"},
      {cut_manifest, "try/run.json does not end with its checksum"},
      {empty_manifest, "try/run.json does not end with its checksum"},
      {list_manifest, "try/run.json does not end with its checksum"},
      {other_version, "its version of boardlab is \"9"},
      {negative_count, "try/run.json is not the manifest of a run"},
      {twice_in_manifest, "try/run.json, line "},
      {no_checkpoints, "try/run.json is not the manifest of a run"},
      {no_bytes, "try/run.json is not the manifest of a run"},
  };
  RunPlan plan = plan_of(&PLAIN, "stopped");
  clear("stopped");
  plan.jobs = 1; /* or its first games may not be the first to be finished */
  assert_int_equal(play_a_while(&plan, 60), RUN_STOPPED);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    copy_dir("stopped", "try");
    plan = plan_of(&PLAIN, "try");
    plan.resume = true;
    CASES[i].change(&plan);
    Snapshot before = snapshot("try");
    must_fail(&plan, CASES[i].message);
    assert_unchanged("try", &before);
  }
}

/* Any wrong byte in the manifest is noticed before anything is changed. */
static void a_wrong_byte_in_the_manifest_does_no_harm(void **state) {
  (void)state;
  RunPlan plan = plan_of(&PLAIN, "stopped");
  size_t length;
  clear("stopped");
  assert_int_equal(play_a_while(&plan, 60), RUN_STOPPED);
  char *manifest = read_file("stopped/run.json", &length);
  plan.out = "try";
  plan.resume = true;
  plan.jobs = 1;
  copy_dir("stopped", "try");
  for (size_t i = 0; i < length; i++) {
    Error error;
    write_file("try/run.json", manifest, length);
    flip_bit("try/run.json", (long)i);
    Snapshot before = snapshot("try");
    assert_int_equal(play(&plan, &error), RUN_FAILED);
    assert_message(&error, "try/run.json");
    assert_unchanged("try", &before);
  }
  free(manifest);
}

static void a_folder_that_cannot_be_written_is_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"file", "file is not a folder"},
      {"file/below", "could not create the folder file/below"},
      {"file/far/below", "could not create the folder file/far"},
      {"", "the folder name is empty"},
      {"full", "the folder full is not empty: choose a new one"},
      {"/proc/nowhere", "could not create the folder /proc/nowhere"},
  };
  clear("full");
  mkdir("full", 0777);
  write_text("full/diary.txt", "mine");
  write_text("file", "mine, too");
  for (size_t i = 0; i < COUNT(CASES); i++)
    for (int resume = 0; resume < 2; resume++) {
      RunPlan plan = plan_of(&PLAIN, CASES[i][0]);
      plan.resume = resume;
      Snapshot here = snapshot("."), full = snapshot("full");
      must_fail(&plan, CASES[i][1]);
      assert_unchanged(".", &here);
      assert_unchanged("full", &full);
    }
  unlink("file");
}

/* Root may write anywhere, so this is played as another user; where that is
 * not possible it is skipped. */
static void a_read_only_folder_is_refused(void **state) {
  (void)state;
  enum { NOBODY = 65534 };
  Error error;
  RunPlan plan = plan_of(&PLAIN, "locked");
  clear("locked");
  mkdir("locked", 0555);
  chmod(".", 0755);
  bool root = geteuid() == 0;
  if (root && setresuid(NOBODY, NOBODY, 0) != 0)
    skip();
  RunEnd end = play(&plan, &error);
  if (root)
    assert_int_equal(setresuid(0, 0, 0), 0);
  assert_int_equal(end, RUN_FAILED);
  assert_message(&error,
                 "could not write into the folder locked: Permission denied");
  assert_int_equal(rmdir("locked"), 0);
}

static void missing_parent_folders_are_created(void **state) {
  (void)state;
  play_into(&PLAIN, "whole");
  clear("far");
  RunPlan plan = plan_of(&PLAIN, "far/off/here/");
  must_play(&plan);
  assert_same_dirs("whole", "far/off/here");
}

/* Opens the folder again while the run is being played, as another process
 * would. */
static bool try_from_within(void *context, const Tally *tally) {
  (void)tally;
  Error *error = context, refused;
  RunPlan plan = plan_of(&PLAIN, "busy");
  Run run;
  plan.games = 400;
  plan.resume = true;
  if (!run_open(&run, &plan, &refused))
    return false;
  if (run_play(&run, NULL, &refused) == RUN_FAILED)
    *error = refused;
  run_close(&run);
  return false;
}

static void a_folder_in_use_is_refused(void **state) {
  (void)state;
  RunPlan plan = plan_of(&PLAIN, "busy");
  Error refused = {0}, error;
  const RunCallbacks callbacks = {.enough = try_from_within,
                                  .context = &refused};
  Run run;
  plan.games = 400;
  clear("busy");
  run_after(0, NULL);
  assert_true(run_open(&run, &plan, &error));
  assert_int_equal(run_play(&run, &callbacks, &error), RUN_DONE);
  run_close(&run);
  assert_message(&refused,
                 "the folder busy is in use: another run is writing there");
  Setup more = PLAIN;
  more.games = 400;
  play_into(&more, "whole");
  assert_same_files("whole/games.csv", "busy/games.csv");
}

/* ---- refused merges -------------------------------------------------------*/

static void make_shard(const Setup *setup, const char *out, int shard,
                       int shards, uint64_t seed) {
  RunPlan plan = plan_of(setup, out);
  plan.shard = shard;
  plan.shards = shards;
  plan.seed = seed;
  clear(out);
  must_play(&plan);
}

/* Shards a, b, c of a run, and some that do not belong to it. */
static void make_shards(void) {
  Error error;
  make_shard(&PLAIN, "a", 1, 3, 7);
  make_shard(&PLAIN, "b", 2, 3, 7);
  make_shard(&PLAIN, "c", 3, 3, 7);
  make_shard(&PLAIN, "seed8", 3, 3, 8);
  make_shard(&PLAIN, "of4", 3, 4, 7);
  RunPlan plan = plan_of(&PLAIN, "unfinished");
  plan.shard = plan.shards = 3;
  clear("unfinished");
  atomic_store(&stop, true);
  assert_int_equal(play(&plan, &error), RUN_STOPPED);
  atomic_store(&stop, false);
  copy_dir("b", "edited");
  flip_bit("edited/games.csv", -30);
  copy_dir("b", "moved");
  flip_bit("moved/moves.csv", -30);
  copy_dir("b", "cut");
  truncate_file("cut/games.csv", 5);
  copy_dir("b", "more");
  append("more/games.csv", "1\n", 1);
  copy_dir("b", "lost");
  unlink("lost/games.csv");
  copy_dir("b", "torn");
  truncate_file("torn/run.json", 20);
  clear("empty");
  mkdir("empty", 0777);
  clear("full");
  mkdir("full", 0777);
  write_text("full/diary.txt", "mine");
  write_text("file", "mine, too");
}

static void shards_of_different_runs_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *parts[4];
    int count;
    const char *out, *message;
  } CASES[] = {
      {{"a", "c"}, 2, "out", "1 of 3 shards is missing: 2"},
      {{"b"}, 1, "out", "2 of 3 shards are missing: 1, 3"},
      {{"a", "b", "b", "c"},
       4,
       "out",
       "b is given twice: name each folder once"},
      {{"a", "b", "seed8"},
       3,
       "out",
       "a and seed8 are not shards of the same run: in the second, its 'seed' "
       "is "
       "8, not 7"},
      {{"a", "b", "of4"},
       3,
       "out",
       "a is one of 3 shards, but of4 is one of 4"},
      {{"a", "b", "unfinished"},
       3,
       "out",
       "shard 3/3 in unfinished is not complete, with 0 of 13 games: finish it "
       "with --resume first"},
      {{"a", "full", "c"},
       3,
       "out",
       "full is not the folder of a run: there is no run.json in it"},
      {{"a", "nowhere", "c"}, 3, "out", "nowhere is not the folder of a run"},
      {{"a", "file", "c"}, 3, "out", "file is not the folder of a run"},
      {{"a", "edited", "c"}, 3, "out", "edited/games.csv is not as it was"},
      {{"a", "moved", "c"}, 3, "out", "moved/moves.csv is not as it was"},
      {{"a", "cut", "c"}, 3, "out", "cut/games.csv is too short"},
      {{"a", "more", "c"},
       3,
       "out",
       "more/games.csv is not as it was written: something has been added"},
      {{"a", "edited", "c"}, 3, "empty", "edited/games.csv is not as it was"},
      {{"a", "lost", "c"}, 3, "out", "could not open lost/games.csv"},
      {{"a", "torn", "c"}, 3, "out", "torn/run.json does not end with"},
      {{"a", "b", "c"}, 3, "a", "the folder a is not empty"},
      {{"a", "b", "c"}, 3, "full", "the folder full is not empty"},
      {{"a", "b", "c"}, 3, "file", "file is not a folder"},
      {{"a", "b", "c"}, 3, "file/below", "could not create the folder"},
  };
  make_shards();
  clear("out");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Snapshot here = snapshot("."), out = snapshot(CASES[i].out);
    Snapshot parts[4];
    for (int k = 0; k < CASES[i].count; k++)
      parts[k] = snapshot(CASES[i].parts[k]);
    Run run;
    Error error = {0};
    assert_false(experiment_merge(&run, CASES[i].parts, CASES[i].count,
                                  CASES[i].out, &error));
    assert_message(&error, CASES[i].message);
    for (int k = 0; k < CASES[i].count; k++)
      assert_unchanged(CASES[i].parts[k], &parts[k]);
    assert_unchanged(CASES[i].out, &out);
    assert_unchanged(".", &here);
  }
  unlink("file");
}

/* Shards played with different versions of a file are not parts of one run;
 * later changes to the file do not matter. */
static void shards_with_different_source_files_are_refused(void **state) {
  (void)state;
  static const char *const PARTS[] = {"a", "b"}, *const MIXED[] = {"a", "x"};
  write_plugin();
  play_into(&SHORT, "whole");
  make_shard(&SHORT, "a", 1, 2, 7);
  make_shard(&SHORT, "b", 2, 2, 7);
  write_text("plug/part.lua", OTHER_PART);
  make_shard(&SHORT, "x", 2, 2, 7);
  must_merge(PARTS, 2, "merged");
  assert_same_dirs("whole", "merged");
  Run run;
  Error error = {0};
  clear("out");
  assert_false(experiment_merge(&run, MIXED, 2, "out", &error));
  assert_message(&error,
                 "x was played with different versions of its Lua files");
  assert_int_equal(access("out", F_OK), -1);
}

/* ---- files of plugins ----------------------------------------------------*/

static void a_changed_plugin_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *path, *text, *back;
  } CASES[] = {{"plug/bot.lua", "return { choose = function() end }\n", BOT},
               {"plug/part.lua", OTHER_PART, PART}};
  write_plugin();
  play_into(&SHORT, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    RunPlan plan = plan_of(&SHORT, "pieces");
    char message[100];
    clear("pieces");
    assert_int_equal(play_a_while(&plan, 60), RUN_STOPPED);
    Snapshot before = snapshot("pieces");
    write_text(CASES[i].path, CASES[i].text);
    snprintf(message, sizeof message,
             "%s has changed since the run began: restore it", CASES[i].path);
    plan.resume = true;
    must_fail(&plan, message);
    assert_unchanged("pieces", &before);
    write_text(CASES[i].path, CASES[i].back);
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
}

static void change_part(void) {
  int out = open("plug/part.lua", O_WRONLY | O_TRUNC);
  if (write(out, OTHER_PART, sizeof OTHER_PART - 1) < 0)
    die();
  close(out);
}

/* A worker reads each file once, so a change has no effect on it. A worker that
 * reads the file later refuses it, and then the games before that are kept, and
 * no others. */
static void a_plugin_that_changes_during_the_run_changes_no_game(void **state) {
  (void)state;
  for (int jobs = 1; jobs <= 3; jobs++) {
    Error error = {0};
    write_plugin();
    play_into(&SHORT, "whole");
    RunPlan plan = plan_of(&SHORT, "pieces");
    plan.jobs = jobs;
    clear("pieces");
    atomic_store(&stop, false);
    run_after(60, change_part);
    RunEnd end = play(&plan, &error);
    plan.resume = true;
    if (end == RUN_FAILED) {
      assert_message(&error, "plug/part.lua has changed since the run began");
      if (access("pieces/run.json", F_OK) == 0) /* after the first game */
        must_fail(&plan, "plug/part.lua has changed since the run began");
    }
    write_plugin();
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
}

/* ---- full disk ------------------------------------------------------------*/

/* In turn the manifest, moves.csv and games.csv do not fit. */
static void a_full_disk_ends_the_run_and_loses_nothing(void **state) {
  (void)state;
  static const rlim_t CASES[] = {1, 100, 1200, 1600, 2000, 3000};
  Setup setup = PLAIN;
  setup.games = 100;
  play_into(&setup, "whole");
  signal(SIGXFSZ, SIG_IGN);
  for (size_t i = 0; i < 2 * COUNT(CASES); i++) {
    RunPlan plan = plan_of(&setup, "pieces");
    Error error;
    plan.resume = true;
    plan.jobs = i < COUNT(CASES) ? 1 : 3;
    clear("pieces");
    run_after(0, NULL);
    limit_files(CASES[i % COUNT(CASES)]);
    RunEnd end = play(&plan, &error);
    limit_files(RLIM_INFINITY);
    assert_int_equal(end, RUN_FAILED);
    assert_message(&error, "could not write pieces/");
    assert_message(&error, strerror(EFBIG));
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
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
    play_into(&setup, "whole"); /* the games before are fine */
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
      cmocka_unit_test(the_moves_of_the_first_games_are_always_kept),
      cmocka_unit_test(shards_keep_what_the_whole_run_keeps),
      cmocka_unit_test(a_run_without_a_folder_counts_the_same),
      cmocka_unit_test(every_function_accepts_a_null_error),
      cmocka_unit_test(merging_shards_gives_the_same_bytes),
      cmocka_unit_test(a_merged_run_can_be_resumed),
      cmocka_unit_test(a_shard_is_resumed_like_a_run),
      cmocka_unit_test(a_run_can_be_stopped_at_any_moment),
      cmocka_unit_test(a_run_that_is_stopped_at_once_has_no_games),
      cmocka_unit_test(a_run_that_was_killed_resumes),
      cmocka_unit_test(bytes_after_the_checkpoint_are_discarded),
      cmocka_unit_test(a_run_that_was_killed_before_its_first_game_restarts),
      cmocka_unit_test(a_run_can_be_extended),
      cmocka_unit_test(the_number_of_games_can_be_per_seating),
      cmocka_unit_test(a_stopping_rule_ends_at_the_same_game_on_any_threads),
      cmocka_unit_test(a_slow_consumer_gets_every_game_in_order),
      cmocka_unit_test(a_mismatch_is_refused_and_changes_nothing),
      cmocka_unit_test(a_wrong_byte_in_the_manifest_does_no_harm),
      cmocka_unit_test(a_folder_that_cannot_be_written_is_refused),
      cmocka_unit_test(a_read_only_folder_is_refused),
      cmocka_unit_test(missing_parent_folders_are_created),
      cmocka_unit_test(a_folder_in_use_is_refused),
      cmocka_unit_test(shards_of_different_runs_are_refused),
      cmocka_unit_test(shards_with_different_source_files_are_refused),
      cmocka_unit_test(a_changed_plugin_is_refused),
      cmocka_unit_test(a_plugin_that_changes_during_the_run_changes_no_game),
      cmocka_unit_test(a_full_disk_ends_the_run_and_loses_nothing),
      cmocka_unit_test(a_bot_that_always_fails_forfeits_its_games),
      cmocka_unit_test(rules_that_fail_end_the_run_at_that_game),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
