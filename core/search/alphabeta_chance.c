/* Expectimax: the mean score over what nature can do. */
#include "core/search/alphabeta_internal.h"

int chance_begin(const Alphabeta *a, int ply, ChanceScore *mean) {
  Move *moves = moves_at(a, ply);
  uint32_t *weights = a->ranks + (size_t)ply * (size_t)a->game->max_moves;
  mean->count = game_moves(a->game, state_at(a, ply), moves);
  mean->total =
      game_weights(a->game, state_at(a, ply), moves, mean->count, weights);
  return mean->count;
}

void chance_add(ChanceScore *mean, int side, double score, double weight) {
  bool first = mean->wins[side] + mean->losses[side] == 0;
  if (score > 1) {
    mean->latest[side] = first ? score : fmin(mean->latest[side], score);
    mean->wins[side]++;
    score = 1;
  } else if (score < 0) {
    mean->latest[side] = first ? score : fmax(mean->latest[side], score);
    mean->losses[side]++;
    score = 0;
  }
  mean->sum[side] += score * weight;
}

double chance_score(const ChanceScore *mean, int side) {
  if (mean->wins[side] == mean->count || mean->losses[side] == mean->count)
    return mean->latest[side];
  return clamp(mean->sum[side] / mean->total);
}
