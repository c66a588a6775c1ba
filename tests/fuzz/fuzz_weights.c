/* Fuzz target for files of weights: whatever is in one gives a network that
 * evaluates positions and is written again as it was read, or a message. */
#include "core/learn/weights.h"
#include "fuzz.h"

#include <math.h>

/* A game with a board of 2 × 2 cells and a number for each seat. */
static Game *open_board(void) {
  static Grid grid;
  static Field fields[3];
  GridShape shape = {.columns = 2, .rows = 2};
  Game *game = game_open("orbital", NULL);
  demand(game && grid_init(&grid, &shape, NULL), "a game can be opened");
  game->features = 0; /* only its fields */
  size_t size = game->state_size;
  fields[0] =
      (Field){.name = "board", .offset = size, .count = 4, .grid = &grid};
  fields[1] = (Field){.name = "points", .offset = size + 16, .count = 2};
  game->fields = fields;
  return game;
}

static void check_network(const Game *game, Network *n, WeightsAbout *about) {
  double value[SEATS_MAX];
  State *state = calloc(1, game->state_size + 24);
  Error error = {0};
  demand(state != NULL, "memory can be allocated");
  network_evaluate(n, game, state, value);
  demand(value[0] >= 0 && value[0] <= 1, "a value is a probability");
  char *text = weights_text(n, about);
  Network *again =
      weights_read(game, "again", text, strlen(text), NULL, &error);
  demand(again && network_weights(again) == network_weights(n),
         "what was read can be written");
  network_free(again);
  free(text);
  free(state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static Game *game;
  Error error = {0};
  WeightsAbout about;
  if (!game)
    game = open_board();
  Network *n =
      weights_read(game, "file", (const char *)data, size, &about, &error);
  if (n) {
    check_network(game, n, &about);
    json_decref(about.made);
  } else
    check_message(&error);
  network_free(n);
  return 0;
}
