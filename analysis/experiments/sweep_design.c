/* The options of a sweep as the columns of a design matrix. */
#include "analysis/experiments/sweep_trends_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool axis_text_is_number(const char *text) {
  char *end;
  double number = strtod(text, &end);
  return *text && !*end && isfinite(number);
}

const char *sample_value(const Sample *s, int run, int axis) {
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
static double step_of(const Sample *s, int axis, double scratch[]) {
  double step = 0;
  for (int i = 0; i < s->runs; i++)
    scratch[i] = strtod(sample_value(s, i, axis), NULL);
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

bool sample_add_columns(Sample *s, double scratch[]) {
  for (int axis = 0; axis < s->axes->count; axis++) {
    DesignColumn column = {.axis = axis,
                           .numeric = axis_is_numeric(s, axis),
                           .value = "",
                           .base = ""};
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
