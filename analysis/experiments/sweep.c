#include "analysis/experiments/sweep.h"

#include "analysis/experiments/sweep_index.h"
#include "analysis/metrics/result_dir.h"
#include "core/game/spec.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* ---- axes ----------------------------------------------------------------*/

/* The value of an option that a text stands for. */
static bool read_value(const Sweep *s, const Option *option, const char *text,
                       int *value, Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  const Rules *rules = s->game->rules;
  if (!*text || strlen(text) >= OPTION_TEXT)
    return error_set(error, "--vary %s: '%.60s' is no value", option->name,
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
      return error_set(error, "--vary %s has %s twice", axis->option->name,
                       text);
    }
  if (axis->count == AXIS_VALUES_MAX)
    return error_set(error, "--vary %s has more than %d values",
                     axis->option->name, AXIS_VALUES_MAX);
  axis->values[axis->count++] = value;
  return true;
}

/* The step of a range, as an option's value: in thousandths if that has them.
 * 0 if it is none. */
static int read_step(const Option *option, const char *text) {
  int unit = option->type == OPTION_REAL ? OPTION_ONE : 1;
  char *end;
  if (!*text || text[strspn(text, "0123456789.")])
    return 0;
  double step = strtod(text, &end) * unit;
  bool whole = fabs(step - round(step)) < 1e-6;
  return !*end && whole && step >= 1 && step <= 1e9 ? (int)round(step) : 0;
}

