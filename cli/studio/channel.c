#include "cli/studio/channel.h"

#include "core/base/clock.h"
#include <stdlib.h>
#include <string.h>

typedef struct Event {
  const char *name;
  char *text; /* NULL before the first */
  uint64_t version;
} Event;

struct Channel {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  void (*listeners_changed)(void *context, int listeners);
  void *context;
  Event event[CHANNEL_EVENTS];
  int event_count, listeners;
  bool ended;
};

static bool open_locks(Channel *c) {
  bool good = pthread_cond_init(&c->changed, NULL) == 0;
  if (good && pthread_mutex_init(&c->lock, NULL) != 0) {
    pthread_cond_destroy(&c->changed);
    good = false;
  }
  return good;
}

Channel *channel_new(const char *const events[],
                     void (*changed)(void *context, int listeners),
                     void *context) {
  Channel *c = calloc(1, sizeof *c);
  if (!c || !open_locks(c)) {
    free(c);
    return NULL;
  }
  c->listeners_changed = changed;
  c->context = context;
  for (; events[c->event_count] && c->event_count < CHANNEL_EVENTS;
       c->event_count++)
    c->event[c->event_count].name = events[c->event_count];
  return c;
}

void channel_free(Channel *c) {
  if (!c)
    return;
  for (int i = 0; i < c->event_count; i++)
    free(c->event[i].text);
  pthread_cond_destroy(&c->changed);
  pthread_mutex_destroy(&c->lock);
  free(c);
}

void channel_publish(Channel *c, const char *name, char *text) {
  if (!text)
    return;
  pthread_mutex_lock(&c->lock);
  for (int i = 0; i < c->event_count; i++) {
    Event *e = &c->event[i];
    if (strcmp(e->name, name) != 0)
      continue;
    char *old = e->text;
    e->text = text;
    e->version++;
    text = old;
  }
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
  free(text);
}

void channel_end(Channel *c) {
  pthread_mutex_lock(&c->lock);
  c->ended = true;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->lock);
}

bool channel_join(Channel *c) {
  pthread_mutex_lock(&c->lock);
  bool joined = !c->ended;
  int listeners = joined ? ++c->listeners : 0;
  pthread_mutex_unlock(&c->lock);
  if (listeners == 1 && c->listeners_changed)
    c->listeners_changed(c->context, listeners);
  return joined;
}

void channel_leave(Channel *c) {
  pthread_mutex_lock(&c->lock);
  int listeners = --c->listeners;
  pthread_mutex_unlock(&c->lock);
  if (listeners == 0 && c->listeners_changed)
    c->listeners_changed(c->context, listeners);
}

int channel_listeners(Channel *c) {
  pthread_mutex_lock(&c->lock);
  int listeners = c->listeners;
  pthread_mutex_unlock(&c->lock);
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
  int64_t until = clock_nanoseconds() + milliseconds * INT64_C(1000000);
  ChannelResult result = CHANNEL_QUIET;
  pthread_mutex_lock(&c->lock);
  const Event *e = find_news(c, seen);
  while (!e && !c->ended && clock_wait(&c->changed, &c->lock, until))
    e = find_news(c, seen);
  char *copy = e ? strdup(e->text) : NULL;
  if (copy) {
    *news = (ChannelNews){e->name, copy};
    result = CHANNEL_NEWS;
  } else if (c->ended) {
    result = CHANNEL_ENDED;
  }
  pthread_mutex_unlock(&c->lock);
  return result;
}
