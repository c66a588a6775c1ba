/* Game files in memory, and writing them; gamefile_read.c reads them. */
#include "core/game/gamefile.h"

#include "core/base/atomic_file.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/game/gamefile_internal.h"
#include "core/game/spec.h"
#include <stdlib.h>

const char *gamefile_skip_bom(const char *text) {
  size_t length = strlen(UTF8_BOM);
  return strncmp(text, UTF8_BOM, length) == 0 ? text + length : text;
}

/* ---- in memory -----------------------------------------------------------*/

bool gamefile_has_extension(const char *text) {
  return text_ends_in(text, GAMEFILE_EXTENSION) &&
         strcmp(text, GAMEFILE_EXTENSION) != 0;
}

bool gamefile_make_first(GameFile *file, Error *error) {
  Rng rng;
  rng_seed(&rng, file->seed, file->index);
  if (!file->first)
    file->first = game_start(file->game);
  game_begin(file->game, file->first, &rng);
  if (file->settings &&
      !game_edit(file->game, file->first, file->settings, error))
    return false;
  const Error *failure = game_failure(file->game);
  return !failure || error_copy(error, failure);
}

void gamefile_set(GameFile *file, const char *settings) {
  file->settings = need_copy(settings);
  /* A file has them on one line. */
  for (char *c = file->settings; *c; c++)
    if (strchr("\t\r\n", *c))
      *c = ' ';
}

bool gamefile_open(GameFile *file, const char *spec, uint64_t seed,
                   uint64_t index, const char *settings, Error *error) {
  *file = (GameFile){.seed = seed, .index = index, .gave_up = -1};
  file->game = game_open(spec, error);
  if (settings)
    gamefile_set(file, settings);
  if (file->game && gamefile_make_first(file, error))
    return true;
  gamefile_close(file);
  return false;
}

void gamefile_clear_answers(GameFile *file) {
  for (int i = 0; i < file->answers; i++) {
    free(file->answer[i].question);
    free(file->answer[i].answer);
  }
  file->answers = 0;
}

bool gamefile_restart(GameFile *file, uint64_t index, Error *error) {
  if (index > GAMEFILE_NUMBER_MAX)
    return error_set(error, "%lld is the last index of a seed",
                     (long long)GAMEFILE_NUMBER_MAX);
  file->index = index;
  file->count = 0;
  file->gave_up = -1;
  file->undos = file->hints = 0;
  gamefile_clear_answers(file);
  return gamefile_make_first(file, error);
}

void gamefile_close(GameFile *file) {
  gamefile_clear_answers(file);
  free(file->moves);
  free(file->milliseconds);
  free(file->settings);
  free(file->first);
  game_close(file->game);
}

void gamefile_add(GameFile *file, Move move) {
  file->moves =
      need_more(file->moves, (size_t)file->count, sizeof *file->moves);
  file->milliseconds = need_more(file->milliseconds, (size_t)file->count,
                                 sizeof *file->milliseconds);
  file->milliseconds[file->count] = -1;
  file->moves[file->count++] = move;
}

void gamefile_add_answer(GameFile *file, const char *question,
                         const char *answer) {
  if (file->answers < GAMEFILE_ANSWERS)
    file->answer[file->answers++] =
        (GameAnswer){need_copy(question), need_copy(answer)};
}

void gamefile_copy_people(GameFile *to, const GameFile *from) {
  memcpy(to->name, from->name, sizeof to->name);
  to->undos = from->undos;
  to->hints = from->hints;
  gamefile_clear_answers(to);
  for (int i = 0; i < from->answers; i++)
    gamefile_add_answer(to, from->answer[i].question, from->answer[i].answer);
  for (int i = 0; i < to->count; i++)
    to->milliseconds[i] = i < from->count ? from->milliseconds[i] : -1;
}

bool gamefile_has_same_rules(const GameFile *file, Error *error) {
  Spec spec;
  if (!file->rules || file->rules == file->game->sources)
    return true;
  if (!file->game->sources || !spec_read(&spec, file->game->spec, "game", NULL))
    return error_set(error, "the game was played with rules from a file");
  return error_set(error,
                   "the game was played with other rules: %.300s, or a file "
                   "that it requires, has changed since",
                   spec.name);
}

void gamefile_position_at(const GameFile *file, int ply, State *state) {
  game_assign(file->game, state, file->first);
  for (int i = 0; i < ply; i++)
    game_play(file->game, state, file->moves[i]);
}

uint16_t gamefile_winners(const GameFile *file) {
  unsigned all = (1u << file->game->seats) - 1;
  return file->game->sides == 2
             ? (uint16_t)(all & ~game_team(file->game, file->gave_up))
             : 0;
}

/* ---- writing -------------------------------------------------------------*/

/* Whether reading a line with this value gives the same value. */
static bool is_writable(const char *value) {
  char last = ' ';
  for (const char *c = value; *c; last = *c++)
    if ((unsigned char)*c < ' ' || (*c == '#' && last == ' '))
      return false;
  return value[0] != ' ' && last != ' ';
}

static bool write_value(const char *key, const char *value, FILE *out,
                        Error *error) {
  if (!is_writable(value))
    return error_set(error,
                     "the game cannot be written: %s is '%.200s', and a game "
                     "file cannot hold a # or spaces there",
                     key, value);
  fprintf(out, "%s: %s\n", key, value);
  return true;
}

static bool write_seats(const GameFile *file, FILE *out, Error *error) {
  for (int seat = 0; seat < file->game->seats; seat++) {
    char key[24];
    snprintf(key, sizeof key, "seat %d", seat + 1);
    if (file->seat[seat][0] && !write_value(key, file->seat[seat], out, error))
      return false;
  }
  return true;
}

