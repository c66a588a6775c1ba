/* Conformance of keys and hashes: positions that share one must be as good as
 * the same.
 *
 * The check builds a graph of positions, which are told apart by their bytes
 * alone: all positions near the start, and those that the last positions of
 * random games lead to. It never plays more moves than Graph.work allows.
 *
 *   values          where the graph has all that a position leads to, the exact
 *                   value follows by retrograde analysis, one ply after the
 *                   other. This is the slow and obvious solver: it does not
 *                   look at keys, and shares nothing with core/search
 *   symmetric play  two positions with one key are played on side by side,
 *                   with moves that lead to the same key in both
 */
#include "core/game/conform_internal.h"

#include "core/game/eval.h"
#include <stdlib.h>

enum { NODES_MAX = 20000, BYTES_MAX = 16 << 20, NONE = -1 };

typedef enum Value { UNKNOWN, LOSS, EVEN, VICTORY } Value;

/* What is checked: keys, or hashes as keys of eight bytes. */
typedef struct Signature {
  const char *name;
  void (*write)(const Game *game, const State *state, void *bytes);
  bool absolute; /* seats and winners must be the same, too */
} Signature;

/* A position. `parent` and `move` lead to it from a first position. */
typedef struct Node {
  int parent;
  Move move;
  int first_child, children; /* in Graph.child; children is NONE until listed */
  int same_key;              /* the next older node with this key, or NONE */
  int seen_in;               /* the last exploration that came here */
  bool closed;               /* the graph has everything that this leads to */
  Value value;               /* for the side to move, or UNKNOWN */
  int plies;                 /* to the end, if it is a LOSS or a VICTORY */
} Node;

typedef struct Graph {
  const Game *game;
  const Signature *signature;
  size_t key_size;
  Rng rng;
  int64_t work; /* moves that may still be played */
  int count, limit;
  Node *node;
  char *state;    /* state_size bytes each */
  char *key;      /* key_size bytes each; zeros where the game is over */
  int *by_state;  /* hash tables with open addressing: a node or NONE */
  int *by_key;    /* the newest node with a key */
  uint32_t slots; /* of each, a power of two */
  int *child;     /* lists of child nodes */
  int child_count, child_limit;
  int *queue; /* for explorations */
  int explorations;
  State *next;      /* a position to play on */
  char *scratch[2]; /* for keys, with a guard */
  Move *moves;
  ConformCounts *counts;
  Error *error;
} Graph;

static State *state_of(const Graph *g, int node) {
  return (State *)(g->state + (size_t)node * g->game->state_size);
}

static char *key_of(const Graph *g, int node) {
  return g->key + (size_t)node * g->key_size;
}

/* ---- messages ------------------------------------------------------------*/

/* Writes the moves that lead to a node: of a long line the end. */
static void write_line(const Graph *g, int node, char line[LINE_TEXT]) {
  enum { SHOWN = 40 };
  int path[SHOWN], length = 0;
  for (; g->node[node].parent != NONE && length < SHOWN;
       node = g->node[node].parent)
    path[length++] = node;
  line[0] = '\0';
  if (g->node[node].parent != NONE)
    conform_add_move(line, "...");
  else if (length == 0)
    conform_add_move(line, "the start");
  while (length > 0) {
    const Node *n = &g->node[path[--length]];
    char text[MOVE_TEXT];
    game_format(g->game, state_of(g, n->parent), n->move, text);
    conform_add_move(line, text);
  }
}

/* Adds the two lines of moves to a message about nodes a and b. */
static bool add_lines(const Graph *g, int a, int b) {
  char one[LINE_TEXT], other[LINE_TEXT];
  write_line(g, a, one);
  write_line(g, b, other);
  return error_add(g->error, "in %s after %s", g->game->spec, one),
         error_add(g->error, "and after %s", other),
         error_add(g->error, "the %s leaves out something that matters",
                   g->signature->name);
}

/* ---- the graph -----------------------------------------------------------*/

static bool fail_key(const Graph *g, int node, const char *what) {
  char line[LINE_TEXT];
  write_line(g, node, line);
  error_set(g->error, "`%s` %s", g->signature->name, what);
  return error_add(g->error, "in %s after %s", g->game->spec, line);
}

