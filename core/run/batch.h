/* A batch: consecutive games of a run, played on several threads and delivered
 * in order.
 *
 * Each worker thread has its own game, bots and buffers and plays a chunk of
 * games at a time, for which it also formats the CSV rows. The caller's thread
 * receives the chunks in the order of the games, so the result does not depend
 * on the number of workers, and says where the rows go. Then a worker writes
 * them there before it plays on, or the caller's thread, if it has nothing to
 * put in order. Workers that have nothing left to play write until all has been
 * taken: however slow the disk is, they share that. What waits for its turn or
 * to be written is bounded (BATCH_WAITING), so memory does not grow with the
 * number of games, however slow the disk is and however long one game takes. */
#ifndef BOARDLAB_CORE_RUN_BATCH_H
#define BOARDLAB_CORE_RUN_BATCH_H

#include "core/base/csv.h"
#include "core/base/source_hashes.h"
#include "core/game/match.h"
#include "core/run/checkpoints.h"
#include "core/run/game_watch.h"
#include "core/run/schedule.h"
#include "core/run/tally.h"
#include <stdatomic.h>

/* Bytes of the buffers of finished chunks, per worker: when there are more,
 * workers wait until some have been delivered and written. A chunk has about a
 * quarter of that at most, unless some of its games are far longer than those
 * before. The buffers of chunks that have been delivered and written are kept
 * for reuse, as long as they have no more bytes than that either. */
enum { BATCH_WAITING = 2 << 20 };

typedef struct BatchPlan {
  const char *game; /* spec */
  const Schedule *schedule;
  uint64_t seed;
  uint64_t first, count; /* games first … first + count - 1 of that seed */
  int max_plies;         /* ply limit */
  bool games;            /* whether to format the row of each game */
  uint64_t moves_until;  /* games before this one get a row per move as well */
  const Selection *record; /* games for which both are formatted in any case; or
                              NULL */
  /* If not NULL, plays these `count` games instead, in this order, each alone
   * in a new process; `first` is then 0. A chunk has one game. */
  const uint64_t *alone;
  bool native;            /* the rules are built in: games of bots from files
                             are checked by them, see game_check.h */
  bool tally;             /* whether to count the games */
  bool matches;           /* whether the caller needs every match */
  bool times;             /* whether to measure how long bots think */
  const GameWatch *watch; /* or NULL; then no rows are formatted */
  int jobs;               /* threads, at least 1 */
  uint64_t stride;        /* chunks do not cross its multiples; 0: no stride */
  SourceHashes *sources;  /* records the files that workers read; or NULL */
} BatchPlan;

/* Consecutive games that have been played. Valid until the callback returns; if
 * it is to be written, until that is done. */
typedef struct Chunk {
  uint64_t first;
  int count;
  const Match *matches;    /* if wanted */
  const Tally *tally;      /* a part; if wanted */
  Text games, moves;       /* CSV rows; with a watch, `moves` has its notes */
  const size_t *moves_end; /* the length of `moves` after each game */
  uint64_t games_checksum, moves_checksum; /* of the rows */
  uint64_t full; /* games in which a search reached its limit of memory */
  Error reason;  /* of the first forfeit among them */
  Forfeits forfeits;
  MoveTimes times[BOTS_MAX]; /* of each bot, if wanted */
  bool write;                /* take sets it to have the chunk written, */
  Place place;               /* there, */
  size_t moves_kept;         /* with so many bytes of the moves */
} Chunk;

/* Callbacks of a batch under way, on the caller's thread except for `write`. */
typedef struct BatchCallbacks {
  /* Receives the next chunk. Returning false ends the batch: with a message as
   * failed, without one as done. */
  bool (*take)(void *context, Chunk *chunk, Error *error);
  /* Writes a chunk for which take has set `write`. Called once for each of
   * them, on any thread, in any order. Failing ends the batch. May be NULL. */
  bool (*write)(void *context, const Chunk *chunk, Error *error);
  /* Called about ten times a second; or NULL. */
  void (*idle)(void *context);
  /* Called when the batch has failed because of the rules, with the number of
   * the game; or NULL. */
  void (*failed)(void *context, uint64_t game);
  void *context;
  /* Set it to true to end the batch early; games under way are finished. May be
   * NULL. */
  const atomic_bool *stop;
} BatchCallbacks;

/* Plays the games. If the rules fail in some game, the batch fails there, after
 * all games before it have been delivered. */
RunEnd batch_play(const BatchPlan *plan, const BatchCallbacks *callbacks,
                  Error *error);

#endif
