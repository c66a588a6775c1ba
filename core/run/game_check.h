/* Checks games that were played in a child, by rules that are built in.
 *
 * Bots from files share their child with the rules and with each other, and one
 * that has taken it over can claim any game. So this process plays the moves
 * again, from a first position of its own. What is recorded of the game (its
 * result, its length, its hash, the rows of its moves) is what happens here.
 * The child is believed who forfeited and why, how long the bots have thought
 * and how much they have searched, and, if there are no rows, how many legal
 * moves there were. */
#ifndef BOARDLAB_CORE_RUN_GAME_CHECK_H
#define BOARDLAB_CORE_RUN_GAME_CHECK_H

#include "core/run/worker.h"

typedef struct GameCheck {
  Worker *worker; /* of this process */
  ChunkWork *work;
  bool rows; /* whether to add the rows of the moves */
  MovesPlayed played;
} GameCheck;

/* Begins with the next game of the chunk. */
void game_check_begin(GameCheck *check, Worker *worker, ChunkWork *work);

/* Plays a move. False if there is none to play, or it is not legal. */
bool game_check_move(GameCheck *check, Move move);

/* Compares the end with what the child claims, and replaces all in *match that
 * is known better here. False if the game has not ended that way. */
bool game_check_end(const GameCheck *check, Match *match);

#endif
