#include "match.h"

const char *const match_end_names[] = {"win", "draw", "truncated", "forfeit"};

static void forfeit(const Game *game, int seat, Match *match) {
  match->end = MATCH_FORFEIT;
  match->forfeiter = seat;
  match->winners = 0;
  for (int s = 0; game->sides == 2 && s < game->seats; s++)
    if (game->side[s] != game->side[seat])
      match->winners |= (uint16_t)(1 << s);
}

/* One turn; false if the bot has forfeited. */
static bool take_turn(const Game *game, Bot *bot, Rng *rng, State *state,
                      Match *match) {
  Move move;
  if (!bot_choose(bot, state, rng, &move, &match->reason))
    return false;
  game_play(game, state, move);
  match->plies++;
  match->passes += move == MOVE_PASS;
  return true;
}

static void play_on(const Game *game, Bot *const bots[], Rng *rng,
                    int max_plies, State *state, Match *match) {
  while (state->outcome == PLAYING && match->plies < max_plies) {
    int seat = state->seat;
    if (!take_turn(game, bots[seat], rng, state, match)) {
      forfeit(game, seat, match);
      return;
    }
  }
  match->end = state->outcome == WIN    ? MATCH_WIN
               : state->outcome == DRAW ? MATCH_DRAW
                                        : MATCH_TRUNCATED;
  match->winners = state->outcome == WIN ? state->winners : 0;
}

bool match_play(const Game *game, Bot *const bots[], Rng *rng, int max_plies,
                State *state, Match *match, Error *error) {
  match->plies = match->passes = 0;
  match->forfeiter = -1;
  match->reason.message[0] = '\0';
  game_begin(game, state, rng);
  int seat = 0;
  while (seat < game->seats && bot_begin(bots[seat], seat, rng, &match->reason))
    seat++;
  if (seat < game->seats)
    forfeit(game, seat, match);
  else
    play_on(game, bots, rng, max_plies, state, match);
  const char *fault = game_fault(game);
  return !fault || error_set(error, "%s", fault);
}
