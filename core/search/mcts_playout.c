/* The values of new positions: evaluations and playouts. */
#include "core/search/mcts_internal.h"

bool mcts_evaluate(Mcts *m, const State *state, double value[]) {
  m->positions++;
  if (!(m->plan.margin ? margin_values : position_values)(
          m->game, state, m->plan.evaluate, m->plan.context, value))
    return mcts_fail(m, "the evaluation has failed");
  return mcts_may_continue(m);
}

static bool play_by_policy(Mcts *m, State *state, Rng *rng, int plies) {
  for (; plies > 0 && state->outcome == PLAYING; plies--, m->positions++) {
    Move move;
    if (state->seat == NATURE)
      move = game_random_move(m->game, state, rng);
    else if (!m->plan.policy(m->plan.context, m->game, state, rng, &move))
      return mcts_fail(m, "the rollout policy has failed");
    game_play(m->game, state, move);
    if (!mcts_may_continue(m))
      return false;
  }
  return true;
}

/* Plays random moves; in stretches if there is a progress callback. */
static bool play_at_random(Mcts *m, State *state, Rng *rng, int plies) {
  int stretch = m->plan.progress ? MCTS_PROGRESS_INTERVAL : plies;
  for (; plies > 0 && state->outcome == PLAYING; plies -= stretch) {
    int most = stretch < plies ? stretch : plies;
    m->positions += (uint64_t)game_playout(m->game, state, rng, most);
    if (!mcts_may_continue(m))
      return false;
  }
  return true;
}

/* Plays one playout on `state` and sets the result. */
static bool play_out(Mcts *m, State *state, Rng *rng, double value[]) {
  bool truncated = m->plan.playout_plies >= 0;
  int plies = truncated ? m->plan.playout_plies : m->game->max_plies;
  m->playouts++;
  if (m->plan.policy ? !play_by_policy(m, state, rng, plies)
                     : !play_at_random(m, state, rng, plies))
    return false;
  if (truncated || (m->plan.margin && state->outcome != PLAYING))
    return mcts_evaluate(m, state, value);
  outcome_values(m->game, scoring_sides(m->game, state), value);
  return true;
}

bool mcts_simulate(Mcts *m, Rng *rng, double value[]) {
  if (m->plan.playouts == 1)
    return play_out(m, m->state, rng, value);
  double sum[SEATS_MAX] = {0};
  for (int i = 0; i < m->plan.playouts; i++) {
    game_assign(m->game, m->scratch, m->state);
    if (!play_out(m, m->scratch, rng, value))
      return false;
    for (int side = 0; side < m->game->sides; side++)
      sum[side] += value[side];
  }
  for (int side = 0; side < m->game->sides; side++)
    value[side] = sum[side] / m->plan.playouts;
  return true;
}
