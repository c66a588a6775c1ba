#define _GNU_SOURCE /* asprintf */
#include "cli/terminal/progress.h"

#include "analysis/metrics/summary.h"
#include "analysis/stats/shown.h"
#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include "cli/terminal/signals.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct Progress {
  ExperimentCallbacks callbacks;
  bool bar, quiet;
  bool turns;            /* runs take turns */
  uint64_t games;        /* of all runs */
  uint64_t before_games; /* of earlier runs */
  uint64_t played;       /* by this command */
  uint64_t full;         /* games of those: see Run.full */
  double began;
  int descriptor;   /* of reports; 0: none, or nobody reads any more */
  char *unreported; /* the last line that was not written; or NULL */
  double
      abandoned; /* since when nobody reads them any more; 0: they are read */
  bool pipe_ignored;
  struct sigaction pipe_before;
};

/* A command whose reader is gone has this long to finish the games under way.
 */
static const double ABANDONED_TIME = 1;

/* The columns of the terminal, less a few for the ^C it echoes: a line that
 * wraps cannot be overwritten. */
static int columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 77;
  return size.ws_col > 3 ? size.ws_col - 3 : 1;
}

/* Truncates UTF-8 text at a character boundary. */
static void shorten(char *text, int bytes) {
  while (bytes > 0 && (text[bytes] & 0xC0) == 0x80)
    bytes--;
  text[bytes] = '\0';
}

static void format_time(double seconds, char text[32]) {
  long s = seconds < 1e8 ? (long)(seconds + 0.5) : 100000000;
  if (s < 3600)
    snprintf(text, 32, "%ld:%02ld", s / 60, s % 60);
  else
    snprintf(text, 32, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

static double share_of(uint64_t done, uint64_t games) {
  return done < games ? (double)done / (double)games : 1;
}

static uint64_t games_done(const Progress *s, const Run *run) {
  return s->before_games + run->tally.games - (s->turns ? run->found : 0);
}

typedef struct ProgressNumbers {
  uint64_t games, wanted;
  double rate, left; /* NAN: not known */
} ProgressNumbers;

/* Games found on resuming do not count towards the speed. */
static ProgressNumbers numbers_of(const Progress *s, const Run *run) {
  double took = clock_seconds() - s->began;
  uint64_t played = s->played + (run->tally.games - run->found);
  ProgressNumbers n = {.games = games_done(s, run),
                       .wanted = s->games > run->count ? s->games
                                                       : experiment_games(run),
                       .rate = took > 0 ? (double)played / took : 0,
                       .left = NAN};
  if (run->complete && s->games <= run->count)
    n.wanted = n.games; /* a stopping rule may have ended it */
  if (n.games < n.wanted && n.rate > 0 && took > 0.5)
    n.left = (double)(n.wanted - n.games) / n.rate;
  return n;
}

/* ---- the bar -------------------------------------------------------------*/

/* The text beside the bar. */
static Phrase describe(const ProgressNumbers *n, const Run *run) {
  char left[32] = "?";
  if (!isnan(n->left))
    format_time(n->left, left);
  Estimate first = summary_seat(&run->tally, 0);
  return phrase(" %3.0f%% %s %s/s %s left, seat 1 %s to %s%%",
                100 * share_of(n->games, n->wanted),
                shown_things(n->games, "game", "games").text,
                shown_count((uint64_t)n->rate).text, left,
                shown_points(first.low).text, shown_points(first.high).text);
}

/* Draws a bar with a text beside it, in one piece, so that no other output gets
 * in between. */
static void draw_line(const Progress *s, double share, char *text) {
  char line[1024] = "\r";
  size_t used = 1;
  int room = columns(), length = (int)strlen(text), width = room - length - 2;
  if (!s->bar || signals_caught())
    return;
  if (length > room)
    shorten(text, room);
  if (width > 600)
    width = 600;
  if (width >= 3) { /* otherwise the bar does not fit */
    line[used++] = '[';
    for (int i = 0; i < width; i++)
      line[used++] = i < share * width ? '#' : '.';
    line[used++] = ']';
  }
  snprintf(line + used, sizeof line - used, "%s\033[K", text);
  output_control(stderr, "%s", line);
  fflush(stderr);
}

static void draw_bar(const Progress *s, const Run *run) {
  ProgressNumbers n = numbers_of(s, run);
  Phrase text = describe(&n, run);
  draw_line(s, share_of(n.games, n.wanted), text.text);
}

/* ---- reports to other programs -------------------------------------------*/

bool progress_check_descriptor(int descriptor, Error *error) {
  int flags = fcntl(descriptor, F_GETFL);
  if (flags >= 0 && (flags & O_ACCMODE) != O_RDONLY)
    return true;
  return error_set(error,
                   "--progress-fd %d: descriptor %d is not open for writing; "
                   "a shell opens it with %d>FILE",
                   descriptor, descriptor, descriptor);
}

static json_t *seats_json(const Run *run) {
  json_t *list = json_array();
  for (int seat = 0; seat < run->schedule.seats; seat++) {
    Estimate e = summary_seat(&run->tally, seat);
    double none = run->tally.games ? 0 : NAN;
    json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "rate",
                                          json_number(e.value + none), "low",
                                          json_number(e.low + none), "high",
                                          json_number(e.high + none)));
  }
  return list;
}

/* The JSON with a newline; takes the value over. */
static char *line_of(json_t *json) {
  char *text = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(6));
  char *line = NULL;
  if (text && asprintf(&line, "%s\n", text) < 0)
    line = NULL;
  free(text);
  json_decref(json);
  return line;
}

