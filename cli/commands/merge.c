/* boardlab merge: combines the shards of a run, a tournament or a sweep. */
#include "cli/commands/runs.h"
#include "cli/terminal/format.h"
#include "cli/terminal/run_tables.h"
#include "core/run/result_dir.h"

static int merge_sweep(const Args *args, const char *out, Error *error) {
  SweepResults results;
  if (!sweep_merge(args->positional, args->positional_count, out, &results,
                   error))
    return EXIT_FAILED;
  printf("%d run%s\n", results.runs, results.runs == 1 ? "" : "s");
  bool good = sweep_print(&results, out, error);
  sweep_results_free(&results);
  return good ? EXIT_DONE : EXIT_FAILED;
}

static int merge_run(const Args *args, const char *out, Error *error) {
  Run run;
  if (!experiment_merge(&run, args->positional, args->positional_count, out,
                        error))
    return EXIT_FAILED;
  int code = run_tables_print(&run, error) ? EXIT_DONE : EXIT_FAILED;
  run_close(&run);
  return code;
}

static int merge_command_run(const Args *args, Error *error) {
  const char *out = args_value(args, "out");
  if (out)
    return result_kind(args->positional[0]) == RESULT_SWEEP
               ? merge_sweep(args, out, error)
               : merge_run(args, out, error);
  error_set(error,
            "--out DIR is missing: name a new folder for the merged run");
  return EXIT_USAGE;
}

const Command merge_command = {
    .name = "merge",
    .summary = "combine the shards of a run, a tournament or a sweep",
    .positional = "DIR …",
    .flags = (const Flag[]){{"out", "DIR", "new folder for the merged run"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example = "boardlab merge runs/big/shard1 runs/big/shard2 --out "
               "runs/big/whole",
    .run = merge_command_run,
};
