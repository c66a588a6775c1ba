/* A sweep: one run for each combination of values of some options, all with the
 * same seed, in one folder with an index, sweep.csv.
 *
 * Each run is a run like any other, in a folder named after its values, such as
 * "walls=4,size=5". A sweep owns what it points to, except what is in the
 * plan. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_H

#include "analysis/experiments/experiment.h"
#include "analysis/stats/estimate.h"
#include <limits.h>

enum { AXES_MAX = 8, AXIS_VALUES_MAX = 1000, SWEEP_RUNS_MAX = 10000 };

/* An option that is varied. */
typedef struct Axis {
  const Option *option;
  int count;
  int *values;
} Axis;

/* What came of one run. Its name is that of its folder, and says which values
 * it has: "walls=4,size=5". */
typedef struct SweepRow {
  char name[NAME_MAX + 1];
  char game[SPEC_TEXT];
  uint64_t games;
  int seats;
  Estimate seat[SEATS_MAX]; /* their win rates */
  Estimate draws, truncated, forfeits, plies;
  double branching;
  bool complete;
} SweepRow;

typedef struct Sweep {
  RunPlan plan; /* of all runs, with the game as it is without the values */
  Game *game;   /* that one */
  int axes;
  Axis axis[AXES_MAX];
  int runs;
  uint64_t games; /* of all runs */
  int played;     /* runs whose rows are filled in */
  SweepRow *row;
} Sweep;

/* `vary` has texts such as "walls=4..12", "walls=4..12/2", "size=5,7,9". Opens
 * every game once to see that it can be played; writes nothing. */
bool sweep_open(Sweep *sweep, const RunPlan *plan, const char *const vary[],
                int count, Error *error);
void sweep_close(Sweep *sweep);

/* Opens one of the runs, as sweep_play does; `out` is room for the name of its
 * folder, and must outlive it. The caller closes it. */
bool sweep_open_run(const Sweep *sweep, int run, char out[PATH_MAX],
                    Run *opened, Error *error);

/* Plays all runs. After each, `next` is told (or NULL), and the index is
 * written anew. */
RunEnd sweep_play(Sweep *sweep, const ExperimentCallbacks *callbacks,
                  void (*next)(void *context, const Run *run), void *context,
                  Error *error);

/* The runs of a sweep as their folders have them; *rows is a row for each; the
 * caller frees it. */
bool sweep_read(const char *dir, SweepRow **rows, int *runs, Error *error);

/* Merges the shards of a sweep: those of each run, into folders below `out`,
 * and the index. *rows is a row for each run; the caller frees it. */
bool sweep_merge(const char *const dirs[], int count, const char *out,
                 SweepRow **rows, int *runs, Error *error);

/* The name of axis `axis` in the name of a run, and its value; false if there
 * are fewer. */
typedef struct AxisText {
  char name[OPTION_TEXT], value[OPTION_TEXT];
} AxisText;
bool axis_text(const char *run, int axis, AxisText *text);
bool sweep_axis(const SweepRow *row, int axis, AxisText *text);

#endif