/* Writes the line that is kept, in one piece and without waiting: a pipe that
 * can be written to has room for PIPE_BUF bytes. When nobody reads any more,
 * whoever started the command is gone: it stops. */
static void write_kept(Progress *s) {
  if (!s->descriptor || !s->unreported)
    return;
  struct pollfd ready = {.fd = s->descriptor, .events = POLLOUT};
  size_t length = strlen(s->unreported);
  int found = poll(&ready, 1, 0);
  ssize_t wrote = found;
  if (found > 0 && ready.revents & (POLLERR | POLLNVAL))
    wrote = -1, errno = EPIPE;
  else if (found > 0 && length <= PIPE_BUF)
    wrote = write(s->descriptor, s->unreported, length);
  if (wrote == 0 || (wrote < 0 && (errno == EINTR || errno == EAGAIN)))
    return; /* the reader is slow */
  if (wrote < 0) {
    s->descriptor = 0;
    s->abandoned = clock_seconds();
    raise(SIGINT);
  }
  free(s->unreported);
  s->unreported = NULL;
}

/* Keeps a line, in the place of the one before. */
static void keep_line(Progress *s, char *line) {
  free(s->unreported);
  s->unreported = line;
}

static void keep_progress(Progress *s, const Run *run) {
  ProgressNumbers n = numbers_of(s, run);
  keep_line(s, line_of(json_pack(
                   "{s:I, s:I, s:o, s:o, s:s, s:o, s:o}", "games",
                   (json_int_t)n.games, "wanted", (json_int_t)n.wanted, "rate",
                   json_number(n.rate), "left", json_number(n.left), "game",
                   run->schedule.game, "dir", json_text(run->plan.out), "seats",
                   seats_json(run))));
}

/* ---- what runs call ------------------------------------------------------*/

static void show_progress(void *context, const Run *run) {
  Progress *s = context;
  draw_bar(s, run);
  if (s->abandoned > 0 && clock_seconds() - s->abandoned > ABANDONED_TIME)
    raise(SIGINT); /* ends it at once; what was checkpointed is kept */
  if (!s->descriptor)
    return;
  keep_progress(s, run);
  write_kept(s);
}

static void show_doing(void *context, const char *what, double share) {
  Phrase text = phrase(" %s", what);
  draw_line(context, share, text.text);
}

/* A short run has not reported any progress yet. */
static void run_finished(void *context, const Run *run) {
  Progress *s = context;
  show_progress(s, run);
  s->before_games = games_done(s, run);
  s->played += run->tally.games - run->found;
  s->full += run->full;
}

/* Earlier games count towards the bar, but not towards the speed. */
static void resumed(void *context, uint64_t games) {
  Progress *s = context;
  s->before_games = games;
}

static void draw_verification(void *context, uint64_t done, uint64_t games) {
  Progress *s = context;
  if (s->descriptor)
    keep_line(s, line_of(json_pack("{s:I, s:I}", "verified", (json_int_t)done,
                                   "wanted", (json_int_t)games)));
  write_kept(s);
  Phrase text = phrase(" %s of %s verified", shown_count(done).text,
                       shown_things(games, "game", "games").text);
  draw_line(s, share_of(done, games), text.text);
}

/* Whoever reads the reports may go away. */
static void open_reports(Progress *s, int descriptor) {
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  s->descriptor = descriptor;
  s->pipe_ignored =
      descriptor && sigaction(SIGPIPE, &ignore, &s->pipe_before) == 0;
}

/* The last line says how far it came. */
static void close_reports(Progress *s) {
  write_kept(s);
  free(s->unreported);
  if (s->pipe_ignored)
    sigaction(SIGPIPE, &s->pipe_before, NULL);
}

/* ---- from outside --------------------------------------------------------*/

Progress *progress_begin(const ProgressPlan *plan) {
  Progress *s = need(sizeof *s);
  s->callbacks = (ExperimentCallbacks){.progress = show_progress,
                                       .run_finished = run_finished,
                                       .doing = show_doing,
                                       .resumed = resumed,
                                       .context = s,
                                       .stop = signals_stop_flag()};
  s->quiet = plan->quiet;
  s->bar = !s->quiet && isatty(STDERR_FILENO);
  s->games = plan->games;
  s->began = clock_seconds();
  signals_begin(s->bar
                    ? "\nfinishing the games in progress; press Ctrl-C again "
                      "to quit at once\n"
                    : NULL,
                true);
  open_reports(s, plan->descriptor);
  return s;
}

const ExperimentCallbacks *progress_callbacks(Progress *s) {
  return &s->callbacks;
}

VerifyCallbacks progress_verify_callbacks(Progress *s) {
  return (VerifyCallbacks){
      .progress = draw_verification, .context = s, .stop = s->callbacks.stop};
}

void progress_expect(Progress *s, uint64_t more) {
  s->games += more;
}

void progress_turns(Progress *s) {
  s->turns = true;
}

int progress_end(Progress *s) {
  double took = clock_seconds() - s->began, rate = (double)s->played / took;
  close_reports(s);
  signals_end();
  if (s->bar)
    output_control(stderr, "\r\033[K");
  if (!s->quiet && s->played)
    fprintf(stderr, "%s in %.1f s, %s a second\n",
            shown_things(s->played, "game", "games").text, took,
            rate < 10 ? shown_real(rate, 1).text
                      : shown_count((uint64_t)rate).text);
  if (s->full)
    fprintf(stderr, "boardlab: warning: in %s of %s a search " BOT_IS_FULL "\n",
            shown_count(s->full).text,
            shown_things(s->played, "game", "games").text);
  free(s);
  return signals_caught() ? 128 + signals_caught() : 0;
}
