#include "cli/terminal/signals.h"

#include "core/base/clock.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int CAUGHT[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof CAUGHT / sizeof *CAUGHT };

/* Written by the signal handler, hence static. */
static atomic_bool stop;
static volatile sig_atomic_t stopped_by; /* 0: none yet */
static volatile sig_atomic_t hint_shown;
static const char *hint_text;
static struct sigaction before[SIGNALS];

/* A second signal ends the program at once, unless it comes within half a
 * second: it then counts as the same one, since `timeout` sends two. */
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
  if (hint_shown && hint_text &&
      write(STDERR_FILENO, hint_text, strlen(hint_text)) < 0)
    hint_shown = 0;
}

/* Shells start background jobs of scripts with SIGINT ignored. It is caught
 * anyway, since an orderly shutdown loses nothing. An ignored SIGHUP stays
 * ignored, for nohup. */
void signals_begin(const char *hint, bool restart) {
  struct sigaction action = {.sa_handler = on_signal,
                             .sa_flags = restart ? SA_RESTART : 0};
  sigemptyset(&action.sa_mask);
  hint_text = hint;
  hint_shown = hint != NULL;
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

void signals_show_hint(bool on) {
  hint_shown = on;
}

const atomic_bool *signals_stop_flag(void) {
  return &stop;
}

int signals_caught(void) {
  return stopped_by;
}
