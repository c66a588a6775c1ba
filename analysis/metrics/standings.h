/* The standings of a tournament or of another run in which bots change seats:
 * the rating of each bot, the advantage of each side, scores by bot, side and
 * opponent, and which bots are shown to be stronger than which.
 *
 * Ratings are fitted (Bradley–Terry, see analysis/stats/ratings.h) to points: a
 * win is one point, a draw or a shared win is split evenly, a forfeit counts as
 * a win of the other sides, truncated games do not count. In team games the
 * sides are rated, not the seats. */
#ifndef BOARDLAB_ANALYSIS_METRICS_STANDINGS_H
#define BOARDLAB_ANALYSIS_METRICS_STANDINGS_H

#include "analysis/result/document.h"
#include "analysis/stats/ratings.h"
#include "analysis/stats/score_test.h"
#include "analysis/stats/sprt.h"
#include "core/run/run.h"

/* The results of a bot, of a side, or of a bot on a side against another. */
typedef struct Score {
  uint64_t games, won, lost, drawn, truncated;
  uint64_t forfeits;  /* its own */
  uint64_t walkovers; /* games that others forfeited */
  uint64_t nodes;
  uint64_t points, against; /* its own and the others'; in units of 1/POINTS */
} Score;

/* Its share of all points, from 0 to 1; NaN if there are none. Truncated games
 * have no points. */
double score_share(const Score *score);

typedef struct Standings {
  const Tally *tally; /* borrowed */
  bool repetitive;    /* the games repeat each other: nothing is claimed */
  bool rotated; /* three bots or more in rotation: each always sits behind the
                   same other one, so nobody knows which is stronger */
  bool match;   /* two bots, whom the verdict compares */
  bool sequential; /* a test decided when the run ended: */
  Sprt sprt;
  int bots, sides;
  RatingData data;       /* of `ratings`; the arrays belong to the standings */
  Ratings ratings;       /* by bot, by side */
  ScoreTest interaction; /* between bots and sides */
  ScoreTest fit;         /* of every pair of bots */
  int order[BOTS_MAX];   /* the bots, best first */
  Score bot[BOTS_MAX];   /* by bot */
  Score side[SEATS_MAX]; /* by side */
  char seats[SEATS_MAX][SIDE_TEXT]; /* the seats of each side: "1", "1+3" */
} Standings;

/* Whether there are standings: at least two bots that play in several seatings,
 * each with all seats of a side. */
bool standings_apply(const Tally *tally);

/* There must be standings. The tally must outlive them; the caller frees
 * them. Those of a run know whether a test decided when it ended, and allow for
 * it: the intervals of the bots are then those of their score. */
bool standings_make(Standings *standings, const Tally *tally, Error *error);
bool standings_of_run(Standings *standings, const Run *run, Error *error);
void standings_free(Standings *standings);

/* The games with points: all but the truncated ones. */
uint64_t standings_games(const Standings *standings);

/* The results of a bot on a side against another bot, where a game is lost if
 * that bot won it; or against all, if `opponent` is -1. */
Score standings_cross(const Standings *standings, int bot, int side,
                      int opponent);

/* How much more each side helps each bot than it helps the average bot, at
 * bot * sides + side. Only if interaction.freedom > 0. False if out of
 * memory. */
bool standings_bonuses(const Standings *standings, Rating bonus[RATED_MAX]);

/* ---- pairs of bots -------------------------------------------------------*/

/* The games in which two bots play, with more than two sides together with
 * others. */
typedef struct HeadToHead {
  uint64_t games;
  Estimate score;  /* the first bot's share of the points of the two; NaN if
                      there are none */
  double p;        /* two-sided, that both score the same */
  double adjusted; /* p adjusted for all pairs (Holm 1979) */
  bool undone;     /* as in BotPair */
} HeadToHead;

/* 1 if the first bot is shown to be ahead, -1 if the other is, otherwise 0: by
 * the interval and by p, which is head->p or head->adjusted. If p is NaN the
 * interval decides. Nothing is shown that truncated games could undo. */
int head_to_head_ahead(const HeadToHead *head, double p);

/* Two bots compared over all their games, not only those against each other.
 * The interval allows for a test; the probabilities are for a fixed number of
 * games: NaN if a test decided when the run ended. */
typedef struct BotPair {
  int bot, other;
  Rating difference;  /* how much stronger `bot` is */
  double p;           /* two-sided, of the exchange test (stats/exchange.h) */
  double adjusted;    /* p adjusted for all pairs (Holm 1979) */
  double superiority; /* the likelihood that `bot` is stronger; NaN if its
                         rating is higher and its points are fewer */
  bool undone; /* p is below 5%, but would not be if the truncated games had
                  gone against the bot that is ahead */
  HeadToHead head;
} BotPair;

/* All pairs in the order of the standings, to be freed by the caller; NULL if
 * out of memory. */
BotPair *standings_pairs(const Standings *standings, int *count);

/* Bots of which each beats the next head to head, and the last the first: the
 * shortest such cycle, of several the first in the order of the standings. Its
 * length is 0 if there is none. If `adjusted` for all pairs, one that is not
 * there is found in at most 5% of tournaments; otherwise each step is tested at
 * 5% alone. */
typedef struct Cycle {
  int length, bot[BOTS_MAX];
  double score[BOTS_MAX]; /* of each bot against the next */
} Cycle;
Cycle standings_cycle(const Standings *standings, const BotPair pairs[],
                      bool adjusted);

/* ---- tables --------------------------------------------------------------*/

/* The tables of the standings. The first three have the same columns in files.
 */
enum {
  STANDINGS_BOTS,       /* ratings, best first */
  STANDINGS_SEATS,      /* the advantage of each side */
  STANDINGS_BONUSES,    /* of each bot by each side; none without a test */
  STANDINGS_PAIRS,      /* every two bots */
  STANDINGS_HEADS,      /* every bot against every other, for pages */
  STANDINGS_CROSSTABLE, /* scores by bot, side and opponent */
  STANDINGS_MATRIX,     /* scores by bot and opponent, or by bot and side; none
                           if there are too many */
  STANDINGS_TABLES
};

/* Fills an empty document with them. On a terminal many bots are paired with
 * their neighbours only. */
bool standings_document(const Standings *standings, bool terminal,
                        Document *document, Error *error);

/* Writes dir/ratings.csv, dir/pairs.csv and dir/crosstable.csv. */
bool standings_write(const Standings *standings, const char *dir, Error *error);

#endif
