/* Opponents in words: what each stands for. */
#include "core/search/levels.h"

#include "core/game/game.h"
#include "tests/support/support.h"
#include <stdlib.h>

static const char *const WORDS[] = {"random", "beginner", "casual", "strong",
                                    "very_strong"};

static void check_level(const Game *game, int i, bool measured) {
  Level level;
  assert_true(level_find(WORDS[i], game, &level));
  assert_string_equal(level.below, WORDS[i - 1]);
  if (measured) /* the aim of scripts/levels.lua */
    assert_true(level.games >= 100 && level.score > 0.7 && level.score < 0.85);
  else
    assert_int_equal(level.games, 0);
  Bot *bot = bot_open(WORDS[i], game, NULL);
  assert_non_null(bot);
  assert_string_equal(bot->spec, level.bot);
  bot_close(bot);
}

static void games_have_levels(void **unused) {
  (void)unused;
  for (const Rules *const *r = game_rules; *r; r++) {
    Game *game = game_open((*r)->name, NULL);
    for (int i = 1; i <= 4; i++)
      check_level(game, i, true);
    game_close(game);
  }
}

static void others_have_some_too(void **unused) {
  (void)unused;
  Level level;
  assert_false(level_find("random", NULL, &level));
  assert_false(level_find("nobody", NULL, &level));
  assert_true(level_find("strong", NULL, &level));
  assert_int_equal(level.games, 0);
  Error why = {0};
  Game *game = game_open("dorix:size=3", NULL);
  assert_null(bot_open("casual:iterations=5", game, &why));
  assert_non_null(strstr(why.message, "casual takes no options"));
  for (int i = 1; i <= 4; i++)
    check_level(game, i, true);
  game_close(game);
}

/* How many first moves of nine a bot plays. */
static int first_moves(const char *spec) {
  Game *game = game_open("dorix:size=3", NULL);
  Bot *bot = bot_open(spec, game, NULL);
  State *state = game_start(game);
  Rng rng;
  Move seen[16], move;
  int count = 0;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < 200; i++) {
    int j = 0;
    assert_true(bot_begin(bot, 0, &rng, NULL) &&
                bot_choose(bot, state, &rng, &move, NULL));
    while (j < count && seen[j] != move)
      j++;
    if (j == count)
      seen[count++] = move;
  }
  bot_close(bot);
  free(state);
  game_close(game);
  return count;
}

static void mistakes_are_random_moves(void **unused) {
  (void)unused;
  assert_int_equal(first_moves("mcts:iterations=200,variety=0,mistakes=1"), 9);
  assert_true(first_moves("mcts:iterations=200,variety=0,mistakes=0.5") > 6);
  assert_true(first_moves("mcts:iterations=200,variety=0") < 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_have_levels),
      cmocka_unit_test(others_have_some_too),
      cmocka_unit_test(mistakes_are_random_moves),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
