#include "core/search/mcts.h"

#include "core/base/clock.h"
#include "core/search/mcts_tree.h"
#include <math.h>
#include <stdlib.h>

/* Positions between two looks at the clock, and at who watches. */
enum { LOOK = 64, ASK = 100, DEPTH_MAX = 4096 };

/* How many positions are remembered, to notice that one comes again. With more
 * of them, who has been everywhere could not go anywhere. */
enum { RECENT = 8 };

/* One step on the way down. */
typedef struct Step {
  uint32_t node, edge;
} Step;

struct Mcts {
  const Game *game;
  MctsPlan plan;
  Tree tree, spare; /* spare: where what is kept goes */
  State *root;      /* the position of node ROOT */
  uint16_t ply;     /* and how many moves into the game it is */
  State *state, *look;
  Move *moves;
  uint64_t seen[RECENT]; /* hashes of the positions last searched */
  int seen_count;        /* in this game */
  uint64_t playouts, positions;
  uint64_t asked, looked; /* who watches, and at the clock: at so many */
  const char *failure;    /* why the search could not go on */
  Step path[DEPTH_MAX];
  int depth;
};

/* ---- opening -------------------------------------------------------------*/

/* Less would be none, and is lost in a float. */
static const double BIAS_MIN = 0.001;

/* What won tournaments between such settings in all four games. */
MctsPlan mcts_plan(double exploration) {
  bool evaluated = exploration > 0;
  return (MctsPlan){.iterations = 1000,
                    .c = evaluated ? exploration : 0.7,
                    .playouts = 1,
                    .cut = evaluated ? 0 : -1,
                    .bias = evaluated ? 10 : 0,
                    .vary = 0.01,
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
  if (m->plan.bias < BIAS_MIN)
    m->plan.bias = 0;
  m->tree.state_size = m->spare.state_size = game->state_size;
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
  tree_free(&m->tree);
  tree_free(&m->spare);
  free(m->root);
  free(m->state);
  free(m->look);
  free(m->moves);
  free(m);
}

void mcts_forget(Mcts *m) {
  tree_clear(&m->tree);
  m->seen_count = 0;
}

/* ---- repetition ----------------------------------------------------------*/

static uint64_t hash_of(const Mcts *m, const State *state) {
  return game_hash_bytes(state, m->game->state_size);
}

static bool was_seen(const Mcts *m, uint64_t hash) {
  for (int i = 0; i < m->seen_count && i < RECENT; i++)
    if (m->seen[i] == hash)
      return true;
  return false;
}

/* In the place of the oldest. */
static void note_seen(Mcts *m, uint64_t hash) {
  m->seen[m->seen_count++ % RECENT] = hash;
}

/* ---- values --------------------------------------------------------------*/

/* The points of each side when these have won; all share a draw. */
static void points_of(const Mcts *m, unsigned winners, double points[]) {
  end_values(m->game, winners, points);
}

static bool fail(Mcts *m, const char *why) {
  m->failure = why;
  return false;
}

/* Whether who watches lets it go on. */
static bool may_go_on(Mcts *m) {
  if (!m->plan.watch || m->positions - m->asked < ASK)
    return true;
  m->asked = m->positions;
  return m->plan.watch(m->plan.context, m->positions) ||
         fail(m, "the search was stopped");
}

static bool value_of(Mcts *m, const State *state, double value[]) {
  m->positions++;
  if (!position_values(m->game, state, m->plan.evaluate, m->plan.context,
                       value))
    return fail(m, "the evaluation has failed");
  return may_go_on(m);
}

/* Plays on by the policy. */
static bool follow(Mcts *m, State *state, Rng *rng, int plies) {
  for (; plies > 0 && state->outcome == PLAYING; plies--, m->positions++) {
    Move move;
    if (!m->plan.policy(m->plan.context, m->game, state, rng, &move))
      return fail(m, "the playout has failed");
    game_play(m->game, state, move);
    if (!may_go_on(m))
      return false;
  }
  return true;
}

/* Plays on by lot; not all at once if somebody watches. */
static bool drift(Mcts *m, State *state, Rng *rng, int plies) {
  int stretch = m->plan.watch ? ASK : plies;
  for (; plies > 0 && state->outcome == PLAYING; plies -= stretch) {
    int most = stretch < plies ? stretch : plies;
    m->positions += (uint64_t)game_playout(m->game, state, rng, most);
    if (!may_go_on(m))
      return false;
  }
  return true;
}

/* Plays on from a position, which is used up by that, and says what came of it.
 */
static bool play_on(Mcts *m, State *state, Rng *rng, double points[]) {
  int plies = m->plan.cut < 0 ? m->game->max_plies : m->plan.cut;
  m->playouts++;
  if (m->plan.policy ? !follow(m, state, rng, plies)
                     : !drift(m, state, rng, plies))
    return false;
  if (m->plan.cut >= 0)
    return value_of(m, state, points);
  points_of(m, sides_that_won(m->game, state), points);
  return true;
}

/* Plays on from m->state so often, and says what came of it on average. */
static bool play_out(Mcts *m, Rng *rng, double points[]) {
  if (m->plan.playouts == 1)
    return play_on(m, m->state, rng, points);
  double sum[SEATS_MAX] = {0};
  for (int i = 0; i < m->plan.playouts; i++) {
    game_assign(m->game, m->look, m->state);
    if (!play_on(m, m->look, rng, points))
      return false;
    for (int side = 0; side < m->game->sides; side++)
      sum[side] += points[side];
  }
  for (int side = 0; side < m->game->sides; side++)
    points[side] = sum[side] / m->plan.playouts;
  return true;
}

/* ---- nodes ---------------------------------------------------------------*/

/* How much a worth may be off for two to be about the same: the less, the more
 * certain it is. 1 if it is even. */
static double blur(double value) {
  return 4 * value * (1 - value);
}

/* What the evaluation says of every move, and a little by lot: without it, a
 * search that plays nothing out would be the same every time, and so would
 * every game between two such bots. It costs no strength that 400 games show.
 */
static bool set_priors(Mcts *m, const Node *node, const State *state,
                       Rng *rng) {
  enum { LOTS = 1024 };
  static const double LOT = 0.01 / LOTS;
  double value[SEATS_MAX];
  for (uint32_t i = 0; i < node->count; i++) {
    uint32_t edge = node->first + i;
    game_assign(m->game, m->look, state);
    game_play(m->game, m->look, m->tree.edge.move[edge]);
    if (!value_of(m, m->look, value))
      return false;
    double own = value[node->side];
    m->tree.edge.prior[edge] =
        (float)(own + LOT * blur(own) * rng_below(rng, LOTS));
  }
  return true;
}

/* The node of the position in so many plies; NONE if the tree is full. */
static bool make_node(Mcts *m, const State *state, int plies, Rng *rng,
                      uint32_t *made) {
  uint16_t ply = (uint16_t)(m->ply + plies);
  *made = tree_find(&m->tree, state, ply);
  if (*made != NONE)
    return true;
  if (plies > 0 && was_seen(m, hash_of(m, state))) {
    *made = tree_add(&m->tree, state, ply, 0, SIZE_MAX); /* no move leads on */
    return true;
  }
  int count = game_moves(m->game, state, m->moves);
  if (count <= UINT16_MAX)
    *made = tree_add(&m->tree, state, ply, (uint32_t)count, m->plan.memory);
  if (*made == NONE)
    return true;
  Node *node = &m->tree.node[*made];
  node->side = m->game->side[state->seat];
  memcpy(m->tree.edge.move + node->first, m->moves,
         (size_t)count * sizeof *m->moves);
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
  const double *sum = m->tree.edge.sum + node->first;
  const float *prior = m->tree.edge.prior + node->first;
  float bias = (float)m->plan.bias;
  float spread =
      (float)m->plan.c * sqrtf(logf((float)node->visits + 1.0f + bias));
  float score[node->count];
  for (uint32_t i = 0; i < node->count; i++) {
    float part = 1.0f / ((float)visits[i] + bias);
    score[i] = ((float)sum[i] + bias * prior[i]) * part + spread * sqrtf(part);
  }
  uint32_t best = 0;
  for (uint32_t i = 1; i < node->count; i++)
    best = score[i] > score[best] ? i : best;
  return node->first + best;
}

/* Of moves that are all certain, but not which of the best will be played: one
 * of these by lot. */
static uint32_t pick_settled(const Mcts *m, const Node *node, Rng *rng) {
  double points[SEATS_MAX], most = -1;
  uint32_t best = node->first, equals = 0;
  for (uint32_t edge = node->first; edge < node->first + node->count; edge++) {
    points_of(m, m->tree.node[tree_child(&m->tree, edge)].winners, points);
    if (points[node->side] > most) {
      most = points[node->side];
      equals = 0;
    }
    if (points[node->side] == most && rng_below(rng, ++equals) == 0)
      best = edge;
  }
  return best;
}

static uint32_t pick(Mcts *m, Node *node, Rng *rng) {
  if (node->tried < node->count)
    return pick_untried(m, node, rng);
  return node->settled < node->count ? pick_best(m, node)
                                     : pick_settled(m, node, rng);
}

/* ---- certainty -----------------------------------------------------------*/

static const double LOST = -1e30;

/* An edge leads to a certain end: what that says of its node. True if the
 * node's own value has become certain by it. */
static bool settle_edge(Mcts *m, Node *node, uint32_t edge, unsigned winners) {
  double points[SEATS_MAX];
  points_of(m, winners, points);
  m->tree.edge.child[edge] |= SETTLED;
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
    const Node *child = &m->tree.node[tree_child(&m->tree, node->first + i)];
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
    m->tree.edge.sum[edge] += points[node->side];
  }
}

