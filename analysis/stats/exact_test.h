/* Exact tests of equal rates, for any number of games. Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_EXACT_TEST_H
#define BOARDLAB_ANALYSIS_STATS_EXACT_TEST_H

#include <stdint.h>

/* The two-sided sign test: the probability that of one + other fair coins,
 * heads or tails come up at least as often as the larger of both numbers.
 * Without any it is 1. For matched pairs of outcomes this is the exact test of
 * McNemar (1947). */
double sign_test(uint64_t one, uint64_t other);

/* The probability that a sign test of n coins, whose heads have this chance,
 * finds at the level alpha that heads are more frequent. */
double sign_test_power(uint64_t n, double alpha, double chance);

/* The chance of heads, above one half, that a sign test of n coins at the level
 * alpha finds with this power. NaN if n coins are too few to find any. */
double sign_test_detectable(uint64_t n, double alpha, double power);

/* The exact multinomial test of equally likely classes: the probability that
 * Pearson's chi-square is at least that of these counts. It enumerates the
 * partitions of their sum, which must be at most MULTINOMIAL_MAX per class. */
enum { MULTINOMIAL_MAX = 5 };
double multinomial_test(const uint64_t count[], int classes);

/* Fisher's exact test of two rates (Fisher 1922): the p-value of `part_count`
 * of `part` games, if among all games, of which these are a part, the rate is
 * count / n: the probability that so many games chosen at random among the n
 * have a number that is no more likely than this one. Exact for any number of
 * games. 1 if the part is everything or nothing. */
double fisher_exact(uint64_t part_count, uint64_t part, uint64_t count,
                    uint64_t n);

#endif
