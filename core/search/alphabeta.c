#include "core/search/alphabeta.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/game/job.h"
#include "core/learn/weights.h"
#include "core/search/alphabeta_internal.h"
#include <stdlib.h>
#include <xxhash.h>

/* Nodes between two checks of the clock and calls of the progress callback. */
enum { CHECK_INTERVAL = 64 };

/* ---- opening and closing -------------------------------------------------*/

Alphabeta *alphabeta_new(const Game *game, const AlphabetaPlan *plan,
                         Error *error) {
  if (plan->depth < 1 || plan->depth > ALPHABETA_DEPTH_MAX) {
    error_set(error, "depth must be from 1 to %d, not %d", ALPHABETA_DEPTH_MAX,
              plan->depth);
    return NULL;
  }
  size_t plies = (size_t)plan->depth, most = (size_t)game->max_moves;
  size_t align = _Alignof(max_align_t);
  Alphabeta *a = need(sizeof *a);
  a->game = game;
  a->plan = *plan;
  a->maxn = game->sides > 2 && !plan->paranoid;
  a->state_stride = (game->state_size + align - 1) / align * align;
  a->states = need_array(plies + 1, a->state_stride);
  a->moves = need_array(plies * most, sizeof *a->moves);
  a->ranks = need_array(plies * most, sizeof *a->ranks);
  a->values = need_array(most, sizeof *a->values);
  a->root = need_array(most, sizeof *a->root);
  if (transposition_open(&a->table, plan->table, a->maxn ? game->sides : 1))
    return a;
  alphabeta_free(a);
  error_set_code(error, ERROR_NO_MEMORY,
                 "out of memory (an alpha-beta search)");
  return NULL;
}

void alphabeta_free(Alphabeta *a) {
  if (!a)
    return;
  transposition_close(&a->table);
  free(a->states);
  free(a->moves);
  free(a->ranks);
  free(a->values);
  free(a->root);
  free(a);
}

size_t alphabeta_memory(const Alphabeta *a) {
  size_t plies = (size_t)a->plan.depth, most = (size_t)a->game->max_moves;
  return sizeof *a + (plies + 1) * a->state_stride +
         plies * most * (sizeof *a->moves + sizeof *a->ranks) +
         most * (sizeof *a->values + sizeof *a->root) +
         (size_t)a->table.used * a->table.stride;
}

void alphabeta_forget(Alphabeta *a) {
  transposition_forget(&a->table);
  memset(a->history, 0, sizeof a->history);
  a->count = 0;
}

uint64_t alphabeta_nodes(const Alphabeta *a) {
  return a->nodes;
}

/* ---- shared by the searches ----------------------------------------------*/

static void set_next_check(Alphabeta *a) {
  bool checks = a->plan.progress || a->plan.milliseconds || a->plan.stop ||
                a->game->hurry;
  bool near = a->limit - a->nodes < CHECK_INTERVAL;
  a->next_check = !checks || near ? a->limit : a->nodes + CHECK_INTERVAL;
}

bool alphabeta_may_continue(Alphabeta *a) {
  if (a->nodes == a->limit || game_is_urgent(a->game) ||
      (a->plan.milliseconds && clock_seconds() >= a->deadline))
    a->stop = LIMIT_REACHED;
  else if ((a->plan.progress && !a->plan.progress(a->plan.context, a->nodes)) ||
           (a->plan.stop && atomic_load(a->plan.stop)))
    a->stop = STOPPED;
  set_next_check(a);
  return a->stop == NOT_STOPPED;
}

uint64_t alphabeta_key(const Alphabeta *a, int ply) {
  return XXH3_64bits_withSeed(state_at(a, ply), a->game->state_size,
                              (uint64_t)a->root_side);
}

double alphabeta_end_score(const Alphabeta *a, const State *state, int side,
                           int ply) {
  double value[SEATS_MAX];
  unsigned scoring = scoring_sides(a->game, state);
  if (a->plan.margin) {
    margin_values(a->game, state, NULL, NULL, value);
    return clamp(value[side]);
  }
  outcome_values(a->game, scoring, value);
  if (scoring == 1u << side)
    return WIN_SCORE - ply;
  if (scoring && !(scoring >> side & 1))
    return ply - WIN_SCORE;
  /* For minimax, what one side loses the other wins. */
  return !scoring && a->game->sides == 2 ? 0.5 : value[side];
}

