/* What the files of the tree search share:
 *
 *   mcts.c          selection and the search itself
 *   mcts_expand.c   new nodes, their moves and priors
 *   mcts_playout.c  evaluation and playouts
 *   mcts_solver.c   proven values (MCTS-Solver)
 *   mcts_worlds.c   what the side to move does not see (determinisation)
 *   mcts_rounds.c   seats that choose at the same time (regret matching)
 *   mcts_moves.c    the moves found, and choosing one
 *   mcts_tree.c     the tree in memory
 *   mcts_share.c    how much memory that may take if time limits the search */
#ifndef BOARDLAB_CORE_SEARCH_MCTS_INTERNAL_H
#define BOARDLAB_CORE_SEARCH_MCTS_INTERNAL_H

#include "core/search/mcts.h"
#include "core/search/mcts_tree.h"

enum { MCTS_DEPTH_MAX = 4096 };

/* Positions between two calls of the progress callback. */
enum { MCTS_PROGRESS_INTERVAL = 100 };

/* The most positions among which a search is divided if the side to move does
 * not see everything. */
enum { MCTS_WORLDS = 32 };

/* The edges with which a node begins that has more than four times as many
 * moves. */
enum { MCTS_EDGES = 8 };

/* The numbers of visits whose logarithm is remembered. */
enum { MCTS_ROOTS = 1024 };

/* The number of recent positions remembered to detect repetition. With many
 * more, a side that has visited every position nearby would see nothing but
 * draws. */
enum { MCTS_RECENT = 8 };

/* One step on the way down the tree; in a round (mcts_rounds.c) also where on
 * the path it began, and how likely the choice was: 0 if it was to be tried. */
typedef struct Step {
  uint32_t node, edge;
  uint32_t begin;
  float chance;
} Step;

/* Results of a move in a round. */
typedef struct Cell {
  uint64_t key; /* 0: none */
  uint32_t visits;
  double sum;
} Cell;

struct Mcts {
  const Game *game;
  MctsPlan plan;
  Tree tree, spare; /* spare: receives the part of the tree that is kept */
  State *root;      /* the position of node ROOT */
  uint16_t ply;     /* of the root, in the game */
  State *state;     /* the position of the current iteration */
  State *scratch;   /* for a playout, or a position to evaluate */
  Move *moves;      /* max_moves entries, like the next four */
  double *values;
  float *priors;
  float *scores;
  MctsMove *ranked;
  uint64_t recent[MCTS_RECENT]; /* hashes of the positions searched last */
  int recent_count;             /* searches in this game */
  uint64_t playouts, positions;
  uint64_t reported, timed; /* `positions` at the last callback, and when the
                               clock was last read */
  const char *failure;      /* why the search cannot go on */
  bool no_memory;           /* because the system has no memory left */
  float roots[MCTS_ROOTS];  /* of the logarithm of 1 + visits + bias; or 0 */
  Step path[MCTS_DEPTH_MAX];
  int depth;                   /* of the path */
  uint32_t world[MCTS_WORLDS]; /* nodes of positions that the side to move takes
                                  for possible */
  int worlds;                  /* drawn so far; 0 where nothing is hidden */
  int distinct_worlds;         /* of these */
  int choosers;                /* seats of rounds; 0 in games without rounds */
  size_t chosen_offset;        /* of what they choose, in a state */
  int explorer;                /* the seat that explores in rounds */
  State *hidden;               /* scratch: a position without the choices */
  Cell *cell;                  /* a hash table */
  size_t cells, cell_capacity;
};

static inline bool mcts_fail(Mcts *m, const char *why) {
  m->failure = why;
  return false;
}

static inline bool mcts_fail_for_memory(Mcts *m) {
  m->no_memory = true;
  return mcts_fail(m, "out of memory (a tree search)");
}

