/* A tally that tests add games to by hand. */
#ifndef BOARDLAB_TESTS_SUPPORT_ANALYSIS_COUNTED_TALLY_H
#define BOARDLAB_TESTS_SUPPORT_ANALYSIS_COUNTED_TALLY_H

#include "core/run/tally.h"

enum { MAX_PLIES = 200 };

/* One seating, one bot in all seats; the seats belong to the sides in turn. */
typedef struct Counting {
  Entrant bot;
  uint8_t table[SEATS_MAX];
  Schedule schedule;
  Tally tally;
} Counting;

/* An empty tally; the caller ends it. */
Counting *count_for(int seats, int sides);
void end_counting(Counting *c);

#endif
