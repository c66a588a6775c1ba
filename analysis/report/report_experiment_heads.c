#define _DEFAULT_SOURCE /* strsep */
#include "analysis/report/report_experiment_heads.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/run_command.h"
#include "analysis/stats/shown.h"
#include "core/base/number.h"
#include "core/run/manifest.h"
#include "core/run/run_dir.h"
#include <stdlib.h>

/* ---- options -------------------------------------------------------------*/

/* Copies a spec without the options that `is_left_out` names. */
static void write_without(const char *spec,
                          bool (*is_left_out)(const void *context,
                                              const char *option),
                          const void *context, char bare[SPEC_TEXT]) {
  char copy[SPEC_TEXT];
  snprintf(copy, sizeof copy, "%s", spec);
  char *rest = strchr(copy, ':');
  if (rest)
    *rest++ = '\0';
  int length = snprintf(bare, SPEC_TEXT, "%s", copy);
  char separator = ':';
  for (char *option; (option = strsep(&rest, ","));)
    if (!is_left_out(context, option)) {
      length += snprintf(bare + length, SPEC_TEXT - (size_t)length, "%c%s",
                         separator, option);
      separator = ',';
    }
}

static bool is_option(const char *option, const char *name) {
  size_t length = strlen(name);
  return strncmp(option, name, length) == 0 && option[length] == '=';
}

/* Whether an option is one of those in the name of a run, "walls=4,size=5". */
static bool is_varied(const void *run, const char *option) {
  AxisValue axis;
  for (int i = 0; axis_value(run, i, &axis); i++)
    if (is_option(option, axis.name))
      return true;
  return false;
}

static bool is_doubled(const void *name, const char *option) {
  return is_option(option, name);
}

/* The varied options as words: "walls", "walls, size and wall length". */
static int write_axes(const char *run, char text[SPEC_TEXT]) {
  AxisValue axis, next;
  int count = 0;
  size_t length = 0;
  text[0] = '\0';
  for (; axis_value(run, count, &axis); count++) {
    bool last = !axis_value(run, count + 1, &next);
    const char *before = count == 0 ? "" : last ? " and " : ", ";
    if (length < SPEC_TEXT)
      length += (size_t)snprintf(text + length, SPEC_TEXT - length, "%s%s",
                                 before, axis.name);
  }
  for (char *at = text; *at; at++)
    if (*at == '_')
      *at = ' ';
  return count;
}

/* ---- the values that are varied ------------------------------------------*/

/* Whether a run is the first with its value of an option. */
static bool is_first(const SweepResults *r, int run, int axis) {
  AxisValue value, other;
  axis_value(r->row[run].name, axis, &value);
  for (int i = 0; i < run; i++)
    if (axis_value(r->row[i].name, axis, &other) &&
        strcmp(value.value, other.value) == 0)
      return false;
  return true;
}

/* Writes "walls=0,2,4" with all values in the order of the runs. */
static bool write_values(const SweepResults *r, int axis, Text *text) {
  AxisValue value;
  for (int i = 0; i < r->runs; i++) {
    if (!is_first(r, i, axis))
      continue;
    axis_value(r->row[i].name, axis, &value);
    if (!text_reserve(text, sizeof value.name + sizeof value.value + 3))
      return false;
    if (!text->length)
      text_add_word(text, value.name);
    text_add_char(text, memchr(text->bytes, '=', text->length) ? ',' : '=');
    text_add_word(text, value.value);
    text->bytes[text->length] = '\0';
  }
  return true;
}

/* Writes "walls=0,2,4,6" as "walls=0..6/2": three or more whole numbers in
 * equal steps. */
