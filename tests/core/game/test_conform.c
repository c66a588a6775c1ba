/* Conformance: every game passes with all kinds of options, and the check finds
 * every kind of defect. The defective games wrap a good one. */
#include "core/game/conform.h"
#include "core/game/scene.h"
#include "core/game/spec.h"
#include "tests/support/support.h"

#include <math.h>

static void assert_conforms(const char *spec, uint64_t seed, int games,
                            int max_plies) {
  Error error = {0};
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
      {"tictacdoh:window=4", 10, 20},
      {"tictacdoh:window=4,line_length=4,players=3", 10, 20},
      {"quoridor", 1, 40},
      {"quoridor:players=4", 1, 40},
      {"quoridor:size=5", 6, 120},
      {"quoridor:players=4,size=5,walls=3", 6, 120},
      {"quoridor:size=3,walls=2,wall_length=1", 6, 60},
      {"quoridor:columns=4,rows=3,walls=1,wall_length=3", 6, 60},
      {"quoridor:columns=5,rows=3,walls=1,wall_length=4,goal=middle", 6, 60},
      {"quoridor:size=3,walls=1,goal=cell,goal_cell=4", 6, 60},
      {"quoridor:size=11,walls=30,wall_length=1", 1, 60},
      {"orbital", 40, 100},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
    assert_conforms(CASES[i].spec, 1, CASES[i].games, CASES[i].max_plies);
}

