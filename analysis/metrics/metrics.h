/* Metrics: everything measured of a run, as one flat list.
 *
 * A metric has a scope ("run", "seat", "ply" ...), a key within the scope (a
 * seat's number, a cell's name; "" for the run), a name ("win_rate") and an
 * estimate. `boardlab stats`, Lua and the data of the report have the whole
 * list; summary.csv has what the tally tells, without the moves.
 *
 * The list owns the keys and reasons; scopes and names must be string literals.
 * A list belongs to one thread at a time. */
#ifndef BOARDLAB_ANALYSIS_METRICS_METRICS_H
#define BOARDLAB_ANALYSIS_METRICS_METRICS_H

#include "analysis/result/result_table.h"

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

/* Appends a metric. If memory runs out it sets `failed`. */
void metrics_add(Metrics *metrics, const char *scope, const char *key,
                 const char *name, Estimate estimate);
/* The same with a reason. */
void metrics_add_reason(Metrics *metrics, const char *scope, const char *key,
                        const char *name, Estimate estimate,
                        const char *reason);
void metrics_free(Metrics *metrics);

/* Removes the intervals of all metrics from `first` on, and the p-values of
 * first moves: they are of independent games. */
void metrics_drop_intervals(Metrics *metrics, size_t first);

/* Returns the metric, or NULL if the list does not have it. */
const Metric *metrics_find(const Metrics *metrics, const char *scope,
                           const char *key, const char *name);

/* A row for each metric, which fails if the list does; and one alone. */
void metrics_table(const Metrics *metrics, ResultTable *table);
void metrics_row(const Metrics *metrics, const Metric *metric,
                 ResultTable *table);

/* A metric as people read it, and its interval: by its name it is a rate, a
 * p-value, a rating or a number with so many digits. The list knows the ply
 * limit, beyond which lengths are infinite. */
Shown metric_value(const Metrics *metrics, const Metric *metric);
Shown metric_interval(const Metric *metric);
/* By how much it has changed, with the interval: shares in points. */
Shown metric_change(const Metric *metric, Estimate by);

#endif
