#include "cli/studio/trial_check.h"

#include "analysis/result/json_values.h"
#include "cli/studio/process.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

/* Some checks of a game with many moves take a second for each game. */
#define GAMES "20"

enum { ARGUMENTS = 16, OUTPUT = 1 << 15 }; /* bytes that are kept */

typedef struct Output {
  char text[OUTPUT];
  size_t length;
} Output;

/* Reads what there is. What is too much is dropped. */
static void read_pipe(Process *p, ProcessPipe pipe, Output *o) {
  char bytes[4096];
  size_t n;
  while ((n = process_read(p, pipe, bytes, sizeof bytes))) {
    size_t room = OUTPUT - 1 - o->length, kept = n < room ? n : room;
    memcpy(o->text + o->length, bytes, kept);
    o->length += kept;
  }
}

static void read_all(Process *p, Output *o) {
  char reports[256];
  read_pipe(p, PROCESS_OUT, o);
  read_pipe(p, PROCESS_ERR, o);
  while (process_read(p, PROCESS_REPORTS, reports, sizeof reports))
    ;
}

static json_t *split(char *text) {
  json_t *list = json_array();
  char *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line;
       line = strtok_r(NULL, "\n", &rest))
    json_array_append_new(list, json_text(line));
  return list;
}

static bool start(Process *p, const TaskCommands *commands, const char *spec,
                  Error *error) {
  const char *argv[ARGUMENTS] = {"boardlab",   "check",   spec, "--quiet",
                                 "--no-print", "--games", GAMES};
  int count = 7;
  for (int i = 0;
       commands->added && commands->added[i] && count < ARGUMENTS - 1; i++)
    argv[count++] = commands->added[i];
  return process_start(p, commands->program, (char *const *)argv, error);
}

/* Returns its status as waitpid does, or -1 if it was ended. */
static int follow(Process *p, TrialPoll *poll, void *context, Output *o) {
  const struct timespec moment = {0, 50000000};
  int status = -1;
  bool stopped = false;
  while (!process_ended(p, &status)) {
    if (!stopped && poll(context)) {
      kill(-p->pid, SIGKILL);
      stopped = true;
    }
    read_all(p, o);
    nanosleep(&moment, NULL);
  }
  read_all(p, o);
  return stopped ? -1 : status;
}

CheckEnd trial_check(const TaskCommands *commands, const char *spec,
                     TrialPoll *poll, void *context, bool *good, json_t **lines,
                     Error *error) {
  Process process;
  Output output = {.length = 0};
  if (!start(&process, commands, spec, error))
    return CHECK_FAILED;
  int status = follow(&process, poll, context, &output);
  process_close(&process);
  if (status == -1)
    return CHECK_STOPPED;
  output.text[output.length] = '\0';
  *good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  *lines = split(output.text);
  return CHECK_DONE;
}
