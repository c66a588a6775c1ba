/* Fields with a kind in scenes of native games; what is beside the board, as
 * text and between processes; the dice of the last roll. How rules in Lua
 * declare kinds is tested in tests/lua/test_kinds.lua. */
#include "tests/support/support.h"

#include "core/game/kinds.h"
#include "core/game/turns.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct Numbers {
  State head;
  int32_t hand[4], place[3], deck, die[2], points[2];
} Numbers;

static const char *const NAMES[] = {"ox", "elephant", NULL};
static const KindPlace PLACES[] = {{"discards", 0, true}, {NULL, 0, false}};
static const FieldKind HAND = {.type = KIND_HAND, .each = 2};
static const FieldKind PLACE = {
    .type = KIND_HAND, .names = NAMES, .name_count = 2, .places = PLACES};
static const FieldKind DECK = {.type = KIND_DECK};
static const FieldKind DIE = {.type = KIND_DIE};
static const FieldKind POINTS = {.type = KIND_SCORE, .each = 1};
static const Field FIELDS[] = {
    {.name = "trick",
     .offset = offsetof(Numbers, hand),
     .count = 4,
     .kind = &HAND},
    {.name = "place",
     .offset = offsetof(Numbers, place),
     .count = 3,
     .kind = &PLACE},
    {.name = "draw_pile", .offset = offsetof(Numbers, deck), .kind = &DECK},
    {.name = "dice",
     .offset = offsetof(Numbers, die),
     .count = 2,
     .kind = &DIE},
    {.name = "points",
     .offset = offsetof(Numbers, points),
     .count = 2,
     .kind = &POINTS},
    {.name = NULL}};

static void write_all(const Scene *scene, char *text) {
  char *line = malloc(SCENE_HELD_TEXT);
  *text = '\0';
  for (int i = 0; i < scene->held_count;) {
    int seat = scene->held[i].piece.seat;
    i = scene_write_held(scene, i, line);
    text += sprintf(text, "%d: %s\n", seat + 1, line);
  }
  free(line);
}

static void kinds_are_shown_at_their_seats(void **state) {
  (void)state;
  char text[512];
  Numbers numbers = {.hand = {7, KIND_HIDDEN, 0, 0},
                     .place = {2, 1, 0},
                     .deck = 12,
                     .die = {0, 5},
                     .points = {3, -4}};
  Scene *scene = calloc(1, sizeof *scene);
  scene_add_kinds(FIELDS, &numbers.head, 2, scene);
  write_all(scene, text);
  assert_string_equal(text,
                      "1: points 3; trick 7 ?; hand elephant\n"
                      "2: points -4; trick -; hand ox\n"
                      "0: dice [ ] [5]; draw pile 12 cards; discards 1 card\n");
  free(scene);
}

/* ---- the last roll -------------------------------------------------------*/

typedef struct Roll {
  const char *text;
  int dice;
  const char *shown;
  bool cards; /* there is a deck as well: the roll may be a card */
} Roll;

static char rolled[MOVE_TEXT];

static void format_roll(const Game *game, const State *state, Move move,
                        char text[MOVE_TEXT]) {
  (void)game, (void)state, (void)move;
  strcpy(text, rolled);
}

static void a_roll_is_shown_on_dice_that_are_taken_up_at_once(void **state) {
  (void)state;
  static const Roll ROLLS[] = {{"4", 1, "0: die [4]\n", false},
                               {"1356", 4, "0: die [1] [3] [5] [6]\n", false},
                               {"12", 1, "0: die [12]\n", false},
                               {"135", 2, "0: die [ ] [ ]\n", false},
                               {"☀☂", 2, "0: die [☀] [☂]\n", false},
                               {"4", 1, "0: die [ ]; deck 3 cards\n", true}};
  Rules rules = *rules_named("orbital");
  rules.format = format_roll;
  rules.parts = NULL;
  Game *game = open_as("orbital", &rules);
  State *before = game_start(game);
  Scene *scene = malloc(sizeof *scene);
  before->seat = NATURE;
  for (size_t i = 0; i < sizeof ROLLS / sizeof *ROLLS; i++) {
    char text[512];
    SceneHeld die = {.count = 1, .group = "die"},
              deck = {.count = 3, .group = "deck"};
    die.piece =
        (ScenePiece){.seat = SCENE_NOBODY, .size = 3, .shape = SCENE_DIE};
    deck.piece =
        (ScenePiece){.seat = SCENE_NOBODY, .size = 3, .shape = SCENE_BACK};
    memset(scene, 0, sizeof *scene);
    for (int n = 0; n < ROLLS[i].dice; n++)
      scene_add_held(scene, die);
    if (ROLLS[i].cards)
      scene_add_held(scene, deck);
    strcpy(rolled, ROLLS[i].text);
    scene_show_move(game, before, 0, scene);
    write_all(scene, text);
    assert_string_equal(text, ROLLS[i].shown);
  }
  free(scene);
  free(before);
  game_close(game);
}

