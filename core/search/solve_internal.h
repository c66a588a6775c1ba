/* The solver of solve.h, for the files that it consists of. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_INTERNAL_H
#define BOARDLAB_CORE_SEARCH_SOLVE_INTERNAL_H

#include "core/search/solve_common.h"
#include "core/search/solve_scc.h"

/* A position on the current line. Its state lies in Solver.states. */
typedef struct Frame {
  uint32_t open;           /* its index among the open positions */
  uint32_t low;            /* Tarjan's low link: the lowest index it leads to */
  size_t links;            /* the number of links before it was entered */
  size_t first, next, end; /* its moves: indexes into Solver.moves */
  bool same_side;          /* the same side is to move as in the frame before */
} Frame;

struct Solver {
  Solving base;
  SolveTable table;
  Frame *frames;
  char *states; /* one for each frame */
  OpenPosition *open;
  Link *links;
  Move *moves;
  size_t frame_count, open_count, link_count, move_count;
  size_t frame_capacity, state_capacity, open_capacity, link_capacity,
      move_capacity;
  SccWorkspace *scc;
  double *ranks;   /* in quick mode: of the moves being sorted */
  uint32_t marked; /* positions that solver_reset keeps */
};

#endif
