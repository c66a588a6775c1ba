/* Games in which the side to move does not see everything: determinisation.
 *
 * The search is divided among several worlds, positions that the side to move
 * cannot tell from each other (game_imagine). Each world gets a tree of its own
 * and the moves are judged by the sum over all worlds. Within a world every
 * side is taken to know it, so such a search bluffs no one and does not pay for
 * information (Long et al. 2010 on when that does no harm). */
#include "core/search/mcts_internal.h"

enum { WORLDS_MIN = 4, WORLDS_MAX = 32, ITERATIONS_PER_WORLD = 50 };

static int worlds_of(const MctsPlan *plan) {
  uint64_t worlds = plan->iterations / ITERATIONS_PER_WORLD;
  if (plan->iterations == 0 || worlds > WORLDS_MAX)
    return WORLDS_MAX;
  return worlds < WORLDS_MIN ? WORLDS_MIN : (int)worlds;
}

static MctsMove *find(MctsMove *list, int count, Move move) {
  for (int i = 0; i < count; i++)
    if (list[i].move == move)
      return &list[i];
  return NULL;
}

/* Adds what a world says about each move. Where it is proven, the search has
 * ended early: then the best move counts as if it had all visits. */
static void add_world(Mcts *m, int count, uint64_t visits) {
  int moves = mcts_moves(m, m->ranked, m->game->max_moves);
  for (int i = 0; i < moves; i++) {
    MctsMove *total = find(m->total, count, m->ranked[i].move);
    uint64_t weight = m->ranked[i].visits;
    if (m->tree.node[ROOT].proven)
      weight = i == 0 ? visits : 0;
    if (!total || weight == 0)
      continue;
    total->value += m->ranked[i].value * (double)weight;
    total->visits += weight;
  }
}

/* Gives the root of the last world the sums of all worlds. */
static void set_totals(Mcts *m, int count) {
  Node *root = &m->tree.node[ROOT];
  root->visits = 0;
  root->proven = false;
  root->proven_edges = 0;
  for (uint32_t i = root->first; i < root->first + root->count; i++) {
    const MctsMove *total = find(m->total, count, m->tree.edge.move[i]);
    m->tree.edge.visits[i] = total ? (uint32_t)total->visits : 0;
    m->tree.edge.sum[i] = total ? total->value : 0;
    m->tree.edge.child[i] = NONE;
    root->visits += m->tree.edge.visits[i];
  }
}

bool mcts_search_worlds(Mcts *m, const State *state, Rng *rng) {
  const MctsPlan whole = m->plan;
  int worlds = worlds_of(&whole);
  int count = game_moves(m->game, state, m->moves);
  for (int i = 0; i < count; i++)
    m->total[i] = (MctsMove){.move = m->moves[i]};
  bool good = true;
  for (int i = 0; good && i < worlds; i++) {
    uint64_t from = whole.iterations * (uint64_t)i / (uint64_t)worlds;
    uint64_t to = whole.iterations * (uint64_t)(i + 1) / (uint64_t)worlds;
    m->plan.iterations = whole.iterations && to == from ? 1 : to - from;
    m->plan.milliseconds = (whole.milliseconds + worlds - 1) / worlds;
    mcts_forget(m);
    game_assign(m->game, m->root, state);
    game_imagine(m->game, m->root, state->seat, rng);
    if (m->root->outcome != PLAYING) /* the rules have failed */
      good = mcts_fail(m, "what the side to move sees cannot be redrawn");
    else if ((good = mcts_grow(m, rng)))
      add_world(m, count, m->plan.iterations);
  }
  m->plan = whole;
  if (good)
    set_totals(m, count);
  return good;
}
