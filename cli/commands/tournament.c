/* boardlab tournament: every bot against every other, in every seat. */
#include "cli/commands/runs.h"

static int run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  if (!runs_plan(args, "bot", 100, &plan, &texts, error))
    return EXIT_USAGE;
  plan.seating = SEATING_EVERY;
  plan.each_seating = true;
  return runs_play(args, &plan, error);
}

const Command tournament_command = {
    .name = "tournament",
    .group = GROUP_EXPERIMENTS,
    .summary = "every bot against every other in every seat, with ratings",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){{"bot", "BOT", "who plays: two or more", true},
                            {"games", "N",
                             "for each way to seat the bots (default 100)"},
                            RUN_FLAGS,
                            SHARD_FLAG,
                            {NULL}},
    .details =
        "Every choice of bots plays in every order of seats, the same number "
        "of games\n"
        "each. With fewer bots than seats, each plays in every game, some "
        "more than once;\n"
        "in team games a bot plays a whole team. Ratings are in Elo and add up "
        "to zero: a\n"
        "lead of 400 points wins ten times as often as it loses. What a seat "
        "is worth is\n"
        "estimated beside them, so that moving first is not taken for "
        "strength. Draws\n"
        "are shared, a forfeit is won by the others, games that were cut off "
        "do not\n"
        "count. Beside games.csv and summary.csv, --out gets ratings.csv and\n"
        "crosstable.csv.",
    .example =
        "boardlab tournament quoridor --bot random --bot bots/runner.lua "
        "--bot bots/walls.lua --games 50",
    .run = run,
};