/* Calls the progress callback when it is due; false if it stops the search. */
static inline bool mcts_may_continue(Mcts *m) {
  if (!m->plan.progress || m->positions - m->reported < MCTS_PROGRESS_INTERVAL)
    return true;
  m->reported = m->positions;
  return m->plan.progress(m->plan.context, m->positions) ||
         mcts_fail(m, "the search was stopped");
}

/* Whether another thread has stopped the search; asked once per iteration. */
static inline bool mcts_is_stopped(Mcts *m) {
  return m->plan.stop &&
         atomic_load_explicit(m->plan.stop, memory_order_relaxed) &&
         !mcts_fail(m, "the search was stopped");
}

/* How uncertain a value is: 1 in an even position, 0 where it is decided. The
 * margin within which two values count as equal is multiplied by this. */
static inline double mcts_uncertainty(double value) {
  return 4 * value * (1 - value);
}

/* Whether a position with that hash was searched recently in this game. */
bool mcts_is_recent(const Mcts *m, uint64_t hash);

/* Sets *made to the node of a position `plies` below the root: an existing one
 * (a transposition) or a new one; NONE if the tree is full. False if the search
 * must end. */
bool mcts_expand(Mcts *m, const State *state, int plies, Rng *rng,
                 uint32_t *made);

/* Makes edges for moves of a node that have none: as many again as there are,
 * or all of them. False if the tree is full. */
bool mcts_add_edges(Mcts *m, uint32_t at, bool all);

/* Sets what a tree keeps of moves without edges. */
void mcts_set_rest(const Mcts *m, Tree *tree);

/* Selects a move of a node and adds it to the path. Returns its edge. */
uint32_t mcts_step_down(Mcts *m, uint32_t at, Rng *rng);

/* Walks down the tree to a leaf, from the last step of the path on, and finds
 * the value of its position; false if the search must end. */
bool mcts_walk_down(Mcts *m, uint32_t at, uint32_t edge, Rng *rng,
                    double value[]);

/* The same from a node on, of whose moves it selects one. */
bool mcts_walk_from(Mcts *m, uint32_t at, Rng *rng, double value[]);

/* Credits the moves of the path with the result, which may change; false if
 * memory runs out. */
bool mcts_back_up(Mcts *m, Rng *rng, double value[]);

/* Whether a search that began at that time (clock_seconds) and has made so many
 * iterations ends here. */
bool mcts_is_finished(Mcts *m, uint64_t iterations, double began);

/* Searches positions that the side to move cannot tell from m->root. */
bool mcts_search_worlds(Mcts *m, Rng *rng);

/* A share of the machine's memory, in bytes. */
size_t mcts_memory_share(void);

/* ---- rounds --------------------------------------------------------------*/

/* Finds out whether the game has rounds. */
void mcts_find_rounds(Mcts *m);

/* Whether the seat to move chooses while others do; and makes a position of all
 * those that it cannot tell apart by what others have chosen. */
bool mcts_is_round(const Mcts *m, const State *state);
void mcts_hide_choices(const Mcts *m, State *state);

/* Walks down from the node of a seat that chooses in m->state, as
 * mcts_walk_down does. */
bool mcts_walk_round(Mcts *m, uint32_t at, Rng *rng, double value[]);

/* Credits the choices of the round that ends at a place of the path; sets that
 * to where it began. */
bool mcts_back_up_round(Mcts *m, int *at, Rng *rng, double value[]);

/* The mean result of a move of a round, and one drawn by the probabilities that
 * the search has found. */
double mcts_choice_value(const Mcts *m, uint32_t edge);
Move mcts_draw_choice(const Mcts *m, Rng *rng);

/* Evaluates a position; false if the search must end. */
bool mcts_evaluate(Mcts *m, const State *state, double value[]);

/* The mean result of the plan's playouts from m->state, which they may change;
 * false if the search must end. */
bool mcts_simulate(Mcts *m, Rng *rng, double value[]);

/* The position at the end of the path is proven: `winners` share the result
 * (scoring_sides). Passes that up the path as far as it proves something. */
void mcts_prove(Mcts *m, unsigned winners);

#endif
