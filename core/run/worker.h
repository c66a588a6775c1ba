/* One thread's part of a batch: it plays games, and writes their rows.
 *
 * A worker has a game and bots of its own, opened when they are first needed,
 * and belongs to one thread. What it makes of a few games is a ChunkWork, which
 * is used again and again. */
#ifndef BOARDLAB_CORE_RUN_WORKER_H
#define BOARDLAB_CORE_RUN_WORKER_H

#include "core/run/batch.h"

enum { CHUNK_MAX = 2048 };

/* All zero to begin with. */
typedef struct ChunkWork {
  Chunk chunk;    /* `count` are done, fewer than wanted if it was stopped */
  Match *matches; /* room for those of the chunk */
  int room;
  bool failed; /* the game after those, for this reason */
  Error error;
} ChunkWork;

void chunk_work_free(ChunkWork *work);

typedef struct Worker {
  const BatchPlan *plan;
  Game *game;
  State *state;
  Bot **bots;  /* by seat, then bot; NULL if not needed yet */
  Error error; /* why it could not be opened; or "" */
} Worker;

/* A worker that could not be opened fails as soon as it should play. */
void worker_open(Worker *worker, const BatchPlan *plan);
void worker_close(Worker *worker);

/* Plays games work->chunk.first and on, as many as wanted, unless stop becomes
 * true on the way; stop may be NULL. */
void worker_play(Worker *worker, int wanted, const atomic_bool *stop,
                 ChunkWork *work);

#endif
