/* The metrics that follow from the tally of a run alone: rates, balance, game
 * length, branching factor.
 *
 * They make up summary.csv and the table after a run, and are part of what Lua
 * and the report get. Pure functions except summary_write. */
#ifndef BOARDLAB_ANALYSIS_METRICS_SUMMARY_H
#define BOARDLAB_ANALYSIS_METRICS_SUMMARY_H

#include "analysis/metrics/metrics.h"
#include "analysis/stats/survival.h"
#include "core/run/run.h"

/* Game length in plies. Games that were truncated or forfeited would have gone
 * on: analysis/stats/survival.h. */
typedef struct Lengths {
  /* Restricted, if the longest game was stopped: games that would take longer
   * than `limit` plies count as that long. Without an interval if the games do
   * not support one (estimate.h). */
  Estimate mean, sd;
  bool restricted;
  int limit;
  /* Infinite if it is beyond the limit, as is `high` without an upper bound. */
  Estimate p5, median, p95;
  int min, max; /* as played, however the game ended */
} Lengths;

/* The tally must have games. */
Lengths summary_lengths(const Tally *tally);

/* The lengths of a run, for the functions of survival.h. */
LengthCounts summary_counts(const Tally *tally);

/* The mean branching factor: legal moves per ply over all plies of all games,
 * without rolls. */
Estimate summary_branching(const Tally *tally);

/* The number of distinct games: without an interval if it was counted. */
Estimate summary_distinct(const Tally *tally);

/* The share of games won by a seat, and of games with an outcome. */
Estimate summary_seat(const Tally *tally, int seat);
Estimate summary_end(const Tally *tally, MatchEnd end);

/* The mean place of a seat, in games that have places. */
Estimate summary_place(const Tally *tally, int seat);

/* The share of games that all have lost. */
Estimate summary_lost(const Tally *tally);

/* The share of a bot's games that it won. */
Estimate summary_bot(const Tally *tally, int bot);

/* The seats and the bots of a run, a row each. */
void summary_seats(const Tally *tally, ResultTable *table);
void summary_bots(const Tally *tally, ResultTable *table);

/* Adds the metrics of summary.csv that follow from the counts alone: all but
 * those of bot_match_metrics. */
void summary_metrics(const Tally *tally, Metrics *metrics);

/* Adds the share of games of each length, and by margin; too many rows for
 * summary.csv. */
void summary_histogram(const Tally *tally, Metrics *metrics);

/* Writes dir/summary.csv. */
bool summary_write(const Run *run, const char *dir, Error *error);

#endif
