/* How fair a game is: what the sides' wins say, and how surely.
 *
 * A side is a seat, or a team of seats. Draws, games cut off and forfeits are
 * nobody's wins; they are never added to each other. analysis/README.md has the
 * formulas. Pure functions of the counts. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BALANCE_H
#define BOARDLAB_ANALYSIS_METRICS_BALANCE_H

#include "analysis/stats/estimate.h"

/* The share of games that a side has won. */
Estimate balance_side(const Tally *tally, int side);

/* How much more often one side wins than another, or than others on average. */
Estimate balance_difference(const Tally *tally, int side, int other);
Estimate balance_advantage(const Tally *tally, int side);

/* The largest difference between two sides; and balance, 1 less that. */
Estimate balance_gap(const Tally *tally);
Estimate balance_index(const Tally *tally);

/* How even the wins are shared: 1 if all sides win equally often, 0 if one wins
 * always. Over games that one side won alone. */
Estimate balance_entropy(const Tally *tally);

/* What it is worth to be a side, in Elo: 400 points are odds of ten to one
 * against the average of the others. Over games that were won or drawn, of
 * which shared ones are shared out. Infinite if it won all or none; so is one
 * end of its interval then. */
Estimate balance_elo(const Tally *tally, int side);

/* Whether sides that are equal could well have won so unequally: chi-square
 * over games that one side won alone, and the probability of that much or more.
 */
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
