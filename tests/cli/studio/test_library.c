/* The library: what a page can choose, and which files it may name. */
#include "cli/studio/library.h"
#include "cli/studio/preview.h"
#include "cli/table/offer.h"

#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const char GAME[] =
    "local lab = require 'boardlab'\n"
    "return lab.variant {name = 'mine', summary = 'My own.',\n"
    "  base = 'tictacdoh', set = {small = 4}}\n";

static const json_t *find(const json_t *list, const char *key,
                          const char *text) {
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *entry = json_array_get(list, i);
    const char *value = json_string_value(json_object_get(entry, key));
    if (value && strcmp(value, text) == 0)
      return entry;
  }
  fail_msg("there is no entry with %s %s", key, text);
  return NULL;
}

static const char *text_of(const json_t *entry, const char *key) {
  const char *text = json_string_value(json_object_get(entry, key));
  assert_non_null(text);
  return text;
}

static const json_t *find_in(const json_t *list, const char *where,
                             const char *spec) {
  return find(json_object_get(list, where), "spec", spec);
}

static void check_kind(const json_t *list, const char *where, const char *spec,
                       const char *kind) {
  assert_string_equal(text_of(find_in(list, where, spec), "kind"), kind);
}

static void lists_what_there_is(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("deep", 0777);
  mkdir(".hidden", 0777);
  write_text("mine.lua", GAME);
  write_text("deep/mine.lua", GAME);
  write_text(".hidden/mine.lua", GAME);
  write_text("broken.lua", "local x = nil\nreturn x.y\n");
  write_text("bot.lua",
             "return {choose = function(s) return s:moves()[1] end}");
  write_text("module.lua", "return {help = function() end}");
  assert_return_code(symlink("/etc", "etc"), 0);
  assert_return_code(symlink("mine.lua", "link.lua"), 0);
  Library *library = library_new(60);
  json_t *list = library_list(library);
  check_kind(list, "games", "quoridor", "game");
  check_kind(list, "games", "games/hex.lua", "game");
  check_kind(list, "games", "variants/tictacdoh3.lua", "variant");
  check_kind(list, "bots", "mcts", "bot");
  check_kind(list, "bots", "bots/runner.lua", "bot");
  assert_int_equal(json_array_size(json_object_get(list, "files")), 5);
  check_kind(list, "files", "mine.lua", "variant");
  check_kind(list, "files", "deep/mine.lua", "variant");
  check_kind(list, "files", "bot.lua", "bot");
  check_kind(list, "files", "module.lua", "module");
  const json_t *broken = find_in(list, "files", "broken.lua");
  assert_non_null(strstr(text_of(broken, "error"), "broken.lua:2"));
  assert_null(json_object_get(broken, "kind"));
  assert_string_equal(text_of(find_in(list, "files", "mine.lua"), "summary"),
                      "My own.");
  assert_true(json_is_false(json_object_get(list, "more")));
  json_decref(list);
  library_free(library);
  clear(dir);
}

