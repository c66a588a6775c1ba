/* What the commands share that play runs: their flags, the progress bar,
 * stopping, and the tables at the end. */
#ifndef BOARDLAB_CLI_COMMANDS_RUNS_H
#define BOARDLAB_CLI_COMMANDS_RUNS_H

#include "analysis/experiments/experiment.h"
#include "analysis/experiments/sweep.h"
#include "cli/commands/command.h"
#include <limits.h>

/* How games are played. */
#define PLAY_FLAGS                                                             \
  {"seed", "S", "of the run: the same seed, the same games (default 1)"},      \
      {"max-plies", "N",                                                       \
       "cut games off after so many moves (default: the game's own\n"          \
       "limit, longer than nearly all games)"},                                \
  {                                                                            \
    "jobs", "N", "threads to play on (default: one for each core)"             \
  }

/* The flags of all that write runs. */
#define RUN_FLAGS                                                              \
  PLAY_FLAGS, {"moves", NULL, "also write every move, into moves.csv"},        \
      {"out", "DIR",                                                           \
       "a new folder for the CSV files; without it only the\n"                 \
       "table remains"},                                                       \
      {"resume", NULL,                                                         \
       "go on with the run in DIR, which was stopped in whatever way;\n"       \
       "start it if there is none; with more games, play those"},              \
      {"quiet", NULL, "no progress bar"}, LIMIT_FLAGS

/* The flags of those in which each seat has its bot; the first are also there
 * without the others. */
#define BOT_FLAGS                                                              \
  {"seat", "BOT",                                                              \
   "who plays: once for all seats, or once for each in turn\n"                 \
   "(default random)",                                                         \
   true},                                                                      \
  {                                                                            \
    "rotate", NULL, "give every bot every seat equally often"                  \
  }
#define SEAT_FLAGS                                                             \
  BOT_FLAGS, {"games", "N", "how many to play in a run (default 1000)"}, {     \
    "until", "RATE=X%",                                                        \
        "stop when the 95% interval of a rate is that narrow to\n"             \
        "either side: of the wins of seat1, seat2, …, of draw,\n"            \
        "truncated or forfeit; --games is then the most to play\n"             \
        "(default 1000000)"                                                    \
  }

/* The flag --shard, of those that can be spread over machines. */
#define SHARD_FLAG                                                             \
  { "shard", "K/N", "play only part K of N, to be merged with the others" }

/* Room for what a plan points to. */
typedef struct PlanTexts {
  const char *bots[FLAGS_MAX];
  char limits[RUN_TEXT];
  char out[PATH_MAX];
} PlanTexts;

/* Fills a plan in from RUN_FLAGS, --games (with this default) and the bots of
 * the flag `bots`; or those of BOT_FLAGS; or from RUN_FLAGS and SEAT_FLAGS. */
bool runs_plan(const Args *args, const char *bots, int64_t games, RunPlan *plan,
               PlanTexts *texts, Error *error);
bool runs_plan_bots(const Args *args, int64_t games, RunPlan *plan,
                    PlanTexts *texts, Error *error);
bool runs_plan_seats(const Args *args, RunPlan *plan, PlanTexts *texts,
                     Error *error);

/* The table of a sweep. */
void sweep_print(const SweepRow *rows, int count, const char *out);

/* Opens a run, plays it with all of that, and returns the exit code. */
int runs_play(const Args *args, const RunPlan *plan, Error *error);

#endif
