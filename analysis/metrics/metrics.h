/* Metrics: everything measured of a run, as one flat list.
 *
 * A metric has a scope ("run", "seat", "ply" ...), a key within the scope (a
 * seat's number, a cell's name; "" for the run), a name ("win_rate") and an
 * estimate. summary.csv, `boardlab stats`, Lua and the report all read this
 * list, so a metric added to it appears in all of them.
 *
 * The list owns the keys and reasons; scopes and names must be string literals.
 * A list belongs to one thread at a time. */
#ifndef BOARDLAB_ANALYSIS_METRICS_METRICS_H
#define BOARDLAB_ANALYSIS_METRICS_METRICS_H

#include "analysis/stats/estimate.h"
#include "core/base/csv.h"

typedef struct Metric {
  const char *scope, *name;
  char *key;
  Estimate estimate;
  char *reason; /* why it has no value, or this one; or NULL */
} Metric;

/* Zero-initialize for an empty list. */
typedef struct Metrics {
  Metric *list;
  size_t count, capacity;
  bool failed; /* out of memory: some metrics are missing */
} Metrics;

/* Appends a metric. If memory runs out it sets `failed`, which metrics_csv and
 * metrics_write report. */
void metrics_add(Metrics *metrics, const char *scope, const char *key,
                 const char *name, Estimate estimate);
/* The same with a reason. */
void metrics_add_reason(Metrics *metrics, const char *scope, const char *key,
                        const char *name, Estimate estimate,
                        const char *reason);
/* The same of a metric without a value. */
void metrics_add_missing(Metrics *metrics, const char *scope, const char *key,
                         const char *name, const char *reason);
void metrics_free(Metrics *metrics);

/* Removes the intervals of all metrics from `first` on, and the p-values of
 * first moves: they are of independent games. */
void metrics_drop_intervals(Metrics *metrics, size_t first);

/* Returns the metric, or NULL if the list does not have it. */
const Metric *metrics_find(const Metrics *metrics, const char *scope,
                           const char *key, const char *name);

/* Appends the list as CSV, header first: METRICS_HEADER. */
#define METRICS_HEADER "scope,key,metric,value,low,high,n,reason"
bool metrics_csv(const Metrics *metrics, Text *text, Error *error);

/* Writes that CSV to a file, replacing it atomically. */
bool metrics_write(const Metrics *metrics, const char *path, Error *error);

/* Appends ",value,low,high" to a CSV row in which the caller has reserved
 * 3 * TEXT_REAL_MAX bytes. NaN becomes an empty field. */
void estimate_csv(Text *text, Estimate estimate, int decimals);

#endif
