/* boardlab stats: every figure of a run. */
#include "cli/commands/runs.h"
#include "cli/commands/sample_flags.h"
#include "cli/terminal/format.h"
#include <math.h>
#include <stdlib.h>

static void print_key(const Metric *f) {
  printf("%-8s %-14s %-18s", f->scope, f->key, f->name);
}

static void print_metric(const Metric *f) {
  bool whole = f->estimate.value == floor(f->estimate.value) &&
               fabs(f->estimate.value) < 1e14;
  print_key(f);
  printf(whole ? " %14.0f" : " %14.6g", f->estimate.value);
  if (estimate_has_interval(f->estimate))
    printf(" %12.6g to %-12.6g", f->estimate.low, f->estimate.high);
  else
    printf(" %28s", "");
  printf(" %12s\n", grouped(f->estimate.n));
}

static void print_table(const RunMetrics *run_metrics) {
  const Metrics *metrics = &run_metrics->metrics;
  Sentences notes = {0};
  printf("%-8s %-14s %-18s %14s %28s %12s\n", "scope", "key", "metric", "value",
         "95%            ", "n");
  for (size_t i = 0; i < metrics->count; i++)
    print_metric(&metrics->list[i]);
  run_metrics_notes(run_metrics, &notes);
  for (int i = 0; i < notes.count; i++)
    printf("%s%s\n", i ? "" : "\n", notes.text[i]);
}

/* ---- which ---------------------------------------------------------------*/

static bool is_wanted(const char *scope, const char *const *scopes, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(scope, scopes[i]) == 0)
      return true;
  return count == 0;
}

/* Leaves only the figures of these scopes, if any are named. */
static bool keep_scopes(const Args *args, Metrics *metrics, Error *error) {
  const char *scopes[FLAGS_MAX];
  int count = args_values(args, "scope", scopes);
  size_t kept = 0;
  for (size_t i = 0; i < metrics->count; i++)
    if (is_wanted(metrics->list[i].scope, scopes, count))
      metrics->list[kept++] = metrics->list[i];
    else
      free(metrics->list[i].key);
  metrics->count = kept;
  return kept || error_set(error,
                           "there are no figures of --scope %s; scopes are "
                           "run, seat, side, end, bot, length, choice, ply, "
                           "cell, wall, kind, opening and tension",
                           scopes[0]);
}

static bool print_csv(const Metrics *metrics, Error *error) {
  Text text = {NULL};
  bool good = metrics_csv(metrics, &text, error);
  if (good)
    fwrite(text.bytes, 1, text.length, stdout);
  free(text.bytes);
  return good;
}

static int run(const Args *args, Error *error) {
  RunMetricsPlan plan;
  RunMetrics run_metrics;
  if (!sample_flags_read(args, &plan, error))
    return EXIT_USAGE;
  bool good = run_metrics_make(&run_metrics, args->positional[0], &plan, error);
  sample_flags_done(&plan);
  if (!good)
    return EXIT_FAILED;
  good = keep_scopes(args, &run_metrics.metrics, error);
  if (good && args_value(args, "csv"))
    good = print_csv(&run_metrics.metrics, error);
  else if (good)
    print_table(&run_metrics);
  run_metrics_free(&run_metrics);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command stats_command = {
    .name = "stats",
    .group = GROUP_RESULTS,
    .summary = "every figure of a run, with its 95% interval",
    .positional = "DIR",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"scope", "NAME",
             "only figures of this scope: run, seat, choice, ply,\n"
             "cell, opening, …",
             true},
            SAMPLE_FLAGS,
            {"csv", NULL, "as CSV: scope,key,metric,value,low,high,n"},
            {NULL}},
    .details = "Beside what the table after a run says: how games' lengths are "
               "spread, "
               "legal\n"
               "moves by ply, the size of the game tree, which cells and kinds "
               "of moves "
               "are\n"
               "used, what first moves lead to. These come from a sample of "
               "the games, "
               "the\n"
               "first of the run; their moves are read from moves.csv, or the "
               "games are "
               "played\n"
               "again if there is none. Every figure is defined in "
               "analysis/README.md.",
    .example = "boardlab stats runs/walls --csv",
    .run = run,
};
