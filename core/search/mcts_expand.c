/* New nodes, their moves and priors.
 *
 * Most nodes are visited a few times, and most moves of a node never. So a node
 * with many moves begins with edges for MCTS_EDGES of them, the best. It
 * remembers the highest prior of the others, and gets more edges when one of
 * them may be next. So selection picks exactly the moves that it would pick if
 * all had edges. The other moves and their priors are kept in less memory. If
 * native rules evaluate all moves at once, only the random stream of the priors
 * is kept, with which they are found again. */
#include "core/search/mcts_internal.h"

bool mcts_is_recent(const Mcts *m, uint64_t hash) {
  for (int i = 0; i < m->recent_count && i < MCTS_RECENT; i++)
    if (m->recent[i] == hash)
      return true;
  return false;
}

/* ---- priors --------------------------------------------------------------*/

/* The value of a move for a side. */
static bool evaluate_move(Mcts *m, const State *state, Move move, int side,
                          double *own) {
  double value[SEATS_MAX];
  game_assign(m->game, m->scratch, state);
  game_play(m->game, m->scratch, move);
  if (!mcts_evaluate(m, m->scratch, value))
    return false;
  *own = value[side];
  return true;
}

/* Whether the rules evaluate all moves of a position at once. */
static bool evaluates_at_once(const Mcts *m) {
  return !m->plan.evaluate && !m->plan.margin && m->game->rules->evaluate_moves;
}

/* Whether priors can be found again, at little cost and for certain. Rules that
 * can fail may also list other moves the next time. */
static bool can_find_again(const Mcts *m) {
  return m->plan.bias > 0 && evaluates_at_once(m) && !game_can_fail(m->game);
}

/* Sets the prior of every move in m->moves: its evaluation, plus a little
 * noise. Without the noise, a search without playouts would be the same every
 * time, and so would all games between two such bots. In 400 games it cost no
 * measurable strength. */
static bool find_priors(Mcts *m, const State *state, int count, int side,
                        Rng *rng) {
  enum { NOISE_STEPS = 1024 };
  static const double NOISE = 0.01 / NOISE_STEPS;
  bool at_once = evaluates_at_once(m);
  if (at_once)
    move_values(m->game, state, m->moves, count, side, m->values);
  for (int i = 0; i < count; i++) {
    double own = at_once ? m->values[i] : -1;
    if (own >= 0)
      m->positions++;
    if (own >= 0 ? !mcts_may_continue(m)
                 : !evaluate_move(m, state, m->moves[i], side, &own))
      return false;
    m->priors[i] = (float)(own + NOISE * mcts_uncertainty(own) *
                                     rng_below(rng, NOISE_STEPS));
  }
  return true;
}

/* ---- edges ---------------------------------------------------------------*/

/* Sorts the `keep` highest of the priors into top[], the highest first. */
static void find_highest(const float prior[], int count, int keep,
                         float top[]) {
  int filled = 0;
  for (int i = 0; i < count; i++) {
    if (filled == keep && prior[i] <= top[keep - 1])
      continue;
    int at = filled < keep ? filled++ : keep - 1;
    for (; at > 0 && top[at - 1] < prior[i]; at--)
      top[at] = top[at - 1];
    top[at] = prior[i];
  }
}

/* Leaves as many of the node's moves in m->moves as it has edges, in the same
 * order: those with the highest priors, of equal ones the first. Without a bias
 * all priors are 0. */
static void keep_best(Mcts *m, Node *node) {
  const float *top = m->scores;
  int edges = node->edges, equal = 0, kept = 0;
  find_highest(m->priors, node->count, edges + 1, m->scores);
  node->bound = top[edges];
  while (equal < edges && top[edges - 1 - equal] == top[edges - 1])
    equal++;
  for (int i = 0; i < node->count; i++) {
    if (m->priors[i] < top[edges - 1] ||
        (m->priors[i] == top[edges - 1] && equal-- <= 0))
      continue;
    m->moves[kept] = m->moves[i];
    m->priors[kept++] = m->priors[i];
  }
}

static void fill_edges(Mcts *m, Node *node) {
  if (node->edges < node->count)
    keep_best(m, node);
  memcpy(m->tree.edge.move + node->first, m->moves,
         node->edges * sizeof *m->moves);
  memcpy(m->tree.edge.prior + node->first, m->priors,
         node->edges * sizeof *m->priors);
}

/* Copies what is known of edges to the new ones of the same moves. Both are in
 * the same order. */
static void copy_edges(Tree *t, const Node *node, uint32_t old,
                       uint32_t count) {
  uint32_t edge = node->first;
  for (uint32_t i = old; i < old + count; i++) {
    while (t->edge.move[edge] != t->edge.move[i])
      edge++;
    tree_copy_edge(t, edge, t, i);
  }
}

