/* The moves that every run keeps, in moves.csv: those of its first games. */
#include "tests/support/analysis/played_runs.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <string.h>

/* All have more games than are kept: of each kind of players, the first has
 * short games, the second long ones. */
static const Setup KEPT_SETUPS[] = {
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 300},
    {"quoridor", {"random"}, 1, SEATING_FIXED, 300},
    {"tictacdoh", {"random", "greedy"}, 2, SEATING_ROTATED, 1100},
    {"quoridor:size=11,walls=0",
     {"counting.bot"},
     1,
     SEATING_FIXED,
     600,
     .opening = 20},
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

/* On two threads, into the folder "whole". */
static void check_whole(const Setup *setup, bool random) {
  RunPlan plan = plan_of(setup, "all");
  size_t length;
  plan.moves = true;
  clear("all");
  must_play(&plan);
  char *rows = kept_rows("all", random, &length);
  plan.moves = false;
  plan.out = "whole";
  clear("whole");
  must_play(&plan);
  assert_keeps("whole", rows, length);
  free(rows);
}

static void check_threads(const Setup *setup) {
  static const int JOBS[] = {1, 7};
  RunPlan plan = plan_of(setup, "jobs");
  plan.moves = false;
  for (size_t j = 0; j < COUNT(JOBS); j++) {
    plan.jobs = JOBS[j];
    clear("jobs");
    must_play(&plan);
    assert_same_dirs("whole", "jobs");
  }
}

/* Extended twice, the second time beyond the games that are kept. */
static void check_pieces(const Setup *setup) {
  const uint64_t games[] = {8, 90, setup->games};
  RunPlan plan = plan_of(setup, "pieces");
  plan.moves = false;
  plan.resume = true;
  plan.jobs = 7;
  clear("pieces");
  for (size_t j = 0; j < COUNT(games); j++) {
    plan.games = games[j];
    must_play(&plan);
  }
  assert_same_games("whole", "pieces");
}

/* A shard keeps the moves of its own first games; together they have those of
 * the whole run's. */
static void check_shards(const Setup *setup) {
  static const char *const NAMES[] = {"a", "b", "c"};
  RunPlan plan = plan_of(setup, NULL);
  Run run;
  Error error;
  plan.moves = false;
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

static void the_moves_of_the_first_games_are_always_kept(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(KEPT_SETUPS); i++) {
    check_whole(&KEPT_SETUPS[i], i < 2);
    check_threads(&KEPT_SETUPS[i]);
    check_pieces(&KEPT_SETUPS[i]);
    check_shards(&KEPT_SETUPS[i]);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_moves_of_the_first_games_are_always_kept),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
