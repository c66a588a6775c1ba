/* Commands that a page starts. Here they are shell scripts: the program is a
 * shell, and "simulate" the script that it runs. */
#include "cli/studio/process.h"
#include "cli/studio/tasks.h"

#include "tests/support/files.h"
#include "tests/support/support.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static bool allow(const char *command, int count, char *const arguments[],
                  int stored, const char **out, Error *error) {
  (void)stored;
  if (strcmp(command, "simulate") != 0)
    return error_set(error, "'%s' cannot be started", command);
  *out = count ? arguments[0] : "none";
  return true;
}

static const TaskCommands SHELL = {.program = "/bin/sh", .check = allow};

static Tasks *begin(const char *script) {
  Error why = {0};
  write_text("simulate", script);
  Tasks *tasks = tasks_new(&SHELL, &why);
  if (!tasks)
    fail_msg("%s", why.message);
  return tasks;
}

static int start(Tasks *tasks, const char *out) {
  Error why = {0};
  json_t *arguments = json_pack("[s]", out);
  int id = tasks_start(tasks, "simulate", arguments, 0, &why);
  json_decref(arguments);
  if (!id)
    fail_msg("%s", why.message);
  return id;
}

/* The task with this number; the caller frees it. */
static json_t *task(Tasks *tasks, int id) {
  json_t *all = tasks_json(tasks), *each, *found = NULL;
  size_t i;
  json_array_foreach(json_object_get(all, "tasks"), i, each) {
    if (json_integer_value(json_object_get(each, "id")) == id)
      found = json_incref(each);
  }
  json_decref(all);
  return found;
}

static bool has(Tasks *tasks, int id, const char *key, const char *text) {
  json_t *json = task(tasks, id);
  const char *value = json_string_value(json_object_get(json, key));
  bool found = value && strstr(value, text);
  json_decref(json);
  return found;
}

static void await(Tasks *tasks, int id, const char *key, const char *text) {
  for (int i = 0; i < 3000 && !has(tasks, id, key, text); i++)
    usleep(10000);
  if (!has(tasks, id, key, text)) {
    json_t *json = task(tasks, id);
    fail_msg("%s never became %s: %s", key, text, json_dumps(json, 0));
  }
}

#define REPORT(games)                                                          \
  "{\"games\":" #games ",\"wanted\":100,\"rate\":5.5,\"left\":null,"           \
  "\"game\":\"g\",\"dir\":null,\"seats\":[{\"rate\":0.5,\"low\":0.4,\"high\":" \
  "0.6}]}"

static void follows_a_command_to_its_end(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Tasks *tasks =
      begin("echo \"results in $1; $2 $3\"\n"
            "echo 'a note' >&2\n"
            "echo '" REPORT(7) "' >&3\n"
                               "echo 'not JSON' >&3\n"
                               "echo '{\"verified\":1,\"wanted\":2}' >&3\n"
                               "echo '" REPORT(100) "' >&3\n");
  int id = start(tasks, "runs/it's");
  await(tasks, id, "state", "done");
  json_t *json = task(tasks, id);
  assert_int_equal(json_integer_value(json_object_get(json, "games")), 100);
  assert_int_equal(json_array_size(json_object_get(json, "seats")), 1);
  assert_int_equal(json_array_size(json_object_get(json, "history")), 2);
  assert_true(json_is_null(json_object_get(json, "rate")));
  assert_true(json_is_null(json_object_get(json, "error")));
  json_decref(json);
  assert_true(
      has(tasks, id, "output", "results in runs/it's; --progress-fd=3 \n"));
  assert_true(has(tasks, id, "messages", "a note\n"));
  assert_true(has(tasks, id, "dir", "runs/it's"));
  assert_true(has(tasks, id, "command", "boardlab simulate 'runs/it'\\''s'"));
  tasks_free(tasks);
  clear(dir);
}

