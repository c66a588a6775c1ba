/* Sweeps, ladders and tunings that are killed, resumed or damaged: whatever
 * happens, they end with the bytes of an undisturbed one, or report which file
 * is wrong; and one that is not complete never looks so.
 *
 * The program is linked so that the functions below count what it does to files
 * (see tests/CMakeLists.txt): a child process kills itself before any one of
 * these calls. */
#define _GNU_SOURCE
#include "tests/support/support.h"

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report.h"
#include "core/base/rng.h"
#include "core/run/result_dir.h"
#include "tests/support/files.h"
#include <ftw.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- killing -------------------------------------------------------------*/

/* Until the process kills itself; -1: never. Several threads write. */
static atomic_int calls_left = -1;

static void count_call(void) {
  if (calls_left > 0 && atomic_fetch_sub(&calls_left, 1) == 1)
    kill(getpid(), SIGKILL);
}

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to) {
  count_call();
  return __real_rename(from, to);
}

ssize_t __real_write(int file, const void *bytes, size_t length);
ssize_t __wrap_write(int file, const void *bytes, size_t length);
ssize_t __wrap_write(int file, const void *bytes, size_t length) {
  count_call();
  return __real_write(file, bytes, length);
}

ssize_t __real_pwrite(int file, const void *bytes, size_t length, off_t at);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t length, off_t at);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t length, off_t at) {
  count_call();
  return __real_pwrite(file, bytes, length, at);
}

int __real_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode);
int __wrap_mkdir(const char *path, mode_t mode) {
  count_call();
  return __real_mkdir(path, mode);
}

int __real_unlink(const char *path);
int __wrap_unlink(const char *path);
int __wrap_unlink(const char *path) {
  count_call();
  return __real_unlink(path);
}

/* A killed process needs none, and waiting for the disk takes long. */
int __wrap_fsync(int file);
int __wrap_fsync(int file) {
  (void)file;
  return 0;
}

/* ---- experiments ---------------------------------------------------------*/

static const ExperimentCallbacks NO_CALLBACKS = {NULL};
static const char *const RANDOM[] = {"random"};

static RunPlan plan_for(const char *game, const char *out, bool resume) {
  return (RunPlan){.game = game,
                   .bots = RANDOM,
                   .bot_count = 1,
                   .seed = 3,
                   .games = 20,
                   .jobs = 1,
                   .moves = true,
                   .out = out,
                   .resume = resume};
}

