#include "cli/studio/trial_check.h"

#include "analysis/result/json_values.h"
#include "cli/studio/process.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Some checks of a game with many moves take a second for each game. */
#define GAMES "20"

enum { ARGUMENTS = 16 };

static void read_all(Process *p, Text *to) {
  char reports[256];
  process_read_text(p, PROCESS_OUT, to);
  process_read_text(p, PROCESS_ERR, to);
  while (process_read(p, PROCESS_REPORTS, reports, sizeof reports))
    ;
}

static json_t *lines_of(const Text *output) {
  json_t *list = json_array();
  char *text = process_text(output), *rest = NULL;
  for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
       line = strtok_r(NULL, "\n", &rest))
    json_array_append_new(list, json_text(line));
  free(text);
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
static int follow(Process *p, TrialPoll *poll, void *context, Text *output) {
  const struct timespec tick = {0, 50000000};
  int status = -1;
  bool stopped = false;
  while (!process_ended(p, &status)) {
    if (!stopped && poll(context)) {
      kill(-p->pid, SIGKILL);
      stopped = true;
    }
    read_all(p, output);
    nanosleep(&tick, NULL);
  }
  read_all(p, output);
  return stopped ? -1 : status;
}

CheckEnd trial_check(const TaskCommands *commands, const char *spec,
                     TrialPoll *poll, void *context, bool *good, json_t **lines,
                     Error *error) {
  Process process;
  Text output = {NULL};
  if (!start(&process, commands, spec, error))
    return CHECK_FAILED;
  int status = follow(&process, poll, context, &output);
  process_close(&process);
  if (status != -1) {
    *good = process_succeeded(status);
    *lines = lines_of(&output);
  }
  free(output.bytes);
  return status == -1 ? CHECK_STOPPED : CHECK_DONE;
}
