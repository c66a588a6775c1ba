/* Stopping rules: "seat1=1%" stops a run as soon as the 95% interval of seat
 * 1's win rate extends at most 1 percentage point to either side of it. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H
#define BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H

#include "analysis/metrics/rate_name.h"
#include "analysis/stats/estimate.h"

typedef struct StoppingRule {
  RateName rate;
  double half; /* the half-width wanted */
} StoppingRule;

/* Parses seatK=X%, draw=X%, truncated=X% or forfeit=X%. */
bool stopping_rule_read(const char *text, int seats, StoppingRule *rule,
                        Error *error);

bool stopping_rule_met(const StoppingRule *rule, const Tally *tally);

/* The current estimate of the rule's rate. */
Estimate stopping_rule_rate(const StoppingRule *rule, const Tally *tally);

#endif
