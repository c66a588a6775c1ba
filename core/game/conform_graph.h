/* A graph of positions for the check of keys, and the slow solver.
 *
 * The graph tells positions apart by their bytes alone. It holds the positions
 * near the start and those that the last positions of random games lead to, and
 * stops when it is full or Graph.work is used up. Wherever it holds everything
 * that a position leads to, graph_solve finds the exact value by retrograde
 * analysis, one ply after the other. This is the slow and obvious solver that
 * keys are compared with: it does not look at keys and shares no code with
 * core/search.
 *
 * The caller fills in the first fields of a Graph, opens and closes it. */
#ifndef BOARDLAB_CORE_GAME_CONFORM_GRAPH_H
#define BOARDLAB_CORE_GAME_CONFORM_GRAPH_H

#include "core/game/conform_internal.h"

enum { NONE = -1 };

typedef enum Value { UNKNOWN, LOSS, EVEN, VICTORY } Value;

/* What is compared: keys, or hashes, which are keys of eight bytes. */
typedef struct Signature {
  const char *name;
  void (*write)(const Game *game, const State *state, void *bytes);
  bool absolute; /* the seat to move and the winners must be the same, too */
} Signature;

/* A position. `parent` and `move` lead to it from a first position. */
typedef struct Node {
  int parent;
  Move move;
  int first_child, children; /* in Graph.child; children is NONE until listed */
  int same_key;              /* the next older node with this key, or NONE */
  int seen_in;               /* the last exploration that came here */
  bool closed;               /* the graph holds everything this leads to */
  Value value;               /* for the side to move; UNKNOWN if not solved */
  int plies;                 /* to the end of a LOSS or VICTORY */
} Node;

typedef struct Graph {
  const Game *game;
  const Signature *signature;
  size_t key_size;
  int64_t work; /* moves that may still be played */
  Rng rng;
  Error *error;

  int count, limit;
  Node *node;
  char *state;    /* state_size bytes per node */
  char *key;      /* key_size bytes per node; zeros where the game is over */
  int *by_state;  /* hash tables with open addressing: a node or NONE */
  int *by_key;    /* the newest node with a key */
  uint32_t slots; /* of each table; a power of two */
  int *child;     /* all lists of child nodes */
  int child_count, child_limit;
  int *queue; /* one entry per node, for explorations and the solver */
  int explorations;
  State *next;      /* a position to play on */
  char *scratch[2]; /* a key each, with a guard behind it */
  Move *moves;      /* max_moves */
} Graph;

static inline State *graph_state(const Graph *g, int node) {
  return (State *)(g->state + (size_t)node * g->game->state_size);
}

void graph_open(Graph *g);
void graph_close(Graph *g);

/* Fills the graph. Fails if a key is not written properly. */
bool graph_fill(Graph *g);

/* Adds the positions of random games instead: of `games`, until the graph holds
 * `most` positions or the work is used up. */
bool graph_play(Graph *g, int games, int most);

/* Solves all closed nodes, for games of at most two sides. Returns how many
 * positions it solved. */
int graph_solve(Graph *g);

/* Writes the moves that lead to a node; of a long line the end. */
void graph_write_line(const Graph *g, int node, char line[LINE_TEXT]);

#endif
