#include "core/search/solve_common.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/game/conform.h"
#include <stdlib.h>

/* ---- what can be solved --------------------------------------------------*/

bool solve_check_game(const Game *game, bool chance, Error *error) {
  if (game_hides(game))
    return error_set(error,
                     "%s hides something from its players, so that perfect "
                     "play depends on what they believe: it cannot be solved",
                     game->spec);
  if (game->sides > 2)
    return error_set(error,
                     "%s has %d sides: only games of one or two sides can be "
                     "solved, because with more the value depends on whom a "
                     "losing side helps",
                     game->spec, game->sides);
  return chance || !game->has_chance ||
         error_set(error,
                   "%s is a game of chance, in which wins are not certain but "
                   "have probabilities: 'boardlab solve %s' alone gives them",
                   game->spec, game->spec);
}

bool solve_check_position(const State *state, Error *error) {
  return state->outcome == PLAYING ||
         error_set(error, "the game is over: there is nothing to solve");
}

bool solve_check_symmetries(const Game *game, const SolvePlan *plan,
                            Error *error) {
  enum { SEED = 1 };
  if (plan->plain)
    return true;
  if (conform_symmetries(game, SEED, error))
    return solve_check_fault(game, error) == SOLVE_DONE;
  if (plan->plain_advice)
    error_add(error, "%s", plan->plain_advice);
  return false;
}

SolveStatus solve_check_fault(const Game *game, Error *error) {
  if (!game_fault(game))
    return SOLVE_DONE;
  error_copy(error, game_failure(game));
  return SOLVE_FAILED;
}

/* ---- solving -------------------------------------------------------------*/

static int64_t rules_work(const Solving *s) {
  return s->game->rules->work ? s->game->rules->work(s->game) : 0;
}

void solving_open(Solving *s, const Game *game, const SolvePlan *plan) {
  bool own = game->rules->key && game->key_size && !plan->plain;
  size_t size = own ? game->key_size : game->state_size;
  *s = (Solving){.game = game,
                 .plan = *plan,
                 .budget.limit = plan->memory,
                 .key = need(size),
                 .key_size = size,
                 .key_from_rules = own,
                 .next = need(game->state_size)};
  s->began = rules_work(s);
}

void solving_close(Solving *s) {
  free(s->key);
  free(s->next);
}

const char *solving_key(Solving *s, const State *state) {
  if (s->key_from_rules)
    s->game->rules->key(s->game, state, s->key);
  else
    memcpy(s->key, state, s->key_size);
  return s->key;
}

bool solving_full(Solving *s, uint64_t positions, Error *error) {
  const char *advice = s->plan.advice;
  s->status = SOLVE_FAILED;
  return error_set(
      error, "%s does not fit into %llu MB: %s positions so far%s%s",
      s->game->spec, (unsigned long long)(s->plan.memory >> 20),
      grouped(positions).text, advice ? "; " : "", advice ? advice : "");
}

/* Whether the plan allows more work; it does not matter when that is noticed,
 * as long as it is always at the same step. */
static bool has_work_left(Solving *s, uint64_t positions, Error *error) {
  int64_t work = s->plan.work;
  if (!work ||
      (int64_t)(s->steps + s->looked) * STEP_WORK + rules_work(s) - s->began <
          work)
    return true;
  s->status = SOLVE_FAILED;
  return error_set(error, "%s takes too long: %s positions so far",
                   s->game->spec, grouped(positions).text);
}

static void report(Solving *s, uint64_t positions) {
  static const double INTERVAL = 0.1; /* seconds */
  double now = clock_seconds();
  if (!s->plan.progress || now - s->reported < INTERVAL)
    return;
  s->reported = now;
  s->plan.progress(s->plan.context, positions, s->budget.taken);
}

bool solving_goes_on(Solving *s, uint64_t positions, Error *error) {
  enum { STEPS_BETWEEN_REPORTS = 256 };
  const atomic_bool *stop = s->plan.stop;
  if (stop && atomic_load_explicit(stop, memory_order_relaxed)) {
    s->status = SOLVE_STOPPED;
    return error_set(error, "stopped after %s positions of %s",
                     grouped(positions).text, s->game->spec);
  }
  if (++s->steps % STEPS_BETWEEN_REPORTS == 0) {
    report(s, positions);
    s->status = solve_check_fault(s->game, error);
    return s->status == SOLVE_DONE && has_work_left(s, positions, error);
  }
  return s->status == SOLVE_DONE;
}

/* ---- positions -----------------------------------------------------------*/

GameValue solve_end_value(const Game *game, const State *state, int side) {
  bool own = false, other = false;
  for (int s = 0; s < game->seats; s++)
    if (state->outcome == WIN && state->winners >> s & 1) {
      own = own || game->side[s] == side;
      other = other || game->side[s] != side;
    }
  return own == other ? VALUE_DRAW : own ? VALUE_WIN : VALUE_LOSS;
}

void insert_by_rank(Move *moves, double *ranks, int count, Move move,
                    double rank) {
  int at = count;
  for (; at > 0 && ranks[at - 1] > rank; at--) {
    moves[at] = moves[at - 1];
    ranks[at] = ranks[at - 1];
  }
  moves[at] = move;
  ranks[at] = rank;
}