/* The game is over at the end of the way: a node without moves tells so. */
static void end_here(Mcts *m, double points[]) {
  unsigned winners = sides_that_won(m->game, m->state);
  Step last = m->path[m->depth - 1];
  uint32_t node = tree_add(&m->tree, m->state, 0, 0, SIZE_MAX);
  points_of(m, winners, points);
  if (node == NONE)
    return;
  m->tree.node[node].proven = true;
  m->tree.node[node].winners = (uint16_t)winners;
  m->tree.edge.child[last.edge] = node;
  pass_up(m, winners);
}

/* The value of the position at the end of the way is certain; it may have been
 * found out by another way. */
static void know(Mcts *m, uint32_t edge, unsigned winners, double points[]) {
  points_of(m, winners, points);
  if (!(m->tree.edge.child[edge] & SETTLED))
    pass_up(m, winners);
}

/* Takes a step down from a node. */
static uint32_t step_down(Mcts *m, uint32_t at, Rng *rng) {
  Node *node = &m->tree.node[at];
  uint32_t edge = pick(m, node, rng);
  m->path[m->depth++] = (Step){at, edge};
  m->positions++;
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
    uint32_t child = tree_child(&m->tree, edge);
    if (child == NONE && m->state->outcome != PLAYING) {
      end_here(m, points);
      return true;
    }
    /* A position gets its node when it is come to for the second time. */
    if (child == NONE && m->tree.edge.visits[edge] > 0) {
      if (!make_node(m, m->state, m->depth, rng, &child))
        return false;
      m->tree.edge.child[edge] = child;
    }
    if (child != NONE && m->tree.node[child].proven) {
      know(m, edge, m->tree.node[child].winners, points);
      return true;
    }
    if (child != NONE && m->tree.node[child].count == 0) {
      points_of(m, 0, points);
      return true;
    }
    if (child == NONE || m->depth == DEPTH_MAX)
      return play_out(m, rng, points);
    at = child;
  }
}

