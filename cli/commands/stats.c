/* boardlab stats: prints every metric of a run. */
#include "analysis/stats/shown.h"
#include "cli/commands/runs.h"
#include "cli/commands/sample_flags.h"
#include "cli/terminal/run_tables.h"

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

static bool has_scope(const Metrics *metrics, const char *scope) {
  for (size_t i = 0; i < metrics->count; i++)
    if (strcmp(metrics->list[i].scope, scope) == 0)
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

/* Fills the table with the metrics of --scope; with all if it was not given. */
static bool fill_table(const Args *args, const Metrics *metrics,
                       ResultTable *table, Error *error) {
  const char *scopes[FLAGS_MAX];
  int count = args_values(args, "scope", scopes);
  for (int i = 0; i < count; i++)
    if (!has_scope(metrics, scopes[i]))
      return no_such_scope(metrics, scopes[i], error);
  table->failed = metrics->failed;
  for (size_t i = 0; i < metrics->count; i++)
    if (is_wanted(metrics->list[i].scope, scopes, count))
      metrics_row(metrics, &metrics->list[i], table);
  return true;
}

static bool print_table(const RunMetrics *m, const ResultTable *table,
                        Error *error) {
  Sentences notes = {0};
  printf("%s: %s\n", m->run.schedule.game,
         shown_things(m->run.tally.games, "game", "games").text);
  if (!result_print(table, stdout, error))
    return false;
  verdict_repeats(&m->run.tally, NULL, &notes);
  run_metrics_notes(m, &notes);
  for (int i = 0; i < notes.count; i++)
    printf("%s%s\n", i ? "" : "\n", notes.text[i]);
  return run_tables_print_people(&m->run, error);
}

/* Neither has a place for the notes below the table. */
static void warn(const Run *run) {
  runs_warn_aside(run, NULL);
  if (!run->complete)
    fprintf(stderr, "boardlab: warning: the run is not complete: %s of %s\n",
            shown_count(run_played(run)).text,
            shown_things(run->count, "game", "games").text);
}

static bool stats_print(const Args *args, const RunMetrics *m, Error *error) {
  ResultTable table = {0};
  bool rows = args_wants_rows(args);
  bool good = fill_table(args, &m->metrics, &table, error);
  if (good && rows)
    warn(&m->run);
  good = good &&
         (rows ? result_write(&table, args_value(args, "json"), stdout, error)
               : print_table(m, &table, error));
  result_free(&table);
  return good;
}

static int stats_run(const Args *args, Error *error) {
  RunMetricsPlan plan;
  RunMetrics m;
  if (!sample_flags_read(args, &plan, error))
    return EXIT_USAGE;
  plan.like = args_value(args, "like");
  if (plan.like && !plan.sample) {
    error_set(error, "--like needs a sample of games: --sample N");
    return EXIT_USAGE;
  }
  bool good = run_metrics_make(&m, args->positional[0], &plan, error);
  sample_flags_done(&plan);
  if (!good)
    return EXIT_FAILED;
  good = stats_print(args, &m, error);
  run_metrics_free(&m);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command stats_command = {
    .name = "stats",
    .summary = "print every metric of a run with its 95% interval",
    .positional = "DIR",
    .flags =
        (const Flag[]){
            {"scope", "NAME",
             "only metrics of this scope: run, seat, complexity, ply,\n"
             "cell, opening, …",
             true},
            SAMPLE_FLAGS,
            {"like", "BOT",
             "how often the moves made are those that this bot would\n"
             "make, as in --like mcts:iterations=1000"},
            ROWS_FLAGS("as CSV: scope,key,metric,value,low,high,n,reason"),
            {NULL}},
    .example = "boardlab stats runs/walls --csv",
    .run = stats_run,
};
