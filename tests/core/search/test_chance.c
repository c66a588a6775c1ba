/* Games of chance: what nature does is drawn by its weights, and searches and
 * the solver agree with values that are computed here in another way. */
#include "core/base/clock.h"
#include "core/game/match.h"
#include "core/game/perft.h"
#include "core/game/spec.h"
#include "core/search/alphabeta.h"
#include "core/search/mcts.h"
#include "core/search/solve_chance.h"
#include "tests/support/support.h"
#include <math.h>

/* ---- a race --------------------------------------------------------------*/

/* Two players on a track of GOAL cells. Nature rolls 1, 2 or 3, the 2 twice as
 * often as each of the others; then the player goes that far or stays. Whoever
 * would go beyond the goal goes back to the start, and whoever reaches it wins.
 * Play may return to a position, since both may stay. */
enum { GOAL = 5, FACES = 3 };
static const uint32_t WEIGHTS[FACES] = {1, 2, 1};
enum { STAY = 0, GO = 1 };

typedef struct Race {
  State head;
  uint8_t at[2], roll, next;
} Race;

static bool race_open(Game *game, Error *error) {
  (void)error;
  game->seats = 2;
  game->state_size = sizeof(Race);
  game->max_moves = FACES;
  game->max_plies = 1000;
  game->has_chance = true;
  return true;
}

static void race_start(const Game *game, State *state, Rng *rng) {
  (void)game, (void)rng;
  state->seat = NATURE;
}

static int race_moves(const Game *game, const State *state, Move *moves) {
  (void)game;
  int count = state->seat == NATURE ? FACES : 2;
  for (int i = 0; i < count; i++)
    moves[i] = (Move)(state->seat == NATURE ? i + 1 : i);
  return count;
}

static void race_weights(const Game *game, const State *state,
                         const Move moves[], int count, uint32_t weight[]) {
  (void)game, (void)state;
  for (int i = 0; i < count; i++)
    weight[i] = WEIGHTS[moves[i] - 1];
}

static void race_play(const Game *game, State *state, Move move) {
  (void)game;
  Race *r = (Race *)(void *)state;
  if (state->seat == NATURE) {
    r->roll = (uint8_t)move;
    state->seat = r->next;
    return;
  }
  int seat = state->seat;
  if (move == GO)
    r->at[seat] = (uint8_t)(r->at[seat] + r->roll);
  if (r->at[seat] > GOAL)
    r->at[seat] = 0;
  if (r->at[seat] == GOAL)
    state_set_win(state, (uint16_t)(1u << seat));
  r->roll = 0;
  r->next = (uint8_t)(1 - seat);
  state->seat = NATURE;
}

static void race_format(const Game *game, const State *state, Move move,
                        char text[MOVE_TEXT]) {
  (void)game;
  if (state->seat == NATURE)
    snprintf(text, MOVE_TEXT, "%u", move);
  else
    snprintf(text, MOVE_TEXT, move == GO ? "go" : "stay");
}

static bool race_parse(const Game *game, const State *state, const char *text,
                       Move *move, Error *error) {
  Move moves[FACES];
  int count = race_moves(game, state, moves);
  for (int i = 0; i < count; i++) {
    char known[MOVE_TEXT];
    race_format(game, state, moves[i], known);
    *move = moves[i];
    if (strcmp(known, text) == 0)
      return true;
  }
  return error_set(error, "'%s' is not a move", text);
}

static void race_draw(const Game *game, const State *state, FILE *out) {
  (void)game;
  const Race *r = (const Race *)(const void *)state;
  fprintf(out, "%d %d, roll %d\n", r->at[0], r->at[1], r->roll);
}

static bool race_set(const Game *game, State *state, const char *key,
                     const char *value, Error *error) {
  Race *r = (Race *)(void *)state;
  (void)game;
  uint8_t *part = strcmp(key, "at1") == 0    ? &r->at[0]
                  : strcmp(key, "at2") == 0  ? &r->at[1]
                  : strcmp(key, "roll") == 0 ? &r->roll
                  : strcmp(key, "next") == 0 ? &r->next
                                             : NULL;
  if (!part)
    return error_set(error, "there is no '%s'", key);
  return game_set_count(key, value, GOAL, part, error);
}

static bool race_finish(const Game *game, State *state, Error *error) {
  (void)game, (void)error;
  const Race *r = (const Race *)(const void *)state;
  for (int seat = 0; seat < 2; seat++)
    if (r->at[seat] == GOAL)
      state_set_win(state, (uint16_t)(1u << seat));
  return true;
}