/* ---- searching -----------------------------------------------------------*/

static bool is_over(Mcts *m, uint64_t done, double began) {
  if (m->tree.node[ROOT].proven)
    return true;
  if (m->plan.iterations)
    return done >= m->plan.iterations;
  if (done == 0 || m->positions - m->looked < LOOK)
    return false;
  m->looked = m->positions;
  return 1000 * (clock_seconds() - began) >= m->plan.milliseconds;
}

/* Goes on with what is known of a position, if it came up in the search
 * before: a round of moves ago at most. */
static bool keep(Mcts *m, const State *state) {
  if (!m->plan.reuse || m->tree.nodes == 0)
    return false;
  uint32_t root = NONE;
  int plies = 0;
  while (plies <= m->game->seats && root == NONE)
    root = tree_find(&m->tree, state, (uint16_t)(m->ply + plies++));
  if (root == NONE || !tree_copy(&m->spare, &m->tree, root))
    return false;
  Tree kept = m->spare;
  m->spare = m->tree;
  m->tree = kept;
  m->ply = m->tree.node[ROOT].ply;
  game_assign(m->game, m->root, state);
  return true;
}

/* What is known of a position that comes again does not know that it does. */
static bool plant(Mcts *m, const State *state, Rng *rng) {
  uint32_t root;
  uint64_t hash = hash_of(m, state);
  bool again = was_seen(m, hash);
  note_seen(m, hash);
  if (!again && keep(m, state))
    return true;
  tree_clear(&m->tree);
  m->ply = 0;
  game_assign(m->game, m->root, state);
  return make_node(m, state, 0, rng, &root) &&
         (root == ROOT || fail(m, "no memory for a search"));
}

