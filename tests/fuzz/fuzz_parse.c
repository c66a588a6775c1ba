/* Fuzz target for what users type: the first line of the input is the spec of a
 * game; the other lines are alternately a move and the settings of an edited
 * position.
 *
 * Nothing may crash. Input that is refused gets a message on one line and
 * changes nothing; a move that is accepted is in the list of legal moves; and a
 * position that is accepted can be played on. */
#include "core/game/game.h"
#include "fuzz.h"

enum { LINE_TEXT = 400, LINES_MAX = 24, PLAYOUT_PLIES = 40 };

/* Reads the next line of the input, truncated if it is too long. */
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

/* ---- properties ----------------------------------------------------------*/

/* The game's own, shortest spec means the same as the one that was given. */
static void check_spec(const Game *game) {
  Error error = {0};
  Game *again = game_open(game->spec, &error);
  demand(again != NULL, "a game's own spec opens it");
  demand(memcmp(again->option, game->option, sizeof game->option) == 0,
         "a game's own spec has the same values");
  demand(strcmp(again->spec, game->spec) == 0,
         "the shortest spec does not change");
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
         "the text of a legal move can be parsed");
  demand(parsed == move, "a move is parsed as it was written");
}

static void check_state(const Game *game, const State *state, Rng *rng) {
  demand(state->outcome <= DRAW, "the outcome is valid");
  demand(state->seat < game->seats, "the seat is valid");
  demand(!(state->winners >> game->seats), "the winners are seats of the game");
  demand((state->outcome == WIN) == (state->winners != 0),
         "there are winners exactly if the game is won");
  Move *moves = calloc((size_t)game->max_moves, sizeof *moves);
  demand(moves != NULL, "memory can be allocated");
  int count = game_moves(game, state, moves);
  demand((count > 0) == (state->outcome == PLAYING),
         "there are legal moves exactly while the game is in progress");
  demand(count <= game->max_moves, "there are at most max_moves moves");
  demand(count == game_count(game, state), "game_count agrees with game_moves");
  if (count > 0) {
    Move move = game_random_move(game, state, rng);
    demand(is_listed(moves, count, move), "a random move is legal");
    check_text(game, state, move);
  }
  free(moves);
}

/* Plays on a copy, so that the position depends on the input alone. */
static void check_playout(const Game *game, const State *state, Rng *rng) {
  State *copy = game_copy(game, state);
  demand(copy != NULL, "memory can be allocated");
  int plies = game_playout(game, copy, rng, PLAYOUT_PLIES);
  demand(plies >= 0 && plies <= PLAYOUT_PLIES,
         "a playout respects its ply limit");
  demand(plies == PLAYOUT_PLIES || copy->outcome != PLAYING,
         "a playout below its limit ends the game");
  check_state(game, copy, rng);
  free(copy);
}

static void check_drawing(const Game *game, const State *state) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  demand(out != NULL, "memory can be allocated");
  game_draw(game, state, out);
  fclose(out);
  demand(size > 0, "a drawing is not empty");
  free(text);
}

/* ---- inputs --------------------------------------------------------------*/

static void try_move(const Game *game, State *state, const char *text) {
  Move move;
  Error error = {0};
  if (!game_parse(game, state, text, &move, &error)) {
    check_message(&error);
    return;
  }
  Move *moves = calloc((size_t)game->max_moves, sizeof *moves);
  demand(moves != NULL, "memory can be allocated");
  int count = game_moves(game, state, moves);
  demand(is_listed(moves, count, move), "an accepted move is legal");
  free(moves);
  check_text(game, state, move);
  game_play(game, state, move);
}

/* The same text as a line of several moves, played on a copy. */
static void try_line(const Game *game, const State *state, const char *line) {
  State *copy = game_copy(game, state);
  Error error = {0};
  demand(copy != NULL, "memory can be allocated");
  if (!game_play_line(game, copy, line, &error))
    check_message(&error);
  free(copy);
}

static void try_edit(const Game *game, State *state, const char *settings) {
  State *before = game_copy(game, state);
  Error error = {0};
  demand(before != NULL, "memory can be allocated");
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
  demand(state != NULL, "memory can be allocated");
  try_lines(game, state, data, size);
  free(state);
  game_close(game);
  return 0;
}
