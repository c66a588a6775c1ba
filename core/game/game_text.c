#include "core/game/game.h"

#include "core/base/need.h"
#include "core/base/number.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/match.h"
#include <stdlib.h>

/* ---- moves ---------------------------------------------------------------*/

const char *game_notation(const Game *game) {
  const char *found = NULL;
  for (; game && !found; game = game->base)
    for (const char *at = game->rules->text; at && (at = strstr(at, "Moves:"));
         at++)
      if (at == game->rules->text || at[-1] == '\n')
        found = at;
  return found;
}

void game_format(const Game *game, const State *state, Move move,
                 char text[MOVE_TEXT]) {
  if (move == MOVE_PASS)
    snprintf(text, MOVE_TEXT, "pass");
  else
    game->rules->format(game, state, move, text);
}

/* Fails if a rule has failed, which `text` brought to light. */
static bool check_fault(const Game *game, const char *text, Error *error) {
  const Error *failure = game_failure(game);
  if (!failure)
    return true;
  error_copy(error, failure);
  return error_prefix(error, "'%.60s': ", text);
}

bool game_parse(const Game *game, const State *state, const char *text,
                Move *move, Error *error) {
  if (state->outcome != PLAYING)
    return error_set(error, "'%.60s': the game is over", text);
  Move *moves = game_borrow_list(game);
  int count = game->rules->moves(game, state, moves);
  bool must_pass = count == 1 && moves[0] == MOVE_PASS;
  game_return_list(game);
  bool passes = strcmp(text, "pass") == 0;
  if (!check_fault(game, text, error))
    return false;
  char mover[MOVER_TEXT];
  game_name_mover(state, mover);
  if (must_pass && !passes)
    return error_set(error, "'%.60s': %s has no move and must pass", text,
                     mover);
  if (!must_pass && passes)
    return error_set(error, "'pass': %s has other moves (%d) and must play one",
                     mover, count);
  if (!passes)
    return game->rules->parse(game, state, text, move, error);
  *move = MOVE_PASS;
  return true;
}

bool game_parse_result(const char *text, const Error *why, Error *error) {
  return !error_is_set(why) ||
         error_set_code(error, ERROR_ILLEGAL_MOVE, "'%.60s' is not legal: %s",
                        text, why->message);
}

/* The next word of a text, or NULL at the end. Start with *rest at a copy of
 * the text, which is modified. */
static char *next_word(char **rest) {
  return strtok_r(*rest, " \t\r\n", rest);
}

static bool play_words(const Game *game, State *const *state, char *words,
                       MovePlayer *play, void *context, Error *error) {
  char *word;
  for (int ply = 1; (word = next_word(&words)); ply++) {
    Move move;
    if (!game_parse(game, *state, word, &move, error))
      return error_prefix(error, "move %d, ", ply);
    if (!play)
      game_play(game, *state, move);
    else if (!play(context, move, error))
      return false;
    if (!check_fault(game, word, error))
      return error_prefix(error, "move %d, ", ply);
  }
  return true;
}

bool game_play_each(const Game *game, State *const *state, const char *line,
                    MovePlayer *play, void *context, Error *error) {
  char *words = need_copy(line);
  bool played = play_words(game, state, words, play, context, error);
  free(words);
  return played;
}

bool game_play_line(const Game *game, State *state, const char *line,
                    Error *error) {
  return game_play_each(game, &state, line, NULL, NULL, error);
}

/* ---- seats ---------------------------------------------------------------*/

bool seats_format(unsigned seats, char text[WINNERS_TEXT]) {
  bool many = seats & (seats - 1);
  const char *link = many ? "seats " : "seat ";
  snprintf(text, WINNERS_TEXT, seats ? "" : "nobody");
  for (int seat = 0; seats; seat++) {
    if (!(seats >> seat & 1))
      continue;
    text_append(text, WINNERS_TEXT, "%s%d", link, seat + 1);
    seats &= ~(1u << seat);
    link = seats & (seats - 1) ? ", " : " and ";
  }
  return many;
}

void winners_format(unsigned winners, char text[WINNERS_TEXT]) {
  bool many = seats_format(winners, text);
  text_append(text, WINNERS_TEXT, many ? " win" : " wins");
}

void result_format(unsigned winners, char text[WINNERS_TEXT]) {
  if (winners)
    winners_format(winners, text);
  else
    snprintf(text, WINNERS_TEXT, "the game is lost");
}

unsigned seats_of_side(const uint8_t side[], int seats, int which) {
  unsigned found = 0;
  for (int seat = 0; seat < seats; seat++)
    found |= (unsigned)(side[seat] == which) << seat;
  return found;
}

void game_name_mover(const State *state, char text[MOVER_TEXT]) {
  if (state->seat == NATURE)
    snprintf(text, MOVER_TEXT, "nature");
  else
    snprintf(text, MOVER_TEXT, "seat %d", state->seat + 1);
}

/* ---- drawings ------------------------------------------------------------*/

/* Writes the score of a position, or nothing if the game has none. */
static void format_score(const Game *game, const State *state,
                         char text[SCORES_TEXT + 16]) {
  int32_t score[SEATS_MAX];
  char numbers[SCORES_TEXT];
  text[0] = '\0';
  if (!game->rules->score)
    return;
  game_score(game, state, score);
  scores_format(score, game->seats, numbers);
  snprintf(text, SCORES_TEXT + 16, ", score %s", numbers);
}