static void write_range(const char *vary, char range[OPTION_TEXT + 64]) {
  const char *at = strchr(vary, '=');
  int64_t first = 0, last = 0, step = 0;
  int count = 0;
  range[0] = '\0';
  for (; at && *at; count++) {
    char text[32];
    int64_t value;
    int length = (int)strcspn(++at, ",");
    snprintf(text, sizeof text, "%.*s", length, at);
    if (!number_in_range(text, INT_MIN, INT_MAX, &value))
      return;
    if (count == 1)
      step = value - last;
    if (step < 0 || (count > 0 && (value - last != step || step == 0)))
      return;
    first = count ? first : value;
    last = value;
    at += length;
  }
  int name = (int)strcspn(vary, "=");
  int length = count < 3 || name >= OPTION_TEXT
                   ? 0
                   : snprintf(range, OPTION_TEXT + 64, "%.*s=%lld..%lld", name,
                              vary, (long long)first, (long long)last);
  if (length && step > 1)
    snprintf(range + length, OPTION_TEXT + 64 - (size_t)length, "/%lld",
             (long long)step);
}

/* Several texts as one fact: "walls=0..8 and size=5,7,9". */
typedef struct Joined {
  char text[3 * SPEC_TEXT];
  size_t length;
} Joined;

static void join(Joined *joined, const char *text) {
  if (joined->length < sizeof joined->text)
    joined->length += (size_t)snprintf(
        joined->text + joined->length, sizeof joined->text - joined->length,
        "%s%s", joined->length ? " and " : "", text);
}

/* The values of an option as a range, if they are one. */
static const char *short_range(const char *vary, char range[OPTION_TEXT + 64]) {
  write_range(vary, range);
  return *range ? range : vary;
}

/* Adds an option that is varied to a fact and to the command. */
static bool add_varied(Head *head, Joined *varied, const char *vary) {
  char range[OPTION_TEXT + 64];
  vary = short_range(vary, range);
  join(varied, vary);
  return command_add_value(&head->command, "--vary", vary);
}

/* ---- sweeps --------------------------------------------------------------*/

/* Restores one of the runs of an experiment, without its games. The caller
 * closes it. */
static bool open_run(const char *dir, const char *name, Run *run,
                     Error *error) {
  char path[PATH_MAX];
  Manifest m;
  if (!path_join(path, dir, name))
    return error_set(error, "the folder's name is too long: %.100s…", dir);
  if (!manifest_read(&m, path, error))
    return false;
  bool good = manifest_restore(&m, run, error) &&
              manifest_supply_definitions(&m, run->sources, error);
  manifest_free(&m);
  return good;
}

static bool add_sweep(Head *h, const char *dir, const SweepResults *r, int i,
                      const Run *run) {
  char game[GAME_TITLE], axes[SPEC_TEXT], bare[SPEC_TEXT];
  const char *name = r->row[i].name;
  AxisValue axis;
  Joined varied = {.length = 0};
  head_short_title(run, game);
  write_without(run->schedule.game, is_varied, name, bare);
  int count = write_axes(name, axes);
  snprintf(h->title, sizeof h->title, "How %s change%s %s", axes,
           count == 1 ? "s" : "", game);
  head_fact_game(h, run, bare);
  bool good = command_add(&h->command, "boardlab") &&
              command_add(&h->command, "sweep") &&
              command_add(&h->command, bare);
  for (int j = 0; good && axis_value(name, j, &axis); j++) {
    Text vary = {NULL};
    good = write_values(r, j, &vary) && add_varied(h, &varied, vary.bytes);
    free(vary.bytes);
  }
  head_fact(h, "Varied", "%s", varied.text);
  head_fact_bots(h, run);
  const char *most = run->until[0] ? " at most" : "";
  if (r->runs == 1)
    head_fact(h, "Games", "%s in one run%s", shown_count(run->count).text,
              most);
  else
    head_fact(h, "Games", "%s in each of %d runs%s",
              shown_count(run->count).text, r->runs, most);
  head_fact_rest(h, run);
  return good && command_add_bots(&h->command, run) &&
         command_add_number(&h->command, "--games", run->total) &&
         command_add_until(&h->command, run) &&
         command_add_number(&h->command, "--seed", run->plan.seed) &&
         command_add_limits(&h->command, run) &&
         command_add_shard(&h->command, run) &&
         command_add_out(&h->command, dir);
}

