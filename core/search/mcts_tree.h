/* The tree of mcts.h: nodes and edges in arrays that grow geometrically, so
 * that nodes are never allocated one by one.
 *
 * Equal positions after equally many moves share a node, no matter which moves
 * led to them. Strictly speaking the tree is therefore a directed graph; it has
 * no cycles, because every edge leads one ply further down. */
#ifndef BOARDLAB_CORE_SEARCH_MCTS_TREE_H
#define BOARDLAB_CORE_SEARCH_MCTS_TREE_H

#include "core/game/game.h"

/* Moves of all nodes, as parallel arrays: selection reads the visits, sums and
 * priors of a node's edges and nothing else. */
typedef struct Edges {
  Move *move;
  uint32_t *visits;
  double *sum;     /* of the results of the side that moves */
  float *prior;    /* the evaluation of the move, with MctsPlan.bias */
  uint32_t *child; /* the node it leads to, or NONE; with PROOF_COUNTED once
                      the node above has counted that the child is proven */
} Edges;

enum { NONE = 0, ROOT = 1 };
#define PROOF_COUNTED ((uint32_t)1 << 31)

typedef struct Node {
  uint32_t first; /* index of its first edge */
  uint32_t visits;
  uint32_t rest;  /* index of the words about moves without edges; or NONE */
  float bound;    /* the highest prior of these moves */
  uint16_t count; /* moves */
  uint16_t edges; /* at most so many */
  uint16_t tried; /* edges that were picked, which come first; with priors, all
                     moves */
  uint16_t proven_edges; /* edges with PROOF_COUNTED */
  uint16_t winners;      /* if proven: the sides that share the result */
  uint16_t ply;          /* of its position in the game, modulo 2^16 */
  uint8_t side;          /* to move, or NATURE */
  bool proven;           /* its value is exact */
  bool round;            /* others choose at the same time (mcts_rounds.c) */
} Node;

typedef struct Slot {
  uint32_t hash, node;
} Slot;

typedef struct Tree {
  size_t state_size;
  Node *node;           /* by number, from ROOT on */
  unsigned char *state; /* the position of each node */
  Slot *slot;           /* hash table of positions: 2 * node_capacity slots */
  Edges edge;
  uint32_t *rest; /* words about the moves that have no edges: so many for each
                     node that has such moves, and for each of its moves */
  uint32_t rest_of_node, rest_of_move;
  uint32_t nodes, edges, rests;
  uint32_t node_capacity, edge_capacity, rest_capacity;
  bool failed; /* the system refused memory */
  bool full; /* a limit was reached: of memory, or of what indices can count */
} Tree;

/* Empties the tree but keeps its memory. A Tree that is zero except for
 * state_size, rest_of_node and rest_of_move is an empty tree. */
void tree_clear(Tree *tree);
void tree_free(Tree *tree);

/* A hash of the bytes of a position. */
static inline uint64_t tree_hash(const Tree *tree, const State *state) {
  return game_hash_bytes(state, tree->state_size);
}

/* Adds a node for a position, whose tree_hash is `hash`, with that many moves
 * and edges, all zero but for `move`. Returns NONE if the tree would exceed
 * `memory` bytes or memory runs out. A node without edges is not found by
 * tree_find. */
uint32_t tree_add(Tree *tree, const State *state, uint64_t hash, uint16_t ply,
                  uint32_t moves, uint32_t edges, size_t memory);

/* Gives a node that many other edges, as tree_add does. The old ones stay where
 * they are, but nothing refers to them any more. False as for tree_add. */
bool tree_replace_edges(Tree *tree, uint32_t node, uint32_t edges,
                        size_t memory);

/* Copies all of an edge. */
void tree_copy_edge(Tree *to, uint32_t at, const Tree *from, uint32_t edge);

/* The position of a node that has edges. */
static inline const State *tree_state(const Tree *tree, uint32_t node) {
  return (const State *)(tree->state + node * tree->state_size);
}

/* The bytes of its nodes and edges. */
size_t tree_bytes(const Tree *tree);

/* The node of a position that has edges, or NONE. */
uint32_t tree_find(const Tree *tree, const State *state, uint64_t hash,
                   uint16_t ply);

/* Makes `to` a copy of a node and everything below it; false if memory runs
 * out. */
bool tree_copy(Tree *to, const Tree *from, uint32_t root);

static inline uint32_t tree_child(const Tree *tree, uint32_t edge) {
  return tree->edge.child[edge] & ~PROOF_COUNTED;
}

#endif
