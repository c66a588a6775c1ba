/* Results below the served folder: which are found, which folders a page may
 * name, and what is shown of them. */
#include "cli/studio/folders.h"

#include "analysis/experiments/experiment.h"
#include "analysis/experiments/ladder.h"
#include "analysis/experiments/sweep.h"
#include "cli/studio/results.h"
#include "cli/studio/tasks.h"
#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const RANDOM[] = {"random"};

static RunPlan plan_of(const char *game, uint64_t games, const char *out) {
  return (RunPlan){.game = game,
                   .bots = RANDOM,
                   .bot_count = 1,
                   .seed = 1,
                   .games = games,
                   .jobs = 1,
                   .limits = "",
                   .out = out};
}

static void play(const char *game, uint64_t games, const char *out) {
  const RunPlan plan = plan_of(game, games, out);
  Run run;
  Error why = {0};
  if (!experiment_open(&run, &plan, &why) ||
      experiment_play(&run, &(ExperimentCallbacks){NULL}, &why) != RUN_DONE)
    fail_msg("%s", why.message);
  run_close(&run);
}

static void play_sweep(const char *out) {
  static const char *const VARY[] = {"walls=0..2"};
  const RunPlan plan = plan_of("quoridor:size=3", 5, out);
  Sweep sweep;
  Error why = {0};
  if (!sweep_open(&sweep, &plan, VARY, 1, &why) ||
      sweep_play(&sweep, &(ExperimentCallbacks){NULL}, &why) != RUN_DONE)
    fail_msg("%s", why.message);
  sweep_close(&sweep);
}

static const json_t *find(const json_t *list, const char *dir) {
  const json_t *runs = json_object_get(list, "runs");
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *entry = json_array_get(runs, i);
    if (strcmp(json_string_value(json_object_get(entry, "dir")), dir) == 0)
      return entry;
  }
  return NULL;
}

static void has_text(const json_t *entry, const char *key, const char *text) {
  assert_non_null(entry);
  const char *value = json_string_value(json_object_get(entry, key));
  assert_non_null(value);
  if (!strstr(value, text))
    fail_msg("%s is '%s', without '%s'", key, value, text);
}

static void has_number(const json_t *entry, const char *key, int number) {
  assert_int_equal(json_integer_value(json_object_get(entry, key)), number);
}

static void lists_results(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("runs", 0777);
  mkdir(".hidden", 0777);
  play("orbital", 7, "runs/orbital");
  play("tictacdoh", 5, ".hidden/run");
  play_sweep("sweep");
  play("tictacdoh", 5, "damaged");
  flip_bit("damaged/run.json", 40);
  mkdir("deep", 0777);
  assert_return_code(symlink("../runs/orbital", "deep/link"), 0);
  mkdir("closed", 0);
  json_t *list = folders_list();
  const json_t *run = find(list, "runs/orbital");
  has_text(run, "kind", "run");
  has_text(run, "title", "Orbital");
  has_text(run, "game", "orbital");
  has_number(run, "games", 7);
  has_number(run, "wanted", 7);
  assert_true(json_is_true(json_object_get(run, "complete")));
  assert_true(json_is_null(json_object_get(run, "part")));
  const json_t *sweep = find(list, "sweep");
  has_text(sweep, "kind", "sweep");
  has_text(sweep, "title", "Quoridor");
  has_number(sweep, "games", 15);
  has_text(find(list, "sweep/walls=1"), "part", "sweep");
  has_text(find(list, "damaged"), "error", "run.json");
  assert_null(find(list, ".hidden/run"));
  assert_null(find(list, "deep/link"));
  assert_int_equal(json_array_size(json_object_get(list, "runs")), 6);
  assert_true(json_is_false(json_object_get(list, "more")));
  json_decref(list);
  rmdir("closed");
  clear(dir);
}

/* The command that goes on with a folder, its words separated by bars. */
static void resumes(const char *dir, const char *expected) {
  Error why = {0};
  int stored;
  json_t *words = tasks_resume_words(dir, &stored, &why), *word;
  char line[1000] = "";
  size_t i;
  if (!words)
    fail_msg("%s", why.message);
  json_array_foreach(words, i, word)
      snprintf(line + strlen(line), sizeof line - strlen(line), "%s%s",
               i ? "|" : "", json_string_value(word));
  assert_string_equal(line, expected);
  json_decref(words);
}