/* Options are chosen at random from their tables; the games are short. */
static void every_game_conforms_under_any_options(void **state) {
  (void)state;
  enum { TRIES = 100 };
  for (const Rules *const *r = game_rules; *r; r++) {
    int opened = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
      Rng rng;
      char spec[SPEC_TEXT];
      Error error = {0};
      rng_seed(&rng, 2, i);
      draw_spec(*r, 70, &rng, spec);
      Game *game = game_open(spec, &error);
      if (!game) /* these options exclude each other */
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

/* ---- defective games
 * --------------------------------------------------------*/

/* The rules that a defective game wraps. */
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

/* A game with these functions in place of its own (NULL keeps its own) must
 * fail the check with a message that contains this text. */
typedef struct Defect {
  Rules with;
  const char *message;
} Defect;

static Rules with_defect(const Rules *rules, const Rules *with) {
  Rules rules_with = *rules;
#define REPLACE(function)                                                      \
  if (with->function)                                                          \
  rules_with.function = with->function
  REPLACE(moves);
  REPLACE(play);
  REPLACE(format);
  REPLACE(parse);
  REPLACE(draw);
  REPLACE(hash);
  REPLACE(count);
  REPLACE(legal);
  REPLACE(random_move);
  REPLACE(playout);
  REPLACE(set);
  REPLACE(finish_edit);
  REPLACE(settings);
  REPLACE(accessors);
  REPLACE(parts);
  REPLACE(describe);
  REPLACE(scene);
  if (with->play || with->evaluate)
    rules_with.evaluate_moves = NULL; /* a shortcut through both */
  REPLACE(evaluate);
  REPLACE(evaluate_moves);
  REPLACE(key);
#undef REPLACE
  return rules_with;
}

static void assert_found(const char *spec, const Defect *defect) {
  Game *game = open_as(spec, NULL);
  char name[MOVE_TEXT] = "";
  memcpy(name, spec, strcspn(spec, ":"));
  Rules rules = with_defect(rules_named(name), &defect->with);
  game->rules = &rules;
  Error error = {0};
  if (conform(game, 1, 20, 50, &error))
    fail_msg("%s passed, though %s", spec, defect->message);
  if (!strstr(error.message, defect->message))
    fail_msg("'%s' does not say '%s'", error.message, defect->message);
  if (!strstr(error.message, game->spec) || !strstr(error.message, " after "))
    fail_msg("'%s' does not say where", error.message);
  assert_false(conform(game, 1, 20, 50, NULL));
  game_close(game);
}

static void check_defects(const Defect *defects, size_t count) {
  for (const Rules *const *r = game_rules; *r; r++)
    for (size_t i = 0; i < count; i++)
      assert_found((*r)->name, &defects[i]);
}

#define CHECK_DEFECTS(defects) check_defects(defects, COUNT(defects))

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
      {{.play = play_to_a_win_of_nobody}, "winners are 0 with outcome 1"},
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
      {{.playout = playout_to_a_win_of_nobody}, "winners are 0 with outcome 1"},
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
  static const Defect DEFECTS = {{.playout = playout_after_the_end},
                                 "a playout goes on after the end"};
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

/* ---- defects in what a position shows ------------------------------------*/

static void describe_soundly(const Game *game, const State *state, Move move,
                             Parts *parts) {
  for (const MovePart *m = sound(game)->parts; m->key; m++) {
    int value = part_value(m, game, state, move);
    if (value != NO_PART)
      parts_add_value(parts, m, game, value);
  }
}

static void describe_no_parts(const Game *game, const State *state, Move move,
                              Parts *parts) {
  (void)game, (void)state, (void)move, (void)parts;
}

static void describe_all_alike(const Game *game, const State *state, Move move,
                               Parts *parts) {
  (void)game, (void)state, (void)move;
  parts_add(parts, "kind", "lay");
  parts_add(parts, "to", "large");
}

static void describe_a_key_twice(const Game *game, const State *state,
                                 Move move, Parts *parts) {
  describe_soundly(game, state, move, parts);
  parts_add(parts, "kind", "again");
}

static void describe_the_text(const Game *game, const State *state, Move move,
                              Parts *parts) {
  describe_soundly(game, state, move, parts);
  parts_add(parts, "text", "e2");
}

static void describe_another_cell(const Game *game, const State *state,
                                  Move move, Parts *parts) {
  describe_soundly(game, state, move, parts);
  parts_add(parts, "via", "k11");
}

static void describe_an_empty_part(const Game *game, const State *state,
                                   Move move, Parts *parts) {
  describe_soundly(game, state, move, parts);
  parts_add(parts, "via", "");
}

static void describe_too_much(const Game *game, const State *state, Move move,
                              Parts *parts) {
  describe_soundly(game, state, move, parts);
  for (int i = 0; i <= PARTS_MAX; i++)
    parts_add(parts, "more", "of it");
}

static void describe_another_key(const Game *game, const State *state,
                                 Move move, Parts *parts) {
  describe_soundly(game, state, move, parts);
  parts_add(parts, "mood", "glad");
}

static int part_by_seat(const Game *game, const State *state, Move move) {
  (void)game, (void)move;
  return state->seat;
}

static const char *const SEAT_WORDS[] = {"first", "second"};
static const MovePart PARTS_BY_SEAT[] = {
    {"kind", part_by_seat, .words = SEAT_WORDS, .values = 2}, {NULL}};

static void describe_something_else_each_time(const Game *game,
                                              const State *state, Move move,
                                              Parts *parts) {
  static int calls;
  describe_soundly(game, state, move, parts);
  parts_add(parts, "calls", ++calls % 2 ? "odd" : "even");
}

static void describe_and_change(const Game *game, const State *state, Move move,
                                Parts *parts) {
  describe_soundly(game, state, move, parts);
  ((unsigned char *)state)[game->state_size - 1]++;
}

static void wrong_parts_of_moves_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.describe = describe_no_parts}, "no parts"},
      {{.describe = describe_all_alike}, "have the same parts"},
      {{.describe = describe_a_key_twice}, "has two parts called kind"},
      {{.describe = describe_the_text}, "has a part called text"},
      {{.describe = describe_another_cell},
       "has the part via=k11, a cell that its text does not name"},
      {{.describe = describe_an_empty_part}, "the part via of '"},
      {{.describe = describe_too_much}, "do not fit"},
      {{.parts = PARTS_BY_SEAT},
       "depends on the position, and `of_state` does not say so"},
      {{.describe = describe_another_key},
       "has a part called mood, which `part_keys` lacks"},
      {{.describe = describe_something_else_each_time},
       "other parts the second time"},
      {{.describe = describe_and_change}, "`describe` changes the position"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static bool ask_and_fail(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)game, (void)state, (void)args, (void)answer;
  return error_set(error, "out of order");
}

