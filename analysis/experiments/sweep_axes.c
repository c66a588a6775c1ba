/* Reading the options to vary and their values: "walls=4..12", "size=5,7,9". */
#include "analysis/experiments/sweep_internal.h"

#include "core/base/need.h"
#include "core/run/made.h"
#include <math.h>
#include <stdlib.h>

/* Reads a value of an option. */
static bool read_value(const Axes *axes, const Option *option, const char *text,
                       int *value, Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  if (!*text || strlen(text) >= OPTION_TEXT)
    return error_set(error, "--%s %s: '%.60s' is not a value", axes->flag,
                     option->name, text);
  snprintf(setting, sizeof setting, "%s=%s", option->name, text);
  if (!options_read(axes->options, axes->owner, setting, values, error))
    return false;
  *value = values[option - axes->options];
  return true;
}

static bool add_value(const Axes *axes, Axis *axis, int value, Error *error) {
  for (int i = 0; i < axis->count; i++)
    if (axis->values[i] == value) {
      char text[OPTION_TEXT];
      option_format(axis->option, value, text);
      return error_set(error, "--%s %s lists %s twice", axes->flag,
                       axis->option->name, text);
    }
  if (axis->count == AXIS_VALUES_MAX)
    return error_set(error, "--%s %s has more than %d values", axes->flag,
                     axis->option->name, AXIS_VALUES_MAX);
  axis->values[axis->count++] = value;
  return true;
}

/* Reads the step of a range, in the units of the option's values: thousandths
 * for a real option. 0 if it is not a valid step. */
static int read_step(const Option *option, const char *text) {
  int unit = option->type == OPTION_REAL ? OPTION_ONE : 1;
  char *end;
  if (!*text || text[strspn(text, "0123456789.")])
    return 0;
  double step = strtod(text, &end) * unit;
  bool whole = fabs(step - round(step)) < 1e-6;
  return !*end && whole && step >= 1 && step <= 1e9 ? (int)round(step) : 0;
}

/* Says which values an option has, and how to write them. */
static bool refuse_values(const Axes *axes, const Option *option,
                          const char *what, Error *error) {
  if (option->type == OPTION_FILE)
    return error_set(error, "--%s %s: a file cannot be varied", axes->flag,
                     option->name);
  char range[OPTION_TEXT], first[OPTION_TEXT], second[OPTION_TEXT];
  bool words = option->type == OPTION_WORD || option->type == OPTION_FLAG;
  int unit = option->type == OPTION_REAL                  ? OPTION_ONE
             : option->type == OPTION_INT && option->step ? option->step
                                                          : 1;
  int low = words ? 0 : option->min;
  bool several = words ? option->type == OPTION_FLAG || option->words[1]
                       : option->max >= low + unit;
  option_range(option, range);
  option_format(option, low, first);
  option_format(option, several ? low + unit : low, second);
  return error_set(error, "--%s %s %s: its values are %s, as in %s=%s%s%s",
                   axes->flag, option->name, what, range, option->name, first,
                   several ? "," : "", several ? second : "");
}

/* Adds the values of "4..12" or "4..12/2", splitting the text in place. Without
 * a step the option's own step is used. */
static bool add_range(const Axes *axes, Axis *axis, char *text, char *dots,
                      Error *error) {
  const Option *option = axis->option;
  int low, high, step = option->step > 0 ? option->step : 1;
  char *slash = strchr(dots, '/');
  *dots = '\0';
  if (slash)
    *slash = '\0';
  if (option->type != OPTION_INT && option->type != OPTION_REAL)
    return refuse_values(axes, option, "takes no range", error);
  if (option->type == OPTION_REAL && !slash)
    return error_set(error, "a range of %s needs a step: %s=%s..%s/0.1",
                     option->name, option->name, text, dots + 2);
  if (!read_value(axes, option, text, &low, error) ||
      !read_value(axes, option, dots + 2, &high, error))
    return false;
  if (slash)
    step = read_step(option, slash + 1);
  if (low > high)
    return error_set(error,
                     "--%s %s=%s..%s goes from the higher value to the "
                     "lower: write %s=%s..%s%s%s",
                     axes->flag, option->name, text, dots + 2, option->name,
                     dots + 2, text, slash ? "/" : "", slash ? slash + 1 : "");
  if (step < 1)
    return error_set(error,
                     "--%s %s=%s..%s%s%s is not a range: write LOW..HIGH or "
                     "LOW..HIGH/STEP",
                     axes->flag, option->name, text, dots + 2, slash ? "/" : "",
                     slash ? slash + 1 : "");
  for (int64_t value = low; value <= high; value += step) {
    char digits[OPTION_TEXT];
    int read;
    option_format(option, (int)value, digits);
    if (!read_value(axes, option, digits, &read, error) ||
        !add_value(axes, axis, read, error))
      return false;
  }
  return true;
}

static bool find_option(const Axes *axes, const char *name, Axis *axis,
                        Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  axis->option = options_find(axes->options, name);
  if (!axis->option) { /* options_read writes the error message */
    snprintf(setting, sizeof setting, "%.60s=0", name);
    return options_read(axes->options, axes->owner, setting, values, error);
  }
  for (int i = 0; i < axes->count; i++)
    if (axes->axis[i].option == axis->option)
      return error_set(error, "--%s %s is given twice", axes->flag, name);
  return true;
}

