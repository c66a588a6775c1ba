/* Channels: the latest news about something, for any number of listeners.
 *
 * A channel has a few events, each with a name and a text. Publishing replaces
 * the text. A listener gets the latest text of every event that it has not
 * seen, at once when it begins to listen and then whenever one changes; what
 * was replaced before it looked is skipped, so that a slow listener costs
 * nothing. Any thread may use a channel; its owner frees it when no thread
 * listens or publishes any more. */
#ifndef BOARDLAB_CLI_STUDIO_CHANNEL_H
#define BOARDLAB_CLI_STUDIO_CHANNEL_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHANNEL_EVENTS = 8 };

typedef struct Channel Channel;

/* What a listener has seen: 0 at first. */
typedef struct ChannelSeen {
  uint64_t version[CHANNEL_EVENTS];
} ChannelSeen;

/* One event, which the caller of channel_wait frees. */
typedef struct ChannelNews {
  const char *event; /* its name */
  char *text;
} ChannelNews;

/* `events` are the names, ended by NULL: constants, at most CHANNEL_EVENTS.
 * `changed` (or NULL) is called when the first listener comes and when the last
 * one leaves, on the thread of that listener, without a lock. */
Channel *channel_new(const char *const events[],
                     void (*changed)(void *context, int listeners),
                     void *context);
void channel_free(Channel *channel);

/* Publishes a text under the name of an event. Takes the text over, which was
 * allocated with malloc; NULL (out of memory) is ignored. */
void channel_publish(Channel *channel, const char *event, char *text);

/* The same with a JSON value as text. Takes the value over. */
void channel_publish_json(Channel *channel, const char *event, json_t *json);

/* Ends the channel: wakes all listeners, and there is no more news. */
void channel_end(Channel *channel);

/* A listener comes and leaves. Coming fails when the channel has ended. */
bool channel_join(Channel *channel);
void channel_leave(Channel *channel);
int channel_listeners(Channel *channel);

typedef enum ChannelResult {
  CHANNEL_NEWS,  /* *news is one event that was not seen */
  CHANNEL_QUIET, /* nothing happened in that time */
  CHANNEL_ENDED
} ChannelResult;

/* Waits for news at most so long. */
ChannelResult channel_wait(Channel *channel, ChannelSeen *seen,
                           int milliseconds, ChannelNews *news);

#endif
