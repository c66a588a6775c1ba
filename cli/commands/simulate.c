/* boardlab simulate: plays a run of games between bots. */
#include "cli/commands/runs.h"

static int run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  if (!runs_plan_seats(args, &plan, &texts, error))
    return EXIT_USAGE;
  if (plan.pairs && plan.seating == SEATING_FIXED) {
    error_set(error, "--pairs needs --rotate: the games of a pair swap seats");
    return EXIT_USAGE;
  }
  return runs_play(args, &plan, error);
}

const Command simulate_command = {
    .name = "simulate",
    .group = GROUP_EXPERIMENTS,
    .summary = "play many games between bots, with a table and CSV files",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){SEAT_FLAGS,
                            MATCH_FLAGS,
                            RUN_FLAGS,
                            SHARD_FLAG,
                            TIMES_FLAG,
                            VERIFY_FLAG,
                            {NULL}},
    .details = "The CSV files depend only on the game, the bots, the seed and "
               "the number\n"
               "of games: they are byte-identical on any number of threads and "
               "machines,\n"
               "however often the run was stopped and resumed. If a complete "
               "run is given\n"
               "more games, games.csv and moves.csv still are, but its "
               "sentences and\n"
               "summary.csv allow for the looks before; --until avoids that. "
               "Ctrl-C\n"
               "finishes the games in progress and prints the table so far. "
               "analysis/README.md\n"
               "explains the columns.",
    .example = "boardlab simulate quoridor --seat bots/walls.lua --seat random "
               "--rotate --games 2000 --out runs/walls",
    .run = run,
};
