/* boardlab stats: prints every metric of a run. */
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/commands/sample_flags.h"
#include "cli/terminal/format.h"
#include "cli/terminal/rows.h"
#include <math.h>
#include <stdlib.h>

/* ---- numbers --------------------------------------------------------------
 * Rounded to what people read; --csv and --json have all digits. */

typedef Shown ShowNumber(double number);

static Shown show_whole(double number) {
  return shown_real(number, 0);
}

static Shown show_one(double number) {
  return shown_real(number, 1);
}

static Shown show_two(double number) {
  return shown_real(number, 2);
}

static Shown show_three(double number) {
  return shown_real(number, 3);
}

static Shown show_elo(double number) {
  return shown_signed(number, 0);
}

/* "+3.2 points" */
static Shown show_points(double number) {
  Shown shown = shown_signed_points(number);
  if (!isnan(number))
    strncat(shown.text, " points", 8);
  return shown;
}

/* Many are estimated (core/run/distinct.h): "about 1,607". */
static Shown show_distinct(double number) {
  Shown shown;
  if (number < DISTINCT_KEPT)
    return show_whole(number);
  snprintf(shown.text, sizeof shown.text, "about %.40s",
           show_whole(number).text);
  return shown;
}

/* "0.032", "< 0.0001": the name of the metric says that it is p. */
static Shown show_p(double p) {
  if (isnan(p))
    return shown_real(p, 0);
  Shown shown = shown_p(p);
  size_t skipped = strlen(p < 0.0001 ? "p " : "p = ");
  memmove(shown.text, shown.text + skipped, strlen(shown.text + skipped) + 1);
  return shown;
}

/* How a kind of metric and the ends of its interval are shown. */
typedef struct Kind {
  const char *name; /* or how names end, from a '_' on */
  ShowNumber *value, *end;
} Kind;

/* The first that fits; the last fits all. */
static const Kind KINDS[] = {
    {"rate", shown_percent, shown_points},
    {"_rate", shown_percent, shown_points},
    {"score", shown_percent, shown_points},
    {"balance", shown_percent, shown_points},
    {"board_coverage", shown_percent, shown_points},
    {"uncertainty", shown_percent, shown_points},
    {"decisiveness", shown_percent, shown_points},
    {"first_player_advantage", show_points, shown_signed_points},
    {"winner_difference", show_points, shown_signed_points},
    {"p_value", show_p, show_p},
    {"_p", show_p, show_p},
    {"elo", show_elo, show_elo},
    {"_elo", show_elo, show_elo},
    {"passes_mean", show_two, show_two},
    {"_mean", show_one, show_one},
    {"_sd", show_one, show_one},
    {"branching_median", show_one, show_one},
    {"_log10", show_one, show_one},
    {"entropy", show_three, show_three},
    {"games", show_whole, show_whole},
    {"distinct_games", show_distinct, show_whole},
    {"set_aside", show_whole, show_whole},
    {"_games", show_whole, show_whole},
    {"plies", show_whole, show_whole},
    {"_limit", show_whole, show_whole},
    {"_min", show_whole, show_whole},
    {"_p5", show_whole, show_whole},
    {"_median", show_whole, show_whole},
    {"_p95", show_whole, show_whole},
    {"_max", show_whole, show_whole},
    {"positions_seen", show_whole, show_whole},
    {"pairs_0", show_whole, show_whole},
    {"pairs_0.5", show_whole, show_whole},
    {"pairs_1", show_whole, show_whole},
    {"pairs_1.5", show_whole, show_whole},
    {"pairs_2", show_whole, show_whole},
    {"", show_two, show_two},
};

static bool ends_with(const char *name, const char *end) {
  size_t length = strlen(name), tail = strlen(end);
  return length >= tail && strcmp(name + length - tail, end) == 0;
}

static const Kind *kind_of(const char *name) {
  const Kind *kind = KINDS;
  while (*kind->name && (*kind->name == '_' ? !ends_with(name, kind->name)
                                            : strcmp(name, kind->name) != 0))
    kind++;
  return kind;
}

