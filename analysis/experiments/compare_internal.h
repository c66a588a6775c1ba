/* Shared by the files of compare only: what is counted in the games of two
 * runs, the difference of two ratios that follows from the counts, and whether
 * their rules differ.
 *
 * Every metric is a ratio of totals: games with some feature, or their plies,
 * out of the games with another feature. So the sums of all features, and of
 * all products of two of them, are enough for every metric, its variance and
 * its covariance, and the games are gone through once. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_INTERNAL_H

#include "analysis/experiments/compare.h"

/* ---- counts --------------------------------------------------------------*/

/* Features of a game. Feature s < SEATS_MAX: won by side s. */
enum {
  FEATURE_VALUE = SEATS_MAX,      /* plus a side: its value (seats.h), if the
                                     run is rated */
  FEATURE_VALUED = 2 * SEATS_MAX, /* it has values */
  FEATURE_END,                    /* plus a MatchEnd: ended in this way */
  FEATURE_DECIDED = FEATURE_END + MATCH_ENDS,
  FEATURE_GAME,   /* every game has it */
  FEATURE_PLAYED, /* its plies up to the limit are known */
  FEATURE_PLIES,  /* how many, if they are */
  FEATURE_MARGIN, /* its margin in points, if it is decided */
  FEATURE_PART,   /* of what is counted of its moves (PartOfMoves) */
  FEATURES
};

/* Sums over independent units: games, or rounds of games in which bots change
 * seats. All but the margins are whole numbers, and exact up to 2^53. */
typedef struct UnitSums {
  double units;
  double total[FEATURES];
  double product[FEATURES][FEATURES];
} UnitSums;

typedef struct CompareCounts {
  UnitSums a, b;
  UnitSums both; /* products of A's features with B's in the same unit; without
                    totals */
  int shortest, longest; /* plies; 0 if they are known of no game */
  double least, most;    /* margin; the same */
} CompareCounts;

/* How many times as wide the interval of a difference of mean lengths or
 * margins (FEATURE_PLIES, FEATURE_MARGIN) must be; infinite if there are too
 * few games for one: deviations_stretch. */
double compare_stretch(const Comparison *comparison, int feature);

/* Whether a game of a run is left out of the comparison. */
bool compare_leaves_out(const Comparison *comparison, const ComparedRun *run,
                        uint64_t i);

/* Something counted in the moves of each game of A and of B: a part, and the
 * whole, which is 0 in games that have none. */
typedef struct PartOfMoves {
  const float *part[2], *whole[2];
  uint64_t games[2];
} PartOfMoves;

/* Counts the first games of both runs; with a part of the moves, only these:
 * FEATURE_PART and, for the whole, FEATURE_GAME, of FEATURE_PLAYED games. */
void compare_count(const Comparison *comparison, const PartOfMoves *part,
                   uint64_t a_games, uint64_t b_games, CompareCounts *counts);

/* ---- moves ---------------------------------------------------------------*/

/* Whether something of this kind is known of the moves of both runs. */
bool compare_knows(const Comparison *comparison, CompareKind kind);

/* The most frequent kinds of moves, or first moves, of both runs, and of how
 * many that are frequent enough to be compared. */
typedef struct MoveNamesShown {
  int count, all;
  ComparedMetric metric[MOVES_SHOWN];
} MoveNamesShown;
bool compare_choose(const Comparison *comparison, CompareKind kind,
                    MoveNamesShown *shown, Error *error);

PartOfMoves compare_part(const Comparison *comparison, ComparedMetric metric);

/* The exact p-value of games that begin with a move or not: McNemar's test of
 * pairs, or Fisher's. The normal approximation, which is good enough for
 * one test, promises too much far out in the tails, which many openings are
 * compared in. */
double compare_exact(const Comparison *comparison, const CompareCounts *counts);

/* ---- differences of ratios -----------------------------------------------*/

/* The total of the feature `plus`, minus that of `minus` unless it is -1,
 * divided by the total of `of`. */
typedef struct Ratio {
  int plus, minus, of;
} Ratio;

/* Two imaginary games added to each run, one at each extreme of what a game can
 * be, so that what never happened is not taken for impossible; and the sum over
 * the two games of A's value times B's. */
typedef struct PseudoGames {
  double low, high, product;
} PseudoGames;

double compare_ratio(const UnitSums *sums, Ratio ratio);
/* How far the ratio is from 0, in standard errors. */
double compare_ratio_distance(const UnitSums *sums, Ratio ratio,
                              const PseudoGames *pseudo);

/* What the games say about a difference b - a: normal around the middle. */
typedef struct Term {
  double middle, error; /* a standard error; NaN from one unit */
  double a_variance, b_variance, covariance; /* of the two ratios */
} Term;

/* `correlated`: units of the same number depend on each other. `pseudo` may be
 * NULL. */
Term compare_term(const CompareCounts *counts, Ratio a, Ratio b,
                  bool correlated, const PseudoGames *pseudo);

/* ---- rules ---------------------------------------------------------------*/

/* Whether both runs were played by the same rules with the same options. */
bool compare_same_rules(const Comparison *comparison);

/* Whether the games of two runs are one game, whatever its options, or variants
 * of one: the same random numbers mean something else in another. */
bool compare_same_family(const Run *a, const Run *b);

/* ---- scales --------------------------------------------------------------*/

/* How many standard errors make an interval: for a single look, at the level of
 * the looks before it (look_alpha), or at all times after this many units. */
typedef struct Scale {
  bool anytime;
  uint64_t units;
  int raised;
} Scale;

/* The half-width at which this many intervals all hold at once (Bonferroni). */
double scale_half_width(Scale scale, int intervals);
/* The two-sided p-value of an estimate this far from 0. */
double scale_p(Scale scale, double distance);

/* ---- the gap -------------------------------------------------------------*/

typedef struct GapDifference {
  double a, b;            /* the gaps */
  Ratio a_ratio, b_ratio; /* between the sides that won most and least often */
  double low, high, p;    /* of b - a */
} GapDifference;

/* The gap of a run without a decided game or a second side is NaN, and so is
 * the difference. The interval and p allow for games without a result, whoever
 * would have won them. */
GapDifference compare_gap(const Comparison *comparison,
                          const CompareCounts *counts, bool correlated,
                          PseudoGames pseudo, Scale scale);

#endif
