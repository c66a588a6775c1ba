#include "core/search/mcts.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/search/mcts_internal.h"
#include <math.h>
#include <stdlib.h>

/* Positions between two readings of the clock. */
enum { CLOCK_INTERVAL = 64 };

/* A smaller bias would be lost in the precision of a float. */
static const double BIAS_MIN = 0.001;

/* ---- opening and closing -------------------------------------------------*/

/* These settings won tournaments against others in all four games. */
MctsPlan mcts_plan(double exploration) {
  bool evaluated = exploration > 0;
  return (MctsPlan){.iterations = 1000,
                    .exploration = evaluated ? exploration : 0.7,
                    .playouts = 1,
                    .playout_plies = evaluated ? 0 : -1,
                    .bias = evaluated ? 10 : 0,
                    .variety = 0.2,
                    .reuse = true};
}

/* The same on every machine, as the limit may change moves. Four million
 * iterations of Quoridor fit. */
static const size_t ITERATIONS_MEMORY = (size_t)1 << 30;

Mcts *mcts_new(const Game *game, const MctsPlan *plan) {
  Mcts *m = need(sizeof *m);
  size_t moves = (size_t)game->max_moves;
  m->game = game;
  m->plan = *plan;
  if (m->plan.bias < BIAS_MIN)
    m->plan.bias = 0;
  if (m->plan.memory == 0)
    m->plan.memory = plan->iterations ? ITERATIONS_MEMORY : mcts_memory_share();
  m->tree.state_size = m->spare.state_size = game->state_size;
  mcts_set_rest(m, &m->tree);
  mcts_set_rest(m, &m->spare);
  m->root = game_start(game);
  m->state = game_start(game);
  m->scratch = game_start(game);
  m->moves = need_array(moves, sizeof *m->moves);
  m->values = need_array(moves, sizeof *m->values);
  m->priors = need_array(moves, sizeof *m->priors);
  m->scores = need_array(moves, sizeof *m->scores);
  m->ranked = need_array(moves, sizeof *m->ranked);
  mcts_find_rounds(m);
  m->hidden = m->choosers ? game_start(game) : NULL;
  return m;
}

void mcts_free(Mcts *m) {
  if (!m)
    return;
  tree_free(&m->tree);
  tree_free(&m->spare);
  free(m->root);
  free(m->state);
  free(m->scratch);
  free(m->moves);
  free(m->values);
  free(m->priors);
  free(m->scores);
  free(m->ranked);
  free(m->hidden);
  free(m->cell);
  free(m);
}

size_t mcts_memory(const Mcts *m) {
  size_t moves = (size_t)m->game->max_moves;
  return tree_bytes(&m->tree) + tree_bytes(&m->spare) + sizeof *m +
         3 * m->game->state_size + m->cell_capacity * sizeof *m->cell +
         moves * (sizeof *m->moves + sizeof *m->values + sizeof *m->priors +
                  sizeof *m->scores + sizeof *m->ranked);
}

bool mcts_is_full(const Mcts *m) {
  return m->tree.full;
}

void mcts_forget(Mcts *m) {
  tree_clear(&m->tree);
  m->recent_count = 0;
  if (m->cells)
    memset(m->cell, 0, m->cell_capacity * sizeof *m->cell);
  m->cells = 0;
}

uint64_t mcts_playouts(const Mcts *m) {
  return m->playouts;
}

uint64_t mcts_positions(const Mcts *m) {
  return m->positions;
}

/* ---- selection -----------------------------------------------------------*/

/* An integer that compares as the score does. */
static int32_t ordinal(const float *score) {
  int32_t bits;
  memcpy(&bits, score, sizeof bits);
  return bits ^ (bits >> 31 & INT32_MAX);
}

/* The first of the highest scores, none of which is NaN. Unlike a maximum of
 * floats, one of integers is found several entries at a time. */
static uint32_t first_of_highest(const float score[], uint32_t count) {
  int32_t most = INT32_MIN;
  for (uint32_t i = 0; i < count; i++)
    most = ordinal(&score[i]) > most ? ordinal(&score[i]) : most;
  uint32_t best = 0;
  while (ordinal(&score[best]) != most)
    best++;
  return best;
}

/* The square root of the logarithm of a node's visits, as in UCT. It is 0 in
 * the table until it is asked for. */
static float root_of_log(Mcts *m, uint32_t visits) {
  float *known = visits < MCTS_ROOTS ? &m->roots[visits] : NULL;
  if (known && *known > 0)
    return *known;
  float root = sqrtf(logf((float)visits + 1.0f + (float)m->plan.bias));
  if (known)
    *known = root;
  return root;
}

/* UCT's upper confidence bound of a move, whose evaluation counts for `bias`
 * visits. */
static inline float score_of(uint32_t visits, double sum, float prior,
                             float bias, float spread) {
  float part = 1.0f / ((float)visits + bias);
  return ((float)sum + bias * prior) * part + spread * sqrtf(part);
}

/* Picks the move with the highest upper confidence bound, of equal ones the
 * first. Makes edges for more moves if one of them may have as high a bound. */
