/* Tuning: which option values make a game that is as one would have it?
 *
 * Every combination of the values is a candidate. Goals such as "seat1=50%" or
 * "plies=35..45" say what is wanted; how far a candidate is from each of them
 * is its distance. All candidates begin with a few games. After each round
 * those that another one surely beats (no farther from any goal, nearer to one)
 * are dropped, and the others play on, twice as many games in all. It ends when
 * a single one is left, when all that are left surely meet all goals, or when
 * the games are used up. What remains is the front: for each of these, no other
 * is better in all goals. Intervals are such that looking after every round
 * does no harm (goal.h): with 95%, all of them hold all the time, and nobody is
 * dropped wrongly. The same on any number of threads. A tuning owns what it
 * points to, except what is in the plan. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_H

#include "analysis/experiments/goal.h"
#include "analysis/experiments/sweep.h"
#include "analysis/metrics/verdict.h"

enum { GOALS_MAX = 8, CANDIDATES_MAX = 2000 };
enum { TUNE_GAMES = 1000000, TUNE_FIRST = 200, TUNE_EACH = 50000 };

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
  uint64_t games;               /* 0: nothing is known of it */
  Estimate value[GOALS_MAX];    /* what it has, */
  Estimate distance[GOALS_MAX]; /* and how far that is from the goal */
  int dropped;                  /* the round after which it was; 0: never */
  bool front;
} Candidate;

typedef struct Tune Tune;

/* Opens every candidate; writes nothing. `vary` is as for a sweep. */
Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error);
void tune_close(Tune *tune);

/* Plays until it is decided. The audience hears of it also at the end of each
 * candidate's turn, and after that `next` (or NULL): the run has had run->found
 * games before it. After each round tune.csv is written, if there is a folder.
 */
RunEnd tune_play(Tune *tune, const ExperimentCallbacks *callbacks,
                 void (*next)(void *context, const Run *run), void *context,
                 Error *error);

const Sweep *tune_sweep(const Tune *tune); /* what is varied, and how */
int tune_rounds(const Tune *tune);         /* played so far */
uint64_t tune_games(const Tune *tune);     /* likewise */
uint64_t tune_most(const Tune *tune);      /* games it can become */
int tune_goals(const Tune *tune, const Goal **goals);

/* The front first, then others that were not dropped, then those that were;
 * each by the sum of their distances, in parts of the largest there is; where
 * these are equal, by that of the bounds of the distances. */
int tune_candidates(const Tune *tune, const Candidate **candidates);

/* ---- tune.csv ------------------------------------------------------------*/

/* What is in the file, in its order. */
typedef struct TuneTable {
  int goals;
  Goal goal[GOALS_MAX];
  int count;
  Candidate *candidate;
} TuneTable;

bool tune_write(const TuneTable *table, const char *dir, Error *error);
/* Numbers come back with the six decimal places they have there. */
bool tune_read(TuneTable *table, const char *dir, Error *error);
void tune_table_free(TuneTable *table);

/* What it comes to: the candidate that is nearest to the goals and, if it was
 * not stopped early, how sure that is. */
void tune_verdict(const TuneTable *table, bool decided, Sentences *sentences);

#endif
