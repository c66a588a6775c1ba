/* Many tests at once: p-values adjusted so that the probability of any false
 * claim among them is at most 5%. Pure functions; any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_STATS_MULTIPLE_H
#define BOARDLAB_ANALYSIS_STATS_MULTIPLE_H

#include <stddef.h>

/* Replaces p-values, one in every `step` bytes, by those that Holm's step-down
 * procedure (Holm 1979) adjusts for the number of tests: to claim what has an
 * adjusted p-value below 0.05 makes a false claim in at most 5% of such
 * families, however the tests depend on each other. NaN stands for a test that
 * was not made; it stays NaN and counts for nothing. */
void holm_adjust(double *p, int count, size_t step);

#endif
