#include "mcts.h"

#include "bits.h"
#include "clock.h"
#include <math.h>
#include <stdlib.h>

/* The moves in the tree, each in the same place of several arrays: choosing one
 * looks at all visits and sums of a node, and at nothing else. */
typedef struct Edges {
  Move *move;
  uint32_t *visits;
  float *sum;      /* points of the side that moves */
  float *prior;    /* what the evaluation says of it, if that counts */
  uint32_t *child; /* the node it leads to; NONE if there is none yet */
} Edges;

enum { EDGE_BYTES = 20 };

/* A position in the tree. */
typedef struct Node {
  uint32_t first; /* its edges */
  uint32_t visits;
  uint16_t count, tried; /* edges; those tried come first */
  uint16_t settled;      /* edges whose value is certain */
  uint16_t winners; /* if its own is: the sides that win; none for a draw */
  uint8_t side;     /* that moves */
  bool proven;
} Node;

enum { NONE = 0, ROOT = 1, DEPTH_MAX = 4096, LOOK = 256 };

/* The tree: nodes and edges by their numbers. Node 0 is none. */
typedef struct Tree {
  Node *node;
  Edges edge;
  uint32_t nodes, edges, node_room, edge_room;
} Tree;

/* One step on the way down. */
typedef struct Step {
  uint32_t node, edge;
} Step;

struct Mcts {
  const Game *game;
  MctsPlan plan;
  Tree tree, spare; /* spare: where what is kept goes */
  State *root;      /* the position of node ROOT */
  State *state, *look;
  Move *moves;
  uint64_t playouts;
  Step path[DEPTH_MAX];
  int depth;
};

/* ---- the arrays ----------------------------------------------------------*/

static bool grow(void **array, size_t count, size_t size) {
  void *bigger = realloc(*array, count * size);
  if (bigger)
    *array = bigger;
  return bigger;
}

static bool grow_nodes(Tree *t) {
  uint32_t room = t->node_room ? 2 * t->node_room : 1024;
  if (t->node_room > UINT32_MAX / 2 ||
      !grow((void **)&t->node, room, sizeof *t->node))
    return false;
  t->node_room = room;
  return true;
}

static bool grow_edges(Tree *t, uint32_t wanted) {
  Edges *e = &t->edge;
  uint64_t room = t->edge_room ? t->edge_room : 1024;
  while (room < wanted)
    room *= 2;
  if (room > UINT32_MAX || !grow((void **)&e->move, room, sizeof *e->move) ||
      !grow((void **)&e->visits, room, sizeof *e->visits) ||
      !grow((void **)&e->sum, room, sizeof *e->sum) ||
      !grow((void **)&e->prior, room, sizeof *e->prior) ||
      !grow((void **)&e->child, room, sizeof *e->child))
    return false;
  t->edge_room = (uint32_t)room;
  return true;
}

static void free_tree(Tree *t) {
  free(t->node);
  free(t->edge.move);
  free(t->edge.visits);
  free(t->edge.sum);
  free(t->edge.prior);
  free(t->edge.child);
}

static size_t bytes_of(const Tree *t, uint32_t edges) {
  return (size_t)t->nodes * sizeof(Node) +
         ((size_t)t->edges + edges) * EDGE_BYTES;
}

/* A node with that many edges; NONE if the tree is full. */
static uint32_t add_node(Tree *t, uint32_t edges, size_t memory) {
  if (bytes_of(t, edges) > memory)
    return NONE;
  if (t->nodes + 2 > t->node_room && !grow_nodes(t))
    return NONE;
  if (t->edges + edges > t->edge_room && !grow_edges(t, t->edges + edges))
    return NONE;
  if (t->nodes == 0)
    t->nodes = ROOT;
  uint32_t node = t->nodes++;
  t->node[node] = (Node){.first = t->edges, .count = (uint16_t)edges};
  t->edges += edges;
  return node;
}

static void clear(Tree *t) {
  t->nodes = t->edges = 0;
}

/* ---- opening -------------------------------------------------------------*/

