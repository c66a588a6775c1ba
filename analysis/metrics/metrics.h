/* Figures: all that is found out about a run, in one plain list.
 *
 * A figure has a scope (the run, a seat, a ply), a key in it ("2", "b2"), a
 * metric ("win_rate") and an estimate. The list is what the CSV files hold,
 * what Lua gets and what the report draws, so a new figure is in all of them
 * once it is added here. The list owns its keys; scopes and metrics are
 * constants. */
#ifndef BOARDLAB_ANALYSIS_METRICS_METRICS_H
#define BOARDLAB_ANALYSIS_METRICS_METRICS_H

#include "analysis/stats/estimate.h"
#include "core/base/csv.h"

typedef struct Metric {
  const char *scope, *metric;
  char *key;
  Estimate is;
} Metric;

/* All zero is an empty one. */
typedef struct Metrics {
  Metric *list;
  size_t count, room;
  bool failed; /* for want of memory: some are missing */
} Metrics;

void metrics_add(Metrics *metrics, const char *scope, const char *key,
                 const char *metric, Estimate is);
void metrics_free(Metrics *metrics);

/* The figure of that name, or NULL. */
const Metric *metrics_find(const Metrics *metrics, const char *scope,
                           const char *key, const char *metric);

/* As rows of CSV: scope,key,metric,value,low,high,n. */
bool metrics_csv(const Metrics *metrics, Text *text, Error *error);

/* The same in a file. */
bool metrics_write(const Metrics *metrics, const char *path, Error *error);

#endif
