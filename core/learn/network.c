#include "core/learn/network.h"

#include "core/base/need.h"
#include "core/game/eval.h"
#include <stdlib.h>

/* ---- tuples --------------------------------------------------------------*/

enum {
  TARGET = 320,    /* lookups, about */
  SHORT = 3,       /* inputs of a short tuple, */
  SHORT_SHARE = 2, /* of which there are 2 for each 3 long ones */
  LONG_SHARE = 3,
  PAIRED = 12,
  TRIES = 40
};

typedef struct Tuple {
  int size;
  int16_t input[TUPLE_INPUTS];
} Tuple;

/* Whether a lookup has the same inputs as one of those from `first` on. */
static bool is_repeated(const Network *n, int first, const Lookup *l) {
  for (int i = first; i < n->lookups; i++)
    if (memcmp(n->lookup[i].input, l->input, sizeof l->input) == 0)
      return true;
  return false;
}

/* Adds the lookups of a tuple, one for each symmetry, in a table of its own. */
static void add_tuple(Network *n, const Tuple *t) {
  const Inputs *in = n->inputs;
  uint32_t entries = 1;
  Lookup l = {.first = n->entries, .size = (uint8_t)t->size};
  for (int i = 0; i < t->size; i++) {
    l.stride[i] = (uint16_t)entries;
    entries *= in->values[t->input[i]];
  }
  if (n->lookups + in->plan.images > LOOKUPS_MAX ||
      ((uint64_t)n->entries + entries) * (uint64_t)n->tables > WEIGHTS_MAX)
    return;
  for (int image = 0, first = n->lookups; image < in->plan.images; image++) {
    for (int i = 0; i < t->size; i++)
      l.input[i] = in->image[image][t->input[i]];
    if (!is_repeated(n, first, &l))
      n->lookup[n->lookups++] = l;
  }
  n->entries += entries;
}

/* Every input alone; of those that a symmetry makes alike, the first. */
static void add_singles(Network *n) {
  const Inputs *in = n->inputs;
  for (int i = 0; i < in->count; i++) {
    bool first = true;
    for (int image = 0; image < in->plan.images; image++)
      first = first && in->image[image][i] >= i;
    if (first)
      add_tuple(n, &(Tuple){1, {(int16_t)i}});
  }
}

/* Pairs of numbers that are on no board, if they are few. */
static void add_pairs(Network *n) {
  const Inputs *in = n->inputs;
  int listed[PAIRED], count = 0;
  for (int i = 0; i < in->count; i++)
    if (!in->place[i].rows && count++ < PAIRED)
      listed[count - 1] = i;
  for (int i = 0; i < count && count <= PAIRED; i++)
    for (int k = 0; k < i; k++)
      add_tuple(n, &(Tuple){2, {(int16_t)listed[k], (int16_t)listed[i]}});
}

static bool has(const Tuple *t, int input) {
  for (int i = 0; i < t->size; i++)
    if (t->input[i] == input)
      return true;
  return false;
}

/* An input beside one of the tuple or above it, or now and then any. */
static int step(const Inputs *in, const Tuple *t, Rng *rng) {
  int from = t->input[rng_below(rng, (uint32_t)t->size)];
  if (in->above[from] >= 0 && rng_below(rng, 3) == 0)
    return in->above[from];
  int to = in->near[from][rng_below(rng, INPUT_NEAR)];
  return to >= 0                  ? to
         : rng_below(rng, 4) == 0 ? (int)rng_below(rng, (uint32_t)in->count)
                                  : -1;
}

/* A random walk over the inputs, as long as its table is not too large. */
static Tuple walk(const Inputs *in, int size, Rng *rng) {
  Tuple t = {.size = 1,
             .input = {(int16_t)rng_below(rng, (uint32_t)in->count)}};
  int entries = in->values[t.input[0]];
  for (int tries = 0; t.size < size && tries < TRIES; tries++) {
    int to = step(in, &t, rng);
    if (to < 0 || has(&t, to) || entries * in->values[to] > TUPLE_ENTRIES)
      continue;
    entries *= in->values[to];
    t.input[t.size++] = (int16_t)to;
  }
  return t;
}

