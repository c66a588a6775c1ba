/* The tree of mcts.h: nodes and edges in arrays that grow now and then, so that
 * nothing is allocated for a node.
 *
 * Positions that are the same after as many moves are one node, however they
 * came about: what is found out about it by one way is known by all. So the
 * tree is none, strictly; but as every edge leads one ply further down, nobody
 * can walk in a circle. */
#ifndef BOARDLAB_CORE_SEARCH_MCTS_TREE_H
#define BOARDLAB_CORE_SEARCH_MCTS_TREE_H

#include "core/game/game.h"

/* The moves of all nodes, each in the same place of several arrays: choosing
 * one looks at all visits and sums of a node, and at nothing else. */
typedef struct Edges {
  Move *move;
  uint32_t *visits;
  double *sum;     /* points of the side that moves */
  float *prior;    /* what the evaluation says of it, if that counts */
  uint32_t *child; /* the node it leads to; NONE if there is none yet. With
                      SETTLED: that its value is certain was heeded */
} Edges;

enum { NONE = 0, ROOT = 1 };
#define SETTLED ((uint32_t)1 << 31)

typedef struct Node {
  uint32_t first; /* its edges */
  uint32_t visits;
  uint16_t count, tried; /* edges; those tried come first */
  uint16_t settled;      /* edges whose value is certain */
  uint16_t winners; /* if its own is: the sides that win; none for a draw */
  uint16_t ply;     /* of its position, in the game; or so much of it */
  uint8_t side;     /* that moves */
  bool proven;
} Node;

typedef struct Slot {
  uint32_t hash, node;
} Slot;

typedef struct Tree {
  size_t state_size;
  Node *node;           /* by number; 0 is none */
  unsigned char *state; /* the position of each */
  Slot *slot;           /* where to find a position: twice node_room */
  Edges edge;
  uint32_t nodes, edges, node_room, edge_room;
} Tree;

/* Begins again with nothing. A tree that is all zero but for state_size is
 * ready to be used. */
void tree_clear(Tree *tree);
void tree_free(Tree *tree);

/* A node for a position with that many edges, all zero; NONE if that would take
 * more than so many bytes, or there is no memory. An end is not found again. */
uint32_t tree_add(Tree *tree, const State *state, uint16_t ply, uint32_t edges,
                  size_t memory);

/* The node of a position with edges; NONE if there is none. */
uint32_t tree_find(const Tree *tree, const State *state, uint16_t ply);

/* Makes `to` a copy of what is below a node; false for want of memory. */
bool tree_copy(Tree *to, const Tree *from, uint32_t root);

static inline uint32_t tree_child(const Tree *tree, uint32_t edge) {
  return tree->edge.child[edge] & ~SETTLED;
}

#endif
