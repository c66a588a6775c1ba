#include "core/game/perft.h"

#include "core/base/need.h"
#include "core/game/job.h"
#include <stdlib.h>

/* The size of the working memory of one level: a state and a list of moves. */
static size_t perft_level_size(const Game *game) {
  size_t moves = sizeof(Move) * (size_t)game->max_moves;
  return game->state_size + (moves + 7) / 8 * 8;
}

static uint64_t perft_walk(const Game *game, const State *state, int depth,
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
    leaves +=
        perft_walk(game, next, depth - 1, levels + perft_level_size(game));
  }
  return leaves;
}

typedef struct PerftTask {
  int depth;
  uint64_t leaves;
} PerftTask;

static void perft_job(Job *job) {
  PerftTask *t = job->task;
  if (job_is_here(job)) {
    size_t levels = (size_t)(t->depth > 1 ? t->depth : 1);
    char *memory = need_array(levels, perft_level_size(job->game));
    t->leaves = perft_walk(job->game, job->state, t->depth, memory);
    free(memory);
  }
  CROSS(job->m, t->leaves, 0, INT64_MAX);
}

bool perft(const Game *game, const State *state, int depth, uint64_t *leaves,
           Error *error) {
  PerftTask t = {.depth = depth};
  bool done = job_do(game, perft_job, state, &t, sizeof t, NULL, error);
  *leaves = t.leaves;
  return done;
}
