#define _GNU_SOURCE /* getrandom */
#include "cli/studio/http.h"

#include "cli/studio/http_deadlines.h"
#include "cli/studio/http_guard.h"
#include "cli/studio/http_stream.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

enum {
  STREAM_SECONDS = 60,     /* that a page may read nothing of its stream */
  STREAM_BLOCK = 16 << 10, /* bytes of a stream that are sent at once */
  SINGLE_HEADERS = 5,      /* that a request may have once */
};

struct Http {
  struct MHD_Daemon *daemon;
  HttpPlan plan;
  Guard guard;
  Deadlines *deadlines;
  atomic_int streams;
  atomic_bool stopping;
};

/* A request whose body is being read. */
typedef struct Call {
  const char *path;
  char *body;
  size_t size, used;
} Call;

/* ---- connections ---------------------------------------------------------*/

static Deadline *deadline_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static int socket_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/* The library closes the socket after it has told us. */
static void on_connection(void *context, struct MHD_Connection *connection,
                          void **deadline,
                          enum MHD_ConnectionNotificationCode what) {
  Http *http = context;
  if (what == MHD_CONNECTION_NOTIFY_STARTED)
    *deadline = deadlines_add(http->deadlines, socket_of(connection));
  else
    deadline_remove(*deadline);
}

/* ---- what handlers use ---------------------------------------------------*/

bool http_make_token(char token[HTTP_TOKEN_TEXT]) {
  unsigned char bytes[HTTP_TOKEN_BYTES];
  if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
    return false;
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  return true;
}

void http_refuse(HttpReply *reply, int status, const char *format, ...) {
  char message[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(message, sizeof message, format, values);
  va_end(values);
  utf8_clean_line(message);
  *reply = (HttpReply){.status = status,
                       .json = json_pack("{s:s}", "error", message)};
}

const char *http_query(const HttpRequest *request, const char *name) {
  return MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND,
                                     name);
}

typedef struct Values {
  const char *name, **values;
  int count, most;
} Values;

static enum MHD_Result add_value(void *context, enum MHD_ValueKind kind,
                                 const char *name, const char *value) {
  Values *v = context;
  (void)kind;
  if (value && strcmp(name, v->name) == 0 && v->count < v->most)
    v->values[v->count++] = value;
  return MHD_YES;
}

int http_queries(const HttpRequest *request, const char *name,
                 const char *values[], int most) {
  Values v = {name, values, 0, most};
  MHD_get_connection_values(request->connection, MHD_GET_ARGUMENT_KIND,
                            add_value, &v);
  return v.count;
}

/* ---- replies -------------------------------------------------------------*/

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
  if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
    MHD_add_response_header(response, "Allow", "GET, POST");
  enum MHD_Result sent =
      MHD_queue_response(connection, (unsigned)status, response);
  MHD_destroy_response(response);
  return sent;
}

typedef struct Streaming {
  Http *http;
  Stream *stream;
} Streaming;

static ssize_t read_stream(void *context, uint64_t position, char *to,
                           size_t size) {
  Streaming *s = context;
  (void)position;
  ssize_t got = stream_read(s->stream, to, size);
  return got > 0 ? got : MHD_CONTENT_READER_END_OF_STREAM;
}

static void end_stream(void *context) {
  Streaming *s = context;
  stream_free(s->stream);
  atomic_fetch_sub(&s->http->streams, 1);
  free(s);
}

/* Takes the channel over if there is memory for a stream of it. */
static struct MHD_Response *make_stream(Http *http, Channel *channel,
                                        struct MHD_Connection *connection) {
  Streaming *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  *s = (Streaming){http,
                   stream_new(channel, socket_of(connection), &http->stopping)};
  if (!s->stream) {
    free(s);
    return NULL;
  }
  atomic_fetch_add(&http->streams, 1);
  struct MHD_Response *response = MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, STREAM_BLOCK, read_stream, s, end_stream);
  if (!response)
    end_stream(s);
  return response;
}

static enum MHD_Result send_reply(Http *http, struct MHD_Connection *connection,
                                  HttpReply *reply);

