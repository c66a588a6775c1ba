#include "cli/studio/table_internal.h"

#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* ---- calls ---------------------------------------------------------------*/

/* Something to do on the table's thread, with what it is about. Whoever wants
 * it waits until it is done. */
struct Call {
  void (*run)(Table *t, Call *call);
  const TablePlan *plan;
  Thought *thought;
  const char *request;
  const json_t *body;
  json_t *answer;
  bool good;
  Error *error;
};

/* Has something done, after what others want. */
static void table_call(Table *t, Call *c) {
  monitor_lock(&t->monitor);
  while (t->call)
    monitor_wait(&t->monitor, INFINITY);
  t->call = c;
  monitor_wake(&t->monitor);
  while (t->call == c)
    monitor_wait(&t->monitor, INFINITY);
  monitor_unlock(&t->monitor);
}

static void *table_run(void *table) {
  Table *t = table;
  printed_use(&t->printed);
  monitor_lock(&t->monitor);
  while (t->call || !t->monitor.ended) {
    if (!t->call) {
      monitor_wait(&t->monitor, INFINITY);
      continue;
    }
    monitor_unlock(&t->monitor);
    t->call->run(t, t->call);
    monitor_lock(&t->monitor);
    t->call = NULL;
    monitor_wake(&t->monitor);
  }
  monitor_unlock(&t->monitor);
  if (t->is_open)
    session_close(&t->session);
  return NULL;
}

/* ---- what others tell it -------------------------------------------------*/

static void take_thought(Table *t, Call *c) {
  table_take_thought(t, c->thought);
}

static void hear_thought(void *table, Thought *thought) {
  table_call(table, &(Call){.run = take_thought, .thought = thought});
}

static void reconsider(Table *t, Call *c) {
  (void)c;
  bool asked = t->asked;
  if (!t->is_open)
    return;
  table_think(t);
  if (asked != t->asked)
    table_publish(t);
}

/* The last page has gone, or the first one has come. */
static void listeners_changed(void *table, int listeners) {
  Table *t = table;
  table_call(t, &(Call){.run = reconsider});
  /* The last thing that a listener does to a table. */
  atomic_fetch_add(listeners ? &t->arrivals : &t->departures, 1);
}

/* ---- opening and closing -------------------------------------------------*/

static void table_begin_call(Table *t, Call *c) {
  c->good = table_begin(t, c->plan, c->error);
  if (c->good)
    table_publish(t);
}

static bool table_start(Table *t, const TablePlan *plan, Error *error) {
  static const char *const EVENTS[] = {"view",  "hint", "evaluation",
                                       "trial", "card", NULL};
  t->channel = channel_new(EVENTS, listeners_changed, t);
  t->thinker = thinker_new(plan->searches, &t->bot_printed, hear_thought, t);
  return (t->thinker && monitor_start(&t->monitor, table_run, t)) ||
         error_set(error, "out of memory (a table)");
}

static void changed_on_disk(void *table) {
  json_decref(table_do(table, "reload", NULL, NULL));
}

/* A game that cannot be watched can still be played. */
static void start_watch(Table *t, const TablePlan *table) {
  const WatchPlan plan = {.spec = t->session.file.game->spec,
                          .channel = t->channel,
                          .reload = changed_on_disk,
                          .context = t,
                          .card = t->card,
                          .commands = table->commands,
                          .turns = table->trials};
  if (watch_suits(plan.spec))
    t->watch = watch_start(&plan);
}

Table *table_open(const TablePlan *plan, Error *error) {
  Table *t = need(sizeof *t);
  monitor_open(&t->monitor);
  printed_init(&t->log);
  printed_init(&t->printed);
  printed_init(&t->bot_printed);
  Call opening = {.run = table_begin_call, .plan = plan, .error = error};
  if (table_start(t, plan, error))
    table_call(t, &opening);
  if (opening.good)
    t->card = card_new(t->session.file.game->spec, t->channel, plan->commands,
                       plan->trials);
  if (opening.good && plan->commands)
    start_watch(t, plan);
  if (opening.good)
    return t;
  table_close(t);
  return NULL;
}

/* Waits until nobody listens any more: those who did have been woken. */
static void wait_for_listeners(Table *t) {
  while (channel_listeners(t->channel) > 0 ||
         atomic_load(&t->arrivals) != atomic_load(&t->departures))
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void table_close(Table *t) {
  if (!t)
    return;
  watch_stop(t->watch);
  channel_end(t->channel);
  wait_for_listeners(t);
  if (t->thinker)
    thinker_end(t->thinker);
  monitor_end(&t->monitor);
  thinker_free(t->thinker);
  card_free(t->card);
  channel_free(t->channel);
  monitor_close(&t->monitor);
  printed_destroy(&t->log);
  printed_destroy(&t->printed);
  printed_destroy(&t->bot_printed);
  free(t->played);
  free(t->evaluated);
  free(t);
}

/* ---- requests ------------------------------------------------------------*/

bool table_is_kept(Table *t) {
  return atomic_load(&t->kept);
}

Card *table_card(Table *t) {
  return t->card;
}

Channel *table_channel(Table *t) {
  return t->channel;
}

static void carry_out(Table *t, Call *c) {
  c->answer = table_carry_out(t, c->request, c->body, c->error);
}

json_t *table_do(Table *t, const char *request, const json_t *body,
                 Error *error) {
  Error why = {0};
  Call c = {.run = carry_out, .request = request, .body = body, .error = &why};
  table_call(t, &c);
  if (!c.answer)
    error_copy(error, &why);
  return c.answer;
}
