#define _POSIX_C_SOURCE 200809L /* kill, nanosleep */
#include "cli/studio/command_run.h"

#include <signal.h>
#include <time.h>

enum { WORDS = 32 };

static void read_output(Process *p, Text *output) {
  process_read_text(p, PROCESS_OUT, output);
  process_read_text(p, PROCESS_ERR, output);
}

/* Returns the status, or -1 if it was ended. */
static int follow(Process *p, Poll *poll, void *context, Text *output) {
  const struct timespec tick = {0, 50000000};
  bool stopped = false;
  int status = -1;
  while (!process_ended(p, &status)) {
    if (!stopped && poll(context)) {
      kill(-p->pid, SIGKILL);
      stopped = true;
    }
    read_output(p, output);
    nanosleep(&tick, NULL);
  }
  read_output(p, output);
  return stopped ? -1 : status;
}

int command_run(const TaskCommands *commands, const char *const words[],
                Poll *poll, void *context, Text *output, Error *error) {
  const char *argv[WORDS] = {"boardlab"};
  const char *const *added = commands->added;
  Process process;
  int count = 1;
  while (*words && count < WORDS - 1)
    argv[count++] = *words++;
  while (added && *added && count < WORDS - 1)
    argv[count++] = *added++;
  if (!process_start(&process, commands->program, (char *const *)argv, error))
    return -1;
  int status = follow(&process, poll, context, output);
  process_close(&process);
  return status;
}
