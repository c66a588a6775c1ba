/* RULES.md of every built-in game, as the program has it. */
#include "tests/support/support.h"

static void assert_page_has(const Rules *rules, const char *wanted) {
  if (!strstr(rules->rules_page, wanted))
    fail_msg("RULES.md of %s lacks %s", rules->name, wanted);
}

static void every_game_has_a_page_with_all_its_options(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    char wanted[64];
    if (!(*r)->rules_page)
      fail_msg("%s has no rules_page", (*r)->name);
    assert_page_has(*r, "\n## Notation\n");
    snprintf(wanted, sizeof wanted, "`%s`", (*r)->name);
    assert_page_has(*r, wanted);
    for (const Option *o = (*r)->options; o->name; o++) {
      snprintf(wanted, sizeof wanted, "`%s`", o->name);
      assert_page_has(*r, wanted);
      for (int i = 0; o->words && o->words[i]; i++) {
        snprintf(wanted, sizeof wanted, "`%s`", o->words[i]);
        assert_page_has(*r, wanted);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_game_has_a_page_with_all_its_options),
  };
  return RUN_TESTS(tests);
}
