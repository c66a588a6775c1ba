/* Ratings: the strength of players and the advantage of each side, fitted
 * together to the results of games by maximum likelihood.
 *
 * Side s, played by player p(s), wins with probability
 *
 *     exp(r[p(s)] + a[s]) / sum over all sides t of exp(r[p(t)] + a[t])
 *
 * where r is a player's strength and a a side's advantage. With two sides this
 * is the model of Bradley and Terry (1952) with a first-move advantage, with
 * more it is the conditional logit (McFadden 1974). Only differences matter, so
 * the ratings sum to zero over the players, and the advantages over the sides.
 * The intervals come from the observed information, the curvature of the
 * likelihood at its maximum, and assume independent games.
 *
 * The data belong to the caller and are only read. Nothing is allocated, and
 * equal data give equal bits. Any thread may call this; it needs about 60 KB of
 * stack. */
#ifndef BOARDLAB_ANALYSIS_STATS_RATINGS_H
#define BOARDLAB_ANALYSIS_STATS_RATINGS_H

#include "core/base/error.h"
#include "core/game/game.h"
#include <stdbool.h>

enum { RATED_MAX = 64 }; /* players */

/* In Elo, where 400 points are odds of ten to one, with a 95% interval. */
typedef struct Rating {
  double value, low, high;
} Rating;

typedef struct Ratings {
  Rating player[RATED_MAX];
  Rating side[SEATS_MAX]; /* its advantage; 0 in a fair game */
} Ratings;

/* A contest is any number of games with the same seating. Its entries in the
 * two arrays start at contest * sides. Splitting the games of a seating into
 * several contests makes no difference. */
typedef struct RatingData {
  int players, sides, contests;
  const int *player;    /* of each side; one player may play several sides */
  const double *points; /* games won; a draw or a shared win is split evenly */

  /* Adds this many drawn games, not necessarily whole, between each player and
   * an imaginary one of strength 0, and likewise for each side. A prior above 0
   * keeps the ratings finite whatever the results; 0 is plain maximum
   * likelihood. */
  double prior;
} RatingData;

/* Fills in the ratings of all players and sides. With prior 0 it fails if the
 * games do not connect the players, do not separate players from sides, or
 * leave a rating unbounded because somebody wins every game. With a prior above
 * 0 there is always an answer, unless the prior is so small beside the games,
 * below about 1e-5 of their number, that it is lost to rounding. */
bool ratings_fit(const RatingData *data, Ratings *ratings, Error *error);

#endif
