/* Goals of a tuning: what a designer wants from a game, and how far the game is
 * from it.
 *
 * A goal is a metric and the range it should lie in: "seat1=50%",
 * "plies=35..45". A value within the range has distance 0. Values come with
 * anytime-valid intervals (confidence_sequence.h).
 *
 * Truncated and forfeited games have no result, and whoever would have won
 * them, the goals on fairness, seatK and balance, must be met. Their distance
 * is therefore the largest that the value could have had if these games had
 * been decided. So a game that hardly ever ends is never near such a goal.
 *
 * These are pure functions; any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H

#include "analysis/stats/shown.h"

/* The metrics are seatK, draw, truncated, forfeit, balance (rates) and plies,
 * branching, margin (means). The margin is that of the games that were won or
 * drawn (score_tally.h). */
typedef struct Goal {
  char name[16];
  double min, max; /* equal if the goal is a single number */
} Goal;

/* Reads NAME=X or NAME=X..Y for a game with these seats and bots. Rates are
 * written as 50%, 0.5 or 49..51%. A goal on the seats is refused if different
 * bots change them. */
bool goal_read(const char *text, const Schedule *schedule, Goal *goal,
               Error *error);

/* Formats the goal as goal_read reads it: "seat1=50%". */
Phrase goal_format(const Goal *goal);

/* A value with its interval: "50.2% (48.9 to 51.5)", "41.0 (40.2 to 41.8)". */
Shown goal_show_value(const Goal *goal, Estimate value);

/* The value of a goal's metric, and the least and the most it could be if the
 * games without a result had been decided; these are the same for goals that
 * are not on fairness. With probability 1 - alpha all three intervals contain
 * the true values at all times. The value is NaN if no game was decided and it
 * is that of the decided games. */
typedef struct GoalValue {
  Estimate value, least, most;
} GoalValue;

/* Bits for what is true of a goal. */
typedef enum GoalKind {
  GOAL_RATE = 1,     /* a rate, from 0 to 1 */
  GOAL_SIGNED = 2,   /* it may be below 0 */
  GOAL_FAIRNESS = 4, /* on fairness: seatK or balance */
  GOAL_RESULTS = 8,  /* games without a result leave open if it is met: seatK,
                        balance, plies or margin */
  GOAL_SEATS = 16,   /* on what seats win or score: seatK, balance or margin.
                        Between different bots that change seats these are near
                        equal whatever advantage a seat has, since the stronger
                        bot wins from each */
  GOAL_LENGTH = 32
} GoalKind;

/* A metric that can be a goal. */
typedef struct GoalMetric {
  const char *name; /* "seat" of seatK */
  unsigned kind;
  const char *title;          /* of an axis; the number of a seat follows */
  const char *before, *after; /* a value in a sentence */
  GoalValue (*value)(const Tally *tally, int which, double alpha);
  int which; /* the MatchEnd; the seat comes from the name */
} GoalMetric;

/* The metric of a goal's name; NULL if there is none. */
const GoalMetric *goal_metric(const char *name);
bool goal_is(const Goal *goal, GoalKind kind);

/* There must be games. */
GoalValue goal_value(const Goal *goal, const Tally *tally, double alpha);

/* The same values without intervals. */
GoalValue goal_without_interval(GoalValue value);

/* The distance of a value from the goal, 0 if the goal is met however the games
 * without a result would have gone. */
Estimate goal_distance(const Goal *goal, const GoalValue *value);

#endif
