#include "cli/studio/task.h"

#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/base/shell.h"
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char *const STATES[] = {"running", "stopped", "done", "failed"};

Task *task_new(int id, const char *command, char *const arguments[], int count,
               const char *out) {
  Task *t = need(sizeof *t);
  t->id = id;
  t->history = json_array();
  t->runs = json_array();
  t->out = out ? need_copy(out) : NULL;
  t->arguments[t->count++] = need_copy(command);
  for (int i = 0; i < count; i++)
    t->arguments[t->count++] = need_copy(arguments[i]);
  return t;
}

void task_free(Task *t) {
  for (int i = 0; i < t->count; i++)
    free(t->arguments[i]);
  free(t->out);
  json_decref(t->report);
  json_decref(t->history);
  json_decref(t->runs);
  free(t->shown.bytes);
  free(t->messages.bytes);
  free(t);
}

/* ---- starting and stopping -----------------------------------------------*/

static bool has_resume(const Task *t) {
  for (int i = 1; i < t->count; i++)
    if (strcmp(t->arguments[i], "--resume") == 0)
      return true;
  return false;
}

bool task_start(Task *t, const TaskCommands *commands, bool resume,
                Error *error) {
  const char *argv[TASK_ARGUMENTS + 16] = {"boardlab"};
  int count = 1;
  for (int i = 0; i < t->count; i++)
    argv[count++] = t->arguments[i];
  if (resume && t->out && !has_resume(t))
    argv[count++] = "--resume";
  argv[count++] = "--progress-fd=3";
  for (int i = 0; commands->added && commands->added[i] && i < 8; i++)
    argv[count++] = commands->added[i];
  argv[count] = NULL;
  if (!process_start(&t->process, commands->program, (char *const *)argv,
                     error))
    return false;
  t->shown.length = t->messages.length = t->line_length = 0;
  t->error[0] = '\0';
  t->state = TASK_RUNNING;
  t->stops = 0;
  t->began = clock_seconds();
  return true;
}

/* A second SIGINT ends boardlab at once, and nothing survives SIGKILL. Whatever
 * the command has started is in its process group. */
void task_stop(Task *t) {
  static const int SIGNALS[] = {SIGINT, SIGINT, SIGKILL};
  if (t->state != TASK_RUNNING)
    return;
  if (t->stops < 2)
    kill(t->process.pid, SIGNALS[t->stops]);
  else
    kill(-t->process.pid, SIGNALS[2]);
  t->stops++;
}

/* ---- reports -------------------------------------------------------------*/

/* Halves the history when it is full, so that it always spans the whole run. */
static void thin_history(Task *t) {
  json_t *half = json_array();
  for (size_t i = 0; i < json_array_size(t->history); i += 2)
    json_array_append(half, json_array_get(t->history, i));
  json_decref(t->history);
  t->history = half;
  t->every *= 2;
}

static void add_history(Task *t) {
  json_t *point = json_array(), *seat;
  size_t i;
  json_array_append(point, json_object_get(t->report, "games"));
  json_array_foreach(json_object_get(t->report, "seats"), i, seat) {
    json_array_append(point, json_object_get(seat, "low"));
    json_array_append(point, json_object_get(seat, "high"));
  }
  json_array_append_new(t->history, point);
  if (json_array_size(t->history) >= TASK_HISTORY)
    thin_history(t);
}

/* What a run is called beside the others of its task: its folder in that of the
 * task, or its game if nothing of it is saved. NULL for the only run of a task.
 */
static const char *name_of_run(const Task *t, const json_t *report) {
  const char *dir = json_string_value(json_object_get(report, "dir"));
  if (!dir || !t->out)
    return json_string_value(json_object_get(report, "game"));
  size_t length = strlen(t->out);
  while (length > 1 && t->out[length - 1] == '/')
    length--;
  return strncmp(dir, t->out, length) == 0 && dir[length] == '/'
             ? dir + length + 1
             : NULL;
}

static bool same_run(const json_t *a, const json_t *b) {
  return a && b &&
         json_equal(json_object_get(a, "game"), json_object_get(b, "game")) &&
         json_equal(json_object_get(a, "dir"), json_object_get(b, "dir"));
}

/* Runs may take turns: each has one entry, of which the first is dropped when
 * there are too many. */
static void add_run(Task *t) {
  const char *name = name_of_run(t, t->report);
  json_t *seats = json_object_get(t->report, "seats"), *entry;
  size_t i;
  if (!name || !seats)
    return;
  json_array_foreach(t->runs, i, entry) {
    if (strcmp(json_string_value(json_object_get(entry, "name")), name) == 0) {
      json_object_set(entry, "seats", seats);
      return;
    }
  }
  if (json_array_size(t->runs) == TASK_RUNS)
    json_array_remove(t->runs, 0);
  json_array_append_new(t->runs,
                        json_pack("{s:s, s:O}", "name", name, "seats", seats));
}

