#include "cli/studio/http_internal.h"

#include "core/base/utf8.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* That a page may read nothing of its stream. */
enum { STREAM_SECONDS = 60 };

bool http_refuse(HttpReply *reply, int status, const char *format, ...) {
  char message[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  utf8_clean_line(message);
  *reply = (HttpReply){.status = status,
                       .json = json_pack("{s:s}", "error", message)};
  return false;
}

/* Nothing but what the server itself has sent runs or is shown, and nothing is
 * sent anywhere else. A report has its scripts inside, so it is shut off from
 * the server: it has an origin of its own, and can ask for nothing. */
static const char PAGE_POLICY[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'";
static const char REPORT_POLICY[] =
    "default-src 'none'; script-src 'unsafe-inline'; style-src "
    "'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'none'; sandbox allow-scripts allow-modals";

static void add_headers(struct MHD_Response *response, const char *type,
                        const char *policy) {
  const char *const headers[][2] = {
      {"Content-Type", type},
      {"Content-Security-Policy", policy},
      {"X-Content-Type-Options", "nosniff"},
      {"Referrer-Policy", "no-referrer"},
      {"Cache-Control", "no-store"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
  };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    MHD_add_response_header(response, headers[i][0], headers[i][1]);
}

static enum MHD_Result send_response(struct MHD_Connection *connection,
                                     int status,
                                     struct MHD_Response *response) {
  if (!response)
    return MHD_NO;
  enum MHD_Result sent =
      MHD_queue_response(connection, (unsigned)status, response);
  MHD_destroy_response(response);
  return sent;
}

static enum MHD_Result
send_stream(Http *http, struct MHD_Connection *connection, Channel *channel) {
  struct MHD_Response *response = http_stream(http, connection, channel);
  if (!response) {
    HttpReply reply;
    http_refuse(&reply, 503,
                "too many pages are open: at most %d streams at a time; close "
                "some of them",
                HTTP_STREAMS);
    return http_send(http, connection, &reply);
  }
  add_headers(response, HTTP_STREAM_TYPE, PAGE_POLICY);
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT,
                            (unsigned)STREAM_SECONDS);
  return send_response(connection, 200, response);
}

static void take_json(HttpReply *reply) {
  reply->text = json_dumps(reply->json, JSON_COMPACT | JSON_REAL_PRECISION(9));
  json_decref(reply->json);
  reply->json = NULL;
  reply->type = "application/json";
  reply->size = reply->text ? strlen(reply->text) : 0;
}

enum MHD_Result http_send(Http *http, struct MHD_Connection *connection,
                          HttpReply *reply) {
  if (reply->channel)
    return send_stream(http, connection, reply->channel);
  if (reply->json)
    take_json(reply);
  if (!reply->text && !reply->bytes) /* out of memory */
    *reply = (HttpReply){.status = 500,
                         .bytes = "{\"error\":\"out of memory\"}",
                         .size = strlen("{\"error\":\"out of memory\"}"),
                         .type = "application/json"};
  struct MHD_Response *response =
      reply->text
          ? MHD_create_response_from_buffer(reply->size, reply->text,
                                            MHD_RESPMEM_MUST_FREE)
          : MHD_create_response_from_buffer(reply->size, (void *)reply->bytes,
                                            MHD_RESPMEM_PERSISTENT);
  if (!response) {
    free(reply->text);
    return MHD_NO;
  }
  deadline_set(http_deadline_of(connection), CLIENT_READS);
  add_headers(response, reply->type,
              reply->is_report ? REPORT_POLICY : PAGE_POLICY);
  if (reply->allow)
    MHD_add_response_header(response, "Allow", reply->allow);
  if (reply->location[0])
    MHD_add_response_header(response, "Location", reply->location);
  return send_response(connection, reply->status ? reply->status : 200,
                       response);
}

/* For whoever opens an old address in a browser. It says nothing about this
 * server that the refusal does not. */
static const char WRONG_ADDRESS[] =
    "<!doctype html>\n"
    "<html lang=\"en\">\n"
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<title>boardlab studio: another address</title>\n"
    "<h1>This is not the address of the studio</h1>\n"
    "<p>Part of the address changes each time <code>boardlab serve</code>\n"
    "starts. Open the address that it printed last.</p>\n"
    "<p>If this was a link to a position or to a game of a run, append the\n"
    "part that begins with <code>#</code> to the new address.</p>\n"
    "<p><code>boardlab serve --token TEXT</code> keeps the address the\n"
    "same.</p>\n";

/* A browser that follows an address wants a page; programs want JSON. */
bool http_refuse_asker(HttpReply *reply, struct MHD_Connection *connection,
                       const GuardedRequest *request, const char *why) {
  const char *accept = http_header(connection, "Accept");
  if (request->post || why != guard_wrong_token || !accept ||
      !strstr(accept, "text/html"))
    return http_refuse(reply, 403, "%s", why);
  *reply = (HttpReply){.status = 403,
                       .bytes = WRONG_ADDRESS,
                       .size = sizeof WRONG_ADDRESS - 1,
                       .type = "text/html; charset=utf-8"};
  return false;
}
