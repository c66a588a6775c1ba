/* A knot: positions that lead to each other, solved together.
 *
 * Everything else they lead to is known already. From what that decides, values
 * are passed back along the links, in the order of their plies: so each
 * position gets the quickest win or the slowest loss. What nothing reaches can
 * go round for ever, and is a draw. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_SCC_H
#define BOARDLAB_CORE_SEARCH_SOLVE_SCC_H

#include "core/search/solve.h"
#include "core/search/solve_table.h"

enum { SOLVED_PLIES_MAX = (1 << 14) - 1 };

/* A position under way: what the moves whose value is known come to for its
 * side to move, and how many others there are, which have links. */
typedef struct OpenPosition {
  uint32_t number;  /* in the table */
  uint32_t pending; /* links from here */
  uint16_t win;     /* plies of the quickest win, or 0 */
  uint16_t loss;    /* plies of the slowest loss, or 0 */
  uint8_t draw;     /* whether there is one */
  uint8_t done;     /* a Fate, when known; `plies` belongs to it */
  uint16_t plies;
  uint32_t links; /* for the knot: the first that leads here, plus 1 */
} OpenPosition;

/* A move from one open position to another. */
typedef struct Link {
  uint32_t from : 31;
  uint32_t same : 1; /* the same side is to move again */
  uint32_t to;
  uint32_t next; /* for the knot: of those with the same `to`, plus 1 */
} Link;

/* Working memory that is kept from knot to knot. */
typedef struct SccWorkspace {
  struct Event {
    uint32_t open, next;
  } * events;
  size_t event_room, event_count;
  uint32_t first[SOLVED_PLIES_MAX + 1]; /* event of that many plies, plus 1 */
  int last;                             /* plies of any event */
} SccWorkspace;

typedef enum SccEnd { SCC_SOLVED, SCC_FULL, SCC_TOO_LONG } SccEnd;

/* Notes what one more move comes to: the value of the position it leads to. */
void open_fold(OpenPosition *open, Solved there, bool same);

/* Solves the positions open[base] … open[count - 1], which the links refer to
 * by their place in `open`: `done` and `plies` are then filled in. */
SccEnd scc_solve(OpenPosition *open, size_t base, size_t count, Link *links,
                 size_t link_count, SccWorkspace *room, MemoryBudget *budget);

#endif
