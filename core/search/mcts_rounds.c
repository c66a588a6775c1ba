/* Rounds in which seats choose at the same time: regret matching.
 *
 * Each seat chooses in turn without knowing what the others have chosen
 * (turns.h). So all positions in which a seat chooses in a round
 * share one node, whatever the others have chosen, and the best there is no
 * move but a probability for each. It is the average over the search of what
 * regret matching+ plays (Hart & Mas-Colell 2000, Tammelin 2014); in games of
 * two sides that average approaches an equilibrium, also with other rounds to
 * come (Lisý et al. 2013).
 *
 * In an iteration one seat explores: of its moves, also those are tried that it
 * does not play at present. The value of every move against what the others
 * have chosen is estimated from earlier visits, that of the move chosen is
 * corrected by its result divided by the probability of choosing it, so that
 * the estimates are right on average (Schmid et al. 2019). The others play
 * their present strategies.
 *
 * In such a node an edge's `sum` is the positive part of its regret, and its
 * `prior` the average probability of its move. */
#include "core/game/turns.h"
#include "core/search/mcts_internal.h"
#include <stdlib.h>

/* The share of the choices of the seat that explores that are made at random.
 */
static const double EXPLORED = 0.1;

/* How often each seat learns from earlier visits alone, at every visit. */
enum { REPLAYS = 15 };

/* ---- positions -----------------------------------------------------------*/

static int32_t *chosen_of(const Mcts *m, const State *state) {
  return (int32_t *)((char *)state + m->chosen_offset);
}

void mcts_find_rounds(Mcts *m) {
  const Field *f = game_field(m->game, FIELD_CHOSEN, &m->chosen_offset);
  m->choosers = f ? f->count : 0;
}

bool mcts_is_round(const Mcts *m, const State *state) {
  for (int i = 0; i < m->choosers; i++)
    if (chosen_of(m, state)[i])
      return true;
  return false;
}

/* Whether somebody has chosen and others have not. */
static bool goes_on(const Mcts *m, const State *state) {
  for (int i = 0; i < m->choosers; i++)
    if (chosen_of(m, state)[i] && chosen_of(m, state)[i] != CHOSEN_OPEN)
      return true;
  return false;
}

void mcts_hide_choices(const Mcts *m, State *state) {
  for (int i = 0; i < m->choosers; i++)
    if (chosen_of(m, state)[i])
      chosen_of(m, state)[i] = CHOSEN_OPEN;
}

/* ---- what earlier visits say ---------------------------------------------*/

/* Sums over the visits of a move: with the same choices of the others, or with
 * any. */
static Cell *find_cell(Mcts *m, uint64_t key) {
  uint64_t at = key & (m->cell_capacity - 1);
  while (m->cell[at].key && m->cell[at].key != key)
    at = (at + 1) & (m->cell_capacity - 1);
  return &m->cell[at];
}

/* Makes sure that a few more fit. */
static bool reserve_cells(Mcts *m, size_t more) {
  size_t old = m->cell_capacity, capacity = old ? old : 1024;
  while (2 * (m->cells + more) > capacity)
    capacity *= 2;
  if (capacity == old)
    return true;
  Cell *before = m->cell, *cell = calloc(capacity, sizeof *cell);
  if (!cell)
    return mcts_fail_for_memory(m);
  m->cell = cell;
  m->cell_capacity = capacity;
  for (size_t i = 0; i < old; i++)
    if (before[i].key)
      *find_cell(m, before[i].key) = before[i];
  free(before);
  return true;
}

static void add_to_cell(Mcts *m, uint64_t key, double value) {
  Cell *cell = find_cell(m, key);
  m->cells += cell->key == 0;
  cell->key = key;
  cell->visits++;
  cell->sum += value;
}

/* An edge belongs to one node, and so to a seat, a round and a move. The key of
 * a move with the choices of the others; these are the sum of their marks. */
static uint64_t mark_of(uint32_t edge) {
  return rng_mix(edge + 1);
}

static uint64_t key_of(uint32_t edge, uint64_t others) {
  return rng_mix(others ^ (uint64_t)edge << 32) | 1;
}

/* The mean of a move with these choices of the others; with any, if there was
 * no visit with these. All moves of the node have been tried. */
