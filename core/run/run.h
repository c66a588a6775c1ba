/* A run: games between bots on one game, with their seed; a folder on disk.
 *
 * The folder has a manifest, run.json, that says what the run is and how far it
 * has come; games.csv, a row a game; and, if asked for, moves.csv, a row a
 * move. Rows are written in the order of the games while they are played. A run
 * that was stopped in whatever way can be resumed, and then ends with the same
 * bytes as one that was not. A shard is the same run over a part of its games;
 * the shards of a run can be merged.
 *
 *   run_open    opens game and bots and settles what is to be played
 *   run_play    plays it, into the folder if there is one
 *   run_merge   puts shards together instead
 *   run_read    reads it from its folder instead
 *   run_close
 *
 * A Run stays where it was opened, and belongs to one thread; the threads it
 * plays on are its own business. */
#ifndef BOARDLAB_CORE_RUN_RUN_H
#define BOARDLAB_CORE_RUN_RUN_H

#include "core/base/source_hashes.h"
#include "core/run/schedule.h"
#include "core/run/tally.h"
#include <stdatomic.h>

enum {
  JOBS_MAX = 1024,
  SHARDS_MAX = 4096,
  RUN_TEXT = 128,
  PLIES_MAX = 10000000
};
#define GAMES_IN_RUN_MAX INT64_C(1000000000000)

typedef struct RunPlan {
  const char *game;        /* its spec */
  const char *const *bots; /* their specs, one for each seat, one for all, or
                              those of a tournament */
  int bot_count;
  Seating seating;
  uint64_t seed;
  uint64_t games; /* in all, or for each seating */
  bool each_seating;
  int max_plies;         /* where games are cut off; 0: where the game says */
  bool moves;            /* write moves.csv, too */
  const char *until;     /* what `enough` is about, for the manifest; or NULL */
  const char *limits;    /* what bots and rules may use, for the manifest */
  int shard, shards;     /* part 1 of 1, 2 of 16, …; 0 of 0 is 1 of 1 */
  int jobs;              /* threads; 0: one for each core */
  const char *out;       /* the folder; or NULL, and nothing is written */
  SourceHashes *sources; /* to note files in, lent; NULL: the run's own */
  bool resume;           /* go on with what is in the folder, if anything is */
} RunPlan;

typedef struct Run {
  RunPlan plan;         /* with what was 0 filled in */
  Game *game;           /* NULL if it was read or merged */
  char spec[SPEC_TEXT]; /* the game's shortest spec */
  char full[SPEC_TEXT]; /* and that with all options spelled out */
  char until[RUN_TEXT], limits[RUN_TEXT]; /* from the plan; or "" */
  Schedule schedule;
  SourceHashes *sources;
  Tally tally;
  uint64_t total;        /* games of the whole run */
  uint64_t first, count; /* games of this shard of it */
  uint64_t found;        /* games that were there when it was resumed */
  bool complete;
  bool timed; /* bots play by the clock: the same run will not come out again */
  Error reason; /* of the first forfeit, if there was one */
} Run;

/* Who wants to hear of a run under way; everything may be NULL. */
typedef struct RunCallbacks {
  /* Whether it can stop here. Is asked after every so many games, always the
   * same ones. */
  bool (*enough)(void *context, const Tally *tally);
  /* Is called some ten times a second. */
  void (*progress)(void *context, const Run *run);
  void *context;
  const atomic_bool *stop; /* becomes true when it should end early */
} RunCallbacks;

typedef enum RunEnd { RUN_DONE, RUN_STOPPED, RUN_FAILED } RunEnd;

/* Reads which part of how many is to be played: "3/16". */
bool run_read_shard(const char *text, RunPlan *plan, Error *error);

/* How many cores there are to play on. */
int run_cores(void);

/* Nothing is written yet. run->plan is not to be looked at beyond the life of
 * what the plan points to. */
bool run_open(Run *run, const RunPlan *plan, Error *error);
void run_close(Run *run);

RunEnd run_play(Run *run, const RunCallbacks *callbacks, Error *error);

/* Reads the shards in these folders, which must be all of one run and complete,
 * into the folder `out`, as if it had been played there. The run is opened from
 * their manifests; the caller closes it. */
bool run_merge(Run *run, const char *const dirs[], int count, const char *out,
               Error *error);

/* A run as it stands in its folder: nothing is played or opened. Each game is
 * shown to `take` (or NULL), in their order; false with a message stops the
 * reading. A run that is being played by another process is read up to its last
 * checkpoint. The folder's name must outlive it. */
typedef bool RunGameCallback(void *context, uint64_t index, const Match *match,
                             Error *error);
bool run_read(Run *run, const char *dir, RunGameCallback *take, void *context,
              Error *error);

#endif
