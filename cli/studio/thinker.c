#include "cli/studio/thinker.h"

#include "cli/studio/monitor.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>

struct Thinker {
  Turns *searches;
  Monitor monitor;
  /* Under its lock: */
  ThinkJob *next;    /* what it was asked for last, until it begins */
  Printed printed;   /* by Lua files */
  Thinking thinking; /* only for its thread, but for `stop` */
};

static bool is_stopped(const Thinker *t) {
  return atomic_load(&t->thinking.stop);
}

/* Thinks when it is its turn. Whoever hears of the result may take the next
 * one. */
static void take_turn(Thinker *t, ThinkJob *job) {
  Thought thought;
  if (!turns_take(t->searches, NULL, 0)) {
    think_post(&t->thinking, job, &(Thought){.kind = THOUGHT_WAITS});
    if (!turns_take(t->searches, &t->thinking.stop, INFINITY))
      return;
    think_post(&t->thinking, job, &(Thought){.kind = THOUGHT_BEGINS});
  }
  bool found = !is_stopped(t) && think(&t->thinking, job, &thought);
  turns_return(t->searches);
  if (found)
    think_post(&t->thinking, job, &thought);
}

static ThinkJob *wait_for_job(Thinker *t) {
  monitor_lock(&t->monitor);
  while (!t->next && !t->monitor.ended)
    monitor_wait(&t->monitor, INFINITY);
  ThinkJob *job = t->monitor.ended ? NULL : t->next;
  if (job) {
    t->next = NULL;
    atomic_store(&t->thinking.stop, false);
  }
  monitor_unlock(&t->monitor);
  return job;
}

/* So that people can watch bots play. Something else to do ends it. */
static void pause_before(Thinker *t, const ThinkJob *job) {
  double end = clock_seconds() + job->pause / 1000.0;
  monitor_lock(&t->monitor);
  while (!is_stopped(t) && monitor_wait(&t->monitor, end))
    ;
  monitor_unlock(&t->monitor);
}

static void take_printed(void *thinker, const char *text) {
  Thinker *t = thinker;
  monitor_lock(&t->monitor);
  printed_add(&t->printed, text);
  monitor_unlock(&t->monitor);
}

static void *thinker_run(void *context) {
  Thinker *t = context;
  print_sink_use(&(PrintSink){take_printed, t});
  for (ThinkJob *job; (job = wait_for_job(t));) {
    if (job->pause > 0)
      pause_before(t, job);
    if (!is_stopped(t))
      take_turn(t, job);
    think_job_free(job);
  }
  thinking_close(&t->thinking);
  return NULL;
}

Thinker *thinker_new(Turns *searches,
                     void (*post_thought)(void *context, Thought *thought),
                     void *context) {
  Thinker *t = need(sizeof *t);
  printed_init(&t->printed);
  t->searches = searches;
  t->thinking.post = post_thought;
  t->thinking.context = context;
  monitor_open(&t->monitor);
  if (monitor_start(&t->monitor, thinker_run, t))
    return t;
  thinker_free(t);
  return NULL;
}

void thinker_ask(Thinker *t, ThinkJob *job) {
  monitor_lock(&t->monitor);
  ThinkJob *old = t->next;
  t->next = job;
  atomic_store(&t->thinking.stop, true); /* until it begins the next one */
  monitor_tell(&t->monitor);
  turns_wake(t->searches);
  think_job_free(old);
}

json_t *thinker_printed(Thinker *t) {
  monitor_lock(&t->monitor);
  json_t *list = printed_json(&t->printed);
  monitor_unlock(&t->monitor);
  return list;
}

void thinker_end(Thinker *t) {
  monitor_lock(&t->monitor);
  t->monitor.ended = true; /* so that it does not begin another one */
  atomic_store(&t->thinking.stop, true);
  monitor_unlock(&t->monitor);
  turns_wake(t->searches);
  monitor_end(&t->monitor);
}

void thinker_free(Thinker *t) {
  if (!t)
    return;
  thinker_end(t);
  think_job_free(t->next);
  monitor_close(&t->monitor);
  free(t);
}
