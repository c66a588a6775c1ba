/* Reading the options to vary and their values: "walls=4..12", "size=5,7,9". */
#include "analysis/experiments/sweep_internal.h"

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

/* Adds one item of a list: a value or a range. */
static bool add_values(const Sweep *s, Axis *axis, char *text, Error *error) {
  char *dots = strstr(text, "..");
  int value;
  if (dots)
    return add_range(s, axis, text, dots, error);
  return read_value(s, axis->option, text, &value, error) &&
         add_value(axis, value, error);
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
  axis->values = malloc(AXIS_VALUES_MAX * sizeof *axis->values);
  if (!axis->values)
    return error_set(error, "out of memory (sweep)");
  if (!find_option(s, text, axis, error) ||
      ((!values || !*values) &&
       !refuse_values(axis->option, "needs values", error))) {
    free(axis->values);
    return false;
  }
  s->axes++;
  for (char *next = values; next;) {
    char *item = next, *comma = strchr(item, ',');
    next = comma ? comma + 1 : NULL;
    if (comma)
      *comma = '\0';
    if (!add_values(s, axis, item, error))
      return false;
  }
  return true;
}

/* ---- writing -------------------------------------------------------------*/

/* The last of the values that follow the one at `first` in equal steps. */
static int range_end(const Axis *axis, int first) {
  const int *v = axis->values;
  int last = first + 1;
  if (last >= axis->count || v[last] <= v[first] ||
      (axis->option->type != OPTION_INT && axis->option->type != OPTION_REAL))
    return first;
  while (last + 1 < axis->count &&
         (int64_t)v[last + 1] - v[last] == (int64_t)v[first + 1] - v[first])
    last++;
  return last;
}

/* Writes a value, or a range of three or more, and returns the last of them. */
static int write_values(const Axis *axis, int first,
                        char text[4 * OPTION_TEXT]) {
  char low[OPTION_TEXT], high[OPTION_TEXT], step[OPTION_TEXT];
  int last = range_end(axis, first);
  option_format(axis->option, axis->values[first], low);
  if (last < first + 2) {
    snprintf(text, 4 * OPTION_TEXT, "%s", low);
    return first;
  }
  int each = axis->values[first + 1] - axis->values[first];
  bool one = each == 1 && axis->option->type == OPTION_INT;
  option_format(axis->option, axis->values[last], high);
  option_format(axis->option, each, step);
  snprintf(text, 4 * OPTION_TEXT, "%s..%s%s%s", low, high, one ? "" : "/",
           one ? "" : step);
  return last;
}

/* However the values were given, they are written in the same way. */
static void add_axis(json_t *made, const Axis *axis) {
  Text text = {NULL};
  char item[4 * OPTION_TEXT];
  bool good = text_reserve(&text, OPTION_TEXT);
  if (good)
    text_add_word(&text, axis->option->name);
  for (int i = 0; good && i < axis->count; i++) {
    char separator = i ? ',' : '=';
    i = write_values(axis, i, item);
    good = text_reserve(&text, strlen(item) + 2);
    if (good) {
      text_add_char(&text, separator);
      text_add_word(&text, item);
      text.bytes[text.length] = '\0';
    }
  }
  made_add(made, "vary", good ? text.bytes : NULL);
  free(text.bytes);
}

void sweep_add_axes(const Sweep *s, json_t *made) {
  for (int i = 0; i < s->axes; i++)
    add_axis(made, &s->axis[i]);
}