/* Writes what people have typed, in one line that is read back the same: with
 * \n for a line end, and no # that would begin a comment. False if nothing but
 * blanks was typed. */
static bool write_typed(const char *key, const char *text, FILE *out) {
  size_t length = strlen(text);
  while (length > 0 && (unsigned char)text[length - 1] <= ' ')
    length--;
  size_t i = strspn(text, " \t\r\n");
  if (i >= length)
    return false;
  fprintf(out, "%s: ", key);
  for (; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '\\' || c == '#')
      fprintf(out, "\\%c", c);
    else if (c == '\n')
      fprintf(out, "\\n");
    else
      fputc(c < ' ' ? ' ' : c, out);
  }
  fputc('\n', out);
  return true;
}

/* Writes who played, and what is known of them. */
static void write_people(const GameFile *file, FILE *out) {
  for (int seat = 0; seat < file->game->seats; seat++) {
    char key[24];
    snprintf(key, sizeof key, "name %d", seat + 1);
    write_typed(key, file->name[seat], out);
  }
  if (file->undos)
    fprintf(out, "undos: %d\n", file->undos);
  if (file->hints)
    fprintf(out, "hints: %d\n", file->hints);
  for (int i = 0; i < file->answers; i++)
    if (write_typed("question", file->answer[i].question, out))
      write_typed("answer", file->answer[i].answer, out);
}

static void write_times(const GameFile *file, FILE *out) {
  int known = 0;
  while (known < file->count && file->milliseconds[known] < 0)
    known++;
  if (known == file->count)
    return;
  fprintf(out, "milliseconds:");
  for (int i = 0; i < file->count; i++)
    if (file->milliseconds[i] < 0)
      fprintf(out, " -");
    else
      fprintf(out, " %lld", (long long)file->milliseconds[i]);
  fprintf(out, "\n");
}

/* Writes settings without the spaces around them. */
static bool write_settings(const char *settings, FILE *out, Error *error) {
  const char *begin = settings + strspn(settings, " ");
  size_t length = strlen(begin);
  while (length > 0 && begin[length - 1] == ' ')
    length--;
  if (length == 0)
    return true;
  char *value = need_part(begin, length);
  bool good = write_value("set", value, out, error);
  free(value);
  return good;
}

static bool write_header(const GameFile *file, FILE *out, Error *error) {
  char spec[SPEC_TEXT];
  const Game *game = file->game;
  fprintf(out, "%s\n", GAMEFILE_SIGNATURE);
  if (!spec_write_full(game->spec, game->rules->options, game->option, spec,
                       error) ||
      !write_value("game", spec, out, error))
    return false;
  if (game->sources)
    fprintf(out, "rules: %016llx\n", (unsigned long long)game->sources);
  fprintf(out, "seed: %llu\n", (unsigned long long)file->seed);
  if (file->index)
    fprintf(out, "index: %llu\n", (unsigned long long)file->index);
  if (!write_seats(file, out, error) ||
      (file->settings && !write_settings(file->settings, out, error)))
    return false;
  if (file->gave_up >= 0)
    fprintf(out, "ended: seat %d %s\n", file->gave_up + 1,
            file->forfeited ? "forfeited" : "resigned");
  write_people(file, out);
  write_times(file, out);
  return true;
}

/* Writes the moves, with line breaks before column 73. */
static bool write_moves(const GameFile *file, State *state, FILE *out,
                        Error *error) {
  enum { WIDTH = 72 };
  size_t column = 0;
  gamefile_position_at(file, 0, state);
  fprintf(out, "moves:\n");
  for (int i = 0; i < file->count; i++) {
    char text[MOVE_TEXT];
    game_format(file->game, state, file->moves[i], text);
    if (text[0] == '#')
      return error_set(error,
                       "the game cannot be written: move %d is '%s', which "
                       "would be read as a comment",
                       i + 1, text);
    bool wraps = column > 0 && column + 1 + strlen(text) > WIDTH;
    fprintf(out, "%s%s", wraps ? "\n" : column ? " " : "", text);
    column = (wraps || !column ? 0 : column + 1) + strlen(text);
    game_play(file->game, state, file->moves[i]);
  }
  if (column)
    fprintf(out, "\n");
  return true;
}

char *gamefile_text(const GameFile *file, Error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = need_stream(&text, &size);
  State *state = game_copy(file->game, file->first);
  bool good =
      write_header(file, out, error) && write_moves(file, state, out, error);
  free(state);
  need_close(out);
  if (good)
    return text;
  free(text);
  return NULL;
}

/* A mistyped file name must not destroy another file. */
bool gamefile_writable(const char *path, Error *error) {
  char text[sizeof UTF8_BOM + sizeof GAMEFILE_SIGNATURE] = "";
  if (!atomic_file_writable(path, error))
    return false; /* before opening it: a pipe would block */
  FILE *old = fopen(path, "r");
  if (!old)
    return true; /* it does not exist; otherwise writing will fail */
  size_t length = fread(text, 1, sizeof text - 1, old);
  fclose(old);
  return length == 0 ||
         strncmp(gamefile_skip_bom(text), GAMEFILE_SIGNATURE,
                 strlen(GAMEFILE_SIGNATURE)) == 0 ||
         error_set(error,
                   "%.600s exists and is not a game file; choose another name",
                   path);
}

bool gamefile_write(const GameFile *file, const char *path, Error *error) {
  if (!gamefile_writable(path, error))
    return false;
  char *text = gamefile_text(file, error);
  bool good = text && atomic_file_write(path, text, strlen(text), error);
  free(text);
  return good;
}
