#include "core/game/match.h"

#include "core/base/bits.h"
#include "core/base/clock.h"
#include "core/game/turns.h"
#include <string.h>
#include <time.h>

_Thread_local Moment moment = {.game = NO_GAME};

const char *const match_end_names[] = {"win", "draw", "truncated", "forfeit"};

void match_set_forfeit(const Game *game, int seat, Match *match) {
  match->end = MATCH_FORFEIT;
  match->forfeiter = seat;
  match->winners = 0;
  for (int s = 0; game->sides == 2 && s < game->seats; s++)
    if (game->side[s] != game->side[seat])
      match->winners |= (uint16_t)(1 << s);
}

void match_set_resigned(const Game *game, int seat, Match *match) {
  match_set_forfeit(game, seat, match);
  match->end = game->sides == 2 ? MATCH_WIN : MATCH_TRUNCATED;
}

/* ---- random players ------------------------------------------------------*/

static bool all_play_at_random(const Game *game, Bot *const bots[]) {
  int seat = 0;
  while (seat < game->seats && bots[seat] && bots[seat]->kind == &random_kind)
    seat++;
  return seat == game->seats;
}

/* One output of a stream does not tell its state. */
Rng *match_bots_stream(const Game *game, Bot *const bots[], Rng *nature,
                       Rng *own) {
  if ((!game->has_chance && !game->rules->observe) ||
      all_play_at_random(game, bots))
    return nature;
  Rng peek = *nature;
  rng_seed(own, rng_next(&peek), 0);
  return own;
}

/* Whether the moves must be counted, but nobody wants to see them singly. */
static bool wants_counts_only(const MatchCallbacks *callbacks) {
  return callbacks && !callbacks->turn && !callbacks->times &&
         !callbacks->moves;
}

/* ---- bots that are told of moves -----------------------------------------*/

/* Callbacks that tell the bots, and then those of the caller. */
typedef struct Telling {
  Bot *const *bots;
  const MatchCallbacks *callbacks; /* or NULL */
} Telling;

/* Formats a move at most once: the rules may run in another process. */
static void tell_bots(void *context, const Game *game, const State *state,
                      Move move, int legal) {
  const Telling *t = context;
  const char *said = state->seat == NATURE ? NULL : t->bots[state->seat]->said;
  char text[MOVE_TEXT];
  if (!said)
    game_format(game, state, move, text);
  for (int seat = 0; seat < game->seats; seat++)
    if (t->bots[seat]->kind->played)
      t->bots[seat]->kind->played(t->bots[seat], state, said ? said : text);
  if (t->callbacks && t->callbacks->turn)
    t->callbacks->turn(t->callbacks->context, game, state, move, legal);
}

static bool any_is_told(const Game *game, Bot *const bots[]) {
  int seat = 0;
  while (seat < game->seats && !bots[seat]->kind->played)
    seat++;
  return seat < game->seats;
}

/* ---- one move after the other --------------------------------------------*/

/* Returns the number of legal moves; 0 if they are not counted. */
static int report_turn(const MatchCallbacks *callbacks, const Game *game,
                       const State *state, Move move, const Match *match) {
  bool counted = state->seat != NATURE && !callbacks->uncounted;
  int legal = counted ? game_count(game, state) : 0;
  if (callbacks->moves)
    callbacks->moves[match->plies] = move;
  if (callbacks->turn)
    callbacks->turn(callbacks->context, game, state, move, legal);
  return legal;
}

ALWAYS_INLINE void play_move(const Game *game, Move move, State *state,
                             const MatchCallbacks *callbacks, Match *match) {
  int legal = callbacks ? report_turn(callbacks, game, state, move, match) : 0;
  if (state->seat == NATURE && move != MOVE_PASS)
    moves_played_add_roll(&match->played, move);
  else
    moves_played_add(&match->played, state->seat, move, legal);
  game_play(game, state, move);
}