static bool ask_seven(const Game *game, const State *state, const Arg args[],
                      Answer *answer, Error *error) {
  (void)game, (void)state, (void)args, (void)error;
  return answer_number(answer, 7);
}

static bool ask_no_seat(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)state, (void)args, (void)error;
  return answer_seat(answer, game->seats);
}

static bool ask_nothing(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)game, (void)state, (void)args, (void)error;
  return answer_none(answer);
}

static bool ask_cells_off_the_board(const Game *game, const State *state,
                                    const Arg args[], Answer *answer,
                                    Error *error) {
  (void)game, (void)state, (void)args, (void)error;
  answer_list(answer, ANSWER_WORD);
  answer_add_text(answer, "a1");
  answer_add_text(answer, "z26");
  return true;
}

static bool ask_too_many(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)game, (void)state, (void)args, (void)error;
  answer_list(answer, ANSWER_NUMBER);
  for (int i = 0; i <= ANSWERS_MAX; i++)
    answer_add_number(answer, i);
  return true;
}

static bool ask_and_fail_silently(const Game *game, const State *state,
                                  const Arg args[], Answer *answer,
                                  Error *error) {
  (void)game, (void)state, (void)args, (void)answer, (void)error;
  return false;
}

static bool ask_and_count_calls(const Game *game, const State *state,
                                const Arg args[], Answer *answer,
                                Error *error) {
  static int calls;
  (void)game, (void)state, (void)args, (void)error;
  return answer_number(answer, ++calls);
}

static bool ask_and_change(const Game *game, const State *state,
                           const Arg args[], Answer *answer, Error *error) {
  (void)args, (void)error;
  ((unsigned char *)state)[game->state_size - 1]++;
  return answer_number(answer, 1);
}

#define ACCESSOR(asked, declared, argument)                                    \
  ((const Accessor[]){{"value", .args = {argument}, .arg_names = "x",          \
                       .words = "one two", .returns = declared, .help = "",    \
                       .query = asked},                                        \
                      {NULL}})

