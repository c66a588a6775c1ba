/* Training: a network learns from games that it plays against itself, by
 * TD(λ) (Sutton 1988) with step sizes that shrink where a weight is pulled to
 * and fro (temporal coherence: Beal & Smith 1999).
 *
 * Games are played in batches with the weights as they were before, on any
 * number of threads, and learned from in order: the weights depend on the seed
 * and the number of batches only. */
#ifndef BOARDLAB_CORE_LEARN_TRAINING_H
#define BOARDLAB_CORE_LEARN_TRAINING_H

#include "core/learn/self_play.h"

enum { TRAINING_BATCH = 32 /* games */, TRAINING_THREADS = 64 };

typedef struct TrainingPlan {
  uint64_t seed;
  double lambda;
  double rate;        /* of a weight that is always pulled the same way */
  double random;      /* how likely a move is random */
  int opening;        /* at most so many random moves at the start */
  uint64_t positions; /* of the whole training, for who restores it */
} TrainingPlan;

TrainingPlan training_plan(void);

typedef struct Training {
  TrainingPlan plan;
  int threads;
  Network *network[TRAINING_THREADS]; /* of each thread, the first one's learns
                                       */
  float *pull, *force; /* of each weight: the sum of its errors, and of their
                          sizes */
  uint64_t batches, games, plies, positions; /* so far */
} Training;

/* A training on games that belong to the threads, of which there are `threads`.
 * The caller frees it before they are closed. */
Training *training_new(Game *const game[], int threads, const InputPlan *inputs,
                       const TrainingPlan *plan);
void training_free(Training *t);

/* Plays a batch of games and learns from it. */
bool training_step(Training *t, Error *error);

/* Writes all of a training to a file, with a text of the caller's; and goes on
 * from there: returns that text, which the caller frees. If it cannot, because
 * the file is damaged or not of the same build, game and plan, NULL: then the
 * training is of no more use. */
bool training_save(Training *t, const char *more, const char *path,
                   Error *error);
char *training_restore(Training *t, const char *path, Error *error);

#endif