static const Option NO_OPTIONS[] = {{0}};
static const Rules RACE = {.name = "race",
                           .title = "Race",
                           .summary = "a race",
                           .text = "a race",
                           .example = "2 go",
                           .options = NO_OPTIONS,
                           .game_size = sizeof(Game),
                           .open = race_open,
                           .start = race_start,
                           .moves = race_moves,
                           .weights = race_weights,
                           .play = race_play,
                           .format = race_format,
                           .parse = race_parse,
                           .draw = race_draw,
                           .set = race_set,
                           .set_help = "at1, at2, roll, next",
                           .finish_edit = race_finish};

static Game *open_race(void) {
  Game *game = game_new(sizeof *game);
  assert_non_null(game);
  game->rules = &RACE;
  snprintf(game->spec, sizeof game->spec, "race");
  assert_true(race_open(game, NULL) && game_finish(game, NULL));
  return game;
}

/* ---- the truth -----------------------------------------------------------*/

/* The chance that seat 0 wins, by who is to roll and where both are: iterated
 * over the track until nothing changes, with nothing of the rules above. */
typedef struct Truth {
  double to_roll[2][GOAL][GOAL];
} Truth;

static double after_going(const Truth *t, int seat, int own, int other,
                          int cells) {
  int at = own + cells > GOAL ? 0 : own + cells;
  if (at == GOAL)
    return seat == 0;
  return seat == 0 ? t->to_roll[1][at][other] : t->to_roll[0][other][at];
}

static double after_roll(const Truth *t, int seat, int first, int second,
                         int roll) {
  int own = seat ? second : first, other = seat ? first : second;
  double stays = t->to_roll[1 - seat][first][second];
  double goes = after_going(t, seat, own, other, roll);
  return seat == 0 ? fmax(stays, goes) : fmin(stays, goes);
}

static const Truth *truth(void) {
  static Truth t;
  for (int again = 0; again < 10000; again++)
    for (int seat = 0; seat < 2; seat++)
      for (int a = 0; a < GOAL; a++)
        for (int b = 0; b < GOAL; b++)
          t.to_roll[seat][a][b] = (after_roll(&t, seat, a, b, 1) +
                                   2 * after_roll(&t, seat, a, b, 2) +
                                   after_roll(&t, seat, a, b, 3)) /
                                  4;
  return &t;
}

static void set_up(const Game *game, State *state, const char *settings) {
  Error error = {0};
  game_assign(game, state, game->first);
  if (!game_edit(game, state, settings, &error))
    fail_msg("%s", error.message);
}

/* ---- playing -------------------------------------------------------------*/

static void nature_moves_by_its_weights(void **unused) {
  (void)unused;
  enum { ROLLS = 40000 };
  Game *game = open_race();
  int seen[FACES + 1] = {0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < ROLLS; i++)
    seen[game_random_move(game, game->first, &rng)]++;
  for (int face = 0; face < FACES; face++) {
    double p = WEIGHTS[face] / 4.0, deviation = sqrt(ROLLS * p * (1 - p));
    assert_true(fabs(seen[face + 1] - ROLLS * p) < 5 * deviation);
  }
  game_close(game);
}

static void the_rules_conform(void **unused) {
  (void)unused;
  Game *game = open_race();
  Error error = {0};
  if (!conform(game, 1, 20, 200, &error))
    fail_msg("%s", error.message);
  game_close(game);
}

static void perft_counts_what_nature_can_do(void **unused) {
  (void)unused;
  Game *game = open_race();
  static const uint64_t LEAVES[] = {1, 3, 6, 18, 36};
  for (int depth = 0; depth < (int)COUNT(LEAVES); depth++) {
    uint64_t leaves;
    assert_true(perft(game, game->first, depth, &leaves, NULL));
    assert_int_equal(leaves, LEAVES[depth]);
  }
  game_close(game);
}

static void a_match_asks_no_bot_for_nature(void **unused) {
  (void)unused;
  Game *game = open_race();
  Error error = {0};
  Bot *bots[2] = {bot_open("random", game, &error),
                  bot_open("greedy", game, &error)};
  assert_true(bots[0] && bots[1]);
  State *state = game_start(game);
  MatchCallbacks counted = {0};
  for (uint64_t i = 0; i < 50; i++) {
    Match match, again;
    Rng rng;
    rng_seed(&rng, 1, i);
    assert_true(
        match_play(game, bots, &rng, 1000, state, &counted, &match, &error));
    assert_int_equal(match.end, MATCH_WIN);
    assert_int_equal(match.plies % 2, 0); /* a roll and a move in turn */
    assert_int_equal(match.legal_moves, match.plies / 2 * 2); /* no rolls */
    assert_int_equal(match.branching_max, 2);
    assert_int_equal(match.moved, 1 | (match.plies > 2) << 1);
    rng_seed(&rng, 1, i);
    assert_true(
        match_play(game, bots, &rng, 1000, state, NULL, &again, &error));
    assert_int_equal(match.hash, again.hash);
  }
  free(state);
  bot_close(bots[0]);
  bot_close(bots[1]);
  game_close(game);
}

