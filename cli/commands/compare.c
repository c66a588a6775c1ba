/* boardlab compare: what two runs say about each other. */
#include "analysis/experiments/compare.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/progress.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>

static const char *title_of(Compared what) {
  static char title[32];
  if (what.measure == MEASURE_SEAT) {
    snprintf(title, sizeof title, "seat %d wins", what.which + 1);
    return title;
  }
  return what.measure == MEASURE_GAP     ? "largest gap"
         : what.measure == MEASURE_PLIES ? "plies"
         : what.which == MATCH_DRAW      ? "drawn"
         : what.which == MATCH_TRUNCATED ? "cut off"
                                         : "forfeited";
}

/* ---- the table -----------------------------------------------------------*/

static void print_row(const Difference *d) {
  bool rate = d->what.measure != MEASURE_PLIES;
  double unit = rate ? 100 : 1;
  const char *mark = rate ? "%" : "";
  printf("%-14s %9.1f%-1s %9.1f%-1s   %+9.1f", title_of(d->what), unit * d->one,
         mark, unit * d->other, mark, unit * d->is.value);
  int places = unit * estimate_half_width(d->is) < 0.1 ? 2 : 1;
  if (estimate_has_interval(d->is))
    printf("   %+8.*f to %+.*f", places, unit * d->is.low, places,
           unit * d->is.high);
  printf("\n");
}

static void print_side(const char *letter, const ComparedRun *c) {
  printf("%s  %s: %s, %s games, seed %llu%s\n", letter, c->dir, c->run.spec,
         grouped(c->run.tally.games), (unsigned long long)c->run.plan.seed,
         c->run.complete ? "" : ", not complete");
}

static const char *why_not_paired(const Comparison *c) {
  const Run *a = &c->one->run, *b = &c->other->run;
  return a->plan.seed != b->plan.seed ? "their seeds differ"
         : a->first != b->first       ? "they are other parts of a run"
                                      : "one has far more games";
}

static void print_comparison(const Comparison *c) {
  Sentences verdict = {0};
  print_side("A", c->one);
  print_side("B", c->other);
  if (c->paired)
    printf("compared game by game, as they have the same seed: %s of each\n\n",
           grouped(c->games));
  else
    printf("compared as independent, as %s\n\n", why_not_paired(c));
  printf("%-14s %10s %10s   %9s   %s\n", "", "A", "B", "B less A", "     95%");
  for (int i = 0; i < c->count; i++)
    print_row(&c->list[i]);
  compare_verdict(c, &verdict);
  printf("\n");
  for (int i = 0; i < verdict.count; i++)
    printf("%s\n", verdict.text[i]);
}

/* ---- CSV -----------------------------------------------------------------*/

static void print_number(double number) {
  printf(",");
  if (isfinite(number))
    printf("%.6f", number);
}

static bool print_dir(const char *dir) {
  Text text = {NULL};
  bool good = text_reserve(&text, quoted_room(strlen(dir)));
  if (good)
    text_quoted(&text, dir);
  fwrite(text.bytes, 1, text.length, stdout);
  free(text.bytes);
  return good;
}

static void print_csv(const Comparison *c) {
  for (int i = 0; i < c->count; i++) {
    const Difference *d = &c->list[i];
    char name[COMPARED_TEXT];
    compared_name(d->what, name);
    print_dir(c->one->dir);
    printf(",");
    print_dir(c->other->dir);
    printf(",%s", name);
    print_number(d->one);
    print_number(d->other);
    print_number(d->is.value);
    print_number(d->is.low);
    print_number(d->is.high);
    print_number(d->anytime.low);
    print_number(d->anytime.high);
    printf(",%llu,%s\n", (unsigned long long)d->is.n,
           c->paired ? "true" : "false");
  }
}

static void print(const Args *args, const Comparison *c, bool first) {
  if (args_value(args, "csv")) {
    if (first)
      printf("one,other,metric,value_one,value_other,difference,low,high,"
             "anytime_low,anytime_high,n,paired\n");
    print_csv(c);
  } else {
    printf(first ? "" : "\n\n");
    print_comparison(c);
  }
}

/* ---- until it is settled -------------------------------------------------*/

static void print_settled(const Comparison *c, const Question *q,
                          Settled settled) {
  const Difference *d = compare_find(c, q->what);
  double unit = q->what.measure == MEASURE_PLIES ? 1 : 100;
  const char *points = q->what.measure == MEASURE_PLIES ? "" : " points";
  printf("\n");
  if (settled == DIFFERENT)
    printf("Settled: they differ");
  else if (settled == EQUAL)
    printf("Settled: they differ by less than %g%s", unit * q->margin, points);
  else
    printf("Not settled with %s games each", grouped(c->games));
  printf(". %s: B less A is %+.1f%s", title_of(q->what),
         unit * d->anytime.value, points);
  if (isfinite(d->anytime.low))
    printf(", with 95%% between %+.1f and %+.1f, however often one looks",
           unit * d->anytime.low, unit * d->anytime.high);
  printf(".\n");
}

