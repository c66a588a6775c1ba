#include "core/run/checkpoints.h"

#include <string.h>

void checkpoints_open(Checkpoints *c, Publish *publish, void *context) {
  c->publish = publish;
  c->context = context;
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->written, NULL);
}

void checkpoints_close(Checkpoints *c) {
  checkpoints_wait(c, NULL);
  pthread_cond_destroy(&c->written);
  pthread_mutex_destroy(&c->lock);
}

/* ---- chunks --------------------------------------------------------------*/

Place checkpoints_place(Checkpoints *c, const RunProgress *before) {
  pthread_mutex_lock(&c->lock);
  c->unwritten[c->counter]++;
  pthread_mutex_unlock(&c->lock);
  return (Place){*before, c->counter};
}

static uint64_t bytes_of(const RunProgress *p) {
  return p->games.bytes + p->moves.bytes;
}

void checkpoints_written(Checkpoints *c, const Place *place, bool good) {
  pthread_mutex_lock(&c->lock);
  if (!good && (!c->failed || bytes_of(&place->before) < bytes_of(&c->good))) {
    c->failed = true;
    c->good = place->before;
  }
  if (--c->unwritten[place->counter] == 0)
    pthread_cond_signal(&c->written);
  pthread_mutex_unlock(&c->lock);
}

RunProgress checkpoints_good(Checkpoints *c, const RunProgress *placed) {
  pthread_mutex_lock(&c->lock);
  RunProgress good = c->failed ? c->good : *placed;
  pthread_mutex_unlock(&c->lock);
  return good;
}

/* ---- publishing ----------------------------------------------------------*/

/* Waits until what the checkpoint counts is written. False if it cannot be. */
static bool wait_for_chunks(Checkpoints *c, int counter) {
  pthread_mutex_lock(&c->lock);
  while (c->unwritten[counter] > 0)
    pthread_cond_wait(&c->written, &c->lock);
  bool good = !c->failed;
  pthread_mutex_unlock(&c->lock);
  return good;
}

static void *publish(void *context) {
  Checkpoints *c = context;
  Error error = {0};
  /* The other counter is of the chunks being placed now. */
  if (wait_for_chunks(c, !c->counter))
    c->publish(c->context, &c->progress, &error);
  pthread_mutex_lock(&c->lock);
  c->error = error;
  c->published = true;
  pthread_mutex_unlock(&c->lock);
  return NULL;
}

bool checkpoints_wait(Checkpoints *c, Error *error) {
  if (!c->has_thread)
    return true;
  pthread_join(c->thread, NULL);
  c->has_thread = false;
  return !error_is_set(&c->error) || error_copy(error, &c->error);
}

bool checkpoints_begin(Checkpoints *c, const RunProgress *progress,
                       Error *error) {
  pthread_mutex_lock(&c->lock);
  bool under_way = c->has_thread && !c->published;
  pthread_mutex_unlock(&c->lock);
  if (under_way)
    return true;
  if (!checkpoints_wait(c, error))
    return false;
  c->progress = *progress;
  c->published = false;
  c->counter = !c->counter;
  c->has_thread = pthread_create(&c->thread, NULL, publish, c) == 0;
  return c->has_thread ||
         error_set(error, "could not start a thread: out of memory");
}
