#include "analysis/metrics/metrics.h"

#include <math.h>
#include <stdlib.h>

static bool ensure_capacity(Metrics *m) {
  if (m->count < m->capacity)
    return true;
  size_t capacity = m->capacity ? 2 * m->capacity : 64;
  Metric *list = realloc(m->list, capacity * sizeof *list);
  if (!list)
    return false;
  m->list = list;
  m->capacity = capacity;
  return true;
}

void metrics_add(Metrics *m, const char *scope, const char *key,
                 const char *name, Estimate estimate) {
  char *copy = strdup(key);
  if (!copy || !ensure_capacity(m)) {
    free(copy);
    m->failed = true;
    return;
  }
  m->list[m->count++] =
      (Metric){.scope = scope, .name = name, .key = copy, .estimate = estimate};
}

void metrics_add_reason(Metrics *m, const char *scope, const char *key,
                        const char *name, Estimate estimate,
                        const char *reason) {
  size_t before = m->count;
  metrics_add(m, scope, key, name, estimate);
  if (m->count > before && !(m->list[before].reason = strdup(reason)))
    m->failed = true;
}

void metrics_free(Metrics *m) {
  for (size_t i = 0; i < m->count; i++)
    free(m->list[i].key), free(m->list[i].reason);
  free(m->list);
  *m = (Metrics){.list = NULL};
}

void metrics_drop_intervals(Metrics *m, size_t first) {
  size_t kept = first;
  for (size_t i = first; i < m->count; i++) {
    Metric metric = m->list[i];
    metric.estimate.low = metric.estimate.high = NAN;
    if (strcmp(metric.name, "win_rate_p") == 0)
      free(metric.key);
    else
      m->list[kept++] = metric;
  }
  m->count = kept;
}

const Metric *metrics_find(const Metrics *m, const char *scope, const char *key,
                           const char *name) {
  for (size_t i = 0; i < m->count; i++)
    if (strcmp(m->list[i].name, name) == 0 &&
        strcmp(m->list[i].scope, scope) == 0 &&
        strcmp(m->list[i].key, key) == 0)
      return &m->list[i];
  return NULL;
}
