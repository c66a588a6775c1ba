/* What the commands that play runs share: their flags, the RunPlan made from
 * these, and playing a run with a progress bar, Ctrl-C and the tables at the
 * end. */
#ifndef BOARDLAB_CLI_COMMANDS_RUNS_H
#define BOARDLAB_CLI_COMMANDS_RUNS_H

#include "analysis/experiments/experiment.h"
#include "analysis/experiments/sweep.h"
#include "cli/commands/command.h"
#include "cli/terminal/progress.h"
#include <limits.h>

/* How each game is played; `limit` is the ply limit by default. */
#define PLAY_FLAGS                                                             \
  PLAY_FLAGS_UP_TO("the game's\nown limit, longer than nearly all games")
#define PLAY_FLAGS_UP_TO(limit)                                                \
  {"seed",                                                                     \
   "S",                                                                        \
   "seed of the run: the same seed, the same games (default 1)",               \
   .label = "Seed",                                                            \
   .usual = "1",                                                               \
   .first = true},                                                             \
      {"max-plies", "N",                                                       \
       "ply limit: longer games are truncated (default: " limit ")",           \
       .label = "Longest game in plies"},                                      \
  {                                                                            \
    "jobs", "N", "worker threads (default: one per core)", .label = "Threads"  \
  }

/* How the progress of runs is shown. */
#define PROGRESS_FLAGS                                                         \
  {"quiet", NULL, "no progress bar"}, {                                        \
    "progress-fd", "N",                                                        \
        "report progress to other programs: lines of JSON on file\n"           \
        "descriptor N, as in 3>FILE --progress-fd 3; the command\n"            \
        "stops, as with Ctrl-C, when the reader closes it"                     \
  }

/* The flags of every command that writes runs. */
#define RUN_FLAGS                                                              \
  PLAY_FLAGS,                                                                  \
      {"moves", NULL,                                                          \
       "keep the moves of all games in moves.csv, not only of the\n"           \
       "first 1,000 (100 if all bots are random)",                             \
       .label = "Keep the moves of all games"},                                \
      {"out", "DIR",                                                           \
       "new folder for the CSV files; without it, only the table\n"            \
       "is printed",                                                           \
       .label = "Folder for the results", .first = true},                      \
      {"resume", NULL,                                                         \
       "continue the run in DIR, however it was interrupted, or\n"             \
       "start it if DIR does not exist; a complete run is extended\n"          \
       "to more games, which run.json records and which makes its\n"           \
       "intervals wider",                                                      \
       .label = "Continue what is in the folder"},                             \
      PROGRESS_FLAGS, LIMIT_FLAGS

/* The flags of commands whose bots are seated by the user. */
#define BOT_FLAGS                                                              \
  {"seat", "BOT",                                                              \
   "bot to play: given once for all seats, or once per seat\n"                 \
   "(default random)",                                                         \
   true},                                                                      \
  {                                                                            \
    "rotate", NULL, "rotate the bots through the seats, equally often",        \
        .label = "Let players change seats", .first = true                     \
  }
#define SEAT_FLAGS                                                             \
  BOT_FLAGS,                                                                   \
      {"games",                                                                \
       "N",                                                                    \
       "games per run (default 1000)",                                         \
       .label = "Number of games",                                             \
       .usual = "1000",                                                        \
       .first = true},                                                         \
  {                                                                            \
    "until", "RATE=X%",                                                        \
        "stop once the 95% interval of a rate extends at most X\n"             \
        "points to either side; RATE is seat1, seat2, … (wins of\n"          \
        "a seat), draw, truncated or forfeit; or margin, the mean\n"           \
        "margin of scores, with X in points, as in margin=0.5;\n"              \
        "--games is then the upper limit (default 1000000)",                   \
        .label = "Stop when", .first = true                                    \
  }