static Shown show_end(const Kind *kind, double end) {
  return isinf(end) ? (Shown){"no bound"} : kind->end(end);
}

/* A length beyond the ply limit is infinite, and so is a rating that the
 * results do not bound. */
static Shown show_value(const Metrics *metrics, const Metric *f) {
  double value = f->estimate.value;
  const Metric *limit = metrics_find(metrics, "run", "", "plies_limit");
  if (!isinf(value))
    return kind_of(f->name)->value(value);
  return limit && strncmp(f->name, "plies_", 6) == 0
             ? shown_plies(value, (int)limit->estimate.value)
             : (Shown){"no bound"};
}

static void print_interval(const Kind *kind, Estimate e) {
  if (!estimate_has_interval(e))
    printf(" %28s", "");
  else if (isinf(e.low) && isinf(e.high))
    printf(" %18s%10s", "no bound", "");
  else
    printf(" %12s to %-12s", show_end(kind, e.low).text,
           show_end(kind, e.high).text);
}

static void print_metric(const Metrics *metrics, const Metric *f) {
  printf("%-10s ", f->scope);
  print_padded(f->key, -20);
  printf(" %-22s ", f->name);
  print_padded(show_value(metrics, f).text, 14);
  print_interval(kind_of(f->name), f->estimate);
  printf(" %12s%s%s\n", shown_count(f->estimate.n).text, f->reason ? "  " : "",
         f->reason ? f->reason : "");
}

static void print_table(const RunMetrics *run_metrics) {
  const Metrics *metrics = &run_metrics->metrics;
  Sentences notes = {0};
  printf("%-10s %-20s %-22s %14s %28s %12s\n", "scope", "key", "metric",
         "value", "95%            ", "n");
  for (size_t i = 0; i < metrics->count; i++)
    print_metric(metrics, &metrics->list[i]);
  verdict_repeats(&run_metrics->run.tally, NULL, &notes);
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

/* Whether a metric before the i-th has its scope. */
static bool is_repeated(const Metrics *metrics, size_t i) {
  for (size_t j = 0; j < i; j++)
    if (strcmp(metrics->list[j].scope, metrics->list[i].scope) == 0)
      return true;
  return false;
}

static bool no_such_scope(const Metrics *metrics, const char *scope,
                          Error *error) {
  char list[256] = "";
  size_t used = 0;
  for (size_t i = 0; i < metrics->count && used < sizeof list; i++)
    if (!is_repeated(metrics, i))
      used += (size_t)snprintf(list + used, sizeof list - used, "%s%s",
                               i ? ", " : "", metrics->list[i].scope);
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

static bool print_json(const Metrics *metrics, Error *error) {
  Rows rows = rows_begin(METRICS_HEADER, true);
  for (size_t i = 0; i < metrics->count; i++) {
    const Metric *m = &metrics->list[i];
    rows_word(&rows, m->scope);
    rows_text(&rows, m->key);
    rows_word(&rows, m->name);
    rows_precise(&rows, m->estimate.value, -6);
    rows_precise(&rows, m->estimate.low, -6);
    rows_precise(&rows, m->estimate.high, -6);
    rows_count(&rows, m->estimate.n);
    if (m->reason)
      rows_text(&rows, m->reason);
    else
      rows_empty(&rows);
  }
  return rows_end(&rows, error);
}

/* Neither has a place for the notes below the table. */
static void warn(const Run *run) {
  runs_warn_aside(run, NULL);
  if (!run->complete)
    fprintf(stderr, "boardlab: warning: the run is not complete: %s of %s\n",
            shown_count(run_played(run)).text,
            shown_things(run->count, "game", "games").text);
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
  if (good && args_wants_rows(args)) {
    warn(&run_metrics.run);
    good = (args_value(args, "json") ? print_json
                                     : print_csv)(&run_metrics.metrics, error);
  } else if (good)
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
            ROWS_FLAGS("as CSV: " METRICS_HEADER),
            {NULL}},
    .example = "boardlab stats runs/walls --csv",
    .run = run,
};
