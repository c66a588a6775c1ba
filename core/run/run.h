/* A run: games between bots on one game, played from one seed.
 *
 * A run that is kept has a folder on disk. Its manifest, run.json, says what
 * the run is and how far it has come. games.csv has one row per game, and
 * moves.csv one row per move of the first games or, if requested, of all. Rows
 * are written in the order of the games while the games are played. A run that
 * was stopped or killed can be resumed, and then ends with the same bytes as
 * one that was not interrupted. A complete run can be given more games: then
 * its manifest says so, and games.csv and moves.csv have the same bytes. A
 * shard is a run over a part of the games; run_merge joins the shards of a run.
 *
 *   run_open    opens the game and the bots and decides what to play
 *   run_play    plays the games, into the folder if there is one
 *   run_verify  plays some of the games again and compares them
 *   run_merge   builds the run from its shards instead
 *   run_collect builds it from game files instead (collect.h)
 *   run_read    reads the run from its folder instead
 *   run_close   frees it
 *
 * A Run must not be moved in memory after it is opened, and belongs to one
 * thread. run_play starts and joins its own threads; the callbacks run on the
 * caller's thread. */
#ifndef BOARDLAB_CORE_RUN_RUN_H
#define BOARDLAB_CORE_RUN_RUN_H

#include "core/base/checked_file.h"
#include "core/base/source_hashes.h"
#include "core/run/game_watch.h"
#include "core/run/schedule.h"
#include "core/run/set_aside.h"
#include "core/run/tally.h"
#include <stdatomic.h>

enum {
  JOBS_MAX = 1024,
  SHARDS_MAX = 4096,
  RUN_TEXT = 128,
  GAME_TITLE = 256,
  PLIES_MAX = 10000000,
  VERIFY_MAX = 100000
};
#define GAMES_IN_RUN_MAX INT64_C(1000000000000)

/* Without RunPlan.moves, the moves of this many games are kept, the first of
 * the run: what reports look at, so that they need not play games again that
 * took long. If the games are so long that the first of them have KEPT_PLIES
 * plies, the others are not kept: the file has at most a few megabytes.
 *
 * Games between `random` players take no longer to play again than to read, and
 * writing a move down may take as long as playing it (a game in Lua has to be
 * asked for its text): only 1/KEPT_OF_RANDOM of these numbers are kept. */
enum { KEPT_GAMES = 1000, KEPT_PLIES = 100000, KEPT_OF_RANDOM = 10 };

/* Takes a game of a run. If it returns false with a message, the run fails. */
typedef bool RunGameCallback(void *context, uint64_t index, const Match *match,
                             Error *error);

/* What to play. The caller owns everything it points to and keeps it alive as
 * long as the run. */
typedef struct RunPlan {
  const char *game;        /* spec */
  const char *const *bots; /* specs: one per seat, one for all seats, or the
                              entrants of a tournament */
  int bot_count;
  Seating seating;
  bool pairs;  /* the games of a round (schedule.h) share their opening */
  int opening; /* the first plies of each game that are random */
  uint64_t seed;
  uint64_t games; /* in total; per seating if each_seating is set */
  bool each_seating;
  bool whole_rounds;  /* `games` is a default: rounded up so that all seatings
                         have as many */
  int max_plies;      /* ply limit; 0: the game's own */
  bool moves;         /* keep the moves of all games */
  const char *until;  /* the stopping rule behind `enough`, for the manifest;
                         or NULL */
  const char *limits; /* limits on bots and rules, for the manifest */
  int shard, shards;  /* shard 2 of 16; 0 of 0 means 1 of 1 */
  int jobs;           /* threads; 0: one per core */
  const char *out;    /* the folder; NULL: write nothing */
  SourceHashes *sources; /* records the files read; NULL: the run makes and owns
                            one */
  bool resume;           /* continue the run in the folder, if there is one */
  bool times;            /* measure how long bots think, see Run.times */
  int verify;            /* how many games run_verify is to play again */
  RunGameCallback *take; /* called by run_play for each game in order, also for
                            those it finds when it resumes; or NULL */
  void *take_context;
  const GameWatch *watch; /* of a run without a folder; or NULL */
} RunPlan;

typedef struct Verification Verification;

/* Games of a run whose moves are in moves.csv, from the first one on. */
typedef struct Kept {
  uint64_t games, plies;
} Kept;

