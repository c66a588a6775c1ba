/* Balance: how evenly the sides win, with intervals and a test.
 *
 * A side is a seat, or a team of seats. Draws, truncated games and forfeits are
 * three different outcomes, and none of them is a win. analysis/README.md has
 * the formulas. Pure functions of the counts. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BALANCE_H
#define BOARDLAB_ANALYSIS_METRICS_BALANCE_H

#include "analysis/stats/estimate.h"

/* Games with a result: won, alone or with others, or drawn. */
uint64_t balance_decided(const Tally *tally);

/* The share of all games without a result: truncated or forfeited. */
Estimate balance_undecided(const Tally *tally);

/* If a larger share of the games has no result, nothing is called fair. */
#define UNDECIDED_LARGE 0.05

/* The live sides, those with a seat that moved in some game of the run, in
 * ascending order; returns how many. */
int balance_sides(const Tally *tally, int side[SEATS_MAX]);

/* The share of games won by a side. */
Estimate balance_side(const Tally *tally, int side);

/* A side's win rate minus that of another side. */
Estimate balance_difference(const Tally *tally, int side, int other);
/* The same with an interval of z standard errors. */
Estimate balance_difference_z(const Tally *tally, int side, int other,
                              double z);

/* A side's win rate minus the mean win rate of the other sides. For side 0 this
 * is the first-player advantage. */
Estimate balance_advantage(const Tally *tally, int side);

/* The gap: the largest difference between the win rates of two sides. */
Estimate balance_gap(const Tally *tally);

/* Balance: 1 minus the gap. */
Estimate balance_index(const Tally *tally);

/* The normalized entropy of the wins: 1 if all sides win equally often, 0 if
 * one side wins always. Over games won by a single side. */
Estimate balance_entropy(const Tally *tally);

/* The advantage of a side in Elo, where 400 points are odds of ten to one
 * against the average of the others. Over games won or drawn; sides that draw
 * or share a win split the point. Infinite, like one end of its interval, if
 * the side won all or none. */
Estimate balance_elo(const Tally *tally, int side);

/* Pearson's chi-square test of the hypothesis that all sides win equally often,
 * over games won by a single side. */
typedef struct ChiSquare {
  double value, p;
  int freedom;
  uint64_t n;
} ChiSquare;
ChiSquare balance_test(const Tally *tally);

/* The sides that win most and least often. */
int balance_best(const Tally *tally);
int balance_worst(const Tally *tally);

#endif
