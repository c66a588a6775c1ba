/* Assertions about estimates and their intervals. `what` is for the message. */
#ifndef BOARDLAB_TESTS_SUPPORT_ANALYSIS_ESTIMATES_H
#define BOARDLAB_TESTS_SUPPORT_ANALYSIS_ESTIMATES_H

#include "analysis/stats/estimate.h"

/* NaN is near itself, and infinity too. */
void assert_near(const char *what, double is, double should);
void assert_interval(const char *what, Estimate is, double low, double high);
void assert_estimate(const char *what, Estimate is, double value, double low,
                     double high);
void assert_same(const char *what, Estimate is, Estimate should);

/* For results of R: to an absolute tolerance, 1e-9 for estimates. */
typedef struct Wanted {
  double value, low, high;
} Wanted;

void assert_within(const char *what, double is, double should,
                   double tolerance);
void assert_wanted(const char *what, Estimate is, Wanted should);
void assert_no_interval(Estimate e);

/* The mean with Student's interval, computed by its definition. */
Estimate slow_mean(const double x[], int n);

#endif
