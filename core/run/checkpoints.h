/* Checkpoints of a run that several threads write.
 *
 * Who does what: the thread that puts chunks of games in order gives each one
 * its place in the files (checkpoints_place); whichever thread has time writes
 * it there and says so (checkpoints_written), in any order. A checkpoint counts
 * all chunks that have a place when it begins. It is published by a thread of
 * its own, once these are written, so nobody waits for the disk: what a
 * resumed run believes is at most a little older. Before a new checkpoint, the
 * last one must have been published; so the chunks not yet written belong to
 * the checkpoint under way or to the next one, and two counters suffice.
 *
 * If a chunk cannot be written, no checkpoint is published any more, and
 * checkpoints_good says how far everything was written. */
#ifndef BOARDLAB_CORE_RUN_CHECKPOINTS_H
#define BOARDLAB_CORE_RUN_CHECKPOINTS_H

#include "core/base/checked_file.h"
#include <pthread.h>

/* How far a run has come: its files, up to these checkpoints, hold `played`
 * games. */
typedef struct RunProgress {
  uint64_t played;
  bool complete;
  Checkpoint games, moves;
} RunProgress;

/* The place of a chunk's rows in the files: after these. */
typedef struct Place {
  RunProgress before;
  int counter; /* of the chunks it belongs to */
} Place;

/* Publishes a checkpoint: everything it counts is written. */
typedef bool Publish(void *context, const RunProgress *progress, Error *error);

/* Zero-initialize, then checkpoints_open. */
typedef struct Checkpoints {
  Publish *publish;
  void *context;
  /* Of the thread that puts chunks in order. */
  int counter; /* for the chunks placed now: 0 or 1 */
  bool has_thread;
  pthread_t thread;
  /* Protected by the lock. */
  pthread_mutex_t lock;
  pthread_cond_t written;
  uint64_t unwritten[2]; /* chunks that have a place and are not written */
  bool failed;           /* one could not be written; */
  RunProgress good;      /* before it everything was */
  bool published;        /* the thread has finished, */
  Error error;           /* or failed with this */
  /* Constant while the thread runs. */
  RunProgress progress;
} Checkpoints;

void checkpoints_open(Checkpoints *checkpoints, Publish *publish,
                      void *context);

/* Ends what checkpoints_open has begun. No chunk may be without a verdict. */
void checkpoints_close(Checkpoints *checkpoints);

/* Gives the next chunk its place. The caller's thread only, as for begin, wait
 * and close. */
Place checkpoints_place(Checkpoints *checkpoints, const RunProgress *before);

/* Says that a chunk was written, or could not be. Any thread. */
void checkpoints_written(Checkpoints *checkpoints, const Place *place,
                         bool good);

/* Begins a checkpoint in the background, unless one is under way. Fails if the
 * last one could not be published. */
bool checkpoints_begin(Checkpoints *checkpoints, const RunProgress *progress,
                       Error *error);

/* Waits for the checkpoint under way. Fails if it could not be published. */
bool checkpoints_wait(Checkpoints *checkpoints, Error *error);

/* How far everything was written: up to `placed`, unless a chunk failed. No
 * chunk may be without a verdict. */
RunProgress checkpoints_good(Checkpoints *checkpoints,
                             const RunProgress *placed);

#endif
