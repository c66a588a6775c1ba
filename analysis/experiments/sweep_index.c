/* sweep.csv, the index of a sweep, and its manifest: writes them, and reads the
 * runs that the index names. */
#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/summary.h"
#include "core/base/csv.h"
#include "core/base/version.h"
#include "core/game/score.h"
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

static void run_games_free(RunGames *g) {
  free(g->game);
  free(g->margin);
}

void sweep_results_free(SweepResults *r) {
  for (int i = 0; r->games && i < r->runs; i++)
    run_games_free(&r->games[i]);
  for (int i = 0; r->row && i < r->runs; i++)
    seats_free(&r->row[i].equals);
  free(r->games);
  free(r->row);
  *r = (SweepResults){.runs = 0};
}

static bool has_margins(const RunGames *g) {
  return g->schedule && g->schedule->has_score;
}

static bool grow(RunGames *g, Error *error) {
  uint64_t capacity = g->capacity ? 2 * g->capacity : 256;
  GameOutcome *game = realloc(g->game, capacity * sizeof *game);
  if (game)
    g->game = game;
  int64_t *margin = NULL;
  if (game && has_margins(g))
    margin = realloc(g->margin, capacity * sizeof *margin);
  if (margin)
    g->margin = margin;
  if (!game || (has_margins(g) && !margin))
    return error_set(error, "out of memory (sweep)");
  g->capacity = capacity;
  return true;
}

bool run_games_take(void *context, uint64_t index, const Match *match,
                    Error *error) {
  RunGames *g = context;
  const Schedule *s = g->schedule;
  (void)index;
  if (g->count == g->max)
    return true;
  if (g->count == g->capacity && !grow(g, error))
    return false;
  if (has_margins(g))
    g->margin[g->count] = score_margin(s->side, s->seats, 0, match->score);
  g->game[g->count++] = game_outcome(match);
  return true;
}

/* ---- writing -------------------------------------------------------------*/

/* An index being written. */
typedef struct Index {
  const SweepRow *row;
  int count;
  int seats;    /* of the run with the most */
  bool margins; /* of any run */
  Text text;
} Index;

static int max_seats(const SweepRow *row, int count) {
  int max = 0;
  for (int i = 0; i < count; i++)
    if (row[i].played.seats > max)
      max = row[i].played.seats;
  return max;
}

static bool any_margin(const SweepRow *row, int count) {
  for (int i = 0; i < count; i++)
    if (row[i].played.margin.n)
      return true;
  return false;
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
  text_add_word(text, ",draw_rate,truncated_rate,forfeit_rate,undecided_rate,"
                      "balance,balance_low,balance_high,advantage,"
                      "advantage_low,advantage_high,advantage_basis,"
                      "plies_mean,plies_low,plies_high,branching_mean,"
                      "distinct_games");
  text_add_word(text, index->margins ? ",margin_mean,margin_low,margin_high\n"
                                     : "\n");
}

/* The fields are empty if there are no games. */
static void add_value(Text *text, const SweepRow *row, double value) {
  csv_add_real(text, row->played.games ? value : NAN, 6);
}

static void add_estimate(Text *text, uint64_t games, Estimate e) {
  estimate_csv(text, games ? e : (Estimate){NAN, NAN, NAN, 0}, 6);
}

static void add_advantage(Text *text, const SweepRow *row) {
  bool sides = row->played.sides > 1 && row->played.decided;
  bool known =
      row->equals.basis != SEATS_RATED || seats_are_known(&row->equals);
  add_estimate(text, sides && known, row->equals.advantage[row->played.side[0]]);
  text_add_char(text, ',');
  if (sides)
    csv_add_quoted(text, seats_basis_names[row->equals.basis]);
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
  text_add_number(text, row->played.games);
  text_add_word(text, row->played.complete ? ",true" : ",false");
  for (int seat = 0; seat < index->seats; seat++)
    if (seat < row->played.seats)
      add_estimate(text, row->played.games, row->played.seat[seat]);
    else
      text_add_word(text, ",,,");
  add_value(text, row, row->played.draws.value);
  add_value(text, row, row->played.truncated.value);
  add_value(text, row, row->played.forfeits.value);
  add_value(text, row, row->played.undecided.value);
  add_estimate(text, row->played.sides > 1 ? row->played.decided : 0, row->played.balance);
  add_advantage(text, row);
  add_estimate(text, row->played.games, row->played.plies);
  add_value(text, row, row->branching.value);
  text_add_char(text, ',');
  if (row->played.games)
    text_add_number(text, row->played.repetition.distinct);
  if (index->margins)
    add_estimate(text, row->played.margin.n, row->played.margin);
  text_add_char(text, '\n');
}

enum { ROW_SIZE = 6 * SPEC_TEXT + TEXT_REAL_MAX * (3 * SEATS_MAX + 20) };

bool sweep_rows_complete(const SweepRow *row, int count) {
  for (int i = 0; i < count; i++)
    if (!row[i].played.complete)
      return false;
  return true;
}

static json_t *manifest_json(bool complete) {
  return json_pack("{s:s, s:s, s:b}", "boardlab", version_number, "commit",
                   version_commit, "complete", complete);
}

bool sweep_write_index(const SweepResults *results, bool done, const char *out,
                       Error *error) {
  const SweepRow *row = results->row;
  int count = results->runs;
  Index index = {
      row, count, max_seats(row, count), any_margin(row, count), {NULL}};
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
  SweepResults *names = context;
  if (row->number == 0)
    return strcmp(row->field[0], "run") == 0 ||
           error_set(error, "this is not the index of a sweep");
  if (names->runs == SWEEP_RUNS_MAX)
    return error_set(error, "a sweep has at most %d runs", SWEEP_RUNS_MAX);
  if (!row->field[0][0] || row->field[0][0] == '.' ||
      strchr(row->field[0], '/') || strlen(row->field[0]) > NAME_MAX)
    return error_set(error, "'%.60s' is not the name of a run", row->field[0]);
  snprintf(names->row[names->runs++].name, NAME_MAX + 1, "%s", row->field[0]);
  return true;
}

bool sweep_read_names(const char *dir, SweepResults *names, Error *error) {
  if (!sweep_results_make(names, SWEEP_RUNS_MAX, error))
    return false;
  names->runs = 0;
  json_t *manifest =
      experiment_files_read(dir, RESULT_SWEEP, add_name, names, error);
  names->complete = experiment_files_complete(manifest);
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
  games->schedule = &run.schedule;
  bool good = run_read(&run, path, run_games_take, games, error);
  games->schedule = NULL;
  if (!good)
    return false;
  good = sweep_row_fill(row, &run, error);
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
