#define _GNU_SOURCE /* pipe2 */
#include "cli/studio/tasks.h"

#include "cli/studio/folders.h"
#include "cli/studio/task.h"
#include "core/base/clock.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* At the end tasks have this long to stop in good order. */
static const double PATIENCE = 10;
/* Between two looks, and between two publications. */
enum { LOOK_MILLISECONDS = 50 };
static const double PUBLISH_SECONDS = 0.2;

struct Tasks {
  TaskCommands commands;
  Channel *channel;
  int wake[2]; /* a pipe: whoever writes to it wakes the thread */
  pthread_t thread;
  pthread_mutex_t lock; /* for everything below */
  Task *list[TASKS_KEPT];
  int count, next_id;
  bool changed; /* since the last publication */
  bool ended;
  double ended_at;
};

/* ---- the list ------------------------------------------------------------*/

static Task *find(Tasks *t, int id) {
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
  pthread_mutex_lock(&t->lock);
  json_t *json = list_json(t);
  pthread_mutex_unlock(&t->lock);
  return json;
}

/* ---- the thread ----------------------------------------------------------*/

static void wake(Tasks *t) {
  if (write(t->wake[1], "", 1) < 0)
    return; /* the pipe is full: it wakes anyway */
}

static void wait_for_news(Tasks *t, bool any_running) {
  struct pollfd ready = {.fd = t->wake[0], .events = POLLIN};
  char bytes[64];
  if (poll(&ready, 1, any_running ? LOOK_MILLISECONDS : -1) > 0)
    while (read(t->wake[0], bytes, sizeof bytes) > 0)
      ;
}

static void publish(Tasks *t) {
  json_t *json = list_json(t);
  channel_publish(t->channel, "tasks",
                  json ? json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6))
                       : NULL);
  json_decref(json);
  t->changed = false;
}

static void look_at_tasks(Tasks *t) {
  for (int i = 0; i < t->count; i++)
    t->changed = task_read(t->list[i]) || t->changed;
}

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
  pthread_mutex_lock(&t->lock);
  while (!t->ended || running(t)) {
    if (t->changed && clock_seconds() - published >= PUBLISH_SECONDS) {
      publish(t);
      published = clock_seconds();
    }
    bool soon = t->changed || running(t);
    pthread_mutex_unlock(&t->lock);
    wait_for_news(t, soon);
    pthread_mutex_lock(&t->lock);
    look_at_tasks(t);
    if (t->ended)
      insist(t);
  }
  pthread_mutex_unlock(&t->lock);
  return NULL;
}

/* ---- opening and closing -------------------------------------------------*/

static void free_parts(Tasks *t) {
  for (int i = 0; i < t->count; i++)
    task_free(t->list[i]);
  for (int i = 0; i < 2; i++)
    if (t->wake[i] >= 0)
      close(t->wake[i]);
  channel_free(t->channel);
  free(t);
}

Tasks *tasks_new(const TaskCommands *commands, Error *error) {
  static const char *const EVENTS[] = {"tasks", NULL};
  Tasks *t = calloc(1, sizeof *t);
  if (!t) {
    error_set(error, "out of memory (tasks)");
    return NULL;
  }
  t->commands = *commands;
  t->next_id = 1;
  t->changed = true;
  t->wake[0] = t->wake[1] = -1;
  t->channel = channel_new(EVENTS, NULL, NULL);
  bool good = t->channel && pipe2(t->wake, O_CLOEXEC | O_NONBLOCK) == 0;
  if (good && pthread_mutex_init(&t->lock, NULL) == 0) {
    if (pthread_create(&t->thread, NULL, work, t) == 0)
      return t;
    pthread_mutex_destroy(&t->lock);
  }
  error_set(error, "the thread that watches tasks could not be started");
  free_parts(t);
  return NULL;
}

void tasks_end(Tasks *t) {
  channel_end(t->channel);
  pthread_mutex_lock(&t->lock);
  if (!t->ended)
    for (int i = 0; i < t->count; i++)
      if (!t->list[i]->stops)
        task_stop(t->list[i]);
  t->ended = true;
  t->ended_at = clock_seconds();
  pthread_mutex_unlock(&t->lock);
  wake(t);
}

void tasks_free(Tasks *t) {
  if (!t)
    return;
  tasks_end(t);
  pthread_join(t->thread, NULL);
  pthread_mutex_destroy(&t->lock);
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
    return error_set(error, "arguments must be a list of texts, as in "
                            "[\"quoridor\", \"--games\", \"1000\"]");
  size_t count = json_array_size(list);
  if (count > TASK_ARGUMENTS)
    return error_set(error, "%zu arguments are too many: at most %d", count,
                     TASK_ARGUMENTS);
  to->count = (int)count;
  for (size_t i = 0; i < count; i++) {
    const json_t *value = json_array_get(list, i);
    if (!json_is_string(value))
      return error_set(error, "argument %zu is not a text", i + 1);
    if (json_string_length(value) > TASK_ARGUMENT)
      return error_set(error, "argument %zu is longer than %d bytes", i + 1,
                       TASK_ARGUMENT);
    if (strlen(json_string_value(value)) != json_string_length(value))
      return error_set(error, "argument %zu has a NUL in it", i + 1);
    to->text[i] = (char *)json_string_value(value);
  }
  return true;
}

/* Whether one more may run, and writes where no other one does. */
static bool may_run(const Tasks *t, const char *out, Error *error) {
  if (t->ended)
    return error_set(error, "the server is about to end");
  if (running(t) >= TASKS_RUNNING)
    return error_set(error,
                     "%d commands are running, as many as can at a time: stop "
                     "one, or wait for it",
                     TASKS_RUNNING);
  for (int i = 0; i < t->count; i++)
    if (t->list[i]->state == TASK_RUNNING &&
        folders_overlap(t->list[i]->out, out))
      return error_set(error,
                       "a command that is running writes to '%.200s': choose "
                       "another folder",
                       t->list[i]->out);
  return true;
}

/* Adds the task to the list and starts it. */
static int add(Tasks *t, const char *command, const Arguments *arguments,
               const char *out, Error *error) {
  if (!may_run(t, out, error))
    return 0;
  Task *task =
      task_new(t->next_id, command, arguments->text, arguments->count, out);
  if (!task)
    return error_set(error, "out of memory (task)");
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
  pthread_mutex_lock(&t->lock);
  int id = add(t, command, &arguments, out, error);
  pthread_mutex_unlock(&t->lock);
  wake(t);
  return id;
}

/* Does something with a task under the lock. */
typedef bool TaskAction(Tasks *tasks, Task *task, Error *error);

static bool act(Tasks *t, int id, TaskAction *action, Error *error) {
  pthread_mutex_lock(&t->lock);
  Task *task = find(t, id);
  bool good = task ? action(t, task, error)
                   : error_set(error, "there is no task %d", id);
  t->changed = t->changed || good;
  pthread_mutex_unlock(&t->lock);
  wake(t);
  return good;
}

static bool stop(Tasks *t, Task *task, Error *error) {
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
  if (task->state == TASK_RUNNING)
    return error_set(error, "task %d is running: stop it first", task->id);
  for (int i = 0; i < t->count; i++)
    if (t->list[i] == task) {
      drop(t, i);
      break;
    }
  return true;
}

bool tasks_stop(Tasks *t, int id, Error *error) {
  return act(t, id, stop, error);
}

bool tasks_resume(Tasks *t, int id, Error *error) {
  return act(t, id, resume, error);
}

bool tasks_forget(Tasks *t, int id, Error *error) {
  return act(t, id, forget, error);
}
