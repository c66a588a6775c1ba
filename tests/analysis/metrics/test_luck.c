/* Luck: nature's share of what decides games, against games in which it is
 * known. */
#include "tests/support/analysis/measured_run.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include "tests/support/synthetic.h"

#include "lua/host/host.h"
#include <math.h>

/* ---- a game of known luck ------------------------------------------------*/

/* A ladder of ten steps, on which seat 1 begins in the middle. Each letter is a
 * move: 'c', seat 1 goes two steps up or down; 'n', nature one; 'x', nothing
 * happens. In the end one of ten cards is drawn, by seat 2, 'p', or by nature,
 * 'r', and seat 1 wins with as many of them as it has steps. If all moves are
 * random, the variance of its result is 25 squared steps: 4 of each 'c', 1 of
 * each 'n' and of a random start, and the rest of the draw. */
static const char *stages;

typedef struct Ladder {
  State state;
  int stage, steps;
} Ladder;

static void set_mover(Ladder *s) {
  char stage = stages[s->stage];
  s->state.seat = stage == 'n' || stage == 'r' ? NATURE : stage == 'p';
}

static void ladder_start(const Game *game, State *state, Rng *rng) {
  Ladder *s = (Ladder *)(void *)state;
  s->stage = 0;
  s->steps = 5 + (game->random_start ? 2 * (int)rng_below(rng, 2) - 1 : 0);
  set_mover(s);
}

static int ladder_moves(const Game *game, const State *state, Move *moves) {
  (void)game;
  char stage = stages[((const Ladder *)(const void *)state)->stage];
  int count = stage == 'p' || stage == 'r' ? 10 : 2;
  for (int i = 0; i < count; i++)
    moves[i] = (Move)i;
  return count;
}

static Move ladder_random_move(const Game *game, const State *state, Rng *rng) {
  Move moves[10];
  return moves[rng_below(rng, (uint32_t)ladder_moves(game, state, moves))];
}

static void ladder_play(const Game *game, State *state, Move move) {
  (void)game;
  Ladder *s = (Ladder *)(void *)state;
  char stage = stages[s->stage++];
  if (stage == 'p' || stage == 'r')
    state_set_win(state, (int)move < s->steps ? 1 : 2);
  else {
    s->steps += (stage == 'c' ? 2 : stage == 'n') * (move ? 1 : -1);
    set_mover(s);
  }
}

static void ladder_evaluate(const Game *game, const State *state,
                            double value[]) {
  (void)game;
  value[0] = ((const Ladder *)(const void *)state)->steps / 10.0;
  value[1] = 1 - value[0];
}

static const Rules LADDER = {.name = "ladder",
                             .start = ladder_start,
                             .moves = ladder_moves,
                             .random_move = ladder_random_move,
                             .play = ladder_play,
                             .evaluate = ladder_evaluate};

static Game *make_game(const char *moves, bool random_start) {
  Game *game = calloc(1, sizeof *game);
  stages = moves;
  *game = (Game){.rules = &LADDER,
                 .spec = "ladder",
                 .seats = 2,
                 .sides = 2,
                 .side = {0, 1},
                 .state_size = sizeof(Ladder),
                 .max_moves = 10,
                 .max_plies = 10,
                 .random_start = random_start,
                 .has_chance = strpbrk(moves, "nr") != NULL};
  return game;
}

/* Plays a game at random, as tension sees it. */
static void play_game(Tension *t, const Game *game, uint64_t index, Rng *rng) {
  const Match match = {.end = MATCH_WIN,
                       .winners = 1, /* luck does not look at it */
                       .plies = (int)strlen(stages)};
  State *state = game_start(game);
  game_begin(game, state, rng);
  tension_begin(t, game, index, &match);
  while (state->outcome == PLAYING) {
    tension_position(t, game, state);
    game_play(game, state, ladder_random_move(game, state, rng));
  }
  tension_end(t, game, state);
  assert_false(t->failed);
  free(state);
}

/* The metrics of some games; adds their sums to `total`, if it is not NULL. */
static Metrics play_games(const Game *game, OraclePlan oracle, int games,
                          Rng *rng, Pairs *total) {
  Tension t = {.plan = oracle, .seed = rng_next(rng)};
  Metrics m = {NULL};
  for (int i = 0; i < games; i++)
    play_game(&t, game, (uint64_t)i, rng);
  tension_metrics(&t, &m);
  if (total)
    pairs_add(total, t.luck.share.x, t.luck.share.y);
  tension_free(&t);
  return m;
}

static const struct {
  const char *moves;
  bool random_start;
  double share; /* of luck */
} CASES[] = {
    {"r", false, 1},
    {"xr", false, 1},
    {"cr", false, 21.0 / 25},
    {"cnp", false, 1.0 / 25},
    {"cnnp", false, 2.0 / 25}, /* two rolls are one step */
    {"ncnr", false, 21.0 / 25},
    {"nncp", false, 2.0 / 25}, /* nature begins */
    {"ccp", true, 1.0 / 25},
    {"ncr", true, 21.0 / 25}, /* after a random start */
};