typedef struct Run {
  RunPlan plan;        /* with defaults filled in */
  Game *game;          /* NULL if the run was read or merged */
  struct json_t *made; /* the keys of its manifest that say how it was made
                          (made.h), and its shard */
  bool own_limit;      /* plan.max_plies is the game's own */
  char until[RUN_TEXT], limits[RUN_TEXT]; /* from the plan; or "" */
  Schedule schedule;
  SourceHashes *sources;
  Tally tally;
  uint64_t total;        /* games of the whole run */
  uint64_t first, count; /* games of this shard */
  uint64_t found;        /* games that were already played when it resumed */
  bool complete;
  /* What the run was before it was given more games: a list with one object for
   * each time that it was complete, or dropped its stopping rule. NULL if there
   * are none. A run that is resumed as it was planned, or goes on under its
   * stopping rule, is not among them: who looked at it did not decide how long
   * it is. */
  struct json_t *raised;
  char dropped[RUN_TEXT]; /* the last stopping rule among them; or "" */
  struct json_t *refused; /* of a collected run: {file: why it is not in it};
                             or NULL */
  SetAside aside;         /* games that reading leaves out of the tally; */
  uint64_t left_out;      /* so many of them have been read */
  Kept kept;              /* if it has a folder */
  Checkpoint moves_csv;   /* of moves.csv, if the run was read */
  bool native;   /* its rules are built in; not known if the run was read */
  bool timed;    /* a bot plays by the clock: the run is not reproducible */
  uint64_t full; /* games played now in which a search reached its limit of
                    memory; not recorded */
  Error reason;  /* of the first forfeit; its message is "" if there is none */
  Forfeits forfeits;
  bool broken; /* its rules have failed in this game */
  uint64_t broken_game;
  MoveTimes times[BOTS_MAX];  /* of the games played now; if the plan asks for
                                 them, never recorded */
  Verification *verification; /* NULL unless the plan asks for one */
} Run;

/* The games that were played, with those that are set aside. */
static inline uint64_t run_played(const Run *run) {
  return run->tally.games + run->left_out;
}

/* Callbacks of a run under way. Each may be NULL. */
typedef struct RunCallbacks {
  /* Returns true to end the run as complete. It is called after fixed numbers
   * of games, so that its effect does not depend on the threads. */
  bool (*enough)(void *context, const Tally *tally);
  /* Called about ten times a second. */
  void (*progress)(void *context, const Run *run);
  void *context;
  const atomic_bool *stop; /* set it to true to end the run early */
} RunCallbacks;

/* Parses a shard, "3/16", into the plan. */
bool run_read_shard(const char *text, RunPlan *plan, Error *error);

/* Returns the number of cores this process may use. */
int run_cores(void);

/* Opens a run; writes nothing yet. */
bool run_open(Run *run, const RunPlan *plan, Error *error);
void run_close(Run *run);

RunEnd run_play(Run *run, const RunCallbacks *callbacks, Error *error);

/* Plays plan.verify games of the run again, or all if it has fewer, each alone
 * in a process of its own, and compares them with the run move by move. Fails
 * with a message about the first game that is not the same. Call it after
 * run_play. */
typedef struct VerifyCallbacks {
  /* Called about ten times a second; or NULL. */
  void (*progress)(void *context, uint64_t done, uint64_t games);
  void *context;
  const atomic_bool *stop; /* may be NULL */
} VerifyCallbacks;
RunEnd run_verify(Run *run, const VerifyCallbacks *callbacks, uint64_t *games,
                  Error *error);

/* Joins the shards in these folders into the folder `out`, with the same bytes
 * as if the run had been played there. They must be all shards of one run, and
 * complete. Opens the run from their manifests; the caller closes it. */
bool run_merge(Run *run, const char *const dirs[], int count, const char *out,
               Error *error);

/* Reads a run from its folder without opening its game or bots, and calls
 * `take` (or NULL) for each game in order; if `take` returns false with a
 * message, reading fails. If another process is still playing the run, reads up
 * to its last checkpoint. `dir` must outlive the run. */
bool run_read(Run *run, const char *dir, RunGameCallback *take, void *context,
              Error *error);

/* The same, and sets games aside: they are in run->aside and not in the tally.
 * `take` is called for them, too. Fails if no other games are left. */
bool run_read_without(Run *run, const char *dir, const SetAside *aside,
                      RunGameCallback *take, void *context, Error *error);

#endif
