/* Watching the games of a run where they are played.
 *
 * Workers are threads, and may have processes of their own (worker_process.h).
 * Each opens the watch for its game, and the watch notes in a message what it
 * has seen of each game. The caller's thread takes the messages in the order of
 * the games, so what it makes of them does not depend on the workers, as long
 * as the watch forgets one game before the next. A message may come from a
 * process that is not to be trusted: give every number its range. */
#ifndef BOARDLAB_CORE_RUN_GAME_WATCH_H
#define BOARDLAB_CORE_RUN_GAME_WATCH_H

#include "core/base/message.h"
#include "core/game/game.h"

enum { WATCH_NOTES_MAX = 1 << 16 }; /* bytes of the message on a game */

typedef struct GameWatch {
  const void *context; /* that workers may read */
  size_t size;         /* of what each worker has, zero at first */
  bool (*open)(void *watcher, const void *context, const Game *game,
               Error *error);
  void (*close)(void *watcher); /* also after a failure; or NULL */
  /* A game begins, perhaps over again. */
  void (*begin)(void *watcher, uint64_t index);
  /* As in MatchCallbacks. NULL: legal moves are not even counted, so the rules
   * are asked only what the bots and the game itself ask. */
  void (*turn)(void *watcher, const Game *game, const State *state, Move move,
               int legal);
  /* The game is over. If it fails, the run does. */
  bool (*end)(void *watcher, const State *last, Message *notes, Error *error);
  /* On the caller's thread: reads what `end` has written. */
  bool (*take)(void *taker, uint64_t index, Message *notes, Error *error);
  void *taker;
} GameWatch;

#endif
