/* Comparing runs that were played, and extending them until a sequential test
 * is decided.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory. */
#define _GNU_SOURCE
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/made_up_runs.h"
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"
#include "tests/support/tamper.h"

#include "analysis/stats/distribution.h"
#include "core/game/spec.h"
#include "core/run/run_dir.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- played runs ---------------------------------------------------------*/

static const ExperimentCallbacks CALLBACKS = {.stop = &stop};

/* `moves`: stop after that many moves of counting.bot, at once, or never if 0.
 */
enum { AT_ONCE = -1 };

static RunEnd play_for(const RunPlan *what, const char *out, uint64_t games,
                       int moves, int shards) {
  RunPlan plan = *what;
  plan.games = games;
  plan.shard = shards ? 1 : 0;
  plan.shards = shards;
  plan.jobs = moves ? 1 : 2; /* one thread stops soon after the move */
  plan.out = out;
  Run run;
  Error error;
  clear(out);
  atomic_store(&stop, moves == AT_ONCE);
  run_after(moves, request_stop);
  if (!experiment_open(&run, &plan, &error))
    fail_msg("%s", error.message);
  RunEnd end = experiment_play(&run, &CALLBACKS, &error);
  run_close(&run);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  atomic_store(&stop, false);
  return end;
}

static void play(const RunPlan *what, const char *out, uint64_t games) {
  assert_int_equal(play_for(what, out, games, 0, 0), RUN_DONE);
}

/* The run must not be moved afterwards: it points into itself. */
static void must_read(ComparedRun *c, const char *dir) {
  Error error;
  if (!compared_run_read(c, dir, &error))
    fail_msg("%s", error.message);
}

static const char *const RANDOM[] = {"random", "bots/random.lua"};
static const char *const OTHERS[] = {"random", "counting.bot", "other.bot"};
static const char *const FUSE[] = {"counting.bot"};

static const RunPlan PLAIN = {"tictacdoh", RANDOM, 1, .seed = 5};
static const RunPlan BLOCKED = {"tictacdoh:blocked_loses=false", RANDOM, 1,
                                .seed = 5};
static const RunPlan ORBITAL = {"orbital", RANDOM, 1, .seed = 6};
static const RunPlan LARGE = {"tictacdoh:large=4", RANDOM, 1, .seed = 5};
static const RunPlan ROTATED = {"tictacdoh",     RANDOM,    2,
                                SEATING_ROTATED, .seed = 5, .moves = true};
static const RunPlan TOURNAMENT = {"orbital", OTHERS, 3, SEATING_EVERY,
                                   .seed = 5};
static const RunPlan FUSED = {"tictacdoh", FUSE, 1, .seed = 5};

/* Columns of games.csv, read without the code under test. */
typedef struct Line {
  double seat1, draw, plies;
} Line;

static int read_lines(const char *dir, Line lines[], int max) {
  char path[256], text[1024], outcome[32];
  int count = 0, plies;
  snprintf(path, sizeof path, "%s/games.csv", dir);
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_non_null(fgets(text, sizeof text, file));
  while (count < max && fgets(text, sizeof text, file)) {
    char *at = strstr(text, "\","); /* the spec of the game has commas */
    for (int i = 0; i < 5; i++)     /* number, seed and two seats */
      at = strchr(at + 1, ',');
    assert_int_equal(sscanf(at + 1, "%31[a-z]", outcome), 1);
    at = strchr(at + 1, ',');
    bool first = at[1] == '1' && at[2] == ',';
    for (int i = 0; i < 3; i++) /* and the columns won1 and won2 */
      at = strchr(at + 1, ',');
    assert_int_equal(sscanf(at + 1, "%d", &plies), 1);
    lines[count++] = (Line){first && strcmp(outcome, "win") == 0,
                            strcmp(outcome, "draw") == 0, plies};
  }
  fclose(file);
  return count;
}

/* The paired interval by the formulas above, with pseudo-pairs of that sum of
 * squares. */
static Estimate paired_interval(const double d[], int n, double pseudo) {
  double sum = 0, squares = pseudo, more = pseudo > 0 ? 2 : 0;
  for (int i = 0; i < n; i++) {
    sum += d[i];
    squares += d[i] * d[i];
  }
  double count = n + more, m = sum / count;
  double half =
      (pseudo > 0 ? 1.959963984540054 : student_quantile(0.975, n - 1)) *
      sqrt((squares - count * m * m) / (count - 1) / count);
  return (Estimate){sum / n, m - half, m + half, (uint64_t)n};
}

