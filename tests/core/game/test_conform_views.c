/* Conformance: the check finds every kind of defect in what a position shows:
 * parts of moves, accessors, scenes, evaluations and settings. */
#include "core/game/conform.h"
#include "core/game/scene.h"
#include "core/game/spec.h"
#include "tests/support/defects.h"
#include "tests/support/support.h"

#include <math.h>

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
       "different parts the second time"},
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
       "returns 'z26', which is not a cell of the board"},
      {{.accessors = ACCESSOR(ask_too_many, "list of numbers", ARG_NONE)},
       "returns a list that does not fit"},
      {{.accessors = ACCESSOR(ask_seven, "number", ARG_WORD)},
       "accepts '', which makes no sense"},
      {{.accessors = ACCESSOR(ask_and_fail_silently, "number", ARG_WORD)},
       "accessor value() fails without a message"},
      {{.accessors = ACCESSOR(ask_and_count_calls, "number", ARG_SEAT)},
       "accessor value(1) returns something different the second time"},
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
      {{.scene = scene_of_a_bad_label}, "has a label that is not text"},
      {{.scene = scene_with_a_wall_outside},
       "has a wall that leaves its board"},
      {{.scene = scene_shaded_outside}, "shades a cell outside its board"},
      {{.scene = scene_marked_outside}, "marks a cell outside its board"},
      {{.scene = scene_with_a_mark_of_no_seat}, "has a mark of seat"},
      {{.scene = scene_with_a_fifth_side}, "has side 4 of seat 1"},
      {{.scene = scene_with_an_empty_hand}, "has a hand of 0 pieces"},
      {{.scene = scene_whose_marks_vary},
       "paints something different the second time"},
      {{.scene = scene_of_too_many},
       "the picture has more than there is room for"},
      {{.scene = scene_that_varies},
       "paints something different the second time"},
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

static void features_by_the_call(const Game *game, const State *state,
                                 int32_t number[]) {
  static int32_t calls;
  sound(game)->features(game, state, number);
  number[0] = ++calls;
}

static void wrong_features_are_found(void **state) {
  (void)state;
  static const Defect DEFECTS[] = {
      {{.features = features_by_the_call}, "`features` differ in a copy"},
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
      {{.finish_edit = finish_edit_to_a_draw}, "make a different position"},
      {{.settings = settings_of_nothing}, "make a different position"},
      {{.settings = settings_of_another_game},
       "own settings 'seat=1 moon=full' are refused"},
      {{.settings = settings_that_change_the_state}, "a different position"},
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
                     "setting seat=1, its current value, changes the position");
      game_close(game);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_parts_of_moves_are_found),
      cmocka_unit_test(wrong_accessors_are_found),
      cmocka_unit_test(wrong_scenes_are_found),
      cmocka_unit_test(wrong_evaluations_are_found),
      cmocka_unit_test(wrong_features_are_found),
      cmocka_unit_test(wrong_settings_are_found),
      cmocka_unit_test(a_wrong_finish_edit_is_found_without_settings),
  };
  return RUN_TESTS(tests);
}
