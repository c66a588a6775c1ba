#include "core/game/eval.h"

#include <math.h>

unsigned winning_sides(const Game *game, const State *state) {
  unsigned sides = 0;
  if (state->outcome != WIN)
    return 0;
  for (unsigned seats = state->winners; seats; seats &= seats - 1)
    sides |= 1u << game->side[__builtin_ctz(seats)];
  return sides;
}

void neutral_values(const Game *game, double value[]) {
  for (int side = 0; side < game->sides; side++)
    value[side] = game->sides > 1 ? 1.0 / game->sides : 0.5;
}

bool position_values(const Game *game, const State *state, Evaluator *evaluate,
                     void *context, double value[]) {
  if (state->outcome != PLAYING) {
    outcome_values(game, winning_sides(game, state), value);
    return true;
  }
  if (evaluate)
    return evaluate(context, game, state, value);
  if (game->rules->evaluate)
    game->rules->evaluate(game, state, value);
  else
    neutral_values(game, value);
  return true;
}

double eval_exploration(const Game *game) {
  if (!game->rules->evaluate)
    return 0;
  while (game->base)
    game = game->base;
  return game->rules->exploration > 0 ? game->rules->exploration
                                      : EXPLORATION_DEFAULT;
}

void values_from_scores(const Game *game, const double score[],
                        double value[]) {
  if (game->sides == 2) {
    value[0] = 1 / (1 + exp(score[1] - score[0]));
    value[1] = 1 - value[0];
    return;
  }
  double most = score[0], sum = 0;
  for (int side = 1; side < game->sides; side++)
    most = score[side] > most ? score[side] : most;
  for (int side = 0; side < game->sides; side++)
    sum += value[side] = exp(score[side] - most);
  for (int side = 0; side < game->sides; side++)
    value[side] /= sum;
}
