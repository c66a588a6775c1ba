/* What a run comes to: its figures with their intervals.
 *
 * They follow from the tally alone, and are what summary.csv holds, what the
 * table after a run is made of, and part of what Lua and the report get. */
#ifndef BOARDLAB_ANALYSIS_METRICS_SUMMARY_H
#define BOARDLAB_ANALYSIS_METRICS_SUMMARY_H

#include "analysis/metrics/metrics.h"

/* How long games are, in plies. */
typedef struct Lengths {
  Estimate mean, deviation, p5, median, p95;
  int min, max;
} Lengths;

/* There must be games. */
Lengths summary_lengths(const Tally *tally);

/* The mean number of legal moves, over all plies of all games. */
Estimate summary_branching(const Tally *tally);

/* Rates over all games: a seat's wins, games that ended in some way; and a
 * bot's wins over the games it played. */
Estimate summary_seat(const Tally *tally, int seat);
Estimate summary_end(const Tally *tally, MatchEnd end);
Estimate summary_bot(const Tally *tally, int bot);

/* All of it. */
void summary_metrics(const Tally *tally, Metrics *metrics);

/* How many games had so many plies, as figures: too many for summary.csv. */
void summary_histogram(const Tally *tally, Metrics *metrics);

/* Writes folder/summary.csv. */
bool summary_write(const Tally *tally, const char *dir, Error *error);

#endif
