/* boardlab simulate: many games between bots. */
#include "cli/commands/runs.h"

static int run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  if (!runs_plan_seats(args, &plan, &texts, error))
    return EXIT_USAGE;
  return runs_play(args, &plan, error);
}

const Command simulate_command = {
    .name = "simulate",
    .group = GROUP_EXPERIMENTS,
    .summary = "play many games between bots, to CSV and a table",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){SEAT_FLAGS, RUN_FLAGS, SHARD_FLAG, {NULL}},
    .details =
        "The same game, bots, seed and number of games give the same bytes in "
        "every\n"
        "CSV, on any number of threads and machines, however often it was "
        "stopped and\n"
        "resumed. Ctrl-C finishes the games under way and prints the table of "
        "what\n"
        "there is. The columns are explained in analysis/README.md.",
    .example = "boardlab simulate quoridor --seat bots/walls.lua --seat random "
               "--rotate --games 2000 --out runs/walls",
    .run = run,
};
