/* Checkpoints of files that several threads write. */
#include "core/run/checkpoints.h"
#include "tests/support/support.h"
#include <stdatomic.h>
#include <time.h>

static atomic_int published; /* games of the last checkpoint; -1: fail */

static bool note(void *context, const RunProgress *progress, Error *error) {
  (void)context;
  if (published < 0)
    return error_set(error, "the disk is on fire");
  published = (int)progress->played;
  return true;
}

/* A run of which `played` games of ten bytes each have a place. */
static RunProgress after(uint64_t played) {
  return (RunProgress){.played = played, .games = {10 * played, 0}};
}

static Place place(Checkpoints *c, uint64_t played) {
  RunProgress before = after(played);
  return checkpoints_place(c, &before);
}

static void begin(Checkpoints *c, uint64_t played) {
  RunProgress progress = after(played);
  Error error = {0};
  assert_true(checkpoints_begin(c, &progress, &error));
}

static void open_checkpoints(Checkpoints *c) {
  *c = (Checkpoints){0};
  published = 0;
  checkpoints_open(c, note, NULL);
}

static void wait_a_little(void) {
  nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
}

static void a_checkpoint_waits_for_all_before_it(void **state) {
  (void)state;
  Checkpoints c;
  open_checkpoints(&c);
  Place first = place(&c, 0), second = place(&c, 1);
  begin(&c, 2);
  Place third = place(&c, 2);
  checkpoints_written(&c, &third, true);
  checkpoints_written(&c, &second, true);
  begin(&c, 3); /* one is under way */
  wait_a_little();
  assert_int_equal(published, 0);
  checkpoints_written(&c, &first, true);
  assert_true(checkpoints_wait(&c, NULL));
  assert_int_equal(published, 2);
  begin(&c, 3);
  assert_true(checkpoints_wait(&c, NULL));
  assert_int_equal(published, 3);
  checkpoints_close(&c);
}

static void a_later_chunk_does_not_hold_one_up(void **state) {
  (void)state;
  Checkpoints c;
  open_checkpoints(&c);
  for (uint64_t played = 0; played < 10; played++) {
    Place before = place(&c, 2 * played);
    begin(&c, 2 * played + 1);
    Place later = place(&c, 2 * played + 1);
    checkpoints_written(&c, &before, true);
    assert_true(checkpoints_wait(&c, NULL));
    assert_int_equal(published, 2 * played + 1);
    checkpoints_written(&c, &later, true);
  }
  checkpoints_close(&c);
}

static void nothing_is_published_after_a_failure(void **state) {
  (void)state;
  Checkpoints c;
  open_checkpoints(&c);
  Place first = place(&c, 0), second = place(&c, 1), third = place(&c, 2);
  begin(&c, 3);
  RunProgress all = after(3);
  assert_int_equal(checkpoints_good(&c, &all).played, 3);
  checkpoints_written(&c, &third, false);
  assert_int_equal(checkpoints_good(&c, &all).played, 2);
  checkpoints_written(&c, &second, false);
  checkpoints_written(&c, &first, true);
  assert_true(checkpoints_wait(&c, NULL));
  assert_int_equal(published, 0);
  assert_int_equal(checkpoints_good(&c, &all).played, 1);
  checkpoints_close(&c);
}

static void what_cannot_be_published_is_reported(void **state) {
  (void)state;
  Checkpoints c;
  Error error = {0};
  RunProgress progress = after(1);
  open_checkpoints(&c);
  published = -1;
  begin(&c, 0);
  assert_false(checkpoints_wait(&c, &error));
  assert_message(&error, "the disk is on fire");
  error_clear(&error);
  begin(&c, 0);
  bool good = true;
  for (int i = 0; good && i < 1000; i++) {
    good = checkpoints_begin(&c, &progress, &error);
    wait_a_little();
  }
  assert_false(good);
  assert_message(&error, "the disk is on fire");
  checkpoints_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_checkpoint_waits_for_all_before_it),
      cmocka_unit_test(a_later_chunk_does_not_hold_one_up),
      cmocka_unit_test(nothing_is_published_after_a_failure),
      cmocka_unit_test(what_cannot_be_published_is_reported),
  };
  return RUN_TESTS(tests);
}
