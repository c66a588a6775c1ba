#include "core/game/conform_graph.h"

#include "core/base/need.h"
#include "core/game/eval.h"
#include <stdlib.h>

enum { NODES_MAX = 20000, BYTES_MAX = 16 << 20 };

static char *key_of(const Graph *g, int node) {
  return g->key + (size_t)node * g->key_size;
}

void graph_write_line(const Graph *g, int node, char line[LINE_TEXT]) {
  enum { SHOWN = 20 };
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
    game_format(g->game, graph_state(g, n->parent), n->move, text);
    conform_add_move(line, text);
  }
}

/* ---- nodes ---------------------------------------------------------------*/

static bool fail_key(const Graph *g, int node, const char *what) {
  char line[LINE_TEXT];
  graph_write_line(g, node, line);
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
  if (memcmp(g->next, graph_state(g, node), g->game->state_size) != 0)
    return fail_key(g, node, "changes the position");
  if (memcmp(g->scratch[0], g->scratch[1], size) != 0)
    return fail_key(g, node,
                    "does not write all of its key_size bytes, or not the same "
                    "each time");
  memcpy(key_of(g, node), g->scratch[0], size);
  return true;
}

/* The entry of a table for a state or key: its node, or the free place. */
static int *find_entry(const Graph *g, int *table, const char *of,
                       const void *bytes, size_t size) {
  uint32_t slot = (uint32_t)game_hash_bytes(bytes, size) & (g->slots - 1);
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
  game_assign(g->game, graph_state(g, node), g->next);
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

static void reserve_children(Graph *g, int count) {
  if (g->child_count + count <= g->child_limit)
    return;
  g->child_limit = 2 * g->child_limit + count;
  g->child = need_resized(g->child, (size_t)g->child_limit * sizeof *g->child);
}

/* Lists what a node leads to. False with an error, or without one if there is
 * no room or work left for it. */
static bool expand(Graph *g, int node) {
  int count = game_moves(g->game, graph_state(g, node), g->moves);
  g->work -= count;
  if (g->work < 0)
    return false;
  reserve_children(g, count);
  int first = g->child_count;
  for (int i = 0; i < count; i++) {
    game_assign(g->game, g->next, graph_state(g, node));
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
    if (graph_state(g, at)->outcome != PLAYING)
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

bool graph_fill(Graph *g) {
  enum { GAMES = 100, EXPANDED_MAX = 250 };
  if (explore_start(g))
    return true;
  for (int i = 0; i < GAMES && g->work > 0 && !error_is_set(g->error); i++) {
    /* Goes back from the end of a random game as long as everything that comes
     * after can be seen. */
    int node = play_game(g);
    while (node != NONE && g->work > 0 && explore(g, node, EXPANDED_MAX))
      node = g->node[node].parent;
  }
  return !error_is_set(g->error);
}

bool graph_play(Graph *g, int games, int most) {
  g->limit = g->limit < most ? g->limit : most;
  for (int i = 0; i < games && g->count < g->limit && g->work > 0 &&
                  !error_is_set(g->error);
       i++)
    play_game(g);
  return !error_is_set(g->error);
}

/* ---- values --------------------------------------------------------------*/

static int side_to_move(const Graph *g, int node) {
  return g->game->side[graph_state(g, node)->seat];
}

/* The value of a node for a side: that of an outcome, or what is known. */
static Value value_for(const Graph *g, int node, int side) {
  const State *state = graph_state(g, node);
  Value value = g->node[node].value;
  if (state->outcome != PLAYING) {
    unsigned sides = scoring_sides(g->game, state);
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
int graph_solve(Graph *g) {
  int solved = 0;
  bool found = true;
  for (int plies = 1; found; plies++) {
    found = false;
    int *list = g->queue, count = 0;
    for (int i = 0; i < g->count; i++)
      if (g->node[i].closed && g->node[i].value == UNKNOWN &&
          graph_state(g, i)->outcome == PLAYING) {
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
    if (g->node[i].closed && graph_state(g, i)->outcome == PLAYING) {
      if (g->node[i].value == UNKNOWN)
        g->node[i].value = EVEN;
      solved++;
    }
  return solved;
}

/* ---- memory --------------------------------------------------------------*/

void graph_open(Graph *g) {
  const Game *game = g->game;
  size_t each = game->state_size + g->key_size;
  g->limit = (int)(BYTES_MAX / each < NODES_MAX ? BYTES_MAX / each : NODES_MAX);
  for (g->slots = 2; g->slots < 2u * (uint32_t)g->limit;)
    g->slots *= 2;
  size_t nodes = (size_t)g->limit;
  g->node = need_array(nodes, sizeof *g->node);
  g->state = need_array(nodes, game->state_size);
  g->key = need_array(nodes, g->key_size);
  g->by_state = need_array(g->slots, sizeof *g->by_state);
  g->by_key = need_array(g->slots, sizeof *g->by_key);
  g->queue = need_array(nodes, sizeof *g->queue);
  g->next = need(game->state_size);
  g->moves = need_array((size_t)game->max_moves, sizeof *g->moves);
  for (int i = 0; i < 2; i++)
    g->scratch[i] = need(g->key_size + GUARD);
  for (uint32_t i = 0; i < g->slots; i++)
    g->by_state[i] = g->by_key[i] = NONE;
}

void graph_close(Graph *g) {
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
