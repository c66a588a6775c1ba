/* Balance: how evenly the sides win, with intervals and a test.
 *
 * A side is a seat, or a team of seats; a side that games go on without is
 * dead, and no side here (balance_sides). Everything is over the decided games,
 * those won or drawn: truncated games and forfeits say nothing about who would
 * have won. Without a decided game, or in games for one side, the estimates are
 * estimate_none. analysis/statistics.md has the formulas. Pure functions of the
 * counts. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BALANCE_H
#define BOARDLAB_ANALYSIS_METRICS_BALANCE_H

#include "analysis/stats/estimate.h"

/* Games with a result: won, alone or with others, or drawn. */
uint64_t balance_decided(const Tally *tally);

/* The share of all games without a result: truncated or forfeited. */
Estimate balance_undecided(const Tally *tally);

/* If a larger share of the games has no result, nothing is called fair. */
#define UNDECIDED_LARGE 0.05

/* The live sides in ascending order; returns how many. A side is dead if none
 * of its seats ever moved, it never won, two others did, and games went on past
 * its turn: on average they have more turns, which rolls are not, than there
 * are seats that moved. */
int balance_sides(const Tally *tally, int side[SEATS_MAX]);

/* Whether each seat has a bot of its own, so that nobody can tell whether a
 * difference is due to the seats or the bots. */
bool balance_is_confounded(const Schedule *schedule);

/* The design effect of games that share their opening (Kish 1965): how many
 * games of this run say as much about the seats as one with an opening of its
 * own, 1 or more. Pairs of games are compared if there are many; otherwise it
 * is the most that is possible. */
double balance_design_effect(const Tally *tally);

/* The share of all games won by a side, and of the decided games. */
Estimate balance_side(const Tally *tally, int side);
Estimate balance_rate(const Tally *tally, int side);

/* A side's win rate minus that of another side, with an interval of z standard
 * errors. */
Estimate balance_difference_z(const Tally *tally, int side, int other,
                              double z);

/* A side's win rate minus the mean win rate of the other live sides. For the
 * first live side this is the first-player advantage. */
Estimate balance_advantage(const Tally *tally, int side);

/* The gap: the largest difference between the win rates of two sides. */
Estimate balance_gap(const Tally *tally);

/* What it is, for people. */
#define BALANCE_SAY                                                            \
  "100% minus the largest difference between the win rates of two sides, "     \
  "over the games that were won or drawn. 100% is fair. Truncated and "        \
  "forfeited games have no result."

/* Balance: 1 minus the gap. */
Estimate balance_index(const Tally *tally);

/* The pair of sides that is best shown to differ, side `ahead` of side
 * `behind`, and their difference with an interval that holds for all pairs at
 * once: whether its lower end is above 0 is an exact test of whether any side
 * has an advantage. There must be two live sides. */
Estimate balance_pair(const Tally *tally, int *ahead, int *behind);

/* Whether that would still show a side to be ahead of another if the other had
 * won all games without a result. */
bool balance_is_ahead(const Tally *tally, int ahead, int behind);

/* The upper end of the gap, whoever would have won the games without a result.
 */
double balance_largest_gap(const Tally *tally);

/* The smallest difference between two sides that this many decided games, of
 * which as many told the two apart, would have shown with a power of 80%. NaN
 * if they are too few to show any. There must be two live sides. */
double balance_detectable(const Tally *tally);

/* The normalized entropy of the points, which sides that draw or share a win
 * split: 1 if all sides have equally many, 0 if one has them all. */
Estimate balance_entropy(const Tally *tally);

/* A side's share of these points. */
Estimate balance_share(const Tally *tally, int side);

/* The advantage of a side in Elo, where 400 points are odds of ten to one
 * against the average of the others, from the same points. Infinite, like one
 * end of its interval, if the side has all or none. */
Estimate balance_elo(const Tally *tally, int side);

/* The test of the hypothesis that all live sides win equally often. */
typedef struct BalanceTest {
  const char *name; /* "sign test", "chi-square test", … */
  double chi_square, freedom, p;
  uint64_t n;
} BalanceTest;
BalanceTest balance_test(const Tally *tally);

#endif
