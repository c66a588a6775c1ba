#define _GNU_SOURCE /* getrandom */
#include "cli/studio/tables.h"

#include "cli/studio/monitor.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

/* Between two looks for tables that nobody needs. */
enum { LOOK_SECONDS = 30 };

typedef struct Entry {
  uint64_t id; /* 0: free */
  ServedTable *table;
  int users;
  uint64_t used;     /* when last, in terms of Tables.clock */
  double idle_since; /* it was seen that no page shows it; 0: one does */
} Entry;

struct Tables {
  Monitor monitor; /* its lock is for everything below; closes idle tables */
  ServedShare share;
  Entry entry[TABLES_MAX];
  int opening; /* tables that will need a place */
  uint64_t last_id, clock;
};

/* Numbers begin at random, so that a page that comes back to a server that was
 * started again does not find another game under its number. */
static uint64_t random_start(void) {
  uint64_t start = 0;
  if (getrandom(&start, sizeof start, GRND_NONBLOCK) != (ssize_t)sizeof start)
    start = 0;
  return start >> 24 << 8;
}

/* ---- idle tables ---------------------------------------------------------*/

static bool is_idle(const Entry *e) {
  return e->users == 0 && channel_listeners(served_channel(e->table)) == 0;
}

/* Takes one table off the list that has been idle long enough, or NULL. */
static ServedTable *take_idle(Tables *t, double now) {
  for (int i = 0; i < TABLES_MAX; i++) {
    Entry *e = &t->entry[i];
    if (!e->id)
      continue;
    if (!is_idle(e) || !served_is_kept(e->table))
      e->idle_since = 0;
    else if (e->idle_since == 0)
      e->idle_since = now;
    else if (now - e->idle_since >= TABLES_IDLE) {
      ServedTable *table = e->table;
      *e = (Entry){.id = 0};
      return table;
    }
  }
  return NULL;
}

/* Closing waits for a search to stop, so it is done without the lock. */
void tables_close_idle(Tables *t, double now) {
  ServedTable *table;
  do {
    monitor_lock(&t->monitor);
    table = take_idle(t, now);
    monitor_unlock(&t->monitor);
    served_close(table);
  } while (table);
}

static void *look_for_idle(void *context) {
  Tables *t = context;
  monitor_lock(&t->monitor);
  while (!t->monitor.ended) {
    if (monitor_wait(&t->monitor, clock_seconds() + LOOK_SECONDS))
      continue;
    monitor_unlock(&t->monitor);
    tables_close_idle(t, clock_seconds());
    monitor_lock(&t->monitor);
  }
  monitor_unlock(&t->monitor);
  return NULL;
}

/* ---- opening and closing -------------------------------------------------*/

Tables *tables_new(const TaskCommands *commands, Error *error) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  Tables *t = need(sizeof *t);
  t->share =
      (ServedShare){.searches = turns_new(processors > 0 ? (int)processors : 1),
                    .commands = commands,
                    .trials = turns_new(1)};
  t->last_id = random_start();
  monitor_open(&t->monitor);
  if (monitor_start(&t->monitor, look_for_idle, t))
    return t;
  error_set(error, "out of memory");
  tables_free(t);
  return NULL;
}

void tables_end(Tables *t) {
  monitor_lock(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id)
      channel_end(served_channel(t->entry[i].table));
  monitor_unlock(&t->monitor);
}

void tables_free(Tables *t) {
  if (!t)
    return;
  monitor_end(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id)
      served_close(t->entry[i].table);
  turns_free(t->share.searches);
  turns_free(t->share.trials);
  monitor_close(&t->monitor);
  free(t);
}

/* A free entry, or the one to replace, which was used least recently; NULL if
 * there are no more of these than are `wanted` by others. */
static Entry *find_place(Tables *t, int wanted) {
  Entry *best = NULL;
  for (int i = 0; i < TABLES_MAX; i++) {
    Entry *e = &t->entry[i];
    if (e->id && !is_idle(e))
      continue;
    wanted--;
    if (!best || (best->id && (!e->id || e->used < best->used)))
      best = e;
  }
  return wanted < 0 ? best : NULL;
}

/* Nothing is opened that has no place; an old table stays in it until the new
 * one is open. */
uint64_t tables_open(Tables *t, const TablePlan *plan, Error *error) {
  ServedTable *old = NULL;
  uint64_t id = 0;
  monitor_lock(&t->monitor);
  bool has_place = find_place(t, t->opening);
  t->opening += has_place;
  monitor_unlock(&t->monitor);
  if (!has_place)
    return error_set(
        error,
        "%d games are open, and each is shown on some page: close one of them",
        TABLES_MAX);
  ServedTable *table = served_open(plan, &t->share, error);
  monitor_lock(&t->monitor);
  t->opening--;
  Entry *place = table ? find_place(t, 0) : NULL;
  if (place) {
    old = place->table;
    id = ++t->last_id;
    *place = (Entry){.id = id, .table = table, .used = ++t->clock};
  }
  monitor_unlock(&t->monitor);
  if (table && !place) { /* a page has come back to the table there */
    error_set(error, "%d games are open already: try again", TABLES_MAX);
    old = table;
  }
  served_close(old);
  return id;
}

ServedTable *tables_take(Tables *t, const char *id, Error *error) {
  int64_t number = 0;
  ServedTable *table = NULL;
  if (number_in_range(id, 1, INT64_MAX, &number)) {
    monitor_lock(&t->monitor);
    for (int i = 0; i < TABLES_MAX; i++) {
      Entry *e = &t->entry[i];
      if (e->id != (uint64_t)number)
        continue;
      e->users++;
      e->idle_since = 0;
      e->used = ++t->clock;
      table = e->table;
    }
    monitor_unlock(&t->monitor);
  }
  if (!table)
    error_set_code(
        error, ERROR_GONE,
        "there is no game '%.60s' any more: open it again from its text "
        "or its file",
        id);
  return table;
}

void tables_release(Tables *t, ServedTable *table) {
  monitor_lock(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id && t->entry[i].table == table)
      t->entry[i].users--;
  monitor_unlock(&t->monitor);
}