/* A few connections are kept for requests. */
static enum MHD_Result
send_stream(Http *http, struct MHD_Connection *connection, Channel *channel) {
  struct MHD_Response *response = NULL;
  if (atomic_load(&http->streams) < HTTP_STREAMS)
    response = make_stream(http, channel, connection);
  if (!response) {
    HttpReply reply;
    channel_leave(channel);
    http_refuse(&reply, 503,
                "too many pages listen: at most %d streams at a time; close "
                "some of them",
                HTTP_STREAMS);
    return send_reply(http, connection, &reply);
  }
  add_headers(response, "text/event-stream", PAGE_POLICY);
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

static enum MHD_Result send_reply(Http *http, struct MHD_Connection *connection,
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
  deadline_set(deadline_of(connection), CLIENT_READS);
  add_headers(response, reply->type,
              reply->is_report ? REPORT_POLICY : PAGE_POLICY);
  return send_response(connection, reply->status ? reply->status : 200,
                       response);
}

static const char *header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result refuse(Http *http, struct MHD_Connection *connection,
                              int status, const char *message) {
  HttpReply reply;
  http_refuse(&reply, status, "%s", message);
  return send_reply(http, connection, &reply);
}

/* For whoever opens an old address in a browser. It says nothing about this
 * server that the refusal does not. */
static const char WRONG_ADDRESS[] =
    "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<title>boardlab studio: another address</title>\n"
    "<h1>This is not the address of the studio</h1>\n"
    "<p>Part of the address is another one each time that\n"
    "<code>boardlab serve</code> is started. Open the address that it has\n"
    "printed last.</p>\n"
    "<p>If this was a link to a position or to a game of a run: what follows\n"
    "the <code>#</code> in it works behind the new address as well.</p>\n"
    "<p><code>boardlab serve --token TEXT</code> keeps the address the same\n"
    "each time.</p>\n";

/* A browser that follows an address wants a page; programs want JSON. */
static enum MHD_Result refuse_asker(Http *http,
                                    struct MHD_Connection *connection,
                                    const GuardedRequest *request,
                                    const char *why) {
  const char *accept = header(connection, "Accept");
  HttpReply reply = {.status = 403,
                     .bytes = WRONG_ADDRESS,
                     .size = sizeof WRONG_ADDRESS - 1,
                     .type = "text/html; charset=utf-8"};
  if (request->post || why != guard_wrong_token || !accept ||
      !strstr(accept, "text/html"))
    return refuse(http, connection, 403, why);
  return send_reply(http, connection, &reply);
}

/* Relative addresses on the page are right only after a slash. */
static enum MHD_Result add_slash(struct MHD_Connection *connection,
                                 const char *url) {
  char to[HTTP_TOKEN_TEXT + 2];
  snprintf(to, sizeof to, "%s/", url);
  struct MHD_Response *response =
      MHD_create_response_from_buffer(0, (void *)"", MHD_RESPMEM_PERSISTENT);
  if (response) {
    add_headers(response, "text/plain", PAGE_POLICY);
    MHD_add_response_header(response, "Location", to);
  }
  return send_response(connection, 308, response);
}

/* ---- requests ------------------------------------------------------------*/

/* Headers that decide who asks, or where a request ends: a second one could be
 * the one that somebody else believes. */
static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind,
                                    const char *name, const char *value) {
  static const char *const SINGLE[SINGLE_HEADERS] = {
      "Host", "Origin", "Content-Length", "Sec-Fetch-Site", "Sec-Fetch-Mode"};
  int *count = context;
  (void)kind, (void)value;
  for (int i = 0; i < SINGLE_HEADERS; i++)
    count[i] += strcasecmp(name, SINGLE[i]) == 0;
  return MHD_YES;
}

static bool headers_are_single(struct MHD_Connection *connection) {
  int count[SINGLE_HEADERS] = {0};
  MHD_get_connection_values(connection, MHD_HEADER_KIND, count_header, count);
  for (int i = 0; i < SINGLE_HEADERS; i++)
    if (count[i] > 1)
      return false;
  return true;
}