#define RUN(dir, rate)                                                         \
  "{\"games\":5,\"wanted\":9,\"game\":\"g\",\"dir\":\"" dir "\","              \
  "\"seats\":[{\"rate\":" #rate ",\"low\":0.1,\"high\":0.9}]}"

static double rate_of(const json_t *runs, size_t i) {
  const json_t *seats = json_object_get(json_array_get(runs, i), "seats");
  return json_number_value(json_object_get(json_array_get(seats, 0), "rate"));
}

/* Runs that take turns have one entry each, with the latest rates, and a
 * history of their own. */
static void knows_each_of_several_runs(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Tasks *tasks = begin("echo '" RUN(
      "runs/a/x=1", 0.5) "' >&3\n"
                         "echo '" RUN("runs/a/x=2",
                                      0.25) "' >&3\n"
                                            "echo '" RUN("runs/a/x=1",
                                                         0.75) "' >&3\n");
  int id = start(tasks, "runs/a");
  await(tasks, id, "state", "done");
  json_t *json = task(tasks, id), *runs = json_object_get(json, "runs");
  assert_int_equal(json_array_size(runs), 2);
  assert_string_equal(
      json_string_value(json_object_get(json_array_get(runs, 0), "name")),
      "x=1");
  assert_true(rate_of(runs, 0) == 0.75);
  assert_true(rate_of(runs, 1) == 0.25);
  assert_int_equal(json_array_size(json_object_get(json, "history")), 1);
  json_decref(json);
  write_text("simulate", "echo '" RUN("runs/b", 0.5) "' >&3\n");
  id = start(tasks, "runs/b/");
  await(tasks, id, "state", "done");
  json = task(tasks, id);
  assert_int_equal(json_array_size(json_object_get(json, "runs")), 0);
  json_decref(json);
  tasks_free(tasks);
  clear(dir);
}

static void passes_no_descriptors_on(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  int kept = dup2(STDIN_FILENO, 57);
  assert_int_equal(kept, 57);
  Tasks *tasks = begin("for i in 4 5 6 7 8 9 57; do\n"
                       "[ ! -e /proc/$$/fd/$i ] || readlink /proc/$$/fd/$i\n"
                       "done; echo looked\n");
  int id = start(tasks, "run");
  await(tasks, id, "state", "done");
  json_t *json = task(tasks, id);
  const char *output = json_string_value(json_object_get(json, "output"));
  /* A shell may have its script open. */
  for (const char *line = output; *line; line += strcspn(line, "\n") + 1)
    assert_true(strncmp(line, "looked\n", 7) == 0 ||
                strstr(line, "/simulate\n"));
  json_decref(json);
  close(kept);
  tasks_free(tasks);
  clear(dir);
}

static void stops_and_resumes(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error why = {0};
  Tasks *tasks = begin("trap 'exit 130' INT\n"
                       "if [ \"$2\" = --resume ]; then echo again; exit 0; fi\n"
                       "echo ready; while :; do sleep 0.01; done\n");
  int id = start(tasks, "run");
  await(tasks, id, "output", "ready");
  assert_false(tasks_do(tasks, id, "resume", &why));
  assert_message(&why, "is running");
  assert_false(tasks_do(tasks, id, "forget", &why));
  assert_message(&why, "stop it first");
  json_t *arguments = json_pack("[s]", "run");
  assert_int_equal(tasks_start(tasks, "simulate", arguments, 0, &why), 0);
  assert_message(&why, "choose another folder");
  json_decref(arguments);
  assert_true(tasks_do(tasks, id, "stop", &why));
  await(tasks, id, "state", "stopped");
  assert_false(tasks_do(tasks, id, "stop", &why));
  assert_message(&why, "is not running");
  assert_true(tasks_do(tasks, id, "resume", &why));
  await(tasks, id, "state", "done");
  assert_true(has(tasks, id, "output", "again\n"));
  assert_false(tasks_do(tasks, id, "resume", &why));
  assert_message(&why, "nothing to resume");
  assert_true(tasks_do(tasks, id, "forget", &why));
  assert_false(tasks_do(tasks, id, "forget", &why));
  assert_message(&why, "there is no task 1");
  tasks_free(tasks);
  clear(dir);
}