/* Writes the key of a new node, twice over different bytes. */
static bool write_key(Graph *g, int node) {
  size_t size = g->key_size;
  for (int i = 0; i < 2; i++) {
    memset(g->scratch[i], i ? 0xff : 0, size);
    conform_set_guard(g->scratch[i], size);
    g->signature->write(g->game, g->next, g->scratch[i]);
    if (!conform_guard_holds(g->scratch[i], size))
      return fail_key(g, node, "writes more than key_size bytes");
  }
  if (memcmp(g->next, state_of(g, node), g->game->state_size) != 0)
    return fail_key(g, node, "changes the position");
  if (memcmp(g->scratch[0], g->scratch[1], size) != 0)
    return fail_key(g, node,
                    "does not write all of its key_size bytes, or not the same "
                    "each time");
  memcpy(key_of(g, node), g->scratch[0], size);
  return true;
}

static uint32_t slot_of(const Graph *g, const void *bytes, size_t size) {
  return (uint32_t)game_hash_bytes(bytes, size) & (g->slots - 1);
}

/* The entry of a table for a state or key: its node, or the free place. */
static int *find_entry(const Graph *g, int *table, const char *of,
                       const void *bytes, size_t size) {
  uint32_t slot = slot_of(g, bytes, size);
  while (table[slot] != NONE &&
         memcmp(of + (size_t)table[slot] * size, bytes, size) != 0)
    slot = (slot + 1) & (g->slots - 1);
  return &table[slot];
}

/* The node of g->next, which is added if it is new; NONE with an error, or
 * without one if the graph is full. */
static int find_node(Graph *g, int parent, Move move) {
  size_t size = g->game->state_size;
  int *entry = find_entry(g, g->by_state, g->state, g->next, size);
  if (*entry != NONE || g->count == g->limit)
    return *entry;
  int node = g->count;
  g->node[node] = (Node){
      .parent = parent, .move = move, .children = NONE, .same_key = NONE};
  game_assign(g->game, state_of(g, node), g->next);
  if (g->next->outcome == PLAYING) {
    if (!write_key(g, node))
      return NONE;
    int *same = find_entry(g, g->by_key, g->key, key_of(g, node), g->key_size);
    g->node[node].same_key = *same;
    *same = node;
  }
  *entry = node;
  g->count++;
  return node;
}

static bool reserve_children(Graph *g, int count) {
  if (g->child_count + count <= g->child_limit)
    return true;
  int limit = 2 * g->child_limit + count;
  int *child = realloc(g->child, (size_t)limit * sizeof *child);
  if (!child)
    return error_set(g->error, "out of memory (comparing positions)");
  g->child = child;
  g->child_limit = limit;
  return true;
}

/* Lists what a node leads to. False with an error, or without one if there is
 * no room or work left for it. */
static bool expand(Graph *g, int node) {
  int count = game_moves(g->game, state_of(g, node), g->moves);
  g->work -= count;
  if (g->work < 0 || !reserve_children(g, count))
    return false;
  int first = g->child_count;
  for (int i = 0; i < count; i++) {
    game_assign(g->game, g->next, state_of(g, node));
    game_play(g->game, g->next, g->moves[i]);
    int child = find_node(g, node, g->moves[i]);
    if (child == NONE)
      return false;
    g->child[first + i] = child;
  }
  g->child_count += count;
  g->node[node].first_child = first;
  g->node[node].children = count;
  return true;
}

/* Visits what `root` leads to, breadth first, expanding at most `most` nodes.
 * Returns whether that was everything; then all of it is closed. */
static bool explore(Graph *g, int root, int most) {
  int read = 0, written = 0, stamp = ++g->explorations;
  g->queue[written++] = root;
  g->node[root].seen_in = stamp;
  while (read < written) {
    int at = g->queue[read++];
    if (state_of(g, at)->outcome != PLAYING)
      continue;
    if (g->node[at].children == NONE && (most-- <= 0 || !expand(g, at)))
      return false;
    for (int i = 0; i < g->node[at].children; i++) {
      int child = g->child[g->node[at].first_child + i];
      if (g->node[child].seen_in != stamp) {
        g->node[child].seen_in = stamp;
        g->queue[written++] = child;
      }
    }
  }
  for (int i = 0; i < written; i++)
    g->node[g->queue[i]].closed = true;
  return true;
}

