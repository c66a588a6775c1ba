/* A batch: games of a run, played on several threads, in the order of their
 * numbers.
 *
 * Each worker has a game, bots and room of its own and plays a few games at a
 * time, a chunk, for which it also writes the rows of CSV. The caller's thread
 * gets the chunks in order, so what it makes of them does not hang on how many
 * workers there are. Only so many chunks wait for their turn, so memory does
 * not grow with the number of games. */
#ifndef BOARDLAB_CORE_RUN_BATCH_H
#define BOARDLAB_CORE_RUN_BATCH_H

#include "core/base/csv.h"
#include "core/base/source_hashes.h"
#include "core/game/match.h"
#include "core/run/schedule.h"
#include <stdatomic.h>

typedef struct BatchPlan {
  const char *game; /* its spec */
  const Schedule *schedule;
  uint64_t seed, first,
      count; /* games first … first + count - 1 of that seed */
  int max_plies;
  bool games, moves;     /* whether rows are written: one a game, one a move */
  int jobs;              /* threads, at least 1 */
  uint64_t stride;       /* no chunk goes beyond a multiple of it; 0 for any */
  SourceHashes *sources; /* what the workers read is noted in it; or NULL */
} BatchPlan;

/* Games that have been played, one after the other. */
typedef struct Chunk {
  uint64_t first;
  int count;
  const Match *matches;
  Text games, moves; /* their rows */
  Error reason;      /* of the first that was forfeited */
} Chunk;

/* What the caller wants to hear, all on its own thread. */
typedef struct BatchCallbacks {
  /* Takes a chunk; they come in order. False stops the batch: with a message it
   * has failed, without it is done. */
  bool (*take)(void *context, const Chunk *chunk, Error *error);
  /* Is called some ten times a second, whatever happens; or NULL. */
  void (*idle)(void *context);
  void *context;
  /* Becomes true when the batch should end early: games under way are played
   * to their end. May be NULL. */
  const atomic_bool *stop;
} BatchCallbacks;

typedef enum BatchEnd { BATCH_DONE, BATCH_STOPPED, BATCH_FAILED } BatchEnd;

/* A batch fails where its rules do: all games before that one have been taken
 * by then. */
BatchEnd batch_play(const BatchPlan *plan, const BatchCallbacks *callbacks,
                    Error *error);

#endif
