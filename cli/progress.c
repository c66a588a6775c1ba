/* How a run is going: the progress bar, and stopping by Ctrl-C. */
#include "runs.h"

#include "clock.h"
#include "summary.h"
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct Show {
  Audience audience;
  bool bar, quiet;
  uint64_t games;          /* of all runs */
  uint64_t before, played; /* in the runs before; by this command */
  double began;
};

/* Signals have nowhere else to put what they say. */
static atomic_bool stop;
static volatile sig_atomic_t stopped_by;

static void on_signal(int number) {
  stopped_by = number;
  atomic_store(&stop, true);
}

/* A second signal ends the command at once. */
static void catch_signals(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

static void restore_signals(void) {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
}

static int columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40)
    return 79;
  return size.ws_col - 1;
}

static void format_time(double seconds, char text[32]) {
  long s = seconds < 1e8 ? (long)(seconds + 0.5) : 100000000;
  if (s < 3600)
    snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
  else
    snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

/* Everything but the bar itself. */
static int describe(const Show *s, const Run *run, double share, char *text,
                    size_t size) {
  double took = clock_seconds() - s->began;
  uint64_t done = s->played + (run->tally.games - run->found);
  double rate = took > 0 ? (double)done / took : 0;
  char left[32] = "?";
  if (share > 0 && share < 1 && took > 0.5)
    format_time(took / share * (1 - share), left);
  Estimate first = summary_seat(&run->tally, 0);
  return snprintf(text, size,
                  " %3.0f%% %s games %s/s %s left, seat 1 %.1f±%.1f%%",
                  100 * share, grouped(s->before + run->tally.games),
                  grouped((uint64_t)rate), left, 100 * first.value,
                  100 * half_width(first));
}

static void draw(void *context, const Run *run) {
  Show *s = context;
  if (!s->bar)
    return;
  uint64_t games = s->games > run->count ? s->games : experiment_games(run);
  double share =
      games ? (double)(s->before + run->tally.games) / (double)games : 1;
  char text[256];
  int width = columns() - describe(s, run, share, text, sizeof text) - 1;
  fprintf(stderr, "\r[");
  for (int i = 0; i < width; i++)
    fputc(i < share * width ? '#' : '.', stderr);
  fprintf(stderr, "]%s\033[K", text);
  fflush(stderr);
}

Show *show_begin(const Args *args, uint64_t games, Error *error) {
  Show *s = calloc(1, sizeof *s);
  if (!s) {
    error_set(error, "no memory");
    return NULL;
  }
  s->audience = (Audience){draw, s, &stop};
  s->quiet = args_value(args, "quiet");
  s->bar = !s->quiet && isatty(STDERR_FILENO);
  s->games = games;
  s->began = clock_seconds();
  catch_signals();
  return s;
}

const Audience *show_audience(Show *s) {
  return &s->audience;
}

void show_next(Show *s, const Run *run) {
  s->before += run->tally.games;
  s->played += run->tally.games - run->found;
}

int show_end(Show *s) {
  double took = clock_seconds() - s->began;
  restore_signals();
  if (s->bar)
    fprintf(stderr, "\r\033[K");
  if (!s->quiet && s->played)
    fprintf(stderr, "%s games in %.1f s, %s a second\n", grouped(s->played),
            took, grouped((uint64_t)((double)s->played / took)));
  free(s);
  return stopped_by ? 128 + stopped_by : 0;
}

static int play(const Args *args, Run *run, Error *error) {
  Show *show = show_begin(args, run->count, error);
  if (!show)
    return EXIT_FAILED;
  RunEnd end = experiment_play(run, show_audience(show), error);
  show_next(show, run);
  int code = show_end(show);
  if (end == RUN_FAILED || !results_print(run, error))
    return EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

int runs_play(const Args *args, const RunPlan *plan, Error *error) {
  Run run;
  if (!experiment_open(&run, plan, error))
    return EXIT_USAGE;
  int code = play(args, &run, error);
  run_close(&run);
  return code;
}
