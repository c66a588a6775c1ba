/* The moves that a search has found, and choosing one of them. */
#include "core/base/need.h"
#include "core/game/job.h"
#include "core/learn/weights.h"
#include "core/search/mcts_internal.h"
#include <stdlib.h>

static MctsMove describe(const Mcts *m, const Node *node, uint32_t edge) {
  const Edges *e = &m->tree.edge;
  uint32_t child = tree_child(&m->tree, edge);
  MctsMove move = {.move = e->move[edge], .visits = e->visits[edge]};
  if (node->round) { /* in proportion to how likely it should be played */
    move.visits = (uint64_t)(e->prior[edge] * (float)node->visits + 0.5f);
    move.value = mcts_choice_value(m, edge);
    return move;
  }
  if (child != NONE && m->tree.node[child].proven) {
    double value[SEATS_MAX];
    outcome_values(m->game, m->tree.node[child].winners, value);
    move.value = value[node->side];
    move.proven = true;
  } else if (e->visits[edge]) {
    move.value = e->sum[edge] / e->visits[edge];
  }
  return move;
}

/* Proven wins come first, proven losses last, and the others in order of their
 * visits. */
static int compare_moves(const void *one, const void *other) {
  const MctsMove *a = one, *b = other;
  int rank_a = a->proven ? (a->value == 1) - (a->value == 0) : 0;
  int rank_b = b->proven ? (b->value == 1) - (b->value == 0) : 0;
  if (rank_a != rank_b)
    return rank_b - rank_a;
  if (a->visits != b->visits)
    return a->visits < b->visits ? 1 : -1;
  if (a->value != b->value)
    return a->value < b->value ? 1 : -1;
  return (a->move > b->move) - (a->move < b->move);
}

int mcts_moves(const Mcts *m, MctsMove list[], int capacity) {
  const Node *node = &m->tree.node[ROOT];
  if (capacity == 0)
    return node->count;
  for (uint32_t i = 0; i < node->count; i++)
    m->ranked[i] = describe(m, node, node->first + i);
  qsort(m->ranked, node->count, sizeof *m->ranked, compare_moves);
  int filled = node->count < capacity ? node->count : capacity;
  memmove(list, m->ranked, (size_t)filled * sizeof *list);
  return node->count;
}

static MctsMove find_best(const Mcts *m) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove best = describe(m, node, node->first);
  for (uint32_t i = 1; i < node->count; i++) {
    MctsMove move = describe(m, node, node->first + i);
    if (compare_moves(&move, &best) < 0)
      best = move;
  }
  return best;
}

Move mcts_best(const Mcts *m) {
  return find_best(m).move;
}

/* Whether a move is about as good as the best, as the search sees it: a value
 * of few visits is luck as often as not, and in short searches, or over many
 * worlds, bad moves have many visits too. */
static bool is_about_as_good(const Mcts *m, const MctsMove *move,
                             const MctsMove *best) {
  double variety = m->plan.variety;
  return !move->proven &&
         (double)move->visits >= (1 - variety) * (double)best->visits &&
         move->value >=
             best->value - variety / 20 * mcts_uncertainty(best->value);
}

/* Reservoir sampling over the moves that are about as good as the best. */
Move mcts_choose(const Mcts *m, Rng *rng) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove best = find_best(m);
  Move chosen = best.move;
  uint32_t candidates = 0;
  if (node->round)
    return mcts_draw_choice(m, rng);
  if (best.proven || m->plan.variety <= 0)
    return chosen;
  for (uint32_t i = 0; i < node->count; i++) {
    MctsMove move = describe(m, node, node->first + i);
    if (is_about_as_good(m, &move, &best) && rng_below(rng, ++candidates) == 0)
      chosen = move.move;
  }
  return chosen;
}

/* ---- a search as a job: it is done where the rules run -------------------*/

typedef struct MctsTask {
  MctsPlan plan;
  Rng rng;
  MctsMove *list;
  int capacity, count;
} MctsTask;

static bool mcts_find_here(const Game *game, const State *state, MctsTask *t,
                           Error *error) {
  t->plan.context = NULL;
  if (!weights_use(game, t->plan.weights, &t->plan.evaluate, &t->plan.context,
                   error))
    return false;
  Mcts *mcts = mcts_new(game, &t->plan);
  bool done = mcts_search(mcts, state, &t->rng, error);
  if (done)
    t->count = mcts_moves(mcts, t->list, t->capacity);
  mcts_free(mcts);
  network_free(t->plan.context);
  return done;
}

static void mcts_cross_moves(Message *m, const Game *game, MctsTask *t) {
  CROSS(m, t->count, 0, game->max_moves);
  for (int i = 0; i < t->count && i < t->capacity; i++) {
    MctsMove *move = &t->list[i];
    CROSS(m, move->move, 0, UINT32_MAX);
    CROSS(m, move->visits, 0, INT64_MAX);
    cross_doubles(m, &move->value, 1, 0, 1);
    CROSS(m, move->proven, 0, 1);
  }
}

static void mcts_job(Job *job) {
  MctsTask *t = job->task;
  job_take_file(job, &t->plan.weights);
  if (job_is_here(job)) {
    t->plan.stop = job_stop(job);
    if (job_is_for_another(job))
      t->list = need_array((size_t)t->capacity, sizeof *t->list);
    job_end(job, mcts_find_here(job->game, job->state, t, job->error));
  }
  cross_rng(job->m, &t->rng);
  mcts_cross_moves(job->m, job->game, t);
  if (job_is_for_another(job))
    free(t->list);
}

int mcts_find(const Game *game, const State *state, const MctsPlan *plan,
              Rng *rng, MctsMove list[], int capacity, Error *error) {
  MctsTask t = {.plan = *plan, .rng = *rng, .list = list, .capacity = capacity};
  const JobWatch watch = {.stop = plan->stop};
  bool done = job_give_file(game, plan->weights, error) &&
              job_do(game, mcts_job, state, &t, sizeof t, &watch, error);
  *rng = t.rng;
  return done ? t.count : -1;
}
