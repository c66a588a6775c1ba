#include "analysis/experiments/sweep_trends.h"

#include "analysis/experiments/sweep_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/multiple.h"
#include "analysis/stats/regression.h"
#include "core/base/atomic_file.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

const char *const trend_metric_names[] = {"first_player_advantage", "draw_rate",
                                          "undecided_rate", "plies_mean"};
const char *const trend_kind_names[] = {"step", "difference", "departure",
                                        "fairest"};

enum { COLUMNS_MAX = 64 };

/* A column of the design but the first, which is 1: a numeric option, or a
 * value of another one. */
typedef struct Column {
  int axis;
  bool numeric;
  double step;
  char value[OPTION_TEXT], base[OPTION_TEXT];
} Column;

/* The runs of a sweep that are compared, and their games. */
typedef struct Sample {
  int runs;
  const SweepRow **row;
  const RunGames **games;
  uint64_t n; /* games that all have */
  int columns;
  Column column[COLUMNS_MAX];
  double *value; /* of a metric in a game, run by run: scratch */
} Sample;

/* ---- the design ----------------------------------------------------------*/

static bool is_number(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return *text && !*end && isfinite(*number);
}

/* The value of a run on an axis. */
static AxisValue value_of(const Sample *s, int run, int axis) {
  AxisValue value = {"", ""};
  axis_value(s->row[run]->name, axis, &value);
  return value;
}