static void seat_names_nature(void **unused) {
  (void)unused;
  Game *game = open_race();
  State *state = game_start(game);
  Error error = {0};
  char mover[MOVER_TEXT];
  assert_int_equal(game_seat_number(state), 0);
  assert_true(game_play_line(game, state, "2", &error));
  game_name_mover(state, mover);
  assert_string_equal(mover, "seat 1");
  set_up(game, state, "at1=3 next=1 seat=nature");
  game_name_mover(state, mover);
  assert_string_equal(mover, "nature");
  assert_false(game_edit(game, state, "seat=natur", &error));
  free(state);
  game_close(game);
}

/* ---- searching -----------------------------------------------------------*/

static void nothing_is_searched_for_nature(void **unused) {
  (void)unused;
  Game *game = open_race();
  Error error = {0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  MctsPlan plan = mcts_plan(0);
  Mcts *mcts = mcts_new(game, &plan);
  assert_false(mcts_search(mcts, game->first, &rng, &error));
  assert_non_null(strstr(error.message, "nature moves next"));
  mcts_free(mcts);
  game_close(game);
}

/* In each position with a roll, the move that wins more often is chosen if it
 * is much better. */
static void mcts_plays_well(void **unused) {
  (void)unused;
  const Truth *t = truth();
  Game *game = open_race();
  State *state = game_start(game);
  Error error = {0};
  MctsPlan plan = mcts_plan(0);
  plan.iterations = 2000;
  Mcts *mcts = mcts_new(game, &plan);
  int asked = 0;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int a = 0; a < GOAL; a++)
    for (int roll = 1; roll <= FACES; roll++) {
      char settings[64];
      double stays = t->to_roll[1][a][2], goes = after_going(t, 0, a, 2, roll);
      if (fabs(stays - goes) < 0.05)
        continue;
      snprintf(settings, sizeof settings, "at1=%d at2=2 roll=%d seat=1", a,
               roll);
      set_up(game, state, settings);
      mcts_forget(mcts);
      assert_true(mcts_search(mcts, state, &rng, &error));
      assert_int_equal(mcts_best(mcts), goes > stays ? GO : STAY);
      asked++;
    }
  assert_true(asked > 6);
  mcts_free(mcts);
  free(state);
  game_close(game);
}

/* One cell before the goal with a 1 to come: staying or not, what the other can
 * do is certain only where nature has no say. */
static void alphabeta_takes_the_mean(void **unused) {
  (void)unused;
  Game *game = open_race();
  State *state = game_start(game);
  Error error = {0};
  AlphabetaPlan plan = {.depth = 3, .all = true, .table = 1 << 20};
  Alphabeta *search = alphabeta_new(game, &plan, &error);
  assert_non_null(search);
  AlphabetaMove moves[FACES];
  /* After staying, seat 2 rolls: with a 1 (of 4) it wins, otherwise it is even
   * for lack of an evaluation. After going (to the start), the same. */
  set_up(game, state, "at1=3 at2=4 roll=3 seat=1");
  assert_true(alphabeta_search(search, state, &error));
  assert_int_equal(alphabeta_moves(search, moves, FACES), 2);
  for (int i = 0; i < 2; i++)
    assert_true(fabs(moves[i].value - 0.75 * 0.5) < 1e-12);
  /* A win for certain is one, whatever comes after the other move. */
  set_up(game, state, "at1=3 at2=4 roll=2 seat=1");
  assert_true(alphabeta_search(search, state, &error));
  assert_int_equal(alphabeta_moves(search, moves, FACES), 2);
  assert_int_equal(moves[0].move, GO);
  assert_true(moves[0].value == 1 && moves[0].proven);
  assert_true(!moves[1].proven);
  alphabeta_free(search);
  free(state);
  game_close(game);
}

/* ---- what is hidden ------------------------------------------------------*/

static int redraws;

/* Takes longer than the whole search may. */
static void redraw_slowly(const Game *game, State *state, int seat, Rng *rng) {
  (void)game, (void)state, (void)seat, (void)rng;
  double began = clock_seconds();
  while (clock_seconds() - began < 0.003)
    ;
  redraws++;
}

