#include "core/search/solve_progress.h"

#include "core/base/clock.h"
#include "core/base/number.h"

SolveStatus solve_fail_full(const SolvePlan *plan, const Game *game,
                            uint64_t positions, Error *error) {
  error_set(error, "%s does not fit into %llu MB: %s positions so far%s%s",
            game->spec, (unsigned long long)(plan->memory >> 20),
            grouped(positions).text, plan->advice ? "; " : "",
            plan->advice ? plan->advice : "");
  return SOLVE_FAILED;
}

SolveStatus solve_check_fault(const Game *game, Error *error) {
  if (!game_fault(game))
    return SOLVE_DONE;
  error_copy(error, game_failure(game));
  return SOLVE_FAILED;
}

static void report(SolveProgress *progress, const SolvePlan *plan,
                   uint64_t positions, size_t bytes) {
  static const double INTERVAL = 0.1; /* seconds */
  double now = clock_seconds();
  if (now - progress->reported < INTERVAL)
    return;
  progress->reported = now;
  plan->progress(plan->context, positions, bytes);
}

SolveStatus solve_progress(SolveProgress *progress, const SolvePlan *plan,
                           const Game *game, uint64_t positions, size_t bytes,
                           Error *error) {
  enum { STEPS_BETWEEN_REPORTS = 256 };
  if (plan->stop && atomic_load_explicit(plan->stop, memory_order_relaxed)) {
    error_set(error, "stopped after %s positions of %s",
              grouped(positions).text, game->spec);
    return SOLVE_STOPPED;
  }
  if (++progress->steps % STEPS_BETWEEN_REPORTS != 0)
    return SOLVE_DONE;
  if (plan->progress)
    report(progress, plan, positions, bytes);
  return solve_check_fault(game, error);
}
