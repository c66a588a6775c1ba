/* Seat × player interaction: does a side help some players more than others?
 *
 * Ratings assume that a side's advantage is the same for every player. The
 * generalized score test (Boos 1992) asks whether the points of each player on
 * each side are further from what the ratings expect than chance explains, with
 * the same sandwich variance as the ratings. It needs no further fit, so it
 * also holds where a player won everything on a side.
 *
 * Pure functions; they need about 300 KB of stack. */
#ifndef BOARDLAB_ANALYSIS_STATS_INTERACTION_H
#define BOARDLAB_ANALYSIS_STATS_INTERACTION_H

#include "analysis/stats/ratings.h"

typedef struct InteractionTest {
  double chi_square, p; /* NaN if there is nothing to test */
  int freedom;
} InteractionTest;

/* `ratings` are those of the data. Nothing is tested if players times sides
 * exceed RATED_MAX. */
InteractionTest interaction_test(const RatingData *data,
                                 const Ratings *ratings);

#endif
