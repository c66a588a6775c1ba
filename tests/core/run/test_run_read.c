/* Reading runs from their folders, complete or not: the results are those of
 * the original games.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/saved_runs.h"
#include "tests/support/support.h"
#include "tests/support/tamper.h"

#include "analysis/metrics/summary.h"
#include "lua/host/host.h"
#include <unistd.h>

/* ---- reading -------------------------------------------------------------*/

static char *metrics_of(const Tally *tally) {
  Metrics metrics = {NULL};
  ResultTable table = {0};
  Text text = {NULL};
  if (tally->games) {
    summary_metrics(tally, &metrics);
    summary_histogram(tally, &metrics);
  }
  metrics_table(&metrics, &table);
  assert_true(result_csv(&table, &text, NULL) && text_reserve(&text, 1));
  text_add_char(&text, '\0');
  result_free(&table);
  metrics_free(&metrics);
  return text.bytes;
}

static void assert_same_tally(const Tally *a, const Tally *b) {
  char *one = metrics_of(a), *other = metrics_of(b);
  assert_int_equal(a->games, b->games);
  assert_memory_equal(a->ends, b->ends, sizeof a->ends);
  assert_memory_equal(a->side, b->side, sizeof a->side);
  assert_memory_equal(a->seat, b->seat,
                      a->schedule->seatings * (size_t)a->schedule->seats *
                          sizeof *a->seat);
  assert_string_equal(one, other);
  free(one);
  free(other);
}

static void assert_same_schedule(const Schedule *a, const Schedule *b) {
  assert_int_equal(a->seats, b->seats);
  assert_int_equal(a->sides, b->sides);
  assert_memory_equal(a->side, b->side, (size_t)a->seats);
  assert_int_equal(a->bots, b->bots);
  assert_int_equal(a->longest, b->longest);
  for (int i = 0; i < a->bots; i++) {
    assert_string_equal(a->bot[i].spec, b->bot[i].spec);
    assert_string_equal(a->bot[i].full, b->bot[i].full);
    assert_int_equal(a->bot[i].quoted.length, b->bot[i].quoted.length);
  }
  assert_int_equal(a->seatings, b->seatings);
  assert_memory_equal(a->table, b->table, a->seatings * (size_t)a->seats);
}

static void assert_same_run(const Run *read, const Run *played) {
  const RunPlan *a = &read->plan, *b = &played->plan;
  assert_null(read->game);
  assert_string_equal(a->game, played->schedule.full_game);
  assert_string_equal(read->schedule.full_game, played->schedule.full_game);
  assert_string_equal(read->schedule.game, played->schedule.game);
  assert_string_equal(read->until, played->until);
  assert_true(a->until == (read->until[0] ? read->until : NULL));
  assert_string_equal(read->limits, played->limits);
  assert_int_equal(a->seating, b->seating);
  assert_int_equal(a->seed, b->seed);
  assert_int_equal(a->max_plies, b->max_plies);
  assert_int_equal(a->moves, b->moves);
  assert_int_equal(a->shard, b->shard);
  assert_int_equal(a->shards, b->shards);
  assert_int_equal(read->total, played->total);
  assert_int_equal(read->first, played->first);
  assert_int_equal(read->count, played->count);
  assert_int_equal(read->complete, played->complete);
  assert_string_equal(read->reason.message, played->reason.message);
  assert_same_schedule(&read->schedule, &played->schedule);
  assert_same_tally(&read->tally, &played->tally);
}

static void a_run_is_read_as_it_was_played(void **state) {
  (void)state;
  for (size_t i = 0; i < SETUPS; i++) {
    RunPlan plan = plan_of(&SETUP[i], "one");
    Matches matches = {NULL};
    Run played, read;
    assert_int_equal(play_new(&played, plan), RUN_DONE);
    Snapshot before = snapshot("one");
    must_read(&read, "one", &matches);
    assert_unchanged("one", &before);
    assert_same_run(&read, &played);
    assert_int_equal(matches.count, read.tally.games);
    assert_int_equal(matches.first, matches.count ? read.first : 0);
    uint64_t plies = 0;
    for (uint64_t k = 0; k < matches.count; k++)
      plies += (uint64_t)matches.list[k].plies;
    assert_int_equal(plies, read.tally.plies);
    free(matches.list);
    run_close(&read);
    run_close(&played);
  }
}

