/* Ratings as people read them. */
#ifndef BOARDLAB_ANALYSIS_STATS_SHOWN_RATING_H
#define BOARDLAB_ANALYSIS_STATS_SHOWN_RATING_H

#include "analysis/stats/ratings.h"
#include "analysis/stats/shown.h"

/* "+281 (+156 to +406)"; "at least +317" and "at most -317" where the points
 * set only one bound, "unknown" where they set none. */
Shown shown_rating(Rating rating);

/* The same with the unit: "+281 Elo (+156 to +406)", "at least +317 Elo". */
Shown shown_elo(Rating rating);

#endif