/* Whoever has looked often must go by the intervals that bear it. */
static void look_often(Comparison *c) {
  for (int i = 0; i < c->count; i++)
    if (isfinite(c->list[i].anytime.low))
      c->list[i].is = c->list[i].anytime;
}

static void on_next(void *context, const Run *run) {
  progress_next(context, run);
}

/* Bots and rules are held to the limits of this command: a run is not gone on
 * with under others than its manifest names. */
static bool same_limits(const ComparedRun *c, Error *error) {
  char limits[RUN_TEXT];
  limits_write(limits, sizeof limits);
  return strcmp(limits, c->run.limits) == 0 ||
         error_set(error,
                   "%.400s was played with %s, and this would be %s: give the "
                   "same --budget and --memory",
                   c->dir, c->run.limits, limits);
}

static int play(const Args *args, ComparedRun *one, ComparedRun *other,
                const Question *question, Error *error) {
  int64_t most = 1000000, jobs = 0;
  if (!args_int(args, "games", 1, GAMES_IN_RUN_MAX, &most, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !same_limits(one, error) || !same_limits(other, error))
    return EXIT_USAGE;
  Progress *progress =
      progress_begin(2 * (uint64_t)most, args_value(args, "quiet"), error);
  if (!progress)
    return EXIT_FAILED;
  Comparison c;
  Settled settled = OPEN;
  RunEnd end = compare_until(one, other, question, (uint64_t)most, (int)jobs,
                             progress_callbacks(progress), on_next, progress,
                             &c, &settled, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (!args_value(args, "csv"))
    look_often(&c);
  print(args, &c, true);
  if (!args_value(args, "csv"))
    print_settled(&c, question, settled);
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int run_until(const Args *args, const char *text, Error *error) {
  ComparedRun one, other;
  Question question;
  if (args->positional_count != 2) {
    error_set(error, "--until compares two runs, not %d",
              args->positional_count);
    return EXIT_USAGE;
  }
  if (!compared_run_read(&one, args->positional[0], error))
    return EXIT_FAILED;
  int code = EXIT_FAILED;
  if (compared_run_read(&other, args->positional[1], error)) {
    int seats = one.run.schedule.seats < other.run.schedule.seats
                    ? one.run.schedule.seats
                    : other.run.schedule.seats;
    code = question_read(text, seats, &question, error)
               ? play(args, &one, &other, &question, error)
               : EXIT_USAGE;
    compared_run_free(&other);
  }
  compared_run_free(&one);
  return code;
}

/* ---- the command ---------------------------------------------------------*/

static bool compare_with(const Args *args, const ComparedRun *one, int i,
                         Error *error) {
  ComparedRun other;
  Comparison c;
  if (!compared_run_read(&other, args->positional[i], error))
    return false;
  bool good = compare(one, &other, &c, error);
  if (good)
    print(args, &c, i == 1);
  compared_run_free(&other);
  return good;
}

static int run(const Args *args, Error *error) {
  const char *until = args_value(args, "until");
  if (until)
    return run_until(args, until, error);
  if (args_value(args, "games")) {
    error_set(error, "--games goes with --until: what there is, is compared");
    return EXIT_USAGE;
  }
  ComparedRun one;
  if (!compared_run_read(&one, args->positional[0], error))
    return EXIT_FAILED;
  bool good = true;
  for (int i = 1; good && i < args->positional_count; i++)
    good = compare_with(args, &one, i, error);
  compared_run_free(&one);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command compare_command = {
    .name = "compare",
    .group = GROUP_RESULTS,
    .summary = "what differs between runs, and whether it is more than chance",
    .positional = "DIR DIR …",
    .min_positional = 2,
    .max_positional = POSITIONAL_MAX,
    .flags =
        (const Flag[]){
            {"until", "WHAT",
             "play both runs on, in their folders, until it is settled\n"
             "whether they differ in seat1, seat2, …, gap, draw, truncated,\n"
             "forfeit or plies; with a margin, as in seat1=1%, also until\n"
             "it is settled that they differ by less"},
            {"games", "N",
             "with --until: the most games of each (default 1000000)"},
            {"csv", NULL, "the differences as CSV"},
            {"jobs", "N", "threads to play on (default: one for each core)"},
            {"quiet", NULL, "no progress bar"},
            LIMIT_FLAGS,
            {NULL}},
    .details =
        "The first run is compared with each of the others: A with B. Runs "
        "with the same\n"
        "seed are compared game by game, which shows differences sooner. With "
        "--until,\n"
        "intervals are used that may be looked at again and again: the chance "
        "of ever\n"
        "seeing a difference where there is none stays below 5%.",
    .example = "boardlab compare runs/six_walls runs/eight_walls",
    .run = run,
};
