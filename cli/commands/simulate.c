/* boardlab simulate: plays a run of games between bots. */
#include "cli/commands/runs.h"

static int simulate_run(const Args *args, Error *error) {
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
    .summary = "play many games between bots, with a table and CSV files",
    .positional = "GAME",
    .flags = (const Flag[]){SEAT_FLAGS,
                            MATCH_FLAGS,
                            RUN_FLAGS,
                            SHARD_FLAG,
                            TIMES_FLAG,
                            VERIFY_FLAG,
                            {NULL}},
    .example = "boardlab simulate quoridor --seat bots/walls.lua --seat random "
               "--rotate --games 2000 --out runs/walls",
    .run = simulate_run,
};
