#include "cli/studio/tasks.h"

#include "cli/studio/folders.h"
#include "cli/studio/monitor.h"
#include "cli/studio/task.h"
#include "core/base/need.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At the end tasks have this long to stop in good order. */
static const double PATIENCE = 10;
/* Between two looks, and between two publications. */
static const double LOOK_SECONDS = 0.05, PUBLISH_SECONDS = 0.2;

struct Tasks {
  TaskCommands commands;
  Channel *channel;
  Monitor monitor; /* its lock is for everything below */
  Task *list[TASKS_KEPT];
  int count, next_id;
  bool changed; /* since the last publication */
  double ended_at;
};

/* ---- the list ------------------------------------------------------------*/

static Task *tasks_find(Tasks *t, int id) {
  for (int i = 0; i < t->count; i++)
    if (t->list[i]->id == id)
      return t->list[i];
  return NULL;
}

static int running(const Tasks *t) {
  int count = 0;
  for (int i = 0; i < t->count; i++)
    count += t->list[i]->state == TASK_RUNNING;
  return count;
}

static void drop(Tasks *t, int i) {
  task_free(t->list[i]);
  t->count--;
  memmove(&t->list[i], &t->list[i + 1],
          (size_t)(t->count - i) * sizeof t->list[0]);
}

/* Makes room for one more: no more than a few of those kept can be running. */
static void make_room(Tasks *t) {
  for (int i = 0; t->count == TASKS_KEPT && i < t->count; i++)
    if (t->list[i]->state != TASK_RUNNING)
      drop(t, i);
}

static json_t *list_json(const Tasks *t) {
  json_t *list = json_array();
  for (int i = t->count - 1; i >= 0; i--)
    json_array_append_new(list, task_json(t->list[i]));
  return json_pack("{s:o}", "tasks", list);
}

json_t *tasks_json(Tasks *t) {
  monitor_lock(&t->monitor);
  json_t *json = list_json(t);
  monitor_unlock(&t->monitor);
  return json;
}

/* ---- the thread ----------------------------------------------------------*/

/* At the end: those that do not stop in good order are ended at once. */
static void insist(Tasks *t) {
  if (clock_seconds() - t->ended_at < PATIENCE)
    return;
  for (int i = 0; i < t->count; i++)
    if (t->list[i]->state == TASK_RUNNING) {
      t->list[i]->stops = 2;
      task_stop(t->list[i]);
    }
}

static void *work(void *context) {
  Tasks *t = context;
  double published = 0;
  monitor_lock(&t->monitor);
  while (!t->monitor.ended || running(t)) {
    if (t->changed && clock_seconds() - published >= PUBLISH_SECONDS) {
      channel_publish_json(t->channel, "tasks", list_json(t));
      t->changed = false;
      published = clock_seconds();
    }
    bool soon = t->changed || running(t);
    monitor_wait(&t->monitor, soon ? clock_seconds() + LOOK_SECONDS : INFINITY);
    for (int i = 0; i < t->count; i++)
      t->changed = task_read(t->list[i]) || t->changed;
    if (t->monitor.ended)
      insist(t);
  }
  monitor_unlock(&t->monitor);
  return NULL;
}

/* ---- opening and closing -------------------------------------------------*/

static void free_parts(Tasks *t) {
  monitor_close(&t->monitor);
  for (int i = 0; i < t->count; i++)
    task_free(t->list[i]);
  channel_free(t->channel);
  free(t);
}

Tasks *tasks_new(const TaskCommands *commands, Error *error) {
  static const char *const EVENTS[] = {"tasks", NULL};
  Tasks *t = need(sizeof *t);
  t->commands = *commands;
  t->next_id = 1;
  t->changed = true;
  t->channel = channel_new(EVENTS, NULL, NULL);
  monitor_open(&t->monitor);
  if (monitor_start(&t->monitor, work, t))
    return t;
  error_set(error, "the thread that watches tasks could not be started");
  free_parts(t);
  return NULL;
}

void tasks_end(Tasks *t) {
  channel_end(t->channel);
  monitor_lock(&t->monitor);
  if (!t->monitor.ended)
    for (int i = 0; i < t->count; i++)
      if (!t->list[i]->stops)
        task_stop(t->list[i]);
  t->monitor.ended = true;
  t->ended_at = clock_seconds();
  monitor_tell(&t->monitor);
}

void tasks_free(Tasks *t) {
  if (!t)
    return;
  tasks_end(t);
  free_parts(t);
}

Channel *tasks_channel(Tasks *t) {
  return t->channel;
}

/* ---- requests ------------------------------------------------------------*/

/* The arguments as texts, borrowed from the JSON. */
typedef struct Arguments {
  char *text[TASK_ARGUMENTS];
  int count;
} Arguments;

static bool read_arguments(const json_t *list, Arguments *to, Error *error) {
  if (!json_is_array(list))
    return error_set(error, "arguments must be a list of strings, as in "
                            "[\"quoridor\", \"--games\", \"1000\"]");
  size_t count = json_array_size(list);
  if (count > TASK_ARGUMENTS)
    return error_set(error, "%zu arguments are too many: at most %d", count,
                     TASK_ARGUMENTS);
  to->count = (int)count;
  for (size_t i = 0; i < count; i++) {
    const json_t *value = json_array_get(list, i);
    if (!json_is_string(value))
      return error_set(error, "argument %zu is not a string", i + 1);
    if (json_string_length(value) > TASK_ARGUMENT)
      return error_set(error, "argument %zu is longer than %d bytes", i + 1,
                       TASK_ARGUMENT);
    if (strlen(json_string_value(value)) != json_string_length(value))
      return error_set(error, "argument %zu contains a NUL", i + 1);
    to->text[i] = (char *)json_string_value(value);
  }
  return true;
}