static uint32_t pick_best(Mcts *m, uint32_t at) {
  const Node *node = &m->tree.node[at];
  float bias = (float)m->plan.bias;
  float spread = (float)m->plan.exploration * root_of_log(m, node->visits);
  for (;;) {
    const uint32_t *visits = m->tree.edge.visits + node->first;
    const double *sum = m->tree.edge.sum + node->first;
    const float *prior = m->tree.edge.prior + node->first;
    float *restrict score = m->scores;
    for (uint32_t i = 0; i < node->edges; i++)
      score[i] = score_of(visits[i], sum[i], prior[i], bias, spread);
    uint32_t best = first_of_highest(score, node->edges);
    if (node->edges == node->count ||
        score[best] > score_of(0, 0, node->bound, bias, spread) ||
        !mcts_add_edges(m, at, false))
      return node->first + best;
  }
}

/* Picks an untried move at random and makes it the last of the tried ones. */
static uint32_t pick_untried(Mcts *m, uint32_t at, Rng *rng) {
  Node *node = &m->tree.node[at];
  if (node->tried == node->edges && !mcts_add_edges(m, at, false))
    return pick_best(m, at);
  Move *move = node->rest != NONE ? m->tree.rest + node->rest
                                  : m->tree.edge.move + node->first;
  uint32_t left = (uint32_t)(node->count - node->tried);
  uint32_t from = node->tried + (left > 1 ? rng_below(rng, left) : 0);
  Move picked = move[from];
  move[from] = move[node->tried];
  move[node->tried] = picked;
  m->tree.edge.move[node->first + node->tried] = picked;
  return node->first + node->tried++;
}

/* Picks at random among the best moves of a node that is not proven although
 * all its moves are: the moves are equally good for the side to move, but not
 * for the others. */
static uint32_t pick_proven(const Mcts *m, const Node *node, Rng *rng) {
  double value[SEATS_MAX], most = -1;
  uint32_t best = node->first, equals = 0;
  for (uint32_t edge = node->first; edge < node->first + node->count; edge++) {
    outcome_values(m->game, m->tree.node[tree_child(&m->tree, edge)].winners,
                   value);
    if (value[node->side] > most) {
      most = value[node->side];
      equals = 0;
    }
    if (value[node->side] == most && rng_below(rng, ++equals) == 0)
      best = edge;
  }
  return best;
}

/* Nature does not choose: draws one of its moves. */
static uint32_t draw(const Mcts *m, uint32_t at, const Node *node, Rng *rng) {
  Move move = game_random_move(m->game, tree_state(&m->tree, at), rng);
  uint32_t edge = node->first;
  while (edge < node->first + node->count - 1u &&
         m->tree.edge.move[edge] != move)
    edge++;
  return edge;
}

static uint32_t pick(Mcts *m, uint32_t at, Rng *rng) {
  Node *node = &m->tree.node[at];
  if (node->side == NATURE)
    return draw(m, at, node, rng);
  if (node->tried < node->count)
    return pick_untried(m, at, rng);
  return node->proven_edges < node->count ? pick_best(m, at)
                                          : pick_proven(m, node, rng);
}

/* ---- one iteration -------------------------------------------------------*/

uint32_t mcts_step_down(Mcts *m, uint32_t at, Rng *rng) {
  uint32_t edge = pick(m, at, rng);
  m->path[m->depth++] = (Step){.node = at, .edge = edge};
  m->positions++;
  return edge;
}

/* Sets up the position after a move of a node: the only one on the way down
 * that has to be made, as the tree holds those of its nodes. */
static void play_from(Mcts *m, uint32_t at, uint32_t edge) {
  game_assign(m->game, m->state, tree_state(&m->tree, at));
  game_play(m->game, m->state, m->tree.edge.move[edge]);
}

/* The game is over at the end of the path: adds a proven node without moves.
 */
static void add_end(Mcts *m, uint32_t edge, double value[]) {
  unsigned winners = scoring_sides(m->game, m->state);
  uint32_t node = tree_add(&m->tree, m->state, 0, 0, 0, 0, SIZE_MAX);
  outcome_values(m->game, winners, value);
  if (node == NONE)
    return;
  m->tree.node[node].proven = true;
  m->tree.node[node].winners = (uint16_t)winners;
  m->tree.edge.child[edge] = node;
  mcts_prove(m, winners);
}

/* The path ends in a proven position. The proof may come from another path and
 * so not be counted for this edge yet. */
static void take_proven(Mcts *m, uint32_t edge, unsigned winners,
                        double value[]) {
  outcome_values(m->game, winners, value);
  if (!(m->tree.edge.child[edge] & PROOF_COUNTED))
    mcts_prove(m, winners);
}