/* Finds the moves of a node and their priors again. */
static void find_again(Mcts *m, uint32_t at) {
  const Node *node = &m->tree.node[at];
  const uint32_t *rest = m->tree.rest + node->rest;
  const State *state = tree_state(&m->tree, at);
  if (!can_find_again(m)) {
    memcpy(m->moves, rest, node->count * sizeof *m->moves);
    if (m->plan.bias > 0)
      memcpy(m->priors, rest + node->count, node->count * sizeof *m->priors);
    return;
  }
  MctsPlan plan = m->plan;
  uint64_t positions = m->positions;
  Rng noise;
  memcpy(&noise, rest, sizeof noise);
  m->plan.progress = NULL; /* what was counted once is not counted again */
  game_moves(m->game, state, m->moves);
  find_priors(m, state, node->count, node->side, &noise);
  m->plan = plan;
  m->positions = positions;
}

bool mcts_add_edges(Mcts *m, uint32_t at, bool all) {
  Node *node = &m->tree.node[at];
  uint32_t old = node->first, count = node->edges;
  uint32_t edges = all || 2 * count > node->count ? node->count : 2 * count;
  bool needed = all || node->proven_edges == count;
  if (edges == count)
    return true;
  if (!tree_replace_edges(&m->tree, at, edges,
                          needed ? SIZE_MAX : m->plan.memory))
    return false;
  find_again(m, at);
  fill_edges(m, node);
  copy_edges(&m->tree, node, old, count < node->tried ? count : node->tried);
  if (node->edges == node->count)
    node->rest = NONE;
  return true;
}

/* ---- nodes ---------------------------------------------------------------*/

/* With how many edges a node begins. All moves of the root are ranked, those of
 * worlds (mcts_worlds.c) are looked up, and nature's are drawn, as are those of
 * rounds. */
static int first_edges(const Mcts *m, const State *state, int plies,
                       int count) {
  bool root = plies <= (m->game->rules->redraw ? 1 : 0);
  return root || mcts_is_round(m, state) || state->seat == NATURE ||
                 count <= 4 * MCTS_EDGES
             ? count
             : MCTS_EDGES;
}

/* Keeps what mcts_add_edges needs. */
static void keep_rest(Mcts *m, const Node *node, const Rng *noise) {
  uint32_t *rest = m->tree.rest + node->rest;
  size_t bytes = node->count * sizeof *rest;
  if (node->rest == NONE)
    return;
  if (can_find_again(m)) {
    memcpy(rest, noise, sizeof *noise);
    return;
  }
  memcpy(rest, m->moves, bytes);
  if (m->plan.bias > 0)
    memcpy(rest + node->count, m->priors, bytes);
}

/* Sets up a node whose moves are in m->moves. */
static bool fill_node(Mcts *m, Node *node, const State *state, Rng *rng) {
  Rng noise = *rng;
  bool chance = state->seat == NATURE;
  node->side = chance ? NATURE : m->game->side[state->seat];
  node->round = mcts_is_round(m, state);
  if (!chance && !node->round && m->plan.bias > 0) {
    node->tried = node->count; /* the priors stand for first visits */
    if (!find_priors(m, state, node->count, node->side, rng))
      return false;
  }
  if (node->round)
    memset(m->priors, 0, node->count * sizeof *m->priors);
  keep_rest(m, node, &noise);
  fill_edges(m, node);
  return true;
}

bool mcts_expand(Mcts *m, const State *state, int plies, Rng *rng,
                 uint32_t *made) {
  uint16_t ply = (uint16_t)(m->ply + plies);
  uint64_t hash = tree_hash(&m->tree, state);
  *made = tree_find(&m->tree, state, hash, ply);
  if (*made != NONE)
    return true;
  if (plies > 0 && !m->game->has_chance && mcts_is_recent(m, hash)) {
    *made = tree_add(&m->tree, state, hash, ply, 0, 0, SIZE_MAX);
    return !m->tree.failed || mcts_fail_for_memory(m); /* it ends a line */
  }
  int count = game_moves(m->game, state, m->moves);
  if (count <= UINT16_MAX)
    *made =
        tree_add(&m->tree, state, hash, ply, (uint32_t)count,
                 (uint32_t)first_edges(m, state, plies, count), m->plan.memory);
  if (m->tree.failed)
    return mcts_fail_for_memory(m);
  return *made == NONE || fill_node(m, &m->tree.node[*made], state, rng);
}

void mcts_set_rest(const Mcts *m, Tree *tree) {
  bool again = can_find_again(m);
  tree->rest_of_node = again ? sizeof(Rng) / sizeof *tree->rest : 0;
  tree->rest_of_move = again ? 0 : m->plan.bias > 0 ? 2 : 1;
}