/* Plays a random game into the graph; returns its last node, or NONE. */
static int play_game(Graph *g) {
  game_begin(g->game, g->next, &g->rng);
  int node = find_node(g, NONE, 0);
  for (int ply = 0; node != NONE && ply < g->game->max_plies &&
                    g->next->outcome == PLAYING && g->work > 0;
       ply++) {
    Move move = game_random_move(g->game, g->next, &g->rng);
    game_play(g->game, g->next, move);
    g->work--;
    node = find_node(g, node, move);
  }
  return node;
}

/* Spends half of the work and room on what is near the start. Returns whether
 * that is the whole game. */
static bool explore_start(Graph *g) {
  int64_t work = g->work / 2;
  int limit = g->limit;
  game_begin(g->game, g->next, &g->rng);
  int start = find_node(g, NONE, 0);
  if (start == NONE)
    return false;
  g->work -= work;
  g->limit /= 2;
  bool all = explore(g, start, limit);
  g->work = work + (g->work > 0 ? g->work : 0);
  g->limit = limit;
  return all && !g->game->random_start;
}

/* Goes back from the end of a random game as long as everything that comes
 * after can be seen. */
static void explore_ending(Graph *g) {
  enum { EXPANDED_MAX = 250 };
  int node = play_game(g);
  while (node != NONE && g->work > 0 && explore(g, node, EXPANDED_MAX))
    node = g->node[node].parent;
}

static void fill(Graph *g) {
  enum { GAMES = 100 };
  if (explore_start(g))
    return;
  for (int i = 0; i < GAMES && g->work > 0 && !error_is_set(g->error); i++)
    explore_ending(g);
}

/* ---- values --------------------------------------------------------------*/

static int side_to_move(const Graph *g, int node) {
  return g->game->side[state_of(g, node)->seat];
}

/* The value of a node for a side: that of an outcome, or what is known. */
static Value value_for(const Graph *g, int node, int side) {
  const State *state = state_of(g, node);
  Value value = g->node[node].value;
  if (state->outcome != PLAYING) {
    unsigned sides = winning_sides(g->game, state);
    bool one = sides && !(sides & (sides - 1));
    return !one ? EVEN : sides >> side & 1 ? VICTORY : LOSS;
  }
  if (value == LOSS || value == VICTORY)
    return (value == VICTORY) == (side_to_move(g, node) == side) ? VICTORY
                                                                 : LOSS;
  return value;
}

/* Whether a node is won or lost in exactly this many plies. A player who wins
 * takes the shortest way, one who loses the longest. */
static Value value_within(const Graph *g, int node, int plies) {
  const Node *n = &g->node[node];
  bool lost = true;
  for (int i = 0; i < n->children; i++) {
    int child = g->child[n->first_child + i];
    Value value = value_for(g, child, side_to_move(g, node));
    if (value == VICTORY && g->node[child].plies == plies - 1)
      return VICTORY;
    lost = lost && value == LOSS;
  }
  return lost ? LOSS : UNKNOWN;
}

/* Finds the values of all closed nodes: first those that are decided in one
 * ply, then those in two, and so on; those that remain are drawn. */
static void solve(Graph *g) {
  bool found = true;
  for (int plies = 1; found; plies++) {
    found = false;
    int *list = g->queue, count = 0;
    for (int i = 0; i < g->count; i++)
      if (g->node[i].closed && g->node[i].value == UNKNOWN &&
          state_of(g, i)->outcome == PLAYING) {
        Value value = value_within(g, i, plies);
        if (value == UNKNOWN)
          continue;
        list[count++] = value == VICTORY ? i : -1 - i;
      }
    for (int i = 0; i < count; i++) {
      Node *n = &g->node[list[i] < 0 ? -1 - list[i] : list[i]];
      n->value = list[i] < 0 ? LOSS : VICTORY;
      n->plies = plies;
      found = true;
    }
  }
  for (int i = 0; i < g->count; i++)
    if (g->node[i].closed && state_of(g, i)->outcome == PLAYING) {
      if (g->node[i].value == UNKNOWN)
        g->node[i].value = EVEN;
      g->counts->solved++;
    }
}

static void write_value(const Node *n, char text[40]) {
  if (n->value == EVEN)
    snprintf(text, 40, "a draw");
  else
    snprintf(text, 40, "a %s in %d plies", n->value == LOSS ? "loss" : "win",
             n->plies);
}

