#include "core/run/batch.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/run/worker_process.h"
#include <pthread.h>
#include <stdlib.h>

enum {
  SLOTS = 1024, /* chunks being played or waiting for delivery */
  CHUNK_BYTES = BATCH_WAITING / 4,
  STACK_SIZE = 8 << 20, /* deep enough for Lua rules that call each other */
  TICK = 100000000      /* nanoseconds between calls of idle */
};

/* Holds one chunk: it is played, waits for its turn, is taken by the caller's
 * thread, and is written. Free slots form a stack: the slot released last is
 * reused first because it is still in the cache. Most slots are never used,
 * and their memory never touched. */
typedef struct Slot {
  struct Slot *next; /* free slot; or next to be written */
  bool ready;
  int wanted;   /* games */
  size_t bytes; /* of its buffers, when the last chunk was finished */
  ChunkWork work;
} Slot;

/* Shared by all threads and protected by the lock. */
typedef struct Batch {
  const BatchPlan *plan;
  const BatchCallbacks *callbacks;
  pthread_mutex_t lock;
  pthread_cond_t space, ready; /* wake workers; wake the caller's thread */
  uint64_t next;               /* game to play */
  uint64_t claimed, taken;     /* chunks so far */
  size_t waiting, idle;        /* bytes of finished chunks; of free slots */
  bool halt;                   /* no more chunks are played or taken */
  bool broken;                 /* the rules have failed in this game */
  uint64_t broken_game;
  bool write_failed; /* with this error */
  Error write_error;
  Slot *to_write, **to_write_end; /* the oldest first */
  Slot *free;                     /* of those that have been used */
  int used;          /* slots so far; those after them are free, too */
  Slot *turn[SLOTS]; /* chunk c is in turn[c % SLOTS] */
  Slot slots[SLOTS];
} Batch;

/* ---- workers -------------------------------------------------------------*/

static bool is_over(const Batch *b) {
  const atomic_bool *stop = b->callbacks->stop;
  return b->halt ||
         (stop && atomic_load_explicit(stop, memory_order_relaxed)) ||
         b->next == b->plan->first + b->plan->count;
}

static size_t most_bytes(const Batch *b) {
  return (size_t)b->plan->jobs * BATCH_WAITING;
}

/* The chunk to be delivered next never waits, however much has to wait for it;
 * otherwise all threads could wait for each other. */
static bool has_space(const Batch *b) {
  return (b->free || b->used < SLOTS) &&
         (b->waiting < most_bytes(b) || b->claimed == b->taken);
}

static int chunk_size(const Batch *b, int wanted) {
  if (b->plan->alone)
    return 1;
  uint64_t size = (uint64_t)wanted, stride = b->plan->stride;
  uint64_t left = b->plan->first + b->plan->count - b->next;
  if (stride && size > stride - b->next % stride)
    size = stride - b->next % stride;
  return (int)(size < left ? size : left);
}

/* Its buffers are kept for the next chunk, but not those of all chunks that had
 * to wait once, nor those of a very long game. */
static void release(Batch *b, Slot *slot) {
  b->waiting -= slot->bytes;
  if (b->idle + slot->bytes > most_bytes(b)) {
    chunk_work_free(&slot->work);
    slot->bytes = 0;
  }
  b->idle += slot->bytes;
  slot->next = b->free;
  b->free = slot;
  pthread_cond_broadcast(&b->space);
}

/* Writes the chunk that was taken first, if there is one to be written. Called
 * with the lock, which is open meanwhile. */
static bool write_one(Batch *b) {
  Slot *slot = b->to_write;
  Error error = {0};
  if (!slot)
    return false;
  b->to_write = slot->next;
  pthread_mutex_unlock(&b->lock);
  bool good =
      b->callbacks->write(b->callbacks->context, &slot->work.chunk, &error);
  pthread_mutex_lock(&b->lock);
  if (!good && !b->write_failed) {
    b->write_failed = b->halt = true;
    b->write_error = error;
    pthread_cond_signal(&b->ready);
  }
  release(b, slot);
  return true;
}

