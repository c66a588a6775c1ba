/* What the files of the standings share. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STANDINGS_INTERNAL_H
#define BOARDLAB_ANALYSIS_METRICS_STANDINGS_INTERNAL_H

#include "analysis/metrics/standings.h"
#include "analysis/stats/exchange.h"

/* Whether two bots do equally well in all games of either, or in those that
 * they play together. False if out of memory. */
bool standings_exchange(const Standings *standings, int bot, int other,
                        bool together, Exchange *result);

/* The same if all truncated games of the two had gone against the first. */
bool standings_exchange_at_worst(const Standings *standings, int bot, int other,
                                 bool together, Exchange *result);

/* How much stronger a bot is than another, by their score, with an interval
 * that allows for the test that decided when the run ended. */
Rating standings_tested(const Standings *standings, int bot, int other);

#endif
