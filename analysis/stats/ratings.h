/* Ratings: the strength of players and the advantage of each side, fitted
 * together to the points of games.
 *
 * Side s, played by player p(s), is expected to score
 *
 *     exp(r[p(s)] + a[s]) / sum over all sides t of exp(r[p(t)] + a[t])
 *
 * of the one point of a game, where r is a player's strength and a a side's
 * advantage. If one side wins every game this is, for two sides, the model of
 * Bradley and Terry (1952) with a first-move advantage, and for more the
 * conditional logit (McFadden 1974), fitted by maximum likelihood. Points may
 * be split; the same equations are then a quasi-likelihood (Papke and
 * Wooldridge 1996).
 *
 * Intervals come from the sandwich variance (White 1982), which uses how far
 * the points of the games were from what was expected of them: a drawn game
 * varies less than a won and a lost one. Two games in which each player's
 * points vary as if none were split are added, so that games that were all
 * drawn do not make an interval of no width. Games are assumed independent,
 * except for the two games of a pair.
 *
 * Where the points set no bound to a difference, as when one player won every
 * game, it is infinite, and the finite end of its interval is the value at
 * which so one-sided a result has a relative likelihood of 5%.
 *
 * The data belong to the caller and are only read. Nothing is allocated, and
 * equal data give equal bits. Any thread may call this; a Ratings takes about
 * 100 KB, and the functions as much stack again. */
#ifndef BOARDLAB_ANALYSIS_STATS_RATINGS_H
#define BOARDLAB_ANALYSIS_STATS_RATINGS_H

#include "analysis/stats/estimate.h"
#include "core/base/error.h"
#include <stdbool.h>

enum { RATED_MAX = 64 }; /* players */

/* In Elo, where 400 points are odds of ten to one, with a 95% interval; n means
 * nothing. If the points set no upper bound, value and high are INFINITY, and
 * low is a one-sided 95% bound; likewise without a lower bound. With neither,
 * the value is NaN. */
typedef Estimate Rating;

/* Games of two contests that were played in pairs and are not independent, with
 * two sides: sums over the pairs of the points of the first side in either
 * contest, and of their product. */
typedef struct RatingPair {
  int first, second; /* contests */
  double pairs, first_points, second_points, product;
} RatingPair;

/* A contest is any number of games with the same seating. Its entries in arrays
 * by side start at contest * sides. Splitting the games of a seating into
 * several contests makes no difference. */
typedef struct RatingData {
  int players, sides, contests;
  const int *player;      /* of each side; one player may play several sides */
  const double *points;   /* of each side; the sum is the number of games */
  const double *drawn;    /* of each contest: games whose point all sides split;
                             NULL if none */
  const double *forfeits; /* of each side: games whose point all other sides
                             split; NULL if none */
  const RatingPair *pair; /* NULL if all games are independent */
  int pairs;
  int raised; /* intervals are at the level of that look (look_alpha) */
} RatingData;

/* The parameters: the players' strengths, then the sides' advantages. A
 * RatingSquare of them is symmetric or lower triangular. */
enum { RATING_TERMS = RATED_MAX + SEATS_MAX };
typedef double RatingTerms[RATING_TERMS];
typedef RatingTerms RatingSquare[RATING_TERMS];

/* Players between whom the points set no bounds are in different groups. The
 * reference is the group with the most players, of several the weakest. */
typedef struct Ratings {
  Rating player[RATED_MAX]; /* above the mean of the reference group; a group
                               of one is 0 by definition, with no interval */
  Rating side[SEATS_MAX];   /* its odds against the average other side; 0 if
                               both are equal */
  int group[RATED_MAX];     /* a player of its group: the first */
  int reference;            /* the same for the reference group */
  RatingTerms at; /* in logits; finite also where the points set no bound */
  RatingSquare covariance; /* of `at`, in logits squared */
  RatingSquare naive;      /* the same if no point were split; a huge variance
                              shows that the points set no bound */
} Ratings;

/* Fits the ratings of all players and sides. Fails only if the data are
 * invalid. */
bool ratings_fit(const RatingData *data, Ratings *ratings, Error *error);

/* How much stronger a player is than another. `data` are those of the fit. */
Rating ratings_difference(const RatingData *data, const Ratings *ratings,
                          int player, int other);

/* A combination of terms with weights that sum to zero over the players and
 * over the sides. */
Rating ratings_combination(const RatingData *data, const Ratings *ratings,
                           const RatingTerms weight);

#endif