static Slot *claim_slot(Batch *b, int wanted) {
  Slot *slot = b->free ? b->free : &b->slots[b->used++];
  b->free = slot->next;
  b->idle -= slot->bytes;
  b->turn[b->claimed++ % SLOTS] = slot;
  slot->ready = false;
  slot->wanted = chunk_size(b, wanted);
  slot->work.chunk.first = b->plan->alone ? b->plan->alone[b->next] : b->next;
  b->next += (uint64_t)slot->wanted;
  return slot;
}

/* Waits until something has changed, if there is no space for more games, or
 * none are left but chunks may still be taken: they have to be written. */
static bool wait_for_work(Batch *b) {
  if (b->halt || (!is_over(b) && has_space(b)))
    return false;
  pthread_cond_wait(&b->space, &b->lock);
  return true;
}

/* Claims the next games to play; NULL when none are left and all is written or
 * being written. */
static Slot *claim(Batch *b, int wanted) {
  pthread_mutex_lock(&b->lock);
  while (write_one(b) || wait_for_work(b))
    ;
  Slot *slot = b->halt ? NULL : claim_slot(b, wanted);
  pthread_mutex_unlock(&b->lock);
  return slot;
}

static void publish(Batch *b, Slot *slot) {
  pthread_mutex_lock(&b->lock);
  slot->ready = true;
  b->waiting += slot->bytes;
  if (slot == b->turn[b->taken % SLOTS])
    pthread_cond_signal(&b->ready);
  pthread_mutex_unlock(&b->lock);
}

/* Aims at chunks of a few milliseconds: long compared with locking, short
 * enough for prompt progress and stopping. If that is more than CHUNK_BYTES,
 * they are shorter. */
static int next_size(int size, int64_t took, size_t bytes) {
  enum { SHORT = 2000000, LONG = 8000000 };
  if (took < SHORT && bytes < CHUNK_BYTES / 2 && size < CHUNK_MAX)
    return 2 * size;
  return (took > LONG || bytes > CHUNK_BYTES) && size > 1 ? size / 2 : size;
}

static void play_chunks(Batch *b, WorkerProcess *worker) {
  int size = 1;
  Slot *slot;
  while ((slot = claim(b, size))) {
    int64_t began = clock_nanoseconds();
    worker_process_play(worker, slot->wanted, b->callbacks->stop, &slot->work);
    chunk_end(&slot->work);
    slot->bytes = chunk_capacity(&slot->work, b->plan);
    size = next_size(size, clock_nanoseconds() - began,
                     chunk_bytes(&slot->work, b->plan));
    publish(b, slot);
  }
}

static void *work(void *context) {
  Batch *b = context;
  source_hashes_use(b->plan->sources);
  WorkerProcess worker;
  worker_process_open(&worker, b->plan);
  play_chunks(b, &worker);
  worker_process_close(&worker);
  return NULL;
}

/* ---- the caller's thread -------------------------------------------------*/

static void call_idle(const BatchCallbacks *callbacks, int64_t *last) {
  int64_t now = clock_nanoseconds();
  if (callbacks->idle && now - *last >= TICK) {
    callbacks->idle(callbacks->context);
    *last = now;
  }
}

static Slot *next_ready(const Batch *b) {
  Slot *slot = b->taken < b->claimed ? b->turn[b->taken % SLOTS] : NULL;
  return slot && slot->ready && !b->write_failed ? slot : NULL;
}

/* Waits for the next chunk in order; NULL when there are no more. Meanwhile
 * writes: the games of the workers may take long. */
static Slot *wait_for_chunk(Batch *b, int64_t *last_idle) {
  pthread_mutex_lock(&b->lock);
  while (!next_ready(b) && !b->write_failed &&
         (b->taken < b->claimed || !is_over(b))) {
    if (write_one(b))
      continue;
    clock_wait(&b->ready, &b->lock, clock_nanoseconds() + TICK);
    pthread_mutex_unlock(&b->lock);
    call_idle(b->callbacks, last_idle);
    pthread_mutex_lock(&b->lock);
  }
  Slot *slot = next_ready(b);
  pthread_mutex_unlock(&b->lock);
  return slot;
}

