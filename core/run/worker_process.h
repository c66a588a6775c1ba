/* The worker of one batch thread, in this process or in a child.
 *
 * If the game or a bot comes from a file that must be isolated, the thread
 * starts a child process (core/isolation) in which a Worker plays whole chunks
 * of games and sends back what happened in them. This process checks that and
 * formats the rows, so whatever the child does it cannot falsify other games.
 * If the rules are built in, it also replays the games (game_check.h): those
 * whose moves are kept, and of the others all, or as many as take a small part
 * of the time.
 *
 * Games between different files go to different children, so that a file can
 * spoil no game that it does not play in.
 *
 * If the child dies, or a game does not replay, nobody knows which file was to
 * blame. This process then
 * plays the games of the chunk up to the one that was under way itself, with
 * every file in a process of its own (remote.h): the bot whose process dies
 * forfeits its game; if it is that of the rules, the batch fails. The rest of
 * the chunk gets a new child.
 *
 * Games that are to be played alone (BatchPlan.alone) get a new child each,
 * whether or not there is anything to isolate.
 *
 * Programs (core/program) are started by this process only, so it plays their
 * games itself, with every file in a process of its own. */
#ifndef BOARDLAB_CORE_RUN_WORKER_PROCESS_H
#define BOARDLAB_CORE_RUN_WORKER_PROCESS_H

#include "core/isolation/child.h"
#include "core/run/worker.h"

enum { PLAYERS_MAX = 16 };

/* A child for the games between these bots. */
typedef struct PlayerProcess {
  Child *child;  /* NULL if there is none at the moment */
  uint64_t bots; /* those from files that are isolated: bit b for bot b */
  uint64_t used; /* when it was last used */
} PlayerProcess;

typedef struct WorkerProcess {
  const BatchPlan *plan;
  bool game_is_isolated;
  uint64_t bots;     /* all that come from files that are isolated */
  uint64_t programs; /* all that are programs: their games are played here */
  PlayerProcess players[PLAYERS_MAX];
  uint64_t clock;    /* counts uses */
  uint64_t suspects; /* bots whose child has sent nonsense */
  int64_t replay_ns; /* that replaying a game takes, roughly */
  Worker here;       /* in this process */
  bool is_open;      /* whether `here` is */
} WorkerProcess;

void worker_process_open(WorkerProcess *worker, const BatchPlan *plan);
void worker_process_close(WorkerProcess *worker);

/* Plays `wanted` games starting with work->chunk.first, or fewer if `stop` (may
 * be NULL) becomes true. */
void worker_process_play(WorkerProcess *worker, int wanted,
                         const atomic_bool *stop, ChunkWork *work);

#endif
