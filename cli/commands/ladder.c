/* boardlab ladder: plays a bot at doubling budgets, against itself and against
 * the level below. */
#include "analysis/experiments/ladder.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"

static bool print_rows(const Args *args, const Ladder *l, Error *error) {
  ResultTable table = {0};
  ladder_table(l, l->levels, &table);
  bool good = args_print_table(args, &table, error);
  result_free(&table);
  return good;
}

static bool print_ladder(const Ladder *l, Error *error) {
  Document document = {0};
  printf("%s: %s at %d doubling levels of %s, seed %llu\n", l->game,
         l->plan.bot, l->plan.levels, l->option,
         (unsigned long long)l->plan.run.seed);
  ladder_document(l, &document);
  bool good = print_document(&document, error);
  document_free(&document);
  if (l->plan.run.out)
    printf("\n%s/ladder.csv    one row per level; each run has a folder beside "
           "it\n",
           l->plan.run.out);
  else
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
  return good;
}

static int ladder_command_play(const Args *args, Ladder *l, Error *error) {
  Progress *progress = runs_progress(args, l->games, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = ladder_play(l, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  bool rows = args_wants_rows(args);
  if (!(rows ? print_rows(args, l, error) : print_ladder(l, error)))
    return EXIT_FAILED;
  if (!rows && end == RUN_STOPPED && l->plan.run.out)
    printf("\nThe same command with --resume continues it.\n");
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static bool read_plan(const Args *args, LadderPlan *plan, PlanTexts *texts,
                      Error *error) {
  int64_t levels = 5;
  *plan = (LadderPlan){.bot = args_value(args, "bot"),
                       .doubled = args_value(args, "double"),
                       .below = args_value(args, "below"),
                       .above = args_value(args, "above")};
  if (!plan->bot)
    return error_set(error, "a ladder needs --bot BOT, such as bots/uct.lua");
  if (!plan->doubled)
    return error_set(error, "a ladder needs --double OPTION=FIRST, such as "
                            "rounds=10");
  if (!args_int(args, "levels", LEVELS_MIN, LEVELS_MAX, &levels, error))
    return false;
  plan->levels = (int)levels;
  return runs_plan(args, "bot", 200, &plan->run, texts, error);
}

static int ladder_run(const Args *args, Error *error) {
  LadderPlan plan;
  PlanTexts texts;
  Ladder ladder;
  if (!read_plan(args, &plan, &texts, error) ||
      !ladder_open(&ladder, &plan, error))
    return EXIT_USAGE;
  int code = ladder_command_play(args, &ladder, error);
  ladder_close(&ladder);
  return code;
}

const Command ladder_command = {
    .name = "ladder",
    .summary = "play a bot at doubling budgets: how deep and fair is the game?",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            {"bot", "BOT", "bot to play, without the option that is doubled"},
            {"double", "OPTION=FIRST",
             "the option that makes it stronger and its first value:\n"
             "rounds=10 stands for 10, 20, 40, …",
             .label = "What makes it stronger", .first = true},
            {"levels", "N", "number of levels, 2 to 24 (default 5)",
             .label = "Number of levels", .usual = "5", .first = true},
            {"below", "BOT", "a weaker bot for one level below, such as random",
             .label = "A weaker bot below"},
            {"above", "BOT", "a stronger bot for one level above",
             .label = "A stronger bot above"},
            {"games", "N",
             "games per run (default 200); each level has two runs, the\n"
             "first level one",
             .label = "Number of games", .usual = "200", .first = true},
            ROWS_FLAGS("print the levels as CSV, as in ladder.csv"),
            RUN_FLAGS,
            {NULL}},
    .example = "boardlab ladder tictacdoh --bot bots/uct.lua --double "
               "rounds=5 --levels 4 --games 100 --out runs/ladder",
    .run = ladder_run,
};
