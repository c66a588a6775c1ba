/* Bots that search, and one that looks a single move ahead: entries for the
 * list of bots in bot.c. */
#ifndef BOARDLAB_BOT_SEARCH_H
#define BOARDLAB_BOT_SEARCH_H

#include "bot.h"

extern const BotKind greedy_kind, mcts_kind, alphabeta_kind;

#endif
