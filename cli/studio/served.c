#include "cli/studio/served.h"

#include "cli/studio/thinker.h"
#include "cli/studio/watch.h"
#include "cli/table/body.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct Call Call;

struct ServedTable {
  Monitor monitor;
  Call *call; /* under its lock: what is done now; or NULL */
  Channel *channel;
  Thinker *thinker;
  atomic_int arrivals, departures; /* of first and last listeners */
  atomic_bool kept;                /* pages have the game's text */
  Card *card;
  Watch *watch; /* of the Lua file that is played; or NULL */
  Table *table; /* for its thread only; NULL until it is open */
};

/* ---- calls ---------------------------------------------------------------*/

/* Something to do on the table's thread, with what it is about. Whoever wants
 * it waits until it is done. */
struct Call {
  void (*run)(ServedTable *t, Call *call);
  const TablePlan *plan;
  const Thought *thought;
  const char *request, *spec;
  const json_t *body;
  json_t *answer;
  Error *error;
};

/* Has something done, after what others want. */
static void served_call(ServedTable *t, Call *c) {
  monitor_lock(&t->monitor);
  while (t->call)
    monitor_wait(&t->monitor, INFINITY);
  t->call = c;
  monitor_wake(&t->monitor);
  while (t->call == c)
    monitor_wait(&t->monitor, INFINITY);
  monitor_unlock(&t->monitor);
}

static void *served_run(void *table) {
  ServedTable *t = table;
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
  table_close(t->table);
  return NULL;
}

/* ---- what the table reaches ----------------------------------------------*/

static void publish(void *table, const char *event, json_t *value) {
  ServedTable *t = table;
  if (strcmp(event, "view") == 0)
    atomic_store(&t->kept, json_is_string(json_object_get(value, "text")));
  channel_publish_json(t->channel, event, value);
}

static bool is_shown(void *table) {
  return channel_listeners(((ServedTable *)table)->channel) > 0;
}

static void ask_thinker(void *table, ThinkJob *job) {
  thinker_ask(((ServedTable *)table)->thinker, job);
}

static json_t *printed_elsewhere(void *table) {
  return thinker_printed(((ServedTable *)table)->thinker);
}

/* ---- what others tell it -------------------------------------------------*/

static void take_thought(ServedTable *t, Call *c) {
  table_take_thought(t->table, c->thought);
}

static void hear_thought(void *table, Thought *thought) {
  served_call(table, &(Call){.run = take_thought, .thought = thought});
}

static void reconsider(ServedTable *t, Call *c) {
  (void)c;
  if (t->table)
    table_reconsider(t->table);
}

/* The last page has gone, or the first one has come. */
static void listeners_changed(void *table, int listeners) {
  ServedTable *t = table;
  served_call(t, &(Call){.run = reconsider});
  /* The last thing that a listener does to a table. */
  atomic_fetch_add(listeners ? &t->arrivals : &t->departures, 1);
}

/* ---- opening and closing -------------------------------------------------*/

static void open_table(ServedTable *t, Call *c) {
  const TableOutside outside = {.context = t,
                                .publish = publish,
                                .is_shown = is_shown,
                                .ask = ask_thinker,
                                .printed = printed_elsewhere};
  t->table = table_open(c->plan, &outside, c->error);
  if (!t->table)
    return;
  table_publish(t->table);
  c->spec = table_spec(t->table);
}

static bool served_start(ServedTable *t, Turns *searches, Error *error) {
  static const char *const EVENTS[] = {"view",  "hint", "evaluation",
                                       "trial", "card", NULL};
  t->channel = channel_new(EVENTS, listeners_changed, t);
  t->thinker = thinker_new(searches, hear_thought, t);
  return (t->thinker && monitor_start(&t->monitor, served_run, t)) ||
         error_set(error, "out of memory (a table)");
}

static void changed_on_disk(void *table) {
  json_decref(served_do(table, "reload", NULL, NULL));
}

/* A game that cannot be watched can still be played. */
static void start_watch(ServedTable *t, const char *spec,
                        const ServedShare *share) {
  const WatchPlan plan = {.spec = spec,
                          .channel = t->channel,
                          .reload = changed_on_disk,
                          .context = t,
                          .card = t->card,
                          .commands = share->commands,
                          .turns = share->trials};
  if (share->commands && watch_suits(spec))
    t->watch = watch_start(&plan);
}

ServedTable *served_open(const TablePlan *plan, const ServedShare *share,
                         Error *error) {
  ServedTable *t = need(sizeof *t);
  monitor_open(&t->monitor);
  Call opening = {.run = open_table, .plan = plan, .error = error};
  if (served_start(t, share->searches, error))
    served_call(t, &opening);
  if (!opening.spec) {
    served_close(t);
    return NULL;
  }
  t->card = card_new(opening.spec, t->channel, share->commands, share->trials);
  start_watch(t, opening.spec, share);
  return t;
}

/* Waits until nobody listens any more: those who did have been woken. */
static void wait_for_listeners(ServedTable *t) {
  while (channel_listeners(t->channel) > 0 ||
         atomic_load(&t->arrivals) != atomic_load(&t->departures))
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void served_close(ServedTable *t) {
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
  free(t);
}

/* ---- requests ------------------------------------------------------------*/

bool served_is_kept(ServedTable *t) {
  return atomic_load(&t->kept);
}

Card *served_card(ServedTable *t) {
  return t->card;
}

Channel *served_channel(ServedTable *t) {
  return t->channel;
}

static bool set_trial(ServedTable *t, const json_t *body, Error *error) {
  const char *text;
  TrialMode mode;
  if (!body_text(body, "mode", "\"random\"", &text, error))
    return false;
  if (!t->watch)
    return error_set(error, "the rules of this game are not a Lua file in the "
                            "served folder, so they are not tried");
  if (!trial_read_mode(text, &mode))
    return error_set(error, "\"mode\" must be random, mcts or off, not '%.60s'",
                     text);
  watch_set_mode(t->watch, mode);
  return true;
}

static void carry_out(ServedTable *t, Call *c) {
  if (strcmp(c->request, "trial") != 0) {
    c->answer = table_do(t->table, c->request, c->body, c->error);
    return;
  }
  c->answer = set_trial(t, c->body, c->error) ? json_object() : NULL;
  table_publish(t->table);
}

json_t *served_do(ServedTable *t, const char *request, const json_t *body,
                  Error *error) {
  Error why = {0};
  Call c = {.run = carry_out, .request = request, .body = body, .error = &why};
  served_call(t, &c);
  if (!c.answer)
    error_copy(error, &why);
  return c.answer;
}