static bool axis_is_numeric(const Sample *s, int axis) {
  double number;
  for (int i = 0; i < s->runs; i++)
    if (!is_number(value_of(s, i, axis).value, &number))
      return false;
  return true;
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The smallest difference between two values of a numeric axis; 0 if there is
 * one value only. */
static double step_of(const Sample *s, int axis, double scratch[]) {
  double step = 0;
  for (int i = 0; i < s->runs; i++)
    scratch[i] = strtod(value_of(s, i, axis).value, NULL);
  qsort(scratch, (size_t)s->runs, sizeof *scratch, compare_numbers);
  for (int i = 1; i < s->runs; i++) {
    double difference = scratch[i] - scratch[i - 1];
    if (difference > 0 && (step == 0 || difference < step))
      step = difference;
  }
  return step;
}

/* Whether a spec does not name an option, which has its default value then. */
static bool lacks_option(const char *spec, const char *name) {
  size_t length = strlen(name);
  for (const char *at = spec; (at = strstr(at, name)); at += length)
    if (at > spec && (at[-1] == ':' || at[-1] == ',') && at[length] == '=')
      return false;
  return true;
}

/* The value that the others of an axis are compared with: the default, or else
 * that of the first run. */
static AxisValue base_of(const Sample *s, int axis) {
  for (int i = 0; i < s->runs; i++) {
    AxisValue value = value_of(s, i, axis);
    if (lacks_option(s->row[i]->game, value.name))
      return value;
  }
  return value_of(s, 0, axis);
}

static bool has_column(const Sample *s, int axis, const char *value) {
  for (int i = 0; i < s->columns; i++)
    if (s->column[i].axis == axis && strcmp(s->column[i].value, value) == 0)
      return true;
  return false;
}

static bool add_column(Sample *s, const Column *column) {
  if (s->columns == COLUMNS_MAX)
    return false;
  s->column[s->columns++] = *column;
  return true;
}

static bool add_values(Sample *s, int axis) {
  AxisValue base = base_of(s, axis);
  for (int i = 0; i < s->runs; i++) {
    AxisValue value = value_of(s, i, axis);
    Column column = {.axis = axis};
    if (strcmp(value.value, base.value) == 0 ||
        has_column(s, axis, value.value))
      continue;
    memcpy(column.value, value.value, sizeof column.value);
    memcpy(column.base, base.value, sizeof column.base);
    if (!add_column(s, &column))
      return false;
  }
  return true;
}

/* False if there are too many columns. */
static bool add_columns(Sample *s, double scratch[]) {
  AxisValue value;
  for (int axis = 0; axis_value(s->row[0]->name, axis, &value); axis++) {
    Column column = {.axis = axis, .numeric = axis_is_numeric(s, axis)};
    if (column.numeric)
      column.step = step_of(s, axis, scratch);
    if (column.numeric ? column.step > 0 && !add_column(s, &column)
                       : !add_values(s, axis))
      return false;
  }
  return true;
}

/* Numeric options count in steps, so that a coefficient is the change for one.
 */
static double design_entry(const Sample *s, int run, const Column *c) {
  AxisValue value = value_of(s, run, c->axis);
  if (c->numeric)
    return strtod(value.value, NULL) / c->step;
  return strcmp(value.value, c->value) == 0;
}

static bool fit(const Sample *s, Regression *r) {
  int columns = s->columns + 1;
  double *design = malloc((size_t)s->runs * (size_t)columns * sizeof *design);
  for (int i = 0; design && i < s->runs; i++) {
    double *row = design + (size_t)i * (size_t)columns;
    row[0] = 1;
    for (int k = 0; k < s->columns; k++)
      row[k + 1] = design_entry(s, i, &s->column[k]);
  }
  bool good = design && regression_make(r, design, s->runs, columns, NULL);
  free(design);
  return good;
}

/* ---- the games -----------------------------------------------------------*/

static bool is_decided(GameOutcome g) {
  return g.end == MATCH_WIN || g.end == MATCH_DRAW;
}

static bool side_won(const SweepRow *row, GameOutcome g, int side) {
  return g.end == MATCH_WIN && (g.winners & row->side[side]);
}

/* 1 if the first side won, minus the share of the others that did. */
static double advantage(const SweepRow *row, GameOutcome g) {
  double others = 0;
  for (int side = 1; side < row->sides; side++)
    others += side_won(row, g, side);
  return side_won(row, g, 0) - others / (row->sides - 1);
}

static double difference(const SweepRow *row, GameOutcome g, int one,
                         int other) {
  return (double)side_won(row, g, one) - (double)side_won(row, g, other);
}

/* What is measured of a game: a metric, or the difference between two sides. */
typedef struct Measure {
  TrendMetric metric; /* TREND_METRICS: the difference */
  int one, other;
} Measure;

static double measure(const Measure *m, const SweepRow *row, GameOutcome g) {
  switch (m->metric) {
  case TREND_ADVANTAGE:
    return advantage(row, g);
  case TREND_DRAWS:
    return g.end == MATCH_DRAW;
  case TREND_UNDECIDED:
    return !is_decided(g);
  case TREND_PLIES:
    return g.plies;
  default:
    return difference(row, g, m->one, m->other);
  }
}

static bool over_decided(const Measure *m) {
  return m->metric == TREND_ADVANTAGE || m->metric == TREND_METRICS;
}

/* The values of a run's games, written to `value`. Over decided games the mean
 * is a ratio A = Σx / Σd; a game then counts as A + (x − A d) n / Σd: the mean
 * of these is A, and their variance that of the ratio (Cochran 1977). False if
 * there is no such mean. */
static bool measure_run(const Sample *s, int run, const Measure *m,
                        double value[]) {
  const SweepRow *row = s->row[run];
  const GameOutcome *game = s->games[run]->game;
  double sum = 0, decided = 0, n = (double)s->n;
  for (uint64_t i = 0; i < s->n; i++)
    value[i] = measure(m, row, game[i]);
  if (!over_decided(m))
    return true;
  for (uint64_t i = 0; i < s->n; i++) {
    sum += value[i];
    decided += is_decided(game[i]);
  }
  if (decided == 0 || row->sides < 2)
    return false;
  double mean = sum / decided;
  for (uint64_t i = 0; i < s->n; i++)
    value[i] = mean + (value[i] - mean * is_decided(game[i])) * n / decided;
  return true;
}

/* How far two games can differ. */
static double range_of(const Sample *s, TrendMetric metric) {
  double least = INFINITY, most = -INFINITY;
  if (metric != TREND_PLIES)
    return metric == TREND_ADVANTAGE ? 2 : 1;
  for (uint64_t i = 0; i < (uint64_t)s->runs * s->n; i++) {
    least = fmin(least, s->value[i]);
    most = fmax(most, s->value[i]);
  }
  return most - least;
}

static double mean_of(const double value[], uint64_t n) {
  double sum = 0;
  for (uint64_t i = 0; i < n; i++)
    sum += value[i];
  return sum / (double)n;
}

/* Subtracts the mean of each run from its values, and returns it in `mean`. */
static void centre(const Sample *s, double mean[]) {
  for (int run = 0; run < s->runs; run++) {
    double *value = s->value + (uint64_t)run * s->n;
    mean[run] = mean_of(value, s->n);
    for (uint64_t i = 0; i < s->n; i++)
      value[i] -= mean[run];
  }
}

/* A contrast of the runs: weight times mean, and over the games. */
static double apply(const double weight[], const double of[], int runs,
                    uint64_t stride) {
  double sum = 0;
  for (int run = 0; run < runs; run++)
    sum += weight[run] * of[(uint64_t)run * stride];
  return sum;
}

static Contrast test_coefficient(const Sample *s, const double weight[],
                                 const double mean[], double range) {
  double squares = 0, extreme = 0;
  for (int run = 0; run < s->runs; run++)
    extreme += fabs(weight[run]) * range / 2;
  for (uint64_t i = 0; i < s->n; i++) {
    double contrast = apply(weight, s->value + i, s->runs, s->n);
    squares += contrast * contrast;
  }
  return contrast_test(apply(weight, mean, s->runs, 1), squares, extreme, s->n);
}

static double test_departure(const Sample *s, const Regression *r,
                             const double mean[], double range) {
  double z[DEPARTURE_MAX], cross[DEPARTURE_MAX * DEPARTURE_MAX] = {0};
  int count = r->departures;
  for (uint64_t i = 0; i < s->n; i++) {
    for (int k = 0; k < count; k++)
      z[k] = apply(r->residual + (size_t)k * (size_t)s->runs, s->value + i,
                   s->runs, s->n);
    for (int k = 0; k < count; k++)
      for (int j = 0; j < count; j++)
        cross[k * count + j] += z[k] * z[j];
  }
  for (int k = 0; k < count; k++)
    z[k] = apply(r->residual + (size_t)k * (size_t)s->runs, mean, s->runs, 1);
  return contrasts_p(z, cross, count, range, s->n);
}

/* ---- the list ------------------------------------------------------------*/

static void add_trends(SweepTrends *t, Sample *s, const Regression *r,
                       TrendMetric metric, double mean[]) {
  const Measure m = {metric, 0, 0};
  for (int run = 0; run < s->runs; run++)
    if (!measure_run(s, run, &m, s->value + (uint64_t)run * s->n))
      return;
  double range = range_of(s, metric);
  centre(s, mean);
  for (int k = 0; k < s->columns; k++) {
    const Column *c = &s->column[k];
    Contrast test = test_coefficient(
        s, r->weight + (size_t)(k + 1) * (size_t)s->runs, mean, range);
    Trend trend = {.kind = c->numeric ? TREND_STEP : TREND_DIFFERENCE,
                   .metric = metric,
                   .step = c->step,
                   .change = test.estimate,
                   .p = test.p};
    memcpy(trend.option, value_of(s, 0, c->axis).name, sizeof trend.option);
    memcpy(trend.value, c->value, sizeof c->value);
    memcpy(trend.base, c->base, sizeof trend.base);
    t->list[t->count++] = trend;
  }
  if (r->departures)
    t->list[t->count++] = (Trend){.kind = TREND_DEPARTURE,
                                  .metric = metric,
                                  .change = {NAN, NAN, NAN, s->n},
                                  .p = test_departure(s, r, mean, range)};
}

static double gap_of(const SweepRow *row) {
  return 1 - row->balance.value;
}

static bool can_be_fairest(const SweepRow *row) {
  return row->sides > 1 && row->decided &&
         row->undecided.value <= UNDECIDED_LARGE;
}

static int find_fairest(const Sample *s) {
  int fairest = -1;
  for (int i = 0; i < s->runs; i++)
    if (can_be_fairest(s->row[i]) &&
        (fairest < 0 || gap_of(s->row[i]) < gap_of(s->row[fairest])))
      fairest = i;
  return fairest;
}

/* The two sides that win most and least, in the games that are compared. */
static Measure widest(const Sample *s, int run) {
  const SweepRow *row = s->row[run];
  uint64_t won[SEATS_MAX] = {0};
  Measure m = {TREND_METRICS, 0, 0};
  for (uint64_t i = 0; i < s->n; i++)
    for (int side = 0; side < row->sides; side++)
      won[side] += side_won(row, s->games[run]->game[i], side);
  for (int side = 1; side < row->sides; side++) {
    m.one = won[side] > won[m.one] ? side : m.one;
    m.other = won[side] < won[m.other] ? side : m.other;
  }
  return m;
}

/* The p-value that the widest difference of one run, whose values are the first
 * in s->value, exceeds a difference between two sides of the fairest. */
static double test_exceeds(Sample *s, int fairest, const Measure *m) {
  double *one = s->value, *other = s->value + s->n, squares = 0;
  if (!measure_run(s, fairest, m, other))
    return 1;
  double mean = mean_of(one, s->n) - mean_of(other, s->n);
  for (uint64_t i = 0; i < s->n; i++) {
    double deviation = one[i] - other[i] - mean;
    squares += deviation * deviation;
  }
  Contrast test = contrast_test(mean, squares, 2, s->n);
  return mean > 0 && !isnan(test.p) ? test.p : 1;
}

/* The p-value that a run has a larger gap than the fairest: its widest
 * difference exceeds every difference between two sides of the fairest. With
 * two sides these are the sum and the difference of the two advantages. With
 * more, the widest was chosen among all pairs, hence Bonferroni. */
static double test_fairer(Sample *s, int fairest, int run) {
  Measure wide = widest(s, run);
  int sides = s->row[fairest]->sides;
  int pairs = s->row[run]->sides * (s->row[run]->sides - 1) / 2;
  double p = 0;
  if (!measure_run(s, run, &wide, s->value))
    return 1;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++)
      if (i != j)
        p = fmax(p, test_exceeds(s, fairest, &(Measure){TREND_METRICS, i, j}));
  return fmin(pairs * p, 1);
}