/* Has a chunk that was taken written, or releases it. */
static void pass_on(Batch *b, Slot *slot) {
  pthread_mutex_lock(&b->lock);
  b->taken++;
  if (slot->work.chunk.write) {
    slot->next = NULL;
    *(b->to_write ? b->to_write_end : &b->to_write) = slot;
    b->to_write_end = &slot->next;
    pthread_cond_signal(&b->space);
  } else {
    release(b, slot);
  }
  pthread_mutex_unlock(&b->lock);
}

/* Delivers a chunk to the caller. Returns whether to continue. */
static bool deliver(Batch *b, Slot *slot, RunEnd *end, Error *error) {
  ChunkWork *work = &slot->work;
  work->chunk.write = false;
  *end = RUN_FAILED;
  if (b->plan->sources && source_hashes_changed(b->plan->sources, error))
    return false;
  Error why = {0};
  if (work->chunk.count > 0 &&
      !b->callbacks->take(b->callbacks->context, &work->chunk, &why)) {
    *end = error_is_set(&why) ? RUN_FAILED : RUN_DONE;
    return error_copy(error, &why);
  }
  if (work->failed) {
    b->broken = true;
    b->broken_game = chunk_index(work);
    return error_copy(error, &work->error);
  }
  *end = RUN_STOPPED;
  return work->chunk.count == slot->wanted;
}

static RunEnd take_chunks(Batch *b, Error *error) {
  RunEnd end = RUN_DONE;
  int64_t last_idle = clock_nanoseconds();
  Slot *slot;
  while ((slot = wait_for_chunk(b, &last_idle))) {
    bool more = deliver(b, slot, &end, error);
    pass_on(b, slot);
    if (!more)
      return end;
    call_idle(b->callbacks, &last_idle);
  }
  return b->next < b->plan->first + b->plan->count ? RUN_STOPPED : RUN_DONE;
}

/* Ends playing and taking, and writes the rest together with the workers. */
static void halt(Batch *b) {
  pthread_mutex_lock(&b->lock);
  b->halt = true;
  pthread_cond_broadcast(&b->space);
  while (write_one(b))
    ;
  pthread_mutex_unlock(&b->lock);
}

static Batch *new_batch(const BatchPlan *plan,
                        const BatchCallbacks *callbacks) {
  Batch *b = need(sizeof *b);
  b->plan = plan;
  b->callbacks = callbacks;
  b->next = plan->first;
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->space, NULL);
  pthread_cond_init(&b->ready, NULL);
  return b;
}

static void free_batch(Batch *b) {
  for (int i = 0; i < b->used; i++)
    chunk_work_free(&b->slots[i].work);
  pthread_cond_destroy(&b->ready);
  pthread_cond_destroy(&b->space);
  pthread_mutex_destroy(&b->lock);
  free(b);
}

/* Starts as many threads as possible and returns their number; one suffices. */
static int start_threads(Batch *b, pthread_t *threads, int count) {
  int started = 0;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_SIZE);
  while (started < count &&
         pthread_create(&threads[started], &attributes, work, b) == 0)
    started++;
  pthread_attr_destroy(&attributes);
  return started;
}

static RunEnd run_threads(Batch *b, Error *error) {
  uint64_t count = b->plan->count;
  int jobs = count < (uint64_t)b->plan->jobs ? (int)count : b->plan->jobs;
  pthread_t *threads = need_array((size_t)jobs, sizeof *threads);
  int started = start_threads(b, threads, jobs);
  RunEnd end = RUN_FAILED;
  if (started)
    end = take_chunks(b, error);
  else
    error_set(error, "could not start a thread: out of memory");
  halt(b);
  for (int i = 0; i < started; i++)
    pthread_join(threads[i], NULL);
  free(threads);
  if (!b->write_failed)
    return end;
  error_copy(error, &b->write_error);
  return RUN_FAILED;
}

RunEnd batch_play(const BatchPlan *plan, const BatchCallbacks *callbacks,
                  Error *error) {
  if (plan->count == 0)
    return RUN_DONE;
  Batch *b = new_batch(plan, callbacks);
  RunEnd end = run_threads(b, error);
  if (end == RUN_FAILED && b->broken) {
    worker_explain(plan, b->broken_game, error);
    if (callbacks->failed)
      callbacks->failed(callbacks->context, b->broken_game);
  }
  free_batch(b);
  return end;
}
