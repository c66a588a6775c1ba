/* The value of every position of a game of chance, between two bounds.
 *
 * Each sweep computes both bounds of every position from those of the positions
 * after it (interval iteration, Haddad & Monmege 2018). Where play can go round
 * in circles, bounds that support each other would stay where they are: a side
 * that may stay in a circle seems to be able to win there because the same is
 * said of the next position. So bounds are also compared with what can be got
 * by leaving (Kelmendi et al. 2018): in a set of positions that nature does not
 * leave and in which each side has a move that stays,
 *
 *   - side 1 can stay, and then side 0 gets no more than its best move out of
 *     the set, or half a point for endless play;
 *   - side 0 can stay, and then it gets at least what the best move of side 1
 *     out of the set leaves, or half a point.
 *
 * That holds in any such set. Those that help are the circles of moves that
 * seem best to their sides, the high bounds to side 0 and the low ones to side
 * 1. In the positions whose bounds are furthest apart all of these moves stay
 * among such positions, so as long as any bounds differ there is a set of them
 * in which one of the bounds moves. */
#include "core/search/solve_chance_internal.h"

/* Sweeps between two searches for circles. */
enum { SWEEPS = 16 };

/* A move seems best if it is worse than the best by at most this multiple of
 * the largest gap: values that are equal in the end differ as long as they are
 * not known, and others are not to be mixed up with them. */
static const double TOLERANCES[] = {2, 1. / 8, 1. / 1024, 0};
enum { TOLERANCE_COUNT = sizeof TOLERANCES / sizeof *TOLERANCES };

bool chance_is_stuck(ChanceWatch *watch, double left) {
  enum { INTERVAL = 1024 };
  static const double PROGRESS = 0.999;
  if (watch->sweeps++ % INTERVAL != 0)
    return false;
  bool stuck = watch->sweeps > 1 && left > PROGRESS * watch->left;
  watch->left = left;
  return stuck;
}

static double low_after(const ChanceGraph *g, const ChanceEdge *edge) {
  return edge->to >= LAST_NUMBER ? chance_end_value(edge->to)
                                 : g->nodes[edge->to].low;
}

static double high_after(const ChanceGraph *g, const ChanceEdge *edge) {
  return edge->to >= LAST_NUMBER ? chance_end_value(edge->to)
                                 : g->nodes[edge->to].high;
}

/* ---- sweeps --------------------------------------------------------------*/

typedef struct Bounds {
  double low, high;
} Bounds;

static Bounds mean(const ChanceGraph *g, const ChanceNode *node) {
  Bounds sum = {0, 0};
  double weights = 0;
  for (size_t e = node->first; e < node->first + node->count; e++) {
    const ChanceEdge *edge = &g->edges[e];
    sum.low += edge->weight * low_after(g, edge);
    sum.high += edge->weight * high_after(g, edge);
    weights += edge->weight;
  }
  return (Bounds){sum.low / weights, sum.high / weights};
}

static Bounds best(const ChanceGraph *g, const ChanceNode *node) {
  const ChanceEdge *edge = &g->edges[node->first];
  Bounds most = {low_after(g, edge), high_after(g, edge)};
  for (uint32_t i = 1; i < node->count; i++) {
    double low = low_after(g, &edge[i]), high = high_after(g, &edge[i]);
    most.low = node->side == 0 ? larger(most.low, low) : smaller(most.low, low);
    most.high =
        node->side == 0 ? larger(most.high, high) : smaller(most.high, high);
  }
  return most;
}

/* Bounds only ever come closer. Rounding may make them cross. */
static void narrow(ChanceNode *node, double low, double high) {
  node->low = larger(node->low, low);
  node->high = smaller(node->high, high);
  if (node->low > node->high)
    node->low = node->high = chance_middle(node);
}

/* Computes all bounds once more. Returns the largest gap that is left, and
 * their sum in *sum. */
static double sweep(ChanceGraph *g, ChanceRange range, double *sum) {
  double most = 0;
  *sum = 0;
  for (size_t i = range.first; i < range.end; i++) {
    ChanceNode *node = &g->nodes[g->order[i]];
    if (node->high > node->low) {
      Bounds b = node->side == NATURE ? mean(g, node) : best(g, node);
      narrow(node, b.low, b.high);
    }
    most = larger(most, node->high - node->low);
    *sum += node->high - node->low;
  }
  return most;
}

/* ---- circles -------------------------------------------------------------*/

static void keep_best(ChanceGraph *g, const ChanceNode *node,
                      double tolerance) {
  Bounds most = best(g, node);
  for (size_t e = node->first; e < node->first + node->count; e++)
    g->kept[e] = node->side == 0
                     ? high_after(g, &g->edges[e]) >= most.high - tolerance
                     : low_after(g, &g->edges[e]) <= most.low + tolerance;
}

static void keep_all(ChanceGraph *g, const ChanceNode *node) {
  for (size_t e = node->first; e < node->first + node->count; e++)
    g->kept[e] = true;
}

/* Compares a set that can be left by moves of a side with those moves. */
static void compare_with_exits(ChanceGraph *g, const uint32_t numbers[],
                               size_t count, bool closed) {
  double high = 0.5, low = 0.5;
  if (!closed)
    return;
  uint32_t own = g->marks[numbers[0]].component;
  for (size_t i = 0; i < count; i++) {
    const ChanceNode *node = &g->nodes[numbers[i]];
    for (size_t e = node->first; e < node->first + node->count; e++) {
      const ChanceEdge *edge = &g->edges[e];
      if (edge->to < LAST_NUMBER && g->marks[edge->to].part == g->part &&
          g->marks[edge->to].component == own)
        continue;
      if (node->side == 0)
        high = larger(high, high_after(g, edge));
      else
        low = smaller(low, low_after(g, edge));
    }
  }
  for (size_t i = 0; i < count; i++)
    narrow(&g->nodes[numbers[i]], low, high);
}

static void find_circles(ChanceGraph *g, ChanceRange range, double tolerance) {
  for (size_t i = range.first; i < range.end; i++) {
    const ChanceNode *node = &g->nodes[g->order[i]];
    if (node->side == NATURE)
      keep_all(g, node);
    else
      keep_best(g, node, tolerance);
  }
  chance_scc(g, range, compare_with_exits);
}

static ChanceStatus narrow_all(ChanceGraph *g, ChanceRange range) {
  ChanceWatch watch = {0};
  double sum, gap;
  for (uint64_t i = 1; (gap = sweep(g, range, &sum)) > CHANCE_GAP; i++) {
    if (!g->may_continue(g->context))
      return CHANCE_STOPPED;
    if (chance_is_stuck(&watch, sum))
      return gap <= CHANCE_PRECISION ? CHANCE_DONE : CHANCE_APART;
    if (i % SWEEPS == 0)
      find_circles(g, range, gap * TOLERANCES[i / SWEEPS % TOLERANCE_COUNT]);
  }
  return CHANCE_DONE;
}

ChanceStatus chance_values(ChanceGraph *g, ChanceRange range) {
  for (size_t i = range.first; i < range.end; i++) {
    g->nodes[g->order[i]].low = 0;
    g->nodes[g->order[i]].high = 1;
  }
  ChanceStatus status = narrow_all(g, range);
  /* Otherwise the gaps of other parts could not become smaller than these. */
  for (size_t i = range.first; i < range.end; i++) {
    ChanceNode *node = &g->nodes[g->order[i]];
    node->low = node->high = chance_middle(node);
  }
  return status;
}
