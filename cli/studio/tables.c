#define _GNU_SOURCE /* getrandom */
#include "cli/studio/tables.h"

#include "cli/studio/monitor.h"
#include "core/base/number.h"
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

/* Between two looks for tables that nobody needs. */
enum { LOOK_SECONDS = 30 };

typedef struct Entry {
  uint64_t id; /* 0: free */
  Table *table;
  int users;
  uint64_t used;     /* when last, in terms of Tables.clock */
  double idle_since; /* it was seen that no page shows it; 0: one does */
  bool reserved;     /* for a table that is being opened */
} Entry;

struct Tables {
  Monitor monitor; /* its lock is for everything below; closes idle tables */
  Turns *searches, *trials;
  const TaskCommands *commands;
  Entry entry[TABLES_MAX];
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
  return e->users == 0 && channel_listeners(table_channel(e->table)) == 0;
}

/* Takes one table off the list that has been idle long enough, or NULL. */
static Table *take_idle(Tables *t, double now) {
  for (int i = 0; i < TABLES_MAX; i++) {
    Entry *e = &t->entry[i];
    if (!e->id)
      continue;
    if (!is_idle(e) || !table_is_kept(e->table))
      e->idle_since = 0;
    else if (e->idle_since == 0)
      e->idle_since = now;
    else if (now - e->idle_since >= TABLES_IDLE) {
      Table *table = e->table;
      *e = (Entry){.reserved = e->reserved};
      return table;
    }
  }
  return NULL;
}

/* Closing waits for a search to stop, so it is done without the lock. */
void tables_close_idle(Tables *t, double now) {
  Table *table;
  do {
    monitor_lock(&t->monitor);
    table = take_idle(t, now);
    monitor_unlock(&t->monitor);
    table_close(table);
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

Tables *tables_new(const TaskCommands *commands) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  Tables *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->searches = turns_new(processors > 0 ? (int)processors : 1);
  t->trials = turns_new(1);
  t->commands = commands;
  t->last_id = random_start();
  monitor_open(&t->monitor);
  if (t->searches && t->trials && monitor_start(&t->monitor, look_for_idle, t))
    return t;
  tables_free(t);
  return NULL;
}

void tables_end(Tables *t) {
  monitor_lock(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id)
      channel_end(table_channel(t->entry[i].table));
  monitor_unlock(&t->monitor);
}

void tables_free(Tables *t) {
  if (!t)
    return;
  monitor_end(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id)
      table_close(t->entry[i].table);
  turns_free(t->searches);
  turns_free(t->trials);
  monitor_close(&t->monitor);
  free(t);
}

/* A free entry, or the one to replace; NULL if all are in use. */
static Entry *find_place(Tables *t) {
  Entry *best = NULL;
  for (int i = 0; i < TABLES_MAX; i++) {
    Entry *e = &t->entry[i];
    if (e->reserved || (e->id && !is_idle(e)))
      continue;
    if (!e->id)
      return e;
    if (!best || e->used < best->used)
      best = e;
  }
  return best;
}

/* The place stays that of its old table until the new one is open. */
static Entry *reserve_place(Tables *t, Error *error) {
  monitor_lock(&t->monitor);
  Entry *place = find_place(t);
  if (place)
    place->reserved = true;
  monitor_unlock(&t->monitor);
  if (!place)
    error_set(error,
              "%d games are open, and all are shown by some page: close one "
              "of them",
              TABLES_MAX);
  return place;
}

/* Puts a table in the place that was reserved for it, or in another one if a
 * page has come back to the table there. Gives the place back if there is no
 * table. Returns the number, or 0. */
static uint64_t take_place(Tables *t, Entry *place, Table *table, Table **old) {
  uint64_t id = 0;
  monitor_lock(&t->monitor);
  place->reserved = false;
  if (table && place->id && !is_idle(place))
    place = find_place(t);
  if (table && place) {
    *old = place->table;
    id = ++t->last_id;
    *place = (Entry){.id = id, .table = table, .used = ++t->clock};
  }
  monitor_unlock(&t->monitor);
  return id;
}

uint64_t tables_open(Tables *t, TablePlan *plan, Error *error) {
  plan->searches = t->searches;
  plan->commands = t->commands;
  plan->trials = t->trials;
  Entry *place = reserve_place(t, error);
  if (!place)
    return 0;
  Table *table = table_open(plan, error), *old = NULL;
  uint64_t id = take_place(t, place, table, &old);
  if (table && !id) {
    error_set(error, "%d games are open already: try again", TABLES_MAX);
    old = table;
  }
  table_close(old);
  return id;
}

Table *tables_take(Tables *t, const char *id, Error *error) {
  int64_t number = 0;
  Table *table = NULL;
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

void tables_release(Tables *t, Table *table) {
  monitor_lock(&t->monitor);
  for (int i = 0; i < TABLES_MAX; i++)
    if (t->entry[i].id && t->entry[i].table == table)
      t->entry[i].users--;
  monitor_unlock(&t->monitor);
}