/* What won tournaments between such settings in all four games. */
MctsPlan mcts_plan(const Game *game) {
  bool judged = game->rules->evaluate;
  return (MctsPlan){.iterations = 1000,
                    .c = judged ? 0.2 : 0.7,
                    .playouts = 1,
                    .cut = judged ? 0 : -1,
                    .bias = judged ? 10 : 0,
                    .reuse = true,
                    .memory = (size_t)256 << 20};
}

Mcts *mcts_new(const Game *game, const MctsPlan *plan, Error *error) {
  Mcts *m = calloc(1, sizeof *m);
  if (!m) {
    error_set(error, "no memory for a search");
    return NULL;
  }
  m->game = game;
  m->plan = *plan;
  m->root = game_start(game);
  m->state = game_start(game);
  m->look = game_start(game);
  m->moves = malloc((size_t)game->max_moves * sizeof *m->moves);
  if (m->root && m->state && m->look && m->moves)
    return m;
  mcts_free(m);
  error_set(error, "no memory for a search");
  return NULL;
}

void mcts_free(Mcts *m) {
  if (!m)
    return;
  free_tree(&m->tree);
  free_tree(&m->spare);
  free(m->root);
  free(m->state);
  free(m->look);
  free(m->moves);
  free(m);
}

void mcts_forget(Mcts *m) {
  clear(&m->tree);
}

/* ---- values --------------------------------------------------------------*/

/* The points of each side when these have won; all share a draw. */
static void points_of(const Mcts *m, unsigned winners, double points[]) {
  worth_of_end(m->game, winners, points);
}

static bool value_of(const Mcts *m, const State *state, double worth[]) {
  return position_worth(m->game, state, m->plan.evaluate, m->plan.context,
                        worth);
}

/* Plays from m->state, which is used up by that, and adds up the points. */
static bool play_out(Mcts *m, Rng *rng, double points[]) {
  const Game *game = m->game;
  int plies = m->plan.cut < 0 ? game->max_plies : m->plan.cut;
  if (m->plan.playouts == 1) {
    m->playouts++;
    game_playout(game, m->state, rng, plies);
    return m->plan.cut < 0
               ? (points_of(m, sides_that_won(game, m->state), points), true)
               : value_of(m, m->state, points);
  }
  double sum[SEATS_MAX] = {0};
  for (int i = 0; i < m->plan.playouts; i++) {
    m->playouts++;
    game_assign(game, m->look, m->state);
    game_playout(game, m->look, rng, plies);
    if (m->plan.cut < 0)
      points_of(m, sides_that_won(game, m->look), points);
    else if (!value_of(m, m->look, points))
      return false;
    for (int side = 0; side < game->sides; side++)
      sum[side] += points[side];
  }
  for (int side = 0; side < game->sides; side++)
    points[side] = sum[side] / m->plan.playouts;
  return true;
}

/* ---- nodes ---------------------------------------------------------------*/

/* What the evaluation says of every move, and a little by lot: without it, a
 * search that plays nothing out would be the same every time, and so would
 * every game between two such bots. It costs no strength that 400 games show.
 */
static bool set_priors(Mcts *m, const Node *node, const State *state,
                       Rng *rng) {
  enum { LOTS = 1024 };
  static const double LOT = 0.01 / LOTS;
  double worth[SEATS_MAX];
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t edge = node->first + i;
    game_assign(m->game, m->look, state);
    game_play(m->game, m->look, m->tree.edge.move[edge]);
    if (!value_of(m, m->look, worth))
      return false;
    m->tree.edge.prior[edge] =
        (float)(worth[node->side] + LOT * rng_below(rng, LOTS));
  }
  return true;
}

/* The node of a position; NONE if the tree is full. */
static bool make_node(Mcts *m, const State *state, Rng *rng, uint32_t *made) {
  int count = game_moves(m->game, state, m->moves);
  *made = count <= UINT16_MAX
              ? add_node(&m->tree, (uint32_t)count, m->plan.memory)
              : NONE;
  if (*made == NONE)
    return true;
  Node *node = &m->tree.node[*made];
  node->side = m->game->side[state->seat];
  Edges *e = &m->tree.edge;
  memcpy(e->move + node->first, m->moves, (size_t)count * sizeof *e->move);
  memset(e->visits + node->first, 0, (size_t)count * sizeof *e->visits);
  memset(e->sum + node->first, 0, (size_t)count * sizeof *e->sum);
  memset(e->prior + node->first, 0, (size_t)count * sizeof *e->prior);
  memset(e->child + node->first, 0, (size_t)count * sizeof *e->child);
  if (m->plan.bias <= 0)
    return true;
  node->tried = node->count; /* all are as if they had been */
  return set_priors(m, node, state, rng);
}

