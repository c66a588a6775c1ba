/* Hidden information: what a seat learns from a move of another. */
#ifndef BOARDLAB_CORE_GAME_HIDDEN_H
#define BOARDLAB_CORE_GAME_HIDDEN_H

#include "core/game/game.h"

/* Whether a seat may know which move somebody else, or nature, is about to play
 * in a position: if what it sees afterwards tells this move from all others. It
 * may if the game hides nothing. `rng` draws the positions that the seat cannot
 * tell from the true one, in which the move is compared with others as well; it
 * must not be the stream of the game. */
bool game_shows_move(const Game *game, const State *state, Move move, int seat,
                     const Rng *rng);

#endif