static RunEnd play_run(const char *out, bool resume, Error *error) {
  RunPlan plan = plan_for("tictacdoh", out, resume);
  Run run;
  if (!experiment_open(&run, &plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, &NO_CALLBACKS, error);
  run_close(&run);
  return end;
}

static RunEnd play_sweep_plan(const RunPlan *plan, Error *error) {
  static const char *const VARY[] = {"walls=0..2"};
  Sweep sweep;
  if (!sweep_open(&sweep, plan, VARY, 1, error))
    return RUN_FAILED;
  RunEnd end = sweep_play(&sweep, &NO_CALLBACKS, error);
  sweep_close(&sweep);
  return end;
}

static RunEnd play_sweep(const char *out, bool resume, Error *error) {
  RunPlan plan = plan_for("quoridor:size=3", out, resume);
  return play_sweep_plan(&plan, error);
}

static void play_shard(const char *out, int shard) {
  RunPlan plan = plan_for("quoridor:size=3", out, false);
  Error error = {0};
  plan.shard = shard;
  plan.shards = 2;
  if (play_sweep_plan(&plan, &error) != RUN_DONE)
    fail_msg("%s", error.message);
}

static RunEnd play_ladder(const char *out, bool resume, Error *error) {
  static Ladder ladder;
  LadderPlan plan = {.run = plan_for("tictacdoh", out, resume),
                     .bot = "mcts",
                     .doubled = "iterations=1",
                     .levels = 2};
  if (!ladder_open(&ladder, &plan, error))
    return RUN_FAILED;
  RunEnd end = ladder_play(&ladder, &NO_CALLBACKS, error);
  ladder_close(&ladder);
  return end;
}

static Tune *open_tune(const char *out, bool resume, int jobs, Error *error) {
  static const char *const VARY[] = {"walls=0..2"};
  static const char *const GOALS[] = {"plies=8..16", "seat1=50%"};
  TunePlan plan = {.run = plan_for("quoridor:size=3", out, resume),
                   .levels = 2,
                   .level = {"random", "greedy"},
                   .first = 100,
                   .each = 200};
  plan.run.moves = false;
  plan.run.games = 100000;
  plan.run.jobs = jobs;
  return tune_open(&plan, VARY, 1, GOALS, 2, error);
}

static RunEnd play_tune(const char *out, bool resume, Error *error) {
  Tune *tune = open_tune(out, resume, 1, error);
  if (!tune)
    return RUN_FAILED;
  RunEnd end = tune_play(tune, &NO_CALLBACKS, error);
  tune_close(tune);
  return end;
}

static bool sweep_is_complete(const char *dir) {
  SweepResults results;
  if (!sweep_read(dir, &results, NULL))
    return false;
  bool complete = results.complete;
  sweep_results_free(&results);
  return complete;
}

static bool ladder_is_complete(const char *dir) {
  static Ladder ladder;
  return ladder_read(&ladder, dir, NULL) && ladder.complete;
}

static bool tune_is_complete(const char *dir) {
  TuneTable table;
  if (!tune_read(&table, dir, NULL))
    return false;
  bool complete = table.complete;
  tune_table_free(&table);
  return complete;
}

typedef struct Kind {
  const char *name; /* of its folder */
  RunEnd (*play)(const char *out, bool resume, Error *error);
  bool (*is_complete)(const char *dir); /* NULL: a run */
} Kind;

static const Kind KINDS[] = {
    {"run", play_run, NULL},
    {"sweep", play_sweep, sweep_is_complete},
    {"ladder", play_ladder, ladder_is_complete},
    {"tune", play_tune, tune_is_complete},
};

static void must_play(const Kind *kind, const char *out, bool resume) {
  Error error = {0};
  if (kind->play(out, resume, &error) != RUN_DONE)
    fail_msg("%s: %s", out, error.message);
}

static void assert_complete(const Kind *kind, const char *dir, bool complete) {
  if (kind->is_complete && kind->is_complete(dir) != complete)
    fail_msg("%s looks %s", dir, complete ? "unfinished" : "complete");
}

/* Plays in a child process that kills itself before its call number `calls`.
 * Returns whether it was killed. */
static bool play_killed(const Kind *kind, const char *out, bool resume,
                        int calls) {
  int status;
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    Error error = {0};
    calls_left = calls;
    bool good = kind->play(out, resume, &error) == RUN_DONE;
    calls_left = -1;
    if (!good)
      fprintf(stderr, "%s: %s\n", out, error.message);
    _exit(good ? 0 : 1);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return true;
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
  return false;
}

/* At every call, later at every second one; and of every third run a second
 * time while it is being resumed. */
static void killed_at_any_point_they_end_with_the_same_bytes(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (size_t i = 0; i < COUNT(KINDS); i++) {
    const Kind *kind = &KINDS[i];
    int calls = 1;
    must_play(kind, "whole", false);
    assert_complete(kind, "whole", true);
    while (play_killed(kind, "killed", false, calls)) {
      assert_complete(kind, "killed", false);
      if (calls % 3 == 0)
        play_killed(kind, "killed", true, 1 + (int)rng_below(&rng, 30));
      must_play(kind, "killed", true);
      assert_same_dirs("whole", "killed");
      clear("killed");
      calls += calls < 50 ? 1 : 2;
    }
    printf("%s: was killed at up to %d calls\n", kind->name, calls - 1);
    assert_true(calls > 10);
    clear("killed");
    clear("whole");
  }
}

static RunEnd extend_run(const char *out, bool resume, Error *error) {
  RunPlan plan = plan_for("tictacdoh", out, resume);
  Run run;
  plan.games = 50;
  if (!experiment_open(&run, &plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, &NO_CALLBACKS, error);
  run_close(&run);
  return end;
}

/* Its files are valid at any time: other commands read them, and compare
 * --until reads them before it goes on. */
static void
a_complete_run_that_is_killed_when_it_is_extended_can_be_read(void **state) {
  (void)state;
  static const Kind EXTENSION = {"extension", extend_run, NULL};
  int calls = 1;
  bool killed = true;
  must_play(&KINDS[0], "short", false);
  copy_dir("short", "whole");
  must_play(&EXTENSION, "whole", true);
  for (; killed; calls++) {
    Run run;
    Error error = {0};
    copy_dir("short", "killed");
    killed = play_killed(&EXTENSION, "killed", true, calls);
    if (!run_read(&run, "killed", NULL, NULL, &error))
      fail_msg("killed at call %d: %s", calls, error.message);
    assert_in_range(run.tally.games, 20, 50);
    run_close(&run);
    must_play(&EXTENSION, "killed", true);
    assert_same_dirs("whole", "killed");
    clear("killed");
  }
  assert_true(calls > 10);
  clear("whole");
  clear("short");
}

/* Merges two shards of the sweep; `resume` makes no difference. */
static RunEnd merge_sweep(const char *out, bool resume, Error *error) {
  static const char *const SHARDS[] = {"shard1", "shard2"};
  SweepResults results;
  (void)resume;
  if (!sweep_merge(SHARDS, 2, out, &results, error))
    return RUN_FAILED;
  sweep_results_free(&results);
  return RUN_DONE;
}

/* Killed between its last two calls, it leaves a complete draft, which it does
 * not remove. */
static void a_merge_killed_at_any_point_can_be_repeated(void **state) {
  (void)state;
  static const Kind MERGE = {"merge", merge_sweep, sweep_is_complete};
  int calls = 1, drafts = 0;
  must_play(&KINDS[1], "whole", false);
  play_shard("shard1", 1);
  play_shard("shard2", 2);
  while (play_killed(&MERGE, "merged", false, calls)) {
    Error error = {0};
    assert_complete(&MERGE, "merged", false);
    if (merge_sweep("merged", true, &error) == RUN_DONE) {
      assert_same_dirs("whole", "merged");
    } else {
      assert_message(&error, "merged.writing is in the way");
      assert_same_dirs("whole", "merged.writing");
      drafts++;
    }
    clear("merged.writing");
    clear("merged");
    calls++;
  }
  printf("merge: was killed at %d points\n", calls - 1);
  assert_true(calls > 10);
  assert_int_equal(drafts, 1);
  assert_same_dirs("whole", "merged");
  clear("merged");
  clear("whole");
  clear("shard1");
  clear("shard2");
}

/* ---- damage --------------------------------------------------------------*/

/* All files in a folder, with their contents. */
typedef struct File {
  char path[256];
  char *bytes;
  size_t length;
} File;
enum { FILES_MAX = 64 };
static File files[FILES_MAX];
static int file_count;

static int keep_file(const char *path, const struct stat *about, int flag,
                     struct FTW *walk) {
  (void)about, (void)walk;
  if (flag != FTW_F)
    return 0;
  assert_true(file_count < FILES_MAX);
  File *file = &files[file_count++];
  snprintf(file->path, sizeof file->path, "%s", path);
  file->bytes = read_file(path, &file->length);
  return 0;
}

static void keep_files(const char *dir) {
  file_count = 0;
  assert_int_equal(nftw(dir, keep_file, 16, FTW_PHYS), 0);
}

/* Only what has changed: writing a file anew makes some file systems wait for
 * the disk. */
static void restore_files(void) {
  for (int i = 0; i < file_count; i++) {
    size_t length;
    char *bytes = read_file(files[i].path, &length);
    if (length != files[i].length || memcmp(bytes, files[i].bytes, length) != 0)
      write_file(files[i].path, files[i].bytes, files[i].length);
    free(bytes);
  }
}

static void free_files(void) {
  for (int i = 0; i < file_count; i++)
    free(files[i].bytes);
}

static void write_byte(const File *file, size_t at, int byte) {
  FILE *out = fopen(file->path, "r+b");
  assert_non_null(out);
  assert_int_equal(fseek(out, (long)at, SEEK_SET), 0);
  assert_int_equal(fputc(byte, out), byte);
  assert_int_equal(fclose(out), 0);
}

/* Writes another byte at one position of a file. */
static void damage(const File *file, size_t at, Rng *rng) {
  unsigned char old = (unsigned char)file->bytes[at];
  write_byte(file, at, (old + 1 + (int)rng_below(rng, 255)) & 255);
}

static void mend(const File *file, size_t at) {
  write_byte(file, at, (unsigned char)file->bytes[at]);
}

/* Files that the report of an experiment does not read: what follows from the
 * games, and the moves, which only the report of their run shows. */
static bool is_not_read(const File *file) {
  const char *name = strrchr(file->path, '/') + 1;
  return strcmp(name, "summary.csv") == 0 || strcmp(name, "ratings.csv") == 0 ||
         strcmp(name, "pairs.csv") == 0 ||
         strcmp(name, "crosstable.csv") == 0 ||
         strcmp(name, "sweep_trends.csv") == 0 ||
         (strcmp(name, "moves.csv") == 0 && strncmp(file->path, "run/", 4));
}

static bool write_page(const char *dir, const char *path, Error *error) {
  const char *const dirs[] = {dir};
  const RunMetricsPlan plan = {.sample = 20, .replays = 2, .jobs = 1};
  return report_write(dirs, 1, &plan, path, error);
}

/* Every fifth byte of a table and its manifest, another one for a report than
 * on resuming. Of the files of runs, of which test_run_refused and
 * test_run_read try every byte, some. */
static size_t step_of(const File *file, size_t tries) {
  bool of_run = strncmp(file->path, "run/", 4) == 0 ||
                strchr(strchr(file->path, '/') + 1, '/');
  return of_run || is_not_read(file) ? file->length / tries + 1 : 5;
}

static void any_wrong_byte_fails_a_report(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 2, 0);
  for (size_t i = 0; i < COUNT(KINDS); i++) {
    Error error = {0};
    const char *dir = KINDS[i].name;
    must_play(&KINDS[i], dir, false);
    keep_files(dir);
    assert_true(write_page(dir, "whole.html", &error));
    for (int j = 0; j < file_count; j++) {
      const File *file = &files[j];
      size_t step = step_of(file, is_not_read(file) ? 4 : 25);
      for (size_t at = 0; at < file->length; at += step) {
        damage(file, at, &rng);
        if (!write_page(dir, "page.html", &error)) {
          assert_message(&error, file->path);
        } else {
          if (!is_not_read(file))
            fail_msg("byte %zu of %s was not noticed", at, file->path);
          assert_same_files("whole.html", "page.html");
        }
        mend(file, at);
      }
    }
    free_files();
    clear(dir);
  }
}

static void any_wrong_byte_is_found_on_resuming(void **state) {
  (void)state;
  Rng rng;
  rng_seed(&rng, 3, 0);
  for (size_t i = 0; i < COUNT(KINDS); i++) {
    const char *dir = KINDS[i].name;
    must_play(&KINDS[i], dir, false);
    must_play(&KINDS[i], "whole", false);
    keep_files(dir);
    for (int j = 0; j < file_count; j++) {
      size_t step = step_of(&files[j], 10);
      for (size_t at = step - 1; at < files[j].length; at += step) {
        Error error = {0};
        damage(&files[j], at, &rng);
        if (KINDS[i].play(dir, true, &error) == RUN_DONE)
          assert_same_dirs("whole", dir);
        else
          assert_message(&error, files[j].path);
        mend(&files[j], at);
        restore_files();
      }
    }
    free_files();
    clear(dir);
    clear("whole");
  }
}

/* ---- missing files -------------------------------------------------------*/

static void missing_files_are_written_again(void **state) {
  (void)state;
  for (size_t i = 1; i < COUNT(KINDS); i++) {
    const Kind *kind = &KINDS[i];
    char table[64], manifest[64];
    Error error;
    must_play(kind, "whole", false);
    must_play(kind, "part", false);
    ResultKind result = result_kind("part");
    snprintf(table, sizeof table, "part/%s", result_table(result));
    snprintf(manifest, sizeof manifest, "part/%s", result_manifest(result));
    unlink(table);
    assert_false(write_page("part", "page.html", &error));
    assert_message(&error, table);
    assert_message(&error, "--resume writes it again");
    must_play(kind, "part", true);
    assert_same_dirs("whole", "part");
    unlink(manifest);
    assert_false(write_page("part", "page.html", &error));
    assert_message(&error, manifest);
    assert_complete(kind, "part", false);
    if (result == RESULT_TUNE) { /* it keeps no runs to start from */
      assert_int_equal(kind->play("part", true, &error), RUN_FAILED);
      assert_message(&error, "part/tune.json is missing");
    } else {
      must_play(kind, "part", true);
      assert_same_dirs("whole", "part");
      unlink(manifest);
      unlink(table);
      assert_complete(kind, "part", false);
      must_play(kind, "part", true);
      assert_same_dirs("whole", "part");
      unlink(manifest);
      unlink(table);
      write_text("part/diary.txt", "mine");
      assert_int_equal(kind->play("part", true, &error), RUN_FAILED);
      assert_message(&error, "the folder part is not empty");
    }
    clear("part");
    clear("whole");
  }
}

/* ---- tunings -------------------------------------------------------------*/

/* Stops a tuning after some calls of `progress` and of `run_finished`. */
typedef struct Stopper {
  int left;
  uint64_t resumed;
  atomic_bool stop;
} Stopper;

static void count_down(void *context, const Run *run) {
  Stopper *stopper = context;
  (void)run;
  if (--stopper->left == 0)
    atomic_store(&stopper->stop, true);
}

static void note_resumed(void *context, uint64_t games) {
  ((Stopper *)context)->resumed = games;
}

/* In steps of a few turns each, on different numbers of threads. */
static void a_tuning_that_is_stopped_again_and_again_ends_alike(void **state) {
  (void)state;
  Error error = {0};
  must_play(&KINDS[3], "whole", false);
  uint64_t games = 0;
  int steps = 0;
  for (RunEnd end = RUN_STOPPED; end == RUN_STOPPED; steps++) {
    Stopper stopper = {.left = 4};
    const ExperimentCallbacks callbacks = {.progress = count_down,
                                           .run_finished = count_down,
                                           .resumed = note_resumed,
                                           .context = &stopper,
                                           .stop = &stopper.stop};
    Tune *tune = open_tune("steps", true, 1 + steps % 3, &error);
    assert_non_null(tune);
    end = tune_play(tune, &callbacks, &error);
    if (end == RUN_FAILED)
      fail_msg("%s", error.message);
    assert_int_equal(stopper.resumed, games);
    assert_true(tune_games(tune) >= games);
    games = tune_games(tune);
    assert_complete(&KINDS[3], "steps", end == RUN_DONE);
    tune_close(tune);
  }
  assert_true(steps > 3);
  assert_same_dirs("whole", "steps");
  Snapshot before = snapshot("steps");
  must_play(&KINDS[3], "steps", true); /* there is nothing left to play */
  assert_unchanged("steps", &before);
  clear("steps");
  clear("whole");
}

static void a_different_tuning_is_refused_and_changes_nothing(void **state) {
  (void)state;
  static const char *const VARY[] = {"walls=0..2", "walls=0..1"};
  static const char *const GOALS[] = {"plies=8..16", "seat1=50%", "plies=15"};
  static const struct {
    uint64_t seed, first;
    const char *game, *message;
    int vary, goal;
    bool one_level;
  } CASES[] = {
      {4, 100, "quoridor:size=3",
       "it was made with --seed 3, not with --seed 4", 0, 0, false},
      {3, 200, "quoridor:size=3",
       "it was made with --first 100, not with --first 200", 0, 0, false},
      {3, 100, "quoridor:size=5",
       "it was made with quoridor:size=3, not with quoridor:size=5", 0, 0,
       false},
      {3, 100, "quoridor:size=3",
       "it was made with --vary walls=0..2, not with --vary walls=0,1", 1, 0,
       false},
      {3, 100, "quoridor:size=3", "it was made with --goal", 0, 1, false},
      {3, 100, "quoridor:size=3",
       "it was made with --bot random, not without it", 0, 0, true},
  };
  must_play(&KINDS[3], "tune", false);
  Snapshot before = snapshot("tune"), now;
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    TunePlan plan = {.run = plan_for(CASES[i].game, "tune", true),
                     .levels = CASES[i].one_level ? 1 : 2,
                     .level = {"random", "greedy"},
                     .first = CASES[i].first,
                     .each = 200};
    plan.run.moves = false;
    plan.run.games = 100000;
    plan.run.seed = CASES[i].seed;
    Tune *tune = tune_open(&plan, &VARY[CASES[i].vary], 1,
                           &GOALS[CASES[i].goal], 2, &error);
    assert_non_null(tune);
    assert_int_equal(tune_play(tune, &NO_CALLBACKS, &error), RUN_FAILED);
    assert_message(&error, "tune holds a different tuning: ");
    assert_message(&error, CASES[i].message);
    tune_close(tune);
    now = snapshot("tune");
    assert_true(same_snapshots(&before, &now));
    free(now.bytes);
  }
  free(before.bytes);
  clear("tune");
}

