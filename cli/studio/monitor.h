/* A lock, somebody who waits for changes under it, and perhaps a thread that
 * does so.
 *
 * Whoever changes something that others wait for does so under the lock and
 * wakes them: all of them look again. */
#ifndef BOARDLAB_CLI_STUDIO_MONITOR_H
#define BOARDLAB_CLI_STUDIO_MONITOR_H

#include "core/base/clock.h"

typedef struct Monitor {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  bool running; /* the thread, until it is joined */
  bool ended;   /* under the lock: the thread is to end */
} Monitor;

void monitor_open(Monitor *m);

/* Starts the thread; false if the system has none left. */
bool monitor_start(Monitor *m, void *(*run)(void *context), void *context);

/* Sets `ended` and joins the thread, unless that was done before. */
void monitor_end(Monitor *m);

/* Ends it and frees what it has. */
void monitor_close(Monitor *m);

void monitor_lock(Monitor *m);
void monitor_unlock(Monitor *m);

/* Under the lock, after a change: wakes those who wait; and unlocks. */
void monitor_wake(Monitor *m);
void monitor_tell(Monitor *m);

/* Under the lock: waits for a change until that time, in clock_seconds, or
 * INFINITY; false if it has come. */
bool monitor_wait(Monitor *m, double until);

#endif