/* ---- tests ---------------------------------------------------------------*/

/* Intervals miss the truth in 5% of runs, and many runs together have no bias,
 * however few the playouts are. */
static void luck_is_found_in_games_of_known_luck(void **state) {
  (void)state;
  static const OraclePlan PLANS[] = {{ORACLE_EVAL, 0}, {ORACLE_PLAYOUTS, 20}};
  enum { RUNS = 200, GAMES = 100 };
  for (size_t i = 0; i < COUNT(CASES) * COUNT(PLANS); i++) {
    double truth = CASES[i / 2].share;
    Game *game = make_game(CASES[i / 2].moves, CASES[i / 2].random_start);
    OraclePlan plan = PLANS[i % 2];
    Pairs total = {0};
    int missed = 0;
    Rng rng;
    rng_seed(&rng, 41, i);
    for (int k = 0; k < RUNS; k++) {
      Metrics m = play_games(game, plan, GAMES, &rng, &total);
      Estimate e = metric(&m, "tension", oracle_name(plan).text, "luck_share");
      missed += e.low > truth || e.high < truth;
      assert_false(e.low > e.value || e.high < e.value);
      metrics_free(&m);
    }
    Estimate e = estimate_ratio(&total);
    double error = fmax(2 * estimate_half_width(e), 1e-9);
    print_message("%s, %s: %.4f, should be %.4f\n", stages,
                  oracle_name(plan).text, e.value, truth);
    assert_true(fabs(e.value - truth) <= error && error < 0.03);
    assert_at_most(stages, missed, RUNS, 0.05);
    free(game);
  }
}

static void games_without_chance_have_no_luck(void **state) {
  (void)state;
  Game *game = make_game("ccp", false);
  Rng rng;
  rng_seed(&rng, 43, 0);
  Metrics m = play_games(game, (OraclePlan){ORACLE_EVAL, 0}, 20, &rng, NULL);
  assert_int_equal(count_metrics(&m, "tension", "calibration"), 1);
  assert_int_equal(count_metrics(&m, "tension", "luck_share"), 0);
  metrics_free(&m);
  free(game);
}

/* What luck draws and costs is its own: where nothing depends on chance, the
 * other metrics are the same to the last digit as without it. */
static void luck_changes_no_other_metric(void **state) {
  (void)state;
  Game *game = make_game("xr", false);
  for (int i = 0; i < 2; i++) {
    game->has_chance = i == 0;
    static double drama;
    Rng rng;
    rng_seed(&rng, 47, 0);
    Metrics m =
        play_games(game, (OraclePlan){ORACLE_PLAYOUTS, 20}, 20, &rng, NULL);
    assert_int_equal(count_metrics(&m, "tension", "luck_share"), 1 - i);
    double is = metric(&m, "tension", "playouts=20", "drama").value;
    assert_true(i == 0 || is == drama);
    drama = is;
    metrics_free(&m);
  }
  free(game);
}

static Estimate luck_of(const char *spec, const char *oracle) {
  RunMetricsPlan plan = {.sample = 40};
  RunMetrics f;
  Error error = {0};
  Estimate e = estimate_none();
  assert_true(oracle_parse(oracle, &plan.oracle, &error));
  play_run(spec, RANDOM, 1, 40, true, 0, "one");
  measure(&f, "one", &plan);
  if (count_metrics(&f.metrics, "tension", "luck_share"))
    e = metric(&f.metrics, "tension", oracle, "luck_share");
  run_metrics_free(&f);
  return e;
}

/* In a race of one pawn each there is nothing to choose. */
static void runs_have_luck_if_there_is_any(void **state) {
  (void)state;
  static const struct {
    const char *game, *oracle;
    double low, high; /* what the interval must have a part of */
  } RUNS[] = {{"games/dice_race.lua:pawns=1", "playouts=20", 1, 1},
              {"games/dice_race.lua:pawns=1", "mcts:iterations=400", 1, 1},
              {"games/tricks.lua", "playouts=10", 0.1, 0.9},
              {"games/nim.lua", "playouts=10", NAN, NAN},
              {"tictacdoh", "eval", NAN, NAN}};
  for (size_t i = 0; i < COUNT(RUNS); i++) {
    Estimate e = luck_of(RUNS[i].game, RUNS[i].oracle);
    print_message("%s, %s: %.3f (%.3f to %.3f)\n", RUNS[i].game, RUNS[i].oracle,
                  e.value, e.low, e.high);
    assert_int_equal(isnan(e.value), isnan(RUNS[i].low));
    if (!isnan(e.value))
      assert_true(0 <= e.low && e.low <= RUNS[i].high &&
                  RUNS[i].low <= e.high && e.high <= 1);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest luck_tests[] = {
      cmocka_unit_test(luck_is_found_in_games_of_known_luck),
      cmocka_unit_test(games_without_chance_have_no_luck),
      cmocka_unit_test(luck_changes_no_other_metric),
      cmocka_unit_test(runs_have_luck_if_there_is_any),
  };
  int failed = RUN_TESTS(luck_tests);
  clear(home);
  return failed;
}
