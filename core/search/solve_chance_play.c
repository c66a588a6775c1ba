/* Optimal play in a game of chance, and how likely it makes each result.
 *
 * A move is optimal if it leads to a position of the best value. Where play can
 * go round in circles that is not enough: a side that is ahead must also get
 * out of them. So it plays an optimal move that makes progress: towards an end,
 * or a position of an even value, whatever optimal moves the other side plays.
 * In an even position every optimal move will do, since endless play is a draw.
 */
#include "core/search/solve_chance_internal.h"
#include <math.h>

/* Values that differ by less count as equal. */
static const double TIE = 1e-11;

/* ---- optimal moves -------------------------------------------------------*/

static double value_after(const ChanceGraph *g, const ChanceEdge *edge) {
  return edge->to >= LAST_NUMBER ? chance_end_value(edge->to)
                                 : chance_middle(&g->nodes[edge->to]);
}

/* Keeps the edges of optimal moves and all of nature's. */
static void keep_optimal(ChanceGraph *g, const ChanceNode *node) {
  double best = node->side == 0 ? 0 : 1;
  for (size_t e = node->first; e < node->first + node->count; e++) {
    double value = value_after(g, &g->edges[e]);
    best = node->side == 0 ? larger(best, value) : smaller(best, value);
  }
  for (size_t e = node->first; e < node->first + node->count; e++)
    g->kept[e] = node->side == NATURE ||
                 fabs(value_after(g, &g->edges[e]) - best) <= TIE;
}

/* Whether a position is known to make progress: it has a choice. */
static bool is_settled(const ChanceGraph *g, uint32_t to) {
  return to >= LAST_NUMBER || g->marks[to].choice != NO_CHOICE;
}

/* The side for which endless play would be too little, or NATURE for none. */
static uint8_t side_ahead(const ChanceNode *node) {
  double lead = chance_middle(node) - 0.5;
  return fabs(lead) <= TIE ? NATURE : lead > 0 ? 0 : 1;
}

/* Chooses a move of a position if that makes progress. Where nature or the side
 * that is ahead moves, one edge must lead to progress; where the other side
 * does, all that are kept. */
static bool settle(ChanceGraph *g, uint32_t number) {
  const ChanceNode *node = &g->nodes[number];
  uint8_t ahead = side_ahead(node);
  uint32_t first = NO_CHOICE, progress = NO_CHOICE;
  bool all = true;
  for (uint32_t i = 0; i < node->count; i++) {
    size_t e = node->first + i;
    if (!g->kept[e])
      continue;
    if (first == NO_CHOICE)
      first = i;
    if (!is_settled(g, g->edges[e].to))
      all = false;
    else if (progress == NO_CHOICE)
      progress = i;
  }
  if (ahead == NATURE)
    progress = first;
  else if (node->side != NATURE && node->side != ahead)
    progress = all ? first : NO_CHOICE;
  g->marks[number].choice = progress;
  return progress != NO_CHOICE;
}

static bool choose_moves(ChanceGraph *g, ChanceRange range) {
  for (size_t i = range.first; i < range.end; i++) {
    g->marks[g->order[i]].choice = NO_CHOICE;
    keep_optimal(g, &g->nodes[g->order[i]]);
  }
  size_t settled = 0, before, all = range.end - range.first;
  do {
    before = settled;
    for (size_t i = range.first; i < range.end; i++)
      if (g->marks[g->order[i]].choice == NO_CHOICE)
        settled += settle(g, g->order[i]);
  } while (settled > before && settled < all);
  return settled == all;
}

/* ---- chances -------------------------------------------------------------*/

static void keep_chosen(ChanceGraph *g, ChanceRange range) {
  for (size_t i = range.first; i < range.end; i++) {
    uint32_t number = g->order[i];
    const ChanceNode *node = &g->nodes[number];
    for (uint32_t j = 0; j < node->count; j++)
      g->kept[node->first + j] =
          node->side == NATURE || j == g->marks[number].choice;
  }
}

static void mark_endless(ChanceGraph *g, const uint32_t numbers[], size_t count,
                         bool closed) {
  for (size_t i = 0; closed && i < count; i++) {
    g->nodes[numbers[i]].endless = true;
    g->chances[numbers[i]] = (Chances){.draw = 1};
  }
}

static Chances chances_of(const ChanceGraph *g, uint32_t number) {
  const ChanceNode *node = &g->nodes[number];
  Chances sum = {{0, 0}, 0};
  double weights = 0;
  if (node->side != NATURE)
    return chances_after(g, g->edges[node->first + g->marks[number].choice].to);
  for (size_t e = node->first; e < node->first + node->count; e++) {
    Chances after = chances_after(g, g->edges[e].to);
    double weight = g->edges[e].weight;
    sum.win[0] += weight * after.win[0];
    sum.win[1] += weight * after.win[1];
    sum.draw += weight * after.draw;
    weights += weight;
  }
  return (Chances){{sum.win[0] / weights, sum.win[1] / weights},
                   sum.draw / weights};
}

/* The chance that play has not ended yet. */
static double rest_of(const Chances *c) {
  return 1 - c->win[0] - c->win[1] - c->draw;
}

/* Lets one more ply pass. Returns the largest chance that is left over, and
 * their sum in *sum. */
static double sweep(ChanceGraph *g, ChanceRange range, double *sum) {
  double most = 0;
  *sum = 0;
  for (size_t i = range.first; i < range.end; i++) {
    uint32_t number = g->order[i];
    if (!g->nodes[number].endless)
      g->chances[number] = chances_of(g, number);
    double rest = larger(0, rest_of(&g->chances[number]));
    most = larger(most, rest);
    *sum += rest;
  }
  return most;
}

static ChanceStatus find_chances(ChanceGraph *g, ChanceRange range) {
  ChanceWatch watch = {0};
  double sum, rest;
  while ((rest = sweep(g, range, &sum)) > CHANCE_GAP) {
    if (!g->may_continue(g->context))
      return CHANCE_STOPPED;
    if (chance_is_stuck(&watch, sum))
      return rest <= CHANCE_PRECISION ? CHANCE_DONE : CHANCE_APART;
  }
  return CHANCE_DONE;
}

/* Leaves no rest. Returns whether the chances give the value: then the moves
 * are optimal. */
static bool confirm(const ChanceNode *node, Chances *c) {
  double sum = c->win[0] + c->win[1] + c->draw;
  c->win[0] /= sum;
  c->win[1] /= sum;
  c->draw /= sum;
  double value = (1 + c->win[0] - c->win[1]) / 2;
  return fabs(value - chance_middle(node)) <= CHANCE_PRECISION;
}

ChanceStatus chance_play(ChanceGraph *g, ChanceRange range) {
  if (!choose_moves(g, range))
    return CHANCE_APART;
  for (size_t i = range.first; i < range.end; i++) {
    g->nodes[g->order[i]].endless = false;
    g->chances[g->order[i]] = (Chances){{0, 0}, 0};
  }
  keep_chosen(g, range);
  chance_scc(g, range, mark_endless);
  ChanceStatus status = find_chances(g, range);
  for (size_t i = range.first; i < range.end && status == CHANCE_DONE; i++)
    if (!confirm(&g->nodes[g->order[i]], &g->chances[g->order[i]]))
      status = CHANCE_APART;
  return status;
}
