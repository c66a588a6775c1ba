#include "cli/studio/monitor.h"

#include "core/base/need.h"
#include <stdlib.h>

void monitor_open(Monitor *m) {
  pthread_mutex_init(&m->lock, NULL);
  pthread_cond_init(&m->changed, NULL);
}

bool monitor_start(Monitor *m, void *(*run)(void *context), void *context) {
  m->running = pthread_create(&m->thread, NULL, run, context) == 0;
  return m->running;
}

void monitor_end(Monitor *m) {
  monitor_lock(m);
  m->ended = true;
  monitor_tell(m);
  if (m->running)
    pthread_join(m->thread, NULL);
  m->running = false;
}

void monitor_close(Monitor *m) {
  monitor_end(m);
  pthread_cond_destroy(&m->changed);
  pthread_mutex_destroy(&m->lock);
}

void monitor_lock(Monitor *m) {
  pthread_mutex_lock(&m->lock);
}

void monitor_unlock(Monitor *m) {
  pthread_mutex_unlock(&m->lock);
}

void monitor_wake(Monitor *m) {
  pthread_cond_broadcast(&m->changed);
}

void monitor_tell(Monitor *m) {
  monitor_wake(m);
  monitor_unlock(m);
}

bool monitor_wait(Monitor *m, double until) {
  int64_t at = until < 9e9 ? (int64_t)(until * 1e9) : INT64_MAX;
  return clock_wait(&m->changed, &m->lock, at);
}

/* ---- turns ---------------------------------------------------------------*/

struct Turns {
  Monitor monitor;
  int taken, most;
};

Turns *turns_new(int most) {
  Turns *t = need(sizeof *t);
  monitor_open(&t->monitor);
  t->most = most;
  return t;
}

void turns_free(Turns *t) {
  monitor_close(&t->monitor);
  free(t);
}

bool turns_take(Turns *t, const atomic_bool *stop, double seconds) {
  if (!t)
    return true;
  double until = clock_seconds() + seconds;
  monitor_lock(&t->monitor);
  while (t->taken >= t->most && !(stop && atomic_load(stop)) &&
         monitor_wait(&t->monitor, until))
    ;
  bool mine = t->taken < t->most;
  t->taken += mine;
  monitor_unlock(&t->monitor);
  return mine;
}

static void turns_change(Turns *t, int by) {
  if (!t)
    return;
  monitor_lock(&t->monitor);
  t->taken += by;
  monitor_tell(&t->monitor);
}

bool turns_poll(Turns *turns, bool (*poll)(void *context), void *context) {
  while (!poll(context))
    if (turns_take(turns, NULL, 0.1))
      return true;
  return false;
}

void turns_return(Turns *t) {
  turns_change(t, -1);
}

void turns_wake(Turns *t) {
  turns_change(t, 0);
}
