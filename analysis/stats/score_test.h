/* Do the ratings fit the results?
 *
 * Ratings assume that a player has one strength, whoever the opponent is, and
 * that a side's advantage is the same for every player. The generalized score
 * test (Boos 1992) asks whether the points that are summed for the one or the
 * other are further from what the ratings expect than chance explains, with the
 * same sandwich variance as the ratings, in which the two games of a pair are
 * one observation. It needs no further fit, so it also holds where a player won
 * everything.
 *
 * Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_SCORE_TEST_H
#define BOARDLAB_ANALYSIS_STATS_SCORE_TEST_H

#include "analysis/stats/ratings.h"

typedef struct ScoreTest {
  double chi_square, p; /* NaN if there is nothing to test */
  int freedom;
} ScoreTest;

/* Seat × player interaction: the points of each player on each side. Nothing is
 * tested if players times sides exceed RATED_MAX. */
ScoreTest score_test_interaction(const RatingData *data,
                                 const Ratings *ratings);

/* The fit of every pair: the points of each player less those of each other one
 * in the games that both play. Nothing is tested if there are more players than
 * FITTED_MAX. */
enum { FITTED_MAX = 24 };
ScoreTest score_test_pairs(const RatingData *data, const Ratings *ratings);

#endif
