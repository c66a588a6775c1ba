/* Built-in bots of games whose rules run in another process: the bot is there
 * as well (job.h), because it asks the rules very often, and this is its
 * stand-in. */
#ifndef BOARDLAB_CORE_GAME_BOT_REMOTE_H
#define BOARDLAB_CORE_GAME_BOT_REMOTE_H

#include "core/game/bot.h"

/* Opens a bot of this kind for a remote game. `bot` has its options and its
 * spec. */
Bot *bot_open_remote(const Bot *bot, Error *error);

#endif
