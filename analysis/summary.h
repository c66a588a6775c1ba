/* What a run comes to: its figures with their intervals, one after the other.
 *
 * They are what summary.csv holds, what Lua gets and what the table after a run
 * is made of, and they follow from the tally alone. */
#ifndef BOARDLAB_SUMMARY_H
#define BOARDLAB_SUMMARY_H

#include "rate.h"
#include "tally.h"

/* How long games are, in plies. */
typedef struct Lengths {
  Estimate mean;
  double deviation;
  int min, p5, median, p95, max;
} Lengths;

/* There must be games. */
Lengths summary_lengths(const Tally *tally);

/* The mean number of legal moves, over all plies of all games. */
double summary_branching(const Tally *tally);

/* Rates over all games: a seat's wins, games that ended in some way; and a
 * bot's wins over the games it played. */
Estimate summary_seat(const Tally *tally, int seat);
Estimate summary_end(const Tally *tally, MatchEnd end);
Estimate summary_bot(const Tally *tally, int bot);

/* Writes folder/summary.csv. */
bool summary_write(const Tally *tally, const char *folder, Error *error);

#endif
