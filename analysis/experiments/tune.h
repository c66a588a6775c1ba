/* Tuning: which option values bring a game closest to what its designer wants?
 *
 * Every combination of values is a candidate. Goals such as "seat1=48..52%" or
 * "plies=40" state what is wanted; a candidate has a distance from each. Bots
 * of several levels may play, each level by itself between equals: the goals
 * must then be met at every level, and a candidate's distance from a goal is
 * that of the level that is farthest from it.
 *
 * The tuning is a race (Maron & Moore 1994). All candidates start with a few
 * games at each level. Candidates are dropped
 *
 *   - as soon as the interval at a level excludes a goal that is a range (every
 *     candidate would in the end be shown to miss a single number), and
 *   - after each round, if they are significantly dominated by another one,
 *     which is no farther from any goal, and nearer to at least one;
 *
 * the others go on to twice as many games. The race ends when no candidate is
 * left, when all that are left meet all ranges with 95% confidence (and, if a
 * goal is a single number, one is left), or when the games are used up. A
 * candidate all of whose games at a level are one and the same is dropped too:
 * more of them would show nothing.
 *
 * The result is the Pareto front: of the candidates that are left those that no
 * other one dominates; of all candidates if none is left. The nearest one looks
 * better in the games of the race than it is, since luck helped to choose it
 * (winner's curse). So it is checked: it plays as many new games as it has, and
 * what is said of it is what these show.
 *
 * All intervals are anytime-valid (goal.h) and corrected for the number of
 * candidates, the check among them, levels and goals (Bonferroni): with
 * probability 95% all of them hold at all times, and no candidate is dropped
 * wrongly.
 *
 * The results are the same on any number of threads. A Tune owns what it points
 * to except what the plan points to, and belongs to one thread; tune_play uses
 * threads of its own. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_TUNE_H

#include "analysis/experiments/goal.h"
#include "analysis/experiments/sweep.h"
#include "analysis/metrics/verdict.h"

enum { GOALS_MAX = 8, CANDIDATES_MAX = 2000, TUNE_LEVELS_MAX = 8 };
enum { TUNE_GAMES = 1000000, TUNE_FIRST = 200, TUNE_EACH = 50000 };

typedef struct TunePlan {
  RunPlan run; /* game, bots, seating, seed, max_plies, jobs, limits; `games` is
                  the limit for all candidates and the check together; `out` is
                  a folder for tune.csv and tune.json, or NULL; with `resume`
                  the tuning in it is continued */
  int levels;  /* 0: there is one level, the bots of `run` */
  const char *level[TUNE_LEVELS_MAX]; /* the bot that plays all seats; bots and
                                         seating of `run` are ignored */
  uint64_t first; /* games of each candidate at each level in the first round */
  uint64_t each;  /* limit for each candidate at each level */
} TunePlan;

/* What the games of a candidate at one level show. */
typedef struct LevelResult {
  uint64_t games; /* if 0, there are no values */
  Ends ends;
  Repetition repetition;
  Estimate value[GOALS_MAX];    /* of each goal's metric */
  Estimate distance[GOALS_MAX]; /* from each goal */
  double seconds; /* per game, measured; 0 if none was played by this process */
} LevelResult;

typedef struct Candidate {
  char name[NAME_MAX + 1]; /* all options that are varied: "walls=4,size=5" */
  AxisText value[AXES_MAX];
  char game[SPEC_TEXT];
  uint64_t games; /* at all levels */
  bool measured;  /* there are games at every level */
  LevelResult level[TUNE_LEVELS_MAX];
  Estimate distance[GOALS_MAX]; /* from each goal at the level that is farthest
                                   from it; unbounded unless measured */
  int dropped;                  /* in which round; 0 if not dropped */
  bool front;                   /* on the Pareto front */
} Candidate;

typedef struct Tune Tune;

/* Opens every candidate; writes nothing. `vary` is as for a sweep. Returns NULL
 * if it fails. */
Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error);
void tune_close(Tune *tune);

/* Plays until the race is decided. The candidates take turns: `progress` is
 * also called at the end of each turn, and then `run_finished`; run->found is
 * the number of games the run had before the turn.
 *
 * If there is a folder, writes tune.csv after each round, and the counts of all
 * candidates to tune.json about once a second. A tuning that was stopped or
 * killed resumes from there, and ends with the same bytes as one that was
 * not. */
RunEnd tune_play(Tune *tune, const ExperimentCallbacks *callbacks,
                 Error *error);