static enum MHD_Result check_value(void *context, enum MHD_ValueKind kind,
                                   const char *name, size_t name_size,
                                   const char *value, size_t size) {
  bool *good = context;
  (void)kind;
  *good = *good && strlen(name) == name_size && utf8_is_valid(name) &&
          (!value || (strlen(value) == size && utf8_is_valid(value)));
  return MHD_YES;
}

static bool address_is_text(struct MHD_Connection *connection,
                            const char *path) {
  bool good = utf8_is_valid(path);
  MHD_get_connection_values_n(connection, MHD_GET_ARGUMENT_KIND, check_value,
                              &good);
  return good;
}

/* Reads how long the body will be: 0 without one. */
static bool read_length(struct MHD_Connection *connection, size_t *length) {
  const char *text = header(connection, "Content-Length");
  *length = 0;
  if (!text)
    return true;
  char *end;
  errno = 0;
  unsigned long long value = strtoull(text, &end, 10);
  *length = (size_t)value;
  return text[0] >= '0' && text[0] <= '9' && !*end && errno == 0 &&
         value <= HTTP_BODY_MAX;
}

/* Checks everything that can be checked before the body is there. */
static enum MHD_Result begin(Http *http, struct MHD_Connection *connection,
                             const char *url, const char *method,
                             void **state) {
  bool post = strcmp(method, "POST") == 0;
  if (!headers_are_single(connection))
    return refuse(http, connection, 400,
                  "a header was sent twice that a request has once");
  GuardedRequest guarded = {url,
                            header(connection, "Host"),
                            header(connection, "Origin"),
                            header(connection, "Sec-Fetch-Site"),
                            header(connection, "Sec-Fetch-Mode"),
                            post};
  const char *path;
  const char *why = guard_check(&http->guard, &guarded, &path);
  if (why)
    return refuse_asker(http, connection, &guarded, why);
  if (!post && strcmp(method, "GET") != 0)
    return refuse(http, connection, 405, "only GET and POST are answered");
  if (!path)
    return add_slash(connection, url);
  if (!address_is_text(connection, path))
    return refuse(http, connection, 400, "the address is not valid UTF-8 text");
  if (header(connection, "Transfer-Encoding"))
    return refuse(http, connection, 411,
                  "a body needs a Content-Length, not a Transfer-Encoding");
  size_t length;
  if (!read_length(connection, &length))
    return refuse(http, connection, 413,
                  "the body is too long: at most 1 MiB is accepted");
  Call *call = calloc(1, sizeof *call);
  if (!call || !(call->body = malloc(length + 1))) {
    free(call);
    return refuse(http, connection, 503, "out of memory");
  }
  call->path = path;
  call->size = length;
  *state = call;
  return MHD_YES;
}

/* Reads the body of a POST as an object; nothing at all is an empty one. */
static json_t *read_body(const Call *call, Error *error) {
  if (call->used == 0)
    return json_object();
  json_error_t why;
  json_t *body =
      json_loadb(call->body, call->used, JSON_REJECT_DUPLICATES, &why);
  if (!body)
    error_set(error, "the body is not valid JSON: line %d, column %d: %s",
              why.line, why.column, why.text);
  else if (!json_is_object(body))
    error_set(error,
              "the body must be a JSON object, as in {\"move\": \"e2\"}");
  if (body && !json_is_object(body)) {
    json_decref(body);
    body = NULL;
  }
  return body;
}

static enum MHD_Result answer(Http *http, struct MHD_Connection *connection,
                              const Call *call, bool post) {
  Error error = {0};
  json_t *body = post ? read_body(call, &error) : NULL;
  if (post && !body)
    return refuse(http, connection, 400, error.message);
  HttpRequest request = {post, call->path, body, connection};
  HttpReply reply = {0};
  deadline_set(deadline_of(connection), CLIENT_WAITS);
  http->plan.handler(http->plan.context, &request, &reply);
  json_decref(body);
  return send_reply(http, connection, &reply);
}

static enum MHD_Result on_request(void *context,
                                  struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *size, void **state) {
  Call *call = *state;
  (void)version;
  if (!call)
    return begin(context, connection, url, method, state);
  if (*size == 0)
    return answer(context, connection, call, strcmp(method, "POST") == 0);
  if (*size > call->size - call->used)
    return MHD_NO; /* longer than it said */
  memcpy(call->body + call->used, data, *size);
  call->used += *size;
  *size = 0;
  return MHD_YES;
}