/* What a script has defined, no command can play. */
static void keep_command(Head *h, const Run *run) {
  if (!command_exists(run))
    h->no_command = HEAD_SCRIPT;
}

bool head_of_sweep(Head *h, const char *dir, const SweepResults *r,
                   Error *error) {
  Run run;
  int i = 0;
  while (i < r->runs - 1 && !r->row[i].played.games)
    i++;
  if (!r->row[i].played.games) { /* nothing has been played yet */
    char axes[SPEC_TEXT];
    int count = write_axes(r->row[0].name, axes);
    snprintf(h->title, sizeof h->title, "How %s change%s the game", axes,
             count == 1 ? "s" : "");
    return true;
  }
  if (!open_run(dir, r->row[i].name, &run, error))
    return false;
  for (int j = 0; j < r->runs; j++)
    if (r->row[j].played.games && r->row[j].max_plies != run.plan.max_plies)
      run.plan.max_plies = 0; /* each run has its own */
  bool good = add_sweep(h, dir, r, i, &run) ||
              error_set(error, "out of memory (report)");
  keep_command(h, &run);
  run_close(&run);
  return good;
}

/* ---- ladders -------------------------------------------------------------*/

static void fact_levels(Head *h, const Ladder *l) {
  char text[SPEC_TEXT] = "";
  size_t length = 0;
  for (int i = 0; i < l->levels && length < sizeof text; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%d",
                               i ? ", " : "", l->level[i].value);
  head_fact(h, "Levels", "%s=%s", l->option, text);
}

static bool add_ladder(Head *h, const char *dir, const Ladder *l,
                       const Run *run) {
  char game[GAME_TITLE], bot[SPEC_TEXT], first[OPTION_TEXT + 16];
  head_short_title(run, game);
  write_without(l->level[0].bot, is_doubled, l->option, bot);
  snprintf(first, sizeof first, "%s=%d", l->option, l->level[0].value);
  snprintf(h->title, sizeof h->title, "Skill ladder of %s", game);
  head_fact_game(h, run, run->schedule.game);
  head_fact(h, "Bot", "%s", bot);
  fact_levels(h, l);
  head_fact(h, "Games", "%s in each run", shown_count(run->count).text);
  head_fact_rest(h, run);
  return command_add(&h->command, "boardlab") &&
         command_add(&h->command, "ladder") &&
         command_add(&h->command, run->schedule.game) &&
         command_add_value(&h->command, "--bot", bot) &&
         command_add_value(&h->command, "--double", first) &&
         command_add_number(&h->command, "--levels", (uint64_t)l->levels) &&
         command_add_number(&h->command, "--games", run->total) &&
         command_add_number(&h->command, "--seed", run->plan.seed) &&
         command_add_limits(&h->command, run) &&
         command_add_out(&h->command, dir);
}

bool head_of_ladder(Head *h, const char *dir, const Ladder *l, Error *error) {
  char name[OPTION_TEXT + 16];
  Run run;
  if (!l->level[0].equals.games) {
    snprintf(h->title, sizeof h->title, "Skill ladder");
    return true;
  }
  snprintf(name, sizeof name, "%s=%d", l->option, l->level[0].value);
  if (!open_run(dir, name, &run, error))
    return false;
  run.plan.seed = l->plan.run.seed;
  bool good =
      add_ladder(h, dir, l, &run) || error_set(error, "out of memory (report)");
  keep_command(h, &run);
  if (!l->has_seed)
    h->no_command = "an earlier version did not write down its seed";
  run_close(&run);
  return good;
}

/* ---- tunings -------------------------------------------------------------*/

