/* boardlab stats: every figure of a run. */
#include "cli/commands/runs.h"
#include "cli/commands/sample_flags.h"
#include "cli/terminal/format.h"
#include <math.h>
#include <stdlib.h>

static void print_key(const Figure *f) {
  printf("%-8s %-14s %-18s", f->scope, f->key, f->metric);
}

static void print_figure(const Figure *f) {
  bool whole = f->is.value == floor(f->is.value) && fabs(f->is.value) < 1e14;
  print_key(f);
  printf(whole ? " %14.0f" : " %14.6g", f->is.value);
  if (has_interval(f->is))
    printf(" %12.6g to %-12.6g", f->is.low, f->is.high);
  else
    printf(" %28s", "");
  printf(" %12s\n", grouped(f->is.n));
}

static void print_table(const Findings *findings) {
  const Figures *figures = &findings->figures;
  Sentences notes = {0};
  printf("%-8s %-14s %-18s %14s %28s %12s\n", "scope", "key", "metric", "value",
         "95%            ", "n");
  for (size_t i = 0; i < figures->count; i++)
    print_figure(&figures->list[i]);
  findings_notes(findings, &notes);
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
static bool keep_scopes(const Args *args, Figures *figures, Error *error) {
  const char *scopes[GIVEN_MAX];
  int count = args_values(args, "scope", scopes);
  size_t kept = 0;
  for (size_t i = 0; i < figures->count; i++)
    if (is_wanted(figures->list[i].scope, scopes, count))
      figures->list[kept++] = figures->list[i];
    else
      free(figures->list[i].key);
  figures->count = kept;
  return kept || error_set(error,
                           "there are no figures of --scope %s; scopes are "
                           "run, seat, side, end, bot, length, choice, ply, "
                           "cell, wall, kind, opening and tension",
                           scopes[0]);
}

static bool print_csv(const Figures *figures, Error *error) {
  Text text = {NULL};
  bool good = figures_text(figures, &text, error);
  if (good)
    fwrite(text.bytes, 1, text.length, stdout);
  free(text.bytes);
  return good;
}

static int run(const Args *args, Error *error) {
  FindingsPlan plan;
  Findings findings;
  if (!looking_plan(args, &plan, error))
    return EXIT_USAGE;
  bool good = findings_make(&findings, args->word[0], &plan, error);
  looking_done(&plan);
  if (!good)
    return EXIT_FAILED;
  good = keep_scopes(args, &findings.figures, error);
  if (good && args_value(args, "csv"))
    good = print_csv(&findings.figures, error);
  else if (good)
    print_table(&findings);
  findings_free(&findings);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command stats_command = {
    .name = "stats",
    .summary = "every figure of a run, with its 95% interval",
    .words = "DIR",
    .min_words = 1,
    .max_words = 1,
    .flags =
        (const Flag[]){
            {"scope", "NAME",
             "only figures of this scope: run, seat, choice, ply,\n"
             "cell, opening, …",
             true},
            LOOKING_FLAGS,
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
