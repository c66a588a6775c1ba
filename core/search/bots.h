/* The built-in bots, each in a file of its own: entries for the list in bots.c.
 * Everyone else finds them through bot_kinds (core/game/bot.h). */
#ifndef BOARDLAB_CORE_SEARCH_BOTS_H
#define BOARDLAB_CORE_SEARCH_BOTS_H

#include "core/game/bot.h"

extern const BotKind greedy_kind, mcts_kind, alphabeta_kind, perfect_kind;

#endif