static void does_not_resume(const char *dir, const char *reason) {
  Error why = {0};
  int stored;
  assert_null(tasks_resume_words(dir, &stored, &why));
  assert_non_null(strstr(why.message, reason));
}

static void stop_after_run(void *context, const Run *run) {
  (void)run;
  atomic_store((atomic_bool *)context, true);
}

static void goes_on_with_a_sweep(void **unused) {
  (void)unused;
  static const char *const VARY[] = {"walls=0..2", "size=3,5"};
  const char *dir = enter_new_dir();
  const RunPlan plan = plan_of("quoridor", 5, "a/sweep");
  atomic_bool stop = false;
  Sweep sweep;
  Error why = {0};
  assert_int_equal(mkdir("a", 0777), 0);
  assert_true(sweep_open(&sweep, &plan, VARY, 2, &why));
  const ExperimentCallbacks callbacks = {
      .stop = &stop, .context = &stop, .run_finished = stop_after_run};
  assert_int_equal(sweep_play(&sweep, &callbacks, &why), RUN_STOPPED);
  sweep_close(&sweep);
  resumes("a/sweep", "sweep|quoridor|--vary|walls=0..2|--vary|size=3,5|--games|"
                     "5|--seed|1|--out|a/sweep|--resume");
  does_not_resume("a", "not the folder of a run");
  clear(dir);
}

/* The bots of a ladder are those of its levels. */
static void goes_on_with_a_ladder(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  const LadderPlan plan = {.run = plan_of("tictacdoh", 4, "ladder"),
                           .bot = "mcts",
                           .doubled = "iterations=1",
                           .levels = 2};
  Ladder ladder;
  Error why = {0};
  assert_true(ladder_open(&ladder, &plan, &why));
  assert_int_equal(ladder_play(&ladder, &(ExperimentCallbacks){NULL}, &why),
                   RUN_DONE);
  ladder_close(&ladder);
  json_t *list = folders_list();
  const json_t *bots = json_object_get(find(list, "ladder"), "bots");
  assert_int_equal(json_array_size(bots), 2);
  assert_string_equal(json_string_value(json_array_get(bots, 0)),
                      "mcts:iterations=1");
  json_decref(list);
  resumes("ladder", "ladder|tictacdoh|--bot|mcts|--double|iterations=1|"
                    "--levels|2|--games|4|--seed|1|--out|ladder|--resume");
  clear(dir);
}

/* A run that is not complete says which command goes on with it. */
static void says_how_to_go_on(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  const RunPlan plan = plan_of("quoridor:size=5,walls=2", 9, "it's stopped");
  const atomic_bool stop = true;
  Run run;
  Error why = {0};
  assert_true(experiment_open(&run, &plan, &why));
  assert_int_equal(
      experiment_play(&run, &(ExperimentCallbacks){.stop = &stop}, &why),
      RUN_STOPPED);
  run_close(&run);
  play("tictacdoh", 3, "complete");
  json_t *list = folders_list();
  const json_t *stopped = find(list, "it's stopped");
  resumes("it's stopped", "simulate|quoridor:size=5,walls=2|--games|9|--seed|1|"
                          "--out|it's stopped|--resume");
  has_number(stopped, "games", 0);
  has_number(stopped, "wanted", 9);
  assert_true(json_is_false(json_object_get(stopped, "complete")));
  assert_true(json_integer_value(json_object_get(stopped, "changed")) > 0);
  json_decref(list);
  clear(dir);
}

static void lists_the_served_folder_itself(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  play("tictacdoh", 3, "run");
  assert_return_code(chdir("run"), 0);
  json_t *list = folders_list();
  has_number(find(list, "."), "games", 3);
  json_decref(list);
  Error why = {0};
  assert_true(folders_may_read(".", &why));
  assert_return_code(chdir(".."), 0);
  clear(dir);
}

static void lists_a_bounded_number(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  char path[64];
  for (int i = 0; i < FOLDERS_LISTED + 1; i++) {
    snprintf(path, sizeof path, "r%d", i);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "r%d/run.json", i);
    write_text(path, "");
  }
  json_t *list = folders_list();
  assert_int_equal(json_array_size(json_object_get(list, "runs")),
                   FOLDERS_LISTED);
  assert_true(json_is_true(json_object_get(list, "more")));
  json_decref(list);
  clear(dir);
}

