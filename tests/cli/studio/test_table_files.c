/* Lua files and saved games on tables: files that change, print or fail, and
 * that nothing outside their folder is touched. */
#include "tests/support/studio/page.h"

#include "cli/studio/saved_games.h"
#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool log_says(const Page *page, const char *what) {
  size_t index;
  const json_t *line;
  json_array_foreach(
      (json_t *)get(page, "log"), index,
      line) if (strstr(json_string_value(line), what)) return true;
  return false;
}

/* Tic Tac Doh in which a move is legal if some condition on its size and that
 * of the last move holds. */
static void write_rules(const char *condition) {
  char text[512];
  snprintf(text, sizeof text,
           "local lab = require 'boardlab'\n"
           "return lab.variant {name = 'mine', summary = 'My own.',\n"
           "  base = 'tictacdoh', vars = {last = 'size'},\n"
           "  depends = {'size', 'last'},\n"
           "  allow = function(size, last) return %s end}\n",
           condition);
  write_text("mine.lua", text);
}

static void rules_are_reloaded(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_rules("true");
  Page page = open_page("mine.lua", "human", "human");
  play(&page, "sc3");
  play(&page, "sb3");
  write_rules("size");
  json_decref(served_do(page.table, "reload", NULL, NULL));
  wait_until(&page, is_human);
  assert_int_equal(ply_of(&page), 2);
  assert_true(log_says(&page, "the rules have changed"));
  write_text("mine.lua", "local x = nil\nlocal function f() return x.y end\n"
                         "return f()\n");
  json_decref(served_do(page.table, "reload", NULL, NULL));
  while (look(&page, 0))
    ;
  assert_true(has_error(&page));
  const json_t *error = get(&page, "error");
  assert_non_null(strstr(json_string_value(json_object_get(error, "message")),
                         "mine.lua:2"));
  assert_true(json_is_string(json_object_get(error, "trace")));
  play(&page, "sd3"); /* with the old rules */
  assert_true(has_error(&page));
  write_rules("size ~= 'S'");
  json_decref(served_do(page.table, "reload", NULL, NULL));
  while (look(&page, 0))
    ;
  assert_false(has_error(&page));
  assert_int_equal(ply_of(&page), 0);
  assert_true(log_says(&page, "move 1, Sc3, is no longer legal"));
  close_page(&page);
  clear(dir);
}

static bool has_line(const Page *page, const char *key, const char *line) {
  const json_t *list = json_object_get(page->view, key);
  bool found = false;
  for (size_t i = 0; i < json_array_size(list); i++)
    found =
        found || strcmp(json_string_value(json_array_get(list, i)), line) == 0;
  return found;
}

/* However much it is, the last lines are shown, and nothing reaches stderr. */
static void what_files_print_is_shown(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("loud.lua", "local lab = require 'boardlab'\n"
                         "for i = 1, 3000 do print('line', i) end\n"
                         "print(('x'):rep(9000) .. '\\nlast')\n"
                         "return lab.variant {name = 'loud',\n"
                         "  base = 'tictacdoh'}\n");
  write_text("bot.lua", "return {choose = function(s)\n"
                        "  print 'I think' return s:moves()[1] end}");
  print_sinks_only();
  Page page = open_page("loud.lua", "bot.lua", "human");
  wait_until(&page, is_human);
  assert_true(has_line(&page, "printed", "loud.lua: last"));
  assert_true(has_line(&page, "printed", "loud.lua: line\t3000"));
  assert_false(has_line(&page, "printed", "loud.lua: line\t1"));
  assert_true(has_line(&page, "bot_printed", "bot.lua, ply 1: I think"));
  assert_int_equal(json_array_size(json_object_get(page.view, "printed")), 40);
  close_page(&page);
  clear(dir);
}

static void bots_forfeit(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("bad.lua", "local function think() error('no idea') end\n"
                        "return {choose = function(s) think() end}\n");
  Page page = open_page("tictacdoh", "bad.lua", "human");
  wait_until(&page, is_over);
  assert_non_null(strstr(text_at(&page, "over"), "seat 1 forfeited"));
  const json_t *error = get(&page, "error");
  assert_non_null(
      strstr(json_string_value(json_object_get(error, "message")), "no idea"));
  assert_true(json_is_string(json_object_get(error, "trace")));
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "human"));
  write_text("worse.lua", "error('cannot be opened')");
  ask(&page, "new", NULL);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "worse.lua", "human"));
  wait_until(&page, has_error);
  assert_true(is_stopped(&page));
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "greedy", "human"));
  wait_until(&page, is_human);
  assert_false(has_error(&page));
  close_page(&page);
  clear(dir);
}

