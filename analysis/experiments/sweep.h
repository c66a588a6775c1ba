/* A sweep: one run for each combination of values of some options, all with the
 * same seed.
 *
 * Each is an ordinary run. With an output folder the runs are subfolders named
 * after their values, such as "walls=4,size=5", beside an index, sweep.csv, its
 * manifest, sweep.json, and what the runs show together, sweep_trends.csv
 * (sweep_trends.h). A Sweep owns what it points to except what the plan
 * points to, and belongs to one thread; sweep_play uses threads of its own. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_H

#include "analysis/experiments/compare.h"
#include "analysis/experiments/played.h"
#include "analysis/stats/estimate.h"
#include <limits.h>

enum { AXES_MAX = 8, AXIS_VALUES_MAX = 1000, SWEEP_RUNS_MAX = 10000 };

/* An option that is varied. */
typedef struct Axis {
  const Option *option;
  int count;
  int *values;
} Axis;

/* The options of a game, or of a bot, that a flag varies. */
typedef struct Axes {
  const char *flag;  /* "vary" */
  const char *owner; /* of the options: its name, for messages */
  const char *makes; /* what a combination of values is: "runs" */
  const Option *options;
  int count;
  Axis axis[AXES_MAX];
} Axes;

/* The names of the options that are varied, and a value of one as text. */
typedef struct AxisNames {
  int count;
  char name[AXES_MAX][OPTION_TEXT];
} AxisNames;
typedef char AxisText[OPTION_TEXT];

/* One run and its results. Its name is that of its folder and states its
 * values: "walls=4,size=5". */
typedef struct SweepRow {
  char name[NAME_MAX + 1];
  AxisText value[AXES_MAX];
  char game[SPEC_TEXT];
  Played played;
  uint16_t side[SEATS_MAX]; /* the seats of each live side, a bit per seat */
  Seats equals;             /* what the run says of the seats between equals */
  Estimate gap;   /* between two sides; that of equally strong bots, if rated */
  uint64_t first; /* the number of its first game */
  Estimate branching;
  int max_plies; /* ply limit */
  bool random;   /* all bots are */
  int raised;    /* how often the run was given more games (Run.raised) */
} SweepRow;

/* The results of a sweep. */
typedef struct SweepResults {
  AxisNames axes;
  int runs;
  SweepRow *row;
  RunGames *games;     /* of each run */
  bool complete;       /* no run was left unfinished or unplayed */
  struct json_t *made; /* how it was made (core/run/made.h), and the shard */
} SweepResults;
void sweep_results_free(SweepResults *results);

/* Whether there are games, and all were forfeited: they say nothing about the
 * options. */
bool sweep_all_forfeited(const SweepResults *results);

typedef struct Sweep {
  RunPlan plan; /* common to all runs; the game is as given, without the varied
                   values */
  Game *game;   /* plan.game */
  Axes axes;
  int runs;
  uint64_t games;  /* of all runs */
  bool even;       /* each has plan.games of them */
  bool own_limits; /* each has its game's own ply limit */
  int played;      /* runs so far, with the one that is being played */
  SweepResults results;
  Error reason; /* of the first forfeit; "" if there is none */
} Sweep;

/* `vary` has texts such as "walls=4..12", "walls=4..12/2", "size=5,7,9". Opens
 * every game once to check that it can be played; writes nothing. If it fails
 * there is nothing to close. */
bool sweep_open(Sweep *sweep, const RunPlan *plan, const char *const vary[],
                int count, Error *error);
void sweep_close(Sweep *sweep);

/* Opens one of the runs, as sweep_play does. `out` receives the name of its
 * folder and must outlive the run. The caller closes the run. */
bool sweep_open_run(const Sweep *sweep, int run, char out[PATH_MAX],
                    Run *opened, Error *error);

/* Plays all runs and keeps the index up to date. */
RunEnd sweep_play(Sweep *sweep, const ExperimentCallbacks *callbacks,
                  Error *error);

/* Reads the runs of a sweep from their folders. The caller frees the results.
 */
bool sweep_read(const char *dir, SweepResults *results, Error *error);

/* Merges the shards of a sweep run by run into folders below `out`, and writes
 * the index. The caller frees the results. */
bool sweep_merge(const char *const dirs[], int count, const char *out,
                 SweepResults *results, Error *error);

/* All of it: a table of the runs that were played, one of what they show
 * together, the verdict, figures. Fails if out of memory. */
bool sweep_document(const SweepResults *results, Document *document,
                    Error *error);

/* The rows of the first runs, as in sweep.csv. */
void sweep_table(const SweepResults *results, int runs, ResultTable *table);

#endif
