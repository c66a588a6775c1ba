/* boardlab simulate: many games between bots. */
#include "runs.h"

static int run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  const char *until = args_value(args, "until");
  int64_t games = until ? 1000000 : 1000;
  if (!runs_plan(args, "seat", games, &plan, &texts, error))
    return EXIT_USAGE;
  plan.until = until;
  plan.seating = args_value(args, "rotate") ? SEATING_ROTATED : SEATING_FIXED;
  if (plan.bot_count == 0)
    texts.bots[plan.bot_count++] = "random";
  return runs_play(args, &plan, error);
}

const Command simulate_command = {
    .name = "simulate",
    .summary = "play many games between bots, to CSV and a table",
    .words = "GAME",
    .min_words = 1,
    .max_words = 1,
    .flags =
        (const Flag[]){
            {"seat", "BOT",
             "who plays: once for all seats, or once for each in turn\n"
             "(default random)",
             true},
            {"rotate", NULL, "give every bot every seat equally often"},
            {"games", "N", "how many (default 1000)"},
            {"until", "RATE=X%",
             "stop when the 95% interval of a rate is that narrow to\n"
             "either side: seat1=1%, draw=0.5%, …; --games is then the\n"
             "most to play (default 1000000)"},
            RUN_FLAGS,
            SHARD_FLAG,
            {NULL}},
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