/* Compares each solved node with the next older one that shares its key. */
static bool compare_values(const Graph *g) {
  for (int i = 0; i < g->count; i++) {
    const Node *n = &g->node[i];
    int other = n->same_key;
    while (other != NONE && g->node[other].value == UNKNOWN)
      other = g->node[other].same_key;
    if (n->value == UNKNOWN || other == NONE)
      continue;
    const Node *o = &g->node[other];
    if (n->value == o->value && n->plies == o->plies)
      continue;
    char one[40], two[40];
    write_value(o, one);
    write_value(n, two);
    error_set(g->error,
              "two positions with the same %s have different values for the "
              "side to move, %s and %s",
              g->signature->name, one, two);
    return add_lines(g, other, i);
  }
  return true;
}

/* ---- symmetric play ------------------------------------------------------*/

/* Where a move leads: the same for moves that are as good. */
typedef struct Successor {
  uint64_t leads_to; /* the hash of a key, or an outcome for the mover */
  Move move;
} Successor;

static int compare_successors(const void *a, const void *b) {
  uint64_t x = ((const Successor *)a)->leads_to,
           y = ((const Successor *)b)->leads_to;
  return (x > y) - (x < y);
}

/* An outcome as it matters to the seat that has moved. */
static uint64_t outcome_for(const Graph *g, const State *end, int seat) {
  if (g->signature->absolute)
    return end->winners;
  return end->outcome == DRAW                      ? 0u
         : end->winners & game_team(g->game, seat) ? 1u
                                                   : 2u;
}

static int list_successors(Graph *g, const State *state, Successor *list) {
  int count = game_moves(g->game, state, g->moves);
  g->work -= count;
  for (int i = 0; i < count; i++) {
    game_assign(g->game, g->next, state);
    game_play(g->game, g->next, g->moves[i]);
    list[i].move = g->moves[i];
    if (g->next->outcome != PLAYING) {
      list[i].leads_to = outcome_for(g, g->next, state->seat);
      continue;
    }
    memset(g->scratch[0], 0, g->key_size);
    g->signature->write(g->game, g->next, g->scratch[0]);
    list[i].leads_to = game_hash_bytes(g->scratch[0], g->key_size);
  }
  qsort(list, (size_t)count, sizeof *list, compare_successors);
  return count;
}

/* Two positions with one key, and the moves of both in the same order. */
typedef struct Pair {
  int node[2];     /* where they began */
  State *state[2]; /* where they are now */
  Successor *list[2];
  int plies; /* played since */
} Pair;

static bool fail_pair(const Graph *g, const Pair *p, const char *what) {
  error_set(g->error, "two positions with the same %s %s", g->signature->name,
            what);
  if (p->plies > 0)
    error_add(g->error, "found after %d plies of symmetric play", p->plies);
  return add_lines(g, p->node[0], p->node[1]);
}

static bool compare_pair(Graph *g, Pair *p, int *count) {
  char what[80];
  if (g->signature->absolute && p->state[0]->seat != p->state[1]->seat)
    return fail_pair(g, p, "have different seats to move");
  *count = list_successors(g, p->state[0], p->list[0]);
  int other = list_successors(g, p->state[1], p->list[1]);
  snprintf(what, sizeof what, "have %d and %d legal moves", *count, other);
  if (*count != other)
    return fail_pair(g, p, what);
  for (int i = 0; i < other; i++)
    if (p->list[0][i].leads_to != p->list[1][i].leads_to)
      return fail_pair(g, p,
                       "have moves that lead to different positions or "
                       "outcomes");
  return true;
}

/* Plays corresponding moves in both positions to the end, or until both are the
 * same in bytes. */
static bool play_pair(Graph *g, Pair *p, int most) {
  int count = 0;
  for (p->plies = 0; p->plies < most; p->plies++) {
    if (p->state[0]->outcome != PLAYING || g->work <= 0 ||
        memcmp(p->state[0], p->state[1], g->game->state_size) == 0)
      return true;
    if (!compare_pair(g, p, &count))
      return false;
    uint32_t choice = rng_below(&g->rng, (uint32_t)count);
    for (int i = 0; i < 2; i++)
      game_play(g->game, p->state[i], p->list[i][choice].move);
  }
  return true;
}

/* Plays from all pairs: one ply each, then whole games from some at random. */
static bool play_pairs(Graph *g, Pair *p) {
  enum { GAMES = 50 };
  int64_t work = g->work;
  for (int i = 0, games = 0; games < GAMES && g->work > 0 && g->count > 0;
       i++) {
    bool first = i < g->count && g->work > work / 2;
    int node = first ? i : (int)rng_below(&g->rng, (uint32_t)g->count);
    games += !first;
    p->node[0] = g->node[node].same_key;
    p->node[1] = node;
    if (p->node[0] == NONE)
      continue;
    for (int j = 0; j < 2; j++)
      game_assign(g->game, p->state[j], state_of(g, p->node[j]));
    g->counts->pairs += first;
    if (!play_pair(g, p, first ? 1 : g->game->max_plies))
      return false;
  }
  return true;
}

