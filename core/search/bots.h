/* The built-in bots that need search or evaluation, one file each. bots.c lists
 * them; other code finds bots through bot_kinds (core/game/bot.h). */
#ifndef BOARDLAB_CORE_SEARCH_BOTS_H
#define BOARDLAB_CORE_SEARCH_BOTS_H

#include "core/game/bot.h"

extern const BotKind greedy_kind, mcts_kind, alphabeta_kind, perfect_kind;

/* Those that stand for another one: levels.h. */
extern const BotKind beginner_kind, casual_kind, strong_kind, very_strong_kind;

#endif
