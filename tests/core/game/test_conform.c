/* Conformance: every game passes under every kind of options, and every kind of
 * broken game is found out. */
#include "core/game/conform.h"
#include "tests/support/support.h"

static void assert_conforms(const char *spec, uint64_t seed, int games,
                            int max_plies) {
  Error error = {""};
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
      {"quoridor", 1, 40},
      {"quoridor:players=4", 1, 40},
      {"quoridor:size=5", 6, 120},
      {"quoridor:players=4,size=5,walls=3", 6, 120},
      {"orbital", 40, 100},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_conforms(CASES[i].spec, 1, CASES[i].games, CASES[i].max_plies);
}

/* All that a table of options can say is tried, each time on a short game. */
static void every_game_conforms_under_any_options(void **state) {
  (void)state;
  enum { TRIES = 200 };
  for (const Rules *const *r = game_rules; *r; r++) {
    int opened = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
      Rng rng;
      Drawn drawn;
      char spec[SPEC_TEXT];
      Error error = {""};
      rng_seed(&rng, 2, i);
      draw_options((*r)->options, 70, &rng, &drawn);
      write_drawn((*r)->name, &drawn, spec);
      Game *game = game_open(spec, &error);
      if (!game) /* options that do not go together */
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

/* ---- broken games --------------------------------------------------------*/

/* What the game does by its own rules, for the broken ones to spoil. */
static const Rules *sound(const Game *game) {
  return rules_named(game->rules->name);
}

static int moves_none(const Game *game, const State *state, Move *moves) {
  (void)game, (void)state, (void)moves;
  return 0;
}

static int moves_one_twice(const Game *game, const State *state, Move *moves) {
  int count = sound(game)->moves(game, state, moves);
  if (count > 1)
    moves[0] = moves[count - 1];
  return count;
}

static int moves_with_a_pass(const Game *game, const State *state,
                             Move *moves) {
  int count = sound(game)->moves(game, state, moves);
  moves[0] = MOVE_PASS;
  return count;
}

static int count_one_more(const Game *game, const State *state) {
  Move moves[game->max_moves];
  return sound(game)->moves(game, state, moves) + 1;
}

static int count_one_less(const Game *game, const State *state) {
  Move moves[game->max_moves];
  return sound(game)->moves(game, state, moves) - 1;
}

static bool legal_always(const Game *game, const State *state, Move move) {
  (void)game, (void)state, (void)move;
  return true;
}

static bool legal_never(const Game *game, const State *state, Move move) {
  (void)game, (void)state, (void)move;
  return false;
}

static bool legal_but_the_last(const Game *game, const State *state,
                               Move move) {
  Move moves[game->max_moves];
  int count = sound(game)->moves(game, state, moves);
  for (int i = 0; i < count - 1; i++)
    if (moves[i] == move)
      return true;
  return false;
}

/* Whether the list has the move, as if the bits of the mask had no meaning. */
static bool legal_without(const Game *game, const State *state, Move move,
                          Move mask) {
  Move moves[game->max_moves];
  int count = sound(game)->moves(game, state, moves);
  for (int i = 0; i < count; i++)
    if (((moves[i] ^ move) & ~mask) == 0)
      return true;
  return false;
}

static bool legal_whatever_the_high_bits(const Game *game, const State *state,
                                         Move move) {
  return legal_without(game, state, move, 0xf0000000u);
}

static bool legal_whatever_the_lowest_bit(const Game *game, const State *state,
                                          Move move) {
  return legal_without(game, state, move, 1);
}

static void play_beyond_the_state(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  ((unsigned char *)state)[game->state_size] ^= 1;
}

static void play_far_beyond_the_state(const Game *game, State *state,
                                      Move move) {
  sound(game)->play(game, state, move);
  ((unsigned char *)state)[game->state_size + 63] ^= 1;
}

static void play_by_address(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  unsigned char *end = (unsigned char *)state + game->state_size;
  uintptr_t address = (uintptr_t)state;
  memcpy(end - sizeof address, &address, sizeof address);
}

static void play_to_no_seat(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  state->seat = (uint8_t)game->seats;
}

static void play_to_no_outcome(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  state->outcome = 7;
}

static void play_to_a_win_of_nobody(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  state->outcome = WIN;
  state->winners = 0;
}

static void play_to_a_draw_with_a_winner(const Game *game, State *state,
                                         Move move) {
  sound(game)->play(game, state, move);
  state->outcome = DRAW;
  state->winners = 1;
}

static void play_to_winners_while_on(const Game *game, State *state,
                                     Move move) {
  sound(game)->play(game, state, move);
  state->winners = 1;
}

static void play_to_a_win_of_no_seat(const Game *game, State *state,
                                     Move move) {
  sound(game)->play(game, state, move);
  state_win(state, (uint16_t)(1 << game->seats));
}

static void play_to_a_win_of_one(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  state_win(state, 2);
}

static void format_one_text(const Game *game, const State *state, Move move,
                            char text[MOVE_TEXT]) {
  (void)move;
  Move moves[game->max_moves];
  sound(game)->moves(game, state, moves);
  sound(game)->format(game, state, moves[0], text);
}

static void format_nothing(const Game *game, const State *state, Move move,
                           char text[MOVE_TEXT]) {
  (void)game, (void)state, (void)move;
  text[0] = '\0';
}

static void format_with_a_blank(const Game *game, const State *state, Move move,
                                char text[MOVE_TEXT]) {
  sound(game)->format(game, state, move, text);
  strcat(text, " !");
}

static void format_in_riddles(const Game *game, const State *state, Move move,
                              char text[MOVE_TEXT]) {
  (void)game, (void)state;
  snprintf(text, MOVE_TEXT, "#%u", move);
}

static bool parse_nothing(const Game *game, const State *state,
                          const char *text, Move *move, Error *error) {
  (void)game, (void)state, (void)text, (void)move;
  return error_set(error, "not today");
}

static bool parse_as_the_last(const Game *game, const State *state,
                              const char *text, Move *move, Error *error) {
  (void)text, (void)error;
  Move moves[game->max_moves];
  *move = moves[sound(game)->moves(game, state, moves) - 1];
  return true;
}

static void draw_nothing(const Game *game, const State *state, FILE *out) {
  (void)game, (void)state, (void)out;
}

static uint64_t hash_by_address(const Game *game, const State *state) {
  return sound(game)->hash ? (uintptr_t)state
                           : game_hash_bytes(&state, sizeof state);
}

static Move random_move_of_none(const Game *game, const State *state,
                                Rng *rng) {
  (void)game, (void)state, (void)rng;
  return MOVE_PASS;
}

static Move random_move_of_another_game(const Game *game, const State *state,
                                        Rng *rng) {
  (void)game, (void)state;
  return 0x40000000u + rng_below(rng, 100);
}

/* What the game itself would play, or what is played for it. */
static int sound_playout(const Game *game, State *state, Rng *rng,
                         int max_plies) {
  const Rules *rules = sound(game);
  if (rules->playout)
    return rules->playout(game, state, rng, max_plies);
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++) {
    Move moves[game->max_moves];
    int count = rules->moves(game, state, moves);
    rules->play(game, state, moves[rng_below(rng, (uint32_t)count)]);
  }
  return plies;
}

static int playout_that_stops(const Game *game, State *state, Rng *rng,
                              int max_plies) {
  return sound_playout(game, state, rng, max_plies - 1);
}

static int playout_of_nothing(const Game *game, State *state, Rng *rng,
                              int max_plies) {
  (void)game, (void)state, (void)rng, (void)max_plies;
  return 0;
}

static int playout_of_less_than_nothing(const Game *game, State *state,
                                        Rng *rng, int max_plies) {
  sound_playout(game, state, rng, max_plies);
  return -1;
}

static int playout_that_goes_on(const Game *game, State *state, Rng *rng,
                                int max_plies) {
  return sound_playout(game, state, rng, max_plies) + max_plies;
}

static int playout_after_the_end(const Game *game, State *state, Rng *rng,
                                 int max_plies) {
  int plies = sound_playout(game, state, rng, max_plies);
  return plies ? plies : 1;
}

static int playout_to_a_win_of_nobody(const Game *game, State *state, Rng *rng,
                                      int max_plies) {
  int plies = sound_playout(game, state, rng, max_plies);
  state->outcome = WIN;
  state->winners = 0;
  return plies;
}

static int playout_to_no_moves(const Game *game, State *state, Rng *rng,
                               int max_plies) {
  int plies = sound_playout(game, state, rng, max_plies);
  state->outcome = 9;
  return plies;
}

/* The game of this spec, with these functions in place of its own (NULL keeps
 * its own), must be found out with a message that says so. */
typedef struct Broken {
  Rules with;
  const char *says;
} Broken;

static Rules spoil(const Rules *rules, const Rules *with) {
  Rules spoilt = *rules;
#define SPOIL(function)                                                        \
  if (with->function)                                                          \
  spoilt.function = with->function
  SPOIL(moves);
  SPOIL(play);
  SPOIL(format);
  SPOIL(parse);
  SPOIL(draw);
  SPOIL(hash);
  SPOIL(count);
  SPOIL(legal);
  SPOIL(random_move);
  SPOIL(playout);
#undef SPOIL
  return spoilt;
}

static void assert_found_out(const char *spec, const Broken *broken) {
  Game *game = open_as(spec, NULL);
  char name[MOVE_TEXT] = "";
  memcpy(name, spec, strcspn(spec, ":"));
  Rules rules = spoil(rules_named(name), &broken->with);
  game->rules = &rules;
  Error error = {""};
  if (conform(game, 1, 20, 50, &error))
    fail_msg("%s passed, though %s", spec, broken->says);
  if (!strstr(error.message, broken->says))
    fail_msg("'%s' does not say '%s'", error.message, broken->says);
  if (!strstr(error.message, game->spec) || !strstr(error.message, " after "))
    fail_msg("'%s' does not tell where", error.message);
  assert_false(conform(game, 1, 20, 50, NULL));
  game_close(game);
}

static void check_broken(const Broken *broken, size_t count) {
  for (const Rules *const *r = game_rules; *r; r++)
    for (size_t i = 0; i < count; i++)
      assert_found_out((*r)->name, &broken[i]);
}

#define CHECK_BROKEN(broken)                                                   \
  check_broken(broken, sizeof broken / sizeof broken[0])

static void a_wrong_list_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.moves = moves_none}, "there are 0 moves with outcome 0"},
      {{.moves = moves_one_twice}, "is listed twice"},
      {{.moves = moves_with_a_pass}, "a pass is listed beside other moves"},
      {{.count = count_one_more}, "counted"},
      {{.count = count_one_less}, "counted"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_wrong_answer_whether_a_move_is_legal_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.legal = legal_always}, "is not listed but called legal"},
      {{.legal = legal_never}, "is listed but said not to be legal"},
      {{.legal = legal_but_the_last}, "is listed but said not to be legal"},
      {{.legal = legal_whatever_the_high_bits},
       "is not listed but called legal"},
      {{.legal = legal_whatever_the_lowest_bit},
       "is not listed but called legal"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_list_beyond_max_moves_is_found_out(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    t.game->max_moves = game_count(t.game, t.state) - 1;
    Error error = {""};
    assert_false(conform(t.game, 1, 1, 1, &error));
    assert_non_null(strstr(error.message, "are more than max_moves"));
    table_clear(&t);
  }
}

