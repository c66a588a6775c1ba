/* A worker: plays games of a batch and collects their results.
 *
 * A worker owns its game and bots, opens each bot when a seating first needs
 * it, and belongs to one thread. It writes its results into a ChunkWork, whose
 * buffers are reused from chunk to chunk. worker_process.h decides in which
 * process it works. */
#ifndef BOARDLAB_CORE_RUN_WORKER_H
#define BOARDLAB_CORE_RUN_WORKER_H

#include "core/run/batch.h"
#include "core/run/part_columns.h"

enum { CHUNK_MAX = 4096 };

/* Zero-initialize before first use. */
typedef struct ChunkWork {
  Chunk chunk;    /* with `count` games done, fewer than wanted if stopped */
  Match *matches; /* of the chunk; only one unless the plan wants them all */
  size_t *moves_end;
  Tally tally;
  int capacity;        /* games that fit in these */
  uint64_t ply;        /* of the game in progress */
  size_t moves_before; /* bytes of chunk.moves before that game */
  bool failed;         /* the rules of the game after those failed, so: */
  Error error;
} ChunkWork;

void chunk_work_free(ChunkWork *work);

/* Starts a chunk of at most `wanted` games, the first of which is
 * work->chunk.first. chunk_end completes it. */
void chunk_begin(ChunkWork *work, const BatchPlan *plan, int wanted);
void chunk_end(ChunkWork *work);

/* The memory that the games of a chunk need, and what its buffers take: they
 * may be larger, for they are reused. */
size_t chunk_bytes(const ChunkWork *work, const BatchPlan *plan);
size_t chunk_capacity(const ChunkWork *work, const BatchPlan *plan);

/* Where the match of the next game goes. */
static inline Match *chunk_match(ChunkWork *work, const BatchPlan *plan) {
  return &work->matches[plan->matches ? work->chunk.count : 0];
}

/* The number of the game that comes next. */
static inline uint64_t chunk_index(const ChunkWork *work) {
  return work->chunk.first + (uint64_t)work->chunk.count;
}

/* Begins the row of a move of that game; `seat` is that of game_seat_number.
 * The caller adds its parts, then calls chunk_end_move. */
Text *chunk_begin_move(ChunkWork *work, int seat, const char *move, int legal);
static inline void chunk_end_move(Text *row) {
  text_add_char(row, '\n');
}

/* Adds that game; `reason` is that of a forfeit. */
void chunk_add_game(ChunkWork *work, const BatchPlan *plan, const Match *match,
                    const Error *reason);

/* Adds the notes on that game, before it is added itself. */
void chunk_add_notes(ChunkWork *work, const void *notes, size_t length);

/* Removes the moves of that game again. */
void chunk_cancel_game(ChunkWork *work);

/* Ends the chunk because that game failed. Removes its moves. */
void chunk_fail(ChunkWork *work, const BatchPlan *plan, const Error *error);

/* Whether the moves of a game are to be added, and whether the game's row is.
 */
static inline bool worker_needs_moves(const BatchPlan *plan, uint64_t index) {
  return index < plan->moves_until ||
         (plan->record && selection_has(plan->record, index));
}
static inline bool worker_needs_row(const BatchPlan *plan, uint64_t index) {
  return plan->games || (plan->record && selection_has(plan->record, index));
}

typedef struct Worker {
  const BatchPlan *plan;
  Game *game;
  State *state;
  PartColumns parts;
  Bot **bots;    /* by seat, then bot; NULL until needed */
  void *watcher; /* if the plan has a watch */
  Message notes; /* its notes on the last game */
  Error error;   /* why it could not be opened; or "" */
} Worker;

/* Always succeeds; if the game cannot be opened, playing fails. */
void worker_open(Worker *worker, const BatchPlan *plan);
void worker_close(Worker *worker);

/* Plays one game. Fails if the rules fail; if a bot forfeits, `error` has the
 * reason. If the plan has a watch, that gets the turns, and
 * worker->notes has its notes. */
bool worker_play_game(Worker *worker, uint64_t index,
                      const MatchCallbacks *callbacks, Match *match,
                      Error *error);

/* Plays a game in which something has failed once more, for its moves, and adds
 * them to the traceback. */
void worker_explain(const BatchPlan *plan, uint64_t index, Error *why);

/* Adds the row of a move in worker->state to the game in progress. */
void worker_add_move(Worker *worker, ChunkWork *work, Move move, int legal);

/* Adds games to a chunk until it has `count`, it fails, or `stop` (may be NULL)
 * becomes true. */
void worker_play(Worker *worker, int count, const atomic_bool *stop,
                 ChunkWork *work);

#endif
