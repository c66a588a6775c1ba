#include "cli/studio/turns.h"

#include "core/base/clock.h"
#include <stdlib.h>

struct Turns {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int taken, most;
};

Turns *turns_new(int most) {
  Turns *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  pthread_mutex_init(&t->lock, NULL);
  pthread_cond_init(&t->changed, NULL);
  t->most = most;
  return t;
}

void turns_free(Turns *t) {
  if (!t)
    return;
  pthread_cond_destroy(&t->changed);
  pthread_mutex_destroy(&t->lock);
  free(t);
}

bool turns_take(Turns *t, const atomic_bool *stop, double seconds) {
  if (!t)
    return true;
  int64_t until = clock_nanoseconds() + (int64_t)(seconds * 1e9);
  pthread_mutex_lock(&t->lock);
  while (t->taken >= t->most && !(stop && atomic_load(stop)) &&
         clock_wait(&t->changed, &t->lock, until))
    ;
  bool mine = t->taken < t->most;
  t->taken += mine;
  pthread_mutex_unlock(&t->lock);
  return mine;
}

static void turns_change(Turns *t, int by) {
  if (!t)
    return;
  pthread_mutex_lock(&t->lock);
  t->taken += by;
  pthread_cond_broadcast(&t->changed);
  pthread_mutex_unlock(&t->lock);
}

void turns_return(Turns *t) {
  turns_change(t, -1);
}

void turns_wake(Turns *t) {
  turns_change(t, 0);
}
