/* The server: streams, and the order of its end. Who may ask is in
 * test_http_guard.c, and attacks.mjs attacks the whole command. */
#include "cli/studio/http.h"

#include "tests/support/support.h"
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Instead of need.h's: there is no memory while this is set. */
static atomic_bool is_short;
bool __real_need_reserve(void);
bool __wrap_need_reserve(void);
bool __wrap_need_reserve(void) {
  return !is_short && __real_need_reserve();
}

static const char *const EVENTS[] = {"view", NULL};

typedef struct Setup {
  Channel *channel;
  Http *http;
} Setup;

/* Answers "stream" with the channel, everything else with the query. */
static void handle(void *context, const HttpRequest *request,
                   HttpReply *reply) {
  Setup *s = context;
  if (strcmp(request->path, "stream") == 0 && channel_join(s->channel)) {
    reply->channel = s->channel;
    return;
  }
  const char *values[2];
  int count = http_queries(request, "dir", values, 2);
  reply->json =
      json_pack("{s:s?, s:i, s:s?}", "game", http_query(request, "game"),
                "dirs", count, "last", count ? values[count - 1] : NULL);
}

static int set_up(void **state) {
  static Setup setup;
  setup.channel = channel_new(EVENTS, NULL, NULL);
  HttpPlan plan = {"127.0.0.1", 0, "token-token", handle, &setup};
  setup.http = http_start(&plan, NULL);
  *state = &setup;
  return setup.http ? 0 : -1;
}

static int tear_down(void **state) {
  Setup *s = *state;
  channel_end(s->channel);
  http_stop(s->http);
  channel_free(s->channel);
  return 0;
}

static int ask(const Setup *s, const char *path) {
  struct sockaddr_in to = {.sin_family = AF_INET,
                           .sin_port = htons((uint16_t)http_port(s->http)),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert_int_equal(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
  char text[512];
  int length = snprintf(text, sizeof text,
                        "GET /token-token/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                        "\r\n",
                        path, http_port(s->http));
  assert_int_equal(write(fd, text, (size_t)length), length);
  return fd;
}

/* Reads until a text has come; fails at the end of the stream. */
static void expect(int fd, const char *wanted) {
  char got[8192];
  size_t size = 0;
  for (;;) {
    ssize_t n = read(fd, got + size, sizeof got - 1 - size);
    if (n <= 0)
      fail_msg("'%s' has not come, but: %.*s", wanted, (int)size, got);
    size += (size_t)n;
    got[size] = '\0';
    if (strstr(got, wanted))
      return;
  }
}

static void wait_for_listeners(const Setup *s, int wanted) {
  for (int i = 0; channel_listeners(s->channel) != wanted; i++) {
    assert_true(i < 6000);
    usleep(10000);
  }
}

static void a_stream_sends_what_is_published(void **state) {
  Setup *s = *state;
  int fd = ask(s, "stream");
  expect(fd, "retry: 1000\n\n");
  channel_publish(s->channel, "view", strdup("{\"a\":1}"));
  expect(fd, "event: view\ndata: {\"a\":1}\n\n");
  channel_publish(s->channel, "view", strdup("two\nlines"));
  expect(fd, "event: view\ndata: two\ndata: lines\n\n");
  close(fd);
  wait_for_listeners(s, 0);
}

static void there_are_only_so_many_streams(void **state) {
  Setup *s = *state;
  int fds[HTTP_STREAMS];
  for (int i = 0; i < HTTP_STREAMS; i++)
    expect(fds[i] = ask(s, "stream"), "retry");
  int more = ask(s, "stream");
  expect(more, "503");
  close(more);
  int request = ask(s, "other");
  expect(request, "200 OK");
  close(request);
  assert_int_equal(channel_listeners(s->channel), HTTP_STREAMS);
  for (int i = 0; i < HTTP_STREAMS; i++)
    close(fds[i]);
  wait_for_listeners(s, 0);
  int again = ask(s, "stream");
  expect(again, "retry");
  close(again);
}

static void without_memory_nothing_new_begins(void **state) {
  Setup *s = *state;
  is_short = true;
  int refused = ask(s, "other");
  expect(refused, "503");
  close(refused);
  is_short = false;
  int answered = ask(s, "other");
  expect(answered, "200 OK");
  close(answered);
}

static void streams_end_with_the_channel(void **state) {
  Setup *s = *state;
  int open = ask(s, "stream");
  expect(open, "retry");
  channel_end(s->channel);
  expect(open, "0\r\n\r\n"); /* the last chunk */
  close(open);
  wait_for_listeners(s, 0);
}

static void a_server_can_stop_before_its_channels(void **state) {
  Setup *s = *state;
  int open = ask(s, "stream");
  expect(open, "retry");
  http_stop(s->http);
  assert_int_equal(channel_listeners(s->channel), 0);
  close(open);
  s->http = NULL;
}

static void queries_are_decoded(void **state) {
  Setup *s = *state;
  int fd = ask(s, "x?game=a%20b%2Fc&dir=1&dir=2&dir=3");
  expect(fd, "{\"game\":\"a b/c\",\"dirs\":2,\"last\":\"2\"}");
  close(fd);
}

static void a_port_that_is_taken_is_said_so(void **state) {
  Setup *s = *state;
  Error error = {0};
  HttpPlan plan = {"127.0.0.1", http_port(s->http), "token-token", handle, s};
  assert_null(http_start(&plan, &error));
  assert_int_equal(error.code, ERROR_PORT_TAKEN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_stream_sends_what_is_published, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(there_are_only_so_many_streams, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(without_memory_nothing_new_begins, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(streams_end_with_the_channel, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_server_can_stop_before_its_channels,
                                      set_up, tear_down),
      cmocka_unit_test_setup_teardown(queries_are_decoded, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_port_that_is_taken_is_said_so, set_up,
                                      tear_down),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
