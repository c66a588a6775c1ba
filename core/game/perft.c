#include "core/game/perft.h"

#include "core/game/job.h"
#include <limits.h>
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

/* Arguments: the position and the depth. Results: an error and the leaves. */
static void perft_job(Job *job) {
  Error why = {0};
  uint64_t leaves = 0;
  message_get(job->in, job->state, job->game->state_size);
  int depth = (int)message_get_int(job->in, 0, INT_MAX);
  perft(job->game, job->state, depth, &leaves, &why);
  message_put_error(job->out, &why);
  message_put_int(job->out, (int64_t)leaves);
}

static bool ask_for_perft(const Game *game, const State *state, int depth,
                          uint64_t *leaves, Error *error) {
  Message *m = job_begin(game, perft_job);
  message_put(m, state, game->state_size);
  message_put_int(m, depth);
  m = job_run(game, NULL, error);
  if (!m)
    return false;
  bool failed = message_get_error(m, error);
  *leaves = (uint64_t)message_get_int(m, 0, INT64_MAX);
  return job_is_sane(game, error) && !failed;
}

bool perft(const Game *game, const State *state, int depth, uint64_t *leaves,
           Error *error) {
  if (game->remote)
    return ask_for_perft(game, state, depth, leaves, error);
  char *levels = calloc((size_t)(depth > 1 ? depth : 1), level_size(game));
  if (!levels)
    return error_set(error, "out of memory (perft of depth %d)", depth);
  *leaves = walk(game, state, depth, levels);
  free(levels);
  return true;
}
