#include "sweep.h"

#include "folder.h"
#include "output.h"
#include "rows.h"
#include "spec.h"
#include "summary.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A path that is too long names nothing that is there. */
static bool join(char path[PATH_MAX], const char *folder, const char *name) {
  bool fits = snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
  if (!fits)
    path[0] = '\0';
  return fits;
}

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
    join(out, s->plan.out, s->row[run].name);
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
  s->plan.sources = sources_new(); /* the same files in all runs */
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
  sources_free(s->plan.sources);
  game_close(s->game);
  *s = (Sweep){.row = NULL};
}

/* ---- the index -----------------------------------------------------------*/

static void fill_row(SweepRow *row, const Run *run) {
  const Tally *t = &run->tally;
  memcpy(row->game, run->spec, sizeof row->game);
  row->games = t->games;
  row->seats = run->schedule.seats;
  for (int seat = 0; seat < row->seats; seat++)
    row->seat[seat] = summary_seat(t, seat);
  row->draws = summary_end(t, MATCH_DRAW);
  row->truncated = summary_end(t, MATCH_TRUNCATED);
  row->forfeits = summary_end(t, MATCH_FORFEIT);
  if (t->games)
    row->plies = summary_lengths(t).mean;
  row->branching = summary_branching(t).value;
  row->complete = run->complete;
}

