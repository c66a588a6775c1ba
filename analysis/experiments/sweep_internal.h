/* What the files of the sweep share. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_SWEEP_INTERNAL_H

#include "analysis/experiments/sweep.h"

/* Reads the options to vary with their values, such as "walls=4..12". Returns
 * the number of combinations; 0 with a message if something is wrong or there
 * are more than `max`. axes_close frees what was read in either case. */
int axes_open(Axes *axes, const char *const vary[], int count, int max,
              Error *error);
void axes_close(Axes *axes);

/* The value of an axis in a combination, from 0; the last axis changes fastest.
 * And all values as texts, and as a name, "walls=4,size=5". */
int axes_value(const Axes *axes, int combination, int axis);
bool axes_name(const Axes *axes, int combination, char name[NAME_MAX + 1],
               AxisText value[], Error *error);
AxisNames axes_names(const Axes *axes);

/* Adds the flag for each option to what says how an experiment was made. */
void axes_made(const Axes *axes, struct json_t *made);

/* Fills in the results of a run; leaves the row's name as it is. Fails if out
 * of memory. */
bool sweep_row_fill(SweepRow *row, const Run *run, Error *error);

/* Makes room for the results of this many runs. */
bool sweep_results_make(SweepResults *results, int runs, Error *error);

/* Notes which shard it is, of how many; 0 of 0: all of it. */
bool sweep_set_shard(SweepResults *results, int shard, int shards,
                     Error *error);

/* Writes or replaces out/sweep.csv and its manifest. The sweep is complete if
 * it is `done` and all runs are complete. Then it also has sweep_trends.csv,
 * which must be written before. */
bool sweep_write_index(const SweepResults *results, bool done, const char *out,
                       Error *error);
bool sweep_write_trends(const SweepResults *results, const char *out,
                        Error *error);
void sweep_remove_trends(const char *out);
extern const char SWEEP_TRENDS[]; /* the name of the file */

/* The first columns: the name of a run or candidate, its game and its values,
 * to and from a file. */
void axes_sync(ResultTable *table, const AxisNames *axes,
               char name[NAME_MAX + 1], char game[SPEC_TEXT], AxisText value[]);

/* Reads which options are varied from a header: the columns between the game
 * and the one called `next`. */
struct ResultSource;
bool axes_read(AxisNames *axes, const struct ResultSource *source,
               const char *next);

/* Whether the value of an option is a number. */
bool axis_text_is_number(const char *text);

/* The key of an option's column: "values.walls". */
Phrase axis_key(const AxisNames *axes, int axis);

/* Whether all runs are complete. */
bool sweep_rows_complete(const SweepRow *row, int count);

/* Reads the names of the runs in dir/sweep.csv; there is at least one. The
 * results have only the names filled in, and are complete if the manifest says
 * so. The caller frees them. */
bool sweep_read_names(const char *dir, SweepResults *names, Error *error);

/* Reads the run of a row from its folder below `dir`, if it was started. */
bool sweep_read_row(const char *dir, SweepRow *row, RunGames *games,
                    Error *error);

#endif
