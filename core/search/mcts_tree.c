#include "core/search/mcts_tree.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1024, EDGE_BYTES = 24 };

/* ---- growing -------------------------------------------------------------*/

static bool grow(void **array, size_t count, size_t size) {
  void *bigger = realloc(*array, count * size);
  if (bigger)
    *array = bigger;
  return bigger;
}

/* Puts a node where its position will be looked for. */
static void enter(Slot *slot, uint32_t slots, Slot entry) {
  uint32_t at = entry.hash & (slots - 1);
  while (slot[at].node != NONE)
    at = (at + 1) & (slots - 1);
  slot[at] = entry;
}

static uint32_t slots_of(const Tree *t) {
  return 2 * t->node_room;
}

static bool grow_nodes(Tree *t) {
  uint32_t room = t->node_room ? 2 * t->node_room : FIRST_ROOM;
  if (room >= SETTLED / 2 || !grow((void **)&t->node, room, sizeof *t->node) ||
      !grow((void **)&t->state, room, t->state_size))
    return false;
  Slot *slot = calloc(2 * (size_t)room, sizeof *slot);
  if (!slot)
    return false;
  for (uint32_t i = 0; i < slots_of(t); i++)
    if (t->slot[i].node != NONE)
      enter(slot, 2 * room, t->slot[i]);
  free(t->slot);
  t->slot = slot;
  t->node_room = room;
  return true;
}

static bool grow_edges(Tree *t, uint32_t wanted) {
  Edges *e = &t->edge;
  uint64_t room = t->edge_room ? t->edge_room : FIRST_ROOM;
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

void tree_clear(Tree *t) {
  t->nodes = t->edges = 0;
  if (t->slot)
    memset(t->slot, 0, slots_of(t) * sizeof *t->slot);
}

void tree_free(Tree *t) {
  free(t->node);
  free(t->state);
  free(t->slot);
  free(t->edge.move);
  free(t->edge.visits);
  free(t->edge.sum);
  free(t->edge.prior);
  free(t->edge.child);
}

/* ---- nodes ---------------------------------------------------------------*/

static uint32_t hash_of(const Tree *t, const State *state, uint16_t ply) {
  uint64_t hash = game_hash_bytes(state, t->state_size);
  return (uint32_t)(hash >> 20) + ply * UINT32_C(0x9e3779b1);
}

static unsigned char *state_of(const Tree *t, uint32_t node) {
  return t->state + node * t->state_size;
}

static size_t bytes_of(const Tree *t, uint32_t edges) {
  return (size_t)t->nodes * (sizeof(Node) + 2 * sizeof(Slot) + t->state_size) +
         ((size_t)t->edges + edges) * EDGE_BYTES;
}

static void clear_edges(Edges *e, uint32_t first, size_t count) {
  memset(e->move + first, 0, count * sizeof *e->move);
  memset(e->visits + first, 0, count * sizeof *e->visits);
  memset(e->sum + first, 0, count * sizeof *e->sum);
  memset(e->prior + first, 0, count * sizeof *e->prior);
  memset(e->child + first, 0, count * sizeof *e->child);
}

uint32_t tree_add(Tree *t, const State *state, uint16_t ply, uint32_t edges,
                  size_t memory) {
  if (bytes_of(t, edges) > memory)
    return NONE;
  if (t->nodes + 2 > t->node_room && !grow_nodes(t))
    return NONE;
  if (t->edges + edges > t->edge_room && !grow_edges(t, t->edges + edges))
    return NONE;
  if (t->nodes == 0)
    t->nodes = ROOT;
  uint32_t node = t->nodes++;
  t->node[node] =
      (Node){.first = t->edges, .count = (uint16_t)edges, .ply = ply};
  if (edges) {
    memcpy(state_of(t, node), state, t->state_size);
    enter(t->slot, slots_of(t), (Slot){hash_of(t, state, ply), node});
    clear_edges(&t->edge, t->edges, edges);
  }
  t->edges += edges;
  return node;
}

uint32_t tree_find(const Tree *t, const State *state, uint16_t ply) {
  if (t->nodes == 0)
    return NONE;
  uint32_t mask = slots_of(t) - 1, hash = hash_of(t, state, ply);
  for (uint32_t at = hash & mask; t->slot[at].node != NONE;
       at = (at + 1) & mask) {
    uint32_t node = t->slot[at].node;
    if (t->slot[at].hash == hash && t->node[node].ply == ply &&
        memcmp(state_of(t, node), state, t->state_size) == 0)
      return node;
  }
  return NONE;
}

/* ---- copying -------------------------------------------------------------*/

/* Which node of one tree has become which of another. */
typedef struct Moves {
  uint32_t *to, *from;
} Moves;

/* The head of a node; its edges lead nowhere yet. */
static uint32_t copy_node(Tree *to, const Tree *from, uint32_t old, Moves *m) {
  if (m->to[old] != NONE)
    return m->to[old];
  const Node *node = &from->node[old];
  uint32_t copy = tree_add(to, (const State *)state_of(from, old), node->ply,
                           node->count, SIZE_MAX);
  if (copy == NONE)
    return NONE;
  uint32_t first = to->node[copy].first;
  to->node[copy] = *node;
  to->node[copy].first = first;
  m->to[old] = copy;
  m->from[copy] = old;
  return copy;
}

/* The edges of a node whose head has been, and the heads of its children. */
static bool copy_edges(Tree *to, const Tree *from, uint32_t at, Moves *m) {
  const Node *old = &from->node[m->from[at]];
  uint32_t first = to->node[at].first;
  size_t count = old->count;
  memcpy(to->edge.move + first, from->edge.move + old->first,
         count * sizeof(Move));
  memcpy(to->edge.visits + first, from->edge.visits + old->first,
         count * sizeof(uint32_t));
  memcpy(to->edge.sum + first, from->edge.sum + old->first,
         count * sizeof(double));
  memcpy(to->edge.prior + first, from->edge.prior + old->first,
         count * sizeof(float));
  for (uint32_t i = 0; i < count; i++) {
    uint32_t child = tree_child(from, old->first + i);
    if (child == NONE)
      continue;
    uint32_t copy = copy_node(to, from, child, m);
    if (copy == NONE)
      return false;
    to->edge.child[first + i] =
        copy | (from->edge.child[old->first + i] & SETTLED);
  }
  return true;
}

bool tree_copy(Tree *to, const Tree *from, uint32_t root) {
  Moves moves = {calloc(from->nodes, sizeof(uint32_t)),
                 calloc(from->nodes, sizeof(uint32_t))};
  tree_clear(to);
  bool good =
      moves.to && moves.from && copy_node(to, from, root, &moves) != NONE;
  for (uint32_t at = ROOT; good && at < to->nodes; at++)
    good = copy_edges(to, from, at, &moves);
  free(moves.to);
  free(moves.from);
  return good;
}
