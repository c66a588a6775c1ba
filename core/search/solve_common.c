#include "core/search/solve_common.h"

#include "core/base/need.h"
#include "core/game/conform.h"
#include "core/search/solve_progress.h"
#include <stdlib.h>

bool solve_check_sides(const Game *game, Error *error) {
  return game->sides <= 2 ||
         error_set(error,
                   "%s has %d sides: only games of one or two sides can be "
                   "solved, because with more the value depends on whom a "
                   "losing side helps",
                   game->spec, game->sides);
}

bool solve_check_open(const Game *game, Error *error) {
  return !game_hides(game) ||
         error_set(error,
                   "%s hides something from its players, so that perfect play "
                   "depends on what they believe: it cannot be solved",
                   game->spec);
}

bool solve_check_certain(const Game *game, Error *error) {
  return !game->has_chance ||
         error_set(error,
                   "%s is a game of chance, in which wins are not certain but "
                   "have probabilities: 'boardlab solve %s' alone gives them",
                   game->spec, game->spec);
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

bool solve_check_position(const State *state, Error *error) {
  return state->outcome == PLAYING ||
         error_set(error, "the game is over: there is nothing to solve");
}

void position_key_open(PositionKey *key, const Game *game,
                       const SolvePlan *plan) {
  bool from_rules = game->rules->key && game->key_size && !plan->plain;
  size_t size = from_rules ? game->key_size : game->state_size;
  *key = (PositionKey){game, from_rules, size, need(size)};
}

void position_key_close(PositionKey *key) {
  free(key->bytes);
}

void position_key_write(PositionKey *key, const State *state) {
  if (key->from_rules)
    key->game->rules->key(key->game, state, key->bytes);
  else
    memcpy(key->bytes, state, key->size);
}

GameValue solve_end_value(const Game *game, const State *state, int side) {
  bool own = false, other = false;
  for (int s = 0; s < game->seats; s++)
    if (state->outcome == WIN && state->winners >> s & 1) {
      own = own || game->side[s] == side;
      other = other || game->side[s] != side;
    }
  return own == other ? VALUE_DRAW : own ? VALUE_WIN : VALUE_LOSS;
}

void insert_by_replies(Move *moves, int *replies, int count, Move move,
                       int reply_count) {
  int at = count;
  for (; at > 0 && replies[at - 1] > reply_count; at--) {
    moves[at] = moves[at - 1];
    replies[at] = replies[at - 1];
  }
  moves[at] = move;
  replies[at] = reply_count;
}
