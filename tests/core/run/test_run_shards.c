/* Shards: merged, they are the same bytes as the whole run, and shards of
 * different runs are refused. */
#include "tests/support/analysis/played_runs.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

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
    const Setup *setup = &VARIED[CASES[i].setup];
    play_whole(setup, "whole");
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
  play_shards(&VARIED[1], 3, parts);
  must_merge(parts, 3, "merged");
  Setup more = VARIED[1];
  more.games += 20;
  RunPlan plan = plan_of(&more, "merged");
  plan.resume = true;
  must_play(&plan);
  play_whole(&more, "whole");
  assert_same_games("whole", "merged");
}

static void a_shard_is_resumed_like_a_run(void **state) {
  (void)state;
  const char *parts[SHARDS];
  play_shards(&VARIED[1], 3, parts);
  RunPlan plan = plan_of(&VARIED[1], "again");
  plan.shard = 2;
  plan.shards = 3;
  plan.resume = true;
  clear("again");
  assert_int_equal(play_a_while(&plan, 40), RUN_STOPPED);
  must_play(&plan);
  assert_same_dirs("part2", "again");
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
      {{"a", "edited", "c"}, 3, "out", "edited/games.csv has changed since"},
      {{"a", "moved", "c"}, 3, "out", "moved/moves.csv has changed since"},
      {{"a", "cut", "c"}, 3, "out", "cut/games.csv is too short"},
      {{"a", "more", "c"},
       3,
       "out",
       "more/games.csv has changed since it was written: something has been "
       "added"},
      {{"a", "edited", "c"}, 3, "empty", "edited/games.csv has changed since"},
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
  play_whole(&SHORT, "whole");
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

/* A later boardlab merges what an earlier one has played, and says which that
 * was; but no run has two. */
static void a_merged_run_names_the_build_that_played_it(void **state) {
  (void)state;
  static const char *const PARTS[] = {"a", "b"};
  play_whole(&SHORT, "whole");
  make_shard(&SHORT, "a", 1, 2, 7);
  make_shard(&SHORT, "b", 2, 2, 7);
  static const char KEY[] = "\"commit\": \"", EARLIER[] = "\"commit\": \"9";
  edit_sealed("a/run.json", KEY, EARLIER);
  Run run;
  Error error = {0};
  clear("out");
  assert_false(experiment_merge(&run, PARTS, 2, "out", &error));
  assert_message(&error, "a and b are not shards of the same run: the first "
                         "was played by boardlab ");
  edit_sealed("b/run.json", KEY, EARLIER);
  must_merge(PARTS, 2, "merged");
  edit_sealed("whole/run.json", KEY, EARLIER);
  assert_same_dirs("whole", "merged");
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(merging_shards_gives_the_same_bytes),
      cmocka_unit_test(a_merged_run_can_be_resumed),
      cmocka_unit_test(a_shard_is_resumed_like_a_run),
      cmocka_unit_test(shards_of_different_runs_are_refused),
      cmocka_unit_test(shards_with_different_source_files_are_refused),
      cmocka_unit_test(a_merged_run_names_the_build_that_played_it),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
