/* boardlab sweep: plays one run for each combination of option values. */
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"

bool sweep_print(const SweepResults *results, const char *out, Error *error) {
  Document document = {0};
  bool good = sweep_document(results, &document, error) &&
              print_document(&document, error);
  document_free(&document);
  if (!good)
    return false;
  if (out)
    printf(
        "\n%s/sweep.csv    one row per run; each run has a folder beside it\n",
        out);
  else
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
  if (out && results->complete)
    printf("%s/sweep_trends.csv    how the metrics depend on the options\n",
           out);
  return true;
}

static bool print_rows(const Args *args, const Sweep *s, Error *error) {
  ResultTable table = {0};
  sweep_table(&s->results, s->results.runs, &table);
  bool good = args_print_table(args, &table, error);
  result_free(&table);
  return good;
}

static bool print_sentences(const Sweep *s, bool stopped, Error *error) {
  printf("%s: %d run%s, seed %llu\n", s->game->spec, s->runs,
         s->runs == 1 ? "" : "s", (unsigned long long)s->plan.seed);
  if (!sweep_print(&s->results, s->plan.out, error))
    return false;
  if (error_is_set(&s->reason))
    printf("\nThe first forfeit: %s\n", s->reason.message);
  if (stopped && s->plan.out)
    printf("\nThe same command with --resume continues it.\n");
  return true;
}

static int sweep_command_play(const Args *args, Sweep *s, Error *error) {
  Progress *progress = runs_progress(args, s->games, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = sweep_play(s, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    return EXIT_FAILED;
  if (!(args_wants_rows(args) ? print_rows(args, s, error)
                              : print_sentences(s, end == RUN_STOPPED, error)))
    return EXIT_FAILED;
  if (s->plan.shards <= 1 && sweep_all_forfeited(&s->results))
    return runs_all_forfeited(s->games, error), EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int sweep_run(const Args *args, Error *error) {
  RunPlan plan;
  PlanTexts texts;
  Sweep sweep;
  const char *vary[FLAGS_MAX];
  int count = args_values(args, "vary", vary);
  if (!runs_plan_seats(args, &plan, &texts, error) ||
      !sweep_open(&sweep, &plan, vary, count, error))
    return EXIT_USAGE;
  int code = sweep_command_play(args, &sweep, error);
  sweep_close(&sweep);
  return code;
}

const Command sweep_command = {
    .name = "sweep",
    .summary = "play one run for each combination of option values",
    .positional = "GAME",
    .flags =
        (const Flag[]){VARY_FLAG,
                       SEAT_FLAGS,
                       ROWS_FLAGS("print the runs as CSV, as in sweep.csv"),
                       RUN_FLAGS,
                       SHARD_FLAG,
                       {NULL}},
    .example = "boardlab sweep quoridor --vary walls=4..12/4 --vary size=5,7,9 "
               "--games 200 --out runs/walls",
    .run = sweep_run,
};