/* Whether one more may run, and writes where no other one does. */
static bool may_run(const Tasks *t, const char *out, Error *error) {
  if (t->monitor.ended)
    return error_set(error, "the server is shutting down");
  if (running(t) >= TASKS_RUNNING)
    return error_set(error,
                     "%d commands are running, as many as are allowed: stop "
                     "one, or wait until one ends",
                     TASKS_RUNNING);
  for (int i = 0; i < t->count; i++)
    if (out && t->list[i]->state == TASK_RUNNING && t->list[i]->out &&
        folders_overlap(t->list[i]->out, out))
      return error_set(
          error, "a running command writes to '%.200s': choose another folder",
          t->list[i]->out);
  return true;
}

/* Adds the task to the list and starts it. */
static int tasks_add(Tasks *t, const char *command, const Arguments *arguments,
                     const char *out, Error *error) {
  if (!may_run(t, out, error))
    return 0;
  Task *task =
      task_new(t->next_id, command, arguments->text, arguments->count, out);
  if (!task_start(task, &t->commands, false, error)) {
    task_free(task);
    return 0;
  }
  make_room(t);
  t->list[t->count++] = task;
  t->changed = true;
  return t->next_id++;
}

int tasks_start(Tasks *t, const char *command, const json_t *list, int stored,
                Error *error) {
  Arguments arguments;
  const char *out = NULL;
  if (!read_arguments(list, &arguments, error) ||
      !t->commands.check(command, arguments.count, arguments.text, stored, &out,
                         error))
    return 0;
  monitor_lock(&t->monitor);
  int id = tasks_add(t, command, &arguments, out, error);
  monitor_tell(&t->monitor);
  return id;
}

/* ---- unfinished results --------------------------------------------------*/

json_t *tasks_resume_words(const char *dir, int *stored, Error *error) {
  ResultKind kind = result_kind(dir);
  if (kind == RESULT_NONE) {
    error_set(error,
              "'%.200s' is not the folder of a run, tournament, sweep, "
              "ladder, tuning or study",
              dir);
    return NULL;
  }
  json_t *manifest = manifest_load(dir, kind, error), *words = NULL;
  if (json_is_true(json_object_get(manifest, "scripted")))
    error_set(error, "there is no such command: %s", made_by_script);
  else if (manifest)
    words = made_words(manifest, dir, true);
  *stored = (int)json_array_size(json_object_get(manifest, "arguments"));
  json_decref(manifest);
  return words;
}

int tasks_resume(Tasks *t, const char *dir, Error *error) {
  int stored = 0, task = 0;
  json_t *words = folders_may_read(dir, error)
                      ? tasks_resume_words(dir, &stored, error)
                      : NULL;
  json_t *command = json_incref(json_array_get(words, 0));
  json_array_remove(words, 0);
  if (stored > 0 && json_is_string(command))
    task = tasks_start(t, json_string_value(command), words, stored - 1, error);
  else if (words)
    error_set(error, "its manifest names no command");
  if (!task)
    error_prefix(error, "it cannot be resumed: ");
  json_decref(command);
  json_decref(words);
  return task;
}

/* ---- what can be done with a task ----------------------------------------*/

/* What is done with a task under the lock. */
typedef bool TaskAction(Tasks *tasks, Task *task, Error *error);

static bool task_do_stop(Tasks *t, Task *task, Error *error) {
  (void)t;
  if (task->state != TASK_RUNNING)
    return error_set(error, "task %d is not running", task->id);
  task_stop(task);
  return true;
}

/* What was checked when it was started may be different by now. */
static bool resume(Tasks *t, Task *task, Error *error) {
  const char *out;
  if (task->state == TASK_RUNNING)
    return error_set(error, "task %d is running", task->id);
  if (task->state == TASK_DONE)
    return error_set(error, "task %d is done: there is nothing to resume",
                     task->id);
  return may_run(t, task->out, error) &&
         t->commands.check(task->arguments[0], task->count - 1,
                           task->arguments + 1, 0, &out, error) &&
         task_start(task, &t->commands, true, error);
}

static bool forget(Tasks *t, Task *task, Error *error) {
  int i = 0;
  if (task->state == TASK_RUNNING)
    return error_set(error, "task %d is running: stop it first", task->id);
  while (t->list[i] != task)
    i++;
  drop(t, i);
  return true;
}

static const struct {
  const char *name;
  TaskAction *run;
} ACTIONS[] = {{"stop", task_do_stop}, {"resume", resume}, {"forget", forget}};

static bool act(Tasks *t, int id, const char *name, Error *error) {
  Task *task = tasks_find(t, id);
  for (size_t i = 0; task && i < sizeof ACTIONS / sizeof *ACTIONS; i++)
    if (strcmp(ACTIONS[i].name, name) == 0)
      return ACTIONS[i].run(t, task, error);
  return error_set_code(error, ERROR_GONE, "there is no task %d", id);
}

bool tasks_do(Tasks *t, int id, const char *name, Error *error) {
  Error why = {0};
  monitor_lock(&t->monitor);
  bool good = act(t, id, name, &why);
  t->changed = t->changed || good;
  monitor_tell(&t->monitor);
  return good ||
         error_set_code(error,
                        why.code == ERROR_OTHER ? ERROR_IN_THE_WAY : why.code,
                        "%s", why.message);
}
