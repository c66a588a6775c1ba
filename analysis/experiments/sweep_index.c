/* sweep.csv, the index of a sweep, its manifest, and sweep_trends.csv: writes
 * them, and reads the runs that the index names. */
#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/sweep_trends.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/summary.h"
#include "analysis/result/result_source.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- rows ----------------------------------------------------------------*/

static bool sweep_fill_seats(SweepRow *row, const Tally *t, Error *error) {
  const Schedule *s = t->schedule;
  for (int i = 0; i < row->played.sides; i++)
    row->side[i] =
        (uint16_t)seats_of_side(s->side, s->seats, row->played.side[i]);
  row->gap = estimate_none();
  seats_free(&row->equals);
  if (row->played.sides < 2)
    return true;
  if (!seats_make(&row->equals, t, error))
    return false;
  row->gap = seats_gap(&row->equals, t);
  for (int side = 0; row->played.repetition.repetitive && side < s->sides;
       side++)
    row->equals.advantage[side] = estimate_none();
  return true;
}

bool sweep_row_fill(SweepRow *row, const Run *run, Error *error) {
  const Tally *t = &run->tally;
  memcpy(row->game, run->schedule.game, sizeof row->game);
  played_fill(&row->played, run);
  row->first = run->first;
  row->branching = summary_branching(t);
  row->max_plies = t->max_plies;
  row->random = schedule_is_random(&run->schedule);
  row->raised = t->raised;
  return sweep_fill_seats(row, t, error);
}

/* ---- results -------------------------------------------------------------*/

/* All runs together keep at most this many games, which take 128 MB, and their
 * margins and values as much again each. */
#define GAMES_KEPT (UINT64_C(1) << 24)

static void sweep_results_limit(SweepResults *r) {
  for (int i = 0; i < r->runs; i++)
    r->games[i].max = GAMES_KEPT / (uint64_t)r->runs;
}

bool sweep_results_make(SweepResults *r, int runs, Error *error) {
  *r = (SweepResults){.runs = runs,
                      .row = calloc((size_t)runs, sizeof *r->row),
                      .games = calloc((size_t)runs, sizeof *r->games)};
  if (!r->row || !r->games) {
    sweep_results_free(r);
    return error_set(error, "out of memory (sweep)");
  }
  sweep_results_limit(r);
  return true;
}

void sweep_results_free(SweepResults *r) {
  for (int i = 0; r->games && i < r->runs; i++)
    run_games_free(&r->games[i]);
  for (int i = 0; r->row && i < r->runs; i++)
    seats_free(&r->row[i].equals);
  free(r->games);
  free(r->row);
  json_decref(r->made);
  *r = (SweepResults){.runs = 0};
}

/* ---- writing -------------------------------------------------------------*/

bool sweep_rows_complete(const SweepRow *row, int count) {
  for (int i = 0; i < count; i++)
    if (!row[i].played.complete)
      return false;
  return true;
}

bool sweep_set_shard(SweepResults *results, int shard, int shards,
                     Error *error) {
  json_t *part = json_pack("{s:i, s:i}", "part", shards ? shard : 1, "of",
                           shards ? shards : 1);
  return json_object_set_new(results->made, "shard", part) == 0 ||
         error_set(error, "out of memory (sweep)");
}

bool sweep_write_index(const SweepResults *results, bool done, const char *out,
                       Error *error) {
  ResultTable table = {0};
  bool complete = done && sweep_rows_complete(results->row, results->runs);
  sweep_table(results, results->runs, &table);
  return experiment_files_save(out, RESULT_SWEEP, &table, results->made,
                               complete, error);
}

const char SWEEP_TRENDS[] = "sweep_trends.csv";

bool sweep_write_trends(const SweepResults *results, const char *out,
                        Error *error) {
  SweepTrends trends;
  ResultTable table = {0};
  if (!sweep_trends_make(&trends, results, error))
    return false;
  sweep_trends_table(&trends, &table);
  bool good = result_save(&table, 1, out, SWEEP_TRENDS, error);
  result_free(&table);
  sweep_trends_free(&trends);
  return good;
}

void sweep_remove_trends(const char *out) {
  char path[PATH_MAX];
  if (path_join(path, out, SWEEP_TRENDS))
    unlink(path);
}

/* ---- reading -------------------------------------------------------------*/

typedef struct SweepReading {
  SweepResults *names;
  ResultSource source;
} SweepReading;

static bool sweep_add_name(void *context, const CsvRow *csv, Error *error) {
  SweepReading *r = context;
  SweepResults *names = r->names;
  ResultTable table = {.source = &r->source};
  if (csv->number == 0)
    return result_source_header(&r->source, csv, error) &&
           (axes_read(&names->axes, &r->source, "games") ||
            error_set(error, "this is not the index of a sweep"));
  if (names->runs == SWEEP_RUNS_MAX)
    return error_set(error, "a sweep has at most %d runs", SWEEP_RUNS_MAX);
  SweepRow *row = &names->row[names->runs++];
  r->source.row = csv;
  axes_sync(&table, &names->axes, row->name, row->game, row->value);
  /* The names are those of folders, so they must not lead anywhere else. */
  return (!r->source.wrong && *row->name && *row->name != '.' &&
          !strchr(row->name, '/')) ||
         error_set(error, "'%.60s' is not the name of a run", csv->field[0]);
}

bool sweep_read_names(const char *dir, SweepResults *names, Error *error) {
  SweepReading reading = {.names = names};
  if (!sweep_results_make(names, SWEEP_RUNS_MAX, error))
    return false;
  names->runs = 0;
  json_t *manifest =
      experiment_files_read(dir, RESULT_SWEEP, sweep_add_name, &reading, error);
  result_source_free(&reading.source);
  names->complete = experiment_files_complete(manifest);
  names->made = made_copy(manifest);
  json_decref(manifest);
  bool good =
      manifest && (names->runs > 0 ||
                   error_set(error, "%.600s/sweep.csv has no runs", dir));
  sweep_results_limit(names);
  if (!good)
    sweep_results_free(names);
  return good;
}

bool sweep_read_row(const char *dir, SweepRow *row, RunGames *games,
                    Error *error) {
  char path[PATH_MAX], manifest[PATH_MAX];
  Run run;
  if (!path_join(path, dir, row->name) ||
      !path_join(manifest, path, "run.json"))
    return error_set(error, "the folder's name is too long: %.100s…", dir);
  if (access(manifest, F_OK) != 0)
    return true;
  games->run = &run;
  if (!run_read(&run, path, run_games_take, games, error))
    return false;
  bool good = sweep_row_fill(row, &run, error);
  run_close(&run);
  return good;
}

bool sweep_read(const char *dir, SweepResults *results, Error *error) {
  if (!sweep_read_names(dir, results, error))
    return false;
  for (int i = 0; i < results->runs; i++)
    if (!sweep_read_row(dir, &results->row[i], &results->games[i], error)) {
      sweep_results_free(results);
      return false;
    }
  results->complete =
      results->complete && sweep_rows_complete(results->row, results->runs);
  return true;
}