static void wrong_accessors_are_found(void **state) {
  (void)state;
  const Defect DEFECTS[] = {
      {{.accessors = ACCESSOR(ask_and_fail, "number", ARG_SEAT)},
       "accessor value(1) fails: out of order"},
      {{.accessors = ACCESSOR(ask_and_fail, "number", ARG_CELL)},
       "accessor value(a1) fails: out of order"},
      {{.accessors = ACCESSOR(ask_and_fail, "number", ARG_WORD)},
       "accessor value(one) fails: out of order"},
      {{.accessors = ACCESSOR(ask_seven, "seat, or nil", ARG_NONE)},
       "accessor value() does not return what it declares, seat, or nil"},
      {{.accessors = ACCESSOR(ask_seven, "list of numbers", ARG_SEAT)},
       "does not return what it declares, list of numbers"},
      {{.accessors = ACCESSOR(ask_seven, "letters", ARG_SEAT)},
       "does not return what it declares, letters"},
      {{.accessors = ACCESSOR(ask_nothing, "number", ARG_SEAT)},
       "does not return what it declares, number"},
      {{.accessors = ACCESSOR(ask_no_seat, "seat", ARG_NONE)},
       "which does not exist"},
      {{.accessors =
            ACCESSOR(ask_cells_off_the_board, "list of cells", ARG_NONE)},
       "answers with 'z26', which is no cell of the board"},
      {{.accessors = ACCESSOR(ask_too_many, "list of numbers", ARG_NONE)},
       "answers with a list that does not fit"},
      {{.accessors = ACCESSOR(ask_seven, "number", ARG_CELL)},
       "answers, though '' makes no sense"},
      {{.accessors = ACCESSOR(ask_seven, "number", ARG_WORD)},
       "answers, though '' makes no sense"},
      {{.accessors = ACCESSOR(ask_and_fail_silently, "number", ARG_CELL)},
       "accessor value() fails without a message"},
      {{.accessors = ACCESSOR(ask_and_count_calls, "number", ARG_SEAT)},
       "accessor value(1) gives another answer the second time"},
      {{.accessors = ACCESSOR(ask_and_change, "number", ARG_NONE)},
       "an accessor changes the position"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void scene_without_a_board(const Game *game, const State *state,
                                  Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene->columns = 0;
}

static void scene_beside_the_board(const Game *game, const State *state,
                                   Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_piece(scene, (ScenePiece){{scene->columns, 0}, 0, 1, 0, ""});
}

static void scene_of_no_seat(const Game *game, const State *state,
                             Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_piece(scene, (ScenePiece){{0, 0}, (int8_t)game->seats, 1, 0, ""});
}

static void scene_of_no_size(const Game *game, const State *state,
                             Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_piece(scene, (ScenePiece){{0, 0}, 0, 0, 0, ""});
}

static void scene_of_a_bad_label(const Game *game, const State *state,
                                 Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_piece(scene, (ScenePiece){{0, 0}, 0, 1, 0, "\xff"});
}

static void scene_with_a_wall_outside(const Game *game, const State *state,
                                      Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_wall(scene, (SceneWall){{scene->columns - 1, 0}, true, 2});
}

static void scene_shaded_outside(const Game *game, const State *state,
                                 Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_shade(scene, (Cell){0, -1});
}

static void scene_marked_outside(const Game *game, const State *state,
                                 Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_mark(scene, (SceneMark){{0, scene->rows}, 0, ""});
}

static void scene_with_a_mark_of_no_seat(const Game *game, const State *state,
                                         Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_mark(scene, (SceneMark){{0, 0}, (int8_t)game->seats, ""});
}

static void scene_with_a_fifth_side(const Game *game, const State *state,
                                    Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_edge(scene, SCENE_SIDES, 0);
}

static void scene_with_an_empty_hand(const Game *game, const State *state,
                                     Scene *scene) {
  sound(game)->scene(game, state, scene);
  scene_add_held(scene, (SceneHeld){{{0, 0}, 0, 1, 0, ""}, 0});
}

static void scene_whose_marks_vary(const Game *game, const State *state,
                                   Scene *scene) {
  static int calls;
  sound(game)->scene(game, state, scene);
  scene_add_mark(scene, (SceneMark){{0, 0}, (int8_t)(++calls % 2), ""});
}

static void scene_of_too_many(const Game *game, const State *state,
                              Scene *scene) {
  sound(game)->scene(game, state, scene);
  for (int i = 0; i <= SCENE_NOTES; i++)
    scene_add_note(scene, "note %d", i);
}

static void scene_that_varies(const Game *game, const State *state,
                              Scene *scene) {
  static int calls;
  sound(game)->scene(game, state, scene);
  scene_add_note(scene, "call %d", ++calls);
}

static void scene_that_changes_the_state(const Game *game, const State *state,
                                         Scene *scene) {
  sound(game)->scene(game, state, scene);
  ((unsigned char *)state)[game->state_size - 1]++;
}

static void wrong_scenes_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.scene = scene_without_a_board}, "the scene has 0 columns"},
      {{.scene = scene_beside_the_board}, "has a piece outside its board"},
      {{.scene = scene_of_no_seat}, "has a piece of seat"},
      {{.scene = scene_of_no_size}, "has a piece of size 0"},
      {{.scene = scene_of_a_bad_label}, "has a label that is no text"},
      {{.scene = scene_with_a_wall_outside},
       "has a wall that leaves its board"},
      {{.scene = scene_shaded_outside}, "shades a cell outside its board"},
      {{.scene = scene_marked_outside}, "marks a cell outside its board"},
      {{.scene = scene_with_a_mark_of_no_seat}, "has a mark of seat"},
      {{.scene = scene_with_a_fifth_side}, "has side 4 of seat 1"},
      {{.scene = scene_with_an_empty_hand}, "has a hand of 0 pieces"},
      {{.scene = scene_whose_marks_vary},
       "paints something else the second time"},
      {{.scene = scene_of_too_many}, "the scene has more than fits"},
      {{.scene = scene_that_varies}, "paints something else the second time"},
      {{.scene = scene_that_changes_the_state}, "changes the position"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static void evaluate_by(const Game *game, double first, double others,
                        double value[]) {
  for (int side = 0; side < game->sides; side++)
    value[side] = side ? others : first;
}

static void evaluate_not_a_number(const Game *game, const State *state,
                                  double value[]) {
  (void)state;
  evaluate_by(game, NAN, 0, value);
}

static void evaluate_infinite(const Game *game, const State *state,
                              double value[]) {
  (void)state;
  evaluate_by(game, INFINITY, 0, value);
}

static void evaluate_below_zero(const Game *game, const State *state,
                                double value[]) {
  (void)state;
  evaluate_by(game, 1.5, -0.5, value);
}

static void evaluate_too_much(const Game *game, const State *state,
                              double value[]) {
  (void)state;
  evaluate_by(game, 0.75, 0.75, value);
}

static void evaluate_too_many_sides(const Game *game, const State *state,
                                    double value[]) {
  sound(game)->evaluate(game, state, value);
  value[game->sides] = 0;
}

static void evaluate_and_change(const Game *game, const State *state,
                                double value[]) {
  sound(game)->evaluate(game, state, value);
  ((unsigned char *)state)[game->state_size - 1]++;
}

static void values_of_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]) {
  (void)game, (void)state, (void)moves, (void)side;
  for (int i = 0; i < count; i++)
    value[i] = 0.375;
}