/* ---- iterations ----------------------------------------------------------*/

/* Searches the position after a root move, so that every score of at least
 * `best` is exact. */
static RootScore search_root_move(Alphabeta *a, int depth, double best) {
  uint64_t before = a->horizon;
  RootScore found = {.depth = depth, .exact = true, .score = best};
  double low = a->plan.all ? -INFINITY : best;
  if (a->maxn) {
    double score[SEATS_MAX];
    found.exact = maxn(a, 1, depth - 1, (Rival){a->root_side, low}, score);
    if (found.exact)
      found.score = score[a->root_side];
  } else {
    Window w = {nextafter(low, -INFINITY), INFINITY};
    found.score = minimax(a, 1, depth - 1, w);
    found.exact = found.score > w.low;
  }
  found.final = a->horizon == before;
  return found;
}

/* Searches the root moves in order. Returns how many it completed. */
static int iterate(Alphabeta *a, int depth) {
  double best = -INFINITY;
  for (int i = 0; i < a->count; i++) {
    RootMove *r = &a->root[i];
    if (!step(a, 0, r->move))
      return i;
    RootScore found = search_root_move(a, depth, best);
    if (a->stop)
      return i;
    r->current = found;
    best = fmax(best, found.score);
  }
  return a->count;
}

/* Sorts the best moves first, then by depth searched, then by score. */
static int compare_root_moves(const void *one, const void *other) {
  const RootMove *a = one, *b = other;
  if (a->best != b->best)
    return b->best - a->best;
  if (a->result.depth != b->result.depth)
    return b->result.depth - a->result.depth;
  if (a->result.score != b->result.score)
    return a->result.score < b->result.score ? 1 : -1;
  return a->index - b->index;
}

/* The highest exact score of this iteration among the first `done` moves. */
static double best_score(const Alphabeta *a, int done) {
  double best = -INFINITY;
  for (int i = 0; i < done; i++)
    if (a->root[i].current.exact)
      best = fmax(best, a->root[i].current.score);
  return best;
}

/* Takes over the results of an iteration. One that did not complete counts only
 * if it found a move better than the best so far, which it searches first;
 * otherwise it would decide between equally good moves by their order. */
static void adopt(Alphabeta *a, int done, int depth) {
  double best = best_score(a, done);
  if (done < a->count && depth > 1 &&
      (done == 0 || best == a->root[0].current.score))
    return;
  for (int i = 0; i < a->count; i++) {
    RootMove *r = &a->root[i];
    if (i < done)
      r->result = r->current;
    r->best = i < done && r->result.exact && r->result.score == best;
  }
  qsort(a->root, (size_t)a->count, sizeof *a->root, compare_root_moves);
}

/* Whether deeper searches cannot change the best moves (or any, for plan.all).
 * Under max^n only an immediate win is proven: other wins may depend on what
 * the others consider best for themselves. */
static bool is_final(const Alphabeta *a, uint64_t before) {
  double best = a->root[0].result.score;
  if (a->horizon == before || a->plan.all)
    return a->horizon == before;
  return a->maxn ? best == WIN_SCORE - 1 : is_decided(best);
}

/* Searches a copy: the caller's `evaluate` and the rules of the game may change
 * `state` itself. */
static void begin(Alphabeta *a, const State *state) {
  game_assign(a->game, state_at(a, 0), state);
  state = state_at(a, 0);
  a->root_side = a->game->side[state->seat];
  a->stop = NOT_STOPPED;
  a->limit = a->plan.nodes ? a->nodes + a->plan.nodes : UINT64_MAX;
  a->deadline = clock_seconds() + a->plan.milliseconds / 1000.0;
  set_next_check(a);
  transposition_begin(&a->table);
  order_age(a);
  a->count = game_moves(a->game, state, a->moves);
  for (int i = 0; i < a->count; i++)
    a->root[i] = (RootMove){.move = a->moves[i], .index = i};
}