static double baseline(Mcts *m, uint32_t edge, uint64_t others) {
  const Cell *cell = find_cell(m, key_of(edge, others));
  if (!cell->key)
    cell = find_cell(m, key_of(edge, 0));
  return cell->sum / cell->visits;
}

double mcts_choice_value(const Mcts *m, uint32_t edge) {
  const Cell *cell =
      m->cells ? find_cell((Mcts *)m, key_of(edge, 0)) : &(Cell){0};
  return cell->visits ? cell->sum / cell->visits : 0;
}

/* ---- choosing ------------------------------------------------------------*/

/* The probability of a move: its share of the regrets. */
static double probability(const Node *node, double regret, double all) {
  return all > 0 ? regret / all : 1.0 / node->count;
}

static double all_regrets(const Mcts *m, const Node *node) {
  double all = 0;
  for (uint32_t i = 0; i < node->count; i++)
    all += m->tree.edge.sum[node->first + i];
  return all;
}

/* A number from 0 to below 1. */
static double draw_share(Rng *rng) {
  return rng_below(rng, UINT32_MAX) / (double)UINT32_MAX;
}

/* Draws an edge by weights that sum to `all`. */
static uint32_t draw_edge(const Node *node, const double weight[], double all,
                          Rng *rng) {
  double left = draw_share(rng) * all;
  uint32_t i = 0;
  for (; i + 1 < node->count && left >= weight[i]; i++)
    left -= weight[i];
  return node->first + i;
}

/* Chooses for a seat. The seat that explores first tries each move. */
static Step choose(Mcts *m, uint32_t at, bool explores, Rng *rng) {
  Node *node = &m->tree.node[at];
  double all = all_regrets(m, node);
  Step step = {.node = at};
  if (explores && node->tried < node->count) {
    step.edge = node->first + node->tried++;
    return step;
  }
  double part = explores ? EXPLORED : 0;
  for (uint32_t i = 0; i < node->count; i++) {
    double own = probability(node, m->tree.edge.sum[node->first + i], all);
    m->values[i] = (1 - part) * own + part / node->count;
  }
  step.edge = draw_edge(node, m->values, 1, rng);
  step.chance = (float)m->values[step.edge - node->first];
  return step;
}

/* The value of a position that ends the game. */
static bool end_value(Mcts *m, double value[]) {
  if (m->plan.margin)
    return mcts_evaluate(m, m->state, value);
  outcome_values(m->game, scoring_sides(m->game, m->state), value);
  return true;
}

/* The node of the position after a round, if it has been visited before. */
static bool find_next(Mcts *m, int begin, Rng *rng, uint32_t *next) {
  uint64_t others = 0;
  uint32_t last = m->path[m->depth - 1].edge;
  *next = NONE;
  for (int i = begin; i < m->depth - 1; i++)
    others += mark_of(m->path[i].edge);
  if (!m->cells || !find_cell(m, key_of(last, others))->key)
    return true;
  return mcts_expand(m, m->state, m->depth, rng, next);
}

bool mcts_walk_round(Mcts *m, uint32_t at, Rng *rng, double value[]) {
  int begin = m->depth;
  for (;;) {
    Step step = choose(m, at, m->state->seat == m->explorer, rng);
    step.begin = (uint32_t)begin;
    m->path[m->depth++] = step;
    m->positions++;
    game_play(m->game, m->state, m->tree.edge.move[step.edge]);
    if (m->state->outcome != PLAYING)
      return end_value(m, value);
    if (!goes_on(m, m->state))
      break;
    game_assign(m->game, m->hidden, m->state);
    mcts_hide_choices(m, m->hidden);
    if (!mcts_expand(m, m->hidden, m->depth, rng, &at))
      return false;
    if (at == NONE || m->depth == MCTS_DEPTH_MAX)
      return mcts_simulate(m, rng, value);
  }
  uint32_t next;
  if (!find_next(m, begin, rng, &next))
    return false;
  return next == NONE || m->depth + m->choosers >= MCTS_DEPTH_MAX
             ? mcts_simulate(m, rng, value)
             : mcts_walk_from(m, next, rng, value);
}