static bool restore_bots(Run *run, json_t *list, const char *dir,
                         Error *error) {
  const char *bots[SEATS_MAX];
  size_t count = json_array_size(list);
  Schedule *s = &run->schedule;
  bool good = count > 0 && count <= SEATS_MAX;
  for (size_t i = 0; good && i < count; i++) {
    bots[i] = json_string_value(json_array_get(list, i));
    s->side[i] = (uint8_t)i;
    good = bots[i];
  }
  s->seats = s->sides = (int)count;
  return good ? schedule_restore(s, run->plan.seating, bots, bots, (int)count,
                                 error)
              : error_set(error, "%.600s/tune.json has no bots", dir);
}

/* Restores what the manifest of a tuning says as if it were a run. */
static bool restore_tune(Run *run, json_t *manifest, const char *dir,
                         Error *error) {
  const char *version = "", *commit = "", *game, *title = "", *seating, *limits;
  json_int_t seed, max_plies, games, opening;
  json_t *levels, *names = NULL;
  if (json_unpack(
          manifest,
          "{s?s, s?s, s:s, s:o, s?{s?s, s?o}, s:s, s:s, s:I, s:I, s:I, s:I}",
          "boardlab", &version, "commit", &commit, "game", &game, "levels",
          &levels, "names", "title", &title, "levels", &names, "seating",
          &seating, "limits", &limits, "seed", &seed, "max_plies", &max_plies,
          "games", &games, "opening", &opening) != 0)
    return error_set(error, "%.600s/tune.json is not the manifest of a tuning",
                     dir);
  snprintf(run->version, sizeof run->version, "%s", version);
  snprintf(run->commit, sizeof run->commit, "%s", commit);
  snprintf(run->schedule.game, sizeof run->schedule.game, "%s", game);
  snprintf(run->title, sizeof run->title, "%s", title);
  snprintf(run->limits, sizeof run->limits, "%s", limits);
  run->plan.seed = (uint64_t)seed;
  run->plan.max_plies = (int)max_plies;
  run->own_limit = max_plies == 0;
  run->plan.opening = (int)opening;
  run->plan.seating = strcmp(seating, seating_names[SEATING_ROTATED]) == 0
                          ? SEATING_ROTATED
                          : SEATING_FIXED;
  run->total = (uint64_t)games;
  return restore_bots(run, json_array_get(names ? names : levels, 0), dir,
                      error);
}

static void fact_goals(Head *h, json_t *goals) {
  size_t i;
  json_t *goal;
  Joined all = {.length = 0};
  json_array_foreach(goals, i, goal) {
    const char *text = json_string_value(goal);
    join(&all, text ? text : "");
  }
  head_fact(h, i == 1 ? "Goal" : "Goals", "%s", all.text);
}

static void fact_varied(Head *h, json_t *axes) {
  size_t i;
  json_t *vary;
  Joined all = {.length = 0};
  json_array_foreach(axes, i, vary) {
    const char *text = json_string_value(vary);
    char range[OPTION_TEXT + 64];
    if (text)
      join(&all, short_range(text, range));
  }
  head_fact(h, "Varied", "%s", all.text);
}

/* The bots of several levels, each of which plays all seats. */
static void fact_bots_of_levels(Head *h, const TuneTable *t) {
  Joined all = {.length = 0};
  for (int i = 0; i < t->levels; i++)
    join(&all, t->level[i]);
  head_fact(h, "Bots", "%s, each between equals", all.text);
}

static void add_tune_facts(Head *h, const TuneTable *t, json_t *manifest,
                           const Run *run) {
  char game[GAME_TITLE], axes[SPEC_TEXT];
  uint64_t games = t->check.games;
  head_short_title(run, game);
  write_axes(t->candidate[0].name, axes);
  snprintf(h->title, sizeof h->title, "Tuning %s in %s", axes, game);
  head_fact_game(h, run, run->schedule.game);
  fact_varied(h, json_object_get(manifest, "vary"));
  fact_goals(h, json_object_get(manifest, "goals"));
  if (t->levels > 1)
    fact_bots_of_levels(h, t);
  else
    head_fact_bots(h, run);
  for (int j = 0; j < t->count; j++)
    games += t->candidate[j].games;
  head_fact(h, "Games", "%s in all, of at most %s", shown_count(games).text,
            shown_count(run->total).text);
  head_fact_rest(h, run);
}

