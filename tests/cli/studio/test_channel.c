/* Channels: what listeners get, and when. */
#include "cli/studio/channel.h"
#include "tests/support/support.h"
#include <pthread.h>
#include <stdlib.h>

static const char *const EVENTS[] = {"view", "hint", NULL};

static int last_listeners;

static void note_listeners(void *context, int listeners) {
  (void)context;
  last_listeners = listeners;
}

static void expect_news(Channel *c, ChannelSeen *seen, const char *event,
                        const char *text) {
  ChannelNews news;
  assert_int_equal(channel_wait(c, seen, 5000, &news), CHANNEL_NEWS);
  assert_string_equal(news.event, event);
  assert_string_equal(news.text, text);
  free(news.text);
}

static void a_listener_gets_the_latest_of_each_event(void **state) {
  (void)state;
  Channel *c = channel_new(EVENTS, NULL, NULL);
  ChannelSeen early = {{0}}, late = {{0}};
  ChannelNews news;
  assert_int_equal(channel_wait(c, &early, 1, &news), CHANNEL_QUIET);
  channel_publish(c, "view", strdup("1"));
  expect_news(c, &early, "view", "1");
  channel_publish(c, "hint", strdup("best"));
  channel_publish(c, "view", strdup("2"));
  channel_publish(c, "view", strdup("3"));
  channel_publish(c, "nothing of that name", strdup("lost"));
  expect_news(c, &early, "view", "3");
  expect_news(c, &early, "hint", "best");
  assert_int_equal(channel_wait(c, &early, 1, &news), CHANNEL_QUIET);
  expect_news(c, &late, "view", "3");
  channel_end(c);
  expect_news(c, &late, "hint", "best"); /* what was said before the end */
  assert_int_equal(channel_wait(c, &late, 5000, &news), CHANNEL_ENDED);
  assert_false(channel_join(c));
  channel_free(c);
}

static void the_owner_knows_when_somebody_listens(void **state) {
  (void)state;
  Channel *c = channel_new(EVENTS, note_listeners, NULL);
  last_listeners = -1;
  assert_true(channel_join(c));
  assert_int_equal(last_listeners, 1);
  last_listeners = -1;
  assert_true(channel_join(c));
  channel_leave(c);
  assert_int_equal(last_listeners, -1);
  assert_int_equal(channel_listeners(c), 1);
  channel_leave(c);
  assert_int_equal(last_listeners, 0);
  channel_free(c);
}

/* A listener on another thread counts up to the last number. */
static void *count_up(void *context) {
  Channel *c = context;
  ChannelSeen seen = {{0}};
  ChannelNews news;
  long last = 0;
  while (channel_wait(c, &seen, 5000, &news) == CHANNEL_NEWS) {
    long number = strtol(news.text, NULL, 10);
    last = number > last ? number : -1;
    free(news.text);
  }
  return (void *)last;
}

static void news_wakes_listeners_on_other_threads(void **state) {
  (void)state;
  Channel *c = channel_new(EVENTS, NULL, NULL);
  pthread_t listener[4];
  for (size_t i = 0; i < COUNT(listener); i++)
    assert_int_equal(pthread_create(&listener[i], NULL, count_up, c), 0);
  for (int i = 1; i <= 1000; i++) {
    char text[16];
    snprintf(text, sizeof text, "%d", i);
    channel_publish(c, "view", strdup(text));
  }
  channel_end(c);
  for (size_t i = 0; i < COUNT(listener); i++) {
    void *last;
    pthread_join(listener[i], &last);
    assert_int_equal((long)last, 1000);
  }
  channel_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_listener_gets_the_latest_of_each_event),
      cmocka_unit_test(the_owner_knows_when_somebody_listens),
      cmocka_unit_test(news_wakes_listeners_on_other_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