static void one_value_of_moves_too_many(const Game *game, const State *state,
                                        const Move moves[], int count, int side,
                                        double value[]) {
  values_of_moves(game, state, moves, count + 1, side, value);
}

static void wrong_evaluations_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.evaluate = evaluate_not_a_number}, "gives side 1 the value"},
      {{.evaluate = evaluate_infinite}, "gives side 1 the value inf"},
      {{.evaluate = evaluate_below_zero}, "gives side 1 the value 1.5"},
      {{.evaluate = evaluate_too_much}, "add up to 1.5, not to 1"},
      {{.evaluate = evaluate_too_many_sides}, "more values than there are"},
      {{.evaluate = evaluate_and_change}, "`evaluate` changes the position"},
      {{.evaluate_moves = values_of_moves}, "the value 0.375, not 0."},
      {{.evaluate_moves = one_value_of_moves_too_many},
       "writes more values than there are moves"},
  };
  CHECK_DEFECTS(DEFECTS);
}

static bool set_anything(const Game *game, State *state, const char *key,
                         const char *value, Error *error) {
  (void)game, (void)state, (void)key, (void)value, (void)error;
  return true;
}

static bool set_and_refuse_silently(const Game *game, State *state,
                                    const char *key, const char *value,
                                    Error *error) {
  (void)error;
  return sound(game)->set(game, state, key, value, NULL);
}

static bool set_only_what_is_unknown(const Game *game, State *state,
                                     const char *key, const char *value,
                                     Error *error) {
  (void)game, (void)state, (void)value;
  return error_set(error, "%s cannot be set", key);
}

