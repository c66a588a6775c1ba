/* boardlab stats: prints every metric of a run. */
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/commands/sample_flags.h"
#include <math.h>
#include <stdlib.h>

/* A number as in the CSV file: at most six decimals, and scientific notation
 * for small ones. */
static Shown shown_plain(double number) {
  Shown shown = shown_real(number, SHOWN_CSV);
  if (number != 0 && fabs(number) < 1e-4)
    snprintf(shown.text, sizeof shown.text, "%.5e", number);
  else if (strchr(shown.text, '.')) {
    size_t length = strlen(shown.text);
    while (shown.text[length - 1] == '0')
      length--;
    shown.text[length - (shown.text[length - 1] == '.')] = '\0';
  }
  return shown;
}

static void print_metric(const Metric *f) {
  printf("%-10s %-20s %-22s %14s", f->scope, f->key, f->name,
         shown_plain(f->estimate.value).text);
  if (estimate_has_interval(f->estimate))
    printf(" %12s to %-12s", shown_plain(f->estimate.low).text,
           shown_plain(f->estimate.high).text);
  else
    printf(" %28s", "");
  printf(" %12s\n", shown_count(f->estimate.n).text);
}

static void print_table(const RunMetrics *run_metrics) {
  const Metrics *metrics = &run_metrics->metrics;
  Sentences notes = {0};
  printf("%-10s %-20s %-22s %14s %28s %12s\n", "scope", "key", "metric",
         "value", "95%            ", "n");
  for (size_t i = 0; i < metrics->count; i++)
    print_metric(&metrics->list[i]);
  run_metrics_notes(run_metrics, &notes);
  for (int i = 0; i < notes.count; i++)
    printf("%s%s\n", i ? "" : "\n", notes.text[i]);
}

/* ---- scopes --------------------------------------------------------------*/

static bool is_wanted(const char *scope, const char *const *scopes, int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(scope, scopes[i]) == 0)
      return true;
  return count == 0;
}

/* Metrics of one scope follow each other, so each scope is listed once. */
static bool no_such_scope(const Metrics *metrics, const char *scope,
                          Error *error) {
  char list[256] = "";
  size_t used = 0;
  const char *last = "";
  for (size_t i = 0; i < metrics->count && used < sizeof list; i++) {
    const char *next = metrics->list[i].scope;
    if (strcmp(next, last) != 0)
      used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                               *last ? ", " : "", next);
    last = next;
  }
  return error_set(error,
                   "this run has no metrics of --scope %.60s, only of %s",
                   scope, list);
}

/* Removes the metrics of all other scopes, if --scope was given. */
static bool keep_scopes(const Args *args, Metrics *metrics, Error *error) {
  const char *scopes[FLAGS_MAX];
  int count = args_values(args, "scope", scopes);
  size_t kept = 0;
  for (size_t i = 0; i < metrics->count; i++)
    kept += is_wanted(metrics->list[i].scope, scopes, count);
  if (kept == 0)
    return no_such_scope(metrics, scopes[0], error);
  kept = 0;
  for (size_t i = 0; i < metrics->count; i++)
    if (is_wanted(metrics->list[i].scope, scopes, count))
      metrics->list[kept++] = metrics->list[i];
    else
      free(metrics->list[i].key);
  metrics->count = kept;
  return true;
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
    .summary = "print every metric of a run with its 95% interval",
    .positional = "DIR",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"scope", "NAME",
             "only metrics of this scope: run, seat, complexity, ply,\n"
             "cell, opening, …",
             true},
            SAMPLE_FLAGS,
            {"csv", NULL, "as CSV: scope,key,metric,value,low,high,n"},
            {NULL}},
    .details =
        "Besides the table printed after a run, shows the distribution of "
        "game\n"
        "lengths, legal moves by ply, the size of the game tree, the cells "
        "and kinds\n"
        "of moves used, and the results of first moves. These come from a "
        "sample, the\n"
        "first games of the run. Their moves are read from moves.csv; if it "
        "does not\n"
        "exist, the games are played again from the seed.\n"
        "analysis/README.md defines every metric.",
    .example = "boardlab stats runs/walls --csv",
    .run = run,
};
