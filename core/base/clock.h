/* Clocks that do not depend on the time of day: for measuring how long
 * something takes, and for waiting. */
#ifndef BOARDLAB_CORE_BASE_CLOCK_H
#define BOARDLAB_CORE_BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Nanoseconds of a clock: CLOCK_MONOTONIC, CLOCK_THREAD_CPUTIME_ID … */
static inline int64_t clock_read(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Nanoseconds since some fixed moment in the past. */
static inline int64_t clock_nanoseconds(void) {
  return clock_read(CLOCK_MONOTONIC);
}

/* The same in seconds. */
static inline double clock_seconds(void) {
  return 1e-9 * (double)clock_nanoseconds();
}

/* Waits for a condition until clock_nanoseconds() is `until`, also if somebody
 * sets the time of day meanwhile. The caller holds the lock. Returns false if
 * the time is up. */
bool clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                int64_t until);

#endif
