/* Conformance: the check finds keys and hashes that leave out what matters. */
#include "core/game/conform.h"
#include "core/game/spec.h"
#include "tests/support/defects.h"
#include "tests/support/support.h"

static void key_for_all(const Game *game, const State *state, void *key) {
  (void)state;
  memset(key, 0, game->key_size);
}

static void key_beyond_its_size(const Game *game, const State *state,
                                void *key) {
  sound(game)->key(game, state, key);
  ((char *)key)[game->key_size] = 0;
}

static void key_without_its_last_byte(const Game *game, const State *state,
                                      void *key) {
  char *last = (char *)key + game->key_size - 1, before = *last;
  sound(game)->key(game, state, key);
  *last = before;
}

static void key_that_changes_the_state(const Game *game, const State *state,
                                       void *key) {
  sound(game)->key(game, state, key);
  ((unsigned char *)state)[game->state_size - 1]++;
}

typedef void WriteKey(const Game *game, const State *state, void *key);

/* A game with this key must fail the check of keys. */
static void assert_key_found(const char *spec, WriteKey *key, int work,
                             const char *message) {
  Game *game = open_as(spec, NULL);
  char name[MOVE_TEXT] = "";
  memcpy(name, spec, strcspn(spec, ":"));
  Rules rules = *rules_named(name);
  rules.key = key;
  game->rules = &rules;
  ConformCounts counts = {0};
  Error error = {0};
  if (conform_keys(game, 1, work, &counts, &error))
    fail_msg("%s passed, though %s", spec, message);
  assert_message(&error, message);
  assert_message(&error, " after ");
  assert_message(&error, game->spec);
  game_close(game);
}

static void a_key_that_is_not_written_properly_is_found(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    const char *name = (*r)->name;
    assert_key_found(name, key_beyond_its_size, 1000,
                     "`key` writes more than key_size bytes");
    assert_key_found(name, key_without_its_last_byte, 1000,
                     "`key` does not write all of its key_size bytes");
    assert_key_found(name, key_that_changes_the_state, 1000,
                     "`key` changes the position");
    assert_key_found(name, key_for_all, 10000,
                     "two positions with the same key have");
  }
}

/* Two pawns, two hands, the walls (quoridor_key.c). */
static void key_without_hands(const Game *game, const State *state, void *key) {
  sound(game)->key(game, state, key);
  memset((char *)key + 2, 0, 2);
}

static void key_without_walls(const Game *game, const State *state, void *key) {
  sound(game)->key(game, state, key);
  memset((char *)key + 4, 0, game->key_size - 4);
}

static void key_without_the_other_pawn(const Game *game, const State *state,
                                       void *key) {
  sound(game)->key(game, state, key);
  ((char *)key)[1] = 0;
}

/* The slow solver sees the whole of a small game. */
static void a_key_that_leaves_out_what_matters_is_found_by_value(void **state) {
  (void)state;
  static WriteKey *const KEYS[] = {key_without_hands, key_without_walls,
                                   key_without_the_other_pawn};
  for (size_t i = 0; i < COUNT(KEYS); i++)
    assert_key_found("quoridor:size=3,walls=1", KEYS[i], 300000,
                     "two positions with the same key have different values");
}

/* Nothing near the start of the full game can be solved. */
static void a_key_that_leaves_out_what_matters_is_found_by_play(void **state) {
  (void)state;
  assert_key_found("quoridor", key_for_all, 10000,
                   "legal moves; in quoridor after ");
  assert_key_found("quoridor", key_without_walls, 10000,
                   "two positions with the same key have");
  assert_key_found("quoridor", key_without_the_other_pawn, 10000,
                   "two positions with the same key have");
}

/* The check of a whole game includes its keys. */
static void a_game_with_a_wrong_key_does_not_conform(void **state) {
  (void)state;
  static const Defect DEFECT = {{.key = key_for_all},
                                "two positions with the same key have"};
  assert_found("tictacdoh", &DEFECT);
}

/* Reflects nothing any more once there are few legal moves. */
static void key_that_stops_reflecting(const Game *game, const State *state,
                                      void *key) {
  sound(game)->key(game, state, key);
  if (game_count(game, state) < 100)
    ((char *)key)[0] ^= (char)(64 * (game_hash(game, state) & 1));
}

static void symmetric_play_finds_what_shows_only_later(void **state) {
  (void)state;
  Rules rules = *rules_named("quoridor");
  rules.key = key_that_stops_reflecting;
  Game *game = open_as("quoridor", &rules);
  Error error = {0};
  ConformCounts counts = {0};
  assert_false(conform_keys(game, 1, 200000, &counts, &error));
  assert_message(&error,
                 "have moves that lead to different positions or outcomes");
  assert_message(&error, "plies of symmetric play");
  game_close(game);
}

