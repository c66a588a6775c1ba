/* When a run has enough games: "seat1=1%" stops it as soon as the 95% interval
 * of the rate at which seat 1 wins is no wider than 1 point to either side. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H
#define BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H

#include "analysis/metrics/rate_name.h"
#include "analysis/stats/estimate.h"

typedef struct Until {
  NamedRate rate;
  double half; /* the half-width wanted */
} Until;

/* Reads seatK=X% or draw=X%, truncated=X%, forfeit=X%. */
bool until_read(const char *text, int seats, Until *until, Error *error);

bool until_met(const Until *until, const Tally *tally);

/* The rate as it is. */
Estimate until_rate(const Until *until, const Tally *tally);

#endif
