/* Perft: the number of leaves of each game's tree, compared with values on
 * which two independent implementations agree. */
#include "core/game/perft.h"
#include "tests/support/support.h"

static uint64_t leaves_below(const Table *t, int depth) {
  uint64_t leaves = 0;
  Error error = {0};
  if (!perft(t->game, t->state, depth, &leaves, &error))
    fail_msg("%s", error.message);
  return leaves;
}

enum { DEPTHS = 5 };

typedef struct Known {
  const char *spec;
  uint64_t leaves[DEPTHS]; /* at depth 1, 2, …; 0 ends the list */
} Known;

static void check_known(const Known *known) {
  Table t = table_set(known->spec, NULL);
  assert_int_equal(leaves_below(&t, 0), 1);
  for (int depth = 1; depth <= DEPTHS && known->leaves[depth - 1]; depth++)
    assert_int_equal(leaves_below(&t, depth), known->leaves[depth - 1]);
  table_clear(&t);
}

static void dorix_leaf_counts_match_known_values(void **state) {
  (void)state;
  check_known(&(Known){"dorix", {16, 240, 3600, 50592, 711848}});
  check_known(&(Known){"dorix:players=3", {16, 240, 3360, 47040}});
  check_known(&(Known){"dorix:columns=5,rows=4", {20, 380, 7220, 130278}});
  check_known(
      &(Known){"dorix:columns=3,rows=5,pawns=2", {15, 210, 2940, 38386}});
}

static void tictacdoh_leaf_counts_match_known_values(void **state) {
  (void)state;
  check_known(&(Known){"tictacdoh", {3, 76, 2666, 82032}});
  check_known(&(Known){"tictacdoh:window=4", {3, 76, 2666, 114576}});
  check_known(&(Known){"tictacdoh:window=4,line_length=4,players=3",
                       {3, 76, 2666, 116784}});
  check_known(
      &(Known){"tictacdoh:window=4,fixed_grid=true", {48, 2224, 99392}});
}

static void quoridor_leaf_counts_match_known_values(void **state) {
  (void)state;
  check_known(&(Known){"quoridor", {131, 16677, 2062264}});
  check_known(&(Known){"quoridor:players=4", {131, 16677, 2062065}});
  check_known(&(Known){"quoridor:players=3", {131, 16677, 2062101}});
  check_known(&(Known){"quoridor:columns=9,rows=7", {99, 9441, 866588}});
  check_known(&(Known){"quoridor:size=3", {11, 77, 316, 1172, 3452}});
  check_known(&(Known){"quoridor:wall_length=1", {147, 21462, 3112127}});
  check_known(&(Known){"quoridor:wall_length=3", {115, 12364, 1239989}});
  check_known(&(Known){"quoridor:wall_length=4", {99, 8667, 667758}});
  check_known(
      &(Known){"quoridor:columns=9,rows=7,wall_length=3", {85, 6614, 469301}});
  check_known(
      &(Known){"quoridor:players=3,size=5,wall_length=1", {43, 1806, 74031}});
  check_known(&(Known){"quoridor:columns=3,rows=5,wall_length=4,walls=2",
                       {7, 39, 170, 644, 2282}});
  check_known(&(Known){"quoridor:goal=cell", {131, 16665, 2057692}});
  check_known(
      &(Known){"quoridor:size=5,goal=cell,goal_cell=9", {35, 1097, 30514}});
}

static void orbital_leaf_counts_match_known_values(void **state) {
  (void)state;
  check_known(&(Known){"orbital", {80, 744, 6440, 52416}});
  check_known(&(Known){"orbital:size=6", {192, 2492, 30328, 352384}});
  check_known(&(Known){"orbital:tower_height=2", {80, 744, 6440, 69792}});
  check_known(&(Known){"orbital:tower_height=4", {80, 760, 6992, 62136}});
  check_known(
      &(Known){"orbital:size=3,tower_height=6", {42, 314, 2269, 15816}});
}

/* Games that are won, drawn, and drawn before the first move. */
static void a_game_that_is_over_has_no_leaves_below_it(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings;
  } CASES[] = {
      {"dorix", "a1=1 b2=1 c3=1 d4=1 hand1=11"},
      {"quoridor", "pawn1=e9 pawn2=e5"},
      {"tictacdoh", "c3=S c4=S c5=S"},
      {"tictacdoh", "c3=S small=0 medium=0 large=0"},
      {"orbital:bases=0,thrusters=0,antennas=0", ""},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Table t = table_set(CASES[i].spec, CASES[i].settings);
    assert_int_not_equal(t.state->outcome, PLAYING);
    assert_int_equal(leaves_below(&t, 0), 1);
    for (int depth = 1; depth < 4; depth++)
      assert_int_equal(leaves_below(&t, depth), 0);
    table_clear(&t);
  }
}

/* One of seat 1's four moves wins at once, so only the other three have leaves
 * below them. */
static void a_winning_move_adds_no_leaves_below_it(void **state) {
  (void)state;
  Table t = table_set("quoridor:walls=0", "pawn1=e8 pawn2=a5");
  assert_moves(&t, "e9 d8 f8 e7");
  assert_int_equal(leaves_below(&t, 1), 4);
  assert_int_equal(leaves_below(&t, 2), 3 * 3); /* a4, a6, b5 */
  table_clear(&t);
}

/* With a single piece in the stash the game ends after one move. */
static void there_are_no_leaves_beyond_the_longest_game(void **state) {
  (void)state;
  Table t = table_set("tictacdoh:small=1,medium=0,large=0", NULL);
  assert_int_equal(leaves_below(&t, 1), 1);
  assert_int_equal(leaves_below(&t, 2), 0);
  assert_int_equal(leaves_below(&t, 9), 0);
  table_clear(&t);
}

static void a_pass_counts_as_a_move(void **state) {
  (void)state;
  Table t = table_set("orbital:size=3,bases=1,thrusters=0,antennas=0",
                      "bases1=0 after=-");
  assert_moves(&t, "pass");
  assert_int_equal(leaves_below(&t, 1), 1);
  assert_int_equal(leaves_below(&t, 2), 9);
  assert_int_equal(leaves_below(&t, 3), 0);
  table_clear(&t);
}

static void perft_does_not_change_the_position(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    State *before = game_copy(t.game, t.state);
    leaves_below(&t, 2);
    assert_memory_equal(before, t.state, t.game->state_size);
    free(before);
    table_clear(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dorix_leaf_counts_match_known_values),
      cmocka_unit_test(tictacdoh_leaf_counts_match_known_values),
      cmocka_unit_test(quoridor_leaf_counts_match_known_values),
      cmocka_unit_test(orbital_leaf_counts_match_known_values),
      cmocka_unit_test(a_game_that_is_over_has_no_leaves_below_it),
      cmocka_unit_test(a_winning_move_adds_no_leaves_below_it),
      cmocka_unit_test(there_are_no_leaves_beyond_the_longest_game),
      cmocka_unit_test(a_pass_counts_as_a_move),
      cmocka_unit_test(perft_does_not_change_the_position),
  };
  return RUN_TESTS(tests);
}