/* A command that does not end by itself is ended. */
static void stops_the_stubborn(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error why = {0};
  Tasks *tasks = begin("trap '' INT TERM; echo ready\n"
                       "while :; do sleep 0.01; done\n");
  int id = start(tasks, "run");
  await(tasks, id, "output", "ready");
  for (int i = 0; i < 3; i++)
    assert_true(tasks_do(tasks, id, "stop", &why));
  await(tasks, id, "state", "stopped");
  tasks_free(tasks);
  clear(dir);
}

static void survives_what_goes_wrong(void **unused) {
  (void)unused;
  static const struct {
    const char *script, *error;
  } CASES[] = {
      {"echo 'boardlab: first' >&2; echo 'boardlab: no such game' >&2\n"
       "echo '2 games' >&2; exit 2",
       "no such game"},
      {"exit 7", "exit code 7"},
      {"kill -SEGV $$", "signal 11"},
      {"kill -KILL $$", "signal 9"},
      {"exec 1>&- 2>&- 3>&-; sleep 0.1; exit 3", "exit code 3"},
      {"head -c 300000 /dev/zero >&3; head -c 300000 /dev/zero\n"
       "head -c 300000 /dev/urandom >&2; printf '\\nboardlab: x\\n' >&2; exit "
       "1",
       "x"},
      {"printf '[[[[{\\n\\n{}\\n{\"games\":1}\\n{\"games\":{}}\\n' >&3; exit 4",
       "exit code 4"},
      {"sleep 3 & exit 5", "exit code 5"}, /* something holds its pipes */
  };
  const char *dir = enter_new_dir();
  Tasks *tasks = begin("");
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    write_text("simulate", CASES[i].script);
    int id = start(tasks, "run");
    await(tasks, id, "state", "failed");
    if (!has(tasks, id, "error", CASES[i].error))
      fail_msg("%s: %s", CASES[i].script, json_dumps(task(tasks, id), 0));
    json_t *json = task(tasks, id);
    assert_true(json_string_length(json_object_get(json, "output")) <=
                2 * PROCESS_OUTPUT);
    json_decref(json);
  }
  tasks_free(tasks);
  Error why = {0};
  tasks =
      tasks_new(&(TaskCommands){.program = "/nowhere", .check = allow}, &why);
  json_t *none = json_array();
  assert_int_equal(tasks_start(tasks, "simulate", none, 0, &why), 0);
  assert_message(&why, "could not be started");
  json_decref(none);
  tasks_free(tasks);
  clear(dir);
}

static void limits_how_many_run(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error why = {0};
  char out[32];
  Tasks *tasks = begin("while :; do sleep 0.01; done\n");
  for (int i = 0; i < TASKS_RUNNING; i++) {
    snprintf(out, sizeof out, "run%d", i);
    start(tasks, out);
    json_t *same = json_pack("[s]", i ? "run0/" : "run0/x");
    if (i < TASKS_RUNNING - 1) {
      assert_int_equal(tasks_start(tasks, "simulate", same, 0, &why), 0);
      assert_message(&why, "a running command writes to 'run0'");
    }
    json_decref(same);
  }
  json_t *arguments = json_pack("[s]", "more");
  assert_int_equal(tasks_start(tasks, "simulate", arguments, 0, &why), 0);
  assert_message(&why, "4 commands are running");
  json_decref(arguments);
  tasks_free(tasks); /* stops them all */
  tasks = begin("exit 0");
  int last = 0;
  for (int i = 0; i < TASKS_KEPT + 3; i++) {
    last = start(tasks, "run");
    await(tasks, last, "state", "done");
  }
  json_t *all = tasks_json(tasks);
  const json_t *list = json_object_get(all, "tasks");
  assert_int_equal(json_array_size(list), TASKS_KEPT);
  assert_int_equal(
      json_integer_value(json_object_get(json_array_get(list, 0), "id")), last);
  json_decref(all);
  tasks_free(tasks);
  clear(dir);
}

