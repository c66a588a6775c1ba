/* Reading game files, strictly. */
#include "core/game/gamefile.h"

#include "core/base/checked_file.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/base/suggest.h"
#include "core/base/text.h"
#include "core/game/gamefile_internal.h"
#include "core/game/spec.h"
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 26 }; /* bytes of the largest file that is read */

/* The keys of a file, besides "seat N" and "name N". */
enum {
  GAME,
  RULES,
  SEED,
  INDEX,
  SET,
  ENDED,
  UNDOS,
  HINTS,
  TIMES,
  QUESTION,
  ANSWER,
  MOVES,
  KEYS
};

#define TIME_MAX INT64_C(1000000000000) /* milliseconds: 31 years */

/* Parses a copy of the text, writing NULs over the ends of lines and words. The
 * original stays, to find the line and column of an error. */
typedef struct Reader {
  GameFile *file;
  const char *name, *text;
  char *copy, *rest;
  const char *value[KEYS]; /* of each key read so far; otherwise NULL */
  SpecFilter *allows;      /* or NULL */
  bool mailed;             /* other text may be around the game */
  Error *error;
} Reader;

__attribute__((format(printf, 3, 4))) static bool
fail_at(const Reader *r, const char *at, const char *format, ...) {
  char what[sizeof r->error->message];
  const char *end = r->text + (at - r->copy);
  int line = 1, column = 1;
  for (const char *c = r->text; c < end; c++) {
    column = *c == '\n' ? 1 : column + ((*c & 0xC0) != 0x80);
    line += *c == '\n';
  }
  va_list values;
  va_start(values, format);
  vsnprintf(what, sizeof what, format, values);
  va_end(values);
  return error_set(r->error, "%.600s:%d:%d: %s", r->name, line, column, what);
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/* The next line without its comment and surrounding spaces; NULL at the end. */
static char *next_line(Reader *r) {
  char *line = r->rest;
  if (!*line)
    return NULL;
  char *end = line + strcspn(line, "\n");
  r->rest = *end ? end + 1 : end;
  for (char *c = line; c < end; c++)
    if (*c == '#' && (c == line || is_blank(c[-1])))
      end = c;
  while (end > line && is_blank(end[-1]))
    end--;
  *end = '\0';
  while (is_blank(*line))
    line++;
  return line;
}

/* ---- the header ----------------------------------------------------------*/

/* Resolves the path of a rule file or bot: if it does not exist as written but
 * does exist beside the game file, returns that path in `spec`. */
static const char *resolve(const Reader *r, const char *value,
                           char spec[SPEC_TEXT]) {
  const char *slash = strrchr(r->name, '/');
  int dir = slash ? (int)(slash + 1 - r->name) : 0;
  char path[SPEC_TEXT];
  Spec read;
  if (!dir || !spec_read(&read, value, "game", NULL) || !read.loader ||
      read.name[0] == '/' || access(read.name, F_OK) == 0)
    return value;
  int length = snprintf(path, SPEC_TEXT, "%.*s%s", dir, r->name, read.name);
  if (length >= SPEC_TEXT || access(path, F_OK) != 0)
    return value;
  length = snprintf(spec, SPEC_TEXT, "%.*s%s", dir, r->name, value);
  return length < SPEC_TEXT ? spec : value;
}

static bool read_game(Reader *r, const char *value) {
  Error why = {0};
  char resolved[SPEC_TEXT];
  const char *spec = resolve(r, value, resolved);
  if (!r->allows || r->allows(spec, &why))
    r->file->game = game_open(spec, &why);
  return r->file->game || fail_at(r, value, "%s", why.message);
}

static bool read_up_to(Reader *r, const char *value, const char *key,
                       int64_t max, int64_t *number) {
  return number_in_range(value, 0, max, number) ||
         fail_at(r, value,
                 "%s takes a whole number from 0 to %lld, not '%.60s'", key,
                 (long long)max, value);
}

static bool read_number(Reader *r, const char *value, const char *key,
                        uint64_t *number) {
  int64_t read = (int64_t)*number;
  bool good = read_up_to(r, value, key, GAMEFILE_NUMBER_MAX, &read);
  *number = (uint64_t)read;
  return good;
}

static bool read_count(Reader *r, const char *value, const char *key,
                       int *count) {
  int64_t read = 0;
  bool good = read_up_to(r, value, key, INT32_MAX, &read);
  *count = (int)read;
  return good;
}

static bool read_rules(Reader *r, const char *value) {
  const size_t digits = 16;
  r->file->rules = strtoull(value, NULL, 16);
  return (strlen(value) == digits &&
          strspn(value, "0123456789abcdef") == digits) ||
         fail_at(r, value,
                 "rules takes a hash of 16 hexadecimal digits, not '%.60s'",
                 value);
}

/* Reads what people have typed, see write_typed. The caller frees it; NULL if
 * it is not written as it should be. */
static char *read_typed(const Reader *r, const char *value) {
  char *text = need_copy(value), *to = text;
  for (const char *c = value; *c; c++) {
    bool escaped = *c == '\\';
    if (escaped && !strchr("\\#n", *++c ? *c : ' ')) {
      fail_at(r, c - 1, "a \\ comes before n, # or another \\");
      free(text);
      return NULL;
    }
    *to++ = escaped && *c == 'n' ? '\n' : *c;
  }
  while (to > text && (unsigned char)to[-1] <= ' ')
    to--;
  *to = '\0';
  size_t blank = strspn(text, " \n");
  memmove(text, text + blank, strlen(text + blank) + 1);
  if (*text)
    return text;
  fail_at(r, value, "there is nothing but line ends");
  free(text);
  return NULL;
}

/* Reads the number of a seat; `at` is the place for an error. */
static bool read_number_of_seat(const Reader *r, const char *at,
                                const char *text, int *seat) {
  int64_t number = 0;
  if (!number_in_range(text, 1, r->file->game->seats, &number))
    return fail_at(r, at,
                   "'%.60s' is not a seat of %.200s, which has seats 1 to %d",
                   text, r->file->game->spec, r->file->game->seats);
  *seat = (int)number - 1;
  return true;
}

/* Reads "seat 2 resigned". read_moves checks that the game was in progress. */
static bool read_ended(Reader *r, const char *value) {
  char words[64], *number = words + strlen("seat "), *verb;
  snprintf(words, sizeof words, "%s", value);
  bool shaped = strlen(value) < sizeof words &&
                strncmp(words, "seat ", strlen("seat ")) == 0 &&
                (verb = strchr(number, ' ')) != NULL;
  if (shaped)
    *verb++ = '\0';
  if (!shaped ||
      (strcmp(verb, "resigned") != 0 && strcmp(verb, "forfeited") != 0))
    return fail_at(r, value,
                   "ended takes 'seat N resigned' or 'seat N forfeited', not "
                   "'%.60s'",
                   value);
  if (!read_number_of_seat(r, value, number, &r->file->gave_up))
    return false;
  r->file->forfeited = verb[0] == 'f';
  return true;
}

static const char *const KEY[KEYS] = {
    [GAME] = "game",         [RULES] = "rules",   [SEED] = "seed",
    [INDEX] = "index",       [SET] = "set",       [ENDED] = "ended",
    [UNDOS] = "undos",       [HINTS] = "hints",   [TIMES] = "milliseconds",
    [QUESTION] = "question", [ANSWER] = "answer", [MOVES] = "moves",
};

/* The keys that a file may have more than once. */
static bool may_repeat(int key) {
  return key == QUESTION || key == ANSWER;
}

/* Reads "seat 1: human". */
static bool read_seat(Reader *r, const char *key, const char *number,
                      const char *value) {
  int seat = 0;
  if (!read_number_of_seat(r, number, number, &seat))
    return false;
  char *kept = r->file->seat[seat], spec[SPEC_TEXT];
  Error why = {0};
  if (kept[0])
    return fail_at(r, key, "seat %d is given twice", seat + 1);
  if (strlen(value) >= SPEC_TEXT)
    return fail_at(r, value, "the name of a bot must be shorter than %d bytes",
                   SPEC_TEXT);
  snprintf(kept, SPEC_TEXT, "%s", resolve(r, value, spec));
  return !r->allows || r->allows(kept, &why) ||
         fail_at(r, value, "%s", why.message);
}

/* Reads "name 1: Ada". */
static bool read_name(Reader *r, const char *key, const char *number,
                      const char *value) {
  int seat = 0;
  if (!read_number_of_seat(r, number, number, &seat))
    return false;
  char *kept = r->file->name[seat];
  if (kept[0])
    return fail_at(r, key, "name %d is given twice", seat + 1);
  char *name = read_typed(r, value);
  bool fits = name && strlen(name) < GAMEFILE_NAME && !strchr(name, '\n');
  if (fits)
    memcpy(kept, name, strlen(name) + 1);
  else if (name)
    fail_at(r, value,
            "the name of a human must be one line of fewer than %d bytes",
            GAMEFILE_NAME);
  free(name);
  return fits;
}

static bool read_question(Reader *r, const char *key, const char *value) {
  if (r->file->answers == GAMEFILE_ANSWERS)
    return fail_at(r, key, "a file has at most %d questions", GAMEFILE_ANSWERS);
  char *question = read_typed(r, value);
  if (question)
    gamefile_add_answer(r->file, question, "");
  free(question);
  return question;
}

/* An answer follows its question. */
static bool read_answer(Reader *r, const char *key, const char *value) {
  GameFile *file = r->file;
  char **last = file->answers ? &file->answer[file->answers - 1].answer : NULL;
  if (!last || **last)
    return fail_at(r, key, "an answer must follow a question");
  char *answer = read_typed(r, value);
  if (!answer)
    return false;
  free(*last);
  *last = answer;
  return true;
}

static bool no_such_key(const Reader *r, const char *key) {
  Error why = {0};
  Suggestion suggestion = {.wanted = key};
  for (int i = 0; i < KEYS; i++)
    suggestion_offer(&suggestion, KEY[i]);
  error_set(&why, "unknown key '%.60s'", key);
  if (suggestion.word)
    error_add(&why, "did you mean '%s'?", suggestion.word);
  error_add(&why, "the keys before the moves are game, rules, seed, index, "
                  "seat 1, name 1, set, ended, undos, hints, milliseconds, "
                  "question and answer");
  return fail_at(r, key, "%s", why.message);
}

/* What has been read must survive writing: a value has no control characters
 * and does not begin with a #, which would make it a comment. Tabs may separate
 * settings. */
static bool check_value(const Reader *r, const char *key, const char *value) {
  bool settings = strcmp(key, KEY[SET]) == 0;
  if (value[0] == '#')
    return fail_at(r, value, "%s begins with a #; put a space before a comment",
                   key);
  for (const char *c = value; *c; c++)
    if ((unsigned char)*c < ' ' && !(settings && is_blank(*c)))
      return fail_at(r, c, "%s contains a tab or another control character",
                     key);
  return true;
}

static bool read_value(Reader *r, const char *key, const char *value) {
  int i = 0;
  bool name = strncmp(key, "name ", strlen("name ")) == 0;
  bool seat = name || strncmp(key, "seat ", strlen("seat ")) == 0;
  while (!seat && i < KEYS && strcmp(KEY[i], key) != 0)
    i++;
  if (i == KEYS)
    return no_such_key(r, key);
  if (!r->file->game && (seat || i != GAME))
    return fail_at(
        r, key,
        "the first key must be the game, as in 'game: quoridor:size=5'");
  if (!seat && r->value[i] && !may_repeat(i))
    return fail_at(r, key, "%s is given twice", key);
  bool moves = !seat && i == MOVES;
  if (!*value && !moves)
    return fail_at(r, value, "%s has no value", key);
  if (!moves && !check_value(r, key, value))
    return false;
  if (seat)
    return (name ? read_name : read_seat)(r, key, key + strlen("seat "), value);
  r->value[i] = value;
  switch (i) {
  case GAME:
    return read_game(r, value);
  case RULES:
    return read_rules(r, value);
  case UNDOS:
    return read_count(r, value, key, &r->file->undos);
  case HINTS:
    return read_count(r, value, key, &r->file->hints);
  case QUESTION:
    return read_question(r, key, value);
  case ANSWER:
    return read_answer(r, key, value);
  case SEED:
    return read_number(r, value, key, &r->file->seed);
  case INDEX:
    return read_number(r, value, key, &r->file->index);
  case SET:
    gamefile_set(r->file, value);
    return true;
  default:
    return i != ENDED || read_ended(r, value);
  }
}

/* Reads a line "key: value". */
static bool read_line(Reader *r, char *line) {
  char *colon = strchr(line, ':'), *end = colon;
  if (!colon)
    return fail_at(r, line,
                   "'%.60s' is not of the form 'key: value'; moves come after "
                   "a line 'moves:'",
                   line);
  while (end > line && is_blank(end[-1]))
    end--;
  *end = '\0';
  colon++;
  while (is_blank(*colon))
    colon++;
  return read_value(r, line, colon);
}

bool gamefile_begins_key(const char *line) {
  size_t length = strcspn(line, ":\n");
  bool seat = strncmp(line, "name ", strlen("name ")) == 0 ||
              strncmp(line, "seat ", strlen("seat ")) == 0;
  if (line[length] != ':')
    return false;
  while (length > 0 && is_blank(line[length - 1]))
    length--;
  for (int i = 0; !seat && i < KEYS; i++)
    if (strlen(KEY[i]) == length && strncmp(KEY[i], line, length) == 0)
      return true;
  return seat && strspn(line + strlen("seat "), "0123456789") ==
                     length - strlen("seat ");
}

static bool read_header(Reader *r) {
  char *line = next_line(r);
  if (!line || strcmp(line, GAMEFILE_SIGNATURE) != 0)
    return fail_at(r, r->copy, "this is not a game file: %s '%s'",
                   r->mailed ? "it has no line" : "its first line is not",
                   GAMEFILE_SIGNATURE);
  while (!r->value[MOVES]) {
    line = next_line(r);
    if (!line)
      return fail_at(r, r->rest, "the file has no line 'moves:'");
    if (*line && !read_line(r, line))
      return false;
  }
  return true;
}

/* ---- the moves -----------------------------------------------------------*/

static bool begin(Reader *r) {
  Error why = {0};
  if (r->file->game->random_start && !r->value[SEED])
    return fail_at(
        r, r->value[MOVES],
        "the first position of %.200s is random, so the file needs a "
        "line 'seed: N'",
        r->file->game->spec);
  if (gamefile_make_first(r->file, &why))
    return true;
  const char *at = r->value[SET] ? r->value[SET] : r->value[GAME];
  return fail_at(r, at, "%s", why.message);
}

static bool play_word(Reader *r, State *state, const char *word) {
  Error why = {0};
  Move move;
  int number = r->file->count + 1;
  if (!game_parse(r->file->game, state, word, &move, &why)) {
    Error changed;
    if (!gamefile_has_same_rules(r->file, &changed))
      error_add(&why, "%s", changed.message);
    return fail_at(r, word, "move %d, %s", number, why.message);
  }
  gamefile_add(r->file, move);
  game_play(r->file->game, state, move);
  const Error *failure = game_failure(r->file->game);
  if (!failure)
    return true;
  fail_at(r, word, "move %d: %s", number, failure->message);
  return error_set_trace(r->error, failure->trace);
}

static bool read_move_line(Reader *r, State *state, char *line) {
  while (*line) {
    char *end = line;
    while (*end && !is_blank(*end))
      end++;
    char *next = *end ? end + 1 : end;
    *end = '\0';
    if (*line && !play_word(r, state, line))
      return false;
    line = next;
  }
  return true;
}

static bool begins_with_move(const Reader *r, const State *state,
                             const char *line) {
  char word[MOVE_TEXT];
  Move move;
  size_t length = strcspn(line, " \t\r");
  if (length >= sizeof word)
    return false;
  snprintf(word, sizeof word, "%.*s", (int)length, line);
  return game_parse(r->file->game, state, word, &move, NULL);
}

/* In a mail, what follows an empty line or the line -- may be other text. */
static bool read_moves(Reader *r, State *state) {
  bool apart = false;
  for (char *line = (char *)r->value[MOVES]; line; line = next_line(r)) {
    apart = apart || strcmp(line, "--") == 0;
    if (r->mailed && apart && *line && !begins_with_move(r, state, line))
      break;
    apart = !*line && r->file->count > 0;
    if (!read_move_line(r, state, line))
      return false;
  }
  return r->file->gave_up < 0 || state->outcome == PLAYING ||
         fail_at(r, r->value[ENDED],
                 "the game is over after these moves, so no seat can have "
                 "resigned or "
                 "forfeited");
}

/* Reads how long the moves took, which are all known by now. */
static bool read_times(const Reader *r) {
  GameFile *file = r->file;
  int count = 0;
  for (const char *at = r->value[TIMES]; at && *at;) {
    char word[TEXT_NUMBER_MAX + 1];
    size_t length = strcspn(at, " ");
    int64_t time = -1;
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (strcmp(word, "-") != 0 &&
        (length >= sizeof word || !number_in_range(word, 0, TIME_MAX, &time)))
      return fail_at(r, at,
                     "milliseconds takes a whole number from 0 to %lld for "
                     "each move, or -, not '%s'",
                     (long long)TIME_MAX, word);
    if (count < file->count)
      file->milliseconds[count] = time;
    count++;
    at += length + strspn(at + length, " ");
  }
  return count == (r->value[TIMES] ? file->count : 0) ||
         fail_at(r, r->value[TIMES],
                 "there are times for %d moves, but the game has %d", count,
                 file->count);
}

/* ---- the file ------------------------------------------------------------*/

static bool read_all(Reader *r) {
  if (!read_header(r) || !begin(r))
    return false;
  State *state = game_copy(r->file->game, r->file->first);
  bool good = read_moves(r, state) && read_times(r);
  free(state);
  return good;
}

static bool parse(GameFile *file, const char *name, const char *text,
                  SpecFilter *allows, bool mailed, Error *error) {
  *file = (GameFile){.seed = 1, .gave_up = -1};
  Error own;
  text = gamefile_skip_bom(text);
  Reader r = {.file = file,
              .name = name,
              .text = text,
              .copy = need_copy(text),
              .allows = allows,
              .mailed = mailed,
              .error = error ? error : &own};
  char *found = mailed ? gamefile_find(r.copy) : NULL;
  r.rest = found ? found : r.copy;
  bool good = read_all(&r);
  free(r.copy);
  if (!good)
    gamefile_close(file);
  return good;
}

bool gamefile_parse(GameFile *file, const char *name, const char *text,
                    SpecFilter *allows, Error *error) {
  return parse(file, name, text, allows, false, error);
}

/* The caller frees the text. */
static bool read_text(const char *path, Text *text, Error *error) {
  struct stat about;
  bool exists = stat(path, &about) == 0;
  if (!*path)
    return error_set(error, "the name of the file is empty: name a game file");
  if (exists && S_ISDIR(about.st_mode))
    return error_set(error, "%.600s is a folder, not a game file", path);
  if (exists && about.st_size >= FILE_MAX)
    return error_set(error, "%.600s is too long for a game file", path);
  if (!file_read_all(path, text, error))
    return false;
  text_need(text, 1);
  text_add_char(text, '\0');
  if (strlen(text->bytes) + 1 == text->length)
    return true;
  free(text->bytes);
  return error_set(error, "%.600s is not a game file: it is not text", path);
}

bool gamefile_read(GameFile *file, const char *path, Error *error) {
  Text text;
  if (!read_text(path, &text, error))
    return false;
  bool good = gamefile_parse(file, path, text.bytes, NULL, error);
  free(text.bytes);
  return good;
}

/* What is wrong with a file that begins as it should is said strictly. */
bool gamefile_read_mailed(GameFile *file, const char *path, Error *error) {
  Text text;
  Error why = {0};
  if (!read_text(path, &text, error))
    return false;
  const char *first = gamefile_skip_bom(text.bytes);
  bool begins =
      strncmp(first, GAMEFILE_SIGNATURE, strlen(GAMEFILE_SIGNATURE)) == 0;
  bool good = parse(file, path, text.bytes, NULL, false, error) ||
              parse(file, path, text.bytes, NULL, true, &why);
  free(text.bytes);
  return good || (begins ? false : error_copy(error, &why));
}
