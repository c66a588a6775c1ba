#define _GNU_SOURCE /* pthread_cond_clockwait */
#include "core/base/clock.h"

enum { SECOND = 1000000000 };

bool clock_wait(pthread_cond_t *condition, pthread_mutex_t *lock,
                int64_t until) {
  const struct timespec at = {.tv_sec = (time_t)(until / SECOND),
                              .tv_nsec = (long)(until % SECOND)};
  return pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &at) == 0;
}
