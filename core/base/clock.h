/* Time that only goes forward, in seconds, for measuring speed. */
#ifndef BOARDLAB_CORE_BASE_CLOCK_H
#define BOARDLAB_CORE_BASE_CLOCK_H

#include <time.h>

static inline double clock_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