/* Each run of a sweep has a history of its own. */
static void take_report(Task *t, const char *line, size_t length) {
  json_t *report = json_loadb(line, length, 0, NULL);
  if (!json_is_integer(json_object_get(report, "games"))) {
    json_decref(report); /* not a report, or one of a verification */
    return;
  }
  if (!same_run(t->report, report)) {
    json_array_clear(t->history);
    t->every = 1;
    t->reports = 0;
  }
  json_decref(t->report);
  t->report = report;
  add_run(t);
  if (t->reports++ % t->every == 0)
    add_history(t);
}

/* Takes whole lines; one that is too long is none of boardlab's. */
static void take_lines(Task *t) {
  char *end;
  while ((end = memchr(t->line, '\n', t->line_length))) {
    size_t length = (size_t)(end - t->line);
    take_report(t, t->line, length);
    t->line_length -= length + 1;
    memmove(t->line, end + 1, t->line_length);
  }
  if (t->line_length == sizeof t->line)
    t->line_length = 0;
}

static bool read_reports(Task *t) {
  bool any = false;
  size_t length;
  while ((length = process_read(&t->process, PROCESS_REPORTS,
                                t->line + t->line_length,
                                sizeof t->line - t->line_length))) {
    t->line_length += length;
    take_lines(t);
    any = true;
  }
  return any;
}

/* ---- the end -------------------------------------------------------------*/

static void describe_failure(Task *t, int status) {
  if (process_error(&t->messages, t->error, sizeof t->error))
    return;
  if (status >= 0 && WIFSIGNALED(status))
    snprintf(t->error, sizeof t->error,
             "the command was ended by signal %d (%s)", WTERMSIG(status),
             strsignal(WTERMSIG(status)));
  else if (status >= 0)
    snprintf(t->error, sizeof t->error, "the command ended with exit code %d",
             WEXITSTATUS(status));
  else
    snprintf(t->error, sizeof t->error,
             "it is not known how the command ended");
}

/* boardlab ends with 128 and the number of the signal that stopped it. */
static bool was_stopped(const Task *t, int status) {
  if (status >= 0 && WIFSIGNALED(status))
    return t->stops > 0 || WTERMSIG(status) == SIGINT;
  return status >= 0 && (WEXITSTATUS(status) == 128 + SIGINT ||
                         WEXITSTATUS(status) == 128 + SIGTERM ||
                         WEXITSTATUS(status) == 128 + SIGHUP);
}

static bool read_all(Task *t) {
  bool any = read_reports(t);
  any = process_read_text(&t->process, PROCESS_OUT, &t->shown) || any;
  return process_read_text(&t->process, PROCESS_ERR, &t->messages) || any;
}

bool task_read(Task *t) {
  int status;
  if (t->state != TASK_RUNNING)
    return false;
  bool any = read_all(t);
  if (!process_ended(&t->process, &status))
    return any;
  read_all(t);
  process_close(&t->process);
  t->state = process_succeeded(status) ? TASK_DONE
             : was_stopped(t, status)  ? TASK_STOPPED
                                       : TASK_FAILED;
  if (t->state == TASK_FAILED)
    describe_failure(t, status);
  return true;
}

/* ---- JSON ----------------------------------------------------------------*/

static json_t *line_json(const Task *t) {
  Text line = {NULL};
  shell_add(&line, "boardlab");
  for (int i = 0; i < t->count; i++)
    shell_add(&line, t->arguments[i]);
  json_t *json = json_stringn(line.bytes, line.length);
  free(line.bytes);
  return json;
}

static json_t *arguments_json(const Task *t) {
  json_t *list = json_array();
  for (int i = 1; i < t->count; i++)
    json_array_append_new(list, json_string(t->arguments[i]));
  return list;
}

static json_t *output_json(const Text *text) {
  char *copy = process_text(text);
  json_t *json = json_text(copy);
  free(copy);
  return json;
}

/* A part of the last report, or null. Rate and time left are those of a task
 * that runs. */
static json_t *reported(const Task *t, const char *key, bool running_only) {
  json_t *value = json_object_get(t->report, key);
  if (!value || (running_only && t->state != TASK_RUNNING))
    return json_null();
  return json_incref(value);
}

json_t *task_json(const Task *t) {
  json_t *seats = json_object_get(t->report, "seats");
  return json_pack(
      "{s:i, s:o, s:s, s:o, s:o, s:s, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
      "s:o, s:o, s:o, s:o}",
      "id", t->id, "command", line_json(t), "name", t->arguments[0],
      "arguments", arguments_json(t), "dir", json_text(t->out), "state",
      STATES[t->state], "stopping", t->state == TASK_RUNNING && t->stops > 0,
      "games", reported(t, "games", false), "wanted",
      reported(t, "wanted", false), "rate", reported(t, "rate", true), "left",
      reported(t, "left", true), "game", reported(t, "game", false), "seats",
      seats ? json_incref(seats) : json_array(), "history",
      json_deep_copy(t->history), "runs", json_deep_copy(t->runs), "output",
      output_json(&t->shown), "messages", output_json(&t->messages), "error",
      json_text(t->error[0] ? t->error : NULL));
}
