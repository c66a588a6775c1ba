#include "analysis/experiments/experiment.h"

#include "analysis/metrics/standings.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/estimate.h"
#include "core/run/collect.h"
#include "core/run/run_dir.h"

/* The context of a run's callbacks. */
typedef struct Playing {
  const ExperimentCallbacks *callbacks;
  StoppingRule until;
} Playing;

bool experiment_open(Run *run, const RunPlan *plan, Error *error) {
  StoppingRule until;
  if (!run_open(run, plan, error))
    return false;
  if (!plan->until ||
      stopping_rule_read(plan->until, &run->schedule, &until, error))
    return true;
  run_close(run);
  return false;
}

static bool rule_is_met(void *context, const Tally *tally) {
  return stopping_rule_met(&((Playing *)context)->until, tally);
}

static void report_progress(void *context, const Run *run) {
  const ExperimentCallbacks *callbacks = ((Playing *)context)->callbacks;
  if (callbacks->progress)
    callbacks->progress(callbacks->context, run);
}

bool experiment_write_metrics(const Run *run, Error *error) {
  Standings standings;
  if (!run->plan.out)
    return true;
  if (!summary_write(run, run->plan.out, error))
    return false;
  if (!standings_apply(&run->tally))
    return true;
  if (!standings_of_run(&standings, run, error))
    return false;
  bool good = standings_write(&standings, run->plan.out, error);
  standings_free(&standings);
  return good;
}

RunEnd experiment_play(Run *run, const ExperimentCallbacks *callbacks,
                       Error *error) {
  Playing playing = {.callbacks = callbacks};
  if (run->until[0] &&
      !stopping_rule_read(run->until, &run->schedule, &playing.until, error))
    return RUN_FAILED;
  const RunCallbacks run_callbacks = {.enough =
                                          run->until[0] ? rule_is_met : NULL,
                                      .progress = report_progress,
                                      .context = &playing,
                                      .stop = callbacks->stop};
  RunEnd end = run_play(run, &run_callbacks, error);
  if (end != RUN_FAILED && !experiment_write_metrics(run, error))
    end = RUN_FAILED;
  if (callbacks->run_finished)
    callbacks->run_finished(callbacks->context, run);
  return end;
}

/* Writes the metrics of a run that was just written; otherwise removes it. */
static bool finish(Run *run, Error *error) {
  if (experiment_write_metrics(run, error))
    return true;
  run_dir_clear(run->plan.out);
  run_close(run);
  return false;
}

bool experiment_merge(Run *run, const char *const dirs[], int count,
                      const char *out, Error *error) {
  return run_merge(run, dirs, count, out, error) && finish(run, error);
}

bool experiment_collect(Run *run, const char *const paths[], int count,
                        const char *out, const char *limits, Error *error) {
  return run_collect(run, paths, count, out, limits, error) &&
         finish(run, error);
}

uint64_t experiment_games(const Run *run) {
  StoppingRule until;
  const Tally *t = &run->tally;
  if (!run->until[0] || t->games == 0 ||
      !stopping_rule_read(run->until, &run->schedule, &until, NULL))
    return run->count;
  double games = (double)t->games * stopping_rule_ratio(&until, t);
  return games < (double)run->count ? (uint64_t)games : run->count;
}
