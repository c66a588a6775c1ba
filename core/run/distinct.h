/* Counts distinct games without keeping them: a sketch of their hashes.
 *
 * It keeps the DISTINCT_KEPT least hashes that it was given, each once
 * (bottom-k sketch: Bar-Yossef et al. 2002, Beyer et al. 2007). Fewer than that
 * are counted exactly. Of more, the hashes being uniformly distributed, the
 * largest one kept says how dense they lie.
 *
 * A sketch depends on the set of hashes alone, not on their order or on how
 * often each was added. Zero-initialize. */
#ifndef BOARDLAB_CORE_RUN_DISTINCT_H
#define BOARDLAB_CORE_RUN_DISTINCT_H

#include <stdbool.h>
#include <stdint.h>

enum { DISTINCT_KEPT = 64 };

typedef struct Distinct {
  int count;
  uint64_t least[DISTINCT_KEPT]; /* `count` hashes, ascending */
} Distinct;

/* Adds a hash that is among the least so far. */
void distinct_insert(Distinct *distinct, uint64_t hash);

static inline void distinct_add(Distinct *distinct, uint64_t hash) {
  if (distinct->count < DISTINCT_KEPT ||
      hash < distinct->least[DISTINCT_KEPT - 1])
    distinct_insert(distinct, hash);
}

/* How many distinct hashes were added. *exact (or NULL) is whether that is
 * certain; otherwise it is an estimate with a standard error of 13%.
 */
uint64_t distinct_count(const Distinct *distinct, bool *exact);

/* The part of all hashes that is not above the largest one kept, from 0 to 1.
 */
double distinct_range(const Distinct *distinct);

#endif
