/* Runs that are stopped, killed, extended, or out of disk space: resumed, they
 * have the bytes of a run that was not interrupted. */
#include "tests/support/analysis/played_runs.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "lua/host/host.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void die(void) {
  kill(getpid(), SIGKILL);
}

static void a_run_can_be_stopped_at_any_moment(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 5, 0);
  write_plugin();
  play_whole(&SHORT, "whole");
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
  play_whole(&SHORT, "whole");
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
  play_whole(&SHORT, "whole");
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
  play_whole(&SHORT, "whole");
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
  play_whole(&SHORT, "whole");
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

/* The games are those of a longer run. That someone may have looked at the
 * shorter one is in the manifest, once. */
static void assert_extended(const char *whole, const char *longer,
                            uint64_t from) {
  char path[32], entry[64];
  size_t length;
  assert_same_games(whole, longer);
  snprintf(path, sizeof path, "%s/run.json", longer);
  char *manifest = read_file(path, &length);
  snprintf(entry, sizeof entry,
           "\"raised\": [\n    {\n      \"games\": %d\n    }\n  ]", (int)from);
  assert_non_null(strstr(manifest, entry));
  free(manifest);
}

static void a_run_can_be_extended(void **state) {
  (void)state;
  static const struct {
    int setup;
    uint64_t first, more;
  } CASES[] = {{0, 1, 700}, {0, 350, 351}, {1, 2, 60}, {2, 24, 72},
               {4, 2, 8},   {7, 2, 60},    {8, 6, 48}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Setup setup = VARIED[CASES[i].setup];
    setup.games = CASES[i].first;
    play_whole(&setup, "longer");
    setup.games = CASES[i].more;
    RunPlan plan = plan_of(&setup, "longer");
    plan.resume = true;
    must_play(&plan);
    play_whole(&setup, "whole");
    assert_extended("whole", "longer", CASES[i].first);
    Snapshot before = snapshot("longer");
    must_play(&plan); /* nothing left to play */
    assert_unchanged("longer", &before);
  }
}

/* Stopped while it is extended, and before it has any of the new games: it was
 * complete only once. */
static void an_extension_that_is_interrupted_is_recorded_once(void **state) {
  (void)state;
  Error error;
  Setup setup = SHORT;
  write_plugin();
  setup.games = SHORT.games / 4 * 2;
  play_whole(&setup, "longer");
  play_whole(&SHORT, "whole");
  RunPlan plan = plan_of(&SHORT, "longer");
  plan.resume = true;
  atomic_store(&stop, true);
  assert_int_equal(play(&plan, &error), RUN_STOPPED);
  assert_int_equal(play_a_while(&plan, 20), RUN_STOPPED);
  must_play(&plan);
  assert_extended("whole", "longer", setup.games);
}

/* ---- files of plugins ----------------------------------------------------*/

static void a_changed_plugin_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *path, *text;
  } CASES[] = {{"plug/bot.lua", "return { choose = function() end }\n"},
               {"plug/part.lua", OTHER_PART}};
  write_plugin();
  play_whole(&SHORT, "whole");
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
    write_plugin();
    must_play(&plan);
    assert_same_dirs("whole", "pieces");
  }
}

static void change_part(void) {
  int out = open("plug/part.lua", O_WRONLY | O_TRUNC);
  if (write(out, OTHER_PART, strlen(OTHER_PART)) < 0)
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
    play_whole(&SHORT, "whole");
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
  play_whole(&setup, "whole");
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

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&COUNTING_BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_can_be_stopped_at_any_moment),
      cmocka_unit_test(a_run_that_is_stopped_at_once_has_no_games),
      cmocka_unit_test(a_run_that_was_killed_resumes),
      cmocka_unit_test(bytes_after_the_checkpoint_are_discarded),
      cmocka_unit_test(a_run_that_was_killed_before_its_first_game_restarts),
      cmocka_unit_test(a_run_can_be_extended),
      cmocka_unit_test(an_extension_that_is_interrupted_is_recorded_once),
      cmocka_unit_test(a_changed_plugin_is_refused),
      cmocka_unit_test(a_plugin_that_changes_during_the_run_changes_no_game),
      cmocka_unit_test(a_full_disk_ends_the_run_and_loses_nothing),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
