/* Games in which the side to move does not see everything: determinisation.
 *
 * The search is divided among several worlds, positions that the side to move
 * cannot tell from each other (game_imagine). What it chooses must not depend
 * on the world, so the move is selected at a root that all worlds share, by its
 * mean result over the worlds. Below that, each world has a tree of its own, in
 * which every side is taken to know it: such a search bluffs no one and does
 * not pay for information (Long et al. 2010 on when that does no harm).
 *
 * Every move goes through the worlds in the same order, one after the other at
 * each of its visits. So all worlds count alike for it, up to one visit, and
 * moves that are visited equally often are compared in the same worlds.
 *
 * The root has ply 0, the positions of the worlds have ply 1. */
#include "core/base/clock.h"
#include "core/search/mcts_internal.h"

enum { WORLDS_MIN = 4, ITERATIONS_PER_WORLD = 50 };

/* How many worlds to draw. They are drawn as moves are visited, so with little
 * time there may be fewer. */
static int worlds_of(const MctsPlan *plan) {
  uint64_t worlds = plan->iterations / ITERATIONS_PER_WORLD;
  if (plan->iterations == 0 || worlds > MCTS_WORLDS)
    return MCTS_WORLDS;
  return worlds < WORLDS_MIN ? WORLDS_MIN : (int)worlds;
}

/* The edge of a node that has a move, or that after its last. */
static uint32_t find_edge(const Mcts *m, const Node *node, Move move) {
  uint32_t edge = node->first;
  while (edge < node->first + node->count && m->tree.edge.move[edge] != move)
    edge++;
  return edge;
}

/* Makes the prior of each move at the root its mean over the worlds. False if
 * the moves of this world are others. */
static bool add_priors(Mcts *m, const Node *world) {
  const Node *root = &m->tree.node[ROOT];
  float *prior = m->tree.edge.prior;
  if (world->count != root->count || world->side != root->side)
    return false;
  for (uint32_t i = root->first; i < root->first + root->count; i++) {
    uint32_t edge = find_edge(m, world, m->tree.edge.move[i]);
    if (edge == world->first + world->count)
      return false;
    if (!root->round)
      prior[i] += (prior[edge] - prior[i]) / (float)m->worlds;
  }
  return true;
}

static bool imagine(Mcts *m, Rng *rng) {
  game_assign(m->game, m->state, m->root);
  game_imagine(m->game, m->state, m->root->seat, rng);
  mcts_hide_choices(m, m->state);
  m->positions++;
  return m->state->outcome == PLAYING || /* otherwise the rules have failed */
         mcts_fail(m, "what the side to move sees cannot be redrawn");
}

static bool is_world(const Mcts *m, uint32_t node) {
  for (int i = 0; i < m->worlds; i++)
    if (m->world[i] == node)
      return true;
  return false;
}

/* Draws one more world, unless the tree is full. */
static bool draw_world(Mcts *m, Rng *rng) {
  uint32_t node;
  if (!imagine(m, rng) || !mcts_expand(m, m->state, 1, rng, &node))
    return false;
  if (node == NONE)
    return m->worlds > 0 ||
           mcts_fail(m, "the memory limit of the tree search is too small");
  if (!is_world(m, node))
    m->distinct_worlds++;
  m->world[m->worlds++] = node;
  return add_priors(m, &m->tree.node[node]) ||
         mcts_fail(m, "the moves of the side to move depend on what it does "
                      "not see: 'boardlab check' shows where");
}

/* Makes the root: the moves of a first world, which is not searched. */
static bool set_root(Mcts *m, Rng *rng) {
  uint32_t root;
  mcts_forget(m);
  m->ply = 0;
  m->worlds = m->distinct_worlds = 0;
  return imagine(m, rng) && mcts_expand(m, m->state, 0, rng, &root) &&
         (root == ROOT ||
          mcts_fail(m, "the memory limit of the tree search is too small"));
}

/* Where the side to move chooses while others do: its choice is one at the
 * root, those of the others are in the world. */
static bool visit_round(Mcts *m, int worlds, Rng *rng) {
  double value[SEATS_MAX];
  uint32_t turn = m->tree.node[ROOT].visits % (uint32_t)worlds;
  if (turn >= (uint32_t)m->worlds && !draw_world(m, rng))
    return false;
  m->depth = 0;
  uint32_t at = m->world[turn % (uint32_t)m->worlds];
  game_assign(m->game, m->state, tree_state(&m->tree, at));
  return mcts_walk_round(m, ROOT, rng, value) && mcts_back_up(m, rng, value);
}

/* Visits a move of the root in the world whose turn it is. Adds to *proven if
 * that proves its value there. */
static bool visit(Mcts *m, int worlds, Rng *rng, uint64_t *proven) {
  double value[SEATS_MAX];
  if (m->tree.node[ROOT].round)
    return visit_round(m, worlds, rng);
  m->depth = 0;
  uint32_t chosen = mcts_step_down(m, ROOT, rng);
  uint32_t turn = m->tree.edge.visits[chosen] % (uint32_t)worlds;
  if (turn >= (uint32_t)m->worlds && !draw_world(m, rng))
    return false;
  uint32_t at = m->world[turn % (uint32_t)m->worlds];
  uint32_t edge = find_edge(m, &m->tree.node[at], m->tree.edge.move[chosen]);
  bool known = m->tree.edge.child[edge] & PROOF_COUNTED;
  m->path[m->depth++] = (Step){.node = at, .edge = edge};
  if (!mcts_walk_down(m, at, edge, rng, value) || !mcts_back_up(m, rng, value))
    return false;
  *proven += !known && m->tree.edge.child[edge] & PROOF_COUNTED;
  return true;
}

/* All moves are proven in all worlds: gives each its mean over them, with a
 * visit in each. */
static void set_means(Mcts *m) {
  Node *root = &m->tree.node[ROOT];
  Edges *e = &m->tree.edge;
  root->visits = 0;
  for (uint32_t i = root->first; i < root->first + root->count; i++) {
    e->sum[i] = 0;
    e->visits[i] = (uint32_t)m->worlds;
    root->visits += e->visits[i];
    for (int w = 0; w < m->worlds; w++) {
      double value[SEATS_MAX];
      uint32_t edge = find_edge(m, &m->tree.node[m->world[w]], e->move[i]);
      const Node *end = &m->tree.node[tree_child(&m->tree, edge)];
      outcome_values(m->game, end->winners, value);
      e->sum[i] += value[root->side];
    }
  }
}

bool mcts_search_worlds(Mcts *m, Rng *rng) {
  double began = clock_seconds();
  int worlds = worlds_of(&m->plan);
  uint64_t proven = 0;
  if (!set_root(m, rng))
    return false;
  for (uint64_t i = 0; !mcts_is_finished(m, i, began); i++) {
    m->explorer = (int)(i % (uint64_t)m->game->seats);
    if (mcts_is_stopped(m) || !mcts_may_continue(m) ||
        !visit(m, worlds, rng, &proven))
      return false;
    uint64_t all = (uint64_t)m->distinct_worlds * m->tree.node[ROOT].count;
    if (m->worlds == worlds && proven == all) {
      set_means(m);
      return true;
    }
  }
  return true;
}