/* Asks the bot and measures how long it takes. */
static bool choose_timed(Bot *bot, const State *state, Rng *rng, Move *move,
                         MoveTimes *times, Error *why) {
  int64_t began = clock_read(CLOCK_MONOTONIC);
  bool chose = bot_ask(bot, state, rng, move, why);
  uint64_t ns = (uint64_t)(clock_read(CLOCK_MONOTONIC) - began);
  times->moves++;
  times->ns += ns;
  if (ns > times->most_ns)
    times->most_ns = ns;
  return chose;
}

ALWAYS_INLINE bool ask_bot(Bot *const bots[], const State *state, Rng *rng,
                           const MatchCallbacks *callbacks, Match *match,
                           Move *move, Error *why) {
  int seat = state->seat;
  return callbacks && callbacks->times
             ? choose_timed(bots[seat], state, rng, move, &match->times[seat],
                            why)
             : bot_ask(bots[seat], state, rng, move, why);
}

/* Where random numbers come from. */
typedef struct Streams {
  Rng *nature, *bots;
} Streams;

/* Plays one move; returns false if a bot forfeits. */
ALWAYS_INLINE bool take_turn(const Game *game, Bot *const bots[],
                             Streams streams, State *state,
                             const MatchCallbacks *callbacks, Match *match,
                             Error *why) {
  Move move;
  moment.ply = match->plies + 1;
  if (state->seat == NATURE)
    move = game_random_move(game, state, streams.nature);
  else if (!ask_bot(bots, state, streams.bots, callbacks, match, &move, why))
    return false;
  else if (callbacks && bots[state->seat]->full)
    match->full |= (uint16_t)(1u << state->seat);
  play_move(game, move, state, callbacks, match);
  return true;
}

/* Plays to the end; returns false after a forfeit. */
ALWAYS_INLINE bool play_moves(const Game *game, Bot *const bots[],
                              Streams streams, int max_plies, State *state,
                              const MatchCallbacks *callbacks, Match *match,
                              Error *why) {
  while (state->outcome == PLAYING && match->plies < max_plies) {
    int seat = state->seat;
    if (!take_turn(game, bots, streams, state, callbacks, match, why)) {
      match_set_forfeit(game, seat, match);
      return false;
    }
  }
  return true;
}

/* play_moves is inlined here and in play_game, so a match without callbacks
 * does not pay for them. */
static bool play_with_callbacks(const Game *game, Bot *const bots[],
                                Streams streams, int max_plies, State *state,
                                const MatchCallbacks *callbacks, Match *match,
                                Error *why) {
  for (int seat = 0; seat < game->seats; seat++)
    match->nodes[seat] = bots[seat]->nodes;
  bool played =
      play_moves(game, bots, streams, max_plies, state, callbacks, match, why);
  for (int seat = 0; seat < game->seats; seat++)
    match->nodes[seat] = bots[seat]->nodes - match->nodes[seat];
  return played;
}

const char *match_outcome(const Match *match) {
  return match->end == MATCH_WIN && !match->winners
             ? MATCH_LOSS_NAME
             : match_end_names[match->end];
}

void match_set_end(const State *state, Match *match) {
  match->end = state->outcome == WIN    ? MATCH_WIN
               : state->outcome == DRAW ? MATCH_DRAW
                                        : MATCH_TRUNCATED;
  match->winners = state->outcome == WIN ? state->winners : 0;
}

/* Plays from a position to the end of the match. */
static void play_game(const Game *game, Bot *const bots[], Streams streams,
                      int max_plies, State *state,
                      const MatchCallbacks *callbacks, Match *match,
                      Error *why) {
  bool played = true;
  if (wants_counts_only(callbacks) && all_play_at_random(game, bots))
    game_counted_playout(game, state, streams.bots, max_plies - match->plies,
                         &match->played);
  else if (callbacks)
    played = play_with_callbacks(game, bots, streams, max_plies, state,
                                 callbacks, match, why);
  else
    played =
        play_moves(game, bots, streams, max_plies, state, NULL, match, why);
  if (played)
    match_set_end(state, match);
}

/* ---- openings ------------------------------------------------------------*/

/* Plays `plies` random moves and returns whether the game goes on. */
static bool draw_moves(const Game *game, int plies, Rng *rng, State *state) {
  for (int ply = 0; ply < plies && state->outcome == PLAYING; ply++)
    game_play(game, state, game_random_move(game, state, rng));
  return state->outcome == PLAYING;
}