static void add_walks(Network *n) {
  const Inputs *in = n->inputs;
  int walks = TARGET / in->plan.images;
  Rng rng;
  rng_seed(&rng, 1, 0);
  for (int i = 0; i < walks && in->count > 1; i++) {
    bool is_short = i % (SHORT_SHARE + LONG_SHARE) < SHORT_SHARE;
    Tuple t = walk(in, is_short ? SHORT : TUPLE_INPUTS, &rng);
    if (t.size > 1)
      add_tuple(n, &t);
  }
}

/* ---- the network ---------------------------------------------------------*/

/* Lists the lookups of each input. */
static void list_uses(Network *n) {
  int next[INPUTS_MAX] = {0};
  for (int i = 0; i < n->lookups; i++)
    for (int k = 0; k < n->lookup[i].size; k++)
      n->first_use[n->lookup[i].input[k] + 1]++;
  for (int i = 0; i < INPUTS_MAX; i++) {
    n->first_use[i + 1] += n->first_use[i];
    next[i] = n->first_use[i];
  }
  n->use = need_array((size_t)n->first_use[INPUTS_MAX] + 1, sizeof *n->use);
  for (int i = 0; i < n->lookups; i++)
    for (int k = 0; k < n->lookup[i].size; k++)
      n->use[next[n->lookup[i].input[k]]++] = (uint16_t)i;
}

Network *network_new(const Game *game, const InputPlan *plan) {
  Network *n = need(sizeof *n);
  int seats = game->seats, few = game->sides <= 2;
  n->inputs = inputs_new(game, plan);
  n->tables = plan->alike ? few ? 1 : seats : few ? seats : seats * seats;
  n->lookup = need_array(LOOKUPS_MAX, sizeof *n->lookup);
  add_singles(n);
  add_pairs(n);
  add_walks(n);
  list_uses(n);
  n->weight = need_array(network_weights(n), sizeof *n->weight);
  n->step = 1;
  n->marked = need_array((size_t)n->lookups + 1, sizeof *n->marked);
  n->recent = need_array((size_t)n->tables, sizeof *n->recent);
  for (int i = 0; i < n->tables; i++)
    n->recent[i].found =
        need_array((size_t)n->lookups + 1, sizeof *n->recent[i].found);
  return n;
}

void network_free(Network *n) {
  if (!n)
    return;
  inputs_free(n->inputs);
  for (int i = 0; i < n->tables; i++)
    free(n->recent[i].found);
  free(n->recent);
  free(n->marked);
  free(n->use);
  free(n->lookup);
  free(n->weight);
  free(n);
}

/* ---- looking -------------------------------------------------------------*/

/* The seat of a side whose turn comes first from `turn` on. */
static int seat_of(const Game *game, int side, int turn) {
  for (int i = 0; i < game->seats; i++)
    if (game->side[(turn + i) % game->seats] == side)
      return (turn + i) % game->seats;
  return turn;
}

/* Seats that are alike differ only in how far away their turn is. */
static int table_of(const Network *n, int seat, int turn) {
  const Game *game = n->inputs->game;
  int away = (turn - seat + game->seats) % game->seats;
  if (n->inputs->plan.alike)
    return game->sides <= 2 ? 0 : away;
  return game->sides <= 2 ? turn : seat * game->seats + turn;
}

/* What the game's own evaluation says, as the sum of a network. */
static void add_own(const Network *n, const State *state, View view[]) {
  const Game *game = n->inputs->game;
  double value[SEATS_MAX];
  position_values(game, state, NULL, NULL, value);
  for (int i = 0; i < network_views(n); i++)
    view[i].by.own = (float)score_of_value(game, value[view[i].by.side]);
}

void network_look(const Network *n, const State *state, View view[]) {
  const Game *game = n->inputs->game;
  int views = network_views(n), turn = game_turn(game, state);
  turn = turn < 0 ? 0 : turn;
  int next = inputs_role(game, state, turn);
  for (int i = 0; i < views; i++) {
    int seat = views == 1 ? turn : seat_of(game, i, turn);
    int role = seat == turn ? next : inputs_role(game, state, seat);
    view[i].by = (Viewer){.seat = (uint8_t)seat,
                          .side = game->side[seat],
                          .table = (uint16_t)table_of(n, role, next)};
    inputs_read(n->inputs, state, seat, role, view[i].input);
  }
  if (n->inputs->plan.own)
    add_own(n, state, view);
}

