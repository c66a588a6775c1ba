#define _GNU_SOURCE /* POLLRDHUP */
/* A channel as a stream of server-sent events.
 *
 * https://html.spec.whatwg.org/multipage/server-sent-events.html */
#include "cli/studio/http_internal.h"

#include "core/base/need.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How often a stream looks whether its page is still there, and how many of
 * these times it says nothing before it sends a comment: that keeps what is in
 * between from closing the connection, and finds connections that broke. */
enum {
  LOOK_MILLISECONDS = 500,
  QUIET_LOOKS = 10,
  STREAM_BLOCK = 16 << 10 /* bytes that are sent at once */
};

typedef struct Stream {
  Http *http;
  Channel *channel;
  ChannelSeen seen;
  int socket;
  char *text; /* being sent */
  size_t size, sent;
} Stream;

/* The first thing sent says after how many milliseconds a page that has lost
 * its stream asks for it again. */
static const char GREETING[] = "retry: 1000\n\n";

static void set_text(Stream *s, char *text, size_t size) {
  free(s->text);
  s->text = text;
  s->size = size;
  s->sent = 0;
}

static bool page_is_gone(const Stream *s) {
  struct pollfd p = {s->socket, POLLRDHUP, 0};
  return poll(&p, 1, 0) > 0;
}

/* Writes one event; each line of its text is a line of data. */
static void set_event(Stream *s, const ChannelNews *news) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = need_stream(&text, &size);
  fprintf(out, "event: %s\n", news->event);
  for (const char *line = news->text; line;) {
    int length = (int)strcspn(line, "\n");
    fprintf(out, "data: %.*s\n", length, line);
    line = line[length] ? line + length + 1 : NULL;
  }
  fputc('\n', out);
  need_close(out);
  set_text(s, text, size);
}

/* Waits until there is something to send; false at the end. */
static bool next_text(Stream *s) {
  for (int looks = 1; !atomic_load(&s->http->stopping) && !page_is_gone(s);
       looks++) {
    ChannelNews news;
    switch (channel_wait(s->channel, &s->seen, LOOK_MILLISECONDS, &news)) {
    case CHANNEL_NEWS:
      set_event(s, &news);
      free(news.text);
      return true;
    case CHANNEL_ENDED:
      return false;
    case CHANNEL_QUIET:
      break;
    }
    if (looks == QUIET_LOOKS) {
      set_text(s, need_copy(":\n\n"), 3);
      return true;
    }
  }
  return false;
}

/* Waits for something to send and copies at most `size` bytes of it. */
static ssize_t read_stream(void *context, uint64_t position, char *to,
                           size_t size) {
  Stream *s = context;
  (void)position;
  if (s->sent == s->size && !next_text(s))
    return MHD_CONTENT_READER_END_OF_STREAM;
  size_t left = s->size - s->sent, now = left < size ? left : size;
  memcpy(to, s->text + s->sent, now);
  s->sent += now;
  return (ssize_t)now;
}

static void end_stream(void *context) {
  Stream *s = context;
  channel_leave(s->channel);
  atomic_fetch_sub(&s->http->streams, 1);
  free(s->text);
  free(s);
}

/* A few connections are kept for requests. */
bool http_has_stream(const Http *http) {
  return atomic_load(&http->streams) < HTTP_STREAMS;
}

struct MHD_Response *http_stream(Http *http, struct MHD_Connection *connection,
                                 Channel *channel) {
  if (!http_has_stream(http)) {
    channel_leave(channel);
    return NULL;
  }
  Stream *s = need(sizeof *s);
  *s = (Stream){http, channel, .socket = http_socket_of(connection)};
  atomic_fetch_add(&http->streams, 1);
  set_text(s, need_copy(GREETING), sizeof GREETING - 1);
  struct MHD_Response *response = MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, s, end_stream);
  if (!response)
    end_stream(s);
  return response;
}