/* Behind the checksum, too. */
static void an_invalid_manifest_of_a_tuning_is_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"\"round\": ", "\"round\": -"},
      {"\"target\": ", "\"target\": -"},
      {"\"candidates\": [", "\"candidates\": [1, "},
      {"\"run\": \"walls=0\"", "\"run\": \"walls=9\""},
      {"\"dropped\": ", "\"dropped\": 999"},
      {"\"tallies\": [", "\"tallies\": [\"x\", "},
      {"\"tallies\": [", "\"tallies\": [7, "},
      {"\"tallies\": [", "\"tallies\": [\"1 2 3\", \"\"], \"was\": ["},
      {"\"tallies\": [",
       "\"tallies\": [\"99999999999999999999\", \"\"], \"was\": ["},
      {"\"files\": {", "\"other\": {"},
      {"\"boardlab\": ", "\"boardlab\": [], \"was\": "},
      {"\"commit\": ", "\"commit\": 9, \"was\": "},
  };
  must_play(&KINDS[3], "tune", false);
  keep_files("tune");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    edit_sealed("tune/tune.json", CASES[i][0], CASES[i][1]);
    if (play_tune("tune", true, &error) != RUN_FAILED)
      fail_msg("'%s' was accepted", CASES[i][1]);
    assert_message(&error, "tune/tune.json is not the manifest of a tuning");
    restore_files();
  }
  free_files();
  clear("tune");
}

int main(void) {
  const char *home = enter_new_dir();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(killed_at_any_point_they_end_with_the_same_bytes),
      cmocka_unit_test(
          a_complete_run_that_is_killed_when_it_is_extended_can_be_read),
      cmocka_unit_test(a_merge_killed_at_any_point_can_be_repeated),
      cmocka_unit_test(any_wrong_byte_fails_a_report),
      cmocka_unit_test(any_wrong_byte_is_found_on_resuming),
      cmocka_unit_test(missing_files_are_written_again),
      cmocka_unit_test(a_tuning_that_is_stopped_again_and_again_ends_alike),
      cmocka_unit_test(a_different_tuning_is_refused_and_changes_nothing),
      cmocka_unit_test(an_invalid_manifest_of_a_tuning_is_refused),
  };
  int code = RUN_TESTS(tests);
  clear(home);
  return code;
}