static void runs_with_the_same_seed_are_compared_game_by_game(void **state) {
  (void)state;
  enum { N = 300 };
  static Line a[N], b[N];
  double wins[N], draws[N], plies[N];
  play(&PLAIN, "a", N);
  play(&LARGE, "b", 500);
  assert_int_equal(read_lines("a", a, N), N);
  assert_int_equal(read_lines("b", b, N), N);
  for (int i = 0; i < N; i++) {
    wins[i] = b[i].seat1 - a[i].seat1;
    draws[i] = b[i].draw - a[i].draw;
    plies[i] = b[i].plies - a[i].plies;
  }
  ComparedRun one, other;
  must_read(&one, "a");
  must_read(&other, "b");
  Comparison c = must_compare(&one, &other);
  assert_int_equal(c.pairing, PAIRED);
  assert_int_equal(c.games, N);
  const struct {
    ComparedMetric metric;
    Estimate expected;
  } CASES[] = {{{COMPARE_SEAT, 0}, paired_interval(wins, N, 1)},
               {{COMPARE_END, MATCH_DRAW}, paired_interval(draws, N, 1)},
               {{COMPARE_PLIES, 0}, paired_interval(plies, N, 0)}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Difference d = find(&c, CASES[i].metric.kind, CASES[i].metric.which);
    assert_near("value", d.difference.value, CASES[i].expected.value);
    assert_interval("played", d.difference, CASES[i].expected.low,
                    CASES[i].expected.high);
  }
  compared_run_free(&one);
  compared_run_free(&other);
}

static void runs_with_different_seeds_are_independent(void **state) {
  (void)state;
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  ComparedRun one, other;
  must_read(&one, "a");
  must_read(&other, "b");
  assert_int_equal(must_compare(&one, &other).pairing, OTHER_SEED);
  compared_run_free(&one);
  compared_run_free(&other);
}

static void a_run_cannot_be_compared_with_itself(void **state) {
  (void)state;
  play(&PLAIN, "a", 10);
  clear("link");
  assert_int_equal(symlink("a", "link"), 0);
  static const char *const NAMES[] = {"a", "a/", "./a", "link"};
  for (size_t i = 0; i < COUNT(NAMES); i++) {
    ComparedRun one, other;
    must_read(&one, "a");
    must_read(&other, NAMES[i]);
    Comparison c;
    Error error;
    assert_false(compare(&one, &other, &c, &error));
    assert_message(&error, "a cannot be compared with itself");
    compared_run_free(&one);
    compared_run_free(&other);
  }
}

static void only_runs_with_games_can_be_read(void **state) {
  (void)state;
  ComparedRun c;
  Error error;
  assert_false(compared_run_read(&c, "nowhere", &error));
  assert_message(&error, "nowhere is not the folder of a run");
  assert_int_equal(play_for(&PLAIN, "none", 100, AT_ONCE, 0), RUN_STOPPED);
  assert_false(compared_run_read(&c, "none", &error));
  assert_message(&error, "none has no games yet");
  play(&PLAIN, "broken", 50);
  flip_bit("broken/games.csv", -5);
  assert_false(compared_run_read(&c, "broken", &error));
  assert_message(&error, "broken/games.csv");
}

/* ---- extending runs ------------------------------------------------------*/

