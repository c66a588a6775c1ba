/* Perft: the number of leaves of the legal-move tree at a depth. A game that
 * ended earlier adds nothing. The check that a game is what it was. */
#ifndef BOARDLAB_CORE_GAME_PERFT_H
#define BOARDLAB_CORE_GAME_PERFT_H

#include "core/game/game.h"

/* Fails only for want of memory. */
bool perft(const Game *game, const State *state, int depth, uint64_t *leaves,
           Error *error);

#endif
