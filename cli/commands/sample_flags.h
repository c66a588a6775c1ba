/* Flags and progress line of the commands that replay a sample of a run's games
 * (stats, report, compare). */
#ifndef BOARDLAB_CLI_COMMANDS_SAMPLE_FLAGS_H
#define BOARDLAB_CLI_COMMANDS_SAMPLE_FLAGS_H

#include "analysis/metrics/run_metrics.h"
#include "cli/commands/command.h"

#define SAMPLE_FLAGS                                                           \
  {"sample", "N",                                                              \
   "replay the first N games for metrics that need every move\n"               \
   "(default 1000; 0 for none)"},                                              \
      {"tension", NULL,                                                        \
       "measure who leads in each position of the sample: lead\n"              \
       "changes, drama, comebacks; and whether choices matter (if\n"           \
       "rules in Lua are slow, only of the first games, unless\n"              \
       "--sample is given)"},                                                  \
      {"oracle", "NAME",                                                       \
       "what judges who leads, for --tension: eval, the game's own\n"          \
       "evaluation; weights:FILE, a learned one; playouts=N,\n"                \
       "random games from the position; or mcts:iterations=N, a\n"             \
       "search (default: eval, or playouts=200 if the game has no\n"           \
       "evaluation or all bots are random). With :power=P after the\n"         \
       "name its values promise more, or less if P is below 1"},               \
      {"jobs", "N", "worker threads (default: one per core)"},                 \
      {"quiet", NULL, "no progress line"}, LIMIT_FLAGS

/* Fills in a plan from these flags; progress is shown on a terminal unless
 * --quiet is given. */
bool sample_flags_read(const Args *args, RunMetricsPlan *plan, Error *error);

/* Erases the progress line. */
void sample_flags_done(const RunMetricsPlan *plan);

#endif
