/* What the commands share that look into the games of runs: their flags, and a
 * line that says how far they have come. */
#ifndef BOARDLAB_CLI_COMMANDS_SAMPLE_FLAGS_H
#define BOARDLAB_CLI_COMMANDS_SAMPLE_FLAGS_H

#include "analysis/metrics/run_metrics.h"
#include "cli/commands/command.h"

#define SAMPLE_FLAGS                                                           \
  {"sample", "N",                                                              \
   "look into the first N games move by move (default 1000;\n"                 \
   "0 for none)"},                                                             \
      {"tension", "N",                                                         \
       "play N random games from each position of the sample, to see\n"        \
       "who leads: lead changes, drama, comebacks (default: not done)"},       \
      {"jobs", "N", "threads to play on (default: one for each core)"},        \
      {"quiet", NULL, "no progress line"}, LIMIT_FLAGS

/* Fills a plan in from these flags. */
bool sample_flags_read(const Args *args, RunMetricsPlan *plan, Error *error);

/* Takes the progress line away. */
void sample_flags_done(const RunMetricsPlan *plan);

#endif
