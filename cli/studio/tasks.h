/* Commands that a page starts: `boardlab simulate` and the like, each as a
 * process of its own in the served folder, with the command line that the page
 * shows.
 *
 * A thread reads what they report (--progress-fd) and print, notices when they
 * end, and publishes the list of all tasks on a channel, at most a few times a
 * second. A task that is stopped is sent SIGINT, as by Ctrl-C: it finishes the
 * games under way, and the same command with --resume goes on. So do all when
 * the server ends; those of a server that was killed notice that nobody reads
 * their reports. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_TASKS_H
#define BOARDLAB_CLI_STUDIO_TASKS_H

#include "cli/studio/channel.h"
#include "core/base/error.h"
#include <jansson.h>

enum {
  TASKS_RUNNING = 4, /* at a time */
  TASKS_KEPT = 20,   /* in the list; the oldest that have ended are dropped */
  TASK_ARGUMENTS = 100,
  TASK_ARGUMENT = 2000 /* bytes */
};

typedef struct TaskCommands TaskCommands;

/* Which commands may be started. Commands know their flags, and this folder
 * knows nothing of commands: serve provides these functions. */
struct TaskCommands {
  const char *program; /* the path of boardlab */
  /* Whether a page may start a command with these arguments; sets *out to the
   * folder that it writes, one of the arguments, or to NULL if it writes none.
   * The first `stored` of them are from a manifest, which may say what is
   * played but not how. */
  bool (*check)(const char *command, int count, char *const arguments[],
                int stored, const char **out, Error *error);
  /* The commands with their flags, for GET api/commands. */
  json_t *(*describe)(void);
  /* More arguments, ended by NULL, that are not shown; or NULL. */
  const char *const *added;
};

typedef struct Tasks Tasks;

Tasks *tasks_new(const TaskCommands *commands, Error *error);

/* Ends the channel and stops all tasks; tasks_free waits for them, for some
 * seconds. */
void tasks_end(Tasks *tasks);
void tasks_free(Tasks *tasks);

/* The stream of the event `tasks`. */
Channel *tasks_channel(Tasks *tasks);

/* {"tasks": [Task, …]}, the last one first.
 *
 *   Task = {"id", "command": the command line, "name", "arguments", "dir":
 *     where it writes, or null, "state": "running"|"stopped"|"done"|"failed",
 *     "stopping": bool, "games", "wanted", "rate", "left", "game": of the run
 *     under way, "seats": [{"rate", "low", "high"}], "history": [[games, low,
 *     high of seat 1, low, high of seat 2, …]], "runs": [{"name", "seats"}],
 *     the last ones of several, "output" and "messages": the end of what it
 *     printed, "error" or null} */
json_t *tasks_json(Tasks *tasks);

/* Starts a command: `arguments` is a list of strings, the first `stored` of
 * them from a manifest. Returns the number of the task, or 0. */
int tasks_start(Tasks *tasks, const char *command, const json_t *arguments,
                int stored, Error *error);

/* Resumes incomplete results with the command in their manifest: the server may
 * have been restarted since. Returns the number of the task, or 0. */
int tasks_resume(Tasks *tasks, const char *dir, Error *error);

/* The words of that command line after "boardlab", ["sweep", "quoridor",
 * "--vary", …, "--out", dir, "--resume"]; NULL with a message if there is no
 * such command. The first *stored of them are those of the manifest, unchecked:
 * tasks_start checks them. The caller has checked that the folder may be read.
 */
json_t *tasks_resume_words(const char *dir, int *stored, Error *error);

/* Does one of these with a task; if it cannot be done, the code of the error is
 * ERROR_IN_THE_WAY:
 *
 *   stop    asks it to stop. Once more: ends it at once; what was checkpointed
 *           is kept
 *   resume  starts a task that was stopped, or failed, again, with --resume
 *   forget  takes a task that has ended from the list */
bool tasks_do(Tasks *tasks, int id, const char *action, Error *error);

#endif