static void write_bot(const char *choice) {
  char text[200];
  snprintf(text, sizeof text, "return {choose = function(s) return s:%s end}\n",
           choice);
  write_text("bot.lua", text);
}

static const char *last_move(const Page *page) {
  const json_t *history = get(page, "history");
  const json_t *last = json_array_get(history, json_array_size(history) - 1);
  return json_string_value(json_array_get(last, 1));
}

/* A bot that is saved in the middle of a game plays on. */
static void bots_are_reloaded(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_bot("move 'Lb3'");
  Page page = open_page("tictacdoh", "human", "bot.lua");
  play(&page, "Sc3");
  wait_until(&page, is_human);
  assert_string_equal(last_move(&page), "Lb3");
  write_bot("move 'Md3'");
  play(&page, "Sc4");
  wait_until(&page, is_human);
  assert_string_equal(last_move(&page), "Md3");
  write_text("bot.lua", "return {\n  choose = oops(\n}\n");
  play(&page, "Sb4");
  wait_until(&page, has_error);
  assert_true(is_stopped(&page));
  const json_t *error = get(&page, "error");
  assert_non_null(
      strstr(json_string_value(json_object_get(error, "message")), "bot.lua:"));
  write_bot("moves()[1]");
  ask(&page, "go", NULL);
  wait_until(&page, is_human);
  assert_int_equal(ply_of(&page), 6);
  assert_false(has_error(&page));
  close_page(&page);
  clear(dir);
}

/* The legal moves cannot be found after a large piece. */
static void failing_rules_do_not_end_the_table(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_rules("last ~= 'L' or error('too large')");
  Page page = open_page("mine.lua", "human", "human");
  Error error = {0};
  play(&page, "Sc3");
  json_t *body = json_pack("{s:s}", "move", "Lb3");
  json_decref(served_do(page.table, "play", body, &error));
  json_decref(body);
  wait_until(&page, has_error);
  assert_non_null(
      strstr(json_string_value(json_object_get(get(&page, "error"), "message")),
             "too large"));
  assert_int_equal(ply_of(&page), 1);
  play(&page, "Mb3");
  assert_int_equal(ply_of(&page), 2);
  assert_false(has_error(&page));
  ask(&page, "seats",
      json_pack("{s:[s, s]}", "seats", "bots/random.lua", "bots/random.lua"));
  while (!has_error(&page) && !is_over(&page))
    assert_true(look(&page, 60000));
  close_page(&page);
  clear(dir);
}

/* Playing c2 fails. */
static void failing_moves_are_undone(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("late.lua",
             "local lab = require 'boardlab'\n"
             "return lab.rules {name = 'late', summary = 'S.', players = 2,\n"
             "  state = function() return {board = lab.grid {columns = 3,\n"
             "    rows = 3, marks = '.XO'}} end,\n"
             "  moves = function(s) return s.board:empty() end,\n"
             "  play = function(s, m, seat) s.board[m] = seat\n"
             "    if s.board:name(m) == 'c2' then error('no good') end end,\n"
             "  outcome = function() end,\n"
             "  text = function(s, m) return s.board:name(m) end,\n"
             "  draw = function(s) return s.board:draw() end}\n");
  Page page = open_page("late.lua", "human", "human");
  play(&page, "a1");
  play(&page, "b1");
  play(&page, "c1");
  ask(&page, "undo", NULL);
  check_refused(&page, "preview", json_pack("{s:[s]}", "moves", "c2"),
                "no good");
  ask(&page, "preview", json_pack("{s:[s]}", "moves", "c3")); /* again */
  assert_int_equal(ply_of(&page), 2);
  check_refused(&page, "play", json_pack("{s:s}", "move", "c2"), "no good");
  while (look(&page, 0))
    ;
  const json_t *message = json_object_get(get(&page, "error"), "message");
  assert_non_null(message);
  assert_non_null(strstr(json_string_value(message), "no good"));
  assert_true(log_says(&page, "the rules failed: "));
  assert_int_equal(ply_of(&page), 2);
  ask(&page, "redo", NULL);
  assert_int_equal(ply_of(&page), 3);
  play(&page, "c3");
  assert_false(has_error(&page));
  close_page(&page);
  clear(dir);
}

/* A file that was replaced by a link to one outside is not opened again. */
static void files_may_become_links(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("inside", 0777);
  write_rules("true");
  rename("mine.lua", "outside.lua");
  assert_return_code(chdir("inside"), 0);
  write_rules("true");
  Page page = open_page("mine.lua", "human", "human");
  unlink("mine.lua");
  assert_return_code(symlink("../outside.lua", "mine.lua"), 0);
  check_refused(&page, "swap", NULL, "outside the served folder");
  check_refused(&page, "seats",
                json_pack("{s:[s, s]}", "seats", "human", "random"),
                "outside the served folder");
  check_refused(&page, "edit", json_pack("{s:s}", "settings", ""),
                "outside the served folder");
  json_decref(served_do(page.table, "reload", NULL, NULL));
  while (look(&page, 0))
    ;
  assert_true(log_says(&page, "outside the served folder"));
  play(&page, "Sc3");       /* with the old rules */
  ask(&page, "hint", NULL); /* the thinker opens them only now */
  while (!log_says(&page, "the game:"))
    assert_true(look(&page, 60000));
  close_page(&page);
  assert_return_code(chdir(".."), 0);
  clear(dir);
}

