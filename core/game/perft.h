/* Perft: counts the leaves of the tree of legal moves at a given depth, where a
 * game that ends earlier counts nothing. Known counts guard a game's rules
 * against changes. */
#ifndef BOARDLAB_CORE_GAME_PERFT_H
#define BOARDLAB_CORE_GAME_PERFT_H

#include "core/game/game.h"

/* Fails only when out of memory, or if the process of the rules has died. */
bool perft(const Game *game, const State *state, int depth, uint64_t *leaves,
           Error *error);

#endif