/* Paths that a page must not name, and what is said of them. */
static const struct {
  const char *dir, *message;
} ATTACKS[] = {
    {"", "is empty"},
    {"/etc", "not below the served folder"},
    {"//etc", "not below the served folder"},
    {"..", "without '..'"},
    {"../other", "without '..'"},
    {"run/../..", "without '..'"},
    {"run/./x", "hidden"},
    {".git", "hidden"},
    {"-o", "looks like a flag"},
    {"x/--out", "looks like a flag"},
    {"link", "symbolic links are not followed"},
    {"link/run", "symbolic links are not followed"},
    {"file", "is not a folder"},
    {"file/x", "is not a folder"},
    {"a\nb", "is not the name of a folder"},
    {"a\x1b[2J", "is not the name of a folder"},
    {"\xff\xfe", "is not the name of a folder"},
};

static void names_nothing_outside(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  play("tictacdoh", 3, "run");
  assert_return_code(symlink("/", "link"), 0);
  write_text("file", "");
  char longest[5000];
  memset(longest, 'a', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  for (size_t i = 0; i < sizeof ATTACKS / sizeof *ATTACKS; i++) {
    Error why = {0};
    assert_false(folders_may_read(ATTACKS[i].dir, &why));
    assert_message(&why, ATTACKS[i].message);
    error_clear(&why);
    assert_false(folders_may_write(ATTACKS[i].dir, &why));
    assert_message(&why, ATTACKS[i].message);
  }
  Error why = {0};
  assert_false(folders_may_read(longest, &why));
  assert_false(folders_may_write(longest, NULL));
  longest[300] = '\0'; /* longer than a name may be */
  assert_false(folders_may_write(longest, NULL));
  assert_false(folders_may_read("nowhere", &why));
  assert_message(&why, "there is no folder 'nowhere' here");
  assert_true(folders_may_write("nowhere/new", &why));
  assert_true(folders_may_read("run", &why));
  assert_true(folders_may_write("run", &why));
  clear(dir);
}

static void writes_beside_other_results(void **unused) {
  (void)unused;
  static const char *const INSIDE[] = {"run/x", "run//x/", "run/x/y",
                                       "sweep/new", "sweep/walls=1/x"};
  const char *dir = enter_new_dir();
  play("tictacdoh", 3, "run");
  play_sweep("sweep");
  Error why = {0};
  for (size_t i = 0; i < sizeof INSIDE / sizeof *INSIDE; i++) {
    assert_false(folders_may_write(INSIDE[i], &why));
    assert_message(&why, "is inside the folder of a");
  }
  mkdir("run/x", 0777);
  assert_false(folders_may_write("run/x", &why));
  rmdir("run/x");
  assert_true(folders_may_write("run", NULL));
  assert_true(folders_may_write("sweep/walls=1/", NULL));
  assert_true(folders_may_write("runs/x", NULL));
  assert_return_code(chdir("run"), 0);
  assert_true(folders_may_write(".", NULL));
  assert_false(folders_may_write("x", NULL));
  assert_return_code(chdir(".."), 0);
  clear(dir);
}

static void folders_are_compared_by_their_parts(void **unused) {
  (void)unused;
  assert_true(folders_overlap("a", "a/"));
  assert_true(folders_overlap("a/b", "a//b/"));
  assert_true(folders_overlap("a", "a/b"));
  assert_true(folders_overlap("a/b/c", "a"));
  assert_true(folders_overlap(".", "a"));
  assert_false(folders_overlap("a", "ab"));
  assert_false(folders_overlap("a/b", "a/c"));
  assert_false(folders_overlap("a/b", "b"));
}

/* What somebody else put into a folder may lead out of it, or never end. */
static void opens_no_folder_with_links_or_pipes(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error why = {0};
  play("tictacdoh", 3, "linked");
  unlink("linked/games.csv");
  assert_return_code(symlink("/etc/hostname", "linked/games.csv"), 0);
  assert_false(folders_may_read("linked", &why));
  assert_message(&why, "links are not followed");
  play_sweep("sweep");
  unlink("sweep/walls=1/games.csv");
  assert_return_code(mkfifo("sweep/walls=1/games.csv", 0666), 0);
  assert_false(folders_may_read("sweep", &why));
  assert_message(&why, "neither a file nor a folder");
  json_t *list = folders_list();
  has_text(find(list, "linked"), "error", "neither a file nor a folder");
  json_decref(list);
  clear(dir);
}

/* ---- results -------------------------------------------------------------*/

static void makes_reports_in_memory(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  static const char *const BOTH[] = {"a", "b"};
  Results *results = results_new();
  Text page;
  Error why = {0};
  play("tictacdoh", 20, "a");
  play("tictacdoh:small=4", 20, "b");
  Snapshot before = snapshot(".");
  if (!results_report(results, BOTH, 2, &page, &why))
    fail_msg("%s", why.message);
  assert_true(page.length > 100000);
  assert_memory_equal(page.bytes, "<!DOCTYPE html>", 15);
  free(page.bytes);
  assert_unchanged(".", &before);
  assert_false(results_report(results, BOTH, 0, &page, &why));
  assert_message(&why, "1 to 16 folders");
  static const char *const OUT[] = {"/etc"};
  assert_false(results_report(results, OUT, 1, &page, &why));
  assert_int_equal(why.code, ERROR_OTHER);
  mkdir("empty", 0777);
  static const char *const EMPTY[] = {"empty"};
  assert_false(results_report(results, EMPTY, 1, &page, &why));
  assert_message(&why, "'empty' is not the folder of a run");
  results_end(results);
  assert_false(results_report(results, BOTH, 2, &page, &why));
  assert_int_equal(why.code, ERROR_BUSY);
  results_free(results);
  clear(dir);
}

static void shows_any_game_by_its_number(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Results *results = results_new();
  Error why = {0};
  play("orbital", 300, "run"); /* the moves of 100 games are kept */
  static const int NUMBERS[] = {0, 99, 100, 299};
  for (int i = 0; i < 4; i++) {
    json_t *game =
        results_game(results, "run", (uint64_t)NUMBERS[i], RESULTS_ALL, &why);
    if (!game)
      fail_msg("%s", why.message);
    has_number(game, "game", NUMBERS[i]);
    size_t moves = json_array_size(json_object_get(game, "moves"));
    assert_true(moves > 5);
    assert_int_equal(json_array_size(json_object_get(game, "frames")),
                     moves + 1);
    assert_int_equal(json_array_size(json_object_get(game, "bots")), 2);
    has_number(json_object_get(game, "board"), "columns", 4);
    has_text(game, "spec", "orbital");
    json_decref(game);
  }
  assert_null(results_game(results, "run", 300, RESULTS_ALL, &why));
  assert_message(&why, "its games are 0 to 299");
  assert_null(results_game(results, "../run", 0, RESULTS_ALL, &why));
  assert_message(&why, "without '..'");
  play_sweep("sweep");
  assert_null(results_game(results, "sweep", 0, RESULTS_ALL, &why));
  assert_message(&why, "it is the folder of a sweep");
  results_free(results);
  clear(dir);
}

/* A game that was forfeited says why, with the traceback. */
static void says_why_a_game_was_forfeited(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  static const char *const BAD[] = {"bad.lua"};
  RunPlan plan = plan_of("tictacdoh", 2, "run");
  Results *results = results_new();
  Run run;
  Error why = {0};
  plan.bots = BAD;
  write_text("bad.lua", "return {choose = function() error('I give up') end}");
  assert_true(experiment_open(&run, &plan, &why));
  experiment_play(&run, &(ExperimentCallbacks){NULL}, &why);
  run_close(&run);
  json_t *game = results_game(results, "run", 1, RESULTS_ALL, &why);
  assert_non_null(game);
  const json_t *reason = json_object_get(game, "reason");
  has_text(reason, "message", "I give up");
  has_text(reason, "trace", "bad.lua");
  has_text(game, "ending", "seat 1 forfeits");
  json_decref(game);
  results_free(results);
  clear(dir);
}

/* A manifest from somebody else may name any file as the rules of its game. */
static void opens_no_file_outside(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Results *results = results_new();
  Error why = {0};
  static const char *const RUN[] = {"served/run"};
  Text page;
  mkdir("served", 0777);
  write_text("secret.lua", "return require('boardlab').variant {name = 's', "
                           "summary = 'S.', base = 'tictacdoh'}");
  play("secret.lua", 3, "served/run");
  json_t *game = results_game(results, "served/run", 0, RESULTS_ALL, &why);
  assert_non_null(game);
  json_decref(game);
  assert_true(results_report(results, RUN, 1, &page, &why));
  free(page.bytes);
  assert_return_code(chdir("served"), 0);
  write_text("../secret.lua", "return 1");
  edit_sealed("run/run.json", "secret.lua", "../secret.lua");
  assert_null(results_game(results, "run", 0, RESULTS_ALL, &why));
  assert_message(&why, "its games cannot be replayed here");
  static const char *const INNER[] = {"run"};
  assert_false(results_report(results, INNER, 1, &page, &why));
  assert_message(&why, "its games cannot be replayed here");
  assert_return_code(chdir(".."), 0);
  results_free(results);
  clear(dir);
}

/* Only FILE.lua#NAME is a definition: any other name among them is a file. */
static void takes_no_file_for_a_definition(void **unused) {
  (void)unused;
  static const char *const DEFINITIONS[] = {
      "\"definitions\": {\"../secret.lua\": \"\"},\n  \"files\": {},",
      "\"definitions\": {\"../secret.lua#1\": 1},\n  \"files\": {},",
  };
  const char *dir = enter_new_dir();
  Results *results = results_new();
  write_text("secret.lua", "error('the secret')");
  mkdir("served", 0777);
  assert_return_code(chdir("served"), 0);
  for (int i = 0; i < 2; i++) {
    Error why = {0};
    play("tictacdoh", 3, "run");
    edit("run/run.json", "\"files\": {},", DEFINITIONS[i]);
    edit_sealed("run/run.json", "\"tictacdoh:players=2",
                i ? "\"../secret.lua#1:players=2"
                  : "\"../secret.lua:players=2");
    assert_null(results_game(results, "run", 0, RESULTS_ALL, &why));
    assert_message(&why, "its games cannot be replayed here");
    clear("run");
  }
  assert_return_code(chdir(".."), 0);
  results_free(results);
  clear(dir);
}

/* The runs of a sweep are from whoever has made the sweep. */
static void opens_no_file_outside_for_a_sweep(void **unused) {
  (void)unused;
  static const char *const SWEEP[] = {"sweep"};
  const char *dir = enter_new_dir();
  Results *results = results_new();
  Text page;
  Error why = {0};
  play_sweep("sweep");
  assert_true(results_report(results, SWEEP, 1, &page, &why));
  free(page.bytes);
  edit_sealed("sweep/walls=1/run.json",
              "\"game\": \"quoridor:", "\"game\": \"../secret.lua:");
  assert_false(results_report(results, SWEEP, 1, &page, &why));
  assert_message(&why, "sweep/walls=1: ../secret.lua is outside");
  results_free(results);
  clear(dir);
}

/* Several requests at a time, none of which knows of the others. */
static void *make_one(void *context) {
  Results *results = context;
  static const char *const RUN[] = {"run"};
  for (int i = 0; i < 3; i++) {
    Text page;
    Error why = {0};
    if (results_report(results, RUN, 1, &page, &why))
      free(page.bytes);
    else if (why.code != ERROR_BUSY)
      return "a report failed";
    json_t *game = results_game(results, "run", (uint64_t)i, RESULTS_ALL, &why);
    if (!game && why.code != ERROR_BUSY)
      return "a game failed";
    json_decref(game);
    json_decref(folders_list());
  }
  return NULL;
}

static void answers_several_at_a_time(void **unused) {
  (void)unused;
  enum { THREADS = RESULTS_AT_A_TIME + 2 };
  const char *dir = enter_new_dir();
  Results *results = results_new();
  pthread_t thread[THREADS];
  play("tictacdoh", 30, "run");
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&thread[i], NULL, make_one, results), 0);
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(thread[i], &failed);
    assert_null(failed);
  }
  results_free(results);
  clear(dir);
}

int main(void) {
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_results),
      cmocka_unit_test(says_how_to_go_on),
      cmocka_unit_test(goes_on_with_a_sweep),
      cmocka_unit_test(goes_on_with_a_ladder),
      cmocka_unit_test(lists_the_served_folder_itself),
      cmocka_unit_test(lists_a_bounded_number),
      cmocka_unit_test(names_nothing_outside),
      cmocka_unit_test(writes_beside_other_results),
      cmocka_unit_test(folders_are_compared_by_their_parts),
      cmocka_unit_test(opens_no_folder_with_links_or_pipes),
      cmocka_unit_test(makes_reports_in_memory),
      cmocka_unit_test(shows_any_game_by_its_number),
      cmocka_unit_test(says_why_a_game_was_forfeited),
      cmocka_unit_test(opens_no_file_outside),
      cmocka_unit_test(takes_no_file_for_a_definition),
      cmocka_unit_test(opens_no_file_outside_for_a_sweep),
      cmocka_unit_test(answers_several_at_a_time),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
