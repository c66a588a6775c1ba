/* Move ordering: the transposition table's move first, then killer moves (Akl &
 * Newborn 1977), then by the history heuristic (Schaeffer 1983). */
#include "core/search/alphabeta_internal.h"

static uint32_t *history_of(Alphabeta *a, int seat, Move move) {
  uint32_t mixed = (move ^ (uint32_t)seat << 28) * 0x9e3779b1u;
  return &a->history[mixed >> (32 - HISTORY_BITS)];
}

static uint32_t rank_of(Alphabeta *a, int ply, int seat, Move move, Move hint) {
  if (move == hint)
    return UINT32_MAX;
  for (uint32_t i = 0; i < KILLERS; i++)
    if (move == a->killers[ply][i])
      return UINT32_MAX - 1 - i;
  return *history_of(a, seat, move);
}

int order_list(Alphabeta *a, int ply, Move hint) {
  const State *state = state_at(a, ply);
  Move *moves = moves_at(a, ply);
  uint32_t *ranks = a->ranks + (moves - a->moves);
  int count = game_moves(a->game, state, moves);
  for (int i = 0; i < count; i++)
    ranks[i] = rank_of(a, ply, state->seat, moves[i], hint);
  return count;
}

/* The first of the highest ranks from `from` on. Unlike the place of a maximum,
 * the maximum itself is found several entries at a time. */
static int first_of_highest(const uint32_t ranks[], int from, int count) {
  uint32_t most = 0;
  for (int i = from; i < count; i++)
    most = ranks[i] > most ? ranks[i] : most;
  while (ranks[from] != most)
    from++;
  return from;
}

/* One step of a selection sort. */
Move order_next(Alphabeta *a, int ply, int i, int count) {
  Move *moves = moves_at(a, ply);
  if (i >= ORDER_SORTED)
    return moves[i];
  uint32_t *ranks = a->ranks + (moves - a->moves);
  int best = first_of_highest(ranks, i, count);
  Move move = moves[best];
  uint32_t rank = ranks[best];
  moves[best] = moves[i];
  ranks[best] = ranks[i];
  moves[i] = move;
  ranks[i] = rank;
  return move;
}

void order_cutoff(Alphabeta *a, int ply, int depth, Move move) {
  Move *killers = a->killers[ply];
  uint32_t *history = history_of(a, state_at(a, ply)->seat, move);
  if (*history < UINT32_MAX / 2)
    *history += (uint32_t)(depth * depth);
  if (killers[0] == move)
    return;
  killers[1] = killers[0];
  killers[0] = move;
}

void order_age(Alphabeta *a) {
  for (int i = 0; i < HISTORY_SIZE; i++)
    a->history[i] /= 8;
  for (int i = 0; i < ALPHABETA_DEPTH_MAX; i++)
    for (int k = 0; k < KILLERS; k++)
      a->killers[i][k] = MOVE_PASS; /* never one of several moves */
}