static bool grow_tree(Mcts *m, Rng *rng) {
  double points[SEATS_MAX], began = clock_seconds();
  for (uint64_t done = 0; !is_over(m, done, began); done++) {
    if (!may_go_on(m) || !walk(m, rng, points))
      return false;
    credit(m, points);
  }
  return true;
}

bool mcts_search(Mcts *m, const State *state, Rng *rng, Error *error) {
  if (plant(m, state, rng) && grow_tree(m, rng))
    return true;
  mcts_forget(m);
  return error_set(error, "%s", m->failure);
}

uint64_t mcts_playouts(const Mcts *m) {
  return m->playouts;
}

uint64_t mcts_positions(const Mcts *m) {
  return m->positions;
}

/* ---- what was found ------------------------------------------------------*/

static MctsMove describe(const Mcts *m, const Node *node, uint32_t edge) {
  const Edges *e = &m->tree.edge;
  const Node *child = &m->tree.node[tree_child(&m->tree, edge)];
  double points[SEATS_MAX];
  MctsMove move = {.move = e->move[edge], .visits = e->visits[edge]};
  if (tree_child(&m->tree, edge) != NONE && child->proven) {
    points_of(m, child->winners, points);
    move.value = points[node->side];
    move.proven = true;
  } else if (e->visits[edge]) {
    move.value = e->sum[edge] / e->visits[edge];
  }
  return move;
}

/* What is certain to win comes first, what is certain to lose last; in between
 * what was tried most. */
static int by_rank(const void *one, const void *other) {
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

int mcts_moves(const Mcts *m, MctsMove list[], int room) {
  const Node *node = &m->tree.node[ROOT];
  if (room == 0)
    return node->count;
  MctsMove all[node->count];
  for (uint32_t i = 0; i < node->count; i++)
    all[i] = describe(m, node, node->first + i);
  qsort(all, node->count, sizeof *all, by_rank);
  int filled = node->count < room ? node->count : room;
  memcpy(list, all, (size_t)filled * sizeof *all);
  return node->count;
}

static MctsMove find_best(const Mcts *m) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove best = describe(m, node, node->first);
  for (uint32_t i = 1; i < node->count; i++) {
    MctsMove move = describe(m, node, node->first + i);
    if (by_rank(&move, &best) < 0)
      best = move;
  }
  return best;
}

Move mcts_best(const Mcts *m) {
  return find_best(m).move;
}

/* Of a move that was tried much less it is not known well what it is worth. */
static bool is_near(const Mcts *m, const MctsMove *move, const MctsMove *best) {
  enum { TENTH = 10 };
  return TENTH * move->visits >= best->visits && !move->proven &&
         move->value >= best->value - m->plan.vary * blur(best->value);
}

Move mcts_choose(const Mcts *m, Rng *rng) {
  const Node *node = &m->tree.node[ROOT];
  MctsMove best = find_best(m);
  Move chosen = best.move;
  uint32_t near = 0;
  if (best.proven || m->plan.vary <= 0)
    return chosen;
  for (uint32_t i = 0; i < node->count; i++) {
    MctsMove move = describe(m, node, node->first + i);
    if (is_near(m, &move, &best) && rng_below(rng, ++near) == 0)
      chosen = move.move;
  }
  return chosen;
}