static bool check_symmetric_play(Graph *g) {
  Pair p = {.plies = 0};
  bool good = true;
  for (int i = 0; i < 2; i++) {
    p.state[i] = malloc(g->game->state_size);
    p.list[i] = calloc((size_t)g->game->max_moves, sizeof *p.list[i]);
    good = good && p.state[i] && p.list[i];
  }
  good = good ? play_pairs(g, &p)
              : error_set(g->error, "out of memory (comparing positions)");
  for (int i = 0; i < 2; i++) {
    free(p.state[i]);
    free(p.list[i]);
  }
  return good;
}

/* ---- all of it -----------------------------------------------------------*/

static bool open_graph(Graph *g, const Game *game) {
  size_t each = game->state_size + g->key_size;
  g->limit = (int)(BYTES_MAX / each < NODES_MAX ? BYTES_MAX / each : NODES_MAX);
  for (g->slots = 2; g->slots < 2u * (uint32_t)g->limit;)
    g->slots *= 2;
  size_t nodes = (size_t)g->limit;
  g->node = malloc(nodes * sizeof *g->node);
  g->state = malloc(nodes * game->state_size);
  g->key = calloc(nodes, g->key_size);
  g->by_state = malloc(g->slots * sizeof *g->by_state);
  g->by_key = malloc(g->slots * sizeof *g->by_key);
  g->queue = malloc(nodes * sizeof *g->queue);
  g->next = malloc(game->state_size);
  g->moves = malloc((size_t)game->max_moves * sizeof *g->moves);
  for (int i = 0; i < 2; i++)
    g->scratch[i] = malloc(g->key_size + GUARD);
  if (!g->node || !g->state || !g->key || !g->by_state || !g->by_key ||
      !g->queue || !g->next || !g->moves || !g->scratch[0] || !g->scratch[1])
    return error_set(g->error, "out of memory (comparing positions)");
  for (uint32_t i = 0; i < g->slots; i++)
    g->by_state[i] = g->by_key[i] = NONE;
  return true;
}

static void close_graph(Graph *g) {
  free(g->node);
  free(g->state);
  free(g->key);
  free(g->by_state);
  free(g->by_key);
  free(g->child);
  free(g->queue);
  free(g->next);
  free(g->moves);
  free(g->scratch[0]);
  free(g->scratch[1]);
}

static bool check_signature(const Game *game, const Signature *signature,
                            size_t size, uint64_t seed, int64_t work,
                            ConformCounts *counts, Error *error) {
  Error why = {0};
  Graph g = {.game = game,
             .signature = signature,
             .key_size = size,
             .work = work / 2,
             .counts = counts,
             .error = &why};
  rng_seed(&g.rng, seed, 0);
  bool good = open_graph(&g, game);
  if (good) {
    fill(&g);
    good = !error_is_set(&why);
  }
  if (good && game->sides <= 2) {
    solve(&g);
    good = compare_values(&g);
  }
  g.work = work / 2;
  good = good && check_symmetric_play(&g);
  close_graph(&g);
  return good || error_copy(error, &why);
}

bool conform_keys(const Game *game, uint64_t seed, int64_t work,
                  ConformCounts *counts, Error *error) {
  const Signature signature = {"key", game->rules->key, false};
  return !game->rules->key || game->key_size == 0 ||
         check_signature(game, &signature, game->key_size, seed, work, counts,
                         error);
}

static void write_hash(const Game *game, const State *state, void *bytes) {
  uint64_t hash = game_hash(game, state);
  memcpy(bytes, &hash, sizeof hash);
}

bool conform_hashes(const Game *game, uint64_t seed, int64_t work,
                    ConformCounts *counts, Error *error) {
  static const Signature SIGNATURE = {"hash", write_hash, true};
  if (!game->rules->hash)
    return true;
  bool good = check_signature(game, &SIGNATURE, sizeof(uint64_t), seed, work,
                              counts, error);
  const char *fault = game_fault(game);
  return fault ? error_set(error, "%s", fault) : good;
}
