/* One command that a page has started: its command line, its process, and what
 * is known of its progress. tasks.c keeps them, under its lock. */
#ifndef BOARDLAB_CLI_STUDIO_TASK_H
#define BOARDLAB_CLI_STUDIO_TASK_H

#include "cli/studio/process.h"
#include "cli/studio/tasks.h"
#include "core/base/text.h"

typedef enum TaskState {
  TASK_RUNNING,
  TASK_STOPPED,
  TASK_DONE,
  TASK_FAILED
} TaskState;

enum { TASK_HISTORY = 64, TASK_RUNS = 64, TASK_LINE = 4096 };

typedef struct Task {
  int id;
  char *arguments[TASK_ARGUMENTS + 2]; /* the command first; ended by NULL */
  int count;
  char *out; /* the folder that it writes, or NULL */
  TaskState state;
  int stops; /* how often it was asked to stop */
  double began;
  Process process;
  char line[TASK_LINE]; /* of its reports, as far as it was read */
  size_t line_length;
  json_t *report;  /* the last one, or NULL */
  json_t *history; /* of the intervals: [games, low, high of each seat, …] */
  json_t *runs;    /* {"name", "seats"}: the latest of each of several runs */
  int every, reports; /* one of so many reports goes into it; how many came */
  Text shown;         /* what it has printed, the end of it */
  Text messages;
  char error[1024]; /* why it failed, or "" */
} Task;

/* Makes a task that is not started and writes to the folder `out`, or to none
 * if that is NULL. Copies the texts. */
Task *task_new(int id, const char *command, char *const arguments[], int count,
               const char *out);
void task_free(Task *task);

/* Starts its command; with --resume if `resume`, unless it writes nothing. */
bool task_start(Task *task, const TaskCommands *commands, bool resume,
                Error *error);

/* Asks the process to stop: the first time in good order, then at once. */
void task_stop(Task *task);

/* Reads what has come, and notices that it has ended. Returns whether there is
 * something new. */
bool task_read(Task *task);

json_t *task_json(const Task *task);

#endif
