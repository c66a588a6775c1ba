#include "cli/studio/channel.h"

#include "cli/studio/monitor.h"
#include "core/base/need.h"
#include <stdlib.h>
#include <string.h>

typedef struct Event {
  const char *name;
  char *text; /* NULL before the first */
  uint64_t version;
} Event;

struct Channel {
  Monitor monitor;
  void (*listeners_changed)(void *context, int listeners);
  void *context;
  Event event[CHANNEL_EVENTS];
  int event_count, listeners;
  bool ended;
};

Channel *channel_new(const char *const events[],
                     void (*changed)(void *context, int listeners),
                     void *context) {
  Channel *c = need(sizeof *c);
  monitor_open(&c->monitor);
  c->listeners_changed = changed;
  c->context = context;
  for (; events[c->event_count] && c->event_count < CHANNEL_EVENTS;
       c->event_count++)
    c->event[c->event_count].name = events[c->event_count];
  return c;
}

void channel_free(Channel *c) {
  for (int i = 0; i < c->event_count; i++)
    free(c->event[i].text);
  monitor_close(&c->monitor);
  free(c);
}

void channel_publish(Channel *c, const char *name, char *text) {
  if (!text)
    return;
  monitor_lock(&c->monitor);
  for (int i = 0; i < c->event_count; i++) {
    Event *e = &c->event[i];
    if (strcmp(e->name, name) != 0)
      continue;
    char *old = e->text;
    e->text = text;
    e->version++;
    text = old;
  }
  monitor_tell(&c->monitor);
  free(text);
}

void channel_publish_json(Channel *c, const char *name, json_t *json) {
  enum { FLAGS = JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(6) };
  channel_publish(c, name, json_dumps(json, FLAGS));
  json_decref(json);
}

void channel_end(Channel *c) {
  monitor_lock(&c->monitor);
  c->ended = true;
  monitor_tell(&c->monitor);
}

bool channel_join(Channel *c) {
  monitor_lock(&c->monitor);
  bool joined = !c->ended;
  int listeners = joined ? ++c->listeners : 0;
  monitor_unlock(&c->monitor);
  if (listeners == 1 && c->listeners_changed)
    c->listeners_changed(c->context, listeners);
  return joined;
}

void channel_leave(Channel *c) {
  monitor_lock(&c->monitor);
  int listeners = --c->listeners;
  monitor_unlock(&c->monitor);
  if (listeners == 0 && c->listeners_changed)
    c->listeners_changed(c->context, listeners);
}

int channel_listeners(Channel *c) {
  monitor_lock(&c->monitor);
  int listeners = c->listeners;
  monitor_unlock(&c->monitor);
  return listeners;
}

/* The first event that was not seen; NULL if there is none. */
static const Event *find_news(const Channel *c, ChannelSeen *seen) {
  for (int i = 0; i < c->event_count; i++)
    if (c->event[i].version != seen->version[i]) {
      seen->version[i] = c->event[i].version;
      return &c->event[i];
    }
  return NULL;
}

ChannelResult channel_wait(Channel *c, ChannelSeen *seen, int milliseconds,
                           ChannelNews *news) {
  double until = clock_seconds() + milliseconds / 1000.0;
  ChannelResult result = CHANNEL_QUIET;
  monitor_lock(&c->monitor);
  const Event *e = find_news(c, seen);
  while (!e && !c->ended && monitor_wait(&c->monitor, until))
    e = find_news(c, seen);
  char *copy = e ? strdup(e->text) : NULL;
  if (copy) {
    *news = (ChannelNews){e->name, copy};
    result = CHANNEL_NEWS;
  } else if (c->ended) {
    result = CHANNEL_ENDED;
  }
  monitor_unlock(&c->monitor);
  return result;
}
