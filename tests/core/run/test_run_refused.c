/* Runs that are refused: what does not match the run in the folder, and
 * folders that cannot be written. Every file stays as it was. */
#define _GNU_SOURCE
#include "tests/support/analysis/played_runs.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

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
static void other_commit(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"commit\": \"", "\"commit\": \"9");
}
static void no_commit(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"commit\"", "\"earlier\"");
}
static void odd_commit(RunPlan *plan) {
  (void)plan;
  edit_sealed("try/run.json", "\"commit\": ", "\"commit\": 9, \"was\": ");
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
      {fewer_games, "it has 15 games already, more than the 2 asked for"},
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
       "try/games.csv has changed since it was written: it has been edited"},
      {edit_header, "try/games.csv has changed since it was written"},
      {edit_line_end, "try/games.csv has changed since it was written"},
      {edit_moves, "try/moves.csv has changed since it was written"},
      {cut_games, "try/games.csv is too short: it has "},
      {cut_moves, "try/moves.csv is too short: it has "},
      {no_games_csv, "could not open try/games.csv: No such file"},
      {no_moves_csv, "could not open try/moves.csv: No such file"},
      {no_manifest, "the folder try is not empty: choose a new one"},
      {cut_manifest, "try/run.json does not end with its checksum"},
      {empty_manifest, "try/run.json does not end with its checksum"},
      {list_manifest, "try/run.json does not end with its checksum"},
      {other_version, "try holds a different run: it was played by boardlab 9"},
      {other_commit, "try holds a different run: it was played by boardlab "},
      {other_commit,
       ": finish it with that version, or play it again in another"},
      {no_commit, "try/run.json is not the manifest of a run: its 'commit' "},
      {odd_commit, "try/run.json is not the manifest of a run: its 'commit' "},
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
  play_whole(&PLAIN, "whole");
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
  play_whole(&more, "whole");
  assert_same_files("whole/games.csv", "busy/games.csv");
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_mismatch_is_refused_and_changes_nothing),
      cmocka_unit_test(a_wrong_byte_in_the_manifest_does_no_harm),
      cmocka_unit_test(a_folder_that_cannot_be_written_is_refused),
      cmocka_unit_test(a_read_only_folder_is_refused),
      cmocka_unit_test(missing_parent_folders_are_created),
      cmocka_unit_test(a_folder_in_use_is_refused),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
