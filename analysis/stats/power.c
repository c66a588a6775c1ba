#include "analysis/stats/power.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/estimate.h"
#include <math.h>

/* How many standard errors from 0 a difference must be. */
static double errors(double power) {
  return Z95 + normal_quantile(power);
}

double power_games(double variance, double difference, double power) {
  double ratio = errors(power) / difference;
  return variance * ratio * ratio;
}

double power_detectable(double variance, double games, double power) {
  return errors(power) * sqrt(variance / games);
}

double power_side_variance(double neither, double difference) {
  return 1 - neither - difference * difference;
}

/* The variance depends on the difference, so this solves
 * games d² = errors² (1 − neither − d²) for d. */
double power_detectable_sides(double neither, double games, double power) {
  double k = errors(power) * errors(power);
  return fmin(sqrt(k * (1 - neither) / (games + k)), 1 - neither);
}