bool mcts_walk_down(Mcts *m, uint32_t at, uint32_t edge, Rng *rng,
                    double value[]) {
  for (;;) {
    uint32_t child = tree_child(&m->tree, edge);
    if (child == NONE || m->depth == MCTS_DEPTH_MAX)
      play_from(m, at, edge);
    if (child == NONE && m->state->outcome != PLAYING) {
      if (m->plan.margin)
        return mcts_evaluate(m, m->state, value);
      add_end(m, edge, value);
      return true;
    }
    /* A position gets a node when it is visited for the second time. */
    if (child == NONE && m->tree.edge.visits[edge] > 0) {
      if (!mcts_expand(m, m->state, m->depth, rng, &child))
        return false;
      m->tree.edge.child[edge] = child;
    }
    if (child != NONE && m->tree.node[child].proven) {
      take_proven(m, edge, m->tree.node[child].winners, value);
      return true;
    }
    if (child != NONE && m->tree.node[child].count == 0) {
      outcome_values(m->game, drawing_sides(m->game), value); /* a repetition */
      return true;
    }
    if (child == NONE || m->depth == MCTS_DEPTH_MAX)
      return mcts_simulate(m, rng, value);
    if (m->tree.node[child].round)
      return mcts_walk_from(m, child, rng, value);
    at = child;
    edge = mcts_step_down(m, at, rng);
  }
}

bool mcts_walk_from(Mcts *m, uint32_t at, Rng *rng, double value[]) {
  if (!m->tree.node[at].round)
    return mcts_walk_down(m, at, mcts_step_down(m, at, rng), rng, value);
  game_assign(m->game, m->state, tree_state(&m->tree, at));
  return mcts_walk_round(m, at, rng, value);
}

bool mcts_back_up(Mcts *m, Rng *rng, double value[]) {
  for (int i = m->depth - 1; i >= 0; i--) {
    Node *node = &m->tree.node[m->path[i].node];
    uint32_t edge = m->path[i].edge;
    if (node->round) {
      if (!mcts_back_up_round(m, &i, rng, value))
        return false;
      continue;
    }
    node->visits++;
    m->tree.edge.visits[edge]++;
    if (node->side != NATURE)
      m->tree.edge.sum[edge] += value[node->side];
  }
  return true;
}

/* ---- searching -----------------------------------------------------------*/

bool mcts_is_finished(Mcts *m, uint64_t iterations, double began) {
  if (m->tree.node[ROOT].proven || (iterations > 0 && game_is_urgent(m->game)))
    return true;
  if (m->plan.iterations)
    return iterations >= m->plan.iterations;
  if (iterations == 0 || m->positions - m->timed < CLOCK_INTERVAL)
    return false;
  m->timed = m->positions;
  return 1000 * (clock_seconds() - began) >= m->plan.milliseconds;
}

/* Makes the node of m->root the root of the tree and keeps what is below it, if
 * the last tree contains the position at most one round of moves below its
 * root, with a roll before each. */
static bool reuse_tree(Mcts *m, uint64_t hash) {
  if (!m->plan.reuse || m->tree.nodes == 0)
    return false;
  uint32_t root = NONE;
  int plies = 0, most = m->game->seats * (m->game->has_chance ? 2 : 1);
  while (plies <= most && root == NONE)
    root = tree_find(&m->tree, m->root, hash, (uint16_t)(m->ply + plies++));
  if (root == NONE || !tree_copy(&m->spare, &m->tree, root))
    return false;
  Tree kept = m->spare;
  m->spare = m->tree;
  m->tree = kept;
  m->ply = m->tree.node[ROOT].ply;
  return true;
}

/* Makes m->root the root of the tree. A position that occurs again gets a new
 * tree, since the old one was grown without knowing that it is a repetition. */
static bool set_root(Mcts *m, Rng *rng) {
  uint32_t root;
  uint64_t hash = tree_hash(&m->tree, m->root);
  bool again = mcts_is_recent(m, hash);
  m->recent[m->recent_count++ % MCTS_RECENT] = hash;
  if (!again && reuse_tree(m, hash))
    return mcts_add_edges(m, ROOT, true) || mcts_fail_for_memory(m);
  if (m->spare.failed)
    return mcts_fail_for_memory(m);
  tree_clear(&m->tree);
  m->ply = 0;
  return mcts_expand(m, m->root, 0, rng, &root) &&
         (root == ROOT ||
          mcts_fail(m, "the memory limit of the tree search is too small"));
}

static bool grow_tree(Mcts *m, Rng *rng) {
  double value[SEATS_MAX], began = clock_seconds();
  for (uint64_t i = 0; !mcts_is_finished(m, i, began); i++) {
    m->depth = 0;
    if (mcts_is_stopped(m) || !mcts_may_continue(m) ||
        !mcts_walk_down(m, ROOT, mcts_step_down(m, ROOT, rng), rng, value))
      return false;
    if (!mcts_back_up(m, rng, value))
      return false;
  }
  return true;
}

/* Searches a copy: the caller's `evaluate` may change `state` itself. */
bool mcts_search(Mcts *m, const State *state, Rng *rng, Error *error) {
  if (!search_check(state, error))
    return false;
  game_assign(m->game, m->root, state);
  if (m->game->rules->redraw ? mcts_search_worlds(m, rng)
                             : set_root(m, rng) && grow_tree(m, rng))
    return true;
  mcts_forget(m);
  return error_set_code(error, m->no_memory ? ERROR_NO_MEMORY : ERROR_OTHER,
                        "%s", m->failure);
}
