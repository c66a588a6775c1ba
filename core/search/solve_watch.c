#include "core/search/solve_watch.h"

#include "core/base/clock.h"

SolveEnd solve_full(const SolvePlan *plan, const Game *game, uint64_t positions,
                    Error *error) {
  error_set(error,
            "%s does not fit into %llu MB: %llu positions so far, and no end "
            "of them in sight%s%s",
            game->spec, (unsigned long long)(plan->memory >> 20),
            (unsigned long long)positions, plan->advice ? "; " : "",
            plan->advice ? plan->advice : "");
  return SOLVE_FAILED;
}

SolveEnd solve_check(const Game *game, Error *error) {
  if (!game_fault(game))
    return SOLVE_DONE;
  error_set(error, "%s", game_fault(game));
  return SOLVE_FAILED;
}

static void tell(SolveWatch *watch, const SolvePlan *plan, uint64_t positions,
                 size_t bytes) {
  static const double OFTEN = 0.1;
  double now = clock_seconds();
  if (now - watch->told < OFTEN)
    return;
  watch->told = now;
  plan->progress(plan->context, positions, bytes);
}

SolveEnd solve_watch(SolveWatch *watch, const SolvePlan *plan, const Game *game,
                     uint64_t positions, size_t bytes, Error *error) {
  enum { SELDOM = 256 };
  if (plan->stop && atomic_load_explicit(plan->stop, memory_order_relaxed)) {
    error_set(error, "stopped after %llu positions of %s",
              (unsigned long long)positions, game->spec);
    return SOLVE_STOPPED;
  }
  if (++watch->steps % SELDOM != 0)
    return SOLVE_DONE;
  if (plan->progress)
    tell(watch, plan, positions, bytes);
  return solve_check(game, error);
}