/* The fairest run must be shown to be fairer than each of the others, so its
 * p-value is the largest of theirs. */
static void add_fairest(SweepTrends *t, Sample *s) {
  int fairest = find_fairest(s), others = 0;
  double p = 0;
  for (int i = 0; i < s->runs; i++) {
    t->many_undecided += s->row[i]->undecided.value > UNDECIDED_LARGE;
    if (i == fairest || fairest < 0 || !can_be_fairest(s->row[i]))
      continue;
    p = fmax(p, p < 1 ? test_fairer(s, fairest, i) : 1);
    others++;
  }
  if (others == 0)
    return;
  Trend trend = {.kind = TREND_FAIREST, .p = p};
  Estimate balance = s->row[fairest]->balance;
  trend.change = (Estimate){1 - balance.value, 1 - balance.high,
                            1 - balance.low, balance.n};
  memcpy(trend.value, s->row[fairest]->name, sizeof trend.value);
  t->list[t->count++] = trend;
}

static void adjust(SweepTrends *t, double p[]) {
  for (int i = 0; i < t->count; i++)
    p[i] = t->list[i].p;
  holm_adjust(p, t->count);
  for (int i = 0; i < t->count; i++)
    t->list[i].p_holm = p[i];
}

/* ---- making --------------------------------------------------------------*/

