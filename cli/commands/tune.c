/* boardlab tune: finds the option values that come nearest to the goals. */
#include "analysis/experiments/tune.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/progress.h"
#include <math.h>

/* The table shows at most this many candidates of each group that is not on the
 * Pareto front. */
enum { OTHERS_SHOWN = 10 };

/* The results of a tuning and the layout of their table. */
typedef struct Results {
  int count, goals;
  const Candidate *candidate; /* the best first */
  const Goal *goal;
  int game_width;  /* of the longest spec */
  int value_width; /* of the longest value */
} Results;

/* ---- the table -----------------------------------------------------------*/

static int wider(int width, const char *text) {
  int length = (int)strlen(text);
  return length > width ? length : width;
}

static void measure_columns(Results *r) {
  for (int i = 0; i < r->count; i++) {
    r->game_width = wider(r->game_width, r->candidate[i].game);
    for (int j = 0; j < r->goals; j++)
      r->value_width =
          wider(r->value_width,
                goal_show_value(&r->goal[j], r->candidate[i].value[j]).text);
  }
}

static void print_header(const Results *r, const char *title) {
  char text[GOAL_TEXT];
  printf("\n%-*s  %9s  %9s", r->game_width, title, "games", "no result");
  for (int i = 0; i < r->goals; i++) {
    goal_format(&r->goal[i], text);
    printf("   %-*s  %11s", r->value_width, text, "distance");
  }
  printf("\n");
}

static void print_row(const Results *r, const Candidate *c) {
  printf("%-*s  %9s  %9s", r->game_width, c->game, shown_count(c->games).text,
         shown_percent(c->undecided.value).text);
  for (int i = 0; i < r->goals; i++) {
    printf("   ");
    print_padded(goal_show_value(&r->goal[i], c->value[i]).text,
                 -r->value_width);
    printf("  %11s",
           goal_show_distance(&r->goal[i], c->distance[i].value).text);
  }
  if (c->dropped)
    printf("   after round %d", c->dropped);
  printf("\n");
}

/* Prints the candidates of a group, at most `limit` of them. */
static void print_group(const Results *r, const char *title,
                        bool (*belongs)(const Candidate *), int limit) {
  int shown = 0, all = 0;
  for (int i = 0; i < r->count; i++) {
    if (!belongs(&r->candidate[i]))
      continue;
    if (all++ == 0)
      print_header(r, title);
    if (shown < limit && ++shown)
      print_row(r, &r->candidate[i]);
  }
  if (all > shown)
    printf("and %d more\n", all - shown);
}

static bool is_front(const Candidate *c) {
  return c->front;
}

static bool is_left(const Candidate *c) {
  return c->games && !c->front && !c->dropped;
}

static bool is_dropped(const Candidate *c) {
  return c->dropped;
}

static void print_verdict(const Results *r, bool decided) {
  TuneTable table = {.goals = r->goals,
                     .count = r->count,
                     .candidate = (Candidate *)r->candidate};
  Sentences verdict = {0};
  memcpy(table.goal, r->goal, (size_t)r->goals * sizeof *r->goal);
  tune_verdict(&table, decided, &verdict);
  printf("\n");
  for (int i = 0; i < verdict.count; i++)
    printf("%s\n", verdict.text[i]);
}

/* Suggests a run with another seed: a candidate chosen by these games looks
 * better in them than it is. */
static void print_advice(const Candidate *c, const RunPlan *plan) {
  bool random = plan->bot_count == 1 && strcmp(plan->bots[0], "random") == 0;
  printf("To check it with new games: boardlab simulate '%s'", c->game);
  for (int i = 0; !random && i < plan->bot_count; i++)
    printf(" --seat '%s'", plan->bots[i]);
  if (plan->seating == SEATING_ROTATED)
    printf(" --rotate");
  if (plan->max_plies)
    printf(" --max-plies %d", plan->max_plies);
  printf(" --games 100000 --seed %llu --out DIR\n",
         (unsigned long long)plan->seed + 1);
}

static void print_results(const Tune *tune, const RunPlan *plan, bool stopped) {
  Results r = {.game_width = 12};
  r.count = tune_candidates(tune, &r.candidate);
  r.goals = tune_goals(tune, &r.goal);
  int rounds = tune_rounds(tune);
  printf("%s: %d candidate%s, %d round%s, %s games, seed %llu%s\n",
         tune_sweep(tune)->game->spec, r.count, r.count == 1 ? "" : "s", rounds,
         rounds == 1 ? "" : "s", shown_count(tune_games(tune)).text,
         (unsigned long long)plan->seed, stopped ? ", stopped early" : "");
  if (!r.candidate[0].games)
    return;
  measure_columns(&r);
  print_group(&r, "Pareto front", is_front, r.count);
  print_group(&r, "others left", is_left, OTHERS_SHOWN);
  print_group(&r, "dropped", is_dropped, OTHERS_SHOWN);
  print_verdict(&r, !stopped);
  print_advice(&r.candidate[0], plan);
  if (plan->out)
    printf("\n%s/tune.csv    one row per candidate\n", plan->out);
}

