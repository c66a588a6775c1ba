/* Weights in files: they come back as they were rounded, and whatever else is
 * in a file gives a message. */
#include "core/learn/weights.h"

#include "core/base/given_file.h"
#include "core/base/sealed_file.h"
#include "core/game/eval.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* A game with a board of 3 × 3 cells and a number for each seat, none of whose
 * rules are called. */
typedef struct Board {
  Game *game;
  Grid grid;
  Field fields[3];
  State *state;
  int32_t *cells, *points;
} Board;

static void board_open(Board *b) {
  *b = (Board){.game = game_open("orbital", NULL)};
  GridShape shape = {.columns = 3, .rows = 3};
  assert_true(grid_init(&b->grid, &shape, NULL));
  b->game->features = 0; /* only its fields */
  size_t size = b->game->state_size;
  b->fields[0] =
      (Field){.name = "board", .offset = size, .count = 9, .grid = &b->grid};
  b->fields[1] = (Field){.name = "points", .offset = size + 36, .count = 2};
  b->game->fields = b->fields;
  b->state = calloc(1, size + 44);
  b->cells = (int32_t *)((char *)b->state + size);
  b->points = b->cells + 9;
}

static void board_close(Board *b) {
  free(b->state);
  b->game->fields = NULL;
  game_close(b->game);
}

/* Nine cells of three values, and points from −2 to 20; the board may be
 * reflected, and turned upside down if the seats change. */
static InputPlan plan_of_board(void) {
  return (InputPlan){
      .fields = 2,
      .field = {{.source = 0, .values = 3},
                {.source = 1, .values = 16, .least = -2}},
      .images = 2,
      .image = {0, GRID_REVERSE_COLUMNS},
      .alike = true,
      .view = {[1] = {GRID_REVERSE_ROWS, SEATS_FIRST, SEATS_LISTED, 0}}};
}

static Network *random_network(const Game *game) {
  InputPlan plan = plan_of_board();
  Network *n = network_new(game, &plan);
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (uint32_t i = 0; i < network_weights(n); i++)
    n->weight[i] = rng_below(&rng, 3) == 0 ? 0
                   : rng_below(&rng, 500) == 0
                       ? 300000
                       : (int)rng_below(&rng, 1000) - 500;
  n->step = 0.001;
  return n;
}

/* ---- sums ----------------------------------------------------------------*/

/* After similar positions only what has changed is looked up again; the sum is
 * that of all weights that the view looks up. */
static void sums_do_not_depend_on_what_was_looked_up_before(void **state) {
  (void)state;
  Board b;
  board_open(&b);
  Network *n = random_network(b.game);
  View view = {.by = {.own = 0.25f}};
  Rng rng;
  rng_seed(&rng, 2, 0);
  for (int i = 0; i < 2000; i++) {
    int changes = (int)rng_below(&rng, i % 3 ? 3 : 12);
    for (int k = 0; k < changes; k++) {
      uint32_t input = rng_below(&rng, (uint32_t)n->inputs->count);
      view.input[input] = (uint8_t)rng_below(&rng, n->inputs->values[input]);
    }
    uint32_t place[LOOKUPS_MAX];
    double sum = 0;
    network_find(n, &view, place);
    for (int k = 0; k < n->lookups; k++)
      sum += n->weight[place[k]];
    assert_true(network_sum(n, &view) == 0.25 + n->step * sum);
    if (i % 100 == 0) {
      n->weight[place[0]] += 5;
      network_forget(n);
    }
  }
  network_free(n);
  board_close(&b);
}

/* ---- inputs --------------------------------------------------------------*/

static void seats_look_from_their_own_side(void **state) {
  (void)state;
  Board b;
  board_open(&b);
  InputPlan plan = plan_of_board();
  Inputs *in = inputs_new(b.game, &plan);
  uint8_t value[INPUTS_MAX];
  b.cells[0] = 1, b.cells[1] = 2, b.cells[8] = 7; /* 7: more than was seen */
  b.points[0] = -5, b.points[1] = 10;
  inputs_read(in, b.state, 0, 0, value);
  assert_memory_equal(value, ((uint8_t[]){1, 2, 0, 0, 0, 0, 0, 0, 2, 0, 12}),
                      11);
  inputs_read(in, b.state, 1, 1, value);
  assert_memory_equal(value, ((uint8_t[]){0, 0, 2, 0, 0, 0, 2, 1, 0, 12, 0}),
                      11);
  inputs_free(in);
  board_close(&b);
}

