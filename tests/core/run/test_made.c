/* How results were made: the build, which alone may continue them; the values
 * of arguments; the command line. */
#include "tests/support/support.h"

#include "core/base/shell.h"
#include "core/run/made.h"
#include <stdlib.h>

#define HASH "0123456789abcdef0123456789abcdef01234567"
#define OTHER "ba9876543210ba9876543210ba9876543210ba98"

/* ---- builds --------------------------------------------------------------*/

static json_t *build_of(const char *version, const char *commit) {
  return json_pack("{s:s, s:s}", "boardlab", version, "commit", commit);
}

static void only_the_same_build_may_continue(void **state) {
  (void)state;
  static const struct {
    const char *version, *commit, *message;
  } CASES[] = {
      {"1.2.3", HASH, NULL},
      {"1.2.3", OTHER,
       "it was played by boardlab 1.2.3 (commit ba9876543210), and this is "
       "boardlab 1.2.3 (commit 0123456789ab): finish it with that version, or "
       "play it again in another folder"},
      {"1.2.3", HASH "+", "by boardlab 1.2.3 (commit 0123456789ab+), and"},
      {"1.2.3", "unknown", "by boardlab 1.2.3 (commit unknown), and"},
      {"1.2.2", HASH, "by boardlab 1.2.2 (commit 0123456789ab), and"},
  };
  json_t *here = build_of("1.2.3", HASH);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    json_t *there = build_of(CASES[i].version, CASES[i].commit);
    Error error = {0};
    assert_int_equal(made_may_continue(there, here, &error), !CASES[i].message);
    if (CASES[i].message)
      assert_message(&error, CASES[i].message);
    json_decref(there);
  }
  json_decref(here);
}

/* ---- arguments -----------------------------------------------------------*/

static json_t *made_with(json_t *arguments) {
  return json_pack("{s:o}", "arguments", arguments);
}

static void values_are_found_by_their_flags(void **state) {
  (void)state;
  json_t *made = made_with(json_pack("[s, s]", "simulate", "seat"));
  made_add(made, "seat", "a.lua");
  made_add(made, "seat", "--odd.lua");
  made_add(made, "until", NULL);
  made_add_switch(made, "rotate", true);
  made_add_switch(made, "moves", false);
  made_add_number(made, "seed", UINT64_C(9223372036854775807));
  assert_string_equal(made_game(made), "seat");
  assert_string_equal(made_value(made, "seat", 0), "a.lua");
  assert_string_equal(made_value(made, "seat", 1), "--odd.lua");
  assert_null(made_value(made, "seat", 2));
  assert_null(made_value(made, "se", 0));
  assert_null(made_value(made, "until", 0));
  assert_null(made_value(made, "moves", 0));
  assert_string_equal(made_value(made, "rotate", 0), "");
  assert_true(made_number(made, "seed") == UINT64_C(9223372036854775807));
  assert_true(made_number(made, "seat") == 0);
  json_decref(made);
}

static void what_differs_is_named(void **state) {
  (void)state;
  static const char *const FREE[] = {"games", "each", NULL};
  static const struct {
    const char *game, *seed, *games, *rotate, *message;
  } CASES[] = {
      {"g", "1", "10", NULL, NULL},
      {"g", "1", "20", NULL, NULL},
      {"h", "1", "10", NULL, "made with h, not with g"},
      {"g", "2", "10", NULL, "made with --seed 2, not with --seed 1"},
      {"g", "1", "10", "x", "made with --rotate x, not without it"},
      {"g", NULL, "10", NULL, "made without --seed 1"},
  };
  json_t *wanted = made_with(json_pack("[s, s, s, s, s, s]", "tune", "g",
                                       "--games", "10", "--seed", "1"));
  for (size_t i = 0; i < COUNT(CASES); i++) {
    json_t *there = made_with(json_pack("[s, s]", "tune", CASES[i].game));
    Error error = {0};
    made_add(there, "games", CASES[i].games);
    made_add(there, "seed", CASES[i].seed);
    made_add(there, "rotate", CASES[i].rotate);
    assert_int_equal(made_fits(there, wanted, FREE, &error), !CASES[i].message);
    if (CASES[i].message)
      assert_message(&error, CASES[i].message);
    json_decref(there);
  }
  json_decref(wanted);
}

