/* Games in which a bot takes the next seat each time, and other bots the rest:
 * what `check`, `profile` and `learn` play. */
#ifndef BOARDLAB_CLI_COMMANDS_BOT_GAMES_H
#define BOARDLAB_CLI_COMMANDS_BOT_GAMES_H

#include "core/game/match.h"

typedef struct BotGames {
  Game *game;
  State *state;                 /* the last position of the last game */
  Bot *bot, *others[SEATS_MAX]; /* others by seat; one of them is idle */
  int opening; /* random moves at the start, the same while the bot takes each
                  seat once; 0 by default */
} BotGames;

/* Opens a game, a bot, and bots of the spec `against`; without a bot (NULL)
 * these take all seats. The caller closes it, also if it cannot be opened. */
bool bot_games_open(BotGames *games, const char *game, const char *bot,
                    const char *against, Error *error);
void bot_games_close(BotGames *games);

/* Plays the game of this index. Returns false if the rules fail; `why` also
 * says why a bot has forfeited. */
bool bot_games_play(const BotGames *games, uint64_t seed, int index,
                    const MatchCallbacks *callbacks, Match *match, Error *why);

#endif