static bool set_all_but_the_first_row(const Game *game, State *state,
                                      const char *key, const char *value,
                                      Error *error) {
  return strchr(key, '1') || sound(game)->set(game, state, key, value, error);
}

static bool finish_edit_to_a_draw(const Game *game, State *state,
                                  Error *error) {
  (void)game, (void)error;
  state_set_draw(state);
  return true;
}

static bool finish_edit_with_the_next_seat(const Game *game, State *state,
                                           Error *error) {
  state->seat = game_next_seat(game, state);
  return sound(game)->finish_edit(game, state, error);
}

static bool settings_of_nothing(const Game *game, const State *state,
                                FILE *out) {
  (void)game, (void)state, (void)out;
  return true;
}

static bool settings_of_another_game(const Game *game, const State *state,
                                     FILE *out) {
  (void)game, (void)state;
  fprintf(out, " moon=full");
  return true;
}

static bool settings_that_change_the_state(const Game *game, const State *state,
                                           FILE *out) {
  bool written = sound(game)->settings(game, state, out);
  ((State *)state)->seat ^= 1;
  return written;
}

static void wrong_settings_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.set = set_anything}, "`set` takes the unknown key 'no_such_key'"},
      {{.set = set_and_refuse_silently}, "without a message"},
      {{.set = set_only_what_is_unknown}, "own settings '"},
      {{.set = set_all_but_the_first_row}, "own settings '"},
      {{.finish_edit = finish_edit_to_a_draw}, "make another position"},
      {{.settings = settings_of_nothing}, "make another position"},
      {{.settings = settings_of_another_game},
       "own settings 'seat=1 moon=full' are refused"},
      {{.settings = settings_that_change_the_state}, "another position"},
  };
  CHECK_DEFECTS(DEFECTS);
}

/* Rules need not write settings; `finish_edit` must hold all the same. */
static void a_wrong_finish_edit_is_found_without_settings(void **state) {
  (void)state;
  static bool (*const FINISH_EDIT[])(const Game *, State *, Error *) = {
      finish_edit_to_a_draw, finish_edit_with_the_next_seat};
  for (const Rules *const *r = game_rules; *r; r++)
    for (size_t i = 0; i < COUNT(FINISH_EDIT); i++) {
      Rules rules = **r;
      rules.settings = NULL;
      Game *game = open_as((*r)->name, &rules);
      Error error = {0};
      if (!conform(game, 1, 5, 50, &error))
        fail_msg("%s", error.message);
      rules.finish_edit = FINISH_EDIT[i];
      assert_false(conform(game, 1, 5, 50, &error));
      assert_message(&error,
                     "setting seat=1, its present value, changes the position");
      game_close(game);
    }
}

/* ---- defective keys ------------------------------------------------------*/

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

static void every_position_is_restored_from_its_settings(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Game *game = open_game((*r)->name);
    ConformCounts counts = {0};
    Error error = {0};
    if (!conform_games(game, 3, 5, 100, &counts, &error))
      fail_msg("%s", error.message);
    assert_true(counts.positions > 10);
    assert_int_equal(counts.settings, counts.positions);
    game_close(game);
  }
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
      cmocka_unit_test(every_game_conforms),
      cmocka_unit_test(a_wrong_key_is_found_on_small_versions),
      cmocka_unit_test(every_game_conforms_under_any_options),
      cmocka_unit_test(a_game_may_be_over_from_the_start),
      cmocka_unit_test(the_seed_decides_what_is_tried),
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
      cmocka_unit_test(wrong_parts_of_moves_are_found),
      cmocka_unit_test(wrong_accessors_are_found),
      cmocka_unit_test(wrong_scenes_are_found),
      cmocka_unit_test(wrong_evaluations_are_found),
      cmocka_unit_test(wrong_settings_are_found),
      cmocka_unit_test(a_wrong_finish_edit_is_found_without_settings),
      cmocka_unit_test(every_position_is_restored_from_its_settings),
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
