/* boardlab tournament: plays every bot against every other in every seat. */
#include "cli/commands/runs.h"

static int tournament_run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  int64_t games = args_value(args, "sprt") ? 1000000 : 100;
  if (!runs_plan(args, "bot", games, &plan, &texts, error))
    return EXIT_USAGE;
  plan.seating = SEATING_EVERY;
  plan.each_seating = true;
  return runs_play(args, &plan, error);
}

const Command tournament_command = {
    .name = "tournament",
    .summary = "play every bot against every other, and rate them",
    .positional = "GAME",
    .flags = (const Flag[]){{"bot", "BOT", "a bot to enter: two or more", true},
                            {"games", "N", "games per seating (default 100)",
                             .label = "Number of games", .usual = "100",
                             .first = true},
                            MATCH_FLAGS,
                            RUN_FLAGS,
                            SHARD_FLAG,
                            TIMES_FLAG,
                            VERIFY_FLAG,
                            {NULL}},
    .example =
        "boardlab tournament quoridor --bot random --bot bots/runner.lua "
        "--bot bots/walls.lua --games 50",
    .run = tournament_run,
};
