/* boardlab compare: differences between runs, with intervals. */
#include "analysis/experiments/compare.h"

#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/progress.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>

enum { TITLE_TEXT = 32 };

static void format_title(ComparedMetric metric, char title[TITLE_TEXT]) {
  if (metric.kind == COMPARE_SEAT)
    snprintf(title, TITLE_TEXT, "seat %d wins", metric.which + 1);
  else
    snprintf(title, TITLE_TEXT, "%s",
             metric.kind == COMPARE_GAP        ? "largest gap"
             : metric.kind == COMPARE_PLIES    ? "plies"
             : metric.which == MATCH_DRAW      ? "drawn"
             : metric.which == MATCH_TRUNCATED ? "truncated"
                                               : "forfeited");
}

/* ---- the table -----------------------------------------------------------*/

static void print_row(const Difference *d) {
  bool rate = d->metric.kind != COMPARE_PLIES;
  double unit = rate ? 100 : 1;
  const char *percent = rate ? "%" : "";
  Estimate e = d->difference;
  char title[TITLE_TEXT];
  format_title(d->metric, title);
  printf("%-14s %9.1f%-1s %9.1f%-1s   %+9.1f", title, unit * d->a, percent,
         unit * d->b, percent, unit * e.value);
  int decimals = unit * estimate_half_width(e) < 0.1 ? 2 : 1;
  if (estimate_has_interval(e))
    printf("   %+8.*f to %+.*f", decimals, unit * e.low, decimals,
           unit * e.high);
  printf("\n");
}

static void print_run(const char *letter, const ComparedRun *r) {
  printf("%s  %s: %s, %s games, seed %llu%s\n", letter, r->dir, r->run.spec,
         grouped(r->run.tally.games), (unsigned long long)r->run.plan.seed,
         r->run.complete ? "" : ", not complete");
}

static const char *why_not_paired(const Comparison *c) {
  const Run *a = &c->a->run, *b = &c->b->run;
  return a->plan.seed != b->plan.seed ? "their seeds differ"
         : a->first != b->first       ? "they are different parts of a run"
                                      : "one has far more games";
}

static void print_comparison(const Comparison *c) {
  Sentences verdict = {0};
  print_run("A", c->a);
  print_run("B", c->b);
  if (c->paired)
    printf(
        "compared game by game, since the seeds are equal: %s games each\n\n",
        grouped(c->games));
  else
    printf("compared as independent samples, since %s\n\n", why_not_paired(c));
  printf("%-14s %10s %10s   %9s   %s\n", "", "A", "B", "B - A", "95% interval");
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
  bool good = text_reserve(&text, csv_quoted_max(strlen(dir)));
  if (good)
    csv_add_quoted(&text, dir);
  fwrite(text.bytes, 1, text.length, stdout);
  free(text.bytes);
  return good;
}

static void print_csv(const Comparison *c) {
  for (int i = 0; i < c->count; i++) {
    const Difference *d = &c->list[i];
    char name[COMPARED_NAME];
    compared_metric_name(d->metric, name);
    print_dir(c->a->dir);
    printf(",");
    print_dir(c->b->dir);
    printf(",%s", name);
    print_number(d->a);
    print_number(d->b);
    print_number(d->difference.value);
    print_number(d->difference.low);
    print_number(d->difference.high);
    print_number(d->anytime.low);
    print_number(d->anytime.high);
    printf(",%llu,%s\n", (unsigned long long)d->difference.n,
           c->paired ? "true" : "false");
  }
}

static void print(const Args *args, const Comparison *c, bool first) {
  if (args_value(args, "csv")) {
    if (first)
      printf("a,b,metric,value_a,value_b,difference,low,high,"
             "anytime_low,anytime_high,n,paired\n");
    print_csv(c);
  } else {
    printf(first ? "" : "\n\n");
    print_comparison(c);
  }
}

/* ---- --until -------------------------------------------------------------*/

static void print_decision(const Comparison *c, const SequentialTest *test,
                           Decision decision) {
  const Difference *d = compare_find(c, test->metric);
  bool rate = test->metric.kind != COMPARE_PLIES;
  double unit = rate ? 100 : 1;
  const char *points = rate ? " points" : "";
  char title[TITLE_TEXT];
  format_title(test->metric, title);
  printf("\n");
  if (decision == DIFFERENT)
    printf("Decided: A and B differ");
  else if (decision == EQUIVALENT)
    printf("Decided: A and B differ by less than %g%s", unit * test->margin,
           points);
  else
    printf("Undecided after %s games each", grouped(c->games));
  printf(". %s: B - A = %+.1f%s", title, unit * d->anytime.value, points);
  if (isfinite(d->anytime.low))
    printf(", 95%% anytime-valid interval %+.1f to %+.1f",
           unit * d->anytime.low, unit * d->anytime.high);
  printf(".\n");
}