static bool choose_runs(Sample *s, const SweepResults *results) {
  s->n = UINT64_MAX;
  for (int i = 0; i < results->runs; i++) {
    const RunGames *games = &results->games[i];
    if (!results->row[i].complete)
      continue;
    s->row[s->runs] = &results->row[i];
    s->games[s->runs++] = games;
    s->n = games->count < s->n ? games->count : s->n;
  }
  return s->runs >= 2 && s->n >= 2;
}

/* Truncated games would have been longer. Up to a common limit they can be
 * compared; if the limits differ, a longer game may only have a higher one. */
static void check_limits(SweepTrends *t, const Sample *s) {
  bool differ = false;
  for (int i = 0; i < s->runs; i++) {
    t->truncated = t->truncated || s->row[i]->truncated.value > 0;
    differ = differ || s->row[i]->max_plies != s->row[0]->max_plies;
  }
  t->limits_differ = t->truncated && differ;
}

static bool make_list(SweepTrends *t, Sample *s) {
  size_t most = (size_t)TREND_METRICS * ((size_t)s->columns + 1) + 1;
  double *mean = malloc((size_t)s->runs * sizeof *mean);
  double *p = malloc(most * sizeof *p);
  t->list = calloc(most, sizeof *t->list);
  s->value = malloc((uint64_t)s->runs * s->n * sizeof *s->value);
  bool good = mean && p && t->list && s->value;
  Regression r;
  if (good && fit(s, &r)) {
    for (TrendMetric metric = 0; metric < TREND_METRICS; metric++)
      if (metric != TREND_PLIES || !t->limits_differ)
        add_trends(t, s, &r, metric, mean);
    regression_free(&r);
  }
  if (good) {
    add_fairest(t, s);
    adjust(t, p);
  }
  free(mean);
  free(p);
  free(s->value);
  return good;
}

