#include "core/game/eval.h"

#include <math.h>

unsigned sides_that_won(const Game *game, const State *state) {
  unsigned sides = 0;
  if (state->outcome != WIN)
    return 0;
  for (unsigned seats = state->winners; seats; seats &= seats - 1)
    sides |= 1u << game->side[__builtin_ctz(seats)];
  return sides;
}

void worth_of_unknown(const Game *game, double worth[]) {
  for (int side = 0; side < game->sides; side++)
    worth[side] = game->sides > 1 ? 1.0 / game->sides : 0.5;
}

bool position_worth(const Game *game, const State *state, Evaluator *evaluate,
                    void *context, double worth[]) {
  if (state->outcome != PLAYING) {
    worth_of_end(game, sides_that_won(game, state), worth);
    return true;
  }
  if (evaluate)
    return evaluate(context, game, state, worth);
  if (game->rules->evaluate)
    game->rules->evaluate(game, state, worth);
  else
    worth_of_unknown(game, worth);
  return true;
}

double evaluation_doubt(const Game *game) {
  if (!game->rules->evaluate)
    return 0;
  while (game->base)
    game = game->base;
  return game->rules->doubt > 0 ? game->rules->doubt : DOUBT_USUAL;
}

void worth_of_scores(const Game *game, const double score[], double worth[]) {
  if (game->sides == 2) {
    worth[0] = 1 / (1 + exp(score[1] - score[0]));
    worth[1] = 1 - worth[0];
    return;
  }
  double most = score[0], sum = 0;
  for (int side = 1; side < game->sides; side++)
    most = score[side] > most ? score[side] : most;
  for (int side = 0; side < game->sides; side++)
    sum += worth[side] = exp(score[side] - most);
  for (int side = 0; side < game->sides; side++)
    worth[side] /= sum;
}