/* ---- the command line ----------------------------------------------------*/

static void words_are_quoted_where_a_shell_needs_it(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"quoridor:size=5,walls=2", "quoridor:size=5,walls=2"},
      {"seat1=45..55%", "seat1=45..55%"},
      {"", "''"},
      {"a b", "'a b'"},
      {"$HOME", "'$HOME'"},
      {"~", "'~'"},
      {"it's", "'it'\\''s'"},
      {"a\nb", "'a\nb'"},
      {"é", "'é'"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_string_equal(shell_word(CASES[i][0], strlen(CASES[i][0])).text,
                        CASES[i][1]);
  char word[1000];
  memset(word, '\'', sizeof word);
  assert_string_equal(shell_word(word, sizeof word).text, "FILE");
  assert_string_equal(shell_word("a b#1", 3).text, "'a b'");
}

static void a_line(json_t *made, const char *dir, const char *expected) {
  const char *why;
  char *line = made_command(made, dir, &why);
  if (line)
    assert_string_equal(line, expected);
  else
    assert_string_equal(why, expected);
  free(line);
  json_decref(made);
}

static void the_command_line_is_for_a_shell(void **state) {
  (void)state;
#define ARGUMENTS "arguments", "simulate", "a b.lua"
  static const char *const FOLDERS[][2] = {
      {"run", "run"},  {"a/b/", "b"}, {"/", "run"}, {".", "run"},
      {"a/..", "run"}, {"-x", "run"}, {"", "run"},  {"it's", "'it'\\''s'"},
  };
  for (size_t i = 0; i < COUNT(FOLDERS); i++) {
    char line[100];
    snprintf(line, sizeof line, "boardlab simulate 'a b.lua' --out %s",
             FOLDERS[i][1]);
    a_line(json_pack("{s:[s, s]}", ARGUMENTS), FOLDERS[i][0], line);
  }
  a_line(json_pack("{s:[s, s], s:{s:i, s:i}}", ARGUMENTS, "shard", "part", 2,
                   "of", 3),
         "x", "boardlab simulate 'a b.lua' --shard 2/3 --out x");
  a_line(json_pack("{s:[s, s], s:[{s:i}]}", ARGUMENTS, "raised", "games", 3),
         "x", "boardlab simulate 'a b.lua' --out x");
  a_line(json_pack("{s:[s, s], s:[{s:[s, s], s:b}]}", ARGUMENTS, "raised",
                   "arguments", "tune", "g", "complete", 1),
         "x",
         "boardlab tune g --out x && boardlab simulate 'a b.lua' --out x "
         "--resume");
  a_line(json_pack("{s:[s, s], s:[{s:[s, s], s:b}]}", ARGUMENTS, "raised",
                   "arguments", "tune", "g", "complete", 0),
         "x", "its limits were raised before it had ended");
  a_line(json_pack("{s:[s, s], s:b}", ARGUMENTS, "scripted", 1), "x",
         made_by_script);
  a_line(json_pack("{s:[i]}", "arguments", 1), "x",
         "its manifest does not name one");
  /* What no manifest of ours says. */
  static const char *const WORDS[][3] = {
      {"run", "evil.lua", "--moves"},     {"simulate", "g", "--isolation=off"},
      {"simulate", "g", "--seed"},        {"simulate", "g", "-j9"},
      {"simulate", "--moves", "--moves"}, {"simulate", "g", "h"}};
  for (size_t i = 0; i < COUNT(WORDS); i++)
    a_line(json_pack("{s:[s, s, s]}", "arguments", WORDS[i][0], WORDS[i][1],
                     WORDS[i][2]),
           "x", "its manifest does not name one");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_the_same_build_may_continue),
      cmocka_unit_test(values_are_found_by_their_flags),
      cmocka_unit_test(what_differs_is_named),
      cmocka_unit_test(words_are_quoted_where_a_shell_needs_it),
      cmocka_unit_test(the_command_line_is_for_a_shell),
  };
  return RUN_TESTS(tests);
}