bool sweep_trends_make(SweepTrends *t, const SweepResults *results,
                       Error *error) {
  *t = (SweepTrends){.runs = 0};
  size_t runs = (size_t)results->runs;
  Sample *s = calloc(1, sizeof *s);
  double *scratch = malloc(runs * sizeof *scratch);
  bool good = scratch && s && (s->row = calloc(runs, sizeof *s->row)) &&
              (s->games = calloc(runs, sizeof *s->games));
  if (good && choose_runs(s, results)) {
    if (!add_columns(s, scratch))
      s->columns = 0; /* the fairest can still be found */
    t->games = s->n;
    t->runs = s->runs;
    t->options = s->columns;
    check_limits(t, s);
    good = make_list(t, s);
  }
  if (s) {
    free(s->row);
    free(s->games);
  }
  free(s);
  free(scratch);
  if (good)
    return true;
  sweep_trends_free(t);
  return error_set(error, "out of memory (sweep)");
}

void sweep_trends_free(SweepTrends *t) {
  free(t->list);
  *t = (SweepTrends){.runs = 0};
}

bool trend_is_shown(const Trend *trend) {
  return trend->p_holm < 0.05;
}

/* ---- sweep_trends.csv ----------------------------------------------------*/

const char SWEEP_TRENDS[] = "sweep_trends.csv";

static void add_text(Text *text, const char *word) {
  text_add_char(text, ',');
  if (*word)
    csv_add_quoted(text, word);
}

static void add_trend(Text *text, const Trend *trend, uint64_t games) {
  text_add_word(text, trend_kind_names[trend->kind]);
  add_text(text, trend->option);
  add_text(text, trend->value);
  add_text(text, trend->base);
  csv_add_real(text, trend->kind == TREND_STEP ? trend->step : NAN, 6);
  text_add_char(text, ',');
  text_add_word(text, trend->kind == TREND_FAIREST
                          ? "gap"
                          : trend_metric_names[trend->metric]);
  csv_add_real(text, trend->change.value, 6);
  csv_add_real(text, trend->change.low, 6);
  csv_add_real(text, trend->change.high, 6);
  csv_add_real(text, trend->p, 6);
  csv_add_real(text, trend->p_holm, 6);
  text_add_char(text, ',');
  text_add_number(text, games);
  text_add_char(text, '\n');
}

enum { TREND_SIZE = 6 * (NAME_MAX + OPTION_TEXT) + 8 * TEXT_REAL_MAX };

bool sweep_trends_csv(const SweepTrends *t, Text *csv, Error *error) {
  csv->length = 0;
  bool good = text_reserve(csv, TREND_SIZE);
  if (good)
    text_add_word(csv, "kind,option,value,base,step,metric,change,low,high,"
                       "p_value,p_holm,games\n");
  for (int i = 0; good && i < t->count; i++) {
    good = text_reserve(csv, TREND_SIZE);
    if (good)
      add_trend(csv, &t->list[i], t->games);
  }
  return good || error_set(error, "out of memory (sweep)");
}

bool sweep_write_trends(const SweepResults *results, const char *out,
                        Error *error) {
  SweepTrends trends;
  Text csv = {NULL};
  char path[PATH_MAX];
  if (!path_join(path, out, SWEEP_TRENDS))
    return error_set(error, "the folder's name is too long: %.100s…", out);
  if (!sweep_trends_make(&trends, results, error))
    return false;
  bool good = sweep_trends_csv(&trends, &csv, error) &&
              atomic_file_write(path, csv.bytes, csv.length, error);
  free(csv.bytes);
  sweep_trends_free(&trends);
  return good;
}

void sweep_remove_trends(const char *out) {
  char path[PATH_MAX];
  if (path_join(path, out, SWEEP_TRENDS))
    unlink(path);
}
