#include "core/isolation/attempt.h"

#include "core/base/clock.h"
#include "core/isolation/child.h"
#include "core/isolation/isolation.h"
#include <signal.h>
#include <sys/time.h>
#include <time.h>

/* ThreadSanitizer delivers signals late. */
#if defined(__SANITIZE_THREAD__)
enum { SIGNALS_ARE_LATE = true };
#else
enum { SIGNALS_ARE_LATE = false };
#endif

/* After an attempt that was given up, so many games are counted at first, and
 * at most. */
enum { COUNTED_MIN = 1, COUNTED_MAX = 64 };

Attempt attempt;

static bool attempts_started, attempts_forbidden;
/* Games to be counted before the next attempt, and after it, if it is given
 * up. */
static int attempt_counted_next, attempt_counted_after = COUNTED_MIN;

/* ---- the timer -----------------------------------------------------------*/

static volatile sig_atomic_t attempt_ticks;

static void attempt_on_alarm(int signal) {
  (void)signal;
  attempt_ticks = attempt_ticks + 1;
  isolation_get()->tick();
}

static bool attempt_set_timer(int microseconds) {
  const struct timeval period = {.tv_usec = microseconds};
  return setitimer(ITIMER_REAL, &(struct itimerval){period, period}, NULL) == 0;
}

/* Whether timers are precise. */
static bool attempt_has_fine_timers(void) {
  struct timespec step;
  return clock_getres(CLOCK_MONOTONIC, &step) == 0 && step.tv_sec == 0 &&
         step.tv_nsec <= ATTEMPT_TICK_US * 100;
}

void attempts_start(void) {
  struct sigaction action = {.sa_handler = attempt_on_alarm,
                             .sa_flags = SA_RESTART};
  sigset_t alarm;
  sigemptyset(&action.sa_mask);
  sigemptyset(&alarm);
  sigaddset(&alarm, SIGALRM);
  attempts_started = child_is_here() && isolation_get()->tick &&
                     !SIGNALS_ARE_LATE && !attempts_forbidden &&
                     attempt_has_fine_timers() &&
                     sigaction(SIGALRM, &action, NULL) == 0 &&
                     sigprocmask(SIG_UNBLOCK, &alarm, NULL) == 0 &&
                     attempt_set_timer(ATTEMPT_TICK_US);
}

void attempts_stop(void) {
  if (attempts_started)
    attempt_set_timer(0);
  attempts_started = false;
}

/* Whether the timer has not been found to fail. A process gets at most one
 * signal for the time in which it does not run, so this compares the ticks with
 * processor time, since the last look; the wall clock, which is cheaper to
 * read, says when to look. */
static bool attempt_is_ticking(void) {
  enum { INTERVAL = 10000000 }; /* nanoseconds */
  static int64_t next_look, last_cpu;
  static sig_atomic_t last_ticks;
  int64_t now = clock_read(CLOCK_MONOTONIC);
  if (now < next_look)
    return true;
  int64_t cpu = clock_read(CLOCK_PROCESS_CPUTIME_ID);
  int64_t ran = cpu - last_cpu, ticked = attempt_ticks - last_ticks;
  bool first = next_look == 0;
  next_look = now + INTERVAL;
  last_cpu = cpu;
  last_ticks = attempt_ticks;
  return first || ran < INTERVAL / 2 || ticked * 4000 * ATTEMPT_TICK_US >= ran;
}

/* ---- attempts ------------------------------------------------------------*/

void attempt_begin(void) {
  attempt.given_up = false;
  attempt.on =
      attempts_started && !attempts_forbidden && attempt_counted_next == 0;
  if (attempt_counted_next > 0)
    attempt_counted_next--;
}

/* Where attempt after attempt is given up, fewer and fewer are made. */
bool attempt_end(void) {
  if (!attempt.on)
    return true;
  if (!attempt_is_ticking())
    attempt_forbid();
  attempt.on = false;
  if (!attempt.given_up) {
    attempt_counted_after = COUNTED_MIN;
    return true;
  }
  attempt_counted_next = attempt_counted_after;
  if (attempt_counted_after < COUNTED_MAX)
    attempt_counted_after *= 2;
  return false;
}

void attempt_give_up(void) {
  attempt.given_up = attempt.on;
}

void attempt_forbid(void) {
  attempt_give_up();
  attempts_forbidden = true;
}