bool alphabeta_search(Alphabeta *a, const State *state, Error *error) {
  a->count = 0;
  if (!search_check(state, error))
    return false;
  begin(a, state);
  for (int depth = 1; depth <= a->plan.depth; depth++) {
    uint64_t before = a->horizon;
    int done = iterate(a, depth);
    if (a->stop == EVALUATION_FAILED || a->stop == STOPPED) {
      a->count = 0;
      return error_set(error, a->stop == STOPPED ? "the search was stopped"
                                                 : "the evaluation has failed");
    }
    adopt(a, done, depth);
    if (a->stop || is_final(a, before))
      break;
  }
  return true;
}

/* ---- results -------------------------------------------------------------*/

static AlphabetaMove describe(const RootMove *r) {
  const RootScore *found = &r->result;
  AlphabetaMove move = {
      .move = r->move, .depth = found->depth, .best = r->best};
  if (found->depth == 0)
    return move;
  move.value = clamp(found->score);
  move.plies = is_decided(found->score) ? plies_to_end(found->score) : 0;
  move.exact = found->exact;
  move.proven = found->exact && found->final;
  return move;
}

int alphabeta_moves(const Alphabeta *a, AlphabetaMove list[], int capacity) {
  for (int i = 0; i < a->count && i < capacity; i++)
    list[i] = describe(&a->root[i]);
  return a->count;
}

Move alphabeta_best(const Alphabeta *a, Rng *rng) {
  uint32_t equals = 0;
  while ((int)equals < a->count && a->root[equals].best)
    equals++;
  return a->root[rng && equals > 1 ? rng_below(rng, equals) : 0].move;
}

/* ---- a search as a job: it is done where the rules run -------------------*/

typedef struct AlphabetaTask {
  AlphabetaPlan plan;
  Rng rng;
  Move best;
  AlphabetaMove *list;
  int capacity, count;
} AlphabetaTask;

static bool alphabeta_find_here(const Game *game, const State *state,
                                AlphabetaTask *t, Error *error) {
  t->plan.context = NULL;
  if (!weights_use(game, t->plan.weights, &t->plan.evaluate, &t->plan.context,
                   error))
    return false;
  Alphabeta *a = alphabeta_new(game, &t->plan, error);
  bool done = a && alphabeta_search(a, state, error);
  if (done) {
    t->best = alphabeta_best(a, &t->rng);
    t->count = alphabeta_moves(a, t->list, t->capacity);
  }
  alphabeta_free(a);
  network_free(t->plan.context);
  return done;
}

static void alphabeta_cross_moves(Message *m, const Game *game,
                                  AlphabetaTask *t) {
  CROSS(m, t->best, 0, UINT32_MAX);
  CROSS(m, t->count, 0, game->max_moves);
  for (int i = 0; i < t->count && i < t->capacity; i++) {
    AlphabetaMove *move = &t->list[i];
    CROSS(m, move->move, 0, UINT32_MAX);
    cross_doubles(m, &move->value, 1, 0, 1);
    CROSS(m, move->depth, 0, ALPHABETA_DEPTH_MAX);
    CROSS(m, move->plies, 0, INT32_MAX);
    CROSS(m, move->exact, 0, 1);
    CROSS(m, move->proven, 0, 1);
    CROSS(m, move->best, 0, 1);
  }
}

static void alphabeta_job(Job *job) {
  AlphabetaTask *t = job->task;
  job_take_file(job, &t->plan.weights);
  if (job_is_here(job)) {
    t->plan.stop = job_stop(job);
    if (job_is_for_another(job))
      t->list = need_array((size_t)t->capacity, sizeof *t->list);
    job_end(job, alphabeta_find_here(job->game, job->state, t, job->error));
  }
  cross_rng(job->m, &t->rng);
  alphabeta_cross_moves(job->m, job->game, t);
  if (job_is_for_another(job))
    free(t->list);
}

int alphabeta_find(const Game *game, const State *state,
                   const AlphabetaPlan *plan, Rng *rng, AlphabetaMove list[],
                   int capacity, Move *best, Error *error) {
  AlphabetaTask t = {
      .plan = *plan, .rng = *rng, .list = list, .capacity = capacity};
  const JobWatch watch = {.stop = plan->stop};
  bool done = job_give_file(game, plan->weights, error) &&
              job_do(game, alphabeta_job, state, &t, sizeof t, &watch, error);
  *rng = t.rng;
  *best = t.best;
  return done ? t.count : -1;
}
