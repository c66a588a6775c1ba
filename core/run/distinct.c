#include "core/run/distinct.h"

#include "core/base/number.h"
#include <math.h>
#include <string.h>

void distinct_insert(Distinct *d, uint64_t hash) {
  int at = (int)number_place(d->least, (size_t)d->count, hash);
  if (at == DISTINCT_KEPT || (at < d->count && d->least[at] == hash))
    return;
  if (d->count < DISTINCT_KEPT)
    d->count++;
  memmove(&d->least[at + 1], &d->least[at],
          (size_t)(d->count - 1 - at) * sizeof *d->least);
  d->least[at] = hash;
}

double distinct_range(const Distinct *d) {
  return d->count ? ldexp((double)d->least[d->count - 1] + 1, -64) : 0;
}

uint64_t distinct_count(const Distinct *d, bool *exact) {
  bool all = d->count < DISTINCT_KEPT;
  if (exact)
    *exact = all;
  if (all)
    return (uint64_t)d->count;
  double estimate = (DISTINCT_KEPT - 1) / distinct_range(d);
  return (uint64_t)fmax(round(estimate), DISTINCT_KEPT);
}
