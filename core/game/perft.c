#include "core/game/perft.h"

#include <stdlib.h>

/* The size of the working memory of one level: a state and a list of moves. */
static size_t level_size(const Game *game) {
  size_t moves = sizeof(Move) * (size_t)game->max_moves;
  return game->state_size + (moves + 7) / 8 * 8;
}

static uint64_t walk(const Game *game, const State *state, int depth,
                     char *levels) {
  if (depth <= 0)
    return 1;
  if (depth == 1)
    return (uint64_t)game_count(game, state);
  State *next = (State *)(void *)levels;
  Move *moves = (Move *)(void *)(levels + game->state_size);
  int count = game_moves(game, state, moves);
  uint64_t leaves = 0;
  for (int i = 0; i < count; i++) {
    game_assign(game, next, state);
    game_play(game, next, moves[i]);
    leaves += walk(game, next, depth - 1, levels + level_size(game));
  }
  return leaves;
}

bool perft(const Game *game, const State *state, int depth, uint64_t *leaves,
           Error *error) {
  char *levels = calloc((size_t)(depth > 1 ? depth : 1), level_size(game));
  if (!levels)
    return error_set(error, "out of memory (perft of depth %d)", depth);
  *leaves = walk(game, state, depth, levels);
  free(levels);
  return true;
}
