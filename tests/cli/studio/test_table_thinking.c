/* Bots that think on tables: they are stopped, wait for each other, and give
 * hints and evaluations. */
#include "tests/support/studio/page.h"

#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

static bool is_thinking(const Page *page) {
  return json_is_string(get(page, "thinking"));
}

static bool is_idle(const Page *page) {
  return page->view && json_is_null(get(page, "thinking"));
}

static bool is_waiting(const Page *page) {
  return strcmp(text_at(page, "thinking"), "waiting") == 0;
}

static bool hint_is_gone(const Page *page) {
  return json_is_null(page->hint);
}

static bool all_evaluated(const Page *page) {
  const json_t *values = json_object_get(page->evaluation, "values");
  for (int i = 0; i <= ply_of(page); i++)
    if (!json_is_array(json_array_get(values, (size_t)i)))
      return false;
  return true;
}

static const char SLOW[] = "mcts:ms=600000";

/* No search is waited for: otherwise this takes ten minutes. */
static void searches_are_stopped(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", SLOW);
  play(&page, "c2");
  wait_until(&page, is_thinking);
  check_refused(&page, "play", json_pack("{s:s}", "move", "c4"),
                "seat 2 (mcts:ms=600000) is to move");
  ask(&page, "stop", NULL);
  wait_until(&page, is_stopped);
  assert_true(is_idle(&page));
  ask(&page, "go", NULL);
  wait_until(&page, is_thinking);
  ask(&page, "undo", NULL);
  wait_until(&page, is_idle);
  play(&page, "c2");
  wait_until(&page, is_thinking);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "greedy"));
  wait_until(&page, is_human);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", SLOW, "human"));
  wait_until(&page, is_thinking);
  close_page(&page);
}

static void other_bots_are_stopped(void **unused) {
  static const char *const BOTS[] = {"alphabeta:ms=600000", "perfect",
                                     "endless.lua"};
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("endless.lua",
             "return {choose = function() while true do end end}\n");
  host_start((Limits){.work = 0, .memory = MEMORY_DEFAULT});
  for (size_t i = 0; i < sizeof BOTS / sizeof *BOTS; i++) {
    Page page = open_page("quoridor:size=5", BOTS[i], "human");
    wait_until(&page, is_thinking);
    ask(&page, "stop", NULL);
    wait_until(&page, is_stopped);
    assert_true(is_idle(&page));
    assert_false(has_error(&page));
    ask(&page, "go", NULL);
    wait_until(&page, is_thinking);
    close_page(&page);
  }
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  clear(dir);
}

static void nobody_thinks_without_a_page(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", SLOW, "human");
  wait_until(&page, is_thinking);
  channel_leave(served_channel(page.table));
  wait_until(&page, is_idle);
  assert_false(is_stopped(&page));
  assert_true(channel_join(served_channel(page.table)));
  wait_until(&page, is_thinking);
  close_page(&page);
}

static void searches_wait_for_each_other(void **unused) {
  (void)unused;
  Turns *searches = turns_new(1);
  TablePlan plan = {
      .game = "quoridor:size=5", .seats = {"greedy", "human"}, .seat_count = 2};
  assert_true(turns_take(searches, NULL, 0)); /* another table */
  Page page = open_shared(&plan, &(ServedShare){.searches = searches});
  wait_until(&page, is_waiting);
  ask(&page, "stop", NULL);
  wait_until(&page, is_stopped);
  ask(&page, "go", NULL);
  wait_until(&page, is_waiting);
  turns_return(searches);
  wait_until(&page, is_human);
  assert_true(turns_take(searches, NULL, 0));
  ask(&page, "new", NULL);
  wait_until(&page, is_waiting);
  close_page(&page);
  turns_free(searches);
}

static void hints_get_better(void **unused) {
  (void)unused;
  Page page = open_page("tictacdoh", "human", "human");
  ask(&page, "hint", json_pack("{s:i}", "iterations", 2000));
  wait_until(&page, hint_is_done);
  const json_t *best = json_array_get(json_object_get(page.hint, "moves"), 0);
  double rate = json_number_value(json_object_get(best, "rate"));
  assert_true(rate >= 0 && rate <= 1);
  assert_true(json_is_object(json_object_get(best, "parts")));
  assert_true(json_is_string(json_object_get(best, "text")));
  assert_int_equal(json_integer_value(json_object_get(page.hint, "iterations")),
                   2000);
  wait_until(&page, is_idle);
  play(&page, "sc3");
  wait_until(&page, hint_is_gone);
  ask(&page, "hint", NULL);
  ask(&page, "stop", NULL);
  wait_until(&page, is_idle);
  check_refused(&page, "hint", json_pack("{s:i}", "iterations", 0), "from 1");
  check_refused(&page, "hint", json_pack("{s:s}", "iterations", "x"), "from 1");
  ask(&page, "resign", NULL);
  check_refused(&page, "hint", NULL, "the game is over");
  close_page(&page);
}

static void games_are_evaluated(void **unused) {
  static const char *const GAMES[] = {"quoridor:size=3,walls=1",
                                      "games/nim.lua"};
  (void)unused;
  for (int i = 0; i < 2; i++) {
    Page page = open_page(GAMES[i], "random", "random");
    wait_until(&page, is_over);
    ask(&page, "evaluate", json_pack("{s:b}", "on", true));
    wait_until(&page, all_evaluated);
    const json_t *values = json_object_get(page.evaluation, "values");
    const json_t *last = json_array_get(values, (size_t)ply_of(&page));
    double a = json_number_value(json_array_get(last, 0)),
           b = json_number_value(json_array_get(last, 1));
    assert_true((a == 1 && b == 0) || (a == 0 && b == 1));
    const json_t *best = json_object_get(page.evaluation, "best");
    assert_true(json_is_string(json_array_get(best, 0)));
    assert_true(json_is_null(json_array_get(best, (size_t)ply_of(&page))));
    wait_until(&page, is_idle);
    check_refused(&page, "evaluate", NULL, "\"on\" must be true or false");
    ask(&page, "evaluate", json_pack("{s:b}", "on", false));
    assert_true(json_is_null(page.evaluation));
    ask(&page, "evaluate", json_pack("{s:b}", "on", true));
    assert_true(all_evaluated(&page)); /* they are still known */
    close_page(&page);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(searches_are_stopped),
      cmocka_unit_test(other_bots_are_stopped),
      cmocka_unit_test(nobody_thinks_without_a_page),
      cmocka_unit_test(searches_wait_for_each_other),
      cmocka_unit_test(hints_get_better),
      cmocka_unit_test(games_are_evaluated),
  };
  return !!cmocka_run_group_tests(tests, start_host, NULL);
}
