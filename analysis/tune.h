/* Tuning: which option values make a game that is as one would have it?
 *
 * Every combination of the values is a candidate. Goals such as "seat1=50%" or
 * "plies=40" say what is wanted; how far a candidate is from each of them is
 * its distance. All candidates begin with a few games. After each round those
 * that another one surely beats (no farther from any goal, nearer to one) are
 * dropped, and the others play on, twice as many games in all, until the games
 * are used up or nothing is left to decide. What remains is the front: for each
 * of these, no other is better in all goals. Intervals are such that looking
 * after every round does no harm (sequence.h). A tuning owns what it points to,
 * except what is in the plan. */
#ifndef BOARDLAB_TUNE_H
#define BOARDLAB_TUNE_H

#include "experiment.h"
#include "sweep.h"

enum { GOALS_MAX = 8, CANDIDATES_MAX = 2000 };

/* seatK, draw, truncated, forfeit, balance (rates), plies, branching (means).
 */
typedef struct Goal {
  char name[16];
  double target;
} Goal;

typedef struct TunePlan {
  RunPlan run; /* game, bots, seating, seed, max_plies, jobs, limits; `games` is
                  the most for all candidates together; `out`: a folder for
                  tune.csv, or NULL */
  uint64_t first; /* games of each candidate in the first round */
  uint64_t each;  /* the most for one candidate */
} TunePlan;

typedef struct Candidate {
  char name[NAME_MAX + 1]; /* "walls=4,size=5" */
  char game[SPEC_TEXT];
  uint64_t games;
  Estimate value[GOALS_MAX];    /* what it has */
  Estimate distance[GOALS_MAX]; /* how far that is from the goal */
  int dropped;                  /* the round after which it was; 0: never */
  bool front;
} Candidate;

typedef struct Tune Tune;

/* Opens every candidate; writes nothing. */
Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error);
void tune_close(Tune *tune);

/* Plays until it is decided; `next` is told after each candidate's turn (or
 * NULL). At the end tune.csv is written. */
RunEnd tune_play(Tune *tune, const Audience *audience,
                 void (*next)(void *context, const Run *run), void *context,
                 Error *error);

int tune_rounds(const Tune *tune);     /* played so far */
uint64_t tune_games(const Tune *tune); /* likewise */
int tune_goals(const Tune *tune, const Goal **goals);
/* The front first, by the sum of distances in parts of the largest. */
int tune_candidates(const Tune *tune, const Candidate **candidates);

#endif
