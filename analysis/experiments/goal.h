/* Goals: what a designer wants of a game, and how far it is from that.
 *
 * A goal is a figure and the range it should lie in: "seat1=50%",
 * "plies=35..45". A value within the range has the distance 0. Values come with
 * intervals that may be looked at as often as one likes (sequence.h). Pure
 * functions of the counts. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_GOAL_H

#include "analysis/stats/estimate.h"

enum { GOAL_TEXT = 64 };

/* seatK, draw, truncated, forfeit, balance (rates); plies, branching (means).
 */
typedef struct Goal {
  char name[16];
  double least, most; /* the same for a single number */
} Goal;

/* Reads NAME=X or NAME=X..Y for a game with these seats. Rates are written 50%
 * or 0.5, and 49..51% for short. */
bool goal_read(const char *text, const Schedule *schedule, Goal *goal,
               Error *error);

/* Whether there is such a figure: its values are shares of games, or not. */
bool goal_is_known(const char *name);
bool goal_is_rate(const Goal *goal);

/* The goal as a text that reads back: "seat1=50%". */
void goal_format(const Goal *goal, char text[GOAL_TEXT]);

/* A value with its interval: "50.2% (48.9 to 51.5)", "41.0 (40.2 to 41.8)". */
enum { GOAL_VALUE_TEXT = 96 };
void goal_format_value(const Goal *goal, Estimate value,
                       char text[GOAL_VALUE_TEXT]);

/* What the games say. `alpha` is how often the interval may ever miss. There
 * must be games. */
Estimate goal_value(const Goal *goal, const Tally *tally, double alpha);

/* How far a value is from the goal: 0 if it is met; at best, and at worst. */
Estimate goal_distance(const Goal *goal, Estimate value);

#endif
