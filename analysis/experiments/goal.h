/* Goals of a tuning: what a designer wants from a game, and how far the game is
 * from it.
 *
 * A goal is a metric and the range it should lie in: "seat1=50%",
 * "plies=35..45". A value within the range has distance 0. Values come with
 * anytime-valid intervals (confidence_sequence.h). These are pure functions;
 * any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H

#include "analysis/stats/estimate.h"

enum { GOAL_TEXT = 64 };

/* The metrics are seatK, draw, truncated, forfeit, balance (rates) and plies,
 * branching (means). */
typedef struct Goal {
  char name[16];
  double min, max; /* equal if the goal is a single number */
} Goal;

/* Reads NAME=X or NAME=X..Y for a game with these seats. Rates are written as
 * 50%, 0.5 or 49..51%. */
bool goal_read(const char *text, const Schedule *schedule, Goal *goal,
               Error *error);

/* Whether there is a metric of that name that can be a goal. */
bool goal_is_known(const char *name);
/* Whether the metric is a rate, from 0 to 1. */
bool goal_is_rate(const Goal *goal);

/* Formats the goal as goal_read reads it: "seat1=50%". */
void goal_format(const Goal *goal, char text[GOAL_TEXT]);

/* Formats a value with its interval: "50.2% (48.9 to 51.5)", "41.0 (40.2 to
 * 41.8)". */
enum { GOAL_VALUE_TEXT = 96 };
void goal_format_value(const Goal *goal, Estimate value,
                       char text[GOAL_VALUE_TEXT]);

/* The value of the goal's metric. The interval misses the true value at any
 * time with probability at most alpha. There must be games. */
Estimate goal_value(const Goal *goal, const Tally *tally, double alpha);

/* The distance of a value from the goal, 0 if the goal is met; low and high are
 * the smallest and largest distance within the value's interval. */
Estimate goal_distance(const Goal *goal, Estimate value);

#endif