/* After repeated looks at the data only the anytime-valid intervals hold. */
static void use_anytime_intervals(Comparison *c) {
  for (int i = 0; i < c->count; i++)
    if (isfinite(c->list[i].anytime.low))
      c->list[i].difference = c->list[i].anytime;
}

/* Bots and rules run under the limits of this command, so a run can only be
 * extended under the limits in its manifest. */
static bool check_limits(const ComparedRun *r, Error *error) {
  char limits[RUN_TEXT];
  limits_write(limits, sizeof limits);
  return strcmp(limits, r->run.limits) == 0 ||
         error_set(error,
                   "%.400s was played with %s, but the limits are now %s: give "
                   "the same --budget and --memory",
                   r->dir, r->run.limits, limits);
}

static int play(const Args *args, ComparedRun *a, ComparedRun *b,
                const SequentialTest *test, Error *error) {
  int64_t max_games = 1000000, jobs = 0;
  if (!args_int(args, "games", 1, GAMES_IN_RUN_MAX, &max_games, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !check_limits(a, error) || !check_limits(b, error))
    return EXIT_USAGE;
  Progress *progress =
      progress_begin(2 * (uint64_t)max_games, args_value(args, "quiet"), error);
  if (!progress)
    return EXIT_FAILED;
  Comparison c;
  Decision decision = UNDECIDED;
  RunEnd end = compare_play(a, b, test, (uint64_t)max_games, (int)jobs,
                            progress_callbacks(progress), &c, &decision, error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (!args_value(args, "csv"))
    use_anytime_intervals(&c);
  print(args, &c, true);
  if (!args_value(args, "csv"))
    print_decision(&c, test, decision);
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int run_until(const Args *args, const char *text, Error *error) {
  ComparedRun a, b;
  SequentialTest test;
  if (args->positional_count != 2) {
    error_set(error, "--until compares two runs, not %d",
              args->positional_count);
    return EXIT_USAGE;
  }
  if (!compared_run_read(&a, args->positional[0], error))
    return EXIT_FAILED;
  int code = EXIT_FAILED;
  if (compared_run_read(&b, args->positional[1], error)) {
    int seats = a.run.schedule.seats < b.run.schedule.seats
                    ? a.run.schedule.seats
                    : b.run.schedule.seats;
    code = sequential_test_read(text, seats, &test, error)
               ? play(args, &a, &b, &test, error)
               : EXIT_USAGE;
    compared_run_free(&b);
  }
  compared_run_free(&a);
  return code;
}

/* ---- the command ---------------------------------------------------------*/

static bool compare_with(const Args *args, const ComparedRun *a, int i,
                         Error *error) {
  ComparedRun b;
  Comparison c;
  if (!compared_run_read(&b, args->positional[i], error))
    return false;
  bool good = compare(a, &b, &c, error);
  if (good)
    print(args, &c, i == 1);
  compared_run_free(&b);
  return good;
}

static int run(const Args *args, Error *error) {
  const char *until = args_value(args, "until");
  if (until)
    return run_until(args, until, error);
  if (args_value(args, "games")) {
    error_set(error, "--games needs --until: without it no games are played");
    return EXIT_USAGE;
  }
  ComparedRun a;
  if (!compared_run_read(&a, args->positional[0], error))
    return EXIT_FAILED;
  bool good = true;
  for (int i = 1; good && i < args->positional_count; i++)
    good = compare_with(args, &a, i, error);
  compared_run_free(&a);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command compare_command = {
    .name = "compare",
    .group = GROUP_RESULTS,
    .summary = "show the differences between runs, with 95% intervals",
    .positional = "DIR DIR …",
    .min_positional = 2,
    .max_positional = POSITIONAL_MAX,
    .flags =
        (const Flag[]){
            {"until", "METRIC",
             "extend both runs in their folders until it is decided\n"
             "whether they differ in seat1, seat2, …, gap, draw,\n"
             "truncated, forfeit or plies; with a margin, as in\n"
             "seat1=1%, also until it is decided that they differ by\n"
             "less"},
            {"games", "N",
             "with --until: limit for each run (default 1000000)"},
            {"csv", NULL, "print the differences as CSV"},
            {"jobs", "N", "worker threads (default: one per core)"},
            {"quiet", NULL, "no progress bar"},
            LIMIT_FLAGS,
            {NULL}},
    .details = "The first run, A, is compared with each of the others, B. Runs "
               "with the same\n"
               "seed are compared game by game, which detects differences with "
               "fewer games.\n"
               "--until uses anytime-valid intervals (a confidence sequence): "
               "however often\n"
               "the runs are compared, the chance of ever reporting a "
               "difference where there\n"
               "is none stays below 5%.",
    .example = "boardlab compare runs/six_walls runs/eight_walls",
    .run = run,
};
