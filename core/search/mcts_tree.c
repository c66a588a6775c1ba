#include "core/search/mcts_tree.h"

#include <stdlib.h>

enum { CAPACITY_MIN = 1024 };

/* The bytes that one edge takes in all arrays of Edges. */
enum {
  EDGE_BYTES =
      sizeof(Move) + sizeof(double) + sizeof(float) + 2 * sizeof(uint32_t)
};

/* ---- growing -------------------------------------------------------------*/

/* Returns an array enlarged to `count` entries, which may have moved. If memory
 * runs out, returns it unchanged and sets *good to false. */
static void *grow(void *array, size_t count, size_t size, bool *good) {
  void *larger = realloc(array, count * size);
  *good = *good && larger;
  return larger ? larger : array;
}

/* Adds an entry to the hash table. */
static void insert_slot(Slot *slot, uint32_t slots, Slot entry) {
  uint32_t at = entry.hash & (slots - 1);
  while (slot[at].node != NONE)
    at = (at + 1) & (slots - 1);
  slot[at] = entry;
}

static uint32_t slots_of(const Tree *t) {
  return 2 * t->node_capacity;
}

static bool grow_nodes(Tree *t) {
  uint32_t capacity = t->node_capacity ? 2 * t->node_capacity : CAPACITY_MIN;
  bool good = true;
  if (capacity >= PROOF_COUNTED / 2)
    return false;
  t->node = grow(t->node, capacity, sizeof *t->node, &good);
  t->state = grow(t->state, capacity, t->state_size, &good);
  Slot *slot = good ? calloc(2 * (size_t)capacity, sizeof *slot) : NULL;
  if (!slot) {
    t->failed = true;
    return false;
  }
  for (uint32_t i = 0; i < slots_of(t); i++)
    if (t->slot[i].node != NONE)
      insert_slot(slot, 2 * capacity, t->slot[i]);
  free(t->slot);
  t->slot = slot;
  t->node_capacity = capacity;
  return true;
}

static bool grow_edges(Tree *t, uint32_t wanted) {
  Edges *e = &t->edge;
  uint64_t capacity = t->edge_capacity ? t->edge_capacity : CAPACITY_MIN;
  bool good = true;
  while (capacity < wanted)
    capacity *= 2;
  if (capacity > UINT32_MAX)
    return false;
  e->move = grow(e->move, capacity, sizeof *e->move, &good);
  e->visits = grow(e->visits, capacity, sizeof *e->visits, &good);
  e->sum = grow(e->sum, capacity, sizeof *e->sum, &good);
  e->prior = grow(e->prior, capacity, sizeof *e->prior, &good);
  e->child = grow(e->child, capacity, sizeof *e->child, &good);
  if (good)
    t->edge_capacity = (uint32_t)capacity;
  t->failed = !good;
  return good;
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

static uint32_t hash_with_ply(uint64_t hash, uint16_t ply) {
  return (uint32_t)(hash >> 20) + ply * UINT32_C(0x9e3779b1);
}

static size_t bytes_of(const Tree *t, uint32_t edges) {
  return (size_t)t->nodes * (sizeof(Node) + 2 * sizeof(Slot) + t->state_size) +
         ((size_t)t->edges + edges) * EDGE_BYTES;
}

size_t tree_bytes(const Tree *t) {
  return bytes_of(t, 0);
}

static void clear_edges(Edges *e, uint32_t first, size_t count) {
  memset(e->move + first, 0, count * sizeof *e->move);
  memset(e->visits + first, 0, count * sizeof *e->visits);
  memset(e->sum + first, 0, count * sizeof *e->sum);
  memset(e->prior + first, 0, count * sizeof *e->prior);
  memset(e->child + first, 0, count * sizeof *e->child);
}

uint32_t tree_add(Tree *t, const State *state, uint64_t hash, uint16_t ply,
                  uint32_t edges, size_t memory) {
  if (bytes_of(t, edges) > memory)
    return NONE;
  if (t->nodes + 2 > t->node_capacity && !grow_nodes(t))
    return NONE;
  if (t->edges + edges > t->edge_capacity && !grow_edges(t, t->edges + edges))
    return NONE;
  if (t->nodes == 0)
    t->nodes = ROOT;
  uint32_t node = t->nodes++;
  t->node[node] =
      (Node){.first = t->edges, .count = (uint16_t)edges, .ply = ply};
  if (edges) {
    memcpy(t->state + node * t->state_size, state, t->state_size);
    insert_slot(t->slot, slots_of(t), (Slot){hash_with_ply(hash, ply), node});
    clear_edges(&t->edge, t->edges, edges);
  }
  t->edges += edges;
  return node;
}

uint32_t tree_find(const Tree *t, const State *state, uint64_t hash,
                   uint16_t ply) {
  if (t->nodes == 0)
    return NONE;
  uint32_t mask = slots_of(t) - 1, wanted = hash_with_ply(hash, ply);
  for (uint32_t at = wanted & mask; t->slot[at].node != NONE;
       at = (at + 1) & mask) {
    uint32_t node = t->slot[at].node;
    if (t->slot[at].hash == wanted && t->node[node].ply == ply &&
        memcmp(tree_state(t, node), state, t->state_size) == 0)
      return node;
  }
  return NONE;
}

/* ---- copying -------------------------------------------------------------*/

/* Maps the old numbers of copied nodes to new ones, and back. */
typedef struct Copies {
  uint32_t *new_of, *old_of;
} Copies;

/* Copies a node without its edges, unless it has been copied already. */
static uint32_t copy_node(Tree *to, const Tree *from, uint32_t old, Copies *c) {
  if (c->new_of[old] != NONE)
    return c->new_of[old];
  const Node *node = &from->node[old];
  const State *state = tree_state(from, old);
  uint32_t copy = tree_add(to, state, node->count ? tree_hash(from, state) : 0,
                           node->ply, node->count, SIZE_MAX);
  if (copy == NONE)
    return NONE;
  uint32_t first = to->node[copy].first;
  to->node[copy] = *node;
  to->node[copy].first = first;
  c->new_of[old] = copy;
  c->old_of[copy] = old;
  return copy;
}

/* Copies the edges of a node, and its children without theirs. */
static bool copy_edges(Tree *to, const Tree *from, uint32_t at, Copies *c) {
  const Node *old = &from->node[c->old_of[at]];
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
    uint32_t copy = copy_node(to, from, child, c);
    if (copy == NONE)
      return false;
    to->edge.child[first + i] =
        copy | (from->edge.child[old->first + i] & PROOF_COUNTED);
  }
  return true;
}

bool tree_copy(Tree *to, const Tree *from, uint32_t root) {
  Copies copies = {calloc(from->nodes, sizeof(uint32_t)),
                   calloc(from->nodes, sizeof(uint32_t))};
  tree_clear(to);
  bool good = copies.new_of && copies.old_of &&
              copy_node(to, from, root, &copies) != NONE;
  for (uint32_t at = ROOT; good && at < to->nodes; at++)
    good = copy_edges(to, from, at, &copies);
  free(copies.new_of);
  free(copies.old_of);
  to->failed = !good;
  return good;
}
