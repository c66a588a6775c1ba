#include "cli/terminal/signals.h"

#include "core/base/clock.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int CAUGHT[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof CAUGHT / sizeof *CAUGHT };

/* Signals have nowhere else to put what they say. */
static atomic_bool stop;
static volatile sig_atomic_t stopped_by, talks;
static const char *said;
static struct sigaction before[SIGNALS];

/* A second signal ends the command at once, unless it comes so soon that it is
 * the same one: `timeout` sends two. */
static void on_signal(int number) {
  static double first;
  if (stopped_by && clock_seconds() - first > 0.5) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  if (stopped_by)
    return;
  first = clock_seconds();
  stopped_by = number;
  atomic_store(&stop, true);
  if (talks && said && write(STDERR_FILENO, said, strlen(said)) < 0)
    talks = 0;
}

/* Scripts start what runs in the background with Ctrl-C ignored; we heed it all
 * the same, as nothing is lost. But who says nohup means it. */
void signals_begin(const char *hint, bool restart) {
  struct sigaction action = {.sa_handler = on_signal,
                             .sa_flags = restart ? SA_RESTART : 0};
  sigemptyset(&action.sa_mask);
  said = hint;
  talks = hint != NULL;
  stopped_by = 0;
  atomic_store(&stop, false);
  for (int i = 0; i < SIGNALS; i++) {
    sigaction(CAUGHT[i], &action, &before[i]);
    if (CAUGHT[i] == SIGHUP && before[i].sa_handler == SIG_IGN)
      sigaction(SIGHUP, &before[i], NULL);
  }
}

void signals_end(void) {
  for (int i = 0; i < SIGNALS; i++)
    sigaction(CAUGHT[i], &before[i], NULL);
}

void signals_say(bool on) {
  talks = on;
}

const atomic_bool *signals_stop_flag(void) {
  return &stop;
}

int signals_caught(void) {
  return stopped_by;
}