/* Extends the runs in both folders, which must not fail. */
static RunEnd extend(const char *one, const char *other, const char *text,
                     uint64_t max_games, int jobs, Decision *decision,
                     uint64_t *games) {
  ComparedRun a, b;
  must_read(&a, one);
  must_read(&b, other);
  SequentialTest test;
  Comparison c;
  Error error;
  if (!sequential_test_read(text, 2, false, &test, &error))
    fail_msg("%s", error.message);
  const ComparePlan plan = {&a, &b, max_games, jobs, &CALLBACKS};
  RunEnd end = compare_play(&plan, &test, &c, decision, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  if (end == RUN_DONE)
    assert_int_equal(*decision, sequential_test_decide(&test, &c));
  *games = c.games;
  compared_run_free(&a);
  compared_run_free(&b);
  return end;
}

static uint64_t games_in(const char *dir) {
  char path[256];
  snprintf(path, sizeof path, "%s/games.csv", dir);
  return (uint64_t)count_lines(path) - 1;
}

/* The folder has the games of a run played without interruption. */
static void assert_same_as_uninterrupted(const RunPlan *what, const char *dir) {
  play(what, "once", games_in(dir));
  assert_same_games("once", dir);
}

static void
extended_runs_have_the_same_bytes_as_uninterrupted_ones(void **state) {
  (void)state;
  static const struct {
    const RunPlan *one, *other;
    uint64_t first, second;
    const char *test;
    uint64_t max_games;
    Decision decision;
  } CASES[] = {
      {&PLAIN, &ORBITAL, 100, 300, "plies", 10000, DIFFERENT},
      {&PLAIN, &BLOCKED, 10, 20, "plies=5", 10000, EQUIVALENT},
      {&PLAIN, &ORBITAL, 50, 20, "forfeit", 2000, UNDECIDED},
      {&ROTATED, &PLAIN, 10, 10, "seat1", 1201, UNDECIDED},
      {&TOURNAMENT, &ROTATED, 12, 4, "gap=50%", 3000, EQUIVALENT},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Decision decision;
    uint64_t games;
    for (int jobs = 1; jobs <= 7; jobs += 3) {
      play(CASES[i].one, "a", CASES[i].first);
      play(CASES[i].other, "b", CASES[i].second);
      assert_int_equal(extend("a", "b", CASES[i].test, CASES[i].max_games, jobs,
                              &decision, &games),
                       RUN_DONE);
      assert_int_equal(decision, CASES[i].decision);
      assert_same_as_uninterrupted(CASES[i].one, "a");
      assert_same_as_uninterrupted(CASES[i].other, "b");
      if (jobs > 1)
        continue;
      copy_dir("a", "a1");
      copy_dir("b", "b1");
    }
    assert_same_dirs("a1", "a");
    assert_same_dirs("b1", "b");
    clear("a1");
    clear("b1");
    /* No more games than allowed, except to complete a round of seatings. */
    assert_in_range(games_in("a"), games, CASES[i].max_games + 5);
    assert_in_range(games_in("b"), games, CASES[i].max_games + 5);
    assert_true(decision != UNDECIDED || games >= CASES[i].max_games);
  }
}

static void extending_stops_as_soon_as_the_test_is_decided(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  /* The games already played decide it. */
  play(&PLAIN, "a", 400);
  play(&ORBITAL, "b", 500);
  Snapshot a = snapshot("a"), b = snapshot("b");
  extend("a", "b", "plies", 10000, 1, &decision, &games);
  assert_int_equal(decision, DIFFERENT);
  assert_int_equal(games, 400);
  assert_unchanged("a", &a);
  assert_unchanged("b", &b);
  /* Otherwise it is decided at a step: 1000, 1500, 2250, … */
  play(&PLAIN, "a", 100);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "seat1", 20000, 2, &decision, &games);
  assert_int_equal(decision, DIFFERENT);
  uint64_t step = 1000;
  while (step < games)
    step += step / 2;
  assert_int_equal(games, step);
  assert_int_equal(games_in("a"), step);
  assert_int_equal(games_in("b"), step);
}

static void a_stopped_run_can_be_extended(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  /* Stopped long before the next step. */
  assert_int_equal(play_for(&FUSED, "a", 50000, 4000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1, 999);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1500, 2, &decision, &games);
  assert_int_equal(games, 1500);
  assert_same_as_uninterrupted(&FUSED, "a");
  /* Stopped beyond the last step: it needs no more games. */
  assert_int_equal(play_for(&FUSED, "a", 1000000, 60000, 0), RUN_STOPPED);
  assert_in_range(games_in("a"), 1501, 999999);
  Snapshot before = snapshot("a");
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1500, 2, &decision, &games);
  assert_int_equal(games, 1500);
  assert_unchanged("a", &before);
}

/* A run that ended by its own stopping rule is extended beyond it. */
static void a_run_is_extended_beyond_its_stopping_rule(void **state) {
  (void)state;
  Decision decision;
  uint64_t games;
  Run run;
  Error error;
  RunPlan plan = PLAIN;
  plan.games = 100000;
  plan.until = "seat1=5%";
  plan.jobs = 2;
  plan.out = "a";
  clear("a");
  assert_true(experiment_open(&run, &plan, &error));
  assert_int_equal(experiment_play(&run, &CALLBACKS, &error), RUN_DONE);
  run_close(&run);
  assert_in_range(games_in("a"), 100, 999);
  play(&ORBITAL, "b", 100);
  extend("a", "b", "forfeit", 1000, 2, &decision, &games);
  assert_int_equal(games, 1000);
  assert_same_as_uninterrupted(&PLAIN, "a");
}

