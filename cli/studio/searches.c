#include "cli/studio/searches.h"

#include <pthread.h>
#include <stdlib.h>

struct Searches {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int running, most;
};

Searches *searches_new(int most) {
  Searches *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  s->most = most;
  return s;
}

void searches_free(Searches *s) {
  if (!s)
    return;
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
  free(s);
}

bool searches_try(Searches *s) {
  if (!s)
    return true;
  pthread_mutex_lock(&s->lock);
  bool allowed = s->running < s->most;
  s->running += allowed;
  pthread_mutex_unlock(&s->lock);
  return allowed;
}

bool searches_begin(Searches *s, const atomic_bool *stop) {
  if (!s)
    return true;
  pthread_mutex_lock(&s->lock);
  while (s->running >= s->most && !atomic_load(stop))
    pthread_cond_wait(&s->changed, &s->lock);
  bool allowed = s->running < s->most;
  s->running += allowed;
  pthread_mutex_unlock(&s->lock);
  return allowed;
}

void searches_end(Searches *s) {
  if (!s)
    return;
  pthread_mutex_lock(&s->lock);
  s->running--;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}

void searches_wake(Searches *s) {
  if (!s)
    return;
  pthread_mutex_lock(&s->lock);
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
}
