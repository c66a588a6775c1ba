#include "sweep.h"

#include "folder.h"
#include "output.h"
#include "rows.h"
#include "spec.h"
#include "summary.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- axes ----------------------------------------------------------------*/

/* The value of an option that a text stands for. */
static bool read_value(const Sweep *s, const Option *option, const char *text,
                       int *value, Error *error) {
  char setting[2 * OPTION_TEXT];
  int values[OPTIONS_MAX];
  const Rules *rules = s->game->rules;
  snprintf(setting, sizeof setting, "%s=%.60s", option->name, text);
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
  if (slash) {
    double wanted = strtod(slash + 1, NULL) *
                    (option->type == OPTION_REAL ? OPTION_ONE : 1);
    step = wanted >= 1 && wanted <= 1e9 ? (int)(wanted + 0.5) : 0;
  }
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
  for (char *rest = NULL, *piece = strtok_r(values, ",", &rest); piece;
       piece = strtok_r(NULL, ",", &rest))
    if (!add_values(s, axis, piece, error))
      return false;
  return axis->count > 0 ||
         error_set(error, "--vary %s has no values", axis->option->name);
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
    used +=
        (size_t)snprintf(row->name + used, sizeof row->name - used, "%s%s=%s",
                         i ? "," : "", s->axis[i].option->name, value);
  }
  if (!spec_read(&spec, s->plan.game, "game", error))
    return false;
  int n = snprintf(row->game, sizeof row->game, "%s%s%s", s->plan.game,
                   spec.options ? "," : ":", row->name);
  return n < (int)sizeof row->game ||
         error_set(error, "the options of a run are too long");
}

