/* Bots that search, one that looks a single move ahead, and one that has solved
 * the game: entries for the list of bots in bot.c. */
#ifndef BOARDLAB_BOT_SEARCH_H
#define BOARDLAB_BOT_SEARCH_H

#include "bot.h"

extern const BotKind greedy_kind, mcts_kind, alphabeta_kind, perfect_kind;

#endif
