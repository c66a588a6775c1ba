/* Children that do as they please: the parent finds out, by the clock, whatever
 * they do to keep it busy. */
#define _GNU_SOURCE
#include "core/base/clock.h"
#include "core/isolation/child.h"
#include "core/isolation/isolation.h"
#include "tests/support/support.h"
#include <unistd.h>

/* ---- what a child does ---------------------------------------------------*/

enum { SOCKET = 3 }; /* of a child, to its parent */

static void write_byte(void) {
  ssize_t written = write(SOCKET, "", 1);
  (void)written;
}

/* Wakes its parent as often as it can. */
static void flood(Message *in, Message *out) {
  (void)in, (void)out;
  for (;;)
    write_byte();
}

/* Wakes its parent before that has waited long enough to look after it. A child
 * may not sleep. */
static void write_after_a_while(void) {
  int64_t next = clock_nanoseconds() + 20000000;
  while (clock_nanoseconds() < next)
    ;
  write_byte();
}

static void drip(Message *in, Message *out) {
  (void)in, (void)out;
  child_enter();
  for (;;)
    write_after_a_while();
}

static void ask_for_ever(Message *in, Message *out) {
  (void)in, (void)out;
  child_enter();
  for (;;) {
    child_ask_begin();
    child_ask();
  }
}

/* Wakes its parent until that wants it to end. */
static void drip_until_stopped(Message *in, Message *out) {
  (void)in;
  child_report((uint64_t[JOB_NUMBERS]){7, 9});
  while (!atomic_load(child_stop_flag()))
    write_after_a_while();
  message_put_int(out, 1);
}

/* ---- a broker that has nothing -------------------------------------------*/

static void *open_nothing(const char *const names[], int count) {
  (void)names, (void)count;
  return calloc(1, 1);
}

static void answer_nothing(void *files, Message *message) {
  (void)files;
  message_clear(message);
}

static const Broker NOTHING = {open_nothing, answer_nothing, free};
static const Loader NO_LOADER = {.extension = ".none"};

static void set_limits(int64_t patience, int64_t requests) {
  isolation_start(&(Isolation){.mode = ISOLATION_AUTO,
                               .loader = &NO_LOADER,
                               .broker = &NOTHING,
                               .patience = patience,
                               .requests = requests});
}

/* ---- tests ---------------------------------------------------------------*/

static const char *const NAMES[] = {"file.none"};

static Child *start_child(void) {
  Error error = {0};
  Child *child = child_start(NAMES, 1, &error);
  assert_string_equal(error.message, "");
  return child;
}

static void assert_killed(Child *child, ChildFunction *function,
                          const JobWatch *watch, const char *why) {
  Error error = {0};
  child_begin(child, function);
  assert_null(child_call(child, watch, &error));
  assert_string_equal(error.message, why);
  assert_true(child_is_dead(child));
  child_close(child);
}

static void a_child_that_floods_its_socket_is_killed(void **state) {
  (void)state;
  set_limits(0, 0);
  assert_killed(start_child(), flood, NULL,
                "file.none: the interpreter kept writing to its parent");
}

static void a_child_that_hangs_is_found_although_it_writes(void **state) {
  (void)state;
  set_limits(200000000, 0);
  assert_killed(start_child(), drip, NULL,
                "file.none: the interpreter hung and was stopped");
}

static void a_child_that_hangs_is_found_although_it_asks(void **state) {
  (void)state;
  set_limits(200000000, 0);
  assert_killed(start_child(), ask_for_ever, NULL,
                "file.none: the interpreter hung and was stopped");
}

static void requests_are_bounded(void **state) {
  (void)state;
  set_limits(0, 1000);
  assert_killed(start_child(), ask_for_ever, NULL,
                "file.none: the interpreter kept asking for files");
}

static void a_child_is_stopped_although_it_writes_or_asks(void **state) {
  (void)state;
  static ChildFunction *const BUSY[] = {drip, ask_for_ever};
  atomic_bool stop = true;
  set_limits(0, 0);
  for (size_t i = 0; i < sizeof BUSY / sizeof *BUSY; i++) {
    Child *child = start_child();
    assert_killed(child, BUSY[i], &(JobWatch){.kill = &stop},
                  "file.none: it was stopped");
  }
}

/* Sets *context when the child has reported. */
static void take_progress(void *context, const uint64_t numbers[JOB_NUMBERS]) {
  assert_int_equal(numbers[0], 7);
  assert_int_equal(numbers[1], 9);
  atomic_store((atomic_bool *)context, true);
}

static void progress_is_passed_on_although_it_writes(void **state) {
  (void)state;
  atomic_bool reported = false;
  Error error = {0};
  set_limits(0, 0);
  Child *child = start_child();
  const JobWatch watch = {
      .stop = &reported, .progress = take_progress, .context = &reported};
  child_begin(child, drip_until_stopped);
  Message *m = child_call(child, &watch, &error);
  assert_non_null(m);
  assert_int_equal(message_get_int(m, 0, 1), 1);
  assert_true(reported);
  child_close(child);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_child_that_floods_its_socket_is_killed),
      cmocka_unit_test(a_child_that_hangs_is_found_although_it_writes),
      cmocka_unit_test(a_child_that_hangs_is_found_although_it_asks),
      cmocka_unit_test(requests_are_bounded),
      cmocka_unit_test(a_child_is_stopped_although_it_writes_or_asks),
      cmocka_unit_test(progress_is_passed_on_although_it_writes),
  };
  return RUN_TESTS(tests);
}
