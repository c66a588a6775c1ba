/* The games of a run as data for ratings (analysis/stats/ratings.h).
 *
 * A player is what plays a side: a bot or, where the seats of a team have
 * different bots, a line-up of bots, whoever of them has which seat of the
 * team. If every side has one bot in every seating, players are the bots, in
 * their order. Points are those of Tally: a draw or a shared win is split, a
 * forfeit counts as a win of the other sides, truncated games do not count.
 * Pure functions of the counts. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RATING_DATA_H
#define BOARDLAB_ANALYSIS_METRICS_RATING_DATA_H

#include "analysis/stats/ratings.h"
#include "core/run/tally.h"

/* The bot that plays all seats of a side in a seating; -1 if several do. */
int rating_bot(const Schedule *schedule, size_t seating, int side);

/* Whether every side has one bot in every seating. */
bool rating_by_bot(const Schedule *schedule);

/* The first seat of a side. */
int rating_first_seat(const Schedule *schedule, int side);

/* Games of a seating that the seats of a side forfeited. */
uint64_t rating_forfeits(const Tally *tally, size_t seating, int side);

/* The player of each side, seating by seating; *players is how many there are.
 * The caller frees it. NULL if out of memory, or if there are more than
 * RATED_MAX: then *players is RATED_MAX + 1. */
int *rating_players(const Schedule *schedule, int *players);

/* Makes the data, which the caller frees. */
bool rating_data_make(RatingData *data, const Tally *tally, Error *error);

/* The same for the seats: only games with a result count, and those without one
 * as won by side `undecided_to` unless it is -1. */
bool rating_data_of_seats(RatingData *data, const Tally *tally,
                          int undecided_to, Error *error);
void rating_data_free(RatingData *data);

/* Fits the ratings. With more than two sides the fit takes games as
 * independent; where they share an opening, the intervals of the sides are
 * widened for it. */
bool rating_data_fit(const RatingData *data, const Tally *tally,
                     Ratings *ratings, Error *error);

#endif
