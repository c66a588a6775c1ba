/* Distributions behind the intervals and tests. Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_DISTRIBUTION_H
#define BOARDLAB_ANALYSIS_STATS_DISTRIBUTION_H

#include <stddef.h>
#include <stdint.h>

/* The probability that a standard normal variable is below x. */
double normal_cdf(double x);

/* The quantile of the standard normal distribution for 0 < p < 1. */
double normal_quantile(double p);

/* The quantile of Student's t distribution (Student 1908) with `freedom` > 0
 * degrees of freedom, for 0 < p < 1. */
double student_quantile(double p, double freedom);

/* The probability that a variable with Student's t distribution is x > 0 or
 * more. */
double student_tail(double x, double freedom);

/* The probability that an F variable (Fisher and Snedecor) with these degrees
 * of freedom is x or more. */
double f_tail(double x, double freedom, double denominator);

/* The probability that a beta variable with parameters a, b >= 0 is below x;
 * with a = 0 it is the constant 0, with b = 0 the constant 1. */
double beta_cdf(double x, double a, double b);

/* The logarithm of n over k. */
double log_choose(double n, double k);

/* The probability that at least `count` of n independent games have an outcome
 * of probability p. */
double binomial_at_least(uint64_t count, uint64_t n, double p);

/* How often an interval may miss, or a test find what is not there: 0.05. If
 * the games were complete before and were then given more, `raised` times, it
 * is less, 0.05 / look³ at that look: a run that is looked at again and again
 * shows something by chance sooner or later. All looks after the first add up
 * to 0.0101, however many there are. */
double look_alpha(int raised);

/* A p-value that allows for the looks before: p times look³, at most 1. */
double look_p(int raised, double p);

/* The half-width, in standard deviations, at which this many intervals all hold
 * at once at that level (Bonferroni). For a single one at the first look it is
 * Z95. */
double look_z(int raised, int intervals);

/* The same at the first look. */
double bonferroni_z(int intervals);

/* The probability that a chi-square variable with `freedom` >= 1 degrees of
 * freedom, which need not be whole, is x or more: the p-value of a chi-square
 * test. */
double chi_square_tail(double x, double freedom);

/* Replaces p-values, one in every `step` bytes, by those that Holm's step-down
 * procedure (Holm 1979) adjusts for the number of tests: to claim what has an
 * adjusted p-value below 0.05 makes a false claim in at most 5% of such
 * families, however the tests depend on each other. NaN stands for a test that
 * was not made; it stays NaN and counts for nothing. */
void holm_adjust(double *p, int count, size_t step);

/* The same where a test may count as part of one, so much as its weight says
 * (Holm 1979, weighted): tests of which only one could be made otherwise share
 * a weight of 1, and do not take more from the others than one does. */
void holm_adjust_weighted(double p[], const double weight[], int count);

#endif
