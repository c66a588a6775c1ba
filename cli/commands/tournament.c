/* boardlab tournament: plays every bot against every other in every seat. */
#include "cli/commands/runs.h"

static int run(const Args *args, Error *error) {
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
    .group = GROUP_EXPERIMENTS,
    .summary = "play every bot against every other, and rate them",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags = (const Flag[]){{"bot", "BOT", "a bot to enter: two or more", true},
                            {"games", "N", "games per seating (default 100)"},
                            MATCH_FLAGS,
                            RUN_FLAGS,
                            SHARD_FLAG,
                            TIMES_FLAG,
                            VERIFY_FLAG,
                            {NULL}},
    .details =
        "Every combination of bots plays in every order of seats, the same "
        "number\n"
        "of games each. With fewer bots than seats every bot plays in every "
        "game,\n"
        "some in more than one seat; in team games a bot plays for a whole "
        "team.\n"
        "\n"
        "Ratings are on the Elo scale and sum to zero: a bot 400 points ahead "
        "wins\n"
        "ten times as often as it loses. The model (Bradley-Terry) also "
        "estimates\n"
        "the advantage of each seat, so that moving first is not mistaken for\n"
        "strength. A draw counts half for each side, a forfeit counts as a win "
        "for\n"
        "the others, and truncated games do not count. A bot that won or lost\n"
        "everything has a bound instead of a rating.\n"
        "\n"
        "Every two bots are compared: the difference of their ratings over "
        "all\n"
        "games, its p-value adjusted for all pairs (Holm), and the likelihood "
        "of\n"
        "superiority (LOS); and head to head, the score in the games of both "
        "with\n"
        "its p-value. Ratings assume that a bot is as strong against any "
        "opponent;\n"
        "a test says whether that fits, and cyclic results are named.\n"
        "\n"
        "With --out, ratings.csv, pairs.csv and crosstable.csv are written "
        "beside\n"
        "games.csv and summary.csv.",
    .example =
        "boardlab tournament quoridor --bot random --bot bots/runner.lua "
        "--bot bots/walls.lua --games 50",
    .run = run,
};