static void a_time_limit_holds_for_all_worlds_together(void **unused) {
  (void)unused;
  Game *game = open_race();
  Rules hiding = RACE;
  hiding.redraw = redraw_slowly;
  game->rules = &hiding;
  State *state = game_start(game);
  set_up(game, state, "roll=1 seat=1");
  Error error = {0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  MctsPlan plan = mcts_plan(0);
  plan.iterations = 0;
  plan.milliseconds = 2;
  Mcts *mcts = mcts_new(game, &plan);
  redraws = 0;
  assert_true(mcts_search(mcts, state, &rng, &error));
  assert_in_range(redraws, 1, 8);
  mcts_free(mcts);
  free(state);
  game_close(game);
}

/* ---- solving -------------------------------------------------------------*/

/* Solves a position and returns the number of its moves. */
static int solve(const Game *game, const State *state, Chances *chances,
                 ChanceMove list[FACES]) {
  const SolvePlan plan = {.memory = 16 << 20};
  uint64_t positions;
  int count;
  Error error = {0};
  assert_int_equal(chance_solve(game, state, &plan, chances, list, &count,
                                &positions, &error),
                   SOLVE_DONE);
  return count;
}

static void the_solver_finds_the_truth(void **unused) {
  (void)unused;
  const Truth *t = truth();
  Game *game = open_race();
  State *state = game_start(game);
  for (int seat = 0; seat < 2; seat++)
    for (int a = 0; a < GOAL; a++)
      for (int b = 0; b < GOAL; b++) {
        char settings[64];
        ChanceMove list[FACES];
        Chances chances;
        snprintf(settings, sizeof settings, "at1=%d at2=%d next=%d seat=nature",
                 a, b, seat);
        set_up(game, state, settings);
        int count = solve(game, state, &chances, list);
        assert_true(fabs(chances.win[0] - t->to_roll[seat][a][b]) < 1e-10);
        assert_true(fabs(chances.win[0] + chances.win[1] - 1) < 1e-10);
        assert_int_equal(count, FACES);
        for (int i = 0; i < count; i++) {
          double win = after_roll(t, seat, a, b, (int)list[i].move);
          assert_true(list[i].probability == WEIGHTS[i] / 4.0);
          assert_true(fabs(list[i].chances.win[0] - win) < 1e-10);
        }
      }
  free(state);
  game_close(game);
}

static void the_best_move_comes_first(void **unused) {
  (void)unused;
  const Truth *t = truth();
  Game *game = open_race();
  State *state = game_start(game);
  for (int seat = 0; seat < 2; seat++)
    for (int roll = 1; roll <= FACES; roll++) {
      char settings[64];
      ChanceMove list[FACES];
      Chances chances;
      snprintf(settings, sizeof settings, "at1=3 at2=3 next=%d roll=%d seat=%d",
               seat, roll, seat + 1);
      set_up(game, state, settings);
      assert_int_equal(solve(game, state, &chances, list), 2);
      assert_true(list[0].chances.win[seat] >= list[1].chances.win[seat]);
      assert_true(fabs(list[0].chances.win[0] - chances.win[0]) < 1e-12);
      assert_true(fabs(chances.win[0] - after_roll(t, seat, 3, 3, roll)) <
                  1e-10);
    }
  free(state);
  game_close(game);
}

static void a_small_limit_is_reported(void **unused) {
  (void)unused;
  const SolvePlan plan = {.memory = 1000};
  Game *game = open_race();
  ChanceMove list[FACES];
  Chances chances;
  int count;
  uint64_t positions;
  Error error = {0};
  assert_int_equal(chance_solve(game, game->first, &plan, &chances, list,
                                &count, &positions, &error),
                   SOLVE_FAILED);
  assert_non_null(strstr(error.message, "does not fit into 0 MB"));
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nature_moves_by_its_weights),
      cmocka_unit_test(the_rules_conform),
      cmocka_unit_test(perft_counts_what_nature_can_do),
      cmocka_unit_test(a_match_asks_no_bot_for_nature),
      cmocka_unit_test(seat_names_nature),
      cmocka_unit_test(nothing_is_searched_for_nature),
      cmocka_unit_test(mcts_plays_well),
      cmocka_unit_test(alphabeta_takes_the_mean),
      cmocka_unit_test(a_time_limit_holds_for_all_worlds_together),
      cmocka_unit_test(the_solver_finds_the_truth),
      cmocka_unit_test(the_best_move_comes_first),
      cmocka_unit_test(a_small_limit_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