/* ---- learning ------------------------------------------------------------*/

/* Moves the average towards the present probabilities; later ones count more.
 */
static void add_to_average(Mcts *m, const Node *node, int replay) {
  double times = (REPLAYS + 1.0) * node->visits + replay;
  double all = all_regrets(m, node), part = 2 / (times + 2);
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t edge = node->first + i;
    float *average = &m->tree.edge.prior[edge];
    double now = probability(node, m->tree.edge.sum[edge], all);
    *average += (float)((now - *average) * part);
  }
}

/* Adds to the regrets of a seat, with these choices of the others: the value of
 * each move by earlier visits, and of the one that was chosen also by its
 * result, unless its probability is 0. Returns the value of its strategy. */
static double learn(Mcts *m, const Node *node, uint64_t others,
                    const Step *step, double value) {
  double all = all_regrets(m, node), mean = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t edge = node->first + i;
    double guess = baseline(m, edge, others);
    if (edge == step->edge && step->chance > 0)
      guess += (value - guess) / (double)step->chance;
    m->values[i] = guess;
    mean += guess * probability(node, m->tree.edge.sum[edge], all);
  }
  for (uint32_t i = 0; i < node->count; i++) {
    double *regret = &m->tree.edge.sum[node->first + i];
    *regret += m->values[i] - mean;
    if (*regret < 0)
      *regret = 0;
  }
  return mean;
}

/* Lets the seats of a round play it against each other again, on what is known
 * of it: what others choose is then less a matter of luck. */
static void replay(Mcts *m, const Step *first, int seats, int times, Rng *rng) {
  uint32_t edge[SEATS_MAX];
  uint64_t all = 0;
  for (int i = 0; i < seats; i++) {
    edge[i] = choose(m, first[i].node, false, rng).edge;
    all += mark_of(edge[i]);
  }
  for (int i = 0; i < seats; i++) {
    const Node *node = &m->tree.node[first[i].node];
    if (node->tried == node->count)
      learn(m, node, all - mark_of(edge[i]), &(Step){.edge = edge[i]}, 0);
    add_to_average(m, node, times);
  }
}

bool mcts_back_up_round(Mcts *m, int *at, Rng *rng, double value[]) {
  int end = *at, begin = (int)m->path[end].begin;
  uint64_t all = 0;
  double learned[SEATS_MAX];
  memcpy(learned, value, sizeof learned);
  if (end - begin >= m->choosers)
    return mcts_fail(m, "a round has more choices than seats");
  if (!reserve_cells(m, 2 * (size_t)(end - begin + 1)))
    return false;
  for (int i = begin; i <= end; i++)
    all += mark_of(m->path[i].edge);
  for (int i = begin; i <= end; i++) {
    const Step *step = &m->path[i];
    Node *node = &m->tree.node[step->node];
    uint64_t others = all - mark_of(step->edge);
    bool explored = tree_state(&m->tree, step->node)->seat == m->explorer;
    if (explored && step->chance > 0)
      learned[node->side] = learn(m, node, others, step, value[node->side]);
    add_to_average(m, node, 0);
    m->tree.edge.visits[step->edge]++;
    add_to_cell(m, key_of(step->edge, others), value[node->side]);
    add_to_cell(m, key_of(step->edge, 0), value[node->side]);
  }
  for (int i = 1; i <= REPLAYS; i++)
    replay(m, &m->path[begin], end - begin + 1, i, rng);
  for (int i = begin; i <= end; i++)
    m->tree.node[m->path[i].node].visits++;
  if (m->game->sides == 2 && value[0] != learned[0])
    learned[1] = value[1] + value[0] - learned[0];
  else if (m->game->sides == 2 && value[1] != learned[1])
    learned[0] = value[0] + value[1] - learned[1];
  memcpy(value, learned, sizeof learned);
  *at = begin;
  return true;
}

Move mcts_draw_choice(const Mcts *m, Rng *rng) {
  const Node *node = &m->tree.node[ROOT];
  double all = 0;
  for (uint32_t i = 0; i < node->count; i++)
    all += m->values[i] = m->tree.edge.prior[node->first + i];
  return m->tree.edge.move[draw_edge(node, m->values, all, rng)];
}