/* ---- walking down --------------------------------------------------------*/

/* A move that has not been tried, by lot; it becomes the last of those that
 * have. */
static uint32_t pick_untried(Mcts *m, Node *node, Rng *rng) {
  Move *move = m->tree.edge.move + node->first; /* the rest is 0 */
  uint32_t left = (uint32_t)(node->count - node->tried);
  uint32_t at = node->tried + (left > 1 ? rng_below(rng, left) : 0);
  Move picked = move[at];
  move[at] = move[node->tried];
  move[node->tried] = picked;
  return node->first + node->tried++;
}

/* The best bet. A move that surely loses has a sum far below all others. */
static uint32_t pick_best(const Mcts *m, const Node *node) {
  const uint32_t *visits = m->tree.edge.visits + node->first;
  const float *sum = m->tree.edge.sum + node->first;
  const float *prior = m->tree.edge.prior + node->first;
  float bias = (float)m->plan.bias;
  float spread =
      (float)m->plan.c * sqrtf(logf((float)node->visits + 1.0f + bias));
  float score[node->count];
  for (uint32_t i = 0; i < node->count; i++) {
    float part = 1.0f / ((float)visits[i] + bias);
    score[i] = (sum[i] + bias * prior[i]) * part + spread * sqrtf(part);
  }
  uint32_t best = 0;
  for (uint32_t i = 1; i < node->count; i++)
    best = score[i] > score[best] ? i : best;
  return node->first + best;
}

/* ---- certainty -----------------------------------------------------------*/

static const float LOST = -1e30f;

/* An edge leads to a certain end: what that says of its node. True if the
 * node's own value has become certain by it. */
static bool settle_edge(Mcts *m, Node *node, uint32_t edge, unsigned winners) {
  double points[SEATS_MAX];
  points_of(m, winners, points);
  if (points[node->side] == 1) {
    node->proven = true;
    node->winners = (uint16_t)winners;
    return true;
  }
  if (points[node->side] == 0)
    m->tree.edge.sum[edge] = LOST;
  node->settled++;
  return false;
}

/* All moves of a node are certain: it is worth the best of them. With more than
 * two sides, moves that are equally good for the one who moves may be very
 * different for the others; then nothing is certain. */
static bool settle_node(Mcts *m, Node *node) {
  double points[SEATS_MAX], most = -1;
  unsigned winners = 0;
  bool same = true;
  for (uint32_t i = 0; i < node->count; i++) {
    const Node *child = &m->tree.node[m->tree.edge.child[node->first + i]];
    points_of(m, child->winners, points);
    if (points[node->side] == most && child->winners != winners)
      same = false;
    if (points[node->side] > most) {
      most = points[node->side];
      winners = child->winners;
      same = true;
    }
  }
  node->proven = same;
  node->winners = (uint16_t)winners;
  return same;
}

/* Passes a certain end up the way that led to it. */
static void pass_up(Mcts *m, unsigned winners) {
  for (int i = m->depth - 1; i >= 0; i--) {
    Node *node = &m->tree.node[m->path[i].node];
    if (!settle_edge(m, node, m->path[i].edge, winners) &&
        (node->settled < node->count || !settle_node(m, node)))
      return;
    winners = node->winners;
  }
}

/* ---- one iteration -------------------------------------------------------*/

static void credit(Mcts *m, const double points[]) {
  for (int i = m->depth - 1; i >= 0; i--) {
    Node *node = &m->tree.node[m->path[i].node];
    uint32_t edge = m->path[i].edge;
    node->visits++;
    m->tree.edge.visits[edge]++;
    m->tree.edge.sum[edge] += (float)points[node->side];
  }
}

