/* Minimax with alpha-beta pruning: root_side against all others as one. */
#include "core/search/alphabeta_internal.h"

/* ---- transposition table -------------------------------------------------*/

static bool is_enough(int bound, double score, Window w) {
  return bound == EXACT || (bound == LOWER_BOUND && score >= w.high) ||
         (bound == UPPER_BOUND && score <= w.low);
}

/* Looks a position up. Sets *hint to its best move if it is known, and returns
 * whether *score answers the search. */
static bool look_up(Alphabeta *a, uint64_t key, int ply, int depth, Window w,
                    Move *hint, double *score) {
  const TranspositionEntry *e = transposition_find(&a->table, key);
  if (!e)
    return false;
  *hint = e->move;
  *score = shift_score(e->score[0], -ply);
  if (!is_usable(e, depth) || !is_enough(e->bound, *score, w))
    return false;
  a->horizon += !e->final;
  return true;
}

/* Whether a score proves a win or loss regardless of any evaluations: a win
 * that is at least this good, or a loss that is at least this bad. */
static bool is_proof(Bound bound, double score) {
  return is_decided(score) &&
         (bound == EXACT || bound == (score > 1 ? LOWER_BOUND : UPPER_BOUND));
}

/* `before` is a->horizon from when the search of the position began. */
static void store(Alphabeta *a, uint64_t key, int ply, int depth, Window w,
                  uint64_t before, Move move, double score) {
  Bound bound = score <= w.low    ? UPPER_BOUND
                : score >= w.high ? LOWER_BOUND
                                  : EXACT;
  double from_here = shift_score(score, ply);
  bool proof = is_proof(bound, score);
  if (proof)
    a->horizon = before;
  TranspositionEntry *e = transposition_place(&a->table, key);
  if (!e)
    return;
  e->move = move;
  e->depth =
      (proof ? plies_to_end(from_here) : depth) & TRANSPOSITION_DEPTH_MAX;
  e->bound = bound;
  e->final = a->horizon == before;
  e->score[0] = from_here;
}

/* ---- search --------------------------------------------------------------*/

/* Mate-distance pruning: whether even an end of the game with the next move
 * would be outside the window. */
static bool is_too_far(int ply, Window w, double *score) {
  double most = WIN_SCORE - (ply + 1);
  *score = most <= w.low ? most : -most;
  return most <= w.low || -most >= w.high;
}

/* The score after move number i. One ply above the depth limit, the moves that
 * are not sorted are evaluated all at once: where they are reached, most of
 * them are needed. Meaningless once a->stop is set. */
static double search_move(Alphabeta *a, int ply, int depth, Window w, int i,
                          int count, Move move) {
  bool at_once =
      depth == 1 && i >= ORDER_SORTED && !a->plan.evaluate && !a->plan.margin;
  if (at_once && i == ORDER_SORTED)
    move_values(a->game, state_at(a, ply), moves_at(a, ply) + i, count - i,
                a->root_side, a->values + i);
  if (at_once && a->values[i] >= 0) {
    if (count_node(a))
      a->horizon++;
    return clamp(a->values[i]);
  }
  return step(a, ply, move) ? minimax(a, ply + 1, depth - 1, w) : 0;
}

/* Searches the moves of a position: the best of them for root_side if it is to
 * move, otherwise the worst. */
static double search_moves(Alphabeta *a, int ply, int depth, Window w,
                           Move hint, Move *best_move) {
  bool own = side_at(a, ply) == a->root_side;
  double best = own ? -INFINITY : INFINITY;
  int count = order_list(a, ply, hint);
  for (int i = 0; i < count; i++) {
    Move move = order_next(a, ply, i, count);
    double score = search_move(a, ply, depth, w, i, count, move);
    if (a->stop)
      return 0;
    if (own ? score > best : score < best) {
      best = score;
      *best_move = move;
    }
    if (own)
      w.low = fmax(w.low, best);
    else
      w.high = fmin(w.high, best);
    if (w.low >= w.high) {
      order_cutoff(a, ply, depth, move);
      break;
    }
  }
  return best;
}

/* The score of a position in which nature moves: the mean over its moves. Each
 * is searched in full, as the window says nothing about a single one. */
static double search_chance(Alphabeta *a, int ply, int depth) {
  ChanceScore mean = {0};
  int count = chance_begin(a, ply, &mean);
  for (int i = 0; i < count; i++) {
    if (!step(a, ply, moves_at(a, ply)[i]))
      return 0;
    double score =
        minimax(a, ply + 1, depth - 1, (Window){-INFINITY, INFINITY});
    if (a->stop)
      return 0;
    chance_add(&mean, 0, score, chance_weight(a, ply, i));
  }
  return chance_score(&mean, 0);
}

double minimax(Alphabeta *a, int ply, int depth, Window w) {
  const State *state = state_at(a, ply);
  double score, value[SEATS_MAX];
  if (state->outcome != PLAYING)
    return alphabeta_end_score(a, state, a->root_side, ply);
  if (depth == 0) {
    evaluate(a, state, value);
    return clamp(value[a->root_side]);
  }
  if (state->seat == NATURE)
    return search_chance(a, ply, depth);
  Move hint = MOVE_PASS, move = MOVE_PASS;
  uint64_t key = alphabeta_key(a, ply), before = a->horizon;
  if (is_too_far(ply, w, &score) ||
      look_up(a, key, ply, depth, w, &hint, &score))
    return score;
  score = search_moves(a, ply, depth, w, hint, &move);
  if (!a->stop)
    store(a, key, ply, depth, w, before, move, score);
  return score;
}
