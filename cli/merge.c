/* boardlab merge: puts the shards of a run together. */
#include "runs.h"

static int run(const Args *args, Error *error) {
  Run run;
  const char *out = args_value(args, "out");
  if (!out) {
    error_set(error, "--out DIR is missing: the folder for the whole run");
    return EXIT_USAGE;
  }
  if (!experiment_merge(&run, args->word, args->word_count, out, error))
    return EXIT_FAILED;
  int code = results_print(&run, error) ? EXIT_DONE : EXIT_FAILED;
  run_close(&run);
  return code;
}

const Command merge_command = {
    .name = "merge",
    .summary = "put the shards of a run together",
    .words = "DIR …",
    .min_words = 1,
    .max_words = WORDS_MAX,
    .flags = (const Flag[]){{"out", "DIR", "a new folder for the whole run"},
                            LIMIT_FLAGS,
                            {NULL}},
    .details =
        "Checks that the shards are parts of one and the same run, that all "
        "of them are\n"
        "there, complete, and as they were written. The result has the same "
        "bytes as a\n"
        "run in one piece. The shards stay.",
    .example = "boardlab merge runs/big/shard1 runs/big/shard2 --out "
               "runs/big/whole",
    .run = run,
};
