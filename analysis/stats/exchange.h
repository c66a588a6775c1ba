/* An exchange test: do two players do equally well?
 *
 * If two players are equally strong, exchanging them changes nothing: the
 * results of a seating and of the same seating with the two exchanged are as
 * good as drawn from one pool. The test compares the points of one player less
 * those of the other with all ways to deal out the pooled results again, which
 * is a permutation test (Fisher 1935), stratified by the seats and opponents of
 * the two. It is exact, however few games there are: no model of strength, and
 * draws, seats and other players need no allowance. It holds, approximately,
 * also for players who are equally strong but play differently, because
 * seatings are equally frequent (Romano 1990).
 *
 * Where counting all ways would take too long, the normal approximation with
 * the same mean and variance takes over (Hoeffding 1951). An ExchangeTest
 * belongs to one thread. */
#ifndef BOARDLAB_ANALYSIS_STATS_EXCHANGE_H
#define BOARDLAB_ANALYSIS_STATS_EXCHANGE_H

#include <stdbool.h>
#include <stddef.h>

/* Seatings among which results may be exchanged, and kinds of results. What a
 * result of kind k counts in seating g is weight[g * kinds + k]; so many games
 * of seating g had it: games[g * kinds + k], not necessarily a whole number. */
typedef struct ExchangeStratum {
  int seatings, kinds;
  const double *games;
  const int *weight;
} ExchangeStratum;

/* Zero-initialize. */
typedef struct ExchangeTest {
  double sum, mean, variance; /* of the points, and as dealt out at random */
  bool approximate;           /* too many ways to count */
  bool failed;                /* out of memory */
  double *chance;             /* of each sum so far; `span` of them */
  size_t span;
  long base; /* the sum of chance[0] */
} ExchangeTest;

void exchange_add(ExchangeTest *test, const ExchangeStratum *stratum);

/* Frees the test. Its two-sided p-value, and the deviation of the points from
 * their mean in standard deviations; 1 and 0 if all results count the same. */
typedef struct Exchange {
  double p, z;
} Exchange;
Exchange exchange_end(ExchangeTest *test);

#endif
