#include "cli/commands/bot_games.h"

#include "core/game/match.h"
#include "core/game/spec.h"
#include <stdlib.h>

bool bot_games_open(BotGames *games, const char *game, const char *bot,
                    const char *against, Error *error) {
  games->game = game_open(game, error);
  if (!games->game)
    return false;
  games->state = game_start(games->game);
  for (int seat = 0; seat < games->game->seats; seat++) {
    games->others[seat] = bot_open(against, games->game, error);
    if (!games->others[seat])
      return false;
  }
  games->bot = bot ? bot_open(bot, games->game, error) : NULL;
  return games->bot || !bot;
}

void bot_games_close(BotGames *games) {
  bot_close(games->bot);
  for (int seat = 0; seat < SEATS_MAX; seat++)
    bot_close(games->others[seat]);
  free(games->state);
  game_close(games->game);
}

bool bot_games_play(const BotGames *games, uint64_t seed, int index,
                    const MatchCallbacks *callbacks, Match *match, Error *why) {
  const Game *game = games->game;
  Bot *bots[SEATS_MAX];
  int seat = index % game->seats;
  for (int i = 0; i < game->seats; i++)
    bots[i] = games->bot && i == seat ? games->bot : games->others[i];
  Rng rng;
  rng_seed(&rng, seed, (uint64_t)index);
  moment = (Moment){.game = index};
  Opening opening = {.plies = games->opening};
  rng_seed(&opening.rng, seed, (uint64_t)(index / game->seats));
  return match_play_opening(game, bots, games->opening ? &opening : NULL, &rng,
                            game->max_plies, games->state, callbacks, match,
                            why);
}
