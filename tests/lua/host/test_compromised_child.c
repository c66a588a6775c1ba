/* Children that an attacker has taken over: they answer what the attacker
 * likes, and the parent believes none of it. */
#include "lua/host/host.h"
#include "tests/support/support.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the attacker --------------------------------------------------------*/

/* At the beginning of an answer, `honest` is replaced by `sent`. A child has
 * what was set when it was started. */
enum { WORDS_MAX = 2 };
static struct {
  int count;
  uint32_t honest[WORDS_MAX], sent[WORDS_MAX];
} lie;

void child_test_results(Message *out);

void child_test_results(Message *out) {
  size_t size = (size_t)lie.count * sizeof *lie.honest;
  if (size > 0 && out->length >= size &&
      memcmp(out->bytes, lie.honest, size) == 0)
    memcpy(out->bytes, lie.sent, size);
}

/* ---- weights -------------------------------------------------------------*/

enum { WEIGHT = 777001 };

/* A game that begins with a roll of one or two faces. */
static void write_game(const char *path, int faces) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  fprintf(out,
          "return require 'boardlab'.rules {\n"
          "  state = { roll = 1 },\n"
          "  chance = function(s)\n"
          "    return s.roll == 0 and { 1%s, weights = { %d%s } } or nil\n"
          "  end,\n"
          "  roll = function(s, face) s.roll = face end,\n"
          "  moves = function() return { 1 } end,\n"
          "  play = function(s) s.roll = 0 end,\n"
          "}\n",
          faces == 2 ? ", 2" : "", WEIGHT, faces == 2 ? ", 777001" : "");
  fclose(out);
}

/* Weights that cannot be are all taken for 1, so that a move is always drawn
 * from the list. */
static void weights_that_cannot_be_are_taken_for_one(void **unused) {
  (void)unused;
  static const struct {
    int count;
    uint32_t sent[WORDS_MAX];
    uint32_t sum; /* that the parent reckons with */
  } CASES[] = {{1, {0}, 1},
               {2, {0, 0}, 2},
               {2, {0, 5}, 2},
               {2, {UINT32_MAX, UINT32_MAX}, 2},
               {2, {UINT32_MAX, 1}, 2},
               {1, {UINT32_MAX}, UINT32_MAX},
               {2, {3, 5}, 8}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lie.count = CASES[i].count;
    for (int k = 0; k < lie.count; k++) {
      lie.honest[k] = WEIGHT;
      lie.sent[k] = CASES[i].sent[k];
    }
    write_game("rolls.lua", lie.count);
    Table table = table_set("rolls.lua", "");
    Move moves[WORDS_MAX];
    uint32_t weight[WORDS_MAX];
    assert_true(game_is_chance(table.state));
    assert_int_equal(table.game->rules->moves(table.game, table.state, moves),
                     lie.count);
    assert_int_equal(
        game_weights(table.game, table.state, moves, lie.count, weight),
        CASES[i].sum);
    for (int k = 0; k < lie.count; k++)
      assert_true(weight[k] > 0);
    Rng rng;
    rng_seed(&rng, 1, 0);
    Move drawn = game_random_move_by_list(table.game, table.state, &rng);
    assert_true(drawn == 1 || (drawn == 2 && lie.count == 2));
    table_clear(&table);
    unlink("rolls.lua");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(weights_that_cannot_be_are_taken_for_one),
  };
  char dir[] = "/tmp/boardlab_compromised_XXXXXX";
  if (!mkdtemp(dir) || chdir(dir) != 0)
    return 1;
  host_isolate(ISOLATION_AUTO, NULL);
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  int failed = RUN_TESTS(tests);
  return chdir("/") != 0 || rmdir(dir) != 0 || failed;
}
