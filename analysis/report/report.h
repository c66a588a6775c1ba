/* The report: one self-contained HTML page about one or more runs, tournaments,
 * sweeps, ladders and tunings.
 *
 * The page itself (markup, style, scripts and Chart.js) is compiled into the
 * program. The C code here only writes the data that the page shows, as JSON:
 *
 *   {"boardlab": version, "date": …, "comparison": …, "entries": [entry, …]}
 *
 * The comparison is null for a single entry. Each entry has a "kind" (run,
 * sweep, ladder, tune), a "name", and a "head" (report_head.h). The entry of a
 * run has its "metrics" as a list of [scope, key, metric, value, low, high, n],
 * the columns of summary.csv, so that the page has every metric there is.
 */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_H

#include "analysis/metrics/run_metrics.h"
#include "core/base/text.h"

/* Makes a page about these folders. On success the caller frees page->bytes.
 * Any thread may do so, several at a time. */
bool report_make(const char *const dirs[], int count,
                 const RunMetricsPlan *plan, Text *page, Error *error);

/* Writes a page about these folders to `path`. Replaces a page that is there,
 * or an empty file, but no other. */
bool report_write(const char *const dirs[], int count,
                  const RunMetricsPlan *plan, const char *path, Error *error);

#endif
