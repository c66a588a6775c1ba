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

double power_side_variance(double neither, double difference) {
  return 1 - neither - difference * difference;
}
