#include "cli/studio/turns.h"

#include "cli/studio/monitor.h"
#include <stdlib.h>

struct Turns {
  Monitor monitor;
  int taken, most;
};

Turns *turns_new(int most) {
  Turns *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  monitor_open(&t->monitor);
  t->most = most;
  return t;
}

void turns_free(Turns *t) {
  if (!t)
    return;
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

void turns_return(Turns *t) {
  turns_change(t, -1);
}

void turns_wake(Turns *t) {
  turns_change(t, 0);
}
