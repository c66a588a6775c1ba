/* Games as text files, fed with noise.
 *
 * Whatever comes, there is no crash; what is refused is refused with a message
 * on one line; a file is read as the text in it is; and what is read can be
 * written, and reads back as the same game. */
#include "core/game/gamefile.h"
#include "fuzz.h"

#include <unistd.h>

/* Writes the input into a new file. */
static void keep(char path[], const uint8_t *data, size_t size) {
  int made = mkstemp(path);
  FILE *out = made >= 0 ? fdopen(made, "wb") : NULL;
  demand(out && fwrite(data, 1, size, out) == size && fclose(out) == 0,
         "a file can be written");
}

static bool read_input(GameFile *file, const uint8_t *data, size_t size,
                       Error *error) {
  char path[] = "/tmp/boardlab_fuzz_XXXXXX";
  keep(path, data, size);
  bool good = gamefile_read(file, path, error);
  unlink(path);
  return good;
}

/* ---- what must hold ------------------------------------------------------*/

static void check_same_end(const GameFile *one, const GameFile *other) {
  State *end = game_copy(one->game, one->first);
  State *other_end = game_copy(one->game, one->first);
  demand(end && other_end, "there is memory");
  gamefile_position_at(one, one->count, end);
  gamefile_position_at(other, other->count, other_end);
  demand(memcmp(end, other_end, one->game->state_size) == 0,
         "the last position comes back");
  demand(one->gave_up < 0 || end->outcome == PLAYING,
         "only a game that is on is given up");
  free(end);
  free(other_end);
}

static void check_same(const GameFile *one, const GameFile *other) {
  const Game *game = one->game;
  demand(strcmp(game->spec, other->game->spec) == 0, "the game comes back");
  demand(memcmp(one->first, other->first, game->state_size) == 0,
         "the first position comes back");
  demand(one->seed == other->seed && one->index == other->index,
         "the stream comes back");
  demand(one->gave_up == other->gave_up && one->forfeited == other->forfeited,
         "who gave up comes back");
  for (int seat = 0; seat < game->seats; seat++)
    demand(strcmp(one->seat[seat], other->seat[seat]) == 0,
           "who sat where comes back");
  demand(one->count == other->count, "all moves come back");
  for (int i = 0; i < one->count; i++)
    demand(one->moves[i] == other->moves[i], "each move comes back");
  check_same_end(one, other);
}

/* The text of a game that was read, which the caller frees. */
static char *text_of(const GameFile *file) {
  Error error = {0};
  char *text = gamefile_text(file, &error);
  if (!text)
    fprintf(stderr, "%s\n", error.message);
  demand(text != NULL, "what was read can be written");
  return text;
}

static void check_round_trip(const GameFile *file) {
  char *text = text_of(file);
  GameFile back;
  Error error = {0};
  if (!gamefile_parse(&back, "back", text, &error))
    fprintf(stderr, "%s\n%s\n", error.message, text);
  demand(!error_is_set(&error), "what was written is read");
  check_same(file, &back);
  char *again = text_of(&back);
  demand(strcmp(text, again) == 0, "a game is written in one way");
  free(again);
  free(text);
  gamefile_close(&back);
}

/* A file is read as the text in it is; one with a zero byte is no text. */
static void check_text(const GameFile *file, const uint8_t *data, size_t size) {
  if (size > 0 && memchr(data, '\0', size)) {
    demand(!file, "a file with a zero in it is no game");
    return;
  }
  char *text = strndup((const char *)data, size);
  GameFile same;
  Error error = {0};
  demand(text != NULL, "there is memory");
  bool good = gamefile_parse(&same, "text", text, &error);
  free(text);
  demand(good == (file != NULL), "a text is read as a file is");
  if (good) {
    check_same(file, &same);
    gamefile_close(&same);
  } else {
    check_message(&error);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  GameFile file;
  Error error = {0};
  bool good = read_input(&file, data, size, &error);
  check_text(good ? &file : NULL, data, size);
  if (good) {
    check_round_trip(&file);
    gamefile_close(&file);
  } else {
    check_message(&error);
  }
  return 0;
}
