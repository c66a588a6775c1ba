/* A match between two bots: the points of one against the other, over all games
 * of a run in which each has a side of its own.
 *
 * A win is one point, a draw or a shared win is half a point for each, a
 * forfeit counts as a win of the other side, and truncated games do not count.
 * If the run was played in pairs, the observations are pairs of games; a pair
 * with a truncated game does not count. Pure functions of the counts. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BOT_MATCH_H
#define BOARDLAB_ANALYSIS_METRICS_BOT_MATCH_H

#include "analysis/metrics/metrics.h"
#include "analysis/stats/pentanomial.h"
#include "analysis/stats/sprt.h"
#include "core/run/run.h"

typedef struct BotMatch {
  int bot, other;
  ScoreCounts scores; /* of `bot` */
  uint64_t games;     /* between them, also those that do not count */
  double within; /* of single games: the variance of the points in a seating */
  /* If they are pairs: the correlation between the points of the two games, and
   * how many games with openings of their own are as precise as one in a pair.
   * NaN if unknown. */
  double correlation, gain;
} BotMatch;

/* False if the game has not two sides, or if the two did not meet. */
bool bot_match_make(BotMatch *match, const Tally *tally, int bot, int other);

/* Whether the run is a match: two bots that swap two sides. It is then between
 * bots 0 and 1. */
bool bot_match_is(const Schedule *schedule);

/* The points per game of the first bot with their 95% interval. The interval is
 * anytime-valid if a test decided when the match ended; otherwise `sprt` is
 * NULL. Of single games it is Wilson's with the variance within a seating in
 * place of p (1 − p). */
Estimate bot_match_score(const BotMatch *match, const Sprt *sprt);

/* Adds the metrics of all matches between bots, scope "match": of a run in
 * pairs, and of one that a test ends. */
void bot_match_metrics(const Run *run, Metrics *metrics);

#endif
