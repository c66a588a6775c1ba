/* The index of a sweep, sweep.csv: writing it, reading the runs it names, and
 * merging shards. */
#include "analysis/experiments/sweep_index.h"

#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/summary.h"
#include "core/base/checked_file.h"
#include "core/base/csv.h"
#include "core/run/run_dir.h"
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- the index -----------------------------------------------------------*/

void sweep_fill_row(SweepRow *row, const Run *run) {
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

bool axis_text(const char *run, int axis, AxisText *text) {
  const char *at = run;
  for (; axis > 0; axis--) {
    at = strchr(at, ',');
    if (!at)
      return false;
    at++;
  }
  int name = (int)strcspn(at, "="), value;
  value = (int)strcspn(at + name, ",") - 1;
  snprintf(text->name, sizeof text->name, "%.*s", name, at);
  snprintf(text->value, sizeof text->value, "%.*s", value > 0 ? value : 0,
           at[name] ? at + name + 1 : "");
  return true;
}

bool sweep_axis(const SweepRow *row, int axis, AxisText *text) {
  return axis_text(row->name, axis, text);
}

/* What the index is made from. */
typedef struct Index {
  const SweepRow *row;
  int count, seats; /* seats: the most that a run has */
  Text text;
} Index;

static int most_seats(const SweepRow *row, int count) {
  int most = 0;
  for (int i = 0; i < count; i++)
    if (row[i].seats > most)
      most = row[i].seats;
  return most;
}

static void add_header(Index *index) {
  Text *text = &index->text;
  AxisText axis;
  text_word(text, "run,game");
  for (int i = 0; index->count && sweep_axis(index->row, i, &axis); i++) {
    text_char(text, ',');
    text_quoted(text, axis.name);
  }
  text_word(text, ",games,complete");
  for (int seat = 1; seat <= index->seats; seat++) {
    char columns[96];
    snprintf(columns, sizeof columns, ",seat%d_rate,seat%d_low,seat%d_high",
             seat, seat, seat);
    text_word(text, columns);
  }
  text_word(text, ",draw_rate,truncated_rate,forfeit_rate,plies_mean,plies_low,"
                  "plies_high,branching_mean\n");
}

static void add_row(Index *index, const SweepRow *row) {
  Text *text = &index->text;
  AxisText axis;
  text_quoted(text, row->name);
  text_char(text, ',');
  text_quoted(text, row->game);
  for (int i = 0; sweep_axis(row, i, &axis); i++) {
    text_char(text, ',');
    text_word(text, axis.value);
  }
  text_char(text, ',');
  text_number(text, row->games);
  text_word(text, row->complete ? ",true" : ",false");
  for (int seat = 0; seat < index->seats; seat++)
    if (seat < row->seats)
      estimate_csv(text, row->seat[seat], 6);
    else
      text_word(text, ",,,");
  text_real_field(text, row->draws.value, 6);
  text_real_field(text, row->truncated.value, 6);
  text_real_field(text, row->forfeits.value, 6);
  estimate_csv(text, row->plies, 6);
  text_real_field(text, row->branching, 6);
  text_char(text, '\n');
}

enum { ROW_ROOM = 6 * SPEC_TEXT + REAL_ROOM * (3 * SEATS_MAX + 7) };

bool sweep_write_index(const SweepRow *row, int count, const char *out,
                       Error *error) {
  Index index = {row, count, most_seats(row, count), {NULL}};
  char path[PATH_MAX];
  path_join(path, out, SWEEP_INDEX);
  bool good = text_reserve(&index.text, ROW_ROOM);
  if (good)
    add_header(&index);
  for (int i = 0; good && i < count; i++) {
    good = text_reserve(&index.text, ROW_ROOM);
    if (good)
      add_row(&index, &row[i]);
  }
  good = good ? checked_file_replace(path, index.text.bytes, index.text.length,
                                     error)
              : error_set(error, "no memory to write %.600s", path);
  free(index.text.bytes);
  return good;
}

/* ---- merging -------------------------------------------------------------*/

/* The rows of an index, of which only the names are read. */
typedef struct Names {
  SweepRow *row;
  int count;
} Names;

static bool take_name(void *context, const CsvRow *row, Error *error) {
  Names *names = context;
  if (row->number == 0)
    return strcmp(row->field[0], "run") == 0 ||
           error_set(error, "this is not the index of a sweep");
  if (names->count == SWEEP_RUNS_MAX)
    return error_set(error, "these are more than %d runs", SWEEP_RUNS_MAX);
  if (!row->field[0][0] || row->field[0][0] == '.' ||
      strchr(row->field[0], '/') || strlen(row->field[0]) > NAME_MAX)
    return error_set(error, "'%.60s' is not the name of a run", row->field[0]);
  snprintf(names->row[names->count++].name, NAME_MAX + 1, "%s", row->field[0]);
  return true;
}

/* Merges the shards of one run. */
static bool merge_run(const char *const dirs[], int count, const char *out,
                      SweepRow *row, Error *error) {
  char(*paths)[PATH_MAX] = malloc((size_t)(count + 1) * sizeof *paths);
  const char **shards = malloc((size_t)count * sizeof *shards);
  bool good = paths && shards;
  if (!good)
    error_set(error, "no memory to merge a sweep");
  for (int i = 0; good && i < count; i++) {
    path_join(paths[i], dirs[i], row->name);
    shards[i] = paths[i];
  }
  Run run;
  if (good) {
    path_join(paths[count], out, row->name);
    good = experiment_merge(&run, shards, count, paths[count], error);
  }
  if (good) {
    sweep_fill_row(row, &run);
    run_close(&run);
  }
  free(shards);
  free(paths);
  return good;
}

/* Reads the names in an index, and compares them with those of the first. */
static bool read_names(const char *dir, Names *names, Error *error) {
  char path[PATH_MAX];
  path_join(path, dir, SWEEP_INDEX);
  names->count = 0;
  return csv_read(path, take_name, names, error) &&
         (names->count > 0 || error_set(error, "%.600s names no runs", path));
}

static bool check_names(const char *const dirs[], int count, const Names *names,
                        Names *others, Error *error) {
  for (int i = 1; i < count; i++) {
    if (!read_names(dirs[i], others, error))
      return false;
    bool same = others->count == names->count;
    for (int j = 0; same && j < names->count; j++)
      same = strcmp(names->row[j].name, others->row[j].name) == 0;
    if (!same)
      return error_set(error,
                       "%.300s and %.300s are not shards of the same sweep: "
                       "they vary different values",
                       dirs[0], dirs[i]);
  }
  return true;
}

/* What was merged in vain is not left behind. */
static void clear_draft(const Names *names, const char *draft) {
  char path[PATH_MAX];
  for (int i = 0; i < names->count; i++) {
    if (path_join(path, draft, names->row[i].name))
      run_dir_clear(path);
  }
  if (path_join(path, draft, SWEEP_INDEX))
    unlink(path);
  rmdir(draft);
}

/* Into a folder that only gets its name when it is whole. */
static bool merge_runs(const char *const dirs[], int count, const char *out,
                       const Names *names, Error *error) {
  char draft[PATH_MAX];
  if (snprintf(draft, sizeof draft, "%s.merging", out) >= PATH_MAX ||
      !run_dir_is_free(out, error))
    return error->message[0] ? false : error_set(error, "--out is too long");
  if (result_kind(draft) == RESULT_SWEEP)
    return error_set(
        error, "the folder %.600s is in the way: move it, or remove it", draft);
  clear_draft(names, draft); /* of one that was killed */
  bool good = run_dir_make(draft, error);
  for (int i = 0; good && i < names->count; i++)
    good = merge_run(dirs, count, draft, &names->row[i], error);
  good = good && sweep_write_index(names->row, names->count, draft, error);
  if (good && rename(draft, out) != 0)
    good = error_set(error, "could not rename %.400s to %.400s: %s", draft, out,
                     strerror(errno));
  if (!good)
    clear_draft(names, draft);
  return good;
}

bool sweep_merge(const char *const dirs[], int count, const char *out,
                 SweepRow **rows, int *runs, Error *error) {
  Names names = {calloc(SWEEP_RUNS_MAX, sizeof *names.row), 0};
  Names others = {calloc(SWEEP_RUNS_MAX, sizeof *others.row), 0};
  bool good = names.row && others.row;
  if (!good)
    error_set(error, "no memory to merge a sweep");
  good = good && read_names(dirs[0], &names, error) &&
         check_names(dirs, count, &names, &others, error) &&
         merge_runs(dirs, count, out, &names, error);
  free(others.row);
  if (!good)
    free(names.row);
  *rows = names.row;
  *runs = names.count;
  return good;
}

/* ---- reading -------------------------------------------------------------*/

/* A run that was not begun has no games. */
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
  sweep_fill_row(row, &run);
  run_close(&run);
  return true;
}

bool sweep_read(const char *dir, SweepRow **rows, int *runs, Error *error) {
  Names names = {calloc(SWEEP_RUNS_MAX, sizeof *names.row), 0};
  bool good = names.row || error_set(error, "no memory to read a sweep");
  good = good && read_names(dir, &names, error);
  for (int i = 0; good && i < names.count; i++)
    good = read_row(dir, &names.row[i], error);
  if (!good)
    free(names.row);
  *rows = names.row;
  *runs = names.count;
  return good;
}
