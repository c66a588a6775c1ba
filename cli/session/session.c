#include "cli/session/session.h"

#include "core/base/clock.h"
#include "core/base/given_file.h"
#include "core/base/suggest.h"
#include "core/game/match.h"
#include "core/learn/weights.h"
#include "core/search/levels.h"
#include <ctype.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

/* ---- seats ---------------------------------------------------------------*/

/* Who was requested for a seat, by --seat or by the game file; or NULL. */
static const char *requested(const Session *s, const char *const seats[],
                             int count, int seat) {
  if (seat < count)
    return seats[seat];
  return s->file.seat[seat][0] ? s->file.seat[seat] : NULL;
}

static bool any_human(const Session *s, const char *const seats[], int count) {
  for (int seat = 0; seat < s->file.game->seats; seat++) {
    const char *who = requested(s, seats, count, seat);
    if (who && strcmp(who, SEAT_HUMAN) == 0)
      return true;
  }
  return false;
}

/* Puts a bot into a seat and writes its shortest spec; only that if bots think
 * elsewhere. */
static bool seat_bot(Session *s, int seat, const char *who, bool opens,
                     char spec[SPEC_TEXT], Error *error) {
  Error why = {0};
  Level level;
  if (opens && (s->bot[seat] = bot_open(who, s->file.game, &why)))
    snprintf(spec, SPEC_TEXT, "%s", s->bot[seat]->spec);
  else if (!opens)
    bot_read_spec(level_find(who, s->file.game, &level) ? level.bot : who, spec,
                  &why);
  if (why.code == ERROR_UNKNOWN_BOT)
    error_add(&why, "or %s", SEAT_HUMAN);
  return !error_is_set(&why) || error_copy(error, &why);
}

/* mcts, with what was learned if there is a file of weights beside the game. */
static void name_strong_bot(Session *s, char spec[SPEC_TEXT]) {
  const GivenFile *file =
      given_file_get(weights_beside(s->file.game, &s->unused));
  snprintf(spec, SPEC_TEXT, "mcts%s%.900s", file ? ":weights=" : "",
           file ? file->name : "");
}

static bool seat_all(Session *s, const char *const seats[], int count,
                     bool opens, Error *error) {
  bool human = any_human(s, seats, count);
  char strong[SPEC_TEXT];
  name_strong_bot(s, strong);
  for (int seat = 0; seat < s->file.game->seats; seat++) {
    const char *who = requested(s, seats, count, seat);
    char name[SPEC_TEXT] = SEAT_HUMAN;
    if (!who)
      who = human ? strong : SEAT_HUMAN;
    s->human[seat] = strcmp(who, SEAT_HUMAN) == 0;
    human = human || s->human[seat];
    if (!s->human[seat] && !seat_bot(s, seat, who, opens, name, error))
      return false;
    memcpy(s->file.seat[seat], name, sizeof name);
    if (!s->human[seat])
      s->file.name[seat][0] = '\0';
  }
  return true;
}

/* Tells the bots who has won. */
static void end_bots(Session *s) {
  uint16_t winners = s->file.gave_up >= 0       ? gamefile_winners(&s->file)
                     : s->state->outcome == WIN ? s->state->winners
                                                : 0;
  for (int seat = 0; seat < s->file.game->seats; seat++)
    bot_end(s->bot[seat], winners);
}

static void give_up(Session *s, int seat, bool forfeited) {
  s->file.gave_up = seat;
  s->file.forfeited = forfeited;
  end_bots(s);
}

static Rng *bots_stream(Session *s) {
  return s->bots_apart ? &s->bots_rng : &s->rng;
}

/* Starts a new game for all bots. Also needed after an undo, since bots may
 * remember the moves taken back. The first bot that fails forfeits. */
static void begin_bots(Session *s) {
  s->told = 0;
  for (int seat = 0; seat < s->file.game->seats; seat++)
    if (s->bot[seat] &&
        !bot_begin(s->bot[seat], seat, bots_stream(s), &s->failure)) {
      give_up(s, seat, true);
      return;
    }
}

/* Uses the random stream as match_play does: first for the start position, then
 * for nature and the bots. */
static void begin(Session *s) {
  game_renew(s->file.game);
  rng_seed(&s->rng, s->file.seed, s->file.index);
  game_begin(s->file.game, s->scratch, &s->rng);
  s->bots_apart = match_bots_stream(s->file.game, s->bot, &s->rng,
                                    &s->bots_rng) == &s->bots_rng;
  begin_bots(s);
}

/* Sets the position to the one after `count` moves. */
static void go_to(Session *s, int count) {
  s->file.count = count;
  s->since = clock_nanoseconds();
  if (count > 0) {
    gamefile_position_at(&s->file, count - 1, s->before);
    game_assign(s->file.game, s->state, s->before);
    game_play(s->file.game, s->state, s->file.moves[count - 1]);
  } else {
    gamefile_position_at(&s->file, 0, s->state);
  }
}

