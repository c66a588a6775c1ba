/* The build that a manifest names: which may continue it, and how two builds
 * are told apart in messages. */
#include "tests/support/support.h"

#include "core/run/build_name.h"
#include "core/run/run.h"
#include <jansson.h>
#include <stdlib.h>

#define HASH "0123456789abcdef0123456789abcdef01234567"
#define OTHER "ba9876543210ba9876543210ba9876543210ba98"

static json_t *manifest_of(const char *text) {
  json_t *json = json_loads(text, 0, NULL);
  assert_non_null(json);
  return json;
}

static void the_same_build_may_continue(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "\"}", HASH},
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "+\"}", HASH "+"},
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"unknown\"}", "unknown"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    json_t *json = manifest_of(CASES[i][0]);
    assert_true(build_may_continue(json, "1.2.3", CASES[i][1], NULL));
    json_decref(json);
  }
}

static void another_build_is_named_in_short(void **state) {
  (void)state;
  static const char *const CASES[][3] = {
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "\"}", OTHER,
       "it was played by commit 0123456789ab of boardlab, and this is commit "
       "ba9876543210: finish it with that one, or play it again in another "
       "folder"},
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "\"}", HASH "+",
       "by commit 0123456789ab of boardlab, and this is commit 0123456789ab+:"},
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "+\"}", "unknown",
       "by commit 0123456789ab+ of boardlab, and this is an unknown commit:"},
      {"{\"boardlab\": \"1.2.2\", \"commit\": \"" HASH "\"}", OTHER,
       "by version 1.2.2 of boardlab, and this is version 1.2.3: finish it"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    json_t *json = manifest_of(CASES[i][0]);
    Error error = {0};
    assert_false(build_may_continue(json, "1.2.3", CASES[i][1], &error));
    assert_message(&error, CASES[i][2]);
    json_decref(json);
  }
}

static void a_name_is_a_short_printable_text(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"{}", "its 'boardlab' "},
      {"{\"boardlab\": \"1\"}", "its 'commit' "},
      {"{\"boardlab\": \"\", \"commit\": \"\"}", "its 'boardlab' "},
      {"{\"boardlab\": \"1.2.3\", \"commit\": \"" HASH "+\"}", NULL},
      {"{\"boardlab\": 1}",
       "here/run.json is not the manifest of a run: its 'boardlab' does not "
       "name a build of boardlab"},
      {"{\"boardlab\": null}", "its 'boardlab' "},
      {"{\"boardlab\": \"1\\n2\"}", "its 'boardlab' "},
      {"{\"boardlab\": \"1\", \"commit\": [\"" HASH "\"]}", "its 'commit' "},
      {"{\"boardlab\": \"1\", \"commit\": \"\\u202e\"}", "its 'commit' "},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    json_t *json = manifest_of(CASES[i][0]);
    Error error = {0};
    bool good = build_check_names(json, "here/run.json", "run", &error);
    assert_int_equal(good, !CASES[i][1]);
    if (!good)
      assert_message(&error, CASES[i][1]);
    json_decref(json);
  }
}

/* Cut at the end it would not be UTF-8 any more, and could not be written. */
static void a_name_that_is_too_long_is_bad(void **state) {
  (void)state;
  char text[2 * RUN_TEXT + 2] = "1";
  for (int i = 0; i < RUN_TEXT; i++) {
    json_t *json = json_pack("{s:s, s:s}", "boardlab", "1", "commit", text);
    assert_int_equal(build_check_names(json, "run.json", "run", NULL),
                     strlen(text) < RUN_TEXT);
    json_decref(json);
    strcat(text, "é");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_build_may_continue),
      cmocka_unit_test(another_build_is_named_in_short),
      cmocka_unit_test(a_name_is_a_short_printable_text),
      cmocka_unit_test(a_name_that_is_too_long_is_bad),
  };
  return RUN_TESTS(tests);
}
