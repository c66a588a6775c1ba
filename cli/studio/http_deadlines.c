#include "cli/studio/http_deadlines.h"

#include "cli/studio/monitor.h"
#include "core/base/need.h"
#include <math.h>
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
  Monitor monitor;
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
  monitor_lock(&all->monitor);
  while (!all->monitor.ended) {
    monitor_wait(&all->monitor,
                 all->used ? clock_seconds() + CHECK_SECONDS : INFINITY);
    check(all);
  }
  monitor_unlock(&all->monitor);
  return NULL;
}

Deadlines *deadlines_new(int connections) {
  Deadlines *all =
      need(sizeof *all + (size_t)connections * sizeof *all->connection);
  all->size = connections;
  for (int i = 0; i < connections; i++)
    all->connection[i] = (Deadline){all, -1, CLIENT_WAITS, 0};
  monitor_open(&all->monitor);
  if (monitor_start(&all->monitor, watch, all))
    return all;
  deadlines_free(all);
  return NULL;
}

void deadlines_free(Deadlines *all) {
  if (!all)
    return;
  monitor_close(&all->monitor);
  free(all);
}

Deadline *deadlines_add(Deadlines *all, int socket) {
  Deadline *found = NULL;
  monitor_lock(&all->monitor);
  for (int i = 0; i < all->size && !found; i++)
    if (all->connection[i].socket < 0)
      found = &all->connection[i];
  if (found) {
    *found = (Deadline){all, socket, CLIENT_ASKS, clock_seconds()};
    all->used++;
  }
  monitor_tell(&all->monitor);
  return found;
}

void deadline_set(Deadline *d, ClientTask task) {
  if (!d)
    return;
  monitor_lock(&d->all->monitor);
  d->task = task;
  d->since = clock_seconds();
  monitor_unlock(&d->all->monitor);
}

void deadline_remove(Deadline *d) {
  if (!d)
    return;
  monitor_lock(&d->all->monitor);
  d->socket = -1;
  d->all->used--;
  monitor_unlock(&d->all->monitor);
}
