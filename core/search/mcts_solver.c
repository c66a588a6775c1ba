/* Proven values in the tree: MCTS-Solver (Winands, Björnsson & Saito 2008),
 * extended to draws, shared wins and more than two sides. */
#include "core/search/mcts_internal.h"

/* The sum of results of an edge that is proven to lose: so low that selection
 * never picks it. */
static const double LOST = -1e30;

/* Records that an edge leads to a proven position. Returns whether that proves
 * its node: a win of the side to move is enough. */
static bool prove_edge(Mcts *m, Node *node, uint32_t edge, unsigned winners) {
  double value[SEATS_MAX];
  outcome_values(m->game, winners, value);
  m->tree.edge.child[edge] |= PROOF_COUNTED;
  if (node->side == NATURE) {
    node->proven_edges++;
    return false;
  }
  if (value[node->side] == 1) {
    node->proven = true;
    node->winners = (uint16_t)winners;
    return true;
  }
  if (value[node->side] == 0)
    m->tree.edge.sum[edge] = LOST;
  node->proven_edges++;
  return false;
}

/* Whether all moves of a node, which are proven, have the same result: only
 * then is one proven where nature moves. */
static bool prove_chance(Mcts *m, Node *node) {
  node->winners = m->tree.node[tree_child(&m->tree, node->first)].winners;
  for (uint32_t i = 1; i < node->count; i++)
    if (m->tree.node[tree_child(&m->tree, node->first + i)].winners !=
        node->winners)
      return false;
  node->proven = true;
  return true;
}

/* Tries to prove a node all of whose moves are proven: its value is that of the
 * best move. With more than two sides, moves that are equally good for the side
 * to move may differ for the others; then nothing is proven. */
static bool prove_node(Mcts *m, Node *node) {
  double value[SEATS_MAX], most = -1;
  unsigned winners = 0;
  bool same = true;
  if (node->side == NATURE)
    return prove_chance(m, node);
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *child = &m->tree.node[tree_child(&m->tree, node->first + i)];
    outcome_values(m->game, child->winners, value);
    if (value[node->side] == most && child->winners != winners)
      same = false;
    if (value[node->side] > most) {
      most = value[node->side];
      winners = child->winners;
      same = true;
    }
  }
  node->proven = same;
  node->winners = (uint16_t)winners;
  return same;
}

/* What one world proves is not proven of all: with worlds, the root stays as it
 * is. */
void mcts_prove(Mcts *m, unsigned winners) {
  for (int i = m->depth - 1; i >= (m->worlds > 0); i--) {
    Node *node = &m->tree.node[m->path[i].node];
    if (node->round) /* a probability for each move, and nothing proven */
      return;
    if (!prove_edge(m, node, m->path[i].edge, winners) &&
        (node->proven_edges < node->count || !prove_node(m, node)))
      return;
    winners = node->winners;
  }
}
