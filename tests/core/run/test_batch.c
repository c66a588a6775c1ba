/* How much a batch keeps in memory. */
#include "core/run/batch.h"
#include "tests/support/support.h"
#include <time.h>

enum { JOBS = 2 };

typedef struct Waiting {
  bool matches; /* whether they are among what waits */
  atomic_bool stop;
  int chunks;
  size_t bytes; /* of the chunks that had to wait */
} Waiting;

/* Until the process has used hardly any processor time for a while: the workers
 * wait, too. */
static void wait_for_workers(void) {
  clock_t before;
  do {
    before = clock();
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
  } while (clock() - before > CLOCKS_PER_SEC / 1000);
}

/* Blocks at the first chunk, as a slow disk would, then ends the batch. It
 * still delivers what has been played. */
static bool take(void *context, Chunk *chunk, Error *error) {
  Waiting *w = context;
  (void)error;
  if (w->chunks++ == 0)
    wait_for_workers();
  atomic_store(&w->stop, true);
  w->bytes += chunk->games.length + chunk->moves.length;
  if (w->matches)
    w->bytes += (size_t)chunk->count * sizeof *chunk->matches;
  return true;
}

static void workers_wait_when_games_are_not_taken(void **state) {
  (void)state;
  static const struct {
    bool games, matches;
    uint64_t moves_until;
  } CASES[] = {{.games = true}, {.matches = true}, {.moves_until = UINT64_MAX}};
  static const char *const BOTS[] = {"random"};
  Game *game = open_game("tictacdoh");
  Schedule schedule;
  assert_true(schedule_make(&schedule, game, SEATING_FIXED, BOTS, 1, NULL));
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Waiting w = {.matches = CASES[i].matches};
    const BatchPlan plan = {.game = "tictacdoh",
                            .schedule = &schedule,
                            .count = 100000000,
                            .max_plies = game->max_plies,
                            .games = CASES[i].games,
                            .moves_until = CASES[i].moves_until,
                            .matches = CASES[i].matches,
                            .jobs = JOBS};
    const BatchCallbacks callbacks = {
        .take = take, .context = &w, .stop = &w.stop};
    Error error = {0};
    assert_int_equal(batch_play(&plan, &callbacks, &error), BATCH_STOPPED);
    assert_string_equal(error.message, "");
    /* Each worker may have begun one more chunk. */
    assert_in_range(w.bytes, 1, JOBS * (BATCH_WAITING + BATCH_WAITING / 2));
  }
  schedule_free(&schedule);
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(workers_wait_when_games_are_not_taken),
  };
  return RUN_TESTS(tests);
}
