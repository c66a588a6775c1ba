/* The runs of a sweep as a sample: its options as the columns of a design
 * matrix, and what its games say about a contrast of the runs. */
#include "analysis/experiments/sweep_trends_internal.h"

#include "core/game/score.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the design ----------------------------------------------------------*/

bool axis_text_is_number(const char *text) {
  char *end;
  double number = strtod(text, &end);
  return *text && !*end && isfinite(number);
}

static const char *sample_value(const Sample *s, int run, int axis) {
  return s->row[run]->value[axis];
}

static bool axis_is_numeric(const Sample *s, int axis) {
  for (int i = 0; i < s->runs; i++)
    if (!axis_text_is_number(sample_value(s, i, axis)))
      return false;
  return true;
}

static int compare_numbers(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The smallest difference between two values of a numeric axis; 0 if there is
 * one value only. */
static double step_of(const Sample *s, int axis) {
  double step = 0, *sorted = s->mean;
  for (int i = 0; i < s->runs; i++)
    sorted[i] = strtod(sample_value(s, i, axis), NULL);
  qsort(sorted, (size_t)s->runs, sizeof *sorted, compare_numbers);
  for (int i = 1; i < s->runs; i++) {
    double difference = sorted[i] - sorted[i - 1];
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
static const char *base_of(const Sample *s, int axis) {
  for (int i = 0; i < s->runs; i++)
    if (lacks_option(s->row[i]->game, s->axes->name[axis]))
      return sample_value(s, i, axis);
  return sample_value(s, 0, axis);
}

static bool has_column(const Sample *s, int axis, const char *value) {
  for (int i = 0; i < s->columns; i++)
    if (s->column[i].axis == axis && strcmp(s->column[i].value, value) == 0)
      return true;
  return false;
}

static bool add_column(Sample *s, const DesignColumn *column) {
  if (s->columns == COLUMNS_MAX)
    return false;
  s->column[s->columns++] = *column;
  return true;
}

static bool add_values(Sample *s, int axis) {
  const char *base = base_of(s, axis);
  for (int i = 0; i < s->runs; i++) {
    const char *value = sample_value(s, i, axis);
    DesignColumn column = {.axis = axis, .value = value, .base = base};
    if (strcmp(value, base) != 0 && !has_column(s, axis, value) &&
        !add_column(s, &column))
      return false;
  }
  return true;
}

bool sample_add_columns(Sample *s) {
  for (int axis = 0; axis < s->axes->count; axis++) {
    DesignColumn column = {.axis = axis, .numeric = axis_is_numeric(s, axis)};
    if (column.numeric)
      column.step = step_of(s, axis);
    if (column.numeric ? column.step > 0 && !add_column(s, &column)
                       : !add_values(s, axis))
      return false;
  }
  return true;
}

/* Numeric options count in steps, so that a coefficient is the change for one.
 */
static double design_entry(const Sample *s, int run, const DesignColumn *c) {
  const char *value = sample_value(s, run, c->axis);
  return c->numeric ? strtod(value, NULL) / c->step
                    : strcmp(value, c->value) == 0;
}

bool sample_fit(const Sample *s, Regression *r) {
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

bool sample_side_values(const SweepRow *row, GameOutcome g, uint64_t i,
                        double value[SEATS_MAX]) {
  if (row->equals.basis != SEATS_RATED) {
    for (int side = 0; side < row->played.sides; side++)
      value[side] = g.end == MATCH_WIN && (g.winners & row->side[side]);
    return is_decided(g);
  }
  double all[SEATS_MAX];
  size_t seating = (size_t)((row->first + i) % row->equals.seatings);
  bool valued =
      seats_game(&row->equals, seating, (MatchEnd)g.end, g.winners, all);
  for (int side = 0; side < row->played.sides; side++)
    value[side] = valued ? all[row->played.side[side]] : 0;
  return valued;
}

/* That of the first side, minus the mean of the others; or that of one side,
 * minus that of another. */
static double contrast_sides(const Measure *m, const SweepRow *row,
                             const double value[]) {
  double others = 0;
  if (m->metric == TREND_METRICS)
    return value[m->one] - value[m->other];
  for (int side = 1; side < row->played.sides; side++)
    others += value[side];
  return value[0] - others / (row->played.sides - 1);
}

static double margin(const RunGames *games, uint64_t i) {
  return is_decided(games->outcome[i]) ? (double)games->margin[i] / SCORE_UNIT
                                       : 0;
}

/* What is measured of a game, and whether it counts; 0 if it does not. */
static double measure(const Measure *m, const SweepRow *row,
                      const RunGames *games, uint64_t i, bool *counts) {
  GameOutcome g = games->outcome[i];
  double value[SEATS_MAX];
  *counts = m->metric != TREND_MARGIN || is_decided(g);
  switch (m->metric) {
  case TREND_DRAWS:
    return g.end == MATCH_DRAW;
  case TREND_UNDECIDED:
    return !is_decided(g);
  case TREND_PLIES:
    return g.plies;
  case TREND_MARGIN:
    return margin(games, i);
  default:
    *counts = sample_side_values(row, g, i, value);
    return *counts ? contrast_sides(m, row, value) : 0;
  }
}

/* Whether the run says anything of its sides. */
static bool has_sides(const SweepRow *row) {
  return row->played.sides > 1 && row->equals.basis != SEATS_UNKNOWN &&
         (row->equals.basis != SEATS_RATED || seats_are_known(&row->equals));
}

bool sample_measure(const Sample *s, int run, const Measure *m,
                    double value[]) {
  const SweepRow *row = s->row[run];
  double sum = 0, counted = 0, n = (double)s->n;
  bool counts;
  bool sides = m->metric == TREND_ADVANTAGE || m->metric == TREND_METRICS;
  if ((m->metric == TREND_MARGIN && !s->games[run]->margin) ||
      (sides && !has_sides(row)))
    return false;
  for (uint64_t i = 0; i < s->n; i++) {
    sum += value[i] = measure(m, row, s->games[run], i, &counts);
    counted += counts;
  }
  if (counted == n || counted == 0)
    return counted > 0;
  double mean = sum / counted;
  for (uint64_t i = 0; i < s->n; i++) {
    measure(m, row, s->games[run], i, &counts);
    value[i] = mean + (value[i] - mean * counts) * n / counted;
  }
  return true;
}

double sample_extreme(const Sample *s) {
  double beyond = 0;
  for (int run = 0; run < s->runs; run++)
    beyond = fmax(beyond, s->row[run]->equals.beyond);
  return 1 + beyond;
}

static bool is_unbounded(TrendMetric metric) {
  return metric == TREND_PLIES || metric == TREND_MARGIN;
}

static double range_of(const Sample *s) {
  double least = INFINITY, most = -INFINITY;
  if (!is_unbounded(s->metric))
    return s->metric == TREND_ADVANTAGE ? 2 * sample_extreme(s) : 1;
  for (uint64_t i = 0; i < (uint64_t)s->runs * s->n; i++) {
    least = fmin(least, s->value[i]);
    most = fmax(most, s->value[i]);
  }
  return most - least;
}

double sample_mean(const double value[], uint64_t n) {
  double sum = 0;
  for (uint64_t i = 0; i < n; i++)
    sum += value[i];
  return sum / (double)n;
}

int sample_load(Sample *s, TrendMetric metric) {
  const Measure m = {metric, 0, 0};
  int missing = 0;
  s->metric = metric;
  for (int run = 0; run < s->runs; run++)
    missing += !sample_measure(s, run, &m, s->value + (uint64_t)run * s->n);
  if (missing)
    return missing;
  s->range = range_of(s);
  for (int run = 0; run < s->runs; run++) {
    double *value = s->value + (uint64_t)run * s->n;
    s->mean[run] = sample_mean(value, s->n);
    for (uint64_t i = 0; i < s->n; i++)
      value[i] -= s->mean[run];
  }
  return 0;
}

/* A contrast of the runs: weight times mean, and over the games. */
static double apply(const double weight[], const double of[], int runs,
                    uint64_t stride) {
  double sum = 0;
  for (int run = 0; run < runs; run++)
    sum += weight[run] * of[(uint64_t)run * stride];
  return sum;
}

/* How many times as wide the interval of a contrast must be. */
static double stretch_of(const Sample *s, const double weight[]) {
  Deviations d = {0};
  if (!is_unbounded(s->metric))
    return 1;
  for (uint64_t i = 0; i < s->n; i++)
    deviations_add(&d, apply(weight, s->value + i, s->runs, s->n), 1);
  return deviations_stretch(&d, 1);
}

Contrast sample_coefficient(const Sample *s, const double weight[]) {
  double squares = 0, extreme = 0, stretch = stretch_of(s, weight);
  double value = apply(weight, s->mean, s->runs, 1);
  if (isinf(stretch))
    return (Contrast){{value, NAN, NAN, s->n}, NAN};
  for (int run = 0; run < s->runs; run++)
    extreme += fabs(weight[run]) * s->range / 2;
  for (uint64_t i = 0; i < s->n; i++) {
    double contrast = apply(weight, s->value + i, s->runs, s->n);
    squares += contrast * contrast;
  }
  return contrast_test(value, squares * stretch * stretch, extreme, s->n);
}

/* The means of the runs that have the same value of an option, for each run.
 * Returns how many values there are, 0 if they have different numbers of runs.
 */
static int group_means(const Sample *s, const double of[], double group[]) {
  int values = 0, first = 0;
  for (int i = 0; i < s->runs; i++) {
    int count = 0, before = 0;
    group[i] = 0;
    for (int j = 0; j < s->runs; j++)
      if (of[j] == of[i]) {
        group[i] += s->mean[j];
        before += j < i;
        count++;
      }
    group[i] /= count;
    first = i ? first : count;
    values += before == 0;
    if (count != first)
      return 0;
  }
  return values;
}

double sample_turn(const Sample *s, int axis, double slope) {
  int runs = s->runs, low = 0, high = 0;
  double *of = s->mean + runs, *group = of + runs, *weight = group + runs;
  double most = 0;
  for (int run = 0; run < runs; run++)
    of[run] = strtod(sample_value(s, run, axis), NULL);
  int values = group_means(s, of, group);
  for (int i = 0; values && i < runs; i++)
    for (int j = 0; j < runs; j++)
      if (of[i] < of[j] && (group[i] - group[j]) * slope > most) {
        most = (group[i] - group[j]) * slope;
        low = i;
        high = j;
      }
  if (!(most > 0))
    return 1;
  for (int run = 0; run < runs; run++)
    weight[run] =
        ((of[run] == of[high]) - (of[run] == of[low])) * (double)values / runs;
  double p = sample_coefficient(s, weight).p;
  return isnan(p) ? 1 : fmin(p * values * (values - 1) / 2, 1);
}

double sample_departure(const Sample *s, const Regression *r) {
  double z[DEPARTURE_MAX], cross[DEPARTURE_MAX * DEPARTURE_MAX] = {0};
  double stretch = 1;
  int count = r->departures;
  for (int k = 0; k < count; k++)
    stretch =
        fmax(stretch, stretch_of(s, r->residual + (size_t)k * (size_t)s->runs));
  if (isinf(stretch))
    return NAN;
  for (uint64_t i = 0; i < s->n; i++) {
    for (int k = 0; k < count; k++)
      z[k] = stretch * apply(r->residual + (size_t)k * (size_t)s->runs,
                             s->value + i, s->runs, s->n);
    for (int k = 0; k < count; k++)
      for (int j = 0; j < count; j++)
        cross[k * count + j] += z[k] * z[j];
  }
  for (int k = 0; k < count; k++)
    z[k] =
        apply(r->residual + (size_t)k * (size_t)s->runs, s->mean, s->runs, 1);
  return contrasts_p(z, cross, count, s->range, s->n);
}