static void a_wrong_play_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.play = play_beyond_the_state}, "writes beyond the state"},
      {{.play = play_far_beyond_the_state}, "writes beyond the state"},
      {{.play = play_by_address}, "a copy plays the last move to another"},
      {{.play = play_to_no_seat}, "it is the turn of seat"},
      {{.play = play_to_no_outcome}, "there is no outcome 7"},
      {{.play = play_to_a_win_of_nobody}, "winners are 0 with outcome 1"},
      {{.play = play_to_a_draw_with_a_winner}, "winners are 1 with outcome 2"},
      {{.play = play_to_winners_while_on}, "winners are 1 with outcome 0"},
      {{.play = play_to_a_win_of_no_seat},
       "a seat has won that does not exist"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_win_without_partners_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN = {{.play = play_to_a_win_of_one},
                                "seat 2 has won without its partners"};
  assert_found_out("dorix:players=4", &BROKEN);
}

static void wrong_texts_are_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.format = format_one_text}, "are both written"},
      {{.format = format_nothing}, "has the text ''"},
      {{.format = format_with_a_blank}, "has the text '"},
      {{.format = format_in_riddles}, "does not parse"},
      {{.parse = parse_nothing}, "does not parse: not today"},
      {{.parse = parse_as_the_last}, "but parses as"},
      {{.draw = draw_nothing}, "drawn as nothing"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_wrong_hash_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.hash = hash_by_address}, "a copy has another hash"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_wrong_random_move_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.random_move = random_move_of_none}, "4294967295 is not in the list"},
      {{.random_move = random_move_of_another_game}, "is not in the list"},
  };
  CHECK_BROKEN(BROKEN);
}

