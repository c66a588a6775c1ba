/* boardlab tune: which option values make the game that is wanted. */
#include "analysis/experiments/tune.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/progress.h"
#include <math.h>

enum { WORST_SHOWN = 10 };

/* What a tuning came to, as it is printed. */
typedef struct Shown {
  int count, goals;
  const Candidate *candidate; /* the best first */
  const Goal *goal;
  int name; /* columns of the widest spec */
  int cell; /* and of the widest value */
} Shown;

/* ---- the table -----------------------------------------------------------*/

static int wider(int width, const char *text) {
  int length = (int)strlen(text);
  return length > width ? length : width;
}

static void measure_columns(Shown *o) {
  char text[GOAL_VALUE_TEXT];
  for (int i = 0; i < o->count; i++) {
    o->name = wider(o->name, o->candidate[i].game);
    for (int j = 0; j < o->goals; j++) {
      goal_format_value(&o->goal[j], o->candidate[i].value[j], text);
      o->cell = wider(o->cell, text);
    }
  }
}

static void print_header(const Shown *o, const char *title) {
  char text[GOAL_TEXT];
  printf("\n%-*s  %9s", o->name, title, "games");
  for (int i = 0; i < o->goals; i++) {
    goal_format(&o->goal[i], text);
    printf("   %-*s  %7s", o->cell, text, "off");
  }
  printf("\n");
}

static void print_row(const Shown *o, const Candidate *c) {
  char text[GOAL_VALUE_TEXT], off[32];
  printf("%-*s  %9s", o->name, c->game, grouped(c->games));
  for (int i = 0; i < o->goals; i++) {
    bool rate = goal_is_rate(&o->goal[i]);
    goal_format_value(&o->goal[i], c->value[i], text);
    snprintf(off, sizeof off, "%.1f%s", (rate ? 100 : 1) * c->distance[i].value,
             rate ? "%" : "");
    printf("   %-*s  %7s", o->cell, text, off);
  }
  if (c->dropped)
    printf("   after round %d", c->dropped);
  printf("\n");
}

/* Candidates of a kind, at most so many of them. */
static void print_some(const Shown *o, const char *title,
                       bool (*is)(const Candidate *), int most) {
  int shown = 0, all = 0;
  for (int i = 0; i < o->count; i++) {
    if (!is(&o->candidate[i]))
      continue;
    if (all++ == 0)
      print_header(o, title);
    if (shown < most && ++shown)
      print_row(o, &o->candidate[i]);
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

static void print_verdict(const Shown *o, bool decided) {
  TuneTable table = {.goals = o->goals,
                     .count = o->count,
                     .candidate = (Candidate *)o->candidate};
  Sentences verdict = {0};
  memcpy(table.goal, o->goal, (size_t)o->goals * sizeof *o->goal);
  tune_verdict(&table, decided, &verdict);
  printf("\n");
  for (int i = 0; i < verdict.count; i++)
    printf("%s\n", verdict.text[i]);
}

/* How to look closer at one: by other games, since it was chosen by these. */
static void print_advice(const Candidate *c, const RunPlan *plan) {
  bool random = plan->bot_count == 1 && strcmp(plan->bots[0], "random") == 0;
  printf("To look closer, by other games: boardlab simulate '%s'", c->game);
  for (int i = 0; !random && i < plan->bot_count; i++)
    printf(" --seat '%s'", plan->bots[i]);
  if (plan->seating == SEATING_ROTATED)
    printf(" --rotate");
  if (plan->max_plies)
    printf(" --max-plies %d", plan->max_plies);
  printf(" --games 100000 --seed %llu --out DIR\n",
         (unsigned long long)plan->seed + 1);
}

static void print_all(const Tune *tune, const RunPlan *plan, bool stopped) {
  Shown o = {.name = 12};
  o.count = tune_candidates(tune, &o.candidate);
  o.goals = tune_goals(tune, &o.goal);
  printf("%s: %d candidates, %d rounds, %s games, seed %llu%s\n",
         tune_sweep(tune)->game->spec, o.count, tune_rounds(tune),
         grouped(tune_games(tune)), (unsigned long long)plan->seed,
         stopped ? ", stopped early" : "");
  if (!o.candidate[0].games)
    return;
  measure_columns(&o);
  print_some(&o, "the front", is_front, o.count);
  print_some(&o, "not surely beaten", is_left, WORST_SHOWN);
  print_some(&o, "dropped", is_dropped, WORST_SHOWN);
  print_verdict(&o, !stopped);
  print_advice(&o.candidate[0], plan);
  if (plan->out)
    printf("\n%s/tune.csv    a row a candidate\n", plan->out);
}

/* ---- the command ---------------------------------------------------------*/

static void on_next(void *context, const Run *run) {
  progress_next(context, run);
}

static int play(const Args *args, Tune *tune, const RunPlan *plan,
                Error *error) {
  Progress *progress =
      progress_begin(tune_most(tune), args_value(args, "quiet"), error);
  if (!progress)
    return EXIT_FAILED;
  progress_turns(progress);
  RunEnd end =
      tune_play(tune, progress_callbacks(progress), on_next, progress, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  print_all(tune, plan, end == RUN_STOPPED);
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
    .summary = "find the option values that come nearest to what is wanted",
    .positional = "GAME",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"vary", "OPTION=VALUES",
             "walls=4..12, walls=4..12/2 for every second, size=5,7,9;\n"
             "again for further options: all combinations are tried",
             true},
            {"goal", "FIGURE=X",
             "what is wanted: seat1=50%, draw=0..5%, truncated=,\n"
             "forfeit=, balance=100%, plies=40, plies=35..45 or\n"
             "branching=; again for further goals",
             true},
            BOT_FLAGS,
            {"games", "N",
             "the most to play for all candidates together (default\n"
             "1000000)"},
            {"first", "N",
             "games of each candidate in the first round (default 200)"},
            {"each", "N", "the most for one candidate (default 50000)"},
            PLAY_FLAGS,
            {"out", "DIR", "a new folder for tune.csv"},
            {"quiet", NULL, "no progress bar"},
            LIMIT_FLAGS,
            {NULL}},
    .details =
        "Every combination is a candidate. After each round those that another "
        "one surely\n"
        "beats, no farther from any goal and nearer to one, are dropped; the "
        "others play\n"
        "on, twice as many games in all. So most games go to those that are "
        "hard to tell\n"
        "apart. It ends when one is left, when all that are left surely meet "
        "all goals, or\n"
        "at the limits. A goal with a range, such as plies=35..45, is met by "
        "all within it;\n"
        "with several goals ranges decide much sooner than single numbers.\n"
        "Intervals are wider than those of `simulate`: with 95% all of them "
        "hold, after\n"
        "every round, for all candidates at once.",
    .example = "boardlab tune quoridor:size=5 --vary walls=0..8 --goal "
               "seat1=48..52% --goal plies=60..75",
    .run = run,
};