static void games_are_saved(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error error = {0};
  Page page = open_page("quoridor:size=5", "human", "human");
  play(&page, "c2");
  json_t *game = served_do(page.table, "text", NULL, &error);
  const char *text = json_string_value(json_object_get(game, "text"));
  assert_string_equal(text, text_at(&page, "text"));
  mkdir("deep", 0777);
  assert_true(saved_game_write("deep/my.game", text, false, &error));
  assert_false(saved_game_write("deep/my.game", "x", false, &error));
  assert_int_equal(error.code, ERROR_IN_THE_WAY);
  error_clear(&error);
  assert_true(saved_game_write("deep/my.game", text, true, &error));
  char *read = saved_game_read("deep/my.game", &error);
  assert_string_equal(read, text);
  json_t *list = saved_games_list();
  assert_int_equal(json_array_size(list), 1);
  json_decref(list);
  Page again = open_plan(&(TablePlan){.text = read, .name = "deep/my.game"});
  assert_true(look(&again, 0));
  assert_int_equal(ply_of(&again), 1);
  close_page(&again);
  free(read);
  json_decref(game);
  close_page(&page);
  clear(dir);
}

static void check_not_written(const char *path, const char *message) {
  Error error = {0};
  assert_false(saved_game_write(path, "boardlab game\n", true, &error));
  if (!strstr(error.message, message))
    fail_msg("%s: '%s' is not in '%s'", path, message, error.message);
}

static void nothing_outside_is_written_or_read(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("inside", 0777);
  mkdir("outside", 0777);
  write_text("outside/x.game", "boardlab game\n");
  assert_return_code(chdir("inside"), 0);
  write_text("other.game", "something else");
  assert_return_code(symlink("../outside", "link"), 0);
  assert_return_code(symlink("../outside/x.game", "x.game"), 0);
  check_not_written("../outside/x.game", "outside the served folder");
  check_not_written("link/x.game", "outside the served folder");
  check_not_written("x.game", "could not write x.game");
  check_not_written("/tmp/x.game", "outside the served folder");
  check_not_written("none/x.game", "could not write none/x.game");
  check_not_written("x.lua", "must end in .game");
  check_not_written("", "must end in .game");
  check_not_written("a\nb.game", "control characters");
  check_not_written("other.game", "other.game exists and is not a game file");
  Error error = {0};
  assert_null(saved_game_read("link/x.game", &error));
  assert_null(saved_game_read("x.game", &error));
  assert_null(saved_game_read("../outside/x.game", &error));
  assert_null(saved_game_read("none.game", &error));
  json_t *list = saved_games_list();
  assert_int_equal(json_array_size(list), 1);
  json_decref(list);
  check_not_opened(&(TablePlan){.text = "boardlab game\ngame: ../x.lua\n"},
                   "outside the served folder");
  check_not_opened(&(TablePlan){.text = "boardlab game\ngame: tictacdoh\n"
                                        "seat 1: /etc/x.lua\nmoves:\n"},
                   "outside the served folder");
  check_not_opened(&(TablePlan){.game = "../x.lua"},
                   "outside the served folder");
  check_not_opened(&(TablePlan){.game = "chess"}, "there is no game 'chess'");
  check_not_opened(&(TablePlan){.game = "tictacdoh", .moves = "Sc3 Sa1"},
                   "Sa1");
  check_not_opened(&(TablePlan){.text = ""}, "not a game file");
  check_not_opened(&(TablePlan){.game = "tictacdoh",
                                .seats = {"human", "human", "human"},
                                .seat_count = 3},
                   "has 2 seats, but 3 are named");
  clear(dir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules_are_reloaded),
      cmocka_unit_test(what_files_print_is_shown),
      cmocka_unit_test(bots_forfeit),
      cmocka_unit_test(bots_are_reloaded),
      cmocka_unit_test(failing_rules_do_not_end_the_table),
      cmocka_unit_test(failing_moves_are_undone),
      cmocka_unit_test(files_may_become_links),
      cmocka_unit_test(games_are_saved),
      cmocka_unit_test(nothing_outside_is_written_or_read),
  };
  return !!cmocka_run_group_tests(tests, start_host, NULL);
}