static void refuses_bad_requests(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Tasks *tasks = begin("");
  json_t *long_text = json_array(), *many = json_array();
  char text[TASK_ARGUMENT + 2];
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  json_array_append_new(long_text, json_string(text));
  for (int i = 0; i <= TASK_ARGUMENTS; i++)
    json_array_append_new(many, json_string("--moves"));
  const struct {
    json_t *arguments;
    const char *message;
  } CASES[] = {
      {NULL, "must be a list of strings"},
      {json_object(), "must be a list of strings"},
      {json_pack("[i]", 3), "argument 1 is not a string"},
      {json_pack("[s, n]", "a"), "argument 2 is not a string"},
      {json_pack("[s#]", "a\0b", 3), "contains a NUL"},
      {long_text, "longer than 2000 bytes"},
      {many, "101 arguments are too many"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Error why = {0};
    assert_int_equal(
        tasks_start(tasks, "simulate", CASES[i].arguments, 0, &why), 0);
    assert_message(&why, CASES[i].message);
    json_decref(CASES[i].arguments);
  }
  Error why = {0};
  json_t *none = json_array();
  assert_int_equal(tasks_start(tasks, "run", none, 0, &why), 0);
  assert_message(&why, "'run' cannot be started");
  json_decref(none);
  assert_false(tasks_do(tasks, 9, "stop", &why));
  assert_message(&why, "there is no task 9");
  tasks_free(tasks);
  clear(dir);
}

/* The history spans a whole run with a bounded number of points; pages get the
 * latest of everything. */
static void publishes_progress(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Tasks *tasks =
      begin("i=0; while [ $i -lt 500 ]; do i=$((i + 1))\n"
            "echo \"{\\\"games\\\":$i,\\\"game\\\":\\\"g\\\",\\\"dir\\\":null,"
            "\\\"seats\\\":"
            "[{\\\"low\\\":0,\\\"high\\\":1}]}\" >&3; done\n");
  Channel *channel = tasks_channel(tasks);
  assert_true(channel_join(channel));
  int id = start(tasks, "run");
  await(tasks, id, "state", "done");
  json_t *json = task(tasks, id);
  const json_t *history = json_object_get(json, "history");
  assert_true(json_array_size(history) > 20 && json_array_size(history) < 64);
  assert_int_equal(
      json_integer_value(json_array_get(json_array_get(history, 0), 0)), 1);
  json_decref(json);
  ChannelSeen seen = {{0}};
  ChannelNews news;
  bool done = false;
  for (int i = 0; i < 100 && !done; i++)
    if (channel_wait(channel, &seen, 100, &news) == CHANNEL_NEWS) {
      assert_string_equal(news.event, "tasks");
      done = strstr(news.text, "\"done\"");
      free(news.text);
    }
  assert_true(done);
  tasks_end(tasks);
  assert_int_equal(channel_wait(channel, &seen, 5000, &news), CHANNEL_ENDED);
  channel_leave(channel);
  tasks_free(tasks);
  clear(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(follows_a_command_to_its_end),
      cmocka_unit_test(knows_each_of_several_runs),
      cmocka_unit_test(passes_no_descriptors_on),
      cmocka_unit_test(stops_and_resumes),
      cmocka_unit_test(stops_the_stubborn),
      cmocka_unit_test(survives_what_goes_wrong),
      cmocka_unit_test(limits_how_many_run),
      cmocka_unit_test(refuses_bad_requests),
      cmocka_unit_test(publishes_progress),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