static bool stop_at_three(void *context, uint64_t index, const Match *match,
                          Error *error) {
  (void)context, (void)match;
  return index < 3 || error_set(error, "three are enough");
}

static void reading_can_be_stopped(void **state) {
  (void)state;
  Run run;
  Error error = {0};
  play_into(&SETUP[0], true, "one");
  assert_false(run_read(&run, "one", stop_at_three, NULL, &error));
  assert_message(&error, "one/games.csv, line 5: three are enough");
}

static void reading_needs_neither_game_nor_bots(void **state) {
  (void)state;
  static const Setup LOCAL = {
      "here.lua", {"mine.lua", "random"}, 2, SEATING_ROTATED, 10};
  RunPlan plan = plan_of(&LOCAL, "one");
  Run played, read;
  write_text("here.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\" }\n");
  write_text("mine.lua", "return { name = \"mine\", choose = function(s) "
                         "return s:moves()[1] end }\n");
  assert_int_equal(play_new(&played, plan), RUN_DONE);
  unlink("here.lua");
  unlink("mine.lua");
  must_read(&read, "one", NULL);
  assert_same_run(&read, &played);
  run_close(&read);
  run_close(&played);
}

/* ---- unfinished runs -----------------------------------------------------*/

static void a_run_that_was_stopped_is_read(void **state) {
  (void)state;
  static const Setup STOPPED = {
      "tictacdoh", {"stop.bot", "random"}, 2, SEATING_ROTATED, 100000};
  RunPlan plan = plan_of(&STOPPED, "one");
  Run played, read;
  plan.jobs = 1; /* of two threads the one with the first games may be late */
  assert_int_equal(play_new(&played, plan), RUN_STOPPED);
  assert_in_range(played.tally.games, 1, 99999);
  must_read(&read, "one", NULL);
  assert_false(read.complete);
  assert_same_run(&read, &played);
  run_close(&read);
  /* Whatever was written after the last checkpoint does not count. */
  append("one/games.csv", "1,2,\"half a l", 1);
  must_read(&read, "one", NULL);
  assert_same_run(&read, &played);
  run_close(&read);
  run_close(&played);
}

static void a_run_is_read_up_to_its_checkpoint(void **state) {
  (void)state;
  Run run;
  Matches matches = {NULL};
  play_into(&SETUP[1], true, "one");
  go_back("one", 50, 20, 0);
  must_read(&run, "one", &matches);
  assert_int_equal(run.tally.games, 20);
  assert_int_equal(matches.count, 20);
  assert_int_equal(run.count, 50);
  assert_false(run.complete);
  run_close(&run);
  free(matches.list);
}

static void a_run_without_a_checkpoint_has_no_games(void **state) {
  (void)state;
  Run run;
  play_into(&SETUP[1], true, "one");
  set_played("one", 50, 0);
  edit_sealed("one/run.json", "\"complete\": true", "\"complete\": false");
  write_text("one/games.csv", "");
  update_checkpoint("one", "games.csv", 0);
  must_read(&run, "one", NULL);
  assert_int_equal(run.tally.games, 0);
  run_close(&run);
  unlink("one/games.csv");
  must_read(&run, "one", NULL);
  assert_int_equal(run.tally.games, 0);
  run_close(&run);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&SAVED_RUN_BOTS.loader);
  const struct CMUnitTest read_tests[] = {
      cmocka_unit_test(a_run_is_read_as_it_was_played),
      cmocka_unit_test(reading_can_be_stopped),
      cmocka_unit_test(reading_needs_neither_game_nor_bots),
      cmocka_unit_test(a_run_that_was_stopped_is_read),
      cmocka_unit_test(a_run_is_read_up_to_its_checkpoint),
      cmocka_unit_test(a_run_without_a_checkpoint_has_no_games),
  };
  int failed = RUN_TESTS(read_tests);
  clear(home);
  return failed;
}
