/* The example of core/games/README.md: dropfour.c. */
#include "tests/support/support.h"

#include "core/game/perft.h"

static void it_conforms_with_all_options(void **state) {
  (void)state;
  for (int size = 4; size <= 7; size++)
    for (int line = 3; line <= size; line++) {
      char spec[64];
      snprintf(spec, sizeof spec, "dropfour:size=%d,line=%d", size, line);
      Error error = {0};
      Game *game = open_game(spec);
      bool good = conform(game, 1, 20, game->max_plies, &error);
      game_close(game);
      if (!good)
        fail_msg("%s: %s", spec, error.message);
    }
}

static void discs_fall_to_the_lowest_empty_cell(void **state) {
  (void)state;
  Table table = table_set("dropfour:size=4", NULL);
  assert_moves(&table, "a b c d");
  table_play(&table, "b b b b a");
  assert_position(&table, "b1=1 b2=2 b3=1 b4=2 a1=1 seat=2");
  assert_moves(&table, "a c d");
  assert_refused(&table, "b", "column b is full");
  assert_refused(&table, "e", "write a column, a to d");
  table_clear(&table);
}

static void four_in_a_line_win_and_a_full_board_is_a_draw(void **state) {
  (void)state;
  static const struct {
    const char *settings, *move, *winner; /* NULL: the game continues */
  } CASES[] = {
      {"a1=1 b1=1 c1=1 a2=2 b2=2 c2=2", "d", "1"},
      {"a1=1 a2=1 a3=1", "a", "1"},
      {"a1=1 b1=2 b2=1 c1=2 c2=2 c3=1 d1=2 d2=1 d3=2", "d", "1"},
      {"d1=2 c1=1 c2=2 b1=1 b2=1 b3=2 a1=1 a2=2 a3=1 seat=2", "a", "2"},
      {"a1=1 b1=1 c1=1 a2=2 b2=2 c2=2", "a", NULL},
      /* the top of one column and the bottom of the next */
      {"a1=2 a2=2 a3=1 a4=1 b1=1", "b", NULL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set("dropfour", CASES[i].settings);
    table_play(&table, CASES[i].move);
    if (CASES[i].winner)
      assert_won(&table, CASES[i].winner);
    else
      assert_int_equal(table.state->outcome, PLAYING);
    table_clear(&table);
  }
  Table table = table_set("dropfour:size=4", NULL);
  table_play(&table, "a a a a b b b b c d c c c d d d");
  assert_drawn(&table);
  table_clear(&table);
}

/* The counts for the first plies are powers of the number of columns; from ply
 * 5 on, full columns are missing. */
static void its_tree_has_the_right_number_of_leaves(void **state) {
  (void)state;
  Table table = table_set("dropfour:size=4", NULL);
  static const uint64_t LEAVES[] = {1, 4, 16, 64, 256, 1024 - 4};
  for (int depth = 0; depth < (int)COUNT(LEAVES); depth++) {
    uint64_t leaves;
    assert_true(perft(table.game, table.state, depth, &leaves, NULL));
    assert_int_equal(leaves, LEAVES[depth]);
  }
  table_clear(&table);
}

static void reflections_have_the_same_key(void **state) {
  (void)state;
  unsigned char keys[3][16];
  static const char *const LINES[] = {"a b b d", "d c c a", "a b b c"};
  for (size_t i = 0; i < COUNT(LINES); i++) {
    Table table = table_set("dropfour:size=4", NULL);
    assert_int_equal(table.game->key_size, sizeof keys[i]);
    table_play(&table, LINES[i]);
    table.game->rules->key(table.game, table.state, keys[i]);
    table_clear(&table);
  }
  assert_memory_equal(keys[0], keys[1], sizeof keys[0]);
  assert_memory_not_equal(keys[0], keys[2], sizeof keys[0]);
}

static void impossible_positions_are_refused(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"a2=1", "empty cell below"},
      {"a1=3", "1, 2 or -"},
      {"x1=1", "no key 'x1'"},
      {"a1=1 b1=1 c1=1 d1=1", "cannot be to move"},
  };
  Table table = table_set("dropfour", NULL);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    assert_false(game_edit(table.game, table.state, CASES[i][0], &error));
    assert_message(&error, CASES[i][1]);
  }
  table_clear(&table);
  Error error = {0};
  assert_null(game_open("dropfour:size=4,line=5", &error));
  assert_message(&error, "does not fit");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_conforms_with_all_options),
      cmocka_unit_test(discs_fall_to_the_lowest_empty_cell),
      cmocka_unit_test(four_in_a_line_win_and_a_full_board_is_a_draw),
      cmocka_unit_test(its_tree_has_the_right_number_of_leaves),
      cmocka_unit_test(reflections_have_the_same_key),
      cmocka_unit_test(impossible_positions_are_refused),
  };
  return RUN_TESTS(tests);
}
