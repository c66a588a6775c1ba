/* boardlab ladder: plays a bot at doubling budgets, against itself and against
 * the level below. */
#include "analysis/experiments/ladder.h"

#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include <math.h>

/* ---- the tables ----------------------------------------------------------*/

/* The width of the values, and the number of seats shown; the others are only
 * in ladder.csv. */
typedef struct Layout {
  int width, seats;
} Layout;

static Layout lay_out(const Ladder *l) {
  char last[16];
  int name = (int)strlen(l->option);
  int value = snprintf(last, sizeof last, "%d", l->level[l->levels - 1].value);
  return (Layout){name > value ? name : value, l->seats < 4 ? l->seats : 4};
}

static void print_equals(const Level *level, Layout at, bool margins) {
  printf("%*d %11s", at.width, level->value, shown_count(level->games).text);
  for (int seat = 0; seat < at.seats; seat++)
    printf("   %-22s", shown_percent_estimate(level->seat[seat]).text);
  printf(" %7s %10s   ", shown_percent(level->draws.value).text,
         shown_percent(level->undecided.value).text);
  print_padded(
      level->decided ? shown_percent_estimate(level->balance).text : "–", -22);
  printf(" %8s", shown_real(level->plies.value, 1).text);
  if (margins)
    printf("   %s", level->margin.n
                        ? shown_signed_estimate(level->margin, 1).text
                        : "–");
  printf("%s\n", level->complete ? "" : "  stopped early");
}

/* A rating difference of 400 means odds of ten to one against the average
 * opponent. */
static Shown show_elo(const Ladder *l, double score) {
  if (score > 0 && score < 1)
    return shown_signed(400 * log10(score * (l->sides - 1) / (1 - score)), 0);
  Shown infinite;
  snprintf(infinite.text, sizeof infinite.text, "%s", score > 0 ? "+∞" : "-∞");
  return infinite;
}

static void print_score(const Ladder *l, Estimate score) {
  if (score.n == 0) {
    printf("   –");
    return;
  }
  printf("   %-22s   %s", shown_percent_estimate(score).text,
         show_elo(l, score.value).text);
  if (estimate_has_interval(score))
    printf(" (%s to %s)", show_elo(l, score.low).text,
           show_elo(l, score.high).text);
}

static void print_against(const Ladder *l, int i, Layout at) {
  const Level *level = &l->level[i];
  printf("%*d %*d %11s   %-22s %7s %10s", at.width, level->value, at.width + 2,
         level[-1].value, shown_count(level->against_games).text,
         shown_percent_estimate(level->won).text,
         shown_percent(level->drawn.value).text,
         shown_percent(level->against_undecided.value).text);
  print_score(l, level->score);
  printf("%s\n", level->against_complete ? "" : "  stopped early");
}

static void print_tables(const Ladder *l) {
  Layout at = lay_out(l);
  printf("\nBetween equals:\n\n%*s %11s", at.width, l->option, "games");
  for (int seat = 0; seat < at.seats; seat++)
    printf("   seat %d wins           ", seat + 1);
  printf("   drawn  no result   balance                   plies%s\n",
         ladder_has_margins(l) ? "   margin" : "");
  for (int i = 0; i < l->levels; i++)
    if (l->level[i].games)
      print_equals(&l->level[i], at, ladder_has_margins(l));
  if (!l->level[1].against_games)
    return;
  printf(
      "\nAgainst the level below:\n\n%*s %*s %11s   won                      "
      "drawn  no result   score                    Elo\n",
      at.width, l->option, at.width + 2, "below", "games");
  for (int i = 1; i < l->levels; i++)
    if (l->level[i].against_games)
      print_against(l, i, at);
}

static void print_ladder(const Ladder *l) {
  Sentences verdict = {0};
  printf("%s: %s at %d doubling levels of %s, seed %llu\n", l->game,
         l->plan.bot, l->levels, l->option,
         (unsigned long long)l->plan.run.seed);
  if (ladder_top(l) >= 0) {
    print_tables(l);
    printf("\n");
    ladder_verdict(l, &verdict);
    for (int i = 0; i < verdict.count; i++)
      printf("%s\n", verdict.text[i]);
  }
  if (l->plan.run.out)
    printf("\n%s/ladder.csv    one row per level; each run has a folder beside "
           "it\n",
           l->plan.run.out);
  else
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
}

/* ---- the command ---------------------------------------------------------*/

static int play(const Args *args, Ladder *l, Error *error) {
  Progress *progress = runs_progress(args, l->games, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = ladder_play(l, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  print_ladder(l);
  if (end == RUN_STOPPED && l->plan.run.out)
    printf("\nThe same command with --resume continues it.\n");
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static bool read_plan(const Args *args, LadderPlan *plan, PlanTexts *texts,
                      Error *error) {
  int64_t levels = 5;
  *plan = (LadderPlan){.bot = args_value(args, "bot"),
                       .doubled = args_value(args, "double")};
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

static int run(const Args *args, Error *error) {
  LadderPlan plan;
  PlanTexts texts;
  Ladder ladder;
  if (!read_plan(args, &plan, &texts, error) ||
      !ladder_open(&ladder, &plan, error))
    return EXIT_USAGE;
  int code = play(args, &ladder, error);
  ladder_close(&ladder);
  return code;
}

const Command ladder_command = {
    .name = "ladder",
    .group = GROUP_EXPERIMENTS,
    .summary = "play a bot at doubling budgets: how deep and fair is the game?",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"bot", "BOT", "bot to play, without the option that is doubled"},
            {"double", "OPTION=FIRST",
             "the option that makes it stronger and its first value:\n"
             "rounds=10 stands for 10, 20, 40, …"},
            {"levels", "N", "number of levels, 2 to 24 (default 5)"},
            {"games", "N",
             "games per run (default 200); each level has two runs, the\n"
             "first level one"},
            RUN_FLAGS,
            {NULL}},
    .example = "boardlab ladder tictacdoh --bot bots/uct.lua --double "
               "rounds=5 --levels 4 --games 100 --out runs/ladder",
    .run = run,
};
