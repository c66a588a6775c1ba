#include "core/run/made.h"

#include "core/base/number.h"
#include "core/base/shell.h"
#include "core/base/version.h"
#include <stdlib.h>

const char made_by_script[] = "only the script that played it can";

/* ---- writing -------------------------------------------------------------*/

static void made_find_text(void *context, const SourceHash *source) {
  bool *defined = context;
  *defined = *defined || source->text;
}

json_t *made_begin(const char *command, const char *game, const Run *run) {
  bool scripted = false;
  json_t *made = json_pack("{s:s, s:s, s:s, s:[s, s]}", "boardlab",
                           version_number, "commit", version_commit, "title",
                           run->title, "arguments", command, game);
  source_hashes_each(run->sources, made_find_text, &scripted);
  if (scripted)
    json_object_set_new(made, "scripted", json_true());
  return made;
}

/* A value that looks like a flag is part of the same word. */
void made_add(json_t *made, const char *flag, const char *value) {
  json_t *list = json_object_get(made, "arguments");
  if (!value || !*value)
    return;
  if (*value == '-') {
    json_array_append_new(list, json_sprintf("--%s=%s", flag, value));
    return;
  }
  json_array_append_new(list, json_sprintf("--%s", flag));
  json_array_append_new(list, json_string(value));
}

void made_add_number(json_t *made, const char *flag, uint64_t value) {
  char text[TEXT_NUMBER_MAX];
  snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  made_add(made, flag, text);
}

void made_add_switch(json_t *made, const char *flag, bool on) {
  if (on)
    json_array_append_new(json_object_get(made, "arguments"),
                          json_sprintf("--%s", flag));
}

/* One bot in all seats is given once, and `random` not at all. */
void made_add_bots(json_t *made, const Run *run) {
  const Schedule *s = &run->schedule;
  bool every = run->plan.seating == SEATING_EVERY;
  int count = every ? s->bots : s->bots > 1 ? s->seats : !schedule_is_random(s);
  for (int i = 0; i < count; i++)
    made_add(made, every ? "bot" : "seat",
             s->bot[every ? i : schedule_bots(s, 0)[i]].spec);
  made_add_switch(made, "rotate", run->plan.seating == SEATING_ROTATED);
}

/* A test is a stopping rule that begins with "sprt:". */
void made_add_until(json_t *made, const char *until) {
  bool test = until && strncmp(until, "sprt:", 5) == 0;
  made_add(made, test ? "sprt" : "until", test ? until + 5 : until);
}

/* The limits name the flags that set them: "budget=10000000,memory=64". */
static void made_add_limits(json_t *made, const char *limits) {
  char flag[16], value[32];
  int length;
  if (!limits || strcmp(limits, MADE_DEFAULT_LIMITS) == 0)
    return;
  while (sscanf(limits, "%15[a-z]=%31[0-9]%n", flag, value, &length) == 2) {
    made_add(made, flag, value);
    limits += length;
    limits += *limits == ',';
  }
}

void made_add_plan(json_t *made, const RunPlan *plan, bool own_limit) {
  made_add_number(made, "seed", plan->seed);
  if (!own_limit)
    made_add_number(made, "max-plies", (uint64_t)plan->max_plies);
  made_add_switch(made, "moves", plan->moves);
  made_add_limits(made, plan->limits);
}

json_t *made_of_run(const Run *run) {
  bool every = run->plan.seating == SEATING_EVERY;
  json_t *made =
      made_begin(every ? "tournament" : "simulate", run->schedule.game, run);
  made_add_bots(made, run);
  made_add_number(made, "games",
                  every ? run->total / run->schedule.seatings : run->total);
  made_add_until(made, run->until);
  made_add_switch(made, "pairs", run->plan.pairs);
  if (run->plan.opening)
    made_add_number(made, "opening", (uint64_t)run->plan.opening);
  made_add_plan(made, &run->plan, run->own_limit);
  return made;
}

bool made_set_shard(Run *run) {
  const RunPlan *p = &run->plan;
  return json_object_set_new(run->made, "shard",
                             json_pack("{s:i, s:i, s:I, s:I}", "part", p->shard,
                                       "of", p->shards, "first",
                                       (json_int_t)run->first, "games",
                                       (json_int_t)run->count)) == 0;
}

json_t *made_copy(const json_t *manifest) {
  static const char *const KEYS[] = {"boardlab",  "commit",   "title",
                                     "arguments", "scripted", "shard"};
  json_t *made = json_object();
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
    json_object_set(made, KEYS[i], json_object_get(manifest, KEYS[i]));
  return made;
}

/* ---- reading -------------------------------------------------------------*/

static const char *made_word(const json_t *manifest, size_t i) {
  return json_string_value(
      json_array_get(json_object_get(manifest, "arguments"), i));
}

const char *made_game(const json_t *manifest) {
  const char *game = made_word(manifest, 1);
  return game ? game : "";
}

