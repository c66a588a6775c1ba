/* Results from a stranger: what their manifest says about how they were made is
 * data. It chooses neither how the command runs, nor where it writes, nor
 * starts a program. */
#include "cli/commands/startable.h"

#include "analysis/experiments/experiment.h"
#include "cli/studio/tasks.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <sys/stat.h>
#include <unistd.h>

/* A command that leaves a trace if it is started. */
static const TaskCommands COMMANDS = {.program = "./program",
                                      .check = startable_check};

static void play(const char *out) {
  static const char *const RANDOM[] = {"random"};
  const RunPlan plan = {.game = "tictacdoh",
                        .bots = RANDOM,
                        .bot_count = 1,
                        .seed = 1,
                        .games = 3,
                        .jobs = 1,
                        .limits = "",
                        .out = out};
  Run run;
  Error why = {0};
  if (!experiment_open(&run, &plan, &why) ||
      experiment_play(&run, &(ExperimentCallbacks){NULL}, &why) != RUN_DONE)
    fail_msg("%s", why.message);
  run_close(&run);
}

/* Writes these arguments into the manifest, under a seal that is right. */
static void forge(json_t *arguments) {
  Error why = {0};
  json_t *manifest = manifest_load("whole", RESULT_RUN, &why);
  assert_non_null(manifest);
  json_object_set_new(manifest, "arguments", arguments);
  if (!manifest_store("run", RESULT_RUN, manifest, &why))
    fail_msg("%s", why.message);
  json_decref(manifest);
}

static json_t *repeated(const char *word, int count) {
  json_t *list = json_pack("[s, s]", "simulate", "tictacdoh");
  for (int i = 0; i < count; i++)
    json_array_append_new(list, json_string(word));
  return list;
}

static json_t *long_word(void) {
  char word[10000];
  memset(word, 'a', sizeof word);
  return json_pack("[s, s%]", "simulate", word, sizeof word);
}

/* Reports show no command that people had better not copy. */
static void shows_nothing_else(void) {
  const char *why;
  json_t *manifest = manifest_load("run", RESULT_RUN, NULL);
  char *line = manifest ? made_command(manifest, "run", &why) : NULL;
  assert_true(!manifest || !line == !!why);
  if (line && (strstr(line, "isolation") || strstr(line, "elsewhere") ||
               strstr(line, "progress") || strstr(line, "execute") ||
               strncmp(line, "boardlab simulate ", 18) != 0))
    fail_msg("shows %s", line);
  free(line);
  json_decref(manifest);
}

/* Whatever is wrong is refused, and starts nothing. */
static void refuses(Tasks *tasks, json_t *arguments, const char *reason) {
  Error why = {0};
  forge(arguments);
  if (tasks_resume(tasks, "run", &why))
    fail_msg("started, although %s", reason);
  assert_message(&why, reason);
  shows_nothing_else();
  json_t *list = tasks_json(tasks);
  assert_int_equal(json_array_size(json_object_get(list, "tasks")), 0);
  json_decref(list);
  assert_int_not_equal(access("started", F_OK), 0);
}

static void what_a_manifest_must_not_choose(void **state) {
  Tasks *tasks = *state;
  static const char *const FLAGS[] = {"--isolation=off",
                                      "--out=elsewhere",
                                      "--progress-fd=1",
                                      "--jobs=1024",
                                      "--shard=1/2",
                                      "--resume",
                                      "--quiet",
                                      "--verify=1",
                                      "--times",
                                      "--no-print",
                                      "-j9",
                                      "-oelsewhere"};
  for (size_t i = 0; i < COUNT(FLAGS); i++)
    refuses(tasks, json_pack("[s, s, s]", "simulate", "tictacdoh", FLAGS[i]),
            "its manifest must not set --");
  refuses(
      tasks,
      json_pack("[s, s, s, s]", "simulate", "tictacdoh", "--isolation", "off"),
      "its manifest must not set --isolation");
  refuses(tasks,
          json_pack("[s, s, s, s]", "simulate", "tictacdoh", "--out", "/tmp/x"),
          "its manifest must not set --out");
  refuses(tasks,
          json_pack("[s, s, s]", "simulate", "tictacdoh", "--execute=sh"),
          "there is no flag '--execute=sh'");
  /* It would swallow what follows. */
  refuses(tasks, json_pack("[s, s, s]", "simulate", "tictacdoh", "--seed"),
          "--seed needs a value");
}

static void what_is_no_command(void **state) {
  Tasks *tasks = *state;
  static const char *const COMMANDS_REFUSED[] = {
      "run", "serve",  "compare", "bench",
      "",    "--help", "/bin/sh", "simulate; sh"};
  for (size_t i = 0; i < COUNT(COMMANDS_REFUSED); i++)
    refuses(tasks, json_pack("[s, s]", COMMANDS_REFUSED[i], "tictacdoh"),
            "cannot be started here");
  refuses(tasks, json_pack("[s, s]", "simulate", "/etc/evil.lua"),
          "/etc/evil.lua");
  refuses(tasks,
          json_pack("[s, s, s, s]", "simulate", "tictacdoh", "--seat",
                    "../evil.lua"),
          "../evil.lua");
}

static void what_is_no_list_of_texts(void **state) {
  Tasks *tasks = *state;
  refuses(tasks, json_array(), "names no command");
  refuses(tasks, json_pack("[i]", 7), "names no command");
  refuses(tasks, json_pack("[[s]]", "simulate"), "names no command");
  refuses(tasks, json_pack("[s, i]", "simulate", 7), "is not a string");
  refuses(tasks, json_pack("[s, n]", "simulate"), "is not a string");
  refuses(tasks, json_pack("[s, {}]", "simulate"), "is not a string");
  refuses(tasks, json_pack("[s]", "simulate"), "missing argument");
  refuses(tasks, json_string("simulate tictacdoh"), "how the run was made");
  refuses(tasks, json_null(), "how the run was made");
  refuses(tasks, json_pack("[s, s%]", "simulate", "tic\0tac", (size_t)7),
          "the file is damaged");
  refuses(tasks, long_word(), "is longer than");
  refuses(tasks, repeated("--moves", 200), "are too many");
  refuses(tasks, repeated("--moves", 100000), "are too many");
  refuses(tasks, repeated("--moves", 2), "--moves is given twice");
}

/* What is right is started: this test could fail. */
static void what_was_made_here_goes_on(void **state) {
  Tasks *tasks = *state;
  Error why = {0};
  if (!tasks_resume(tasks, "whole", &why))
    fail_msg("%s", why.message);
  for (int i = 0; i < 1000 && access("started", F_OK) != 0; i++)
    usleep(10000);
  size_t length;
  char *line = read_file("started", &length);
  assert_string_equal(
      line, "simulate tictacdoh --games 3 --seed 1 --out whole --resume "
            "--progress-fd=3\n");
  free(line);
}

int main(void) {
  const char *home = enter_new_dir();
  Error why = {0};
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  write_text("program", "#!/bin/sh\necho \"$@\" >draft\nmv draft started\n");
  chmod("program", 0755);
  play("whole");
  copy_dir("whole", "run");
  Tasks *tasks = tasks_new(&COMMANDS, &why);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(what_a_manifest_must_not_choose, tasks),
      cmocka_unit_test_prestate(what_is_no_command, tasks),
      cmocka_unit_test_prestate(what_is_no_list_of_texts, tasks),
      cmocka_unit_test_prestate(what_was_made_here_goes_on, tasks),
  };
  int failed = RUN_TESTS(tests);
  tasks_free(tasks);
  clear(home);
  return failed;
}