/* The game is over at the end of the way: a node without moves tells so. */
static void end_here(Mcts *m, double points[]) {
  unsigned winners = sides_that_won(m->game, m->state);
  Step last = m->path[m->depth - 1];
  uint32_t node = add_node(&m->tree, 0, SIZE_MAX);
  points_of(m, winners, points);
  if (node == NONE)
    return;
  m->tree.node[node].proven = true;
  m->tree.node[node].winners = (uint16_t)winners;
  m->tree.edge.child[last.edge] = node;
  pass_up(m, winners);
}

/* Takes a step down from a node. */
static uint32_t step_down(Mcts *m, uint32_t at, Rng *rng) {
  Node *node = &m->tree.node[at];
  uint32_t edge = node->tried < node->count ? pick_untried(m, node, rng)
                                            : pick_best(m, node);
  m->path[m->depth++] = (Step){at, edge};
  game_play(m->game, m->state, m->tree.edge.move[edge]);
  return edge;
}

/* Walks down to where the tree ends, and says what that is worth. */
static bool walk(Mcts *m, Rng *rng, double points[]) {
  uint32_t at = ROOT;
  m->depth = 0;
  game_assign(m->game, m->state, m->root);
  for (;;) {
    uint32_t edge = step_down(m, at, rng);
    uint32_t child = m->tree.edge.child[edge];
    if (child != NONE && m->tree.node[child].proven) {
      points_of(m, m->tree.node[child].winners, points);
      return true;
    }
    if (m->state->outcome != PLAYING) {
      end_here(m, points);
      return true;
    }
    /* A position gets its node when it is come to for the second time. */
    if (child == NONE && m->tree.edge.visits[edge] > 0) {
      if (!make_node(m, m->state, rng, &child))
        return false;
      m->tree.edge.child[edge] = child;
    }
    if (child == NONE || m->depth == DEPTH_MAX)
      return play_out(m, rng, points);
    at = child;
  }
}

/* ---- what is kept --------------------------------------------------------*/

/* The node of a position, so many moves below another, whose position is in
 * m->state; NONE if it is not in the tree. */
static uint32_t find_below(Mcts *m, uint32_t at, const State *from,
                           const State *wanted, int plies) {
  const Game *game = m->game;
  if (memcmp(from, wanted, game->state_size) == 0)
    return at;
  if (plies == 0)
    return NONE;
  _Alignas(max_align_t) unsigned char room[game->state_size];
  State *next = (State *)room;
  for (uint32_t i = 0; i < m->tree.node[at].count; i++) {
    uint32_t edge = m->tree.node[at].first + i,
             child = m->tree.edge.child[edge];
    if (child == NONE || m->tree.node[child].count == 0)
      continue;
    game_assign(game, next, from);
    game_play(game, next, m->tree.edge.move[edge]);
    uint32_t found = find_below(m, child, next, wanted, plies - 1);
    if (found != NONE)
      return found;
  }
  return NONE;
}

/* Copies the edges of a node of which only the head has been, and the heads of
 * its children, whose numbers in `from` go to origin[]. */
static bool copy_edges(Tree *to, const Tree *from, uint32_t at,
                       uint32_t *origin) {
  const Node *old = &from->node[origin[at]];
  uint32_t first = to->node[at].first;
  size_t count = old->count;
  memcpy(to->edge.move + first, from->edge.move + old->first,
         count * sizeof(Move));
  memcpy(to->edge.visits + first, from->edge.visits + old->first,
         count * sizeof(uint32_t));
  memcpy(to->edge.sum + first, from->edge.sum + old->first,
         count * sizeof(float));
  memcpy(to->edge.prior + first, from->edge.prior + old->first,
         count * sizeof(float));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t child = from->edge.child[old->first + i], copy = NONE;
    if (child != NONE) {
      copy = add_node(to, from->node[child].count, SIZE_MAX);
      if (copy == NONE)
        return false;
      uint32_t place = to->node[copy].first;
      to->node[copy] = from->node[child];
      to->node[copy].first = place;
      origin[copy] = child;
    }
    to->edge.child[first + i] = copy;
  }
  return true;
}

