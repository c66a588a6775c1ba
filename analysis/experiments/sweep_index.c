/* sweep.csv, the index of a sweep, and its manifest: writes them, and reads the
 * runs that the index names. */
#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/summary.h"
#include "core/base/csv.h"
#include "core/run/run_dir.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- rows ----------------------------------------------------------------*/

void sweep_row_fill(SweepRow *row, const Run *run) {
  const Tally *t = &run->tally;
  memcpy(row->game, run->spec, sizeof row->game);
  row->games = t->games;
  row->seats = run->schedule.seats;
  for (int seat = 0; seat < row->seats; seat++)
    row->seat[seat] = summary_seat(t, seat);
  row->draws = summary_end(t, MATCH_DRAW);
  row->truncated = summary_end(t, MATCH_TRUNCATED);
  row->forfeits = summary_end(t, MATCH_FORFEIT);
  if (t->games)
    row->plies = summary_lengths(t).mean;
  row->branching = summary_branching(t).value;
  row->complete = run->complete;
}

bool axis_value(const char *run, int axis, AxisValue *value) {
  const char *at = run;
  for (; axis > 0; axis--) {
    at = strchr(at, ',');
    if (!at)
      return false;
    at++;
  }
  int name_length = (int)strcspn(at, "=");
  int value_length = (int)strcspn(at + name_length, ",") - 1;
  snprintf(value->name, sizeof value->name, "%.*s", name_length, at);
  snprintf(value->value, sizeof value->value, "%.*s",
           value_length > 0 ? value_length : 0,
           at[name_length] ? at + name_length + 1 : "");
  return true;
}

/* ---- writing -------------------------------------------------------------*/

/* An index being written. */
typedef struct Index {
  const SweepRow *row;
  int count;
  int seats; /* of the run with the most */
  Text text;
} Index;

static int max_seats(const SweepRow *row, int count) {
  int max = 0;
  for (int i = 0; i < count; i++)
    if (row[i].seats > max)
      max = row[i].seats;
  return max;
}

static void add_header(Index *index) {
  Text *text = &index->text;
  AxisValue axis;
  text_add_word(text, "run,game");
  for (int i = 0; index->count && axis_value(index->row->name, i, &axis); i++) {
    text_add_char(text, ',');
    csv_add_quoted(text, axis.name);
  }
  text_add_word(text, ",games,complete");
  for (int seat = 1; seat <= index->seats; seat++) {
    char columns[96];
    snprintf(columns, sizeof columns, ",seat%d_rate,seat%d_low,seat%d_high",
             seat, seat, seat);
    text_add_word(text, columns);
  }
  text_add_word(text,
                ",draw_rate,truncated_rate,forfeit_rate,plies_mean,plies_low,"
                "plies_high,branching_mean\n");
}

static void add_row(Index *index, const SweepRow *row) {
  Text *text = &index->text;
  AxisValue axis;
  csv_add_quoted(text, row->name);
  text_add_char(text, ',');
  csv_add_quoted(text, row->game);
  for (int i = 0; axis_value(row->name, i, &axis); i++) {
    text_add_char(text, ',');
    text_add_word(text, axis.value);
  }
  text_add_char(text, ',');
  text_add_number(text, row->games);
  text_add_word(text, row->complete ? ",true" : ",false");
  for (int seat = 0; seat < index->seats; seat++)
    if (seat < row->seats)
      estimate_csv(text, row->seat[seat], 6);
    else
      text_add_word(text, ",,,");
  csv_add_real(text, row->draws.value, 6);
  csv_add_real(text, row->truncated.value, 6);
  csv_add_real(text, row->forfeits.value, 6);
  estimate_csv(text, row->plies, 6);
  csv_add_real(text, row->branching, 6);
  text_add_char(text, '\n');
}

enum { ROW_SIZE = 6 * SPEC_TEXT + TEXT_REAL_MAX * (3 * SEATS_MAX + 7) };

bool sweep_rows_complete(const SweepRow *row, int count) {
  for (int i = 0; i < count; i++)
    if (!row[i].complete)
      return false;
  return true;
}

static json_t *manifest_json(bool complete) {
  return json_pack("{s:s, s:b}", "boardlab", BOARDLAB_VERSION, "complete",
                   complete);
}

bool sweep_write_index(const SweepRow *row, int count, bool done,
                       const char *out, Error *error) {
  Index index = {row, count, max_seats(row, count), {NULL}};
  bool complete = done && sweep_rows_complete(row, count);
  bool good = text_reserve(&index.text, ROW_SIZE);
  if (good)
    add_header(&index);
  for (int i = 0; good && i < count; i++) {
    good = text_reserve(&index.text, ROW_SIZE);
    if (good)
      add_row(&index, &row[i]);
  }
  good = good ? experiment_files_write(out, RESULT_SWEEP, &index.text,
                                       manifest_json(complete), error)
              : error_set(error, "out of memory (sweep)");
  free(index.text.bytes);
  return good;
}

/* ---- reading -------------------------------------------------------------*/

/* The names are those of folders, so they must not lead anywhere else. */
static bool add_name(void *context, const CsvRow *row, Error *error) {
  SweepNames *names = context;
  if (row->number == 0)
    return strcmp(row->field[0], "run") == 0 ||
           error_set(error, "this is not the index of a sweep");
  if (names->count == SWEEP_RUNS_MAX)
    return error_set(error, "a sweep has at most %d runs", SWEEP_RUNS_MAX);
  if (!row->field[0][0] || row->field[0][0] == '.' ||
      strchr(row->field[0], '/') || strlen(row->field[0]) > NAME_MAX)
    return error_set(error, "'%.60s' is not the name of a run", row->field[0]);
  snprintf(names->row[names->count++].name, NAME_MAX + 1, "%s", row->field[0]);
  return true;
}

bool sweep_read_names(const char *dir, SweepNames *names, Error *error) {
  names->count = 0;
  json_t *manifest =
      experiment_files_read(dir, RESULT_SWEEP, add_name, names, error);
  names->complete = experiment_files_complete(manifest);
  json_decref(manifest);
  return manifest && (names->count > 0 ||
                      error_set(error, "%.600s/sweep.csv has no runs", dir));
}

/* A run that was not started yet keeps 0 games. */
static bool read_row(const char *dir, SweepRow *row, Error *error) {
  char path[PATH_MAX], manifest[PATH_MAX];
  Run run;
  if (!path_join(path, dir, row->name) ||
      !path_join(manifest, path, "run.json"))
    return error_set(error, "the folder's name is too long: %.100s…", dir);
  if (access(manifest, F_OK) != 0)
    return true;
  if (!run_read(&run, path, NULL, NULL, error))
    return false;
  sweep_row_fill(row, &run);
  run_close(&run);
  return true;
}

bool sweep_read(const char *dir, SweepRow **rows, int *runs, bool *complete,
                Error *error) {
  SweepNames names = {.row = calloc(SWEEP_RUNS_MAX, sizeof *names.row)};
  bool good = names.row || error_set(error, "out of memory (sweep)");
  good = good && sweep_read_names(dir, &names, error);
  for (int i = 0; good && i < names.count; i++)
    good = read_row(dir, &names.row[i], error);
  if (!good)
    free(names.row);
  *rows = names.row;
  *runs = names.count;
  *complete =
      good && names.complete && sweep_rows_complete(names.row, names.count);
  return good;
}
