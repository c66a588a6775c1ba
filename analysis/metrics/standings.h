/* What a tournament comes to: how strong each bot is, what each seat is worth,
 * and who did how well against whom from which seat.
 *
 * Ratings are fitted to the points of all games that were decided: a win is
 * one, a draw or a shared win is shared out, a forfeit is won by the others.
 * Games that were cut off count for nothing. Where seats play in teams, what is
 * rated is the side, not the seat. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STANDINGS_H
#define BOARDLAB_ANALYSIS_METRICS_STANDINGS_H

#include "analysis/stats/ratings.h"
#include "core/run/tally.h"

/* Of a bot, a side, or a bot on a side against another. */
typedef struct Score {
  uint64_t games, won, lost, drawn, truncated;
  uint64_t forfeits;  /* its own */
  uint64_t walkovers; /* that others forfeited */
  uint64_t nodes;
  uint64_t points, against; /* its own, and those of the others; in POINTS */
} Score;

/* Its part of all points, from 0 to 1. Games that were cut off have none. */
double score_share(const Score *score);

/* All of it. */
typedef struct Standings {
  const Tally *tally;
  int bots, sides;
  Ratings ratings;                  /* by bot, by side */
  int order[BOTS_MAX];              /* the bots, the best first */
  Score bot[BOTS_MAX];              /* by bot */
  Score side[SEATS_MAX];            /* by side */
  char seats[SEATS_MAX][SIDE_TEXT]; /* the seats of each side: "1", "1+3" */
} Standings;

bool standings_make(Standings *standings, const Tally *tally, Error *error);

/* How a bot did on a side against another bot, of which a game is lost if that
 * one has won it; or against whomever, if `opponent` is -1. */
Score standings_cross(const Standings *standings, int bot, int side,
                      int opponent);

/* Writes folder/ratings.csv and folder/crosstable.csv. */
bool standings_write(const Standings *standings, const char *dir, Error *error);

#endif
