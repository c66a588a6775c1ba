#include "cli/commands/sample_flags.h"

#include "analysis/stats/shown.h"
#include "cli/terminal/output.h"
#include "core/run/run.h"
#include "lua/host/host.h"
#include <unistd.h>

static void show_progress(void *context, uint64_t done, uint64_t games) {
  (void)context;
  output_control(stderr, "\rreplaying games: %s of %s\033[K",
                 shown_count(done).text, shown_count(games).text);
}

bool sample_flags_read(const Args *args, RunMetricsPlan *plan, Error *error) {
  const char *oracle = args_value(args, "oracle");
  int64_t sample = SAMPLE_DEFAULT, jobs = 0;
  OraclePlan judge = {
      args_value(args, "tension") || oracle ? ORACLE_DEFAULT : ORACLE_NONE, 0};
  if (!args_int(args, "sample", 0, GAMES_IN_RUN_MAX, &sample, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !args_limits(args, error) ||
      (oracle && !oracle_parse(oracle, &judge, error)))
    return false;
  if (judge.kind != ORACLE_NONE && !sample)
    return error_set(error, "--tension needs a sample of games: --sample N");
  bool bar = !args_value(args, "quiet") && isatty(STDERR_FILENO);
  *plan = (RunMetricsPlan){.sample = (uint64_t)sample,
                           .oracle = judge,
                           .whole = args_value(args, "sample"),
                           .jobs = (int)jobs,
                           .progress = bar ? show_progress : NULL};
  limits_write(plan->limits, sizeof plan->limits);
  return true;
}

void sample_flags_done(const RunMetricsPlan *plan) {
  if (plan->progress)
    output_control(stderr, "\r\033[K");
}
