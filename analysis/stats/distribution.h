/* Distributions that intervals and tests are made from. Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_DISTRIBUTION_H
#define BOARDLAB_ANALYSIS_STATS_DISTRIBUTION_H

/* The point below which a standard normal number stays with probability p,
 * which is between 0 and 1. */
double normal_quantile(double p);

/* How far from the middle so many intervals must reach, in standard deviations,
 * so that all of them hold with 95% (Bonferroni). For one it is Z95. */
double bonferroni_z(int intervals);

/* The probability that chi-square with so many degrees of freedom, at least 1,
 * is x or more. */
double chi_square_tail(double x, int freedom);

#endif