/* ---- the command ---------------------------------------------------------*/

static int play(const Args *args, Tune *tune, const RunPlan *plan,
                Error *error) {
  Progress *progress =
      progress_begin(tune_max_games(tune), args_value(args, "quiet"), error);
  if (!progress)
    return EXIT_FAILED;
  progress_turns(progress);
  RunEnd end = tune_play(tune, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  print_results(tune, plan, end == RUN_STOPPED);
  if (end == RUN_STOPPED && plan->out)
    printf("\nThe same command with --resume continues it.\n");
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static bool read_plan(const Args *args, TunePlan *plan, PlanTexts *texts,
                      Error *error) {
  int64_t first = TUNE_FIRST, each = TUNE_EACH;
  if (!runs_plan_bots(args, TUNE_GAMES, &plan->run, texts, error) ||
      !args_int(args, "first", 1, GAMES_IN_RUN_MAX, &first, error) ||
      !args_int(args, "each", 1, GAMES_IN_RUN_MAX, &each, error))
    return false;
  plan->first = (uint64_t)first;
  plan->each = (uint64_t)each;
  return true;
}

static int run(const Args *args, Error *error) {
  TunePlan plan;
  PlanTexts texts;
  const char *vary[FLAGS_MAX], *goals[FLAGS_MAX];
  int axes = args_values(args, "vary", vary);
  int count = args_values(args, "goal", goals);
  if (!read_plan(args, &plan, &texts, error))
    return EXIT_USAGE;
  Tune *tune = tune_open(&plan, vary, axes, goals, count, error);
  if (!tune)
    return EXIT_USAGE;
  int code = play(args, tune, &plan.run, error);
  tune_close(tune);
  return code;
}

const Command tune_command = {
    .name = "tune",
    .group = GROUP_EXPERIMENTS,
    .summary = "find the option values that come nearest to your goals",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"vary", "OPTION=VALUES",
             "walls=4..12, walls=4..12/2 (in steps of 2) or size=5,7,9;\n"
             "repeat it to vary several options in all combinations",
             true},
            {"goal", "METRIC=X",
             "what you want: seat1=50%, draw=0..5%, truncated=,\n"
             "forfeit=, balance=100%, plies=40, plies=35..45 or\n"
             "branching=, margin=; repeat it for several goals",
             true},
            BOT_FLAGS,
            {"games", "N",
             "limit for all candidates together (default 1000000)"},
            {"first", "N",
             "games of each candidate in the first round (default 200)"},
            {"each", "N", "limit for each candidate (default 50000)"},
            PLAY_FLAGS,
            {"out", "DIR", "new folder for tune.csv and tune.json"},
            {"resume", NULL,
             "continue the tuning in DIR, however it was interrupted;\n"
             "start it if DIR does not exist"},
            {"quiet", NULL, "no progress bar"},
            LIMIT_FLAGS,
            {NULL}},
    .details = "Every combination of values is a candidate. After each round, "
               "candidates that\n"
               "are significantly worse than another one (no nearer to any "
               "goal, farther from\n"
               "at least one) are dropped; the others go on to twice as many "
               "games, so most\n"
               "games go to candidates that are hard to distinguish. The "
               "tuning ends when one\n"
               "candidate is left, when all that are left meet all goals with "
               "95% confidence,\n"
               "or at the limits. The Pareto front consists of the candidates "
               "left that no\n"
               "other one beats in these games. Every value within the range "
               "of a goal such as\n"
               "plies=35..45 meets it; with several goals, ranges decide much "
               "sooner than\n"
               "single numbers. Truncated and forfeited games could have been "
               "won by anybody:\n"
               "the distance from a goal on seatK or balance counts them as "
               "badly as they\n"
               "could have gone, and with more than 5% of them such a goal is "
               "not met. The\n"
               "intervals are anytime-valid, and wider than those of "
               "`simulate`: with\n"
               "probability 95% all of them hold, for all candidates, after "
               "every round. A\n"
               "tuning that was stopped or killed and then resumed ends with "
               "the same files as\n"
               "one that was not.",
    .example = "boardlab tune quoridor:size=5 --vary walls=0..8 --goal "
               "seat1=48..52% --goal plies=60..75",
    .run = run,
};