bool session_open(Session *s, GameFile *file, const char *const seats[],
                  int count, SessionBots bots, Error *error) {
  *s = (Session){.file = *file, .total = file->count};
  s->state = game_copy(file->game, file->first);
  s->before = game_copy(file->game, file->first);
  s->scratch = game_copy(file->game, file->first);
  if (count > file->game->seats) {
    error_set(error, "%s has %d seats, but --seat is given %d times",
              file->game->spec, file->game->seats, count);
  } else if (seat_all(s, seats, count, bots == BOTS_HERE, error)) {
    begin(s);
    go_to(s, s->total);
    return true;
  }
  session_close(s);
  return false;
}

void session_close(Session *s) {
  for (int seat = 0; seat < SEATS_MAX; seat++)
    bot_close(s->bot[seat]);
  free(s->state);
  free(s->before);
  free(s->scratch);
  gamefile_close(&s->file);
}

int64_t session_random_seed(void) {
  uint64_t now = (uint64_t)clock_read(CLOCK_REALTIME);
  return (int64_t)(rng_mix(now + (uint64_t)getpid()) % 1000000);
}

void session_write_player(const Session *s, int seat, char text[SPEC_TEXT]) {
  const char *name = s->file.name[seat], *who = s->file.seat[seat];
  const char *level = level_name(who, s->file.game);
  snprintf(text, SPEC_TEXT, "%s", name[0] ? name : level ? level : who);
  for (char *c = text; level && !name[0] && *c; c++)
    if (*c == '_')
      *c = ' ';
}

void session_name_player(const Session *s, int seat, char text[PLAYER_TEXT]) {
  char player[SPEC_TEXT];
  if (seat == NATURE) {
    snprintf(text, PLAYER_TEXT, "nature");
    return;
  }
  session_write_player(s, seat, player);
  snprintf(text, PLAYER_TEXT, "seat %d (%s)", seat + 1, player);
}

/* ---- playing -------------------------------------------------------------*/

bool session_over(const Session *s) {
  return s->file.gave_up >= 0 || s->state->outcome != PLAYING;
}

int session_humans(const Session *s, int *last) {
  int humans = 0;
  for (int seat = 0; seat < s->file.game->seats; seat++)
    if (s->human[seat]) {
      humans++;
      if (last)
        *last = seat;
    }
  return humans;
}

bool session_has_human(const Session *s) {
  return session_humans(s, NULL) > 0;
}

bool session_is_truncated(const Session *s) {
  return !session_has_human(s) && s->file.count >= s->file.game->max_plies;
}

/* Notes how long the last move took. Bots alone play the same game each time,
 * and their files are the same. */
static void note_time(Session *s) {
  int64_t now = clock_nanoseconds();
  if (session_has_human(s))
    s->file.milliseconds[s->file.count - 1] = (now - s->since) / 1000000;
  s->since = now;
}

bool session_play(Session *s, Move move, Error *error) {
  const Game *game = s->file.game;
  moment.ply = s->file.count + 1;
  game_assign(game, s->scratch, s->state);
  game_play(game, s->scratch, move);
  if (game_fault(game))
    return error_copy(error, game_failure(game));
  gamefile_add(&s->file, move);
  note_time(s);
  s->total = s->file.count;
  State *oldest = s->before;
  s->before = s->state;
  s->state = s->scratch;
  s->scratch = oldest;
  if (session_over(s))
    end_bots(s);
  return true;
}

static bool play_move(void *context, Move move, Error *error) {
  Session *s = context;
  bool played = session_play(s, move, error);
  if (played)
    s->file.milliseconds[s->file.count - 1] = -1;
  return played;
}

/* The legal moves whose texts begin with a word, or are it if `whole`. */
static int count_matches(const Session *s, const char *word, bool whole,
                         Move *move, char text[MOVE_TEXT]) {
  const Game *game = s->file.game;
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, s->state, moves), found = 0;
  for (int i = 0; i < count; i++) {
    char written[MOVE_TEXT];
    game_format(game, s->state, moves[i], written);
    if (strncasecmp(written, word, strlen(word)) != 0 ||
        (whole && strlen(written) != strlen(word)))
      continue;
    found++;
    *move = moves[i];
    memcpy(text, written, sizeof written);
  }
  game_return_list(game);
  return found;
}

bool session_guess_move(const Session *s, const char *word, Move *move,
                        char text[MOVE_TEXT]) {
  if (session_over(s) || s->state->seat == NATURE)
    return false;
  int whole = count_matches(s, word, true, move, text);
  return whole ? whole == 1 : count_matches(s, word, false, move, text) == 1;
}

static void lower(const char *text, char copy[MOVE_TEXT]) {
  int i = 0;
  for (; text[i] && i + 1 < MOVE_TEXT; i++)
    copy[i] = (char)tolower((unsigned char)text[i]);
  copy[i] = '\0';
}

