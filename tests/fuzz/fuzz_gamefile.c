/* Fuzz target for game files.
 *
 * Reading must not crash and must report errors on one line; a file and a
 * string with the same text must give the same result; and a game that was read
 * must survive being written and read again. */
#include "core/game/gamefile.h"
#include "fuzz.h"

#include <unistd.h>

/* Writes the input to a new temporary file; `path` is a mkstemp template. */
static void write_temporary(char path[], const uint8_t *data, size_t size) {
  int made = mkstemp(path);
  FILE *out = made >= 0 ? fdopen(made, "wb") : NULL;
  demand(out && fwrite(data, 1, size, out) == size && fclose(out) == 0,
         "a file can be written");
}

static bool read_input(GameFile *file, const uint8_t *data, size_t size,
                       Error *error) {
  char path[] = "/tmp/boardlab_fuzz_XXXXXX";
  write_temporary(path, data, size);
  bool good = gamefile_read(file, path, error);
  unlink(path);
  return good;
}

/* ---- properties ----------------------------------------------------------*/

static void check_same_end(const GameFile *one, const GameFile *other) {
  State *end = game_copy(one->game, one->first);
  State *other_end = game_copy(one->game, one->first);
  demand(end && other_end, "memory can be allocated");
  gamefile_position_at(one, one->count, end);
  gamefile_position_at(other, other->count, other_end);
  demand(memcmp(end, other_end, one->game->state_size) == 0,
         "the last position is the same");
  demand(one->gave_up < 0 || end->outcome == PLAYING,
         "a resigned game has no other outcome");
  free(end);
  free(other_end);
}

static void check_same_people(const GameFile *one, const GameFile *other) {
  for (int seat = 0; seat < one->game->seats; seat++)
    demand(strcmp(one->name[seat], other->name[seat]) == 0,
           "the names are the same");
  demand(one->undos == other->undos && one->hints == other->hints,
         "the undos and hints are the same");
  demand(one->answers == other->answers, "the number of answers is the same");
  for (int i = 0; i < one->answers; i++)
    demand(strcmp(one->answer[i].question, other->answer[i].question) == 0 &&
               strcmp(one->answer[i].answer, other->answer[i].answer) == 0,
           "each answer is the same");
}

static void check_same(const GameFile *one, const GameFile *other) {
  const Game *game = one->game;
  demand(strcmp(game->spec, other->game->spec) == 0, "the game is the same");
  demand(memcmp(one->first, other->first, game->state_size) == 0,
         "the first position is the same");
  demand(one->seed == other->seed && one->index == other->index,
         "the random stream is the same");
  demand(one->gave_up == other->gave_up && one->forfeited == other->forfeited,
         "the seat that gave up is the same");
  for (int seat = 0; seat < game->seats; seat++)
    demand(strcmp(one->seat[seat], other->seat[seat]) == 0,
           "the players of the seats are the same");
  demand(one->count == other->count, "the number of moves is the same");
  for (int i = 0; i < one->count; i++)
    demand(one->moves[i] == other->moves[i] &&
               one->milliseconds[i] == other->milliseconds[i],
           "each move and its time is the same");
  check_same_people(one, other);
  check_same_end(one, other);
}

/* The text of a game that was read. The caller frees it. */
static char *text_of(const GameFile *file) {
  Error error = {0};
  char *text = gamefile_text(file, &error);
  if (!text)
    fprintf(stderr, "%s\n", error.message);
  demand(text != NULL, "a game that was read can be written");
  return text;
}

static void check_round_trip(const GameFile *file) {
  char *text = text_of(file);
  GameFile back;
  Error error = {0};
  if (!gamefile_parse(&back, "back", text, NULL, &error))
    fprintf(stderr, "%s\n%s\n", error.message, text);
  demand(!error_is_set(&error), "a game that was written can be read");
  check_same(file, &back);
  char *again = text_of(&back);
  demand(strcmp(text, again) == 0, "a game is always written the same way");
  free(again);
  free(text);
  gamefile_close(&back);
}

/* The text of a file gives the same result as the file, except that a file with
 * a zero byte is always refused. */
static void check_text(const GameFile *file, const uint8_t *data, size_t size) {
  if (size > 0 && memchr(data, '\0', size)) {
    demand(!file, "a file with a zero byte is refused");
    return;
  }
  char *text = strndup((const char *)data, size);
  GameFile same;
  Error error = {0};
  demand(text != NULL, "memory can be allocated");
  bool good = gamefile_parse(&same, "text", text, NULL, &error);
  free(text);
  demand(good == (file != NULL), "a text is accepted if the file is");
  if (good) {
    check_same(file, &same);
    gamefile_close(&same);
  } else {
    check_message(&error);
  }
}

/* A mail with the same bytes is read as well, and has the game of any file. */
static void check_mailed(const GameFile *file, const uint8_t *data,
                         size_t size) {
  char path[] = "/tmp/boardlab_fuzz_XXXXXX";
  GameFile mailed;
  Error error = {0};
  write_temporary(path, data, size);
  bool good = gamefile_read_mailed(&mailed, path, &error);
  unlink(path);
  demand(good || !file, "a mail is accepted if it is a file");
  if (!good) {
    check_message(&error);
    return;
  }
  if (file)
    check_same(file, &mailed);
  check_round_trip(&mailed);
  gamefile_close(&mailed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  GameFile file;
  Error error = {0};
  bool good = read_input(&file, data, size, &error);
  check_text(good ? &file : NULL, data, size);
  check_mailed(good ? &file : NULL, data, size);
  if (good) {
    check_round_trip(&file);
    gamefile_close(&file);
  } else {
    check_message(&error);
  }
  return 0;
}