/* The flags of commands that can play a match between bots. */
#define MATCH_FLAGS                                                            \
  {"pairs", NULL,                                                              \
   "play the games in pairs: the same opening and the same\n"                  \
   "rolls, seats swapped; with more sides, in rounds of all\n"                 \
   "rotations",                                                                \
   .label = "Play in pairs, seats swapped"},                                   \
      {"opening", "N", "play the first N plies of each game at random",        \
       .label = "Plies at random at the start"},                               \
  {                                                                            \
    "sprt", "VALUES",                                                          \
        "stop once a sequential test (SPRT) between two bots has\n"            \
        "decided by how much the first is stronger, as in\n"                   \
        "elo0=0,elo1=20 with alpha=0.05,beta=0.05; --games is then\n"          \
        "the upper limit (default 1000000)",                                   \
        .label = "Stop by a test of strength (SPRT)"                           \
  }

/* The flag of commands whose work can be spread over machines. */
#define SHARD_FLAG                                                             \
  {                                                                            \
    "shard", "K/N", "play only part K of N, to be merged later",               \
        .label = "Part of the games"                                           \
  }

/* The flag of commands that play a game with several values of its options. */
#define VARY_FLAG                                                              \
  {                                                                            \
    "vary", "OPTION=VALUES",                                                   \
        "walls=4..12, walls=4..12/2 (in steps of 2) or size=5,7,9;\n"          \
        "repeat it to vary several options in all combinations",               \
        true, .label = "What to vary", .first = true                           \
  }

/* The flag of commands that show how long bots think. */
#define TIMES_FLAG                                                             \
  {                                                                            \
    "times", NULL,                                                             \
        "also print how long each bot thinks about a move; no file\n"          \
        "records this, as it differs each time",                               \
        .label = "Show how long bots think"                                    \
  }

/* The flag of commands that can check that their games are reproducible. */
#define VERIFY_FLAG                                                            \
  {                                                                            \
    "verify", "N",                                                             \
        "then play N of the games again, spread evenly over the run,\n"        \
        "each alone in a new process, and fail if anything differs",           \
        .label = "Games to play again as a check"                              \
  }

/* Storage for the strings a plan points to; must live as long as the plan. */
typedef struct PlanTexts {
  const char *bots[FLAGS_MAX];
  char limits[RUN_TEXT];
  char until[RUN_TEXT]; /* of --sprt */
  char out[PATH_MAX];
} PlanTexts;

/* Each fills in a plan from the command line:
 *   runs_plan        RUN_FLAGS, --games with the default `games`, and as bots
 *                    the values of the flag `bots`
 *   runs_plan_bots   RUN_FLAGS, --games, and the bots of BOT_FLAGS
 *   runs_plan_seats  RUN_FLAGS and SEAT_FLAGS, which include --until
 * runs_plan also reads the MATCH_FLAGS. */
bool runs_plan(const Args *args, const char *bots, int64_t games, RunPlan *plan,
               PlanTexts *texts, Error *error);
bool runs_plan_bots(const Args *args, int64_t games, RunPlan *plan,
                    PlanTexts *texts, Error *error);
bool runs_plan_seats(const Args *args, RunPlan *plan, PlanTexts *texts,
                     Error *error);

/* Begins to show the progress of so many games as the PROGRESS_FLAGS say. */
Progress *runs_progress(const Args *args, uint64_t games, Error *error);

/* Fails an experiment whose `games` were all forfeited. */
bool runs_all_forfeited(uint64_t games, Error *error);

/* Warns if games of a run (which is named, or NULL) are set aside, where the
 * results have no place for that. */
void runs_warn_aside(const Run *run, const char *name);

/* Prints the table of a sweep, and the path of its CSV file if `out` is not
 * NULL. */
bool sweep_print(const SweepResults *results, const char *out, Error *error);

/* Opens a run, plays it with a progress bar, prints its tables, verifies it if
 * the plan says so, and returns the exit code. */
int runs_play(const Args *args, const RunPlan *plan, Error *error);

#endif
