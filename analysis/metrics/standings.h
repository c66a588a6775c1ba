/* The standings of a tournament: the rating of each bot, the advantage of each
 * side, and scores by bot, side and opponent.
 *
 * Ratings are fitted (Bradley–Terry, see analysis/stats/ratings.h) to points: a
 * win is one point, a draw or a shared win is split evenly, a forfeit counts as
 * a win of the other sides, truncated games do not count. In team games the
 * sides are rated, not the seats. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STANDINGS_H
#define BOARDLAB_ANALYSIS_METRICS_STANDINGS_H

#include "analysis/stats/ratings.h"
#include "core/run/tally.h"

/* The results of a bot, of a side, or of a bot on a side against another. */
typedef struct Score {
  uint64_t games, won, lost, drawn, truncated;
  uint64_t forfeits;  /* its own */
  uint64_t walkovers; /* games that others forfeited */
  uint64_t nodes;
  uint64_t points, against; /* its own and the others'; in units of 1/POINTS */
} Score;

/* Its share of all points, from 0 to 1. Truncated games have no points. */
double score_share(const Score *score);

typedef struct Standings {
  const Tally *tally; /* borrowed */
  int bots, sides;
  Ratings ratings;                  /* by bot, by side */
  int order[BOTS_MAX];              /* the bots, best first */
  Score bot[BOTS_MAX];              /* by bot */
  Score side[SEATS_MAX];            /* by side */
  char seats[SEATS_MAX][SIDE_TEXT]; /* the seats of each side: "1", "1+3" */
} Standings;

/* The tally must outlive the standings, which own nothing. */
bool standings_make(Standings *standings, const Tally *tally, Error *error);

/* The results of a bot on a side against another bot, where a game is lost if
 * that bot won it; or against all, if `opponent` is -1. */
Score standings_cross(const Standings *standings, int bot, int side,
                      int opponent);

/* Writes dir/ratings.csv and dir/crosstable.csv. */
bool standings_write(const Standings *standings, const char *dir, Error *error);

#endif