/* Writes whose turn it is, or how the game ended. */
static void write_status(const Game *game, const State *state, FILE *out) {
  char winners[WINNERS_TEXT], mover[MOVER_TEXT];
  char score[SCORES_TEXT + 16];
  result_format(state->winners, winners);
  game_name_mover(state, mover);
  format_score(game, state, score);
  if (game_failure(game)) /* which ends a game as a draw */
    fprintf(out, "over: the rules have failed\n");
  else if (game_is_chance(state) && game_turn(game, state) >= 0)
    fprintf(out, "%s to move, then seat %d%s\n", mover,
            game_turn(game, state) + 1, score);
  else if (state->outcome == PLAYING)
    fprintf(out, "%s to move%s\n", mover, score);
  else if (state->outcome == DRAW)
    fprintf(out, "over: a draw%s\n", score);
  else
    fprintf(out, "over: %s%s\n", winners, score);
}

/* Copies text without the spaces at the ends of lines. */
static void write_trimmed(const char *text, FILE *out) {
  size_t spaces = 0;
  for (; *text; text++) {
    if (*text == ' ') {
      spaces++;
      continue;
    }
    for (; spaces > 0; spaces--)
      if (*text != '\n')
        fputc(' ', out);
    fputc(*text, out);
  }
}

void game_draw(const Game *game, const State *state, FILE *out) {
  char *text = NULL;
  size_t size = 0;
  FILE *page = need_stream(&text, &size);
  game->rules->draw(game, state, page);
  write_status(game, state, page);
  need_close(page);
  utf8_clean(text, "\n\t"); /* rules from a file may draw anything */
  write_trimmed(text, out);
  free(text);
}

/* ---- settings ------------------------------------------------------------*/

bool game_refuse_key(const Game *game, const char *key, Error *error) {
  const Rules *rules = game->rules;
  return error_set_code(
      error, ERROR_UNKNOWN_KEY, "%s has no key '%s'; the keys are seat%s%s",
      rules->name, key, rules->set_help[0] ? ", " : "", rules->set_help);
}

bool game_set_count(const char *key, const char *value, int most,
                    uint8_t *count, Error *error) {
  int64_t number;
  if (!number_in_range(value, 0, most, &number))
    return error_set(error, "%s takes a number from 0 to %d, not '%.60s'", key,
                     most, value);
  *count = (uint8_t)number;
  return true;
}

static bool set_seat(const Game *game, State *state, const char *value,
                     Error *error) {
  int64_t seat;
  if (game->has_chance && strcmp(value, "nature") == 0) {
    state->seat = NATURE;
    return true;
  }
  if (!number_in_range(value, 1, game->seats, &seat))
    return error_set(error, "seat takes a number from 1 to %d, not '%.60s'",
                     game->seats, value);
  state->seat = (uint8_t)(seat - 1);
  return true;
}

static bool edit_words(const Game *game, State *state, char *words,
                       Error *error) {
  char *word;
  while ((word = next_word(&words))) {
    char *equals = strchr(word, '=');
    if (!equals)
      return error_set(error, "'%.60s' is not of the form key=value", word);
    *equals = '\0';
    bool done = strcmp(word, "seat") == 0
                    ? set_seat(game, state, equals + 1, error)
                    : game->rules->set(game, state, word, equals + 1, error);
    if (!done)
      return false;
  }
  return game->rules->finish_edit(game, state, error);
}

bool game_edit(const Game *game, State *state, const char *settings,
               Error *error) {
  State *edited = game_copy(game, state);
  char *words = need_copy(settings);
  state_set_playing(edited);
  bool done = edit_words(game, edited, words, error);
  if (done)
    game_assign(game, state, edited);
  free(words);
  free(edited);
  return done;
}

char *game_settings(const Game *game, const State *state) {
  char *text = NULL;
  size_t size = 0;
  if (!game->rules->settings)
    return NULL;
  FILE *out = need_stream(&text, &size);
  if (state->seat != NATURE)
    fprintf(out, "seat=%d", state->seat + 1);
  bool written = game->rules->settings(game, state, out);
  need_close(out);
  if (written) {
    if (text[0] == ' ') /* the rules have written the seat */
      memmove(text, text + 1, strlen(text));
    return text;
  }
  free(text);
  return NULL;
}

/* ---- the moves of a match ------------------------------------------------*/

/* Returns the last moves of a line that have at most `size` bytes: the text
 * from a space on. */
static const char *last_moves(const MovesLine *line, size_t size) {
  if (line->used <= size)
    return line->text;
  const char *from = strchr(line->text + line->used - size, ' ');
  return from ? from : "";
}

void moves_line_add(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  MovesLine *line = context;
  char text[MOVE_TEXT];
  (void)legal;
  if (game_fault(game)) /* rules that have failed have no move but a pass */
    return;
  game_format(game, state, move, text);
  if (line->used + strlen(text) + 2 > sizeof line->text) {
    const char *kept = last_moves(line, sizeof line->text / 2);
    line->cut = true;
    line->used -= (size_t)(kept - line->text);
    memmove(line->text, kept, line->used + 1);
  }
  line->used += (size_t)snprintf(line->text + line->used,
                                 sizeof line->text - line->used, " %s", text);
}

void moves_line_explain(const MovesLine *line, Error *error) {
  enum { WORDS = 32 }; /* bytes for everything but the moves */
  char text[sizeof line->text + WORDS];
  size_t used = strlen(error->trace), room = sizeof error->trace - used;
  const char *moves = last_moves(line, room > WORDS ? room - WORDS : 0);
  bool cut = line->cut || moves != line->text;
  snprintf(text, sizeof text, "%s%s",
           !line->used ? "at the start"
           : cut       ? "after …"
                       : "after",
           moves);
  error_add_trace(error, text);
}
