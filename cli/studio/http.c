#define _GNU_SOURCE /* getrandom */
#include "cli/studio/http_internal.h"

#include "core/base/need.h"
#include "core/base/utf8.h"
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

enum {
  SINGLE_HEADERS = 5, /* that a request may have once */
};

/* A request whose body is being read. */
typedef struct Call {
  const char *path;
  char *body;
  size_t size, used;
} Call;

/* ---- connections ---------------------------------------------------------*/

Deadline *http_deadline_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

int http_socket_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

const char *http_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

/* The library closes the socket after it has told us. */
static void on_connection(void *context, struct MHD_Connection *connection,
                          void **deadline,
                          enum MHD_ConnectionNotificationCode what) {
  Http *http = context;
  if (what == MHD_CONNECTION_NOTIFY_STARTED)
    *deadline = deadlines_add(http->deadlines, http_socket_of(connection));
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
  const char *text = http_header(connection, "Content-Length");
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

static bool is_post(const char *method) {
  return strcmp(method, "POST") == 0;
}

static bool is_head(const char *method) {
  return strcmp(method, "HEAD") == 0;
}

/* Relative addresses on the page are right only after a slash: sends a browser
 * to that address. The page can only be read. */
static bool add_slash(const char *url, const char *method, HttpReply *reply) {
  if (strcmp(method, "GET") == 0 || is_head(method)) {
    *reply = (HttpReply){.status = 308, .bytes = "", .type = "text/plain"};
    snprintf(reply->location, sizeof reply->location, "%s/", url);
  } else {
    http_refuse(reply, 405, "the page takes GET, not %.20s", method);
    reply->allow = "GET, HEAD";
  }
  return false;
}

/* Checks everything that can be checked before the body is there; otherwise
 * there is a reply. */
static bool may_ask(const Http *http, struct MHD_Connection *connection,
                    const char *url, const char *method, Call *call,
                    HttpReply *reply) {
  if (!headers_are_single(connection))
    return http_refuse(
        reply, 400,
        "a header was sent twice that a request may have only once");
  GuardedRequest guarded = {url,
                            http_header(connection, "Host"),
                            http_header(connection, "Origin"),
                            http_header(connection, "Sec-Fetch-Site"),
                            http_header(connection, "Sec-Fetch-Mode"),
                            is_post(method)};
  const char *why = guard_check(&http->guard, &guarded, &call->path);
  if (why)
    return http_refuse_asker(reply, connection, &guarded, why);
  if (!call->path)
    return add_slash(url, method, reply);
  if (!address_is_text(connection, call->path))
    return http_refuse(reply, 400, "the address is not valid UTF-8 text");
  if (http_header(connection, "Transfer-Encoding"))
    return http_refuse(
        reply, 411, "a body needs a Content-Length, not a Transfer-Encoding");
  if (!read_length(connection, &call->size))
    return http_refuse(reply, 413,
                       "the body is too long: at most 1 MiB is accepted");
  call->body = malloc(call->size + 1);
  return call->body || http_refuse(reply, 503, "out of memory");
}

static enum MHD_Result http_begin(Http *http, struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  void **state) {
  HttpReply reply;
  if (!need_reserve()) {
    http_refuse(&reply, 503, "out of memory");
    return http_send(http, connection, &reply);
  }
  Call *call = need(sizeof *call);
  if (may_ask(http, connection, url, method, call, &reply)) {
    *state = call;
    return MHD_YES;
  }
  free(call);
  return http_send(http, connection, &reply);
}

/* Reads the body of a POST as an object; nothing at all is an empty one. */
static json_t *read_body(const Call *call, Error *error) {
  if (call->used == 0)
    return json_object();
  json_error_t why;
  json_t *body =
      json_loadb(call->body, call->used, JSON_REJECT_DUPLICATES, &why);
  if (json_is_object(body))
    return body;
  if (!body)
    error_set(error, "the body is not valid JSON: line %d, column %d: %s",
              why.line, why.column, why.text);
  else
    error_set(error,
              "the body must be a JSON object, as in {\"move\": \"e2\"}");
  json_decref(body);
  return NULL;
}

/* The answer to HEAD. The library leaves out the body, but of a stream it would
 * send the chunk that ends it: so this has a Content-Length instead. */
static void drop_stream(HttpReply *reply) {
  channel_leave(reply->channel);
  *reply = (HttpReply){.status = 200, .bytes = "", .type = HTTP_STREAM_TYPE};
}

static enum MHD_Result answer(Http *http, struct MHD_Connection *connection,
                              const Call *call, const char *method) {
  Error error = {0};
  bool post = is_post(method), head = is_head(method);
  json_t *body = post ? read_body(call, &error) : NULL;
  HttpRequest request = {head ? "GET" : method, call->path, body, connection};
  HttpReply reply = {0};
  deadline_set(http_deadline_of(connection), CLIENT_WAITS);
  if (post && !body)
    http_refuse(&reply, 400, "%s", error.message);
  else
    http->plan.handler(http->plan.context, &request, &reply);
  json_decref(body);
  if (head && reply.channel && http_has_stream(http))
    drop_stream(&reply);
  return http_send(http, connection, &reply);
}

static enum MHD_Result on_request(void *context,
                                  struct MHD_Connection *connection,
                                  const char *url, const char *method,
                                  const char *version, const char *data,
                                  size_t *size, void **state) {
  Call *call = *state;
  (void)version;
  if (!call)
    return http_begin(context, connection, url, method, state);
  if (*size == 0)
    return answer(context, connection, call, method);
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
  deadline_set(http_deadline_of(connection), CLIENT_ASKS);
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
              "'%.100s' is not an address of this machine: write it as "
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
  Http *http = need(sizeof *http);
  http->plan = *plan;
  http->guard = (Guard){plan->address, port_of(fd), plan->token};
  http->deadlines = deadlines_new(HTTP_CONNECTIONS);
  if (http->deadlines)
    http->daemon = start_daemon(http, fd);
  if (http->daemon)
    return http;
  error_set(error, "cannot start the server: %s", strerror(errno));
  close(fd);
  deadlines_free(http->deadlines);
  free(http);
  return NULL;
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
