/* The columns of moves.csv for the parts of moves. */
#include "core/run/part_columns.h"

#include "tests/support/support.h"
#include <stdlib.h>

static const char *const RANDOM_BOT[] = {"random"};

/* Opens a game with its columns. */
typedef struct Case {
  Game *game;
  Schedule schedule;
  PartColumns columns;
  State *state;
  Text row;
} Case;

static void open_case(Case *c, const char *spec) {
  Error error = {0};
  *c = (Case){.game = game_open(spec, &error)};
  if (!c->game || !schedule_make(&c->schedule, c->game, SEATING_FIXED,
                                 RANDOM_BOT, 1, &error))
    fail_msg("%s: %s", spec, error.message);
  part_columns_open(&c->columns, &c->schedule, c->game);
  c->state = game_start(c->game);
  assert_true(text_reserve(&c->row, PART_COLUMNS_ROOM));
}

static void close_case(Case *c) {
  free(c->row.bytes);
  free(c->state);
  part_columns_close(&c->columns);
  schedule_free(&c->schedule);
  game_close(c->game);
}

static void a_move_has_a_field_for_each_part(void **state) {
  (void)state;
  static const struct {
    const char *spec, *before, *move, *fields;
  } CASES[] = {
      {"quoridor", "", "e2", ",\"pawn\",\"e2\",,"},
      {"quoridor", "e2", "c3h", ",\"wall\",,\"c3\",\"h\""},
      {"tictacdoh", "", "Lc3", ",\"lay\",\"L\",\"c3\",\"empty\""},
      {"tictacdoh", "Lc3", "Mc3", ",\"lay\",\"M\",\"c3\",\"stack\""},
      {"orbital", "", "Ba1", ",\"lay\",\"base\",\"a1\","},
      {"orbital", "Ba1 Bb1 Aa1", "Ta1n", ",\"lay\",\"thruster\",\"a1\",\"n\""},
      {"dorix", "", "b2", ",\"place\",,\"b2\","},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Case c;
    Move move;
    Error error = {0};
    char before[64];
    open_case(&c, CASES[i].spec);
    snprintf(before, sizeof before, "%s", CASES[i].before);
    for (char *text = strtok(before, " "); text; text = strtok(NULL, " ")) {
      assert_true(game_parse(c.game, c.state, text, &move, &error));
      game_play(c.game, c.state, move);
    }
    assert_true(game_parse(c.game, c.state, CASES[i].move, &move, &error));
    part_columns_add(&c.columns, c.state, move, &c.row);
    assert_int_equal(c.row.length, strlen(CASES[i].fields));
    assert_memory_equal(c.row.bytes, CASES[i].fields, c.row.length);
    close_case(&c);
  }
}

/* Every move of random games, first and again, with lists and passes. */
static void fields_are_those_of_the_texts(void **state) {
  (void)state;
  static const char *const SPECS[] = {"quoridor",  "quoridor:size=11,players=4",
                                      "tictacdoh", "orbital",
                                      "dorix",     "dorix:players=4"};
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Case c;
    Text slow = {NULL};
    open_case(&c, SPECS[i]);
    assert_non_null(c.columns.kept);
    assert_true(text_reserve(&slow, PART_COLUMNS_ROOM));
    for (int game = 0; game < 30; game++) {
      game_begin(c.game, c.state, &rng);
      for (int ply = 0; c.state->outcome == PLAYING && ply < 300; ply++) {
        Move move = game_random_move(c.game, c.state, &rng);
        PartTexts texts;
        c.row.length = slow.length = 0;
        part_columns_add(&c.columns, c.state, move, &c.row);
        part_columns_texts(&c.schedule, c.game, c.state, move, &texts);
        part_columns_add_texts(&c.schedule, &texts, &slow);
        assert_int_equal(c.row.length, slow.length);
        assert_memory_equal(c.row.bytes, slow.bytes, slow.length);
        game_play(c.game, c.state, move);
      }
    }
    free(slow.bytes);
    close_case(&c);
  }
}

static void texts_are_escaped_and_lists_joined(void **state) {
  (void)state;
  Case c;
  PartTexts texts = {{"say \"no\"", "=1", "", "a,b"}};
  static const char FIELDS[] = ",\"say \"\"no\"\"\",\"'=1\",,\"a,b\"";
  Part list = {.list = true, .count = 3, .text = {"a1", "b2", "c3"}};
  char joined[PART_TEXT];
  open_case(&c, "quoridor");
  part_columns_add_texts(&c.schedule, &texts, &c.row);
  assert_int_equal(c.row.length, strlen(FIELDS));
  assert_memory_equal(c.row.bytes, FIELDS, c.row.length);
  part_write(&list, joined);
  assert_string_equal(joined, "a1+b2+c3");
  list.count = 0;
  part_write(&list, joined);
  assert_string_equal(joined, "");
  close_case(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_move_has_a_field_for_each_part),
      cmocka_unit_test(fields_are_those_of_the_texts),
      cmocka_unit_test(texts_are_escaped_and_lists_joined),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
