/* Plain Lua: random games by the rules of a file, played as a Lua program
 * without boardlab would play them. The yardstick of what boardlab costs. */
#ifndef BOARDLAB_LUA_HOST_PLAIN_H
#define BOARDLAB_LUA_HOST_PLAIN_H

#include "core/game/game.h"

typedef struct PlainGames {
  uint64_t games, plies;
  double seconds;
} PlainGames;

/* Plays for about `seconds` seconds of CPU time. A game of the library that
 * uses boardlab's C functions has a version in plain Lua in lua/yardsticks,
 * which is played instead. Fails if the file cannot be played that way: because
 * it is a variant, or needs more of boardlab than to be opened. The file runs
 * in an ordinary Lua state without limits, so call this only in a child process
 * (core/isolation). */
bool plain_play(const Game *game, double seconds, PlainGames *played,
                Error *error);

#endif
