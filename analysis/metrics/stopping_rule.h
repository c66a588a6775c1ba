/* Stopping rules, which end a run as soon as it has enough games:
 *
 *   seat1=1%                 the 95% interval of seat 1's win rate extends at
 *                            most 1 percentage point to either side of it
 *   margin=0.5               the same of the mean margin and half a point
 *   sprt:elo0=0,elo1=20      a sequential test (sprt.h) between two bots has
 *                            accepted one of its hypotheses */
#ifndef BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H
#define BOARDLAB_ANALYSIS_METRICS_STOPPING_RULE_H

#include "analysis/metrics/rate_name.h"
#include "analysis/stats/estimate.h"
#include "analysis/stats/sprt.h"
#include "core/run/run.h"

typedef struct StoppingRule {
  bool is_sprt, is_margin;
  RateName rate; /* of the others */
  double half;   /* the half-width wanted */
  Sprt sprt;
} StoppingRule;

/* Parses seatK=X%, draw=X%, truncated=X%, forfeit=X%, margin=X, or "sprt:"
 * followed by what sprt_read reads. A test needs a match between two bots, and
 * the margin a game that has scores. */
bool stopping_rule_read(const char *text, const Schedule *schedule,
                        StoppingRule *rule, Error *error);

/* Writes the rule of a test, with all its values. */
enum { STOPPING_TEXT = SPRT_TEXT + 8 };
void stopping_rule_write_sprt(const Sprt *sprt, char text[STOPPING_TEXT]);

/* A rule on the margin is not met before the games support its interval. */
bool stopping_rule_met(const StoppingRule *rule, const Tally *tally);

/* Whether a test decides when the run ends, or did before it was given more
 * games; it is then `sprt`. p-values for a fixed number of games do not allow
 * for that. */
bool stopping_rule_sprt(const Run *run, Sprt *sprt);

/* A guess at how many times as many games meet the rule; at least 1, and
 * infinite while there is no interval. */
double stopping_rule_ratio(const StoppingRule *rule, const Tally *tally);

#endif
