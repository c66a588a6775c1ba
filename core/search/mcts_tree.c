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

/* A capacity of at least `wanted`, at least twice the old one; 0 if indices
 * would not fit into 32 bits. */
static uint32_t larger_capacity(uint32_t old, uint64_t wanted) {
  uint64_t capacity = old ? old : CAPACITY_MIN;
  while (capacity < wanted)
    capacity *= 2;
  return capacity > UINT32_MAX ? 0 : (uint32_t)capacity;
}

static bool grow_edges(Tree *t, uint64_t wanted) {
  Edges *e = &t->edge;
  uint32_t capacity = larger_capacity(t->edge_capacity, wanted);
  bool good = true;
  if (capacity == 0)
    return false;
  e->move = grow(e->move, capacity, sizeof *e->move, &good);
  e->visits = grow(e->visits, capacity, sizeof *e->visits, &good);
  e->sum = grow(e->sum, capacity, sizeof *e->sum, &good);
  e->prior = grow(e->prior, capacity, sizeof *e->prior, &good);
  e->child = grow(e->child, capacity, sizeof *e->child, &good);
  if (good)
    t->edge_capacity = capacity;
  t->failed = !good;
  return good;
}

static bool grow_rest(Tree *t, uint64_t wanted) {
  uint32_t capacity = larger_capacity(t->rest_capacity, wanted);
  bool good = true;
  if (capacity == 0)
    return false;
  t->rest = grow(t->rest, capacity, sizeof *t->rest, &good);
  if (good)
    t->rest_capacity = capacity;
  t->failed = !good;
  return good;
}

void tree_clear(Tree *t) {
  t->nodes = t->edges = t->rests = 0;
  t->full = false;
  if (t->slot)
    memset(t->slot, 0, slots_of(t) * sizeof *t->slot);
}

void tree_free(Tree *t) {
  free(t->node);
  free(t->state);
  free(t->rest);
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
         ((size_t)t->edges + edges) * EDGE_BYTES + t->rests * sizeof *t->rest;
}

size_t tree_bytes(const Tree *t) {
  return bytes_of(t, 0);
}

/* Makes room for a number of edges; false as for tree_add. */
static bool need_edges(Tree *t, uint32_t edges, size_t memory) {
  uint64_t wanted = (uint64_t)t->edges + edges;
  if (bytes_of(t, edges) <= memory &&
      (wanted <= t->edge_capacity || grow_edges(t, wanted)))
    return true;
  t->full = true;
  return false;
}

/* Adds edges, for which there is room. Returns the first of them. */
static uint32_t add_edges(Tree *t, uint32_t edges) {
  Edges *e = &t->edge;
  uint32_t first = t->edges;
  memset(e->visits + first, 0, edges * sizeof *e->visits);
  memset(e->sum + first, 0, edges * sizeof *e->sum);
  memset(e->prior + first, 0, edges * sizeof *e->prior);
  memset(e->child + first, 0, edges * sizeof *e->child);
  t->edges += edges;
  return first;
}

static uint32_t rest_words(const Tree *t, uint32_t moves) {
  return t->rest_of_node + moves * t->rest_of_move;
}

/* The same for words about the moves of a node. */
static bool need_rest(Tree *t, uint32_t moves) {
  uint64_t wanted = (uint64_t)ROOT + t->rests + rest_words(t, moves);
  return wanted <= t->rest_capacity || grow_rest(t, wanted);
}

static uint32_t add_rest(Tree *t, uint32_t moves) {
  uint32_t first = t->rests ? t->rests : ROOT;
  t->rests = first + rest_words(t, moves);
  return first;
}

uint32_t tree_add(Tree *t, const State *state, uint64_t hash, uint16_t ply,
                  uint32_t moves, uint32_t edges, size_t memory) {
  if (!need_edges(t, edges, memory) || (edges < moves && !need_rest(t, moves)))
    return NONE;
  if (t->nodes + 2 > t->node_capacity && !grow_nodes(t))
    return NONE;
  if (t->nodes == 0)
    t->nodes = ROOT;
  uint32_t node = t->nodes++;
  t->node[node] = (Node){.first = add_edges(t, edges),
                         .rest = edges < moves ? add_rest(t, moves) : NONE,
                         .count = (uint16_t)moves,
                         .edges = (uint16_t)edges,
                         .ply = ply};
  if (moves) {
    memcpy(t->state + node * t->state_size, state, t->state_size);
    insert_slot(t->slot, slots_of(t), (Slot){hash_with_ply(hash, ply), node});
  }
  return node;
}

bool tree_replace_edges(Tree *t, uint32_t node, uint32_t edges, size_t memory) {
  if (!need_edges(t, edges, memory))
    return false;
  t->node[node].first = add_edges(t, edges);
  t->node[node].edges = (uint16_t)edges;
  return true;
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
                           node->ply, node->count, node->edges, SIZE_MAX);
  if (copy == NONE)
    return NONE;
  Node made = to->node[copy];
  to->node[copy] = *node;
  to->node[copy].first = made.first;
  to->node[copy].rest = made.rest;
  if (made.rest != NONE)
    memcpy(to->rest + made.rest, from->rest + node->rest,
           rest_words(from, node->count) * sizeof *to->rest);
  c->new_of[old] = copy;
  c->old_of[copy] = old;
  return copy;
}

void tree_copy_edge(Tree *to, uint32_t at, const Tree *from, uint32_t edge) {
  to->edge.move[at] = from->edge.move[edge];
  to->edge.visits[at] = from->edge.visits[edge];
  to->edge.sum[at] = from->edge.sum[edge];
  to->edge.prior[at] = from->edge.prior[edge];
  to->edge.child[at] = from->edge.child[edge];
}

/* Copies the edges of a node, and its children without theirs. */
static bool copy_edges(Tree *to, const Tree *from, uint32_t at, Copies *c) {
  const Node *old = &from->node[c->old_of[at]];
  uint32_t first = to->node[at].first;
  for (uint32_t i = 0; i < old->edges; i++) {
    uint32_t child = tree_child(from, old->first + i);
    tree_copy_edge(to, first + i, from, old->first + i);
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
