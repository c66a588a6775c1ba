#include "tests/support/studio/page.h"

#include "lua/host/host.h"
#include "tests/support/support.h"
#include <stdlib.h>
#include <string.h>

int start_host(void **unused) {
  (void)unused;
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  return 0;
}

Page open_plan(const TablePlan *plan) {
  return open_shared(plan, &(ServedShare){NULL});
}

Page open_shared(const TablePlan *plan, const ServedShare *share) {
  Error error = {0};
  Page page = {.table = served_open(plan, share, &error)};
  assert_string_equal(error.message, "");
  assert_non_null(page.table);
  assert_true(channel_join(served_channel(page.table)));
  return page;
}

Page open_page(const char *game, const char *first, const char *second) {
  return open_plan(&(TablePlan){.game = game,
                                .seats = {first, second},
                                .seat_count = second ? 2 : 1,
                                .seed = 1});
}

void close_page(Page *page) {
  channel_leave(served_channel(page->table));
  served_close(page->table);
  json_decref(page->view);
  json_decref(page->hint);
  json_decref(page->evaluation);
}

bool look(Page *page, int milliseconds) {
  ChannelNews news;
  if (channel_wait(served_channel(page->table), &page->seen, milliseconds,
                   &news) != CHANNEL_NEWS)
    return false;
  json_t **place = strcmp(news.event, "view") == 0   ? &page->view
                   : strcmp(news.event, "hint") == 0 ? &page->hint
                                                     : &page->evaluation;
  json_decref(*place);
  *place = json_loads(news.text, JSON_DECODE_ANY, NULL);
  assert_non_null(*place);
  free(news.text);
  return true;
}

const json_t *get(const Page *page, const char *key) {
  return json_object_get(page->view, key);
}

const char *text_at(const Page *page, const char *key) {
  const char *text = json_string_value(get(page, key));
  return text ? text : "";
}

int ply_of(const Page *page) {
  return (int)json_integer_value(get(page, "ply"));
}

void wait_until(Page *page, Condition *is_so) {
  while (look(page, 0))
    ;
  while (!is_so(page))
    if (!look(page, 60000))
      fail_msg("it did not happen: %s", json_dumps(page->view, JSON_COMPACT));
}

bool is_human(const Page *page) {
  return json_is_true(get(page, "human"));
}

bool is_over(const Page *page) {
  return json_is_string(get(page, "over"));
}

bool is_stopped(const Page *page) {
  return json_is_true(get(page, "stopped"));
}

bool has_error(const Page *page) {
  return json_is_object(get(page, "error"));
}

bool hint_is_done(const Page *page) {
  return json_is_true(json_object_get(page->hint, "done"));
}

void ask(Page *page, const char *request, json_t *body) {
  Error error = {0};
  json_decref(served_do(page->table, request, body, &error));
  json_decref(body);
  assert_string_equal(error.message, "");
  while (look(page, 0))
    ;
}

void play(Page *page, const char *move) {
  ask(page, "play", json_pack("{s:s}", "move", move));
}

void check_refused(Page *page, const char *request, json_t *body,
                   const char *message) {
  Error error = {0};
  assert_null(served_do(page->table, request, body, &error));
  json_decref(body);
  if (!strstr(error.message, message))
    fail_msg("%s: '%s' is not in '%s'", request, message, error.message);
}

json_t *position_at(Page *page, int ply, Error *error) {
  json_t *body = json_pack("{s:i}", "ply", ply);
  json_t *answer = served_do(page->table, "position", body, error);
  json_decref(body);
  return answer;
}

void check_not_opened(const TablePlan *plan, const char *message) {
  Error error = {0};
  assert_null(served_open(plan, &(ServedShare){NULL}, &error));
  if (!strstr(error.message, message))
    fail_msg("'%s' is not in '%s'", message, error.message);
}