static bool command_add_levels(Text *command, const TuneTable *t) {
  bool good = true;
  for (int i = 0; good && i < t->levels; i++)
    good = command_add_value(command, "--bot", t->level[i]);
  return good;
}

static bool command_add_axes(Text *command, json_t *axes) {
  size_t i;
  json_t *vary;
  bool good = true;
  json_array_foreach(axes, i, vary) {
    const char *text = json_string_value(vary);
    char range[OPTION_TEXT + 64];
    good = good && (!text || command_add_value(command, "--vary",
                                               short_range(text, range)));
  }
  return good;
}

static bool command_add_goals(Text *command, json_t *goals) {
  size_t i;
  json_t *goal;
  bool good = true;
  json_array_foreach(goals, i, goal) good =
      good && command_add_value(command, "--goal", json_string_value(goal));
  return good;
}

static bool command_add_key(Text *command, const char *key, json_t *object) {
  char flag[16];
  snprintf(flag, sizeof flag, "--%s", key);
  return command_add_number(
      command, flag,
      (uint64_t)json_integer_value(json_object_get(object, key)));
}

/* The command that plays the tuning up to these limits. */
static bool add_tune_command(Text *command, const char *dir, const TuneTable *t,
                             json_t *manifest, json_t *limits, const Run *run) {
  uint64_t opening = (uint64_t)run->plan.opening;
  return command_add(command, "boardlab") && command_add(command, "tune") &&
         command_add(command, run->schedule.game) &&
         command_add_axes(command, json_object_get(manifest, "vary")) &&
         command_add_goals(command, json_object_get(manifest, "goals")) &&
         (t->levels > 1 ? command_add_levels(command, t)
                        : command_add_bots(command, run)) &&
         (opening == 0 || command_add_number(command, "--opening", opening)) &&
         command_add_key(command, "games", limits) &&
         command_add_key(command, "first", manifest) &&
         command_add_key(command, "each", limits) &&
         command_add_number(command, "--seed", run->plan.seed) &&
         command_add_limits(command, run) && command_add_out(command, dir);
}

/* If the limits were raised, there is a command for each time it was played: it
 * would have looked after other numbers of games with the last limits alone. */
static bool add_tune_commands(Head *h, const char *dir, const TuneTable *t,
                              json_t *manifest, const Run *run) {
  size_t i;
  json_t *limits, *raised = json_object_get(manifest, "raised");
  Text *command = &h->command;
  bool good = true;
  json_array_foreach(raised, i, limits) {
    good = good && add_tune_command(command, dir, t, manifest, limits, run) &&
           (i == 0 || command_add(command, "--resume")) &&
           command_add_and(command);
    if (!json_is_true(json_object_get(limits, "complete")))
      h->no_command = "its limits were raised before it had ended";
  }
  if (json_object_get(manifest, "definitions"))
    h->no_command = HEAD_SCRIPT;
  return good && add_tune_command(command, dir, t, manifest, manifest, run) &&
         (json_array_size(raised) == 0 || command_add(command, "--resume"));
}

bool head_of_tune(Head *h, const char *dir, const TuneTable *t, Error *error) {
  Run run = {.game = NULL};
  json_t *manifest = experiment_files_read(dir, RESULT_TUNE, NULL, NULL, error);
  bool good = manifest && restore_tune(&run, manifest, dir, error);
  if (good) {
    add_tune_facts(h, t, manifest, &run);
    good = add_tune_commands(h, dir, t, manifest, &run) ||
           error_set(error, "out of memory (report)");
  }
  json_decref(manifest);
  run_close(&run);
  return good;
}
