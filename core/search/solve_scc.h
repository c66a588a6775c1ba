/* Retrograde analysis of a strongly connected component: positions that can
 * reach each other, solved together.
 *
 * All other positions that they lead to are solved already. Starting from those
 * values, results are passed backwards along the moves in order of their plies
 * (Ströhlein 1970, Thompson 1986), so each position gets its quickest win or
 * slowest loss. A position that no result reaches is a draw by endless play. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_SCC_H
#define BOARDLAB_CORE_SEARCH_SOLVE_SCC_H

#include "core/search/solve.h"
#include "core/search/solve_table.h"

/* Plies are stored in 14 bits; a win must take fewer than this many. */
enum { SOLVED_PLIES_MAX = (1 << 14) - 1 };

/* A position that is not solved yet: the best its solved moves achieve for the
 * side to move, and the number of other moves, each of which has a link. */
typedef struct OpenPosition {
  uint32_t number;  /* in the table */
  uint32_t pending; /* links from here whose target is not solved */
  uint16_t win;     /* plies of the quickest win, or 0 */
  uint16_t loss;    /* plies of the slowest loss, or 0 */
  uint8_t draw;     /* whether a move draws */
  uint8_t value;    /* a GameValue once solved, in `plies` plies; before, 0 */
  uint16_t plies;
  uint32_t links_in; /* 1 + the first link that leads here; 0 for none */
} OpenPosition;

/* A move from one open position to another. */
typedef struct Link {
  uint32_t from : 31;
  uint32_t same_side : 1; /* the same side is to move again */
  uint32_t to;
  uint32_t next_in; /* 1 + the next link with the same `to`; 0 for none */
} Link;

/* An open position that may turn out to be won or lost after some plies. */
typedef struct SccEvent {
  uint32_t open; /* its index */
  uint32_t next; /* 1 + the next event of as many plies; 0 for none */
} SccEvent;

/* Working memory, kept from one component to the next. */
typedef struct SccWorkspace {
  SccEvent *events;
  size_t event_count, event_capacity;
  uint32_t first[SOLVED_PLIES_MAX + 1]; /* by plies: 1 + the first event */
  int last;                             /* the most plies of any event */
} SccWorkspace;

typedef enum SccStatus { SCC_SOLVED, SCC_FULL, SCC_TOO_LONG } SccStatus;

/* Takes one more solved move into account: `value` is that of the position it
 * leads to, and `same_side` whether the same side is to move again there. */
void open_position_add(OpenPosition *open, SolvedValue value, bool same_side);

/* Solves the positions open[base] … open[count - 1], which the links refer to
 * by their index in `open`, and sets their `value` and `plies`. */
SccStatus scc_solve(OpenPosition *open, size_t base, size_t count, Link *links,
                    size_t link_count, SccWorkspace *workspace,
                    MemoryBudget *budget);

#endif
