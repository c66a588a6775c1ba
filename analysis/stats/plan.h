/* Planning: how many games an experiment needs, and what it can show.
 *
 * A difference counts as shown if its 95% interval excludes 0. With a power of
 * 80%, four of five experiments of that size show a difference that is truly
 * there and that large. That takes
 *
 *     games = (z(97.5%) + z(power))² variance / difference²
 *
 * (for example Cohen 1988), where the variance is that of one observation, such
 * as a game or a pair of games: only in that do the kinds of experiments
 * differ. A plan says what is assumed of the games before they are played; the
 * difference is what the designer wants to know about, never one that was
 * observed: with it, the power is just another form of the p-value (Hoenig and
 * Heisey 2001). Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_PLAN_H
#define BOARDLAB_ANALYSIS_STATS_PLAN_H

#include <stdint.h>

/* The usual power. */
#define POWER 0.8

/* The number of observations, not rounded, that show the difference with this
 * power, 0.025 < power < 1. */
double power_games(double variance, double difference, double power);

/* The variance of the result of a game as +1 for one side, −1 for the other and
 * 0 for neither, if `neither` is the share of such games and `difference` that
 * between the two win rates. */
double power_side_variance(double neither, double difference);

typedef enum StudyKind {
  STUDY_SEATS,       /* one run: two sides that differ in their win rates */
  STUDY_RUNS,        /* two independent runs: a seat that wins more often */
  STUDY_PAIRED_RUNS, /* the same with runs that are compared game by game */
  STUDY_MATCH,       /* two bots, in Elo */
  STUDY_PAIRED_MATCH /* the same with games in pairs: one opening, seats swapped
                      */
} StudyKind;

typedef struct Study {
  double power;       /* such as POWER; 0.025 < power < 1 */
  int tests;          /* that the claims about one run or match are adjusted for
                       */
  int run_tests;      /* and those about two runs (Bonferroni) */
  double drawn;       /* share of games that are drawn */
  double rate;        /* of the seat, in the first of two runs */
  double correlation; /* of games with the same number in two runs */
  double pairing;     /* correlation of the two games of a pair */
} Study;

/* The tests that compare makes of two runs with this share of draws, and that
 * its claims are adjusted for: the win rates of two seats, the gap between
 * them, the length, and the draws if there are any. */
int study_compare_tests(double drawn);

/* The largest difference that is possible: rates from 0 to 1, or Elo. A bot
 * that wins everything has no finite Elo, so that a match without draws has the
 * largest of one with a game in a thousand drawn. */
double study_largest(const Study *study, StudyKind kind);

/* The correlation that a paired experiment is planned with: the assumed one, or
 * the nearest that is possible with such a difference. Otherwise 0. */
double study_correlation(const Study *study, StudyKind kind, double difference);

/* The games that show a difference, rounded up to whole pairs in paired
 * matches; of each run if there are two. The difference is above 0 and at most
 * the largest. */
uint64_t study_games(const Study *study, StudyKind kind, double difference);

/* The smallest difference that this many games show, or infinite if they show
 * none. */
double study_difference(const Study *study, StudyKind kind, double games);

#endif
