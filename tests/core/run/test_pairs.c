/* Games in pairs: those of a pair begin alike with the seats swapped, however
 * the run is played. */
#include "tests/support/files.h"
#include "tests/support/support.h"

#include "core/run/replay.h"
#include "lua/host/host.h"
#include <string.h>

enum { PLIES = 4, GAMES_MAX = 64, ROLLS_MAX = 12 };

/* What a game of a run was: its bots, its first position, and its moves. */
typedef struct Played {
  uint8_t bot[SEATS_MAX];
  uint64_t start;
  int plies;
  uint64_t opening; /* a hash of the position after PLIES plies */
  int rolls;
  Move roll[ROLLS_MAX];
  uint64_t end; /* and of the last one */
} Played;

typedef struct Games {
  const Run *run;
  int count;
  Played game[GAMES_MAX];
  Match match[GAMES_MAX];
} Games;

static bool keep_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Games *g = context;
  (void)error;
  assert_true(g->count < GAMES_MAX);
  g->match[g->count++] = *match;
  (void)index;
  return true;
}

static void begin(void *context, const Game *game, const State *first,
                  uint64_t index, const Match *match) {
  Games *g = context;
  const Schedule *s = &g->run->schedule;
  Played *p = &g->game[g->count];
  (void)match;
  *p = (Played){.start = game_hash(game, first)};
  memcpy(p->bot, schedule_bots(s, schedule_seating(s, index)),
         (size_t)s->seats);
}

static void turn(void *context, const Game *game, const State *state, Move move,
                 int legal) {
  Games *g = context;
  Played *p = &g->game[g->count];
  (void)legal;
  if (state->seat == NATURE && p->rolls < ROLLS_MAX)
    p->roll[p->rolls++] = move;
  if (p->plies++ == PLIES)
    p->opening = game_hash(game, state);
}

static void end(void *context, const Game *game, const State *last) {
  Games *g = context;
  g->game[g->count++].end = game_hash(game, last);
}

/* Plays a run into a new folder, and replays it from there. */
static void play(RunPlan plan, Games *g) {
  Run run;
  Error error = {0};
  if (plan.out)
    clear(plan.out);
  if (!run_open(&run, &plan, &error) ||
      run_play(&run, NULL, &error) != RUN_DONE)
    fail_msg("%s", error.message);
  run_close(&run);
  *g = (Games){.run = &run};
  assert_true(run_read(&run, plan.out, keep_match, g, &error));
  const ReplayPlan replay = {
      .run = &run, .games = (uint64_t)g->count, .matches = g->match, .jobs = 2};
  const ReplayCallbacks callbacks = {begin, turn, end, NULL, g};
  g->count = 0;
  if (!replay_games(&replay, &callbacks, &error))
    fail_msg("%s", error.message);
  run_close(&run);
}

static RunPlan plan_for(const char *game, const char *const bots[], int count,
                        uint64_t games) {
  return (RunPlan){.game = game,
                   .bots = bots,
                   .bot_count = count,
                   .seating = SEATING_ROTATED,
                   .pairs = true,
                   .games = games,
                   .seed = 3,
                   .out = "run",
                   .moves = true};
}

static int count_different(const uint64_t list[], int count) {
  int different = 0;
  for (int i = 0; i < count; i++) {
    int first = 0;
    while (list[first] != list[i])
      first++;
    different += first == i;
  }
  return different;
}

/* Two bots that always play the same move in the same position would play two
 * games over and over. */
static void a_pair_begins_with_the_same_random_plies(void **state) {
  (void)state;
  static const char *const BOTS[] = {"alphabeta:depth=2", "alphabeta:depth=1"};
  RunPlan plan = plan_for("quoridor:size=5", BOTS, 2, 40);
  uint64_t openings[GAMES_MAX], ends[GAMES_MAX];
  plan.opening = PLIES;
  for (int recorded = 0; recorded <= 1; recorded++) {
    Games g;
    plan.moves = recorded; /* otherwise they are played again */
    play(plan, &g);
    assert_int_equal(g.count, 40);
    for (int i = 0; i < g.count; i += 2) {
      const Played *one = &g.game[i], *other = one + 1;
      assert_true(one->bot[0] == other->bot[1] &&
                  one->bot[1] == other->bot[0] && one->bot[0] != one->bot[1]);
      assert_true(one->plies > PLIES && other->plies > PLIES);
      assert_true(one->opening == other->opening);
      openings[i / 2] = one->opening;
      ends[i] = one->end;
      ends[i + 1] = other->end;
    }
    assert_true(count_different(openings, 20) >= 18);
    assert_true(count_different(ends, 40) > 20);
  }
}

static void without_pairs_every_game_has_its_own_opening(void **state) {
  (void)state;
  static const char *const BOTS[] = {"alphabeta:depth=2", "alphabeta:depth=1"};
  RunPlan plan = plan_for("quoridor:size=5", BOTS, 2, 40);
  uint64_t openings[GAMES_MAX];
  Games g;
  plan.pairs = false;
  plan.opening = PLIES;
  play(plan, &g);
  for (int i = 0; i < g.count; i++)
    openings[i] = g.game[i].opening;
  assert_true(count_different(openings, 40) >= 36);
}

/* A random start is the same in all games of a round, and the bots still have
 * random numbers of their own. */
