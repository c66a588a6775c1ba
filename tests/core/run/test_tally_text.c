/* The tally of a run as text.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/saved_runs.h"
#include "tests/support/support.h"

#include "core/run/tally.h"
#include "lua/host/host.h"

static char *tally_text(const Tally *tally) {
  Text text = {NULL};
  tally_write(tally, &text);
  text_need(&text, 1);
  text_add_char(&text, '\0');
  return text.bytes;
}

static bool can_read(const Run *run, const char *text, char **again) {
  Tally tally;
  assert_true(tally_make(&tally, &run->schedule, run->plan.max_plies, NULL));
  bool good = tally_read(&tally, text);
  if (good && again)
    *again = tally_text(&tally);
  tally_free(&tally);
  return good;
}

/* Teams, more than two seats, several seatings, forfeits. */
static void a_tally_reads_back_as_it_was_written(void **state) {
  (void)state;
  for (size_t i = 0; i < SETUPS; i++) {
    Run run;
    char *again = NULL;
    play_into(&SETUP[i], false, "one");
    must_read(&run, "one", NULL);
    char *text = tally_text(&run.tally);
    assert_true(can_read(&run, text, &again));
    assert_string_equal(text, again);
    free(again);
    for (char *space = strrchr(text, ' '); space; space = strrchr(text, ' ')) {
      *space = '\0';
      assert_false(can_read(&run, text, NULL)); /* some numbers are missing */
    }
    free(text);
    run_close(&run);
    clear("one");
  }
}

static void a_text_that_is_no_tally_is_refused(void **state) {
  (void)state;
  Run run;
  char *edited;
  play_into(&SETUP[1], false, "one");
  must_read(&run, "one", NULL);
  char *text = tally_text(&run.tally);
  static const char *const BEGINNINGS[] = {
      "x",
      " ",
      "-",
      "+",
      "1x",
      "18446744073709551616 ",
      "999999999999999999999999999999999999999999999999 "};
  for (size_t i = 0; i < COUNT(BEGINNINGS); i++) {
    const char *rest = i < 4 ? text : strchr(text, ' ') + 1;
    assert_true(asprintf(&edited, "%s%s", BEGINNINGS[i], rest) > 0);
    assert_false(can_read(&run, edited, NULL));
    free(edited);
  }
  assert_true(asprintf(&edited, "%s 1", text) > 0); /* one too many */
  assert_false(can_read(&run, edited, NULL));
  free(edited);
  assert_false(can_read(&run, "", NULL));
  free(text);
  run_close(&run);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&SAVED_RUN_BOTS.loader);
  const struct CMUnitTest tally_tests[] = {
      cmocka_unit_test(a_tally_reads_back_as_it_was_written),
      cmocka_unit_test(a_text_that_is_no_tally_is_refused),
  };
  int failed = RUN_TESTS(tally_tests);
  clear(home);
  return failed;
}
