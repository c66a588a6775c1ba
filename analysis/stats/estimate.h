/* Estimates with 95% intervals: rates, means, and ratios of totals.
 *
 * Rates have Wilson's score interval (Wilson 1927), means Student's t interval
 * (1908), ratios of totals the same of the ratio estimator (Cochran 1977,
 * chapter 6). Pure functions; any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_STATS_ESTIMATE_H
#define BOARDLAB_ANALYSIS_STATS_ESTIMATE_H

#include "core/run/tally.h"
#include <stdint.h>

/* The 97.5% quantile of the standard normal distribution: 95% of it lies within
 * this many standard deviations. */
#define Z95 1.959963984540054

/* An estimate, its 95% interval and the number of games behind it. Without an
 * interval, low and high are NaN; without games, the value is too. */
typedef struct Estimate {
  double value, low, high;
  uint64_t n;
} Estimate;

/* ---- rates: Wilson's interval --------------------------------------------*/

/* The rate count / n; estimate_none if n is 0. */
Estimate estimate_rate(uint64_t count, uint64_t n);

/* The same of games of a run, if so many of them say as much as one (see
 * schedule_alike), at the level of the look at the run. */
Estimate estimate_rate_alike(const Tally *tally, uint64_t count, uint64_t n,
                             double alike);

/* A rate `share` based on an effective sample size `games` > 0, which need not
 * be whole. The result's n is 0; the caller sets it. */
Estimate estimate_share_z(double share, double games, double z);

/* The mean m of numbers between 0 and 1 with this variance: Wilson's interval
 * of as many games as have the same variance if each is won or lost, so that it
 * is right near 0 and 1 as well. Unlike the normal interval it has a width even
 * if all numbers are equal. The result's n is 0. */
Estimate estimate_bounded_mean_z(double mean, double variance, double games,
                                 double z);

/* ---- means: Student's t interval -----------------------------------------*/

/* A mean of n numbers with standard deviation `sd`: exact for normal numbers,
 * approximate for others. No interval if n < 2 or if all numbers are equal,
 * which says nothing about how far others may lie from them. */
Estimate estimate_mean(double mean, double sd, uint64_t n);

/* Widens the interval of a mean of estimate.n numbers to the level of a look
 * (look_alpha). */
Estimate estimate_mean_look(Estimate estimate, int raised);

/* Deviations of numbers from their mean, to tell whether they support an
 * interval of it. Zero-initialize. */
typedef struct Deviations {
  double n, squares, fourths;
} Deviations;

/* Adds a deviation that this many numbers have. */
void deviations_add(Deviations *deviations, double deviation, double times);

/* The mean of numbers that can be arbitrarily large has an interval only if the
 * sample can be trusted to have seen what makes it up.
 *
 * - A rare event that has not occurred in n games may still have a probability
 *   of 3/n (rule of three), whatever the sample looks like. With MEAN_GAMES of
 *   them, one that occurs in 1% of games is missing in 5% of samples.
 * - (Σd²)² / Σd⁴ is the number of games that make up the variance: n/3 of
 * normal numbers, and as many as the rare events if these dominate it. If it is
 *   small, Student's interval is too short, most of all where the mean is too
 *   low because few of the events occurred. With MEAN_PARTS of them it is wrong
 *   in about 5% of samples, also with heavy tails (referee_lengths,
 *   referee_margins).
 *
 * `alike`: so many games say as much as one (schedule_alike). */
enum { MEAN_GAMES = 300, MEAN_PARTS = 20 };
bool deviations_support_mean(const Deviations *deviations, double alike);

/* How many times as wide Student's interval must be: 1 if they support it, more
 * if few of them make up the variance, infinite if they are too few. For
 * differences of means, which may be clear even so. */
double deviations_stretch(const Deviations *deviations, double alike);

/* Why they do not, for a sentence. */
const char *deviations_objection(double n, double alike);

/* The mean, NaN if there are none, and the standard deviation of nonnegative
 * integers. */
Estimate moments_mean(const Moments *moments);
double moments_sd(const Moments *moments);

/* The mean, NaN if there are none, and the standard deviation of integers. */
double signed_moments_mean(const SignedMoments *moments);
double signed_moments_sd(const SignedMoments *moments);

/* Sums of real numbers, for their mean. Zero-initialize. */
typedef struct Sums {
  uint64_t n;
  double sum, squares;
} Sums;

void sums_add(Sums *sums, double number);
/* NaN if there are none. */
Estimate sums_mean(const Sums *sums);

/* ---- ratios of totals ----------------------------------------------------*/

/* Sums over games of two numbers per game, x and y, for the ratio of their
 * totals. A game is one observation: its plies are not independent, so a rate
 * per ply must not treat each ply as an observation. Zero-initialize. */
typedef struct Pairs {
  uint64_t n;
  double x, y, xx, xy, yy;
} Pairs;

void pairs_add(Pairs *pairs, double x, double y);
/* NaN if the total of y is 0. */
Estimate estimate_ratio(const Pairs *pairs);

/* The same with Fieller's interval (1954), which is not symmetric: for a total
 * of y that is itself uncertain. None if y may be 0. */
Estimate estimate_ratio_fieller(const Pairs *pairs);

/* ---- any estimate --------------------------------------------------------*/

/* Nothing was measured: no value, no interval, n is 0. */
Estimate estimate_none(void);

/* A number without an interval. */
Estimate estimate_plain(double value, uint64_t n);
bool estimate_has_interval(Estimate estimate);

/* Clips the interval to the possible range: a rate lies between 0 and 1. */
Estimate estimate_clamp(Estimate estimate, double min, double max);

double estimate_half_width(Estimate estimate);

/* Makes the interval so many times as wide, on either side of the value. */
Estimate estimate_widen(Estimate estimate, double factor);

#endif