static bool open_run(const Sweep *s, int run, char out[PATH_MAX], Run *opened,
                     Error *error) {
  RunPlan plan = s->plan;
  plan.game = s->row[run].game;
  if (plan.out) {
    snprintf(out, PATH_MAX, "%s/%s", s->plan.out, s->row[run].name);
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
    if (!open_run(s, i, out, &run, &why))
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
  return s->row ? try_runs(s, error)
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
  game_close(s->game);
  *s = (Sweep){.row = NULL};
}

/* ---- the index -----------------------------------------------------------*/

static void fill_row(SweepRow *row, const Run *run) {
  const Tally *t = &run->tally;
  memcpy(row->game, run->game->spec, sizeof row->game);
  row->games = t->games;
  row->seats = run->schedule.seats;
  for (int seat = 0; seat < row->seats; seat++)
    row->seat[seat] = summary_seat(t, seat);
  row->draws = summary_end(t, MATCH_DRAW);
  row->truncated = summary_end(t, MATCH_TRUNCATED);
  row->forfeits = summary_end(t, MATCH_FORFEIT);
  if (t->games)
    row->plies = summary_lengths(t).mean;
  row->branching = summary_branching(t);
  row->complete = run->complete;
}

bool sweep_axis(const SweepRow *row, int axis, AxisText *text) {
  const char *at = row->name;
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

static void add_real(Text *text, double number) {
  text_char(text, ',');
  text_real(text, number, 6);
}

static void add_estimate(Text *text, Estimate e) {
  add_real(text, e.value);
  add_real(text, e.low);
  add_real(text, e.high);
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
      add_estimate(text, row->seat[seat]);
    else
      text_word(text, ",,,");
  add_real(text, row->draws.value);
  add_real(text, row->truncated.value);
  add_real(text, row->forfeits.value);
  add_estimate(text, row->plies);
  add_real(text, row->branching);
  text_char(text, '\n');
}

enum { ROW_ROOM = 6 * SPEC_TEXT + REAL_ROOM * (3 * SEATS_MAX + 7) };

static bool write_index(const SweepRow *row, int count, const char *out,
                        Error *error) {
  Index index = {row, count, most_seats(row, count), {NULL}};
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/sweep.csv", out);
  bool good = text_reserve(&index.text, ROW_ROOM);
  if (good)
    add_header(&index);
  for (int i = 0; good && i < count; i++) {
    good = text_reserve(&index.text, ROW_ROOM);
    if (good)
      add_row(&index, &row[i]);
  }
  good = good ? output_replace(path, index.text.bytes, index.text.length, error)
              : error_set(error, "no memory to write %.600s", path);
  free(index.text.bytes);
  return good;
}

/* ---- playing -------------------------------------------------------------*/

static RunEnd play_run(Sweep *s, int i, const Audience *audience,
                       void (*next)(void *, const Run *), void *context,
                       Error *error) {
  Run run;
  char out[PATH_MAX];
  if (!open_run(s, i, out, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, audience, error);
  fill_row(&s->row[i], &run);
  s->played = i + 1;
  if (next)
    next(context, &run);
  run_close(&run);
  if (end != RUN_FAILED && s->plan.out &&
      !write_index(s->row, s->played, s->plan.out, error))
    end = RUN_FAILED;
  return end;
}

RunEnd sweep_play(Sweep *s, const Audience *audience,
                  void (*next)(void *, const Run *), void *context,
                  Error *error) {
  RunEnd end = RUN_DONE;
  if (s->plan.out && !s->plan.resume && !folder_make(s->plan.out, error))
    return RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < s->runs; i++)
    end = play_run(s, i, audience, next, context, error);
  return end;
}

/* ---- merging -------------------------------------------------------------*/

static bool index_path(const char *folder, char path[PATH_MAX]) {
  return snprintf(path, PATH_MAX, "%s/sweep.csv", folder) < PATH_MAX;
}

bool sweep_is(const char *folder) {
  char path[PATH_MAX];
  return index_path(folder, path) && access(path, F_OK) == 0;
}

/* The rows of an index, of which only the names are read. */
typedef struct Names {
  SweepRow *row;
  int count;
} Names;

static bool take_name(void *context, const Row *row, Error *error) {
  Names *names = context;
  if (row->line == 1)
    return strcmp(row->field[0], "run") == 0 ||
           error_set(error, "this is not the index of a sweep");
  if (names->count == SWEEP_RUNS_MAX)
    return error_set(error, "these are more than %d runs", SWEEP_RUNS_MAX);
  snprintf(names->row[names->count++].name, SPEC_TEXT, "%s", row->field[0]);
  return true;
}

/* Merges the shards of one run. */
static bool merge_run(const char *const folders[], int count, const char *out,
                      SweepRow *row, Error *error) {
  char(*paths)[PATH_MAX] = malloc((size_t)(count + 1) * sizeof *paths);
  const char **shards = malloc((size_t)count * sizeof *shards);
  bool good = paths && shards;
  if (!good)
    error_set(error, "no memory to merge a sweep");
  for (int i = 0; good && i < count; i++) {
    snprintf(paths[i], sizeof *paths, "%s/%s", folders[i], row->name);
    shards[i] = paths[i];
  }
  Run run;
  if (good) {
    snprintf(paths[count], sizeof *paths, "%s/%s", out, row->name);
    good = experiment_merge(&run, shards, count, paths[count], error);
  }
  if (good) {
    fill_row(row, &run);
    run_close(&run);
  }
  free(shards);
  free(paths);
  return good;
}

static bool merge_runs(const char *const folders[], int count, const char *out,
                       Names *names, Error *error) {
  char path[PATH_MAX];
  index_path(folders[0], path);
  if (!rows_read(path, take_name, names, error) || !folder_make(out, error))
    return false;
  for (int i = 0; i < names->count; i++)
    if (!merge_run(folders, count, out, &names->row[i], error))
      return false;
  return write_index(names->row, names->count, out, error);
}

bool sweep_merge(const char *const folders[], int count, const char *out,
                 SweepRow **rows, int *runs, Error *error) {
  Names names = {calloc(SWEEP_RUNS_MAX, sizeof *names.row), 0};
  if (!names.row)
    return error_set(error, "no memory to merge a sweep");
  if (!merge_runs(folders, count, out, &names, error)) {
    free(names.row);
    return false;
  }
  *rows = names.row;
  *runs = names.count;
  return true;
}
