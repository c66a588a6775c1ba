/* When a run has enough games: "seat1=1%" stops it as soon as the 95% interval
 * of the rate at which seat 1 wins is no wider than 1 point to either side. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H
#define BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H

#include "analysis/metrics/rate_name.h"
#include "analysis/stats/estimate.h"

typedef struct StoppingRule {
  RateName rate;
  double half; /* the half-width wanted */
} StoppingRule;

/* Reads seatK=X% or draw=X%, truncated=X%, forfeit=X%. */
bool stopping_rule_read(const char *text, int seats, StoppingRule *until,
                        Error *error);

bool stopping_rule_met(const StoppingRule *until, const Tally *tally);

/* The rate as it is. */
Estimate stopping_rule_rate(const StoppingRule *until, const Tally *tally);

#endif