const Sweep *tune_sweep(const Tune *tune); /* the options that are varied */
int tune_rounds(const Tune *tune);         /* played so far */
uint64_t tune_games(const Tune *tune);     /* played so far, also to check */
uint64_t tune_max_games(const Tune *tune); /* the most it can play */
/* Of the first forfeit in games this process has played; "" if none. */
const char *tune_reason(const Tune *tune);

/* What it takes to go on with a tuning that its limits have ended. */
typedef struct MoreGames {
  uint64_t each, games; /* the limits that would be needed */
  double seconds;       /* an estimate by the games played so far; NaN if this
                           process has played none at some level */
} MoreGames;

/* Whether a tuning was ended by its limits, and the limits for four times the
 * games of the candidates that are left, which about halves their intervals.
 * `anew`: all games must be played again. */
bool tune_needs_more(const Tune *tune, bool anew, MoreGames *more);

/* ---- results -------------------------------------------------------------*/

/* The results, as tune.csv has them. The Pareto front comes first, then the
 * others that were not dropped, then those that were, then those without games
 * at some level, until which there is no front. Within each group they are
 * ordered by the sum of their distances, each divided by the largest distance
 * from that goal; then by the same sum of the upper bounds. */
typedef struct TuneTable {
  bool complete; /* the tuning has ended */
  AxisNames axes;
  int goals;
  Goal goal[GOALS_MAX];
  int levels;
  char level[TUNE_LEVELS_MAX][SPEC_TEXT]; /* the spec of its bot, or of all its
                                             bots, separated by spaces */
  int seats; /* that different bots keep; 0 if one bot plays all of them */
  char bot[SEATS_MAX][SPEC_TEXT]; /* of each of these seats */
  int count;
  Candidate *candidate;
  Candidate check; /* the first candidate in new games, which did not help to
                      choose it; without games before the race has ended. When
                      it was read, it has nothing but games and values */
} TuneTable;

/* The results so far, valid until the next call of tune_play. Must not be
 * freed. */
const TuneTable *tune_table(const Tune *tune);

/* As tune.csv has distances: its readers say the same. */
static inline bool distance_is_zero(double distance) {
  return distance < 0.5e-6;
}

/* Whether the intervals show that a candidate meets all goals at every level.
 * With more than 5% of its games without a result (UNDECIDED_LARGE) it is not
 * shown to meet a goal that needs results. */
bool candidate_meets(const TuneTable *table, const Candidate *candidate);

/* The first goal that is a range and that the intervals show the candidate to
 * miss at some level, -1 if there is none; *level becomes that level. */
int candidate_misses(const TuneTable *table, const Candidate *candidate,
                     int *level);

/* Whether all games at a level, or at some level, are one and the same. Then no
 * interval is known of the candidate, and it is dropped. */
bool level_repeats(const LevelResult *level);
bool candidate_repeats(const TuneTable *table, const Candidate *candidate);

/* Whether there are games, and all were forfeited: they say nothing about the
 * candidates. */
bool tune_all_forfeited(const TuneTable *table);

/* Whether a candidate has games at every level, or was dropped before; and
 * whether all have: no candidate is nearest to the goals until then. */
bool candidate_has_played(const Candidate *candidate);
bool tune_all_played(const TuneTable *table);

/* The largest share of a candidate's games at a level without a result, and of
 * drawn ones; NaN without games. */
double candidate_undecided(const TuneTable *table, const Candidate *candidate);
double candidate_draws(const TuneTable *table, const Candidate *candidate);

/* The level at which a candidate is farthest from a goal in its games. */
int candidate_farthest(const TuneTable *table, const Candidate *candidate,
                       int goal);

/* ---- tune.csv ------------------------------------------------------------*/

/* Replaces *csv by the contents of the file; its owner frees it. */
bool tune_csv(const TuneTable *table, Text *csv, Error *error);

/* Reads the file; numbers have the six decimal places they were written with.
 * The caller frees the table with tune_table_free. */
bool tune_read(TuneTable *table, const char *dir, Error *error);
void tune_table_free(TuneTable *table);

/* States in sentences which candidate is nearest to the goals and, if the race
 * was decided, how sure that is. */
void tune_verdict(const TuneTable *table, bool decided, Sentences *sentences);

/* Adds the caveats of tunings between random players and of the values of
 * candidates that were chosen by them; and how the intervals and distances of a
 * tuning are to be read. */
void tune_notes(const TuneTable *table, Sentences *sentences);
void tune_method(const TuneTable *table, Sentences *sentences);

/* All of it: tables of the candidates at each level, and of the candidates; the
 * verdict, figures. */
void tune_document(const TuneTable *table, Document *document);

#endif
