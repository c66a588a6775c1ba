/* core/README.md tells how to add a game. This takes the file shown there (the
 * build cuts it out) as the only game there is, and puts it through everything
 * that is written once for all games. */
#include "tests/support/support.h"

#include "core/game/conform.h"
#include "core/game/perft.h"

extern const Rules race_rules;

/* In place of the list in core/games.c. */
const Rules *const game_rules[] = {&race_rules, NULL};

static void conforms(void **state) {
  (void)state;
  static const char *const SPECS[] = {"race", "race:goal=1", "race:goal=1000"};
  for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
    Error error = {""};
    Game *game = game_open(SPECS[i], &error);
    assert_non_null(game);
    bool good = conform(game, 1, 50, game->max_plies, &error);
    game_close(game);
    if (!good)
      fail_msg("%s", error.message);
  }
}

static void plays_by_its_rules(void **state) {
  (void)state;
  Table table = table_set("race:goal=5", NULL);
  assert_moves(&table, "1 2 3");
  table_play(&table, "3");
  assert_turn(&table, 2);
  assert_moves(&table, "1 2");
  assert_refused(&table, "3", "only 2 are left");
  table_play(&table, "2");
  assert_won(&table, "2");
  table_clear(&table);
}

static void is_counted(void **state) {
  (void)state;
  Table table = table_set("race:goal=4", NULL);
  static const uint64_t LEAVES[] = {1, 3, 6, 4, 1, 0};
  for (int depth = 0; depth <= 5; depth++) {
    uint64_t leaves;
    assert_true(perft(table.game, table.state, depth, &leaves, NULL));
    assert_int_equal(leaves, LEAVES[depth]);
  }
  table_clear(&table);
}

static void can_be_set_up(void **state) {
  (void)state;
  Table table = table_set("race", "total=20 seat=2");
  assert_moves(&table, "1");
  assert_true(game_edit(table.game, table.state, "total=21", NULL));
  assert_won(&table, "1");
  table_clear(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conforms),
      cmocka_unit_test(plays_by_its_rules),
      cmocka_unit_test(is_counted),
      cmocka_unit_test(can_be_set_up),
  };
  return RUN_TESTS(tests);
}
