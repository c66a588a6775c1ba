#include "analysis/stats/multiple.h"

#include <math.h>

/* The smallest p-value that is not yet adjusted, or -1 if there is none. Those
 * that are have their sign bit set. */
static int find_smallest(const double p[], int count) {
  int smallest = -1;
  for (int i = 0; i < count; i++)
    if (!isnan(p[i]) && !signbit(p[i]) && (smallest < 0 || p[i] < p[smallest]))
      smallest = i;
  return smallest;
}

/* The smallest of m is multiplied by m, the next by m − 1, and so on; none
 * becomes smaller than the one before it. */
void holm_adjust(double p[], int count) {
  int tests = 0;
  for (int i = 0; i < count; i++)
    tests += !isnan(p[i]);
  double adjusted = 0;
  for (; tests > 0; tests--) {
    int i = find_smallest(p, count);
    adjusted = fmin(fmax(adjusted, tests * p[i]), 1);
    p[i] = -adjusted;
  }
  for (int i = 0; i < count; i++)
    p[i] = isnan(p[i]) ? p[i] : fabs(p[i]);
}
