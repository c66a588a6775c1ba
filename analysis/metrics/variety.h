/* Variety: how many kinds of something there are in effect, and how frequent
 * the most frequent is. From how often each kind was seen in independent
 * observations, of which there must be two or more. Pure functions; any thread
 * may call them. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VARIETY_H
#define BOARDLAB_ANALYSIS_METRICS_VARIETY_H

#include "analysis/stats/estimate.h"

/* The effective number, 1 / Σ p² of the shares p: k if k kinds are equally
 * frequent (Laakso and Taagepera 1979). The exponential of the entropy is
 * another one, but Σ p² is what has an estimate without bias: how often two
 * observations are of the same kind (Simpson 1949). */
Estimate variety_effective(const uint64_t count[], int kinds);

/* The share of the most frequent kind: found in half of the observations and
 * counted in the other half, and the other way round, since what is the most
 * frequent of some is too frequent in these by chance. The interval is as wide
 * as it must be if several kinds are equally frequent. */
Estimate variety_top_share(const uint64_t half[], const uint64_t other[],
                           int kinds);

#endif