static void extending_can_be_interrupted(void **state) {
  (void)state;
  Decision decision = DIFFERENT;
  uint64_t games;
  play(&FUSED, "a", 200);
  play(&ORBITAL, "b", 200);
  run_after(20000, request_stop);
  assert_int_equal(extend("a", "b", "forfeit", 1000000, 2, &decision, &games),
                   RUN_STOPPED);
  assert_int_equal(decision, UNDECIDED);
  atomic_store(&stop, false);
  uint64_t a = games_in("a"), b = games_in("b");
  assert_int_equal(games, a < b ? a : b);
  assert_in_range(games, 200, 999999);
  /* Both can be extended afterwards. */
  uint64_t max_games = (a > b ? a : b) + 100;
  extend("a", "b", "forfeit", max_games, 2, &decision, &games);
  assert_int_equal(games, max_games);
  assert_same_as_uninterrupted(&FUSED, "a");
  assert_same_as_uninterrupted(&ORBITAL, "b");
}

/* Stopped at any point, in either run, and continued: the same games and the
 * same decision. One of the runs has seatings of an odd number of games. */
static void a_test_that_is_stopped_again_and_again_ends_alike(void **state) {
  (void)state;
  static const RunPlan FUSED_TOO = {"tictacdoh:blocked_loses=false", FUSE, 1,
                                    .seed = 5};
  static const RunPlan THREE = {"orbital", OTHERS + 1, 2, SEATING_EVERY,
                                .seed = 6};
  static const struct {
    const RunPlan *one, *other;
    uint64_t first, second;
    const char *test;
    Decision decision;
  } CASES[] = {{&FUSED, &FUSED_TOO, 120, 100, "seat1=1.5%", EQUIVALENT},
               {&FUSED, &FUSED_TOO, 1700, 1234, "forfeit", UNDECIDED},
               {&THREE, &FUSED, 12, 150, "seat1", DIFFERENT}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Decision decision, wanted;
    uint64_t games, wanted_games;
    play(CASES[i].one, "a", CASES[i].first);
    play(CASES[i].other, "b", CASES[i].second);
    copy_dir("a", "a1");
    copy_dir("b", "b1");
    extend("a", "b", CASES[i].test, 6000, 2, &wanted, &wanted_games);
    assert_int_equal(wanted, CASES[i].decision);
    int stops = 0;
    for (RunEnd end = RUN_STOPPED; end == RUN_STOPPED; stops++) {
      run_after(7000 + 1300 * (stops % 5), request_stop);
      end = extend("a1", "b1", CASES[i].test, 6000, 1 + stops % 3, &decision,
                   &games);
      atomic_store(&stop, false);
    }
    print_message("stopped %d times, %llu games\n", stops - 1,
                  (unsigned long long)games);
    assert_true(stops > 2);
    assert_int_equal(decision, wanted);
    assert_int_equal(games, wanted_games);
    assert_same_dirs("a", "a1");
    assert_same_dirs("b", "b1");
    clear("a1");
    clear("b1");
  }
}

/* Tries to extend the runs in a and b, which must fail and change neither. */
static void must_not_extend(uint64_t max_games, const char *message) {
  ComparedRun a, b;
  SequentialTest test;
  Comparison c;
  Decision decision;
  Error error;
  Snapshot before = snapshot("a"), other = snapshot("b");
  must_read(&a, "a");
  if (!compared_run_read(&b, "b", &error)) { /* its moves are damaged */
    assert_message(&error, message);
    assert_unchanged("a", &before);
    assert_unchanged("b", &other);
    compared_run_free(&a);
    return;
  }
  assert_true(sequential_test_read("forfeit", 2, false, &test, &error));
  const ComparePlan plan = {&a, &b, max_games, 1, &CALLBACKS};
  assert_int_equal(compare_play(&plan, &test, &c, &decision, &error),
                   RUN_FAILED);
  assert_message(&error, message);
  assert_unchanged("a", &before);
  assert_unchanged("b", &other);
  compared_run_free(&a);
  compared_run_free(&b);
}

static void shards_cannot_be_extended(void **state) {
  (void)state;
  play_for(&PLAIN, "a", 300, 0, 2);
  play(&ORBITAL, "b", 100);
  must_not_extend(1000,
                  "a is shard 1 of 2, and a shard cannot be extended: merge "
                  "the shards, then compare the whole run");
}

