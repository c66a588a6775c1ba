#define _GNU_SOURCE /* POLLRDHUP */
#include "cli/studio/http_stream.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a stream looks whether its page is still there, and how many of
 * these times it says nothing before it sends a comment: that keeps what is in
 * between from closing the connection, and finds connections that broke. */
enum { LOOK_MILLISECONDS = 500, QUIET_LOOKS = 10 };

struct Stream {
  Channel *channel;
  ChannelSeen seen;
  const atomic_bool *stopping;
  int socket;
  char *text; /* being sent */
  size_t size, sent;
};

/* The first thing sent says after how many milliseconds a page that has lost
 * its stream asks for it again. */
static const char GREETING[] = "retry: 1000\n\n";

static bool set_text(Stream *s, char *text, size_t size) {
  free(s->text);
  s->text = text;
  s->size = size;
  s->sent = 0;
  return text != NULL;
}

Stream *stream_new(Channel *channel, int socket, const atomic_bool *stopping) {
  Stream *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->channel = channel;
  s->socket = socket;
  s->stopping = stopping;
  if (!set_text(s, strdup(GREETING), sizeof GREETING - 1)) {
    free(s);
    return NULL;
  }
  return s;
}

void stream_free(Stream *s) {
  if (!s)
    return;
  channel_leave(s->channel);
  free(s->text);
  free(s);
}

static bool page_is_gone(const Stream *s) {
  struct pollfd p = {s->socket, POLLRDHUP, 0};
  return poll(&p, 1, 0) > 0;
}

/* Writes one event; each line of its text is a line of data. */
static bool set_event(Stream *s, const ChannelNews *news) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return false;
  fprintf(out, "event: %s\n", news->event);
  for (const char *line = news->text; line;) {
    int length = (int)strcspn(line, "\n");
    fprintf(out, "data: %.*s\n", length, line);
    line = line[length] ? line + length + 1 : NULL;
  }
  fputc('\n', out);
  if (fclose(out) != 0) {
    free(text);
    return false;
  }
  return set_text(s, text, size);
}

/* Waits until there is something to send; false at the end. */
static bool next_text(Stream *s) {
  for (int looks = 1; !atomic_load(s->stopping) && !page_is_gone(s); looks++) {
    ChannelNews news;
    switch (channel_wait(s->channel, &s->seen, LOOK_MILLISECONDS, &news)) {
    case CHANNEL_NEWS: {
      bool good = set_event(s, &news);
      free(news.text);
      return good;
    }
    case CHANNEL_ENDED:
      return false;
    case CHANNEL_QUIET:
      break;
    }
    if (looks == QUIET_LOOKS)
      return set_text(s, strdup(":\n\n"), 3);
  }
  return false;
}

ssize_t stream_read(Stream *s, char *to, size_t size) {
  if (s->sent == s->size && !next_text(s))
    return -1;
  size_t left = s->size - s->sent, now = left < size ? left : size;
  memcpy(to, s->text + s->sent, now);
  s->sent += now;
  return (ssize_t)now;
}
