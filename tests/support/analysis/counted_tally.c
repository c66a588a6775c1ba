#include "tests/support/analysis/counted_tally.h"

#include "tests/support/support.h"

Counting *count_for(int seats, int sides) {
  Counting *c = calloc(1, sizeof *c);
  Error error = {0};
  assert_non_null(c);
  c->schedule = (Schedule){.seats = seats,
                           .sides = sides,
                           .bots = 1,
                           .bot = &c->bot,
                           .seatings = 1,
                           .table = c->table};
  for (int seat = 0; seat < seats; seat++)
    c->schedule.side[seat] = (uint8_t)(seat % sides);
  if (!tally_make(&c->tally, &c->schedule, MAX_PLIES, &error))
    fail_msg("%s", error.message);
  return c;
}

void end_counting(Counting *c) {
  tally_free(&c->tally);
  free(c);
}
