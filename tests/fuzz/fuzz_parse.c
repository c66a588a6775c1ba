/* Everything a user types, fed with noise: the first line of the input is a
 * spec, the others are in turn a move and the settings of an edited position.
 *
 * Whatever comes, there is no crash, and an answer one can trust: what is
 * refused is refused with a message on one line and changes nothing; a move
 * that is accepted is in the list of legal ones; a position that is accepted
 * can be played on from. */
#include "core/game/game.h"
#include "fuzz.h"

enum { LINE_TEXT = 400, LINES_MAX = 24, PLAYOUT_PLIES = 40 };

/* Cuts the next line out of the input; one that is too long is cut short. */
static bool next_line(const uint8_t **data, size_t *size,
                      char line[LINE_TEXT]) {
  if (*size == 0)
    return false;
  const uint8_t *end = memchr(*data, '\n', *size);
  size_t length = end ? (size_t)(end - *data) : *size;
  size_t kept = length < LINE_TEXT ? length : LINE_TEXT - 1;
  memcpy(line, *data, kept);
  line[kept] = '\0';
  length += end != NULL;
  *data += length;
  *size -= length;
  return true;
}

/* ---- what must hold ------------------------------------------------------*/

/* The shortest spec says the same as the one that was given. */
static void check_spec(const Game *game) {
  Error error = {0};
  Game *again = game_open(game->spec, &error);
  demand(again != NULL, "a game's spec opens it again");
  demand(memcmp(again->option, game->option, sizeof game->option) == 0,
         "a game's spec has its values");
  demand(strcmp(again->spec, game->spec) == 0, "a shortest spec is shortest");
  game_close(again);
}

static bool is_listed(const Move *moves, int count, Move move) {
  for (int i = 0; i < count; i++)
    if (moves[i] == move)
      return true;
  return false;
}

static void check_text(const Game *game, const State *state, Move move) {
  char text[MOVE_TEXT] = "";
  Move parsed;
  Error error = {0};
  game_format(game, state, move, text);
  demand(game_parse(game, state, text, &parsed, &error),
         "the text of a legal move is read");
  demand(parsed == move, "a move reads as it is written");
}

static void check_state(const Game *game, const State *state, Rng *rng) {
  demand(state->outcome <= DRAW, "the outcome is one there is");
  demand(state->seat < game->seats, "the seat is one there is");
  demand(!(state->winners >> game->seats), "the winners are there");
  demand((state->outcome == WIN) == (state->winners != 0),
         "there are winners if the game is won");
  Move *moves = calloc((size_t)game->max_moves, sizeof *moves);
  demand(moves != NULL, "there is memory");
  int count = game_moves(game, state, moves);
  demand((count > 0) == (state->outcome == PLAYING),
         "there are moves while the game is on");
  demand(count <= game->max_moves, "max_moves is not exceeded");
  demand(count == game_count(game, state), "moves are counted as listed");
  if (count > 0) {
    Move move = game_random_move(game, state, rng);
    demand(is_listed(moves, count, move), "a random move is legal");
    check_text(game, state, move);
  }
  free(moves);
}

/* On a copy, so that the input alone decides what happens next. */
static void check_playout(const Game *game, const State *state, Rng *rng) {
  State *copy = game_copy(game, state);
  demand(copy != NULL, "there is memory");
  int plies = game_playout(game, copy, rng, PLAYOUT_PLIES);
  demand(plies >= 0 && plies <= PLAYOUT_PLIES, "a playout keeps its limit");
  demand(plies == PLAYOUT_PLIES || copy->outcome != PLAYING,
         "a playout goes on to the end");
  check_state(game, copy, rng);
  free(copy);
}

static void check_drawing(const Game *game, const State *state) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL, "there is memory");
  demand(game_draw(game, state, out), "a board can be drawn");
  fclose(out);
  demand(size > 0, "a board is drawn");
  free(text);
}

/* ---- what is tried -------------------------------------------------------*/

static void try_move(const Game *game, State *state, const char *text) {
  Move move;
  Error error = {0};
  if (!game_parse(game, state, text, &move, &error)) {
    check_message(&error);
    return;
  }
  Move *moves = calloc((size_t)game->max_moves, sizeof *moves);
  demand(moves != NULL, "there is memory");
  int count = game_moves(game, state, moves);
  demand(is_listed(moves, count, move), "an accepted move is legal");
  free(moves);
  check_text(game, state, move);
  game_play(game, state, move);
}

/* A line of several moves is one input of its own. */
static void try_line(const Game *game, const State *state, const char *line) {
  State *copy = game_copy(game, state);
  Error error = {0};
  demand(copy != NULL, "there is memory");
  if (!game_play_line(game, copy, line, &error))
    check_message(&error);
  free(copy);
}

static void try_edit(const Game *game, State *state, const char *settings) {
  State *before = game_copy(game, state);
  Error error = {0};
  demand(before != NULL, "there is memory");
  if (!game_edit(game, state, settings, &error)) {
    check_message(&error);
    demand(memcmp(before, state, game->state_size) == 0,
           "a refused edit changes nothing");
  }
  free(before);
}

static void try_lines(const Game *game, State *state, const uint8_t *data,
                      size_t size) {
  char line[LINE_TEXT];
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < LINES_MAX && next_line(&data, &size, line); i++) {
    if (i % 2) {
      try_edit(game, state, line);
    } else {
      try_line(game, state, line);
      try_move(game, state, line);
    }
    check_state(game, state, &rng);
  }
  check_playout(game, state, &rng);
  check_drawing(game, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char spec[LINE_TEXT] = "";
  Error error = {0};
  next_line(&data, &size, spec);
  Game *game = game_open(spec, &error);
  if (!game) {
    check_message(&error);
    return 0;
  }
  check_spec(game);
  State *state = game_start(game);
  demand(state != NULL, "there is memory");
  try_lines(game, state, data, size);
  free(state);
  game_close(game);
  return 0;
}
