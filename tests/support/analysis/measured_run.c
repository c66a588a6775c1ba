#include "tests/support/analysis/measured_run.h"

#include "core/base/csv.h"
#include "tests/support/files.h"
#include "tests/support/support.h"

Rows rows;

static bool take_game(void *context, const CsvRow *row, Error *error) {
  int seats = *(const int *)context;
  (void)error;
  if (row->number == 0)
    return true;
  rows.end[rows.games] = row->field[3 + seats][0];
  rows.won[rows.games] = 0;
  for (const char *at = row->field[4 + seats]; *at; at++)
    if (*at != '+')
      rows.won[rows.games] |= 1u << (*at - '1');
  rows.games++;
  return true;
}

static bool take_move(void *context, const CsvRow *row, Error *error) {
  Ply *ply = &rows.ply[rows.plies];
  (void)context, (void)error;
  if (row->number == 0)
    return true;
  assert_in_range(rows.plies, 0, ROW_PLIES - 1);
  ply->game = atoi(row->field[0]);
  ply->seat = atoi(row->field[2]) - 1;
  snprintf(ply->move, sizeof ply->move, "%s", row->field[3]);
  ply->legal = atoi(row->field[4]);
  rows.plies++;
  return true;
}

void play_run(const char *game, const char *const bots[], int count, int games,
              bool moves, int max_plies, const char *out) {
  const RunPlan plan = {.game = game,
                        .bots = bots,
                        .bot_count = count,
                        .seed = 3,
                        .games = (uint64_t)games,
                        .moves = moves,
                        .max_plies = max_plies,
                        .jobs = 2,
                        .out = out};
  const RunCallbacks callbacks = {NULL};
  Run run;
  Error error = {0};
  clear(out);
  if (!run_open(&run, &plan, &error) ||
      run_play(&run, &callbacks, &error) != RUN_DONE)
    fail_msg("%s: %s", game, error.message);
  run_close(&run);
}

const char *const RANDOM[] = {"random"};

void play_rows(const char *game, int seats) {
  Error error = {0};
  play_run(game, RANDOM, 1, ROW_GAMES, true, 0, "one");
  rows.games = rows.plies = 0;
  if (!csv_read("one/games.csv", take_game, &seats, &error) ||
      !csv_read("one/moves.csv", take_move, NULL, &error))
    fail_msg("%s", error.message);
  assert_int_equal(rows.games, ROW_GAMES);
}

void measure(RunMetrics *f, const char *dir, const RunMetricsPlan *plan) {
  Error error = {0};
  if (!run_metrics_make(f, dir, plan, &error))
    fail_msg("%s", error.message);
}

Estimate metric(const Metrics *f, const char *scope, const char *key,
                const char *metric) {
  const Metric *found = metrics_find(f, scope, key, metric);
  if (!found)
    fail_msg("there is no metric %s %s %s", scope, key, metric);
  return found->estimate;
}

int count_metrics(const Metrics *f, const char *scope, const char *metric) {
  int count = 0;
  for (size_t i = 0; i < f->count; i++)
    count += strcmp(f->list[i].scope, scope) == 0 &&
             (!metric || strcmp(f->list[i].name, metric) == 0);
  return count;
}