bool axis_text(const char *run, int axis, AxisText *text) {
  const char *at = run;
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

bool sweep_axis(const SweepRow *row, int axis, AxisText *text) {
  return axis_text(row->name, axis, text);
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
  join(path, out, "sweep.csv");
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
  if (!sweep_open_run(s, i, out, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, audience, error);
  fill_row(&s->row[i], &run);
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
  if (!s->plan.out || (s->plan.resume && !all && sweep_is(s->plan.out)) ||
      (!now && time(NULL) == *last))
    return true;
  *last = time(NULL);
  return write_index(s->row, s->runs, s->plan.out, error);
}

static bool prepare(const Sweep *s, Error *error) {
  const char *out = s->plan.out;
  char manifest[PATH_MAX];
  if (!out)
    return true;
  join(manifest, out, "run.json");
  if (access(manifest, F_OK) == 0)
    return error_set(error,
                     "%.600s holds a run, not a sweep: choose another "
                     "folder",
                     out);
  if (s->plan.resume)
    return sweep_is(out) || folder_make(out, error);
  return !sweep_is(out) ? folder_make(out, error)
                        : error_set(error,
                                    "%.600s already holds a sweep: choose "
                                    "another folder, or go on with it with "
                                    "--resume",
                                    out);
}

RunEnd sweep_play(Sweep *s, const Audience *audience,
                  void (*next)(void *, const Run *), void *context,
                  Error *error) {
  RunEnd end = RUN_DONE;
  time_t last = 0;
  if (!prepare(s, error) || !update_index(s, &last, true, error))
    return RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < s->runs; i++) {
    end = play_run(s, i, audience, next, context, error);
    if (end == RUN_DONE && !update_index(s, &last, false, error))
      end = RUN_FAILED;
  }
  if (end != RUN_FAILED && !update_index(s, &last, true, error))
    end = RUN_FAILED;
  return end;
}

/* ---- merging -------------------------------------------------------------*/

bool sweep_is(const char *folder) {
  char path[PATH_MAX];
  return join(path, folder, "sweep.csv") && access(path, F_OK) == 0;
}

/* The rows of an index, of which only the names are read. */
typedef struct Names {
  SweepRow *row;
  int count;
} Names;

static bool take_name(void *context, const Row *row, Error *error) {
  Names *names = context;
  if (row->number == 0)
    return strcmp(row->field[0], "run") == 0 ||
           error_set(error, "this is not the index of a sweep");
  if (names->count == SWEEP_RUNS_MAX)
    return error_set(error, "these are more than %d runs", SWEEP_RUNS_MAX);
  if (!row->field[0][0] || row->field[0][0] == '.' ||
      strchr(row->field[0], '/') || strlen(row->field[0]) > NAME_MAX)
    return error_set(error, "'%.60s' is not the name of a run", row->field[0]);
  snprintf(names->row[names->count++].name, NAME_MAX + 1, "%s", row->field[0]);
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
    join(paths[i], folders[i], row->name);
    shards[i] = paths[i];
  }
  Run run;
  if (good) {
    join(paths[count], out, row->name);
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

/* Reads the names in an index, and compares them with those of the first. */
static bool read_names(const char *folder, Names *names, Error *error) {
  char path[PATH_MAX];
  join(path, folder, "sweep.csv");
  names->count = 0;
  return rows_read(path, take_name, names, error) &&
         (names->count > 0 || error_set(error, "%.600s names no runs", path));
}

static bool check_names(const char *const folders[], int count,
                        const Names *names, Names *others, Error *error) {
  for (int i = 1; i < count; i++) {
    if (!read_names(folders[i], others, error))
      return false;
    bool same = others->count == names->count;
    for (int j = 0; same && j < names->count; j++)
      same = strcmp(names->row[j].name, others->row[j].name) == 0;
    if (!same)
      return error_set(error,
                       "%.300s and %.300s are not shards of the same sweep: "
                       "they vary different values",
                       folders[0], folders[i]);
  }
  return true;
}

/* What was merged in vain is not left behind. */
static void clear_draft(const Names *names, const char *draft) {
  char path[PATH_MAX];
  for (int i = 0; i < names->count; i++) {
    if (join(path, draft, names->row[i].name))
      folder_clear(path);
  }
  if (join(path, draft, "sweep.csv"))
    unlink(path);
  rmdir(draft);
}

/* Into a folder that only gets its name when it is whole. */
static bool merge_runs(const char *const folders[], int count, const char *out,
                       const Names *names, Error *error) {
  char draft[PATH_MAX];
  if (snprintf(draft, sizeof draft, "%s.merging", out) >= PATH_MAX ||
      !folder_is_free(out, error))
    return error->message[0] ? false : error_set(error, "--out is too long");
  if (sweep_is(draft))
    return error_set(
        error, "the folder %.600s is in the way: move it, or remove it", draft);
  clear_draft(names, draft); /* of one that was killed */
  bool good = folder_make(draft, error);
  for (int i = 0; good && i < names->count; i++)
    good = merge_run(folders, count, draft, &names->row[i], error);
  good = good && write_index(names->row, names->count, draft, error);
  if (good && rename(draft, out) != 0)
    good = error_set(error, "could not rename %.400s to %.400s: %s", draft, out,
                     strerror(errno));
  if (!good)
    clear_draft(names, draft);
  return good;
}

bool sweep_merge(const char *const folders[], int count, const char *out,
                 SweepRow **rows, int *runs, Error *error) {
  Names names = {calloc(SWEEP_RUNS_MAX, sizeof *names.row), 0};
  Names others = {calloc(SWEEP_RUNS_MAX, sizeof *others.row), 0};
  bool good = names.row && others.row;
  if (!good)
    error_set(error, "no memory to merge a sweep");
  good = good && read_names(folders[0], &names, error) &&
         check_names(folders, count, &names, &others, error) &&
         merge_runs(folders, count, out, &names, error);
  free(others.row);
  if (!good)
    free(names.row);
  *rows = names.row;
  *runs = names.count;
  return good;
}

/* ---- reading -------------------------------------------------------------*/

/* A run that was not begun has no games. */
static bool read_row(const char *folder, SweepRow *row, Error *error) {
  char path[PATH_MAX], manifest[PATH_MAX];
  Run run;
  if (!join(path, folder, row->name) || !join(manifest, path, "run.json"))
    return error_set(error, "the folder's name is too long: %.100s…", folder);
  if (access(manifest, F_OK) != 0)
    return true;
  if (!run_read(&run, path, NULL, NULL, error))
    return false;
  fill_row(row, &run);
  run_close(&run);
  return true;
}

bool sweep_read(const char *folder, SweepRow **rows, int *runs, Error *error) {
  Names names = {calloc(SWEEP_RUNS_MAX, sizeof *names.row), 0};
  bool good = names.row || error_set(error, "no memory to read a sweep");
  good = good && read_names(folder, &names, error);
  for (int i = 0; good && i < names.count; i++)
    good = read_row(folder, &names.row[i], error);
  if (!good)
    free(names.row);
  *rows = names.row;
  *runs = names.count;
  return good;
}