static void on_completed(void *context, struct MHD_Connection *connection,
                         void **state, enum MHD_RequestTerminationCode how) {
  Call *call = *state;
  (void)context, (void)how;
  deadline_set(deadline_of(connection), CLIENT_ASKS);
  if (call)
    free(call->body);
  free(call);
  *state = NULL;
}

/* A NUL would end a path early: it becomes a byte that is in no valid text. */
static size_t unescape(void *context, struct MHD_Connection *connection,
                       char *text) {
  (void)context, (void)connection;
  size_t length = MHD_http_unescape(text);
  for (size_t i = 0; i < length; i++)
    if (!text[i])
      text[i] = '\xff';
  return length;
}

/* ---- listening -----------------------------------------------------------*/

static bool listen_on(int fd, const struct addrinfo *to) {
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (to->ai_family == AF_INET6)
    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
  return bind(fd, to->ai_addr, to->ai_addrlen) == 0 &&
         listen(fd, SOMAXCONN) == 0;
}

/* Opens the socket here rather than in the library, for good messages. */
static int open_socket(const HttpPlan *plan, Error *error) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                           .ai_flags = AI_NUMERICHOST | AI_PASSIVE},
                  *to = NULL;
  char port[16];
  snprintf(port, sizeof port, "%d", plan->port);
  if (getaddrinfo(plan->address, port, &hints, &to) != 0) {
    error_set(error,
              "'%.100s' is not an address of this machine: write it in "
              "numbers, as in 127.0.0.1",
              plan->address);
    return -1;
  }
  int fd = socket(to->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool good = fd >= 0 && listen_on(fd, to);
  int why = errno;
  freeaddrinfo(to);
  if (good)
    return fd;
  error_set(error, "cannot listen on %.100s, port %d: %s", plan->address,
            plan->port, strerror(why));
  if (why == EADDRINUSE)
    error_set_code(error, ERROR_PORT_TAKEN,
                   "port %d is in use, perhaps by another `boardlab serve`",
                   plan->port);
  if (fd >= 0)
    close(fd);
  return -1;
}

static int port_of(int fd) {
  struct sockaddr_storage own;
  socklen_t size = sizeof own;
  if (getsockname(fd, (struct sockaddr *)&own, &size) != 0)
    return 0;
  return ntohs(own.ss_family == AF_INET6
                   ? ((struct sockaddr_in6 *)&own)->sin6_port
                   : ((struct sockaddr_in *)&own)->sin_port);
}

static struct MHD_Daemon *start_daemon(Http *http, int fd) {
  return MHD_start_daemon(
      MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD |
          MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC,
      0, NULL, NULL, on_request, http, MHD_OPTION_LISTEN_SOCKET, fd,
      MHD_OPTION_NOTIFY_COMPLETED, on_completed, http,
      MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
      MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_CONNECTION_LIMIT,
      (unsigned)HTTP_CONNECTIONS, MHD_OPTION_END);
}

Http *http_start(const HttpPlan *plan, Error *error) {
  int fd = open_socket(plan, error);
  if (fd < 0)
    return NULL;
  Http *http = calloc(1, sizeof *http);
  if (http) {
    http->plan = *plan;
    http->guard = (Guard){plan->address, port_of(fd), plan->token};
    http->deadlines = deadlines_new(HTTP_CONNECTIONS);
    if (http->deadlines)
      http->daemon = start_daemon(http, fd);
  }
  if (!http || !http->daemon) {
    error_set(error, "cannot start the server: %s", strerror(errno));
    close(fd);
    if (http)
      deadlines_free(http->deadlines);
    free(http);
    return NULL;
  }
  return http;
}

int http_port(const Http *http) {
  return http->guard.port;
}

void http_stop(Http *http) {
  if (!http)
    return;
  atomic_store(&http->stopping, true);
  MHD_stop_daemon(http->daemon);
  deadlines_free(http->deadlines);
  free(http);
}
