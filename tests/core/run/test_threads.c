/* Threads that share nothing: each opens its own games and bots, some of them
 * in Lua, and all play the same games. Meant for the thread sanitizer. */
#include "tests/support/support.h"

#include "core/game/match.h"
#include "lua/host/host.h"
#include <pthread.h>

enum { THREADS = 3, GAMES = 5, SEATS = 2 };

static const struct Pairing {
  const char *game, *bots[SEATS];
} PAIRINGS[] = {
    {"quoridor", {"bots/runner.lua", "random"}},
    {"tictacdoh", {"bots/threats.lua", "bots/random.lua"}},
    {"variants/quoridor_pie.lua:size=5", {"bots/random.lua", "bots/drawn.lua"}},
    {"variants/tictacdoh_no_repeat.lua", {"random", "bots/onestep.lua"}},
    {"games/nim.lua", {"bots/onestep.lua", "random"}},
};

enum { PAIRS = sizeof PAIRINGS / sizeof *PAIRINGS };

/* The results of all games of one thread. */
typedef struct Work {
  uint64_t hash[PAIRS][GAMES];
  int plies[PAIRS][GAMES];
  Error error;
} Work;

static bool play_games(const Game *game, Bot *const bots[], State *state,
                       Work *work, size_t pair) {
  for (int i = 0; i < GAMES; i++) {
    Rng rng;
    Match match;
    rng_seed(&rng, 3, (uint64_t)i);
    if (!match_play(game, bots, &rng, game->max_plies, state, NULL, &match,
                    &work->error) ||
        match.end == MATCH_FORFEIT)
      return false;
    work->hash[pair][i] = game_hash(game, state);
    work->plies[pair][i] = match.plies;
  }
  return true;
}

static bool play_pairing(Work *work, size_t pair) {
  const struct Pairing *p = &PAIRINGS[pair];
  Game *game = game_open(p->game, &work->error);
  State *state = game ? game_start(game) : NULL;
  Bot *bots[SEATS] = {NULL};
  bool good = state;
  for (int i = 0; good && i < SEATS; i++) {
    bots[i] = bot_open(p->bots[i], game, &work->error);
    good = bots[i];
  }
  good = good && play_games(game, bots, state, work, pair);
  for (int i = 0; i < SEATS; i++)
    bot_close(bots[i]);
  free(state);
  game_close(game);
  return good;
}

/* No asserts here: cmocka's work only in the main thread. */
static void *play_all(void *context) {
  Work *work = context;
  for (size_t pair = 0; pair < PAIRS; pair++)
    if (!play_pairing(work, pair))
      break;
  return NULL;
}

static void threads_play_the_same_games(void **unused) {
  (void)unused;
  static Work alone, works[THREADS];
  pthread_t threads[THREADS];
  play_all(&alone);
  assert_string_equal(alone.error.message, "");
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, play_all, &works[i]), 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    assert_memory_equal(&works[i], &alone, sizeof alone);
}

int main(void) {
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(threads_play_the_same_games),
  };
  return RUN_TESTS(tests);
}
