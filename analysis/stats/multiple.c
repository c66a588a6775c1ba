#include "analysis/stats/multiple.h"

#include <math.h>

static double *p_at(double *p, int i, size_t step) {
  return (double *)(void *)((char *)p + (size_t)i * step);
}

/* The smallest p-value that is not yet adjusted. Those that are have their sign
 * bit set. */
static double *find_smallest(double *p, int count, size_t step) {
  double *smallest = NULL;
  for (int i = 0; i < count; i++) {
    double *one = p_at(p, i, step);
    if (!isnan(*one) && !signbit(*one) && (!smallest || *one < *smallest))
      smallest = one;
  }
  return smallest;
}

/* The smallest of m is multiplied by m, the next by m − 1, and so on; none
 * becomes smaller than the one before it. */
void holm_adjust(double *p, int count, size_t step) {
  int tests = 0;
  for (int i = 0; i < count; i++)
    tests += !isnan(*p_at(p, i, step));
  double adjusted = 0;
  for (; tests > 0; tests--) {
    double *smallest = find_smallest(p, count, step);
    adjusted = fmin(fmax(adjusted, tests * *smallest), 1);
    *smallest = -adjusted;
  }
  for (int i = 0; i < count; i++)
    if (!isnan(*p_at(p, i, step)))
      *p_at(p, i, step) = fabs(*p_at(p, i, step));
}
