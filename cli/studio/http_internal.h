/* What the parts of the HTTP server share: the server (http.c) and what it
 * sends (http_reply.c, http_stream.c). */
#ifndef BOARDLAB_CLI_STUDIO_HTTP_INTERNAL_H
#define BOARDLAB_CLI_STUDIO_HTTP_INTERNAL_H

#include "cli/studio/http.h"
#include "cli/studio/http_deadlines.h"
#include "cli/studio/http_guard.h"
#include <microhttpd.h>
#include <stdatomic.h>

#define HTTP_STREAM_TYPE "text/event-stream"

struct Http {
  struct MHD_Daemon *daemon;
  HttpPlan plan;
  Guard guard;
  Deadlines *deadlines;
  atomic_int streams;
  atomic_bool stopping;
};

/* Of a connection; its deadline and headers may be NULL, its socket -1. */
Deadline *http_deadline_of(struct MHD_Connection *connection);
int http_socket_of(struct MHD_Connection *connection);
const char *http_header(struct MHD_Connection *connection, const char *name);

/* Whether there may be another stream. */
bool http_has_stream(const Http *http);

/* A stream of a channel that was joined, which it leaves in the end: when the
 * channel ends, when the page is gone, or when the server stops. NULL if there
 * are too many, or no memory. */
struct MHD_Response *http_stream(Http *http, struct MHD_Connection *connection,
                                 Channel *channel);

/* Sends a reply and takes over what is in it. */
enum MHD_Result http_send(Http *http, struct MHD_Connection *connection,
                          HttpReply *reply);

/* Refuses whom the guard does not let in, for a reason of its own. Returns
 * false. */
bool http_refuse_asker(HttpReply *reply, struct MHD_Connection *connection,
                       const GuardedRequest *request, const char *why);

#endif
