/* Perft: the number of leaves of every game's tree, as counted by two
 * implementations that agree. */
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
  uint64_t leaves[DEPTHS]; /* at depth 1, 2, …; 0 is not looked at */
} Known;

static void check_known(const Known *known) {
  Table t = table_set(known->spec, NULL);
  assert_int_equal(leaves_below(&t, 0), 1);
  for (int depth = 1; depth <= DEPTHS && known->leaves[depth - 1]; depth++)
    assert_int_equal(leaves_below(&t, depth), known->leaves[depth - 1]);
  table_clear(&t);
}

static void dorix_has_its_leaves(void **state) {
  (void)state;
  check_known(&(Known){"dorix", {16, 240, 3600, 50592, 711848}});
  check_known(&(Known){"dorix:players=3", {16, 240, 3360, 47040}});
}

static void tictacdoh_has_its_leaves(void **state) {
  (void)state;
  check_known(&(Known){"tictacdoh", {3, 76, 2666, 82032}});
}

static void quoridor_has_its_leaves(void **state) {
  (void)state;
  check_known(&(Known){"quoridor", {131, 16677, 2062264}});
  check_known(&(Known){"quoridor:players=4", {131, 16677, 2062065}});
  check_known(&(Known){"quoridor:size=3", {11, 77, 316, 1172, 3452}});
}

static void orbital_has_its_leaves(void **state) {
  (void)state;
  check_known(&(Known){"orbital", {80, 744, 6440, 52416}});
}

/* Won, drawn, and drawn before the first move. */
static void a_game_that_is_over_has_no_leaves(void **state) {
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

/* Seat 1 has one way to win at once and seat 2 then nothing to say; its other
 * moves are all that can be counted further down. */
static void a_game_that_ends_adds_nothing_deeper(void **state) {
  (void)state;
  Table t = table_set("quoridor:walls=0", "pawn1=e8 pawn2=a5");
  assert_moves(&t, "e9 d8 f8 e7");
  assert_int_equal(leaves_below(&t, 1), 4);
  assert_int_equal(leaves_below(&t, 2), 3 * 3); /* a4, a6, b5 */
  table_clear(&t);
}

/* A pile of one stash piece: the tree stops by itself. */
static void a_tree_can_come_to_its_end(void **state) {
  (void)state;
  Table t = table_set("tictacdoh:small=1,medium=0,large=0", NULL);
  assert_int_equal(leaves_below(&t, 1), 1);
  assert_int_equal(leaves_below(&t, 2), 0);
  assert_int_equal(leaves_below(&t, 9), 0);
  table_clear(&t);
}

static void a_pass_is_a_move(void **state) {
  (void)state;
  Table t = table_set("orbital:size=3,bases=1,thrusters=0,antennas=0",
                      "bases1=0 after=-");
  assert_moves(&t, "pass");
  assert_int_equal(leaves_below(&t, 1), 1);
  assert_int_equal(leaves_below(&t, 2), 9);
  assert_int_equal(leaves_below(&t, 3), 0);
  table_clear(&t);
}

static void counting_leaves_the_position_alone(void **state) {
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
      cmocka_unit_test(dorix_has_its_leaves),
      cmocka_unit_test(tictacdoh_has_its_leaves),
      cmocka_unit_test(quoridor_has_its_leaves),
      cmocka_unit_test(orbital_has_its_leaves),
      cmocka_unit_test(a_game_that_is_over_has_no_leaves),
      cmocka_unit_test(a_game_that_ends_adds_nothing_deeper),
      cmocka_unit_test(a_tree_can_come_to_its_end),
      cmocka_unit_test(a_pass_is_a_move),
      cmocka_unit_test(counting_leaves_the_position_alone),
  };
  return RUN_TESTS(tests);
}