/* A folder that cannot be read is not an empty one. */
static void lists_everything_or_nothing(void **unused) {
  (void)unused;
  Library *library = library_new(60);
  struct rlimit before, none;
  getrlimit(RLIMIT_NOFILE, &before);
  none = (struct rlimit){0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  assert_null(library_list(library));
  setrlimit(RLIMIT_NOFILE, &before);
  library_free(library);
}

static void check_summary(Library *library, const char *spec,
                          const char *summary) {
  json_t *list = library_list(library);
  assert_string_equal(text_of(find_in(list, "files", spec), "summary"),
                      summary);
  json_decref(list);
}

/* What is kept about a file is used only as long as it is true. */
static void notices_changes(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Library *library = library_new(60);
  write_text("texts.lua", "return {summary = 'one'}");
  write_text("a.lua", "return {summary = require('texts').summary,\n"
                      "choose = function(s) return s:moves()[1] end}");
  check_summary(library, "a.lua", "one");
  check_summary(library, "a.lua", "one");
  write_text("texts.lua", "return {summary = 'two'}");
  check_summary(library, "a.lua", "two");
  unlink("texts.lua");
  json_t *list = library_list(library);
  assert_non_null(text_of(find_in(list, "files", "a.lua"), "error"));
  json_decref(list);
  write_text("texts.lua", "return {summary = 'three'}");
  check_summary(library, "a.lua", "three");
  library_free(library);
  clear(dir);
}

static int count_kind(Library *library, const char *key, const char *value) {
  json_t *list = library_list(library), *files = json_object_get(list, "files");
  int count = 0;
  for (size_t i = 0; i < json_array_size(files); i++) {
    const char *text =
        json_string_value(json_object_get(json_array_get(files, i), key));
    count += text && strstr(text, value);
  }
  json_decref(list);
  return count;
}

/* A listing without time looks at one file more than the one before, also if
 * the file fails, and then at none. */
static void files_that_hang(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Limits before = limits_get();
  host_start((Limits){0, MEMORY_DEFAULT}); /* unlimited, but not for a list */
  write_text("1.lua", "while true do end");
  write_text("2.lua", "error 'no'");
  write_text("3.lua", GAME);
  Library *library = library_new(0);
  for (int unread = 2; unread >= 0; unread--)
    assert_int_equal(count_kind(library, "kind", "unread"), unread);
  assert_int_equal(count_kind(library, "error", "budget"), 1);
  assert_int_equal(count_kind(library, "error", "no"), 1);
  write_text("2.lua", "error 'other'");
  write_text("3.lua", "");
  assert_int_equal(count_kind(library, "kind", "unread"), 1);
  library_end(library);
  json_t *list = library_list(library);
  assert_int_equal(json_array_size(json_object_get(list, "files")), 0);
  json_decref(list);
  library_free(library);
  host_start(before);
  clear(dir);
}

static void lists_a_bounded_number_of_files(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("a", 0777), mkdir("a/b", 0777), mkdir("a/b/c", 0777);
  mkdir("a/b/c/d", 0777);
  write_text("a/b/c/deep.lua", GAME);
  write_text("a/b/c/d/deeper.lua", GAME);
  Library *library = library_new(60);
  json_t *list = library_list(library);
  assert_int_equal(json_array_size(json_object_get(list, "files")), 1);
  json_decref(list);
  for (int i = 0; i < LIBRARY_FILES; i++) {
    char path[32];
    snprintf(path, sizeof path, "%03d.lua", i);
    write_text(path, "");
  }
  host_isolate(ISOLATION_OFF, NULL); /* for speed */
  host_start(limits_get());
  list = library_list(library);
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  assert_int_equal(json_array_size(json_object_get(list, "files")),
                   LIBRARY_FILES);
  assert_true(json_is_true(json_object_get(list, "more")));
  json_decref(list);
  library_free(library);
  clear(dir);
}

static void check_refused(const char *spec, const char *message) {
  Error why = {0};
  assert_false(offer_allows(spec, &why));
  assert_non_null(strstr(why.message, message));
  assert_null(offer_game(spec, NULL));
  assert_null(offer_bot(spec, NULL, NULL));
}

static void names_nothing_outside(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  char outside[256];
  mkdir("inside", 0777);
  write_text("outside.lua", GAME);
  assert_return_code(chdir("inside"), 0);
  write_text("mine.lua", GAME);
  write_text("spy.lua", "return {games = {'../outside.lua'},\n"
                        "choose = function(s) return s:moves()[1] end}");
  assert_return_code(symlink("../outside.lua", "link.lua"), 0);
  assert_true(offer_allows("mine.lua:small=5", NULL));
  assert_true(offer_allows("games/hex.lua", NULL));
  assert_true(offer_allows("quoridor", NULL));
  check_refused("../outside.lua", "outside the served folder");
  check_refused("inside/../../outside.lua", "there is no file");
  check_refused("link.lua", "outside the served folder");
  check_refused("/etc/passwd.lua", "outside the served folder");
  snprintf(outside, sizeof outside, "%.240s/outside.lua", dir);
  check_refused(outside, "outside the served folder");
  check_refused("games/../../cli/x.lua", "outside the served folder");
  check_refused("", "");
  check_refused("none.lua", "there is no file none.lua");
  Error why = {0};
  assert_null(offer_bot("spy.lua", NULL, &why));
  assert_non_null(strstr(why.message, "outside the served folder"));
  assert_null(offer_bot("mcts", "../outside.lua", &why));
  clear(dir);
}

static const json_t *option_of(const json_t *about, const char *name) {
  return find(json_object_get(about, "options"), "name", name);
}

static double number_of(const json_t *option, const char *key) {
  return json_number_value(json_object_get(option, key));
}

static void describes_options(void **unused) {
  (void)unused;
  json_t *game = offer_game("quoridor:players=4,size=7", NULL);
  assert_non_null(game);
  assert_int_equal(number_of(game, "seats"), 4);
  assert_int_equal(json_array_size(json_object_get(game, "sides")), 4);
  assert_string_equal(text_of(game, "spec"), "quoridor:players=4,size=7");
  const json_t *size = option_of(game, "size"), *walls;
  assert_string_equal(text_of(size, "type"), "int");
  assert_int_equal(number_of(size, "value"), 7);
  assert_int_equal(number_of(size, "default"), 9);
  assert_true(number_of(size, "min") < 7 && number_of(size, "max") > 7);
  walls = option_of(game, "walls");
  assert_non_null(text_of(walls, "derived"));
  int four = (int)number_of(walls, "default");
  json_decref(game);
  game = offer_game("quoridor:size=7", NULL);
  assert_true(number_of(option_of(game, "walls"), "default") > four);
  json_decref(game);
  json_t *bot = offer_bot("mcts:iterations=500", "tictacdoh", NULL);
  assert_int_equal(number_of(option_of(bot, "iterations"), "value"), 500);
  json_decref(bot);
  Error why = {0};
  assert_null(offer_game("quoridor:size=6.5", &why));
  assert_non_null(strstr(why.message, "size"));
}

/* A card shows a position of every game with rules, what only seat 1 sees, and
 * of a saved game the last position. */
static void previews_games(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error why = {0};
  json_t *one = preview_game("quoridor", NULL);
  json_t *same = preview_game("quoridor", NULL);
  assert_non_null(one);
  assert_true(json_equal(one, same));
  assert_int_equal(number_of(one, "seats"), 2);
  assert_int_equal(number_of(one, "plies"), 12);
  assert_true(json_array_size(
                  json_object_get(json_object_get(one, "frame"), "walls")) > 0);
  json_decref(one);
  json_decref(same);
  json_t *hidden = preview_game("games/goofspiel.lua", NULL);
  assert_non_null(hidden);
  json_decref(hidden);
  write_text("x.game", "boardlab game\ngame: quoridor\nseat 1: human\n"
                       "seat 2: mcts\nmoves:\ne2 e8 e3\n");
  json_t *saved = preview_saved("x.game", NULL);
  assert_int_equal(number_of(saved, "plies"), 3);
  assert_string_equal(
      json_string_value(json_array_get(json_object_get(saved, "players"), 1)),
      "mcts");
  json_decref(saved);
  assert_null(preview_saved("../x.game", &why));
  assert_null(preview_game("none.lua", &why));
  write_text("bad.lua", "return require 'boardlab'.rules {\n"
                        "  moves = function() error 'no moves' end,\n"
                        "  play = function() end}\n");
  assert_null(preview_game("bad.lua", &why));
  assert_non_null(strstr(why.message, "no moves"));
  clear(dir);
}

int main(void) {
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_what_there_is),
      cmocka_unit_test(lists_everything_or_nothing),
      cmocka_unit_test(notices_changes),
      cmocka_unit_test(files_that_hang),
      cmocka_unit_test(lists_a_bounded_number_of_files),
      cmocka_unit_test(names_nothing_outside),
      cmocka_unit_test(describes_options),
      cmocka_unit_test(previews_games),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