static bool add_axis(Axes *axes, const char *vary, Error *error) {
  char text[SPEC_TEXT];
  if (axes->count == AXES_MAX)
    return error_set(error, "--%s is given more than %d times", axes->flag,
                     AXES_MAX);
  if (strlen(vary) >= sizeof text)
    return error_set(error, "--%s '%.40s…' is too long", axes->flag, vary);
  strcpy(text, vary);
  char *values = strchr(text, '=');
  if (values == text || !*text)
    return error_set(error,
                     "--%s '%.60s' is malformed: write option=4..12 or "
                     "option=5,7,9",
                     axes->flag, vary);
  if (values)
    *values++ = '\0';
  Axis *axis = &axes->axis[axes->count];
  if (!find_option(axes, text, axis, error))
    return false;
  if (!values || !*values)
    return refuse_values(axes, axis->option, "needs values", error);
  axis->values = need_array(AXIS_VALUES_MAX, sizeof *axis->values);
  axes->count++;
  for (char *next = values; next;) {
    char *item = next, *comma = strchr(item, ',');
    next = comma ? comma + 1 : NULL;
    if (comma)
      *comma = '\0';
    char *dots = strstr(item, "..");
    int value;
    if (dots ? !add_range(axes, axis, item, dots, error)
             : !read_value(axes, axis->option, item, &value, error) ||
                   !add_value(axes, axis, value, error))
      return false;
  }
  return true;
}

int axes_open(Axes *axes, const char *const vary[], int count, int max,
              Error *error) {
  int combinations = 1;
  if (count == 0)
    error_set(error, "there is nothing to vary: add --%s option=4..12",
              axes->flag);
  for (int i = 0; i < count; i++) {
    if (!add_axis(axes, vary[i], error))
      return 0;
    combinations *= axes->axis[i].count;
    if (combinations > max) {
      error_set(error, "the values make more than %d %s: vary fewer of them",
                max, axes->makes);
      return 0;
    }
  }
  return count ? combinations : 0;
}

void axes_close(Axes *axes) {
  for (int i = 0; i < axes->count; i++)
    free(axes->axis[i].values);
  axes->count = 0;
}

/* ---- combinations --------------------------------------------------------*/

int axes_value(const Axes *axes, int combination, int axis) {
  for (int i = axes->count - 1; i > axis; i--)
    combination /= axes->axis[i].count;
  const Axis *a = &axes->axis[axis];
  return a->values[combination % a->count];
}

bool axes_name(const Axes *axes, int combination, char name[NAME_MAX + 1],
               AxisText value[], Error *error) {
  size_t used = 0;
  for (int i = 0; i < axes->count && used <= NAME_MAX; i++) {
    const Option *option = axes->axis[i].option;
    option_format(option, axes_value(axes, combination, i), value[i]);
    used += (size_t)snprintf(name + used, NAME_MAX + 1 - used, "%s%s=%s",
                             i ? "," : "", option->name, value[i]);
  }
  return used <= NAME_MAX ||
         error_set(error,
                   "the options of a run are too long: vary fewer at once");
}

AxisNames axes_names(const Axes *axes) {
  AxisNames names = {.count = axes->count};
  for (int i = 0; i < axes->count; i++)
    snprintf(names.name[i], OPTION_TEXT, "%s", axes->axis[i].option->name);
  return names;
}

/* ---- writing -------------------------------------------------------------*/

/* The last of three or more values in equal steps, or the first itself. */
static int range_end(const Axis *axis, int first) {
  const int *v = axis->values;
  int last = first + 1, type = axis->option->type;
  if ((type != OPTION_INT && type != OPTION_REAL) || last >= axis->count ||
      v[last] <= v[first])
    return first;
  int64_t step = (int64_t)v[last] - v[first];
  while (last + 1 < axis->count && (int64_t)v[last + 1] - v[last] == step)
    last++;
  return last < first + 2 ? first : last;
}

/* Writes the values from the first to the last: "5", "0..8" or "0..6/2". */
static void write_item(const Axis *axis, int first, int last,
                       char text[4 * OPTION_TEXT]) {
  char low[OPTION_TEXT], high[OPTION_TEXT], step[OPTION_TEXT];
  const int *v = axis->values;
  option_format(axis->option, v[first], low);
  option_format(axis->option, v[last], high);
  option_format(axis->option, last > first ? v[first + 1] - v[first] : 1, step);
  if (last == first)
    strcpy(text, low);
  else if (axis->option->type == OPTION_INT && strcmp(step, "1") == 0)
    snprintf(text, 4 * OPTION_TEXT, "%s..%s", low, high);
  else
    snprintf(text, 4 * OPTION_TEXT, "%s..%s/%s", low, high, step);
}

/* However values were given, they are written in the same way. */
void axes_made(const Axes *axes, json_t *made) {
  for (const Axis *axis = axes->axis; axis < axes->axis + axes->count; axis++) {
    char text[4 * SPEC_TEXT] = "", item[4 * OPTION_TEXT];
    text_append(text, sizeof text, "%s", axis->option->name);
    for (int i = 0, last; i < axis->count; i = last + 1) {
      last = range_end(axis, i);
      write_item(axis, i, last, item);
      text_append(text, sizeof text, "%c%s", i ? ',' : '=', item);
    }
    made_add(made, axes->flag, text);
  }
}
