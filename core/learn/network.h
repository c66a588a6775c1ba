/* A network of n-tuples: the value of a position is the sum of what it has at
 * small groups of its inputs (tuples), each looked up in a table of weights
 * (Bledsoe & Browning 1959; Lucas 2008). One evaluation is a few hundred
 * additions, and any board pattern can count.
 *
 * The sum is the logarithm of the odds of the seat that looks at the position.
 * Positions that are alike under a symmetry share their weights.
 *
 * Networks of the same plan and seed have the same tuples. The weights belong
 * to whoever made the network; evaluating changes nothing but its scratch
 * memory, so a network belongs to one thread. */
#ifndef BOARDLAB_CORE_LEARN_NETWORK_H
#define BOARDLAB_CORE_LEARN_NETWORK_H

#include "core/learn/inputs.h"

enum {
  TUPLE_INPUTS = 6,
  TUPLE_ENTRIES = 1 << 12, /* of a table */
  LOOKUPS_MAX = 4096,
  WEIGHTS_MAX = 1 << 20,
  VIEWS_MAX = SEATS_MAX
};

/* What a tuple looks up in one image of a position. */
typedef struct Lookup {
  uint32_t first; /* of its table */
  uint8_t size;
  int16_t input[TUPLE_INPUTS];
  uint16_t stride[TUPLE_INPUTS];
} Lookup;

/* What was looked up in a set of tables not long ago. */
typedef struct Recent {
  bool known;
  int64_t sum;
  int32_t *found; /* by lookup */
  uint8_t input[INPUTS_MAX];
} Recent;

typedef struct Network {
  Inputs *inputs;
  int lookups;
  Lookup *lookup;
  int tables;       /* sets of tables: by who looks, and whose turn it is */
  uint32_t entries; /* of a set */
  /* Whole numbers of steps, tables * entries of them: sums of them are the same
   * in any order. Whoever changes one calls network_forget. */
  int32_t *weight;
  double step;
  /* The lookups that an input is in: of input i, those from first_use[i] on. */
  int first_use[INPUTS_MAX + 1];
  uint16_t *use;
  /* Scratch memory: positions are most often evaluated after similar ones. */
  Recent *recent; /* by set of tables */
  uint32_t *marked, mark;
} Network;

/* The network of a game by a plan that fits it, without any knowledge. The
 * caller frees it, before the game is closed. */
Network *network_new(const Game *game, const InputPlan *plan);
void network_free(Network *n);

static inline uint32_t network_weights(const Network *n) {
  return (uint32_t)n->tables * n->entries;
}

/* How one seat looks at a position. */
typedef struct Viewer {
  uint8_t seat, side;
  uint16_t table; /* the set of tables that it uses */
  float own;      /* what the game's own evaluation adds to the sum */
} Viewer;

typedef struct View {
  Viewer by;
  uint8_t input[INPUTS_MAX];
} View;

/* The number of views of which the values of a position are made: of the seat
 * whose turn it is if there are at most two sides, otherwise one of each side.
 */
static inline int network_views(const Network *n) {
  return n->inputs->game->sides <= 2 ? 1 : n->inputs->game->sides;
}

/* The views of a position in which the game is in progress. */
void network_look(const Network *n, const State *state, View view[]);

/* The place of each weight that a view looks up, and the sum of them. */
void network_find(const Network *n, const View *view, uint32_t place[]);
double network_sum(Network *n, const View *view);
void network_forget(Network *n);

/* The values of the sides, from the sum of each view. */
void network_values(const Game *game, const View view[], const double sum[],
                    double value[]);

/* An Evaluator (eval.h), whose context is a Network. */
bool network_evaluate(void *network, const Game *game, const State *state,
                      double value[]);

#endif
