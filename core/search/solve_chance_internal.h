/* The positions of a game of chance as a graph, and what its files share:
 *
 *   solve_chance.c         visiting all positions, and results
 *   solve_chance_scc.c     strongly connected components of chosen edges
 *   solve_chance_values.c  bounds of the value of every position
 *   solve_chance_play.c    optimal moves, and the chances that they lead to */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_INTERNAL_H
#define BOARDLAB_CORE_SEARCH_SOLVE_CHANCE_INTERNAL_H

#include "core/search/solve_chance.h"
#include "core/search/solve_table.h"

/* Bounds are brought at least this close together where rounding allows it, and
 * always to CHANCE_PRECISION. */
#define CHANCE_GAP 1e-13

/* Numbers of edges that lead to an end of the game instead of a position. */
enum { ENDS = 3 };
typedef enum End { END_WIN_0, END_WIN_1, END_DRAW } End;

/* What a move leads to: the number of a position, or LAST_NUMBER + an End. */
#define LAST_NUMBER (UINT32_MAX - ENDS)

typedef struct ChanceEdge {
  uint32_t to, weight;
} ChanceEdge;

/* The value of a position is the chance that side 0 wins plus half that of a
 * draw. It is at least `low` and at most `high`. */
typedef struct ChanceNode {
  size_t first; /* its edges: indexes into edges */
  uint32_t count;
  uint8_t side; /* to move, or NATURE */
  bool endless; /* play stays here for ever: a draw */
  double low, high;
} ChanceNode;

/* Working memory for each position. */
typedef struct ChanceMark {
  uint32_t index, lowest; /* Tarjan's numbers */
  uint32_t next;          /* the next edge to follow */
  uint32_t component;     /* or 0 */
  uint32_t part;
  uint32_t choice; /* the edge that its side plays; or NO_CHOICE */
} ChanceMark;

#define NO_CHOICE UINT32_MAX

typedef struct ChanceGraph {
  ChanceNode *nodes; /* by number */
  ChanceEdge *edges;
  uint32_t *order; /* numbers of positions, each part after those that it leads
                      to: positions between which play can go back and forth */
  uint32_t part, parts;   /* the one that is being computed; their number */
  uint8_t *kept;          /* by edge: whether it belongs to the graph of scc */
  ChanceMark *marks;      /* by number */
  uint32_t *stack, *line; /* of positions: those without a component yet, and
                             those on the way to the one being visited */
  Chances *chances;       /* by number: under the optimal play that was found */
  size_t count, edge_count;
  /* Whether to go on; and what it is passed. */
  bool (*may_continue)(void *context);
  void *context;
} ChanceGraph;

typedef enum ChanceStatus {
  CHANCE_DONE,
  CHANCE_STOPPED, /* may_continue has said so */
  CHANCE_APART    /* bounds cannot be brought together */
} ChanceStatus;

/* As fmax and fmin, but compilers make single instructions of these. */
static inline double larger(double one, double other) {
  return one > other ? one : other;
}

static inline double smaller(double one, double other) {
  return one < other ? one : other;
}

static inline double chance_middle(const ChanceNode *node) {
  return (node->low + node->high) / 2;
}

static inline double chance_end_value(uint32_t to) {
  static const double VALUES[ENDS] = {
      [END_WIN_0] = 1, [END_WIN_1] = 0, [END_DRAW] = 0.5};
  return VALUES[to - LAST_NUMBER];
}

/* The chances after a move, once they are known. */
static inline Chances chances_after(const ChanceGraph *g, uint32_t to) {
  static const Chances CHANCES[ENDS] = {[END_WIN_0] = {.win = {1, 0}},
                                        [END_WIN_1] = {.win = {0, 1}},
                                        [END_DRAW] = {.draw = 1}};
  return to >= LAST_NUMBER ? CHANCES[to - LAST_NUMBER] : g->chances[to];
}

/* Positions of `order`, from `first` up to but not including `end`. */
typedef struct ChanceRange {
  size_t first, end;
} ChanceRange;

/* Calls `found` for each component of the kept edges between positions of the
 * part g->part that can be reached from the range, each after those that it
 * leads to. `closed`: no kept edge leaves it. */
typedef void ChanceFound(ChanceGraph *g, const uint32_t numbers[], size_t count,
                         bool closed);
void chance_scc(ChanceGraph *g, ChanceRange range, ChanceFound *found);

/* Divides the graph into its strongly connected components, the parts, and
 * sorts `order` by them. Before, it lists each position after those that it
 * leads to unless play can return; from the last of all, everything can be
 * reached. */
void chance_divide(ChanceGraph *g);

/* Moves on to the next part; begins with a range of zeros. False after the
 * last.
 */
bool chance_next_part(ChanceGraph *g, ChanceRange *range);

/* Finds the values of a part after those that it leads to: brings their bounds
 * together. */
ChanceStatus chance_values(ChanceGraph *g, ChanceRange range);

/* Finds optimal play in a part and its chances, likewise. */
ChanceStatus chance_play(ChanceGraph *g, ChanceRange range);

/* Ends a computation that no longer gets anywhere. To be asked after every
 * sweep over the graph with what is left to be found. */
typedef struct ChanceWatch {
  uint64_t sweeps;
  double left; /* when last looked at */
} ChanceWatch;
bool chance_is_stuck(ChanceWatch *watch, double left);

#endif
