/* max^n (Luckhardt & Irani 1986) with shallow pruning (Korf 1991): each side
 * maximises its own score. */
#include "core/search/alphabeta_internal.h"

/* Values sum to 1 except for rounding, which stays below this. */
#define ROUNDING 1e-9

/* ---- scores of several sides ---------------------------------------------*/

/* Whether a side prefers one result to another. Ties are broken by the scores
 * alone, so the order in which moves are tried does not matter. */
static bool prefers(const Alphabeta *a, int side, const double *one,
                    const double *other) {
  if (one[side] != other[side])
    return one[side] > other[side];
  if (one[a->root_side] != other[a->root_side])
    return one[a->root_side] < other[a->root_side];
  for (int s = 0; s < a->game->sides; s++)
    if (one[s] != other[s])
      return one[s] < other[s];
  return false;
}

/* The most that another side can get if one side gets at least this score. */
static double most_left(double score) {
  if (score > 1)
    return -score;
  return score >= 0 ? 1 - score + ROUNDING : INFINITY;
}

/* Shallow pruning: whether the rival has a better alternative than what this
 * side would leave it. This is sound only for the side that moved just before:
 * what earlier sides get depends on what the rival chooses instead. */
static bool is_refuted(Rival rival, int side, double score) {
  return rival.side != side && rival.best > most_left(score);
}

/* ---- transposition table -------------------------------------------------*/

static bool look_up(Alphabeta *a, uint64_t key, int ply, int depth, Move *hint,
                    double score[]) {
  const TranspositionEntry *e = transposition_find(&a->table, key);
  if (!e)
    return false;
  *hint = e->move;
  if (!is_usable(e, depth))
    return false;
  for (int s = 0; s < a->game->sides; s++)
    score[s] = shift_score(e->score[s], -ply);
  a->horizon += !e->final;
  return true;
}

/* `score` is NULL if the position was refuted. */
static void store(Alphabeta *a, uint64_t key, int ply, int depth,
                  uint64_t before, Move move, const double *score) {
  TranspositionEntry *e = transposition_place(&a->table, key);
  if (!e)
    return;
  e->move = move;
  e->depth = depth & TRANSPOSITION_DEPTH_MAX;
  e->bound = score ? EXACT : NO_VALUE;
  e->final = a->horizon == before;
  for (int s = 0; score && s < a->game->sides; s++)
    e->score[s] = shift_score(score[s], ply);
}

/* ---- search --------------------------------------------------------------*/

/* Finds the result that the side to move prefers; false if refuted. */
static bool search_moves(Alphabeta *a, int ply, int depth, Rival rival,
                         Move hint, Move *best_move, double best[]) {
  int side = side_at(a, ply), count = order_list(a, ply, hint);
  uint64_t before = a->horizon;
  Rival self = {side, -INFINITY};
  double score[SEATS_MAX];
  for (int i = 0; i < count; i++) {
    Move move = order_next(a, ply, i, count);
    if (!step(a, ply, move))
      return false;
    bool matters = maxn(a, ply + 1, depth - 1, self, score);
    if (a->stop)
      return false;
    if (!matters || (i > 0 && !prefers(a, side, score, best)))
      continue;
    memcpy(best, score, (size_t)a->game->sides * sizeof *best);
    *best_move = move;
    self.best = best[side];
    bool at_once = self.best == WIN_SCORE - (ply + 1);
    bool refuted = is_refuted(rival, side, self.best);
    if (at_once) /* an immediate win is final */
      a->horizon = before;
    if (at_once || refuted) {
      order_cutoff(a, ply, depth, move);
      return !refuted;
    }
  }
  return true;
}

/* The scores of a position in which nature moves. No side moved before nature's
 * moves, so no position after them can be refuted. */
static bool search_chance(Alphabeta *a, int ply, int depth, double score[]) {
  ChanceScore mean = {0};
  int count = chance_begin(a, ply, &mean);
  for (int i = 0; i < count; i++) {
    Rival nobody = {NATURE, -INFINITY};
    double scores[SEATS_MAX];
    if (!step(a, ply, moves_at(a, ply)[i]) ||
        !maxn(a, ply + 1, depth - 1, nobody, scores))
      return false;
    for (int s = 0; s < a->game->sides; s++)
      chance_add(&mean, s, scores[s], chance_weight(a, ply, i));
  }
  for (int s = 0; s < a->game->sides; s++)
    score[s] = chance_score(&mean, s);
  return true;
}

bool maxn(Alphabeta *a, int ply, int depth, Rival rival, double score[]) {
  const State *state = state_at(a, ply);
  if (state->outcome != PLAYING) {
    for (int s = 0; s < a->game->sides; s++)
      score[s] = alphabeta_end_score(a, state, s, ply);
    return true;
  }
  if (depth == 0) {
    evaluate(a, state, score);
    for (int s = 0; s < a->game->sides; s++)
      score[s] = clamp(score[s]);
    return true;
  }
  if (state->seat == NATURE)
    return search_chance(a, ply, depth, score);
  Move hint = MOVE_PASS, move = MOVE_PASS;
  uint64_t key = alphabeta_key(a, ply), before = a->horizon;
  if (look_up(a, key, ply, depth, &hint, score))
    return true;
  bool matters = search_moves(a, ply, depth, rival, hint, &move, score);
  if (!a->stop)
    store(a, key, ply, depth, before, move, matters ? score : NULL);
  return matters;
}
