/* The report: one page of HTML that holds all it needs, about one or more runs,
 * tournaments, sweeps and ladders.
 *
 * The page itself is in report/: markup, style and scripts, which are built
 * into the program together with Chart.js. What is made here is the data it
 * shows, as JSON:
 *
 *   {"boardlab": version, "title": …, "entries": [entry, …]}
 *
 * where an entry has a "kind" (run, sweep, ladder, tune) and a "name". Those of
 * runs have their figures as a list of [scope, key, metric, value, low, high,
 * n], so that the page knows every figure there is. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_H

#include "analysis/metrics/run_metrics.h"

/* Writes the page about these folders. */
bool report_write(const char *const dirs[], int count,
                  const RunMetricsPlan *plan, const char *path, Error *error);

#endif