static void a_round_begins_with_the_same_random_start(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random", "greedy", "alphabeta:depth=1"};
  static const struct {
    int bots;
    Seating seating;
  } CASES[] = {{2, SEATING_ROTATED}, {3, SEATING_EVERY}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    RunPlan plan =
        plan_for("variants/quoridor_opening.lua", BOTS, CASES[i].bots, 60);
    uint64_t starts[GAMES_MAX], ends[GAMES_MAX];
    Games g;
    plan.seating = CASES[i].seating;
    play(plan, &g);
    for (int k = 0; k < g.count; k++) {
      int first = k / 2 * 2;
      assert_true(g.game[k].start == g.game[first].start);
      ends[k] = g.game[k].end;
      starts[k] = g.game[k].start;
    }
    assert_int_equal(count_different(starts, 60), 30);
    assert_true(count_different(ends, 60) > 40);
  }
}

/* The dice fall alike in both games of a pair, whatever the bots do. */
static void a_pair_has_the_same_rolls(void **state) {
  (void)state;
  static const char *const BOTS[] = {"greedy", "mcts:iterations=5"};
  RunPlan plan = plan_for("games/dice_race.lua:length=20", BOTS, 2, 20);
  uint64_t ends[GAMES_MAX], rolls[GAMES_MAX];
  for (int opening = 0; opening <= PLIES; opening += PLIES) {
    Games g;
    plan.opening = opening;
    play(plan, &g);
    for (int i = 0; i < g.count; i++) {
      const Played *p = &g.game[i];
      assert_int_equal(p->rolls, ROLLS_MAX);
      assert_memory_equal(p->roll, g.game[i / 2 * 2].roll, sizeof p->roll);
      rolls[i] = game_hash_bytes(p->roll, sizeof p->roll);
      ends[i] = p->end;
    }
    assert_true(count_different(rolls, 20) == 10);
    assert_true(count_different(ends, 20) > 10);
  }
}

static void a_round_has_a_game_for_each_rotation(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random", "greedy", "alphabeta:depth=1"};
  RunPlan plan = plan_for("tictacdoh:players=3", BOTS, 3, 48);
  uint64_t openings[GAMES_MAX];
  Games g;
  plan.seating = SEATING_EVERY;
  plan.opening = PLIES;
  play(plan, &g);
  for (int k = 0; k < g.count; k++) {
    const Played *first = &g.game[k / 3 * 3], *p = &g.game[k];
    assert_true(p->opening == first->opening);
    for (int seat = 0; seat < 3; seat++)
      assert_int_equal(p->bot[seat], first->bot[(seat + k % 3) % 3]);
    openings[k] = p->opening;
  }
  assert_int_equal(count_different(openings, 48), 16);
}

/* ---- wrong input ---------------------------------------------------------*/

static void openings_that_make_no_sense_are_refused(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random", "greedy"};
  static const struct {
    const char *game;
    Seating seating;
    bool pairs;
    int opening, max_plies;
    const char *message;
  } CASES[] = {
      {"quoridor", SEATING_FIXED, true, 0, 0, "rotate the bots"},
      {"quoridor", SEATING_ROTATED, true, 30, 30,
       "an opening of 30 plies leaves nothing to play: games are truncated at "
       "30 plies"},
      {"quoridor", SEATING_ROTATED, true, OPENING_MAX + 1, 5000,
       "at most 1000 plies"},
      {"tictacdoh", SEATING_ROTATED, true, 300, 5000,
       "game 0 of seed 3: no opening of 300 random plies was found"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    RunPlan plan = plan_for(CASES[i].game, BOTS, 2, 10);
    Run run;
    Error error = {0};
    plan.seating = CASES[i].seating;
    plan.pairs = CASES[i].pairs;
    plan.opening = CASES[i].opening;
    plan.max_plies = CASES[i].max_plies;
    clear("run");
    if (run_open(&run, &plan, &error)) {
      assert_int_equal(run_play(&run, NULL, &error), RUN_FAILED);
      run_close(&run);
    }
    assert_message(&error, CASES[i].message);
  }
}

static void a_run_is_not_resumed_with_other_openings(void **state) {
  (void)state;
  static const char *const BOTS[] = {"random", "greedy"};
  RunPlan plan = plan_for("quoridor:size=5", BOTS, 2, 10);
  Games g;
  Run run;
  plan.opening = 2;
  play(plan, &g);
  plan.resume = true;
  for (int i = 0; i < 2; i++) {
    Error error = {0};
    plan.pairs = i == 0;
    plan.opening = i == 0 ? 3 : 2;
    assert_true(run_open(&run, &plan, &error));
    assert_int_equal(run_play(&run, NULL, &error), RUN_FAILED);
    assert_message(&error, i == 0 ? "its 'opening' is 2, not 3"
                                  : "its 'pairs' is true, not false");
    run_close(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pair_begins_with_the_same_random_plies),
      cmocka_unit_test(without_pairs_every_game_has_its_own_opening),
      cmocka_unit_test(a_round_begins_with_the_same_random_start),
      cmocka_unit_test(a_pair_has_the_same_rolls),
      cmocka_unit_test(a_round_has_a_game_for_each_rotation),
      cmocka_unit_test(openings_that_make_no_sense_are_refused),
      cmocka_unit_test(a_run_is_not_resumed_with_other_openings),
  };
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const char *dir = enter_new_dir();
  int failed = RUN_TESTS(tests);
  clear(dir);
  return failed;
}
