#include "cli/commands/sample_flags.h"

#include "cli/terminal/output.h"
#include "core/run/run.h"
#include <unistd.h>

static void show_progress(void *context, uint64_t done, uint64_t games) {
  (void)context;
  output_control(stderr, "\rreplaying games: %llu of %llu\033[K",
                 (unsigned long long)done, (unsigned long long)games);
}

bool sample_flags_read(const Args *args, RunMetricsPlan *plan, Error *error) {
  int64_t sample = SAMPLE_DEFAULT, playouts = 0, jobs = 0;
  if (!args_int(args, "sample", 0, GAMES_IN_RUN_MAX, &sample, error) ||
      !args_int(args, "tension", 1, TENSION_PLAYOUTS_MAX, &playouts, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !args_limits(args, error))
    return false;
  if (playouts && !sample)
    return error_set(error, "--tension needs a sample of games: --sample N");
  bool bar = !args_value(args, "quiet") && isatty(STDERR_FILENO);
  *plan = (RunMetricsPlan){.sample = (uint64_t)sample,
                           .playouts = (int)playouts,
                           .jobs = (int)jobs,
                           .progress = bar ? show_progress : NULL};
  return true;
}

void sample_flags_done(const RunMetricsPlan *plan) {
  if (plan->progress)
    output_control(stderr, "\r\033[K");
}
