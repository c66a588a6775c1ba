/* The worker of one batch thread: plays games and formats their rows.
 *
 * A worker owns its game and bots, opens each bot when a seating first needs
 * it, and belongs to one thread. It writes its results into a ChunkWork, whose
 * buffers are reused from chunk to chunk. */
#ifndef BOARDLAB_CORE_RUN_WORKER_H
#define BOARDLAB_CORE_RUN_WORKER_H

#include "core/run/batch.h"

enum { CHUNK_MAX = 2048 };

/* Zero-initialize before first use. */
typedef struct ChunkWork {
  Chunk chunk;    /* with `count` games done, fewer than wanted if stopped */
  Match *matches; /* of the chunk */
  int capacity;   /* of `matches` */
  bool failed;    /* the game after those failed, with this error */
  Error error;
} ChunkWork;

void chunk_work_free(ChunkWork *work);

typedef struct Worker {
  const BatchPlan *plan;
  Game *game;
  State *state;
  Bot **bots;  /* by seat, then bot; NULL until needed */
  Error error; /* why it could not be opened; or "" */
} Worker;

/* Always succeeds; if the game cannot be opened, worker_play fails. */
void worker_open(Worker *worker, const BatchPlan *plan);
void worker_close(Worker *worker);

/* Plays `wanted` games starting with work->chunk.first, or fewer if `stop` (may
 * be NULL) becomes true. */
void worker_play(Worker *worker, int wanted, const atomic_bool *stop,
                 ChunkWork *work);

#endif
