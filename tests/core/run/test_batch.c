/* How much a batch keeps in memory, and who writes it. */
#include "core/run/batch.h"
#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <pthread.h>
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
    assert_int_equal(batch_play(&plan, &callbacks, &error), RUN_STOPPED);
    assert_string_equal(error.message, "");
    /* Each worker may have begun one more chunk. */
    assert_in_range(w.bytes, 1, JOBS * (BATCH_WAITING + BATCH_WAITING / 2));
  }
  schedule_free(&schedule);
  game_close(game);
}

/* ---- buffers -------------------------------------------------------------*/

/* One game in 40 is long; the others have two plies. */
static const char RARE[] =
    "local FIRST = {}\n"
    "for i = 1, 40 do FIRST[i] = i end\n"
    "return require('boardlab').rules { name = 'rare', summary = 'x',\n"
    "  max_plies = 2000, state = { left = 1 },\n"
    "  moves = function(s) return s.left > 0 and { 1 } or FIRST end,\n"
    "  play = function(s, move)\n"
    "    if s.left > 0 then s.left = s.left - 1\n"
    "    else s.left = move == 1 and 1501 or 2 end\n"
    "  end,\n"
    "  outcome = function(s, seat) return s.left == 1 and seat or nil end,\n"
    "  text = function(s, move) return ('x'):rep(50) .. move end }\n";

enum { STALLS = 10, CHUNKS_APART = 400 };

typedef struct Stalls {
  atomic_bool stop;
  int chunks;
  size_t capacity; /* of the rows of all chunks that waited in the last one */
} Stalls;

static bool take_with_stalls(void *context, Chunk *chunk, Error *error) {
  Stalls *s = context;
  (void)error;
  if (s->chunks++ % CHUNKS_APART == 0 && !atomic_load(&s->stop)) {
    wait_for_workers();
    atomic_store(&s->stop, s->chunks > (STALLS - 1) * CHUNKS_APART);
  }
  if (atomic_load(&s->stop))
    s->capacity += chunk->games.capacity + chunk->moves.capacity;
  return true;
}

/* A chunk is one game, so each time others are long. */
static void buffers_of_long_games_are_not_kept(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random"};
  Game *game = open_game("rare.lua");
  Schedule schedule;
  Stalls s = {.chunks = 0};
  Error error = {0};
  assert_true(schedule_make(&schedule, game, SEATING_FIXED, BOTS, 1, NULL));
  const BatchPlan plan = {.game = "rare.lua",
                          .schedule = &schedule,
                          .count = 100000000,
                          .max_plies = game->max_plies,
                          .moves_until = UINT64_MAX,
                          .jobs = 1,
                          .stride = 1};
  const BatchCallbacks callbacks = {
      .take = take_with_stalls, .context = &s, .stop = &s.stop};
  assert_int_equal(batch_play(&plan, &callbacks, &error), RUN_STOPPED);
  assert_string_equal(error.message, "");
  assert_in_range(s.capacity, 1, BATCH_WAITING + BATCH_WAITING / 2);
  schedule_free(&schedule);
  game_close(game);
}

/* ---- a slow disk ---------------------------------------------------------*/

enum {
  WRITERS = 8,
  CHUNKS = 10 * WRITERS,
  PATIENCE = 60 /* seconds, if they do not come */
};

typedef struct Disk {
  pthread_t taker;
  int taken;
  pthread_mutex_t lock;
  pthread_cond_t all_write;
  int written, writing, most; /* chunks; threads now, and at most */
} Disk;

/* Takes nothing until all games are played: workers may think that they are no
 * longer needed. */
static bool take_late(void *context, Chunk *chunk, Error *error) {
  Disk *d = context;
  (void)error;
  if (d->taken++ == 0)
    wait_for_workers();
  chunk->write = true;
  return true;
}

/* Whether the caller's thread writes while there is more to take. */
static bool is_taking(const Disk *d) {
  return pthread_equal(pthread_self(), d->taker) && d->taken < CHUNKS;
}

/* Takes until as many threads are writing as there are workers. */
static bool write_slowly(void *context, const Chunk *chunk, Error *error) {
  Disk *d = context;
  struct timespec end;
  (void)chunk;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += PATIENCE;
  pthread_mutex_lock(&d->lock);
  d->writing++;
  d->most = d->writing > d->most ? d->writing : d->most;
  if (d->most >= WRITERS)
    pthread_cond_broadcast(&d->all_write);
  while (d->most < WRITERS && end.tv_sec && !is_taking(d))
    if (pthread_cond_timedwait(&d->all_write, &d->lock, &end) != 0)
      end.tv_sec = 0;
  d->writing--;
  d->written++;
  bool good = d->most >= WRITERS || is_taking(d);
  pthread_mutex_unlock(&d->lock);
  return good || error_set(error, "the others do not write");
}

static void workers_share_the_writing_until_all_is_taken(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random"};
  Game *game = open_game("tictacdoh");
  Schedule schedule;
  Disk d = {.taker = pthread_self(),
            .lock = PTHREAD_MUTEX_INITIALIZER,
            .all_write = PTHREAD_COND_INITIALIZER};
  Error error = {0};
  assert_true(schedule_make(&schedule, game, SEATING_FIXED, BOTS, 1, NULL));
  const BatchPlan plan = {.game = "tictacdoh",
                          .schedule = &schedule,
                          .count = CHUNKS,
                          .max_plies = game->max_plies,
                          .games = true,
                          .jobs = WRITERS,
                          .stride = 1};
  const BatchCallbacks callbacks = {
      .take = take_late, .write = write_slowly, .context = &d};
  RunEnd end = batch_play(&plan, &callbacks, &error);
  assert_string_equal(error.message, "");
  assert_int_equal(end, RUN_DONE);
  assert_in_range(d.most, WRITERS, WRITERS + 1); /* with the caller's thread */
  assert_int_equal(d.taken, CHUNKS);
  assert_int_equal(d.written, CHUNKS);
  schedule_free(&schedule);
  game_close(game);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  write_text("rare.lua", RARE);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(workers_wait_when_games_are_not_taken),
      cmocka_unit_test(buffers_of_long_games_are_not_kept),
      cmocka_unit_test(workers_share_the_writing_until_all_is_taken),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
