/* Watching the games of a run where they are played. */
#include "core/run/run.h"
#include "tests/support/support.h"

enum { GAMES = 300 };

/* What the watch does in game 77. */
typedef enum Way { COUNT, FAIL, TOO_LONG, TOO_SHORT } Way;

typedef struct Watcher {
  Way way;
  uint64_t index;
  int64_t plies;
} Watcher;

typedef struct Taken {
  uint64_t games, matches;
  int64_t plies[GAMES];
} Taken;

static bool open_watcher(void *watcher, const void *context, const Game *game,
                         Error *error) {
  (void)game;
  (void)error;
  ((Watcher *)watcher)->way = *(const Way *)context;
  return true;
}

static void begin_game(void *watcher, uint64_t index) {
  Watcher *w = watcher;
  w->index = index;
  w->plies = 0;
}

static void take_turn(void *watcher, const Game *game, const State *state,
                      Move move, int legal) {
  (void)move;
  ((Watcher *)watcher)->plies += legal == game_count(game, state);
}

static bool end_game(void *watcher, const State *last, Message *notes,
                     Error *error) {
  const Watcher *w = watcher;
  Way way = w->index == 77 ? w->way : COUNT;
  if (way == FAIL)
    return error_set(error, "no more");
  for (int i = 0; way == TOO_LONG && i < WATCH_NOTES_MAX; i++)
    message_put_int(notes, 1);
  if (way != TOO_SHORT && last->outcome != PLAYING)
    message_put_int(notes, w->plies);
  return true;
}

static bool take_notes(void *taker, uint64_t index, Message *notes,
                       Error *error) {
  Taken *t = taker;
  (void)error;
  assert_int_equal(index, t->games);
  t->plies[t->games++] = message_get_int(notes, 1, 1000);
  return true;
}

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Taken *t = context;
  (void)error;
  assert_int_equal(t->plies[index], match->plies);
  assert_in_range(match->legal_moves, match->plies, 100000);
  t->matches++;
  return true;
}

static RunEnd play(Way way, int jobs, Taken *taken, Error *error) {
  static const char *const BOTS[] = {"random"};
  const GameWatch watch = {.context = &way,
                           .size = sizeof(Watcher),
                           .open = open_watcher,
                           .begin = begin_game,
                           .turn = take_turn,
                           .end = end_game,
                           .take = take_notes,
                           .taker = taken};
  const RunPlan plan = {.game = "tictacdoh",
                        .bots = BOTS,
                        .bot_count = 1,
                        .seed = 5,
                        .games = GAMES,
                        .jobs = jobs,
                        .take = take_match,
                        .take_context = taken,
                        .watch = &watch};
  Run run;
  assert_true(run_open(&run, &plan, error));
  RunEnd end = run_play(&run, NULL, error);
  run_close(&run);
  return end;
}

static void games_are_taken_in_order_with_their_notes(void **state) {
  (void)state;
  for (int jobs = 1; jobs <= 4; jobs++) {
    Taken taken = {0};
    Error error = {0};
    assert_int_equal(play(COUNT, jobs, &taken, &error), RUN_DONE);
    assert_int_equal(taken.games, GAMES);
    assert_int_equal(taken.matches, GAMES);
  }
}

static void a_watch_can_fail(void **state) {
  (void)state;
  static const struct {
    Way way;
    const char *message;
  } CASES[] = {{FAIL, "game 77 of seed 5: no more"},
               {TOO_LONG, "game 77 of seed 5: there is too much to record"},
               {TOO_SHORT, "what was recorded for game 77 makes no sense"}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Taken taken = {0};
    Error error = {0};
    assert_int_equal(play(CASES[i].way, 2, &taken, &error), RUN_FAILED);
    assert_message(&error, CASES[i].message);
    assert_int_equal(taken.games, CASES[i].way == TOO_SHORT ? 78 : 77);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_are_taken_in_order_with_their_notes),
      cmocka_unit_test(a_watch_can_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
