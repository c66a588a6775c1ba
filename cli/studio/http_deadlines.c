#include "cli/studio/http_deadlines.h"

#include "core/base/clock.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

/* Seconds for a request, with few connections and with many, and for a reply;
 * and how often they are checked. */
static const double ASKING = 20, ASKING_IN_A_CROWD = 1, READING = 60;
enum { CHECK_SECONDS = 1 };

struct Deadline {
  Deadlines *all;
  int socket; /* -1: no connection */
  ClientTask task;
  double since;
};

struct Deadlines {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  bool stopping;
  int size, used;
  Deadline connection[];
};

static bool has_passed(const Deadline *d, double now, bool crowd) {
  double allowed = crowd ? ASKING_IN_A_CROWD : ASKING;
  if (d->socket < 0 || d->task == CLIENT_WAITS)
    return false;
  return now - d->since > (d->task == CLIENT_READS ? READING : allowed);
}

static void check(Deadlines *all) {
  double now = clock_seconds();
  bool crowd = all->used > all->size * 3 / 4;
  for (int i = 0; i < all->size; i++)
    if (has_passed(&all->connection[i], now, crowd)) {
      shutdown(all->connection[i].socket, SHUT_RDWR);
      all->connection[i].task = CLIENT_WAITS;
    }
}

/* Sleeps without end while there is no connection. */
static void *watch(void *context) {
  Deadlines *all = context;
  pthread_mutex_lock(&all->lock);
  while (!all->stopping) {
    int64_t until = clock_nanoseconds() + CHECK_SECONDS * INT64_C(1000000000);
    if (all->used == 0)
      pthread_cond_wait(&all->changed, &all->lock);
    else
      clock_wait(&all->changed, &all->lock, until);
    check(all);
  }
  pthread_mutex_unlock(&all->lock);
  return NULL;
}

Deadlines *deadlines_new(int connections) {
  Deadlines *all =
      calloc(1, sizeof *all + (size_t)connections * sizeof *all->connection);
  if (!all)
    return NULL;
  all->size = connections;
  for (int i = 0; i < connections; i++)
    all->connection[i] = (Deadline){all, -1, CLIENT_WAITS, 0};
  pthread_mutex_init(&all->lock, NULL);
  pthread_cond_init(&all->changed, NULL);
  if (pthread_create(&all->thread, NULL, watch, all) == 0)
    return all;
  pthread_cond_destroy(&all->changed);
  pthread_mutex_destroy(&all->lock);
  free(all);
  return NULL;
}

void deadlines_free(Deadlines *all) {
  if (!all)
    return;
  pthread_mutex_lock(&all->lock);
  all->stopping = true;
  pthread_cond_signal(&all->changed);
  pthread_mutex_unlock(&all->lock);
  pthread_join(all->thread, NULL);
  pthread_cond_destroy(&all->changed);
  pthread_mutex_destroy(&all->lock);
  free(all);
}

Deadline *deadlines_add(Deadlines *all, int socket) {
  Deadline *found = NULL;
  pthread_mutex_lock(&all->lock);
  for (int i = 0; i < all->size && !found; i++)
    if (all->connection[i].socket < 0)
      found = &all->connection[i];
  if (found) {
    *found = (Deadline){all, socket, CLIENT_ASKS, clock_seconds()};
    if (all->used++ == 0)
      pthread_cond_signal(&all->changed);
  }
  pthread_mutex_unlock(&all->lock);
  return found;
}

void deadline_set(Deadline *d, ClientTask task) {
  if (!d)
    return;
  pthread_mutex_lock(&d->all->lock);
  d->task = task;
  d->since = clock_seconds();
  pthread_mutex_unlock(&d->all->lock);
}

void deadline_remove(Deadline *d) {
  if (!d)
    return;
  pthread_mutex_lock(&d->all->lock);
  d->socket = -1;
  d->all->used--;
  pthread_mutex_unlock(&d->all->lock);
}