/* The distance of a move from a word; false if it is too great. */
static bool is_near(const char *word, const char *move, size_t *distance) {
  char wanted[MOVE_TEXT], offered[MOVE_TEXT];
  lower(word, wanted);
  lower(move, offered);
  Suggestion suggestion = {.wanted = wanted};
  suggestion_offer(&suggestion, offered);
  bool begins = strncmp(wanted, offered, strlen(wanted)) == 0;
  *distance = begins ? 0 : suggestion.distance;
  return begins || suggestion.word;
}

int session_guesses(const Session *s, const char *word,
                    char text[GUESSES_MAX][MOVE_TEXT], size_t *distance) {
  const Game *game = s->file.game;
  int found = 0;
  if (session_over(s) || strlen(word) >= MOVE_TEXT)
    return 0;
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, s->state, moves);
  for (int i = 0; i < count; i++) {
    char written[MOVE_TEXT];
    size_t far;
    game_format(game, s->state, moves[i], written);
    if (!is_near(word, written, &far) || (found && far > *distance))
      continue;
    if (found && far < *distance)
      found = 0;
    *distance = far;
    if (found < GUESSES_MAX)
      memcpy(text[found], written, sizeof written);
    found++;
  }
  game_return_list(game);
  return found <= GUESSES_MAX ? found : 0;
}

bool session_play_line(Session *s, const char *line, Error *error) {
  return game_play_each(s->file.game, &s->state, line, play_move, s, error);
}

bool session_is_human(const Session *s, const State *state) {
  return state->seat == NATURE ? s->enters_rolls : s->human[state->seat];
}

/* Tells the bots of the moves that they do not know of yet. */
static void tell_bots(Session *s) {
  const Game *game = s->file.game;
  gamefile_position_at(&s->file, s->told, s->scratch);
  for (; s->told < s->file.count; s->told++) {
    Move move = s->file.moves[s->told];
    for (int seat = 0; seat < game->seats; seat++)
      bot_played(s->bot[seat], s->scratch, move);
    game_play(game, s->scratch, move);
  }
}

bool session_bot_move(Session *s, Move *move) {
  int seat = s->state->seat;
  moment.ply = s->file.count + 1;
  if (seat == NATURE) {
    *move = game_random_move(s->file.game, s->state, &s->rng);
    return !game_fault(s->file.game);
  }
  if (s->bot[seat]->kind->played)
    tell_bots(s);
  if (bot_ask(s->bot[seat], s->state, bots_stream(s), move, &s->failure))
    return true;
  if (!game_fault(s->file.game)) /* a failing rule is not the bot's fault */
    give_up(s, seat, true);
  return false;
}

void session_resign(Session *s, int seat) {
  give_up(s, seat, false);
}

bool session_restart(Session *s, uint64_t index, Error *error) {
  if (!gamefile_restart(&s->file, index, error))
    return false;
  s->total = 0;
  begin(s);
  go_to(s, 0);
  return true;
}

/* ---- undo and redo -------------------------------------------------------*/

/* The last ply before `ply` at which a human was to move; -1 if none was. */
static int last_human(const Session *s, int ply) {
  int last = -1;
  gamefile_position_at(&s->file, 0, s->scratch);
  for (int i = 0; i < ply; i++) {
    if (session_is_human(s, s->scratch))
      last = i;
    game_play(s->file.game, s->scratch, s->file.moves[i]);
  }
  return last;
}

void session_go_to(Session *s, int count) {
  s->file.gave_up = -1;
  go_to(s, count);
  begin_bots(s);
}

bool session_undo(Session *s, Error *error) {
  bool resigned = s->file.gave_up >= 0 && !s->file.forfeited;
  int ply = resigned ? s->file.count : last_human(s, s->file.count);
  if (ply < 0)
    return error_set(error, "nothing to undo: no human has moved yet");
  session_go_to(s, ply);
  s->file.undos++;
  return true;
}

bool session_redo(Session *s, Error *error) {
  if (s->file.gave_up >= 0 || s->file.count == s->total)
    return error_set(error, "nothing to redo: no move was taken back");
  do
    go_to(s, s->file.count + 1);
  while (s->file.count < s->total && !session_is_human(s, s->state));
  return true;
}

/* ---- hints ---------------------------------------------------------------*/

int session_hint(Session *s, uint64_t iterations, const atomic_bool *stop,
                 MctsMove list[], int capacity, Error *error) {
  int weights = weights_beside(s->file.game, NULL);
  s->file.hints++;
  MctsPlan plan =
      mcts_plan(weights ? EXPLORATION_DEFAULT : eval_exploration(s->file.game));
  plan.weights = weights;
  plan.iterations = iterations;
  plan.stop = stop;
  Rng rng; /* separate, so that a hint does not change the game */
  session_seed_search(s, &rng);
  game_assign(s->file.game, s->scratch, s->state);
  if (!s->file.game->rules->redraw) /* with it, the search observes */
    game_observe(s->file.game, s->scratch, s->state->seat);
  int count =
      mcts_find(s->file.game, s->scratch, &plan, &rng, list, capacity, error);
  const Error *failure = game_failure(s->file.game);
  if (failure)
    error_copy(error, failure);
  return failure ? -1 : count;
}