/* Found before the first run is extended, also if the second one has enough
 * games for the next step. */
static void neither_is_extended_if_one_is_damaged_or_in_use(void **state) {
  (void)state;
  static const uint64_t GAMES[] = {100, 1000};
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    play(&PLAIN, "a", 100);
    play(&ORBITAL, "b", GAMES[i]);
    flip_bit("b/moves.csv", -5);
    must_not_extend(1500,
                    "b/moves.csv has changed since it was written: it has been "
                    "edited");
    flip_bit("b/moves.csv", -5);
    truncate_file("b/moves.csv", 9);
    must_not_extend(1500, "b/moves.csv is too short");
    clear("b/moves.csv");
    must_not_extend(1500, "could not open b/moves.csv");
    play(&ORBITAL, "b", GAMES[i]);
    int lock = run_dir_lock("b", NULL);
    assert_true(lock >= 0);
    must_not_extend(1500, "the folder b is in use");
    close(lock);
  }
}

/* Compared game by game, a pair lacks both games if it lacks one. */
static void games_that_do_not_replay_are_set_aside(void **state) {
  (void)state;
  enum { GAME = 17, HASH_COLUMN = 17 };
  ComparedRun a, b;
  Comparison c;
  Sentences notes = {0};
  play(&PLAIN, "a", 100);
  play(&BLOCKED, "b", 100);
  set_field("b/games.csv", GAME + 2, HASH_COLUMN, "aaaaaaaaaaaaaaaa");
  update_checkpoint("b", "games.csv", 0);
  must_read(&a, "a");
  must_read(&b, "b");
  assert_int_equal(b.run.tally.games, 99);
  assert_true(compare(&a, &b, &c, NULL));
  assert_int_equal(c.games, 99);
  const Difference *plies =
      compare_find(&c, (ComparedMetric){COMPARE_PLIES, 0});
  assert_int_equal(plies->a_n, 99);
  assert_int_equal(plies->b_n, 99);
  double sum = 0;
  for (int i = 0; i < 100; i++)
    sum += i == GAME ? 0 : b.games.outcome[i].plies;
  assert_near("plies", plies->b, sum / 99);
  compare_notes(&c, &notes);
  assert_memory_equal(notes.text[notes.count - 1],
                      "1 game of 'b' does not replay and is set aside, game 17 "
                      "(its moves do not lead to what games.csv says",
                      97);
  compared_run_free(&a);
  compared_run_free(&b);
}

static void a_run_of_another_build_cannot_be_extended(void **state) {
  (void)state;
  static const uint64_t GAMES[] = {100, 1000};
  static const char KEY[] = "\"commit\": \"", OTHER[] = "\"commit\": \"9";
  Decision decision;
  uint64_t games;
  play(&PLAIN, "a", 100);
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    play(&ORBITAL, "b", GAMES[i]);
    edit_sealed("b/run.json", KEY, OTHER);
    must_not_extend(1500,
                    "b holds a different run: it was played by boardlab ");
  }
  /* One that is long enough stays as it is. */
  Snapshot before = snapshot("b");
  extend("a", "b", "forfeit", 1000, 1, &decision, &games);
  assert_int_equal(games_in("a"), 1000);
  assert_unchanged("b", &before);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest run_tests[] = {
      cmocka_unit_test(runs_with_the_same_seed_are_compared_game_by_game),
      cmocka_unit_test(runs_with_different_seeds_are_independent),
      cmocka_unit_test(a_run_cannot_be_compared_with_itself),
      cmocka_unit_test(only_runs_with_games_can_be_read),
      cmocka_unit_test(extended_runs_have_the_same_bytes_as_uninterrupted_ones),
      cmocka_unit_test(extending_stops_as_soon_as_the_test_is_decided),
      cmocka_unit_test(a_stopped_run_can_be_extended),
      cmocka_unit_test(a_run_is_extended_beyond_its_stopping_rule),
      cmocka_unit_test(extending_can_be_interrupted),
      cmocka_unit_test(a_test_that_is_stopped_again_and_again_ends_alike),
      cmocka_unit_test(shards_cannot_be_extended),
      cmocka_unit_test(neither_is_extended_if_one_is_damaged_or_in_use),
      cmocka_unit_test(a_run_of_another_build_cannot_be_extended),
      cmocka_unit_test(games_that_do_not_replay_are_set_aside),
  };
  int failed = RUN_TESTS(run_tests);
  clear(home);
  return failed;
}