const char *made_value(const json_t *manifest, const char *flag, int n) {
  size_t length = strlen(flag);
  const char *word, *next;
  for (size_t i = 2; (word = made_word(manifest, i)); i++) {
    if (strncmp(word, "--", 2) != 0 || strncmp(word + 2, flag, length) != 0 ||
        !strchr("=", word[2 + length]) || n-- > 0)
      continue;
    next = made_word(manifest, i + 1);
    return word[2 + length]        ? word + 3 + length
           : !next || *next == '-' ? ""
                                   : next;
  }
  return NULL;
}

uint64_t made_number(const json_t *manifest, const char *flag) {
  const char *value = made_value(manifest, flag, 0);
  int64_t number;
  return value && number_in_range(value, 0, INT64_MAX, &number)
             ? (uint64_t)number
             : 0;
}

/* Checks that all values of a flag are the same. */
static bool made_fits_flag(const json_t *manifest, const json_t *wanted,
                           const char *flag, Error *error) {
  const char *there, *value;
  for (int n = 0;; n++) {
    there = made_value(manifest, flag, n);
    value = made_value(wanted, flag, n);
    if (!there && !value)
      return true;
    if (!there || !value || strcmp(there, value) != 0)
      return error_set(error, "its --%s is %.300s, not %.300s", flag,
                       there ? there : "missing", value ? value : "missing");
  }
}

static bool made_is_among(const char *flag, const char *const list[],
                          int count) {
  for (int i = 0; i < count; i++)
    if (strcmp(flag, list[i]) == 0)
      return true;
  return false;
}

bool made_fits(const json_t *manifest, const json_t *wanted,
               const char *const free[], int count, Error *error) {
  if (strcmp(made_game(manifest), made_game(wanted)) != 0)
    return error_set(error, "its game is %.300s, not %.300s",
                     made_game(manifest), made_game(wanted));
  const json_t *both[] = {manifest, wanted};
  const char *word;
  for (int k = 0; k < 2; k++)
    for (size_t i = 2; (word = made_word(both[k], i)); i++) {
      char flag[32];
      snprintf(flag, sizeof flag, "%.*s", (int)strcspn(word, "="), word);
      if (strncmp(flag, "--", 2) == 0 &&
          !made_is_among(flag + 2, free, count) &&
          !made_fits_flag(manifest, wanted, flag + 2, error))
        return false;
    }
  return true;
}

/* ---- the command line ----------------------------------------------------*/

/* The last name of a path, as the folder to write. Some folders have no name of
 * their own, and one may look like a flag. */
static bool made_add_out(Text *line, const char *dir) {
  size_t end = strlen(dir), begin;
  while (end > 1 && dir[end - 1] == '/')
    end--;
  for (begin = end; begin > 0 && dir[begin - 1] != '/';)
    begin--;
  char *name = strndup(dir + begin, end - begin);
  bool odd = name && (!*name || *name == '-' || strcmp(name, ".") == 0 ||
                      strcmp(name, "..") == 0);
  bool good =
      name && shell_add(line, "--out") && shell_add(line, odd ? "run" : name);
  free(name);
  return good;
}

static bool made_add_shard(Text *line, const json_t *shard) {
  int part, of;
  char text[32];
  if (json_unpack((json_t *)shard, "{s:i, s:i}", "part", &part, "of", &of) ||
      of < 2)
    return true;
  snprintf(text, sizeof text, "%d/%d", part, of);
  return shell_add(line, "--shard") && shell_add(line, text);
}

static bool made_add_command(Text *line, const json_t *made,
                             const json_t *shard, const char *dir,
                             bool resume) {
  const char *word;
  bool good = shell_add(line, "boardlab");
  for (size_t i = 0; good && (word = made_word(made, i)); i++)
    good = shell_add(line, word);
  return good && made_add_shard(line, shard) && made_add_out(line, dir) &&
         (!resume || shell_add(line, "--resume"));
}

/* A tuning whose limits were raised has looked after other numbers of games
 * than it would have with the last limits alone. */
static bool made_add_raised(Text *line, const json_t *manifest, const char *dir,
                            const char **why, bool *any) {
  json_t *earlier;
  size_t i;
  bool good = true;
  json_array_foreach(json_object_get(manifest, "raised"), i, earlier) {
    if (!json_object_get(earlier, "arguments"))
      continue; /* a run: its games are the same */
    if (!json_is_true(json_object_get(earlier, "complete")))
      *why = "its limits were raised before it had ended";
    good = good && made_add_command(line, earlier, NULL, dir, *any) &&
           text_reserve(line, 3);
    if (good)
      text_add_word(line, " &&");
    *any = true;
  }
  return good;
}

char *made_command(const json_t *manifest, const char *dir, const char **why) {
  Text line = {NULL};
  bool raised = false;
  *why = json_is_true(json_object_get(manifest, "scripted")) ? made_by_script
                                                             : NULL;
  bool good =
      !*why && made_add_raised(&line, manifest, dir, why, &raised) && !*why &&
      made_add_command(&line, manifest, json_object_get(manifest, "shard"), dir,
                       raised) &&
      text_reserve(&line, 1);
  if (good) {
    text_add_char(&line, '\0');
    return line.bytes;
  }
  free(line.bytes);
  return NULL;
}