static void values_do_not_change_when_a_position_is_turned(void **state) {
  (void)state;
  Board b;
  board_open(&b);
  Network *n = random_network(b.game);
  double value[2], turned[2];
  b.cells[0] = 1, b.cells[4] = 2, b.cells[5] = 1, b.points[0] = 3;
  network_evaluate(n, b.game, b.state, value);
  assert_true(value[0] + value[1] > 1 - 1e-9 && value[0] != value[1]);
  b.cells[0] = b.cells[5] = 0, b.cells[2] = b.cells[3] = 1; /* reflected */
  network_evaluate(n, b.game, b.state, turned);
  assert_true(fabs(value[0] - turned[0]) < 1e-12);
  memset(b.cells, 0, 11 * sizeof *b.cells); /* and with the seats changed */
  b.cells[8] = b.cells[3] = 2, b.cells[4] = 1, b.points[1] = 3;
  b.state->seat = 1;
  network_evaluate(n, b.game, b.state, turned);
  assert_true(fabs(value[0] - turned[1]) < 1e-12);
  network_free(n);
  board_close(&b);
}

/* ---- files ---------------------------------------------------------------*/

static void weights_come_back_as_they_were_rounded(void **state) {
  (void)state;
  Board b;
  board_open(&b);
  Network *n = random_network(b.game);
  WeightsAbout about = {.seed = 7, .games = 12, .positions = 345}, read;
  weights_round(n);
  Error error = {0};
  char path[] = "rounded.weights", *text = weights_text(n, &about);
  write_text(path, text);
  free(text);
  int file = given_file(path, &error);
  assert_true(file > 0);
  Network *again = weights_open(b.game, file, &read, &error);
  assert_non_null(again);
  assert_int_equal(network_weights(again), network_weights(n));
  assert_memory_equal(again->weight, n->weight,
                      network_weights(n) * sizeof *n->weight);
  assert_true(again->step == n->step);
  assert_int_equal(read.games, 12);
  assert_int_equal(read.seed, 7);
  network_free(n);
  network_free(again);
  unlink(path);
  board_close(&b);
}

/* Opens a text with a seal of its own as weights. */
static Network *open_sealed(const Game *game, const char *text, int index,
                            Error *error) {
  char path[64];
  snprintf(path, sizeof path, "sealed%d.weights", index % 2);
  Text sealed = {NULL};
  Network *n = NULL;
  if (sealed_file_write(path, text, strlen(text), error) &&
      sealed_file_read(path, &sealed, error)) {
    snprintf(path, sizeof path, "given%d", index);
    if (given_file_add(path, sealed.bytes, sealed.length, error))
      n = weights_open(game, given_file(path, error), NULL, error);
    free(sealed.bytes);
  }
  unlink("sealed0.weights");
  unlink("sealed1.weights");
  return n;
}

static void files_of_strangers_give_a_message(void **state) {
  (void)state;
  static const char *const WRONG[] = {
      "{\n \"a\": 1\n}",
      "{\n \"weights\": 2,\n \"game\": \"orbital\"\n}",
      "{\n \"weights\": 1,\n \"game\": \"chess\"\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\"\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\",\n \"step\": -1,\n \"values\": "
      "\"\"\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\",\n \"step\": 1,\n \"values\": "
      "\"\",\n \"inputs\": {\"fields\": [[0,0,3,0]], \"images\": [0], "
      "\"views\": []}\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\",\n \"step\": 1,\n \"values\": "
      "\"4__\",\n \"inputs\": {\"fields\": [[0,9,3,0]], \"images\": [0], "
      "\"views\": []}\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\",\n \"step\": 1,\n \"values\": "
      "\"999999999\",\n \"inputs\": {\"fields\": [[0,0,17,0]], \"images\": "
      "[0,200], \"views\": [[9,9,9],[1,1,1]]}\n}",
      "{\n \"weights\": 1,\n \"game\": \"%s\",\n \"step\": 1,\n \"values\": "
      "\"3------\",\n \"inputs\": {\"fields\": [[0,0,3,0],[0,0,3]], "
      "\"images\": [], \"views\": 5}\n}"};
  Board b;
  board_open(&b);
  char options[SPEC_TEXT], name[SPEC_TEXT + 16], text[4096];
  options_write(b.game->rules->options, b.game->option, true, options,
                sizeof options);
  snprintf(name, sizeof name, "orbital:%s", options);
  for (int i = 0; i < (int)(sizeof WRONG / sizeof *WRONG); i++) {
    Error error = {0};
    const char *at = strstr(WRONG[i], "%s");
    snprintf(text, sizeof text, "%.*s%s%s",
             at ? (int)(at - WRONG[i]) : (int)strlen(WRONG[i]), WRONG[i],
             at ? name : "", at ? at + 2 : "");
    assert_null(open_sealed(b.game, text, i, &error));
    assert_true(error_is_set(&error));
  }
  board_close(&b);
}

int main(void) {
  const char *dir = enter_new_dir();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_do_not_depend_on_what_was_looked_up_before),
      cmocka_unit_test(seats_look_from_their_own_side),
      cmocka_unit_test(values_do_not_change_when_a_position_is_turned),
      cmocka_unit_test(weights_come_back_as_they_were_rounded),
      cmocka_unit_test(files_of_strangers_give_a_message)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  clear(dir);
  return failed;
}