/* Sets up the first position of an opening, and *rng so that it draws the
 * opening's moves. */
static bool find_opening(const Game *game, const Opening *opening, Rng *rng,
                         State *state, Error *error) {
  Rng next = opening->rng;
  game_begin(game, state, &next);
  *rng = next;
  for (int tries = 0; tries < OPENING_TRIES; tries++) {
    bool found = draw_moves(game, opening->plies, &next, state);
    Rng start = opening->rng;
    game_begin(game, state, &start);
    if (found || game_fault(game))
      return true;
    *rng = next;
  }
  return error_set(error,
                   "no opening of %d random plies was found in %d tries: the "
                   "game was always over by then; use fewer plies",
                   opening->plies, OPENING_TRIES);
}

static void play_opening(const Game *game, int plies, Rng *rng, State *state,
                         const MatchCallbacks *callbacks, Match *match) {
  if (wants_counts_only(callbacks)) {
    game_counted_playout(game, state, rng, plies, &match->played);
    return;
  }
  for (int ply = 0; ply < plies && state->outcome == PLAYING; ply++)
    play_move(game, game_random_move(game, state, rng), state, callbacks,
              match);
}

static bool play_match(const Game *game, Bot *const bots[],
                       const Opening *opening, Rng *rng, int max_plies,
                       State *state, const MatchCallbacks *callbacks,
                       Match *match, Error *error) {
  match->played = (MovesPlayed){0};
  match->forfeiter = -1;
  match->full = 0;
  memset(match->score, 0, sizeof match->score);
  memset(match->place, 0, sizeof match->place);
  error_clear(error);
  game_renew(game);
  Rng moves, own;
  if (!opening)
    game_begin(game, state, rng);
  else if (!find_opening(game, opening, &moves, state, error))
    return false;
  Streams streams = {rng, match_bots_stream(game, bots, rng, &own)};
  if (opening && streams.bots == &own)
    streams.nature = &moves;
  match->hash = match_hash_begin(game, state);
  int seat = 0;
  while (seat < game->seats && bot_begin(bots[seat], seat, streams.bots, error))
    seat++;
  for (int i = 0; callbacks && i < game->seats; i++)
    match->nodes[i] = 0;
  if (callbacks && callbacks->times)
    memset(match->times, 0, sizeof match->times);
  if (opening && seat == game->seats)
    play_opening(game, opening->plies, &moves, state, callbacks, match);
  if (seat < game->seats)
    match_set_forfeit(game, seat, match);
  else
    play_game(game, bots, streams, max_plies, state, callbacks, match, error);
  match->hash = match_hash_end(match->hash);
  if (game->rules->score)
    game_score(game, state, match->score);
  memset(match->place, 0, sizeof match->place);
  bool ended = match->end == MATCH_WIN || match->end == MATCH_DRAW;
  if (ended && game_can_fail(game) && game_has_places(game))
    game_places(game, state, match->place);
  moment.ply = 0;
  if (game_fault(game))
    return error_copy(error, game_failure(game));
  return !error || error->code != ERROR_NO_MEMORY;
}

bool match_play_opening(const Game *game, Bot *const bots[],
                        const Opening *opening, Rng *rng, int max_plies,
                        State *state, const MatchCallbacks *callbacks,
                        Match *match, Error *error) {
  if (!any_is_told(game, bots))
    return play_match(game, bots, opening, rng, max_plies, state, callbacks,
                      match, error);
  Telling telling = {bots, callbacks};
  MatchCallbacks told =
      callbacks ? *callbacks : (MatchCallbacks){.uncounted = true};
  told.turn = tell_bots;
  told.context = &telling;
  bool good = play_match(game, bots, opening, rng, max_plies, state, &told,
                         match, error);
  for (int seat = 0; good && seat < game->seats; seat++)
    bot_end(bots[seat], match->winners);
  return good;
}

bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, const MatchCallbacks *callbacks, Match *match,
                Error *error) {
  return match_play_opening(game, bots, NULL, rng, max_plies, state, callbacks,
                            match, error);
}