static inline uint32_t place_of(const Lookup *l, const uint8_t input[]) {
  uint32_t place = l->first;
#pragma GCC unroll 6
  for (int i = 0; i < TUPLE_INPUTS; i++) /* strides of no input are 0 */
    place += (uint32_t)input[l->input[i]] * l->stride[i];
  return place;
}

void network_find(const Network *n, const View *view, uint32_t place[]) {
  uint32_t first = view->by.table * n->entries;
  for (int i = 0; i < n->lookups; i++)
    place[i] = first + place_of(&n->lookup[i], view->input);
}

void network_forget(Network *n) {
  for (int i = 0; i < n->tables; i++)
    n->recent[i].known = false;
}

/* Looks up everything. */
static void find_all(const Network *n, const View *view, Recent *r) {
  const int32_t *weight = n->weight + (size_t)view->by.table * n->entries;
  r->known = true;
  r->sum = 0;
  memcpy(r->input, view->input, (size_t)n->inputs->count);
  for (int i = 0; i < n->lookups; i++) {
    r->found[i] = weight[place_of(&n->lookup[i], view->input)];
    r->sum += r->found[i];
  }
}

/* Lists the inputs that differ from those of a recent view. Returns how many,
 * or -1 if there is little to be saved. */
static int list_changed(const Network *n, const View *view, const Recent *r,
                        int16_t changed[]) {
  int count = 0, uses = 0;
  for (int i = 0; i < n->inputs->count; i++)
    if (view->input[i] != r->input[i]) {
      changed[count++] = (int16_t)i;
      uses += n->first_use[i + 1] - n->first_use[i];
    }
  return r->known && uses < n->lookups ? count : -1;
}

/* Lists the lookups that some inputs are in, each once. */
static int list_lookups(Network *n, const int16_t changed[], int inputs,
                        uint16_t list[]) {
  int count = 0;
  n->mark++;
  for (int i = 0; i < inputs; i++) {
    int end = n->first_use[changed[i] + 1];
    for (int u = n->first_use[changed[i]]; u < end; u++) {
      list[count] = n->use[u];
      count += n->marked[n->use[u]] != n->mark;
      n->marked[n->use[u]] = n->mark;
    }
  }
  return count;
}

/* The sum, of which only what some inputs change is looked up again. */
static int64_t sum_again(Network *n, const View *view, const Recent *r,
                         const int16_t changed[], int inputs) {
  const int32_t *weight = n->weight + (size_t)view->by.table * n->entries;
  uint16_t list[LOOKUPS_MAX];
  int count = list_lookups(n, changed, inputs, list);
  int64_t sum = r->sum;
  for (int i = 0; i < count; i++)
    sum +=
        weight[place_of(&n->lookup[list[i]], view->input)] - r->found[list[i]];
  return sum;
}

double network_sum(Network *n, const View *view) {
  Recent *r = &n->recent[view->by.table];
  int16_t changed[INPUTS_MAX];
  int count = list_changed(n, view, r, changed);
  if (count < 0)
    find_all(n, view, r);
  int64_t sum = count > 0 ? sum_again(n, view, r, changed, count) : r->sum;
  return (double)view->by.own + n->step * (double)sum;
}

void network_values(const Game *game, const View view[], const double sum[],
                    double value[]) {
  double score[SEATS_MAX + 1] = {0};
  for (int i = 0; i < (game->sides <= 2 ? 1 : game->sides); i++)
    score[view[i].by.side] = sum[i];
  if (game->sides == 1) {
    Game two = {.sides = 2};
    double both[2];
    values_from_scores(&two, score, both);
    value[0] = both[0];
    return;
  }
  values_from_scores(game, score, value);
}

bool network_evaluate(void *network, const Game *game, const State *state,
                      double value[]) {
  Network *n = network;
  View view[VIEWS_MAX];
  double sum[VIEWS_MAX];
  network_look(n, state, view);
  for (int i = 0; i < network_views(n); i++)
    sum[i] = network_sum(n, &view[i]);
  network_values(game, view, sum, value);
  return !game_fault(game);
}
