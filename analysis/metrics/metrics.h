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

typedef struct Figure {
  const char *scope, *metric;
  char *key;
  Estimate is;
} Figure;

/* All zero is an empty one. */
typedef struct Figures {
  Figure *list;
  size_t count, room;
  bool failed; /* for want of memory: some are missing */
} Figures;

void figures_add(Figures *figures, const char *scope, const char *key,
                 const char *metric, Estimate is);
void figures_free(Figures *figures);

/* The figure of that name, or NULL. */
const Figure *figures_find(const Figures *figures, const char *scope,
                           const char *key, const char *metric);

/* As rows of CSV: scope,key,metric,value,low,high,n. */
bool figures_text(const Figures *figures, Text *text, Error *error);

/* The same in a file. */
bool figures_write(const Figures *figures, const char *path, Error *error);

#endif
