/* Conformance: the check finds every kind of defect in how a game is played:
 * lists of moves, legality, play, texts, random moves and playouts. */
#include "core/game/conform.h"
#include "core/game/spec.h"
#include "tests/support/defects.h"
#include "tests/support/support.h"

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

/* Whether the list has the move, ignoring the bits of the mask. */
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
  state_set_win(state, (uint16_t)(1 << game->seats));
}

static void play_to_a_win_of_one(const Game *game, State *state, Move move) {
  sound(game)->play(game, state, move);
  state_set_win(state, 2);
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

static void format_as_a_number(const Game *game, const State *state, Move move,
                               char text[MOVE_TEXT]) {
  (void)game, (void)state;
  snprintf(text, MOVE_TEXT, "#%u", move);
}

static bool parse_nothing(const Game *game, const State *state,
                          const char *text, Move *move, Error *error) {
  (void)game, (void)state, (void)text, (void)move;
  return error_set(error, "never legal");
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

static Move random_move_that_passes(const Game *game, const State *state,
                                    Rng *rng) {
  (void)game, (void)state, (void)rng;
  return MOVE_PASS;
}

static Move random_move_of_another_game(const Game *game, const State *state,
                                        Rng *rng) {
  (void)game, (void)state;
  return 0x40000000u + rng_below(rng, 100);
}

/* A correct playout of a game whose rules are wrapped. */
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

static int playout_of_no_plies(const Game *game, State *state, Rng *rng,
                               int max_plies) {
  (void)game, (void)state, (void)rng, (void)max_plies;
  return 0;
}

static int playout_of_negative_length(const Game *game, State *state, Rng *rng,
                                      int max_plies) {
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

static int playout_to_a_draw_with_a_winner(const Game *game, State *state,
                                           Rng *rng, int max_plies) {
  int plies = sound_playout(game, state, rng, max_plies);
  state->outcome = DRAW;
  state->winners = 1;
  return plies;
}

static int playout_to_no_moves(const Game *game, State *state, Rng *rng,
                               int max_plies) {
  int plies = sound_playout(game, state, rng, max_plies);
  state->outcome = 9;
  return plies;
}

static void a_wrong_list_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.moves = moves_none}, "0 legal moves are listed with outcome 0"},
      {{.moves = moves_one_twice}, "is listed twice"},
      {{.moves = moves_with_a_pass},
       "a pass is listed together with other moves"},
      {{.count = count_one_more}, "but `count` returns"},
      {{.count = count_one_less}, "but `count` returns"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_wrong_answer_whether_a_move_is_legal_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.legal = legal_always}, "is not listed, but `legal` returns true"},
      {{.legal = legal_never}, "is listed, but `legal` returns false"},
      {{.legal = legal_but_the_last}, "is listed, but `legal` returns false"},
      {{.legal = legal_whatever_the_high_bits},
       "is not listed, but `legal` returns true"},
      {{.legal = legal_whatever_the_lowest_bit},
       "is not listed, but `legal` returns true"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_list_beyond_max_moves_is_found(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    t.game->max_moves = game_count(t.game, t.state) - 1;
    Error error = {0};
    assert_false(conform(t.game, 1, 1, 1, &error));
    assert_non_null(strstr(error.message, "are more than max_moves"));
    table_clear(&t);
  }
}

static void a_wrong_play_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.play = play_beyond_the_state}, "writes beyond the state"},
      {{.play = play_far_beyond_the_state}, "writes beyond the state"},
      {{.play = play_by_address},
       "the last move leads to a different position"},
      {{.play = play_to_no_seat}, "it is the turn of seat"},
      {{.play = play_to_no_outcome}, "outcome 7 does not exist"},
      {{.play = play_to_a_draw_with_a_winner}, "winners are 1 with outcome 2"},
      {{.play = play_to_winners_while_on}, "winners are 1 with outcome 0"},
      {{.play = play_to_a_win_of_no_seat},
       "a seat that does not exist has won"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_win_without_partners_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS = {{.play = play_to_a_win_of_one},
                                 "seat 2 has won without its partners"};
  assert_found("dorix:players=4", &DEFECTS);
}

static void wrong_texts_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.format = format_one_text}, "are both written"},
      {{.format = format_nothing}, "has the text ''"},
      {{.format = format_with_a_blank}, "has the text '"},
      {{.format = format_as_a_number}, "does not parse"},
      {{.parse = parse_nothing}, "does not parse: never legal"},
      {{.parse = parse_as_the_last}, "but parses as"},
      {{.draw = draw_nothing}, "`draw` draws nothing"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_wrong_hash_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.hash = hash_by_address},
       "a copy of the position has a different hash"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_wrong_random_move_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.random_move = random_move_that_passes},
       "4294967295 is not in the list"},
      {{.random_move = random_move_of_another_game}, "is not in the list"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void a_wrong_playout_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.playout = playout_of_no_plies}, "a playout stops after 0 plies"},
      {{.playout = playout_of_negative_length}, "returns -1"},
      {{.playout = playout_that_goes_on},
       "a playout of at most 50 plies returns"},
      {{.playout = playout_to_a_draw_with_a_winner},
       "winners are 1 with outcome 2"},
      {{.playout = playout_to_no_moves}, "outcome 9 does not exist"},
  };
  CHECK_DEFECTS(DEFECTS);
}

/* Only a game that is longer than the limit shows this. */
static void a_playout_that_stops_early_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS = {
      {.playout = playout_that_stops},
      "a playout stops after 49 plies with the game in progress"};
  assert_found("quoridor", &DEFECTS);
}

static void a_playout_after_the_end_is_found(void **state) {
  (void)state;
  static const Defect DEFECTS = {
      {.playout = playout_after_the_end},
      "a playout continues after the end of the game"};
  assert_found("orbital:bases=0,thrusters=0,antennas=0", &DEFECTS);
}

static void play_to_no_outcome_at_last(const Game *game, State *state,
                                       Move move) {
  sound(game)->play(game, state, move);
  if (game_hash(game, state) % 1024 == 0)
    state->outcome = 7;
}

/* A long line of moves is shown by its end. */
static void a_long_line_of_moves_is_shown_by_its_end(void **state) {
  (void)state;
  Rules rules = *rules_named("quoridor");
  rules.play = play_to_no_outcome_at_last;
  rules.playout = NULL;
  Game *game = open_as("quoridor:size=11,walls=0", &rules);
  bool shown = false; /* some games go wrong early and have a short line */
  for (uint64_t seed = 1; seed <= 20 && !shown; seed++) {
    Error error = {0};
    conform(game, seed, 1, 2000, &error);
    shown = strstr(error.message, "outcome 7 does not exist; in "
                                  "quoridor:size=11,walls=0 after ...") &&
            strlen(error.message) > 300;
  }
  assert_true(shown);
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_wrong_list_is_found),
      cmocka_unit_test(a_wrong_answer_whether_a_move_is_legal_is_found),
      cmocka_unit_test(a_list_beyond_max_moves_is_found),
      cmocka_unit_test(a_wrong_play_is_found),
      cmocka_unit_test(a_win_without_partners_is_found),
      cmocka_unit_test(wrong_texts_are_found),
      cmocka_unit_test(a_wrong_hash_is_found),
      cmocka_unit_test(a_wrong_random_move_is_found),
      cmocka_unit_test(a_wrong_playout_is_found),
      cmocka_unit_test(a_playout_that_stops_early_is_found),
      cmocka_unit_test(a_playout_after_the_end_is_found),
      cmocka_unit_test(a_long_line_of_moves_is_shown_by_its_end),
  };
  return RUN_TESTS(tests);
}
