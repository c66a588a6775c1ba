#define _GNU_SOURCE /* memmem */
#include "cli/commands/bench_client.h"

#include "cli/studio/process.h"
#include "core/base/clock.h"
#include "core/base/text.h"
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 60, BLOCK = 1 << 16, REQUEST_TEXT = 512 };

static const char TOKEN[] = "bench-token";

/* A connection and what has come on it, but was not used yet. */
typedef struct Connection {
  int fd;
  Text got;
} Connection;

struct Client {
  Process process;
  int port;
  Connection asking, listening;
};

/* ---- the server ----------------------------------------------------------*/

static void wait_a_moment(void) {
  nanosleep(&(struct timespec){0, 1000000}, NULL);
}

/* Reads the address that the server prints. */
static bool read_port(Client *c, Error *error) {
  char said[512];
  size_t size = 0;
  double end = clock_seconds() + PATIENCE_SECONDS;
  int status;
  do {
    size += process_read(&c->process, PROCESS_OUT, said + size,
                         sizeof said - 1 - size);
    said[size] = '\0';
    if (strchr(said, '\n') &&
        sscanf(said, "http://127.0.0.1:%d/", &c->port) == 1)
      return true;
    wait_a_moment();
  } while (clock_seconds() < end && !process_ended(&c->process, &status));
  return error_set(error, "boardlab serve did not start");
}

static bool connect_to(Connection *c, int port, Error *error) {
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)port),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int on = 1;
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0)
    return error_set(error, "could not connect to boardlab serve");
  setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return true;
}

Client *client_start(const char *folder, Error *error) {
  char *argv[] = {"boardlab", "serve",   (char *)folder, "--port",
                  "0",        "--token", (char *)TOKEN,  NULL};
  Client *c = calloc(1, sizeof *c);
  if (!c) {
    error_set(error, "out of memory (measurements)");
    return NULL;
  }
  c->asking.fd = c->listening.fd = -1;
  if (process_start(&c->process, "/proc/self/exe", argv, error) &&
      read_port(c, error) && connect_to(&c->asking, c->port, error))
    return c;
  client_stop(c);
  return NULL;
}

static void disconnect(Connection *c) {
  if (c->fd >= 0)
    close(c->fd);
  free(c->got.bytes);
}

void client_stop(Client *c) {
  int status;
  if (!c)
    return;
  disconnect(&c->asking);
  disconnect(&c->listening);
  if (c->process.pid > 0)
    kill(c->process.pid, SIGTERM);
  while (c->process.pid > 0 && !process_ended(&c->process, &status))
    wait_a_moment();
  process_close(&c->process);
  free(c);
}

uint64_t client_memory(const Client *c) {
  char path[64];
  unsigned long pages = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)c->process.pid);
  FILE *in = fopen(path, "r");
  if (in && fscanf(in, "%*u %lu", &pages) != 1)
    pages = 0;
  if (in)
    fclose(in);
  return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* ---- HTTP ----------------------------------------------------------------*/

static bool send_all(int fd, const char *bytes, size_t size, Error *error) {
  while (size > 0) {
    ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);
    if (n <= 0)
      return error_set(error, "boardlab serve has closed the connection");
    bytes += n;
    size -= (size_t)n;
  }
  return true;
}

static bool receive(Connection *c, Error *error) {
  struct pollfd p = {c->fd, POLLIN, 0};
  if (!text_reserve(&c->got, BLOCK))
    return error_set(error, "out of memory (measurements)");
  ssize_t n = poll(&p, 1, PATIENCE_SECONDS * 1000) > 0
                  ? recv(c->fd, c->got.bytes + c->got.length, BLOCK, 0)
                  : 0;
  if (n <= 0)
    return error_set(error, "boardlab serve does not answer");
  c->got.length += (size_t)n;
  return true;
}

/* Receives until a mark has come, and returns where it is. */
static char *receive_until(Connection *c, const char *mark, Error *error) {
  for (;;) {
    char *found = c->got.length
                      ? memmem(c->got.bytes, c->got.length, mark, strlen(mark))
                      : NULL;
    if (found || !receive(c, error))
      return found;
  }
}

static void use_up(Connection *c, size_t size) {
  c->got.length -= size;
  memmove(c->got.bytes, c->got.bytes + size, c->got.length);
}

/* HTTP 1.0 for streams, which are then sent without the sizes of chunks. */
static bool send_request(Client *c, Connection *to, const char *method,
                         const char *path, const char *body, Error *error) {
  char head[REQUEST_TEXT];
  int length = snprintf(
      head, sizeof head,
      "%s /%s/%s HTTP/1.%c\r\nHost: 127.0.0.1:%d\r\nContent-Length: %zu\r\n"
      "\r\n",
      method, TOKEN, path, body ? '1' : '0', c->port, body ? strlen(body) : 0);
  return send_all(to->fd, head, (size_t)length, error) &&
         (!body || send_all(to->fd, body, strlen(body), error));
}

bool client_post(Client *c, const char *path, json_t *body, Error *error) {
  char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
  bool sent = text ? send_request(c, &c->asking, "POST", path, text, error)
                   : error_set(error, "out of memory (measurements)");
  free(text);
  json_decref(body);
  return sent;
}

json_t *client_answer(Client *c, Error *error) {
  Connection *from = &c->asking;
  char *end = receive_until(from, "\r\n\r\n", error);
  if (!end)
    return NULL;
  size_t head = (size_t)(end - from->got.bytes) + 4, size = 0;
  end[0] = '\0';
  const char *length = strstr(from->got.bytes, "Content-Length: ");
  if (length)
    size = strtoul(length + strlen("Content-Length: "), NULL, 10);
  bool good = strncmp(from->got.bytes, "HTTP/1.1 200", 12) == 0;
  while (from->got.length < head + size)
    if (!receive(from, error))
      return NULL;
  json_t *answer = json_loadb(from->got.bytes + head, size, 0, NULL);
  if (!good)
    error_set(error, "boardlab serve refused a request: %.*s", (int)size,
              from->got.bytes + head);
  use_up(from, head + size);
  if (good)
    return answer;
  json_decref(answer);
  return NULL;
}

bool client_listen(Client *c, const char *path, Error *error) {
  return connect_to(&c->listening, c->port, error) &&
         send_request(c, &c->listening, "GET", path, NULL, error) &&
         receive_until(&c->listening, "\r\n\r\n", error);
}

json_t *client_event(Client *c, const char *name, double *when, Error *error) {
  Connection *from = &c->listening;
  char wanted[64];
  int length = snprintf(wanted, sizeof wanted, "event: %s\ndata: ", name);
  for (;;) {
    char *end = receive_until(from, "\n\n", error);
    if (!end)
      return NULL;
    *when = clock_seconds();
    size_t size = (size_t)(end - from->got.bytes);
    char *found = memmem(from->got.bytes, size, wanted, (size_t)length);
    json_t *data = NULL;
    if (found)
      data = json_loadb(found + length, (size_t)(end - found) - (size_t)length,
                        0, NULL);
    use_up(from, size + 2);
    if (data)
      return data;
  }
}