/* Copies what is below a node into the spare tree, level by level. */
static bool copy_below(Mcts *m, uint32_t root) {
  Tree *to = &m->spare;
  const Tree *from = &m->tree;
  clear(to);
  if (add_node(to, from->node[root].count, SIZE_MAX) == NONE)
    return false;
  uint32_t first = to->node[ROOT].first;
  to->node[ROOT] = from->node[root];
  to->node[ROOT].first = first;
  uint32_t *origin = malloc(from->nodes * sizeof *origin);
  if (!origin)
    return false;
  origin[ROOT] = root;
  bool good = true;
  for (uint32_t at = ROOT; good && at < to->nodes; at++)
    good = copy_edges(to, from, at, origin);
  free(origin);
  return good;
}

/* ---- searching -----------------------------------------------------------*/

static bool is_over(const Mcts *m, uint64_t done, double began) {
  if (m->tree.node[ROOT].proven)
    return true;
  if (m->plan.iterations)
    return done >= m->plan.iterations;
  return done % LOOK == 0 && done > 0 &&
         1000 * (clock_seconds() - began) >= m->plan.milliseconds;
}

/* Goes on with what is known of a position, if it came up in the search
 * before: a round of moves ago at most. */
static bool keep(Mcts *m, const State *state) {
  if (!m->plan.reuse || m->tree.nodes == 0)
    return false;
  uint32_t root = find_below(m, ROOT, m->root, state, m->game->seats);
  if (root == NONE || m->tree.node[root].count == 0 || !copy_below(m, root))
    return false;
  Tree kept = m->spare;
  m->spare = m->tree;
  m->tree = kept;
  game_assign(m->game, m->root, state);
  return true;
}

static bool plant(Mcts *m, const State *state, Rng *rng, Error *error) {
  uint32_t root;
  if (keep(m, state))
    return true;
  clear(&m->tree);
  game_assign(m->game, m->root, state);
  if (!make_node(m, state, rng, &root))
    return error_set(error, "the evaluation has failed");
  return root == ROOT || error_set(error, "no memory for a search");
}

bool mcts_search(Mcts *m, const State *state, Rng *rng, Error *error) {
  double points[SEATS_MAX], began = clock_seconds();
  if (!plant(m, state, rng, error))
    return false;
  for (uint64_t done = 0; !is_over(m, done, began); done++) {
    if (!walk(m, rng, points))
      return error_set(error, "the evaluation has failed");
    credit(m, points);
  }
  return true;
}

uint64_t mcts_playouts(const Mcts *m) {
  return m->playouts;
}

/* ---- what was found ------------------------------------------------------*/

static MctsMove describe(const Mcts *m, const Node *node, uint32_t edge) {
  const Edges *e = &m->tree.edge;
  const Node *child = &m->tree.node[e->child[edge]];
  double points[SEATS_MAX];
  MctsMove move = {.move = e->move[edge], .visits = e->visits[edge]};
  if (e->child[edge] != NONE && child->proven) {
    points_of(m, child->winners, points);
    move.worth = points[node->side];
    move.proven = true;
  } else if (e->visits[edge]) {
    move.worth = e->sum[edge] / e->visits[edge];
  }
  return move;
}

/* What is certain to win comes first, what is certain to lose last; in between
 * what was tried most. */
static int by_rank(const void *one, const void *other) {
  const MctsMove *a = one, *b = other;
  int rank_a = a->proven ? (a->worth == 1) - (a->worth == 0) : 0;
  int rank_b = b->proven ? (b->worth == 1) - (b->worth == 0) : 0;
  if (rank_a != rank_b)
    return rank_b - rank_a;
  if (a->visits != b->visits)
    return a->visits < b->visits ? 1 : -1;
  if (a->worth != b->worth)
    return a->worth < b->worth ? 1 : -1;
  return (a->move > b->move) - (a->move < b->move);
}

int mcts_moves(const Mcts *m, MctsMove list[], int room) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove all[node->count];
  for (uint32_t i = 0; i < node->count; i++)
    all[i] = describe(m, node, node->first + i);
  qsort(all, node->count, sizeof *all, by_rank);
  int filled = node->count < room ? node->count : room;
  memcpy(list, all, (size_t)filled * sizeof *all);
  return node->count;
}

Move mcts_best(const Mcts *m) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove best = describe(m, node, node->first);
  for (uint32_t i = 1; i < node->count; i++) {
    MctsMove move = describe(m, node, node->first + i);
    if (by_rank(&move, &best) < 0)
      best = move;
  }
  return best.move;
}
