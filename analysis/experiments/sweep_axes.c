/* Reading the options to vary and their values: "walls=4..12", "size=5,7,9". */
#include "analysis/experiments/sweep_internal.h"

#include "core/base/need.h"
#include "core/run/made.h"
#include <math.h>
#include <stdlib.h>

/* Reads a value of an option. */
static bool read_value(const Sweep *s, const Option *option, const char *text,
                       int *value, Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  const Rules *rules = s->game->rules;
  if (!*text || strlen(text) >= OPTION_TEXT)
    return error_set(error, "--vary %s: '%.60s' is not a value", option->name,
                     text);
  snprintf(setting, sizeof setting, "%s=%s", option->name, text);
  if (!options_read(rules->options, rules->name, setting, values, error))
    return false;
  *value = values[option - rules->options];
  return true;
}

static bool add_value(Axis *axis, int value, Error *error) {
  for (int i = 0; i < axis->count; i++)
    if (axis->values[i] == value) {
      char text[OPTION_TEXT];
      option_format(axis->option, value, text);
      return error_set(error, "--vary %s lists %s twice", axis->option->name,
                       text);
    }
  if (axis->count == AXIS_VALUES_MAX)
    return error_set(error, "--vary %s has more than %d values",
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
static bool refuse_values(const Option *option, const char *what,
                          Error *error) {
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
  return error_set(error, "--vary %s %s: its values are %s, as in %s=%s%s%s",
                   option->name, what, range, option->name, first,
                   several ? "," : "", several ? second : "");
}

/* Adds the values of "4..12" or "4..12/2", splitting the text in place. Without
 * a step the option's own step is used. */
static bool add_range(const Sweep *s, Axis *axis, char *text, char *dots,
                      Error *error) {
  const Option *option = axis->option;
  int low, high, step = option->step > 0 ? option->step : 1;
  char *slash = strchr(dots, '/');
  *dots = '\0';
  if (slash)
    *slash = '\0';
  if (option->type != OPTION_INT && option->type != OPTION_REAL)
    return refuse_values(option, "takes no range", error);
  if (option->type == OPTION_REAL && !slash)
    return error_set(error, "a range of %s needs a step: %s=%s..%s/0.1",
                     option->name, option->name, text, dots + 2);
  if (!read_value(s, option, text, &low, error) ||
      !read_value(s, option, dots + 2, &high, error))
    return false;
  if (slash)
    step = read_step(option, slash + 1);
  if (low > high)
    return error_set(error,
                     "--vary %s=%s..%s goes from the higher value to the "
                     "lower: write %s=%s..%s%s%s",
                     option->name, text, dots + 2, option->name, dots + 2, text,
                     slash ? "/" : "", slash ? slash + 1 : "");
  if (step < 1)
    return error_set(error,
                     "--vary %s=%s..%s%s%s is not a range: write LOW..HIGH or "
                     "LOW..HIGH/STEP",
                     option->name, text, dots + 2, slash ? "/" : "",
                     slash ? slash + 1 : "");
  for (int64_t value = low; value <= high; value += step) {
    char digits[OPTION_TEXT];
    int read;
    option_format(option, (int)value, digits);
    if (!read_value(s, option, digits, &read, error) ||
        !add_value(axis, read, error))
      return false;
  }
  return true;
}

static bool find_option(const Sweep *s, const char *name, Axis *axis,
                        Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  const Rules *rules = s->game->rules;
  axis->option = options_find(rules->options, name);
  if (!axis->option) { /* options_read writes the error message */
    snprintf(setting, sizeof setting, "%.60s=0", name);
    return options_read(rules->options, rules->name, setting, values, error);
  }
  for (int i = 0; i < s->axes; i++)
    if (s->axis[i].option == axis->option)
      return error_set(error, "--vary %s is given twice", name);
  return true;
}

bool sweep_add_axis(Sweep *s, const char *vary, Error *error) {
  char text[SPEC_TEXT];
  if (s->axes == AXES_MAX)
    return error_set(error, "--vary is given more than %d times", AXES_MAX);
  if (strlen(vary) >= sizeof text)
    return error_set(error, "--vary '%.40s…' is too long", vary);
  strcpy(text, vary);
  char *values = strchr(text, '=');
  if (values == text || !*text)
    return error_set(error,
                     "--vary '%.60s' is malformed: write option=4..12 or "
                     "option=5,7,9",
                     vary);
  if (values)
    *values++ = '\0';
  Axis *axis = &s->axis[s->axes];
  if (!find_option(s, text, axis, error))
    return false;
  if (!values || !*values)
    return refuse_values(axis->option, "needs values", error);
  axis->values = need_array(AXIS_VALUES_MAX, sizeof *axis->values);
  s->axes++;
  for (char *next = values; next;) {
    char *item = next, *comma = strchr(item, ',');
    next = comma ? comma + 1 : NULL;
    if (comma)
      *comma = '\0';
    char *dots = strstr(item, "..");
    int value;
    if (dots ? !add_range(s, axis, item, dots, error)
             : !read_value(s, axis->option, item, &value, error) ||
                   !add_value(axis, value, error))
      return false;
  }
  return true;
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
void sweep_add_axes(const Sweep *s, json_t *made) {
  for (const Axis *axis = s->axis; axis < s->axis + s->axes; axis++) {
    char text[4 * SPEC_TEXT] = "", item[4 * OPTION_TEXT];
    text_append(text, sizeof text, "%s", axis->option->name);
    for (int i = 0, last; i < axis->count; i = last + 1) {
      last = range_end(axis, i);
      write_item(axis, i, last, item);
      text_append(text, sizeof text, "%c%s", i ? ',' : '=', item);
    }
    made_add(made, "vary", text);
  }
}