/* "4..12" or "4..12/2", cut up. Without a step the option's own is taken. */
static bool add_range(const Sweep *s, Axis *axis, char *text, char *dots,
                      Error *error) {
  const Option *option = axis->option;
  int low, high, step = option->step > 0 ? option->step : 1;
  char *slash = strchr(dots, '/');
  *dots = '\0';
  if (slash)
    *slash = '\0';
  if (option->type != OPTION_INT && option->type != OPTION_REAL)
    return error_set(error, "%s has no ranges: list its values, with commas",
                     option->name);
  if (option->type == OPTION_REAL && !slash)
    return error_set(error, "a range of %s needs a step: %s=%s..%s/0.1",
                     option->name, option->name, text, dots + 2);
  if (!read_value(s, option, text, &low, error) ||
      !read_value(s, option, dots + 2, &high, error))
    return false;
  if (slash)
    step = read_step(option, slash + 1);
  if (step < 1 || low > high)
    return error_set(error,
                     "--vary %s=%s..%s%s%s is no range: write LOW..HIGH or "
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

/* One piece of a list, which may be a range. */
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
  if (!axis->option) { /* reading it gives the message */
    snprintf(setting, sizeof setting, "%.60s=0", name);
    return options_read(rules->options, rules->name, setting, values, error);
  }
  for (int i = 0; i < s->axes; i++)
    if (s->axis[i].option == axis->option)
      return error_set(error, "--vary %s is given twice", name);
  return true;
}

static bool add_axis(Sweep *s, const char *vary, Error *error) {
  char text[SPEC_TEXT];
  if (s->axes == AXES_MAX)
    return error_set(error, "more than %d options are varied", AXES_MAX);
  if (strlen(vary) >= sizeof text)
    return error_set(error, "--vary '%.40s…' is too long", vary);
  strcpy(text, vary);
  char *values = strchr(text, '=');
  if (!values || values == text || !values[1])
    return error_set(error,
                     "--vary '%.60s' is not of the form option=4..12 or "
                     "option=5,7,9",
                     vary);
  *values++ = '\0';
  Axis *axis = &s->axis[s->axes];
  axis->values = malloc(AXIS_VALUES_MAX * sizeof *axis->values);
  if (!axis->values)
    return error_set(error, "no memory for a sweep");
  if (!find_option(s, text, axis, error)) {
    free(axis->values);
    return false;
  }
  s->axes++;
  for (char *next = values; next;) {
    char *piece = next, *comma = strchr(piece, ',');
    next = comma ? comma + 1 : NULL;
    if (comma)
      *comma = '\0';
    if (!add_values(s, axis, piece, error))
      return false;
  }
  return true;
}

/* ---- runs ----------------------------------------------------------------*/

/* The last axis changes fastest. */
static int value_index(const Sweep *s, int run, int axis) {
  for (int i = s->axes - 1; i > axis; i--)
    run /= s->axis[i].count;
  return run % s->axis[axis].count;
}

static bool name_run(const Sweep *s, int run, SweepRow *row, Error *error) {
  size_t used = 0;
  Spec spec;
  for (int i = 0; i < s->axes; i++) {
    const Axis *axis = &s->axis[i];
    char value[OPTION_TEXT];
    option_format(axis->option, axis->values[value_index(s, run, i)], value);
    if (used < sizeof row->name)
      used +=
          (size_t)snprintf(row->name + used, sizeof row->name - used, "%s%s=%s",
                           i ? "," : "", s->axis[i].option->name, value);
  }
  if (!spec_read(&spec, s->plan.game, "game", error))
    return false;
  int n = snprintf(row->game, sizeof row->game, "%s%s%s", s->plan.game,
                   spec.options ? "," : ":", row->name);
  return (n < (int)sizeof row->game && used <= NAME_MAX) ||
         error_set(error, "the options of a run are too long");
}

bool sweep_open_run(const Sweep *s, int run, char out[PATH_MAX], Run *opened,
                    Error *error) {
  RunPlan plan = s->plan;
  plan.game = s->row[run].game;
  if (plan.out) {
    path_join(out, s->plan.out, s->row[run].name);
    plan.out = out;
  }
  return experiment_open(opened, &plan, error);
}

/* Every run, to see that it can be played, and how many games it has. */
static bool try_runs(Sweep *s, Error *error) {
  for (int i = 0; i < s->runs; i++) {
    Run run;
    char out[PATH_MAX];
    Error why;
    if (!name_run(s, i, &s->row[i], error))
      return false;
    if (!sweep_open_run(s, i, out, &run, &why))
      return error_set(error, "with %.200s: %.800s", s->row[i].name,
                       why.message);
    s->games += run.count;
    run_close(&run);
  }
  return true;
}

static bool lay_out(Sweep *s, const char *const vary[], int count,
                    Error *error) {
  s->game = game_open(s->plan.game, error);
  if (!s->game)
    return false;
  if (count == 0)
    return error_set(error, "nothing is varied: --vary option=4..12");
  s->runs = 1;
  for (int i = 0; i < count; i++) {
    if (!add_axis(s, vary[i], error))
      return false;
    s->runs *= s->axis[i].count;
    if (s->runs > SWEEP_RUNS_MAX)
      return error_set(error, "these are more than %d runs", SWEEP_RUNS_MAX);
  }
  s->row = calloc((size_t)s->runs, sizeof *s->row);
  s->plan.sources = source_hashes_new(); /* the same files in all runs */
  return s->row && s->plan.sources ? try_runs(s, error)
                                   : error_set(error, "no memory for a sweep");
}

bool sweep_open(Sweep *s, const RunPlan *plan, const char *const vary[],
                int count, Error *error) {
  *s = (Sweep){.plan = *plan};
  if (lay_out(s, vary, count, error))
    return true;
  sweep_close(s);
  return false;
}

void sweep_close(Sweep *s) {
  for (int i = 0; i < s->axes; i++)
    free(s->axis[i].values);
  free(s->row);
  source_hashes_free(s->plan.sources);
  game_close(s->game);
  *s = (Sweep){.row = NULL};
}

/* ---- playing -------------------------------------------------------------*/

static RunEnd play_run(Sweep *s, int i, const ExperimentCallbacks *callbacks,
                       void (*next)(void *, const Run *), void *context,
                       Error *error) {
  Run run;
  char out[PATH_MAX];
  if (!sweep_open_run(s, i, out, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  sweep_fill_row(&s->row[i], &run);
  s->played = i + 1;
  if (next)
    next(context, &run);
  run_close(&run);
  return end;
}

/* The index has all runs from the start. While a sweep is resumed the index it
 * had stays, which knows more, until all runs have been looked at. */
static bool update_index(const Sweep *s, time_t *last, bool now, Error *error) {
  bool all = s->played == s->runs;
  if (!s->plan.out ||
      (s->plan.resume && !all && result_kind(s->plan.out) == RESULT_SWEEP) ||
      (!now && time(NULL) == *last))
    return true;
  *last = time(NULL);
  return sweep_write_index(s->row, s->runs, s->plan.out, error);
}

static bool prepare(const Sweep *s, Error *error) {
  const char *out = s->plan.out;
  char manifest[PATH_MAX];
  if (!out)
    return true;
  path_join(manifest, out, "run.json");
  if (access(manifest, F_OK) == 0)
    return error_set(error,
                     "%.600s holds a run, not a sweep: choose another "
                     "folder",
                     out);
  if (s->plan.resume)
    return result_kind(out) == RESULT_SWEEP || run_dir_make(out, error);
  return result_kind(out) != RESULT_SWEEP
             ? run_dir_make(out, error)
             : error_set(error,
                         "%.600s already holds a sweep: choose "
                         "another folder, or go on with it with "
                         "--resume",
                         out);
}

RunEnd sweep_play(Sweep *s, const ExperimentCallbacks *callbacks,
                  void (*next)(void *, const Run *), void *context,
                  Error *error) {
  RunEnd end = RUN_DONE;
  time_t last = 0;
  if (!prepare(s, error) || !update_index(s, &last, true, error))
    return RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < s->runs; i++) {
    end = play_run(s, i, callbacks, next, context, error);
    if (end == RUN_DONE && !update_index(s, &last, false, error))
      end = RUN_FAILED;
  }
  if (end != RUN_FAILED && !update_index(s, &last, true, error))
    end = RUN_FAILED;
  return end;
}
