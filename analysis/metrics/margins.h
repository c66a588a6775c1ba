/* The metrics of scores, from the tally of a run alone. The margin of a game is
 * the score of side 1 minus the highest score of the other sides. They are
 * about the games that were won or drawn. Pure functions; the tally is one of a
 * game that has scores. */
#ifndef BOARDLAB_ANALYSIS_METRICS_MARGINS_H
#define BOARDLAB_ANALYSIS_METRICS_MARGINS_H

#include "analysis/metrics/metrics.h"
#include "analysis/metrics/verdict.h"

/* The mean score of a seat, without an interval, and the mean margin, with one
 * if the games support it (estimate.h); no value without such games. */
Estimate margins_score(const Tally *tally, int seat);
Estimate margins_mean(const Tally *tally);

/* Whether the games support the interval of a mean margin, if so many say as
 * much as one (deviations_support_mean). */
bool margins_support_mean(const Tally *tally, double alike);

/* The standard deviation of the margin; 0 with fewer than two games. */
double margins_sd(const Tally *tally);

/* Adds the metrics of summary.csv. */
void margins_metrics(const Tally *tally, Metrics *metrics);

/* Adds the share of games by margin, for the report: the key of a row is the
 * least margin it counts; the run's margin_step is how many points it spans,
 * and its margin_exact is 1 if no game has another margin than these. */
void margins_histogram(const Tally *tally, Metrics *metrics);

/* Adds a sentence on which side scores more on average; or more often, if the
 * games do not support a mean. */
void verdict_margins(const Run *run, Sentences *sentences);

#endif