static void keys_of_small_games_are_compared_with_solved_values(void **state) {
  (void)state;
  static const char *const SPECS[] = {
      "quoridor:size=3,walls=1", "dorix:size=3,pawns=1",
      "tictacdoh:small=2,medium=1,large=1", "orbital:size=3,towers_to_win=1"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    ConformCounts counts = {0};
    Error error = {0};
    if (!conform_keys(game, 1, 100000, &counts, &error))
      fail_msg("%s", error.message);
    if (counts.solved < 100 || counts.pairs < 10)
      fail_msg("%s: %d solved, %d pairs", SPECS[i], (int)counts.solved,
               (int)counts.pairs);
    game_close(game);
  }
}

static uint64_t hash_for_all(const Game *game, const State *state) {
  (void)game, (void)state;
  return 1;
}

/* Keys may ignore which seat is to move; hashes may not. */
static uint64_t hash_of_the_key(const Game *game, const State *state) {
  uint8_t key[64] = {0};
  assert_true(game->key_size <= sizeof key);
  if (state->outcome == PLAYING)
    sound(game)->key(game, state, key);
  return game_hash_bytes(key, sizeof key);
}

static void a_hash_that_leaves_out_what_matters_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.hash = hash_for_all}, "two positions with the same hash have"},
      {{.hash = hash_of_the_key},
       "two positions with the same hash have different seats to move"},
  };
  assert_found("tictacdoh", &DEFECTS[0]);
  assert_found("dorix:size=3,pawns=2", &DEFECTS[0]);
  assert_found("quoridor:size=3,walls=0", &DEFECTS[1]);
}

/* Quoridor with a key that leaves out the walls in hand, as files that end in
 * .forgetful. */
static Rules forgetful_rules;

static const Rules *quoridor_rules(void) {
  const Rules *const *r = game_rules;
  while (strcmp((*r)->name, "quoridor") != 0)
    r++;
  return *r;
}

static void forgetful_key(const Game *game, const State *state, void *key) {
  enum { HANDS = 2 }; /* the two bytes of the key with the walls in hand */
  quoridor_rules()->key(game, state, key);
  memset((uint8_t *)key + HANDS, 0, 2);
}

static Game *open_forgetful(const Loader *loader, const char *path,
                            const char *options, Error *error) {
  (void)loader;
  char spec[SPEC_TEXT];
  snprintf(spec, sizeof spec, "quoridor:%s", options ? options : "players=2");
  Game *game = game_open(spec, error);
  if (!game)
    return NULL;
  game->rules = &forgetful_rules;
  snprintf(game->spec, sizeof game->spec, "%s%s%s", path, options ? ":" : "",
           options ? options : "");
  return game;
}

/* On the usual board no two positions with the same key have been seen whole:
 * the defect shows on small boards only. */
static void a_wrong_key_is_found_on_small_versions(void **state) {
  (void)state;
  static const Loader LOADER = {".forgetful", open_forgetful, NULL, NULL};
  enum { WORK = 1000000 };
  forgetful_rules = *quoridor_rules();
  forgetful_rules.key = forgetful_key;
  loader_add(&LOADER);
  static const struct {
    const char *spec;
    bool good;
  } CASES[] = {{"quoridor", true}, {"rules.forgetful", false}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    ConformCounts counts = {0};
    Game *game = open_game(CASES[i].spec);
    bool good = conform_small_keys(game, 1, WORK, &counts, &error);
    assert_int_equal(good, CASES[i].good);
    if (good)
      assert_true(counts.solved > 0 && counts.pairs > 0);
    else
      assert_message(&error, "two positions with the same key");
    game_close(game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wrong_key_is_found_on_small_versions),
      cmocka_unit_test(a_key_that_is_not_written_properly_is_found),
      cmocka_unit_test(a_key_that_leaves_out_what_matters_is_found_by_value),
      cmocka_unit_test(a_key_that_leaves_out_what_matters_is_found_by_play),
      cmocka_unit_test(a_game_with_a_wrong_key_does_not_conform),
      cmocka_unit_test(symmetric_play_finds_what_shows_only_later),
      cmocka_unit_test(a_hash_that_leaves_out_what_matters_is_found),
      cmocka_unit_test(keys_of_small_games_are_compared_with_solved_values),
  };
  return RUN_TESTS(tests);
}