/* ---- choices at the same time --------------------------------------------*/

static void format_cell(const Game *game, const State *state, Move move,
                        char text[MOVE_TEXT]) {
  (void)game, (void)state;
  sprintf(text, "%c1", (char)('a' + move));
}

static void all_choices_of_a_round_are_shown_once_they_are_made(void **state) {
  (void)state;
  Rules rules = *rules_named("orbital");
  rules.format = format_cell;
  rules.parts = NULL;
  Game *game = open_as("orbital", &rules);
  State *before = calloc(1, game->state_size + 3 * sizeof(int32_t));
  int32_t *chosen = (int32_t *)((char *)before + game->state_size);
  const Field fields[] = {
      {.name = FIELD_CHOSEN, .offset = game->state_size, .count = 3},
      {.name = NULL}};
  Scene *scene = calloc(1, sizeof *scene);
  scene->columns = scene->rows = 5;
  game->fields = fields;
  memcpy(chosen, (int32_t[]){3, CHOSEN_OPEN, CHOSEN_OPEN}, 12);
  scene_show_move(game, before, 1, scene);
  assert_int_equal(scene->moved_count, 0);
  memcpy(chosen, (int32_t[]){3, CHOSEN_PASS, CHOSEN_OPEN}, 12);
  scene_show_move(game, before, 4, scene);
  assert_int_equal(scene->moved_count, 2);
  assert_int_equal(scene->moved[0].column, 2);
  assert_int_equal(scene->moved[1].column, 4);
  game->fields = NULL;
  free(scene);
  free(before);
  game_close(game);
}

/* ---- labels and crossing -------------------------------------------------*/

static void labels_are_cut_between_characters(void **state) {
  (void)state;
  char label[SCENE_LABEL];
  scene_set_label(label, "elephant");
  assert_string_equal(label, "elephant");
  scene_set_label(label, "0123456789012345678901234567890123");
  assert_int_equal(strlen(label), SCENE_LABEL - 1);
  scene_set_label(label, "012345678901234567890123456789é");
  assert_string_equal(label, "012345678901234567890123456789");
}

/* Whether a scene is taken that was written as it is, or with one byte of its
 * only held item changed. */
static bool crosses(const Game *game, const SceneHeld *held) {
  size_t capacity = 4096;
  Message m = {.bytes = malloc(capacity), .capacity = capacity};
  Scene *scene = calloc(1, sizeof *scene);
  scene_add_held(scene, *held);
  message_clear(&m);
  scene_cross(&m, game, scene);
  size_t length = m.length;
  memset(scene, 0xa5, sizeof *scene);
  message_rewind(&m, length);
  scene_cross(&m, game, scene);
  bool good = message_is_good(&m);
  if (good) {
    assert_int_equal(scene->columns, 0);
    assert_int_equal(scene->held_count, 1);
    assert_true(scene_check(game, scene, NULL));
  }
  free(scene);
  free(m.bytes);
  return good;
}

static void what_crosses_is_checked(void **state) {
  (void)state;
  Game *game = game_open("orbital", NULL);
  SceneHeld held = {.count = 2, .group = "hand"};
  held.piece =
      (ScenePiece){.seat = 1, .size = 3, .shape = SCENE_SCORE, .label = "7"};
  assert_true(crosses(game, &held));
  SceneHeld bad = held;
  bad.piece.shape = SCENE_SHAPES;
  assert_false(crosses(game, &bad));
  bad = held;
  bad.piece.seat = (int8_t)game->seats;
  assert_false(crosses(game, &bad));
  bad = held;
  bad.count = 0;
  assert_false(crosses(game, &bad));
  bad = held; /* texts are cleaned instead */
  memset(bad.group, 0xff, sizeof bad.group);
  memset(bad.piece.label, '\n', sizeof bad.piece.label);
  assert_true(crosses(game, &bad));
  Scene *scene = calloc(1, sizeof *scene);
  scene->columns = scene->rows = 1;
  scene_add_piece(scene, (ScenePiece){.size = 1, .shape = SCENE_CARD});
  assert_false(scene_check(game, scene, NULL)); /* not on a cell */
  free(scene);
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_are_shown_at_their_seats),
      cmocka_unit_test(a_roll_is_shown_on_dice_that_are_taken_up_at_once),
      cmocka_unit_test(all_choices_of_a_round_are_shown_once_they_are_made),
      cmocka_unit_test(labels_are_cut_between_characters),
      cmocka_unit_test(what_crosses_is_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
