/* Conformance: every game passes with all kinds of options. */
#include "core/game/conform.h"
#include "core/game/spec.h"
#include "tests/support/support.h"

static void assert_conforms(const char *spec, uint64_t seed, int games,
                            int max_plies) {
  Error error = {0};
  Game *game = game_open(spec, &error);
  if (!game)
    fail_msg("%s", error.message);
  bool conforms = conform(game, seed, games, max_plies, &error);
  if (!conforms)
    fail_msg("%s", error.message);
  game_close(game);
}

static void every_game_conforms(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int games, max_plies;
  } CASES[] = {
      {"dorix", 6, 120},
      {"dorix:players=3", 6, 120},
      {"dorix:players=4", 6, 120},
      {"dorix:players=4,teams=false", 6, 120},
      {"dorix:pawns=4", 12, 120},
      {"tictacdoh", 40, 20},
      {"tictacdoh:players=3", 40, 20},
      {"tictacdoh:players=4", 40, 20},
      {"tictacdoh:window=4", 10, 20},
      {"tictacdoh:window=4,line_length=4,players=3", 10, 20},
      {"quoridor", 1, 40},
      {"quoridor:players=4", 1, 40},
      {"quoridor:size=5", 6, 120},
      {"quoridor:players=4,size=5,walls=3", 6, 120},
      {"quoridor:size=3,walls=2,wall_length=1", 6, 60},
      {"quoridor:columns=4,rows=3,walls=1,wall_length=3", 6, 60},
      {"quoridor:columns=5,rows=3,walls=1,wall_length=4,goal=middle", 6, 60},
      {"quoridor:size=3,walls=1,goal=cell,goal_cell=4", 6, 60},
      {"quoridor:size=11,walls=30,wall_length=1", 1, 60},
      {"orbital", 40, 100},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_conforms(CASES[i].spec, 1, CASES[i].games, CASES[i].max_plies);
}

/* Options are chosen at random from their tables; the games are short. */
static void every_game_conforms_under_any_options(void **state) {
  (void)state;
  enum { TRIES = 100 };
  for (const Rules *const *r = game_rules; *r; r++) {
    int opened = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
      Rng rng;
      char spec[SPEC_TEXT];
      Error error = {0};
      rng_seed(&rng, 2, i);
      draw_spec(*r, 70, &rng, spec);
      Game *game = game_open(spec, &error);
      if (!game) /* these options exclude each other */
        continue;
      opened++;
      if (!conform(game, i, 2, 60, &error))
        fail_msg("%s", error.message);
      game_close(game);
    }
    assert_true(opened > TRIES / 2);
  }
}

static void a_game_may_be_over_from_the_start(void **state) {
  (void)state;
  assert_conforms("orbital:bases=0,thrusters=0,antennas=0", 1, 2, 10);
}

static void the_seed_decides_what_is_tried(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 5; seed++)
    assert_conforms("tictacdoh:fixed_grid=true", seed, 5, 20);
}

static void every_position_is_restored_from_its_settings(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Game *game = open_game((*r)->name);
    ConformCounts counts = {0};
    Error error = {0};
    if (!conform_games(game, 3, 5, 100, &counts, &error))
      fail_msg("%s", error.message);
    assert_true(counts.positions > 10);
    assert_int_equal(counts.settings, counts.positions);
    game_close(game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_game_conforms),
      cmocka_unit_test(every_game_conforms_under_any_options),
      cmocka_unit_test(a_game_may_be_over_from_the_start),
      cmocka_unit_test(the_seed_decides_what_is_tried),
      cmocka_unit_test(every_position_is_restored_from_its_settings),
  };
  return RUN_TESTS(tests);
}
