/* Conformance: what must hold of every game, checked along random games.
 *
 * Everything above the game interface trusts these properties, so a new game is
 * ready when it passes. In each position: the game is on exactly as long as
 * there are moves; no move is listed twice, and a pass only alone; every move's
 * text parses back to it; counting agrees with listing; the moves in the list
 * are legal by themselves, and other numbers are not; a random move is a legal
 * one; copies play on to the same bytes and hash; a move writes nothing beyond
 * the state; seats and winners exist; the board can be drawn; and what it is
 * worth to each side, if the game says so, are chances that are 1 together. */
#ifndef BOARDLAB_CORE_GAME_CONFORM_H
#define BOARDLAB_CORE_GAME_CONFORM_H

#include "core/game/game.h"

/* Plays `games` random games, each up to max_plies. The message names what is
 * wrong and the line of moves that shows it. */
bool conform(const Game *game, uint64_t seed, int games, int max_plies,
             Error *error);

#endif
