/* A lock, somebody who waits for changes under it, and perhaps a thread that
 * does so.
 *
 * Whoever changes something that others wait for does so under the lock and
 * wakes them: all of them look again. */
#ifndef BOARDLAB_CLI_STUDIO_MONITOR_H
#define BOARDLAB_CLI_STUDIO_MONITOR_H

#include "core/base/clock.h"
#include <stdatomic.h>

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

/* ---- turns ---------------------------------------------------------------*/

/* How many of a kind may be under way at a time: searches, trials, reports. The
 * others wait for their turn. Any thread may call these functions. */
typedef struct Turns Turns;

/* At most so many at a time. */
Turns *turns_new(int most);
void turns_free(Turns *turns);

/* Takes a turn. Waits for it at most so many seconds (or INFINITY), or until
 * *stop becomes true (unless that is NULL): whoever sets the flag calls
 * turns_wake. NULL has turns for everybody. */
bool turns_take(Turns *turns, const atomic_bool *stop, double seconds);
/* The same until `poll` returns true, which is called ten times a second. */
bool turns_poll(Turns *turns, bool (*poll)(void *context), void *context);
void turns_return(Turns *turns);
void turns_wake(Turns *turns);

#endif
