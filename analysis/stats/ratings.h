/* Ratings: how strong players are, and what each side of the game is worth,
 * estimated together from the results of tournaments.
 *
 * Side s, played by player p(s), wins with probability
 *
 *     exp(r[p(s)] + a[s]) / sum over all sides t of exp(r[p(t)] + a[t])
 *
 * where r is a player's strength and a is the advantage of a side. With two
 * sides this is the model of Bradley and Terry with a first-move advantage,
 * with more it is the conditional logit. Only differences matter in it, so the
 * ratings sum to zero over the players, and the advantages over the sides. The
 * estimate is the most likely one, and its intervals come from the curvature of
 * the likelihood there. They take the games of a contest as independent.
 *
 * The data belong to the caller and are only read. Nothing is allocated, and
 * the same data give the same bits: any thread may call this at any time. It
 * needs about 60 KB of stack. */
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
  Rating side[SEATS_MAX]; /* its advantage; a fair game has zeros */
} Ratings;

/* A contest is any number of games with the same seating. Its entries in the
 * two arrays stand at contest * sides + side. It is all the same whether the
 * games of a seating are one contest or many. */
typedef struct RatingData {
  int players, sides, contests;
  const int *player;    /* who played the side; the same one may play several */
  const double *points; /* games won; a shared win or a draw is split evenly */

  /* Each player is taken to have drawn so many further games with an imaginary
   * one of strength 0 without sides, and each side likewise. It need not be
   * whole. Above 0 it keeps the ratings finite whatever the results are; 0 is
   * plain maximum likelihood. */
  double prior;
} RatingData;

/* Fills in the ratings of all players and sides of the data. With prior 0 it
 * fails when the games do not connect the players, do not tell players from
 * sides, or set no bound to a rating, as when somebody wins every game. With a
 * prior above 0 there is always an answer; only one so small beside the games
 * that rounding swallows it, below some hundred-thousandth of their number, can
 * still fail. */
bool ratings_fit(const RatingData *data, Ratings *ratings, Error *error);

#endif