static void a_wrong_playout_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN[] = {
      {{.playout = playout_of_nothing}, "a playout stops after 0 plies"},
      {{.playout = playout_of_less_than_nothing}, "says it took -1"},
      {{.playout = playout_that_goes_on}, "a playout of at most 50 plies says"},
      {{.playout = playout_to_a_win_of_nobody}, "winners are 0 with outcome 1"},
      {{.playout = playout_to_no_moves}, "there is no outcome 9"},
  };
  CHECK_BROKEN(BROKEN);
}

/* Only a game longer than the plies asked for shows this. */
static void a_playout_that_stops_early_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN = {{.playout = playout_that_stops},
                                "a playout stops after 49 plies"};
  assert_found_out("quoridor", &BROKEN);
}

static void a_playout_after_the_end_is_found_out(void **state) {
  (void)state;
  static const Broken BROKEN = {{.playout = playout_after_the_end},
                                "a playout goes on after the end"};
  assert_found_out("orbital:bases=0,thrusters=0,antennas=0", &BROKEN);
}

static void play_to_no_outcome_at_last(const Game *game, State *state,
                                       Move move) {
  sound(game)->play(game, state, move);
  if (game_hash(game, state) % 1024 == 0)
    state->outcome = 7;
}

/* "The line of moves that shows it": of a long one, the end. */
static void a_long_line_is_told_by_its_end(void **state) {
  (void)state;
  Rules rules = *rules_named("quoridor");
  rules.play = play_to_no_outcome_at_last;
  rules.playout = NULL;
  Game *game = open_as("quoridor:size=11,walls=0", &rules);
  bool told = false; /* some games go wrong early, and have a short line */
  for (uint64_t seed = 1; seed <= 20 && !told; seed++) {
    Error error = {""};
    conform(game, seed, 1, 2000, &error);
    told = strstr(error.message, "there is no outcome 7; in "
                                 "quoridor:size=11,walls=0 after ...") &&
           strlen(error.message) > 300;
  }
  assert_true(told);
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_game_conforms),
      cmocka_unit_test(every_game_conforms_under_any_options),
      cmocka_unit_test(a_game_may_be_over_from_the_start),
      cmocka_unit_test(the_seed_decides_what_is_tried),
      cmocka_unit_test(a_wrong_list_is_found_out),
      cmocka_unit_test(a_wrong_answer_whether_a_move_is_legal_is_found_out),
      cmocka_unit_test(a_list_beyond_max_moves_is_found_out),
      cmocka_unit_test(a_wrong_play_is_found_out),
      cmocka_unit_test(a_win_without_partners_is_found_out),
      cmocka_unit_test(wrong_texts_are_found_out),
      cmocka_unit_test(a_wrong_hash_is_found_out),
      cmocka_unit_test(a_wrong_random_move_is_found_out),
      cmocka_unit_test(a_wrong_playout_is_found_out),
      cmocka_unit_test(a_playout_that_stops_early_is_found_out),
      cmocka_unit_test(a_playout_after_the_end_is_found_out),
      cmocka_unit_test(a_long_line_is_told_by_its_end),
  };
  return RUN_TESTS(tests);
}
