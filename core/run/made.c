#include "core/run/made.h"

#include "core/base/number.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include <stdlib.h>

const char made_by_script[] = "only the script that played it can";

/* ---- writing -------------------------------------------------------------*/

static void made_find_text(void *context, const SourceHash *source) {
  bool *defined = context;
  *defined = *defined || source->text;
}

json_t *made_begin(const char *command, const Game *game,
                   SourceHashes *sources) {
  char title[GAME_TITLE];
  bool scripted = false;
  snprintf(title, sizeof title, "%s", game->rules->title);
  utf8_clean_line(title);
  json_t *made = json_pack("{s:s, s:s, s:s, s:[s, s]}", "boardlab",
                           version_number, "commit", version_commit, "title",
                           title, "arguments", command, game->spec);
  if (sources)
    source_hashes_each(sources, made_find_text, &scripted);
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
      made_begin(every ? "tournament" : "simulate", run->game, run->sources);
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

void made_set_shard(Run *run) {
  const RunPlan *p = &run->plan;
  json_object_set_new(run->made, "shard",
                      json_pack("{s:i, s:i, s:I, s:I}", "part", p->shard, "of",
                                p->shards, "first", (json_int_t)run->first,
                                "games", (json_int_t)run->count));
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

const char *made_text(const json_t *manifest, const char *key) {
  const char *text = json_string_value(json_object_get(manifest, key));
  return text ? text : "";
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

/* Enough digits of a commit to find it. */
Build made_build(const json_t *manifest) {
  Build build;
  const char *commit = made_text(manifest, "commit");
  snprintf(build.text, sizeof build.text, "boardlab %.40s (commit %.12s%s)",
           made_text(manifest, "boardlab"), commit,
           strlen(commit) > 12 && strchr(commit, '+') ? "+" : "");
  return build;
}

bool made_same_build(const json_t *a, const json_t *b) {
  return strcmp(made_text(a, "boardlab"), made_text(b, "boardlab")) == 0 &&
         strcmp(made_text(a, "commit"), made_text(b, "commit")) == 0;
}

bool made_may_continue(const json_t *manifest, const json_t *made,
                       Error *error) {
  return made_same_build(manifest, made) ||
         error_set(error,
                   "it was played by %s, and this is %s: finish it with that "
                   "version, or play it again in another folder",
                   made_build(manifest).text, made_build(made).text);
}

static bool made_is_flag(const char *word) {
  return word && strncmp(word, "--", 2) == 0;
}

/* Finds a flag that is not free and that `b` does not have, or with another
 * value, when it is given for the n-th time. */
static const char *made_find_other(const json_t *a, const json_t *b,
                                   const char *const free[], int *n) {
  const char *word;
  for (size_t i = 2; (word = made_word(a, i)); i++) {
    if (!made_is_flag(word) || text_is_among(word + 2, free))
      continue;
    *n = 0;
    for (size_t k = 2; k < i; k++)
      *n += strcmp(made_word(a, k), word) == 0;
    const char *value = made_value(b, word + 2, *n);
    if (!value || strcmp(made_value(a, word + 2, *n), value) != 0)
      return word + 2;
  }
  return NULL;
}

/* "--seed 4" */
typedef struct MadeFlag {
  char text[400];
} MadeFlag;

static MadeFlag made_flag(const json_t *manifest, const char *flag, int n) {
  const char *value = made_value(manifest, flag, n);
  MadeFlag text;
  snprintf(text.text, sizeof text.text, "--%.60s%s%.300s", flag,
           *value ? " " : "", value);
  return text;
}

bool made_fits(const json_t *manifest, const json_t *wanted,
               const char *const free[], Error *error) {
  const char *there = made_game(manifest), *here = made_game(wanted), *flag;
  int n;
  if (strcmp(there, here) != 0)
    return error_set(error, "it was made with %.300s, not with %.300s", there,
                     here);
  if ((flag = made_find_other(manifest, wanted, free, &n)))
    return error_set(
        error, "it was made with %s, not %s%s",
        made_flag(manifest, flag, n).text,
        made_value(wanted, flag, n) ? "with " : "without it",
        made_value(wanted, flag, n) ? made_flag(wanted, flag, n).text : "");
  if ((flag = made_find_other(wanted, manifest, free, &n)))
    return error_set(error, "it was made without %s",
                     made_flag(wanted, flag, n).text);
  return true;
}

/* ---- the command line ----------------------------------------------------*/

json_t *made_words(const json_t *manifest, const char *out, bool resume) {
  json_t *words = json_copy(json_object_get(manifest, "arguments"));
  int part, of;
  if (json_unpack(json_object_get(manifest, "shard"), "{s:i, s:i}", "part",
                  &part, "of", &of) == 0 &&
      of > 1) {
    json_array_append_new(words, json_string("--shard"));
    json_array_append_new(words, json_sprintf("%d/%d", part, of));
  }
  json_array_append_new(words, json_string("--out"));
  json_array_append_new(words, json_string(out));
  if (resume)
    json_array_append_new(words, json_string("--resume"));
  return words;
}

/* The last name of a path. Some folders have no name of their own, and one may
 * look like a flag. */
static void made_folder(const char *dir, char name[NAME_MAX + 1]) {
  size_t end = strlen(dir), begin;
  while (end > 1 && dir[end - 1] == '/')
    end--;
  for (begin = end; begin > 0 && dir[begin - 1] != '/';)
    begin--;
  snprintf(name, NAME_MAX + 1, "%.*s", (int)(end - begin), dir + begin);
  if (!*name || *name == '-' || strcmp(name, ".") == 0 ||
      strcmp(name, "..") == 0)
    strcpy(name, "run");
}

/* Whether these are arguments that made_add could have written: a manifest from
 * a stranger must not have people run anything else. */
static bool made_is_command(const json_t *manifest) {
  static const char *const COMMANDS[] = {"simulate", "tournament", "sweep",
                                         "ladder",   "tune",       "learn",
                                         "study",    NULL};
  static const char *const VALUED[] = {
      "seat",      "bot",    "vary",      "goal",   "double", "levels",
      "below",     "above",  "opening",   "games",  "first",  "each",
      "until",     "sprt",   "max-plies", "budget", "memory", "seed",
      "positions", "people", "like",      NULL};
  static const char *const SWITCHES[] = {"rotate", "pairs", "moves", NULL};
  const json_t *arguments = json_object_get(manifest, "arguments");
  size_t count = json_array_size(arguments);
  for (size_t i = 0; i < count; i++)
    if (!json_is_string(json_array_get(arguments, i)))
      return false;
  if (count < 2 || !text_is_among(made_word(manifest, 0), COMMANDS) ||
      *made_word(manifest, 1) == '-')
    return false;
  for (size_t i = 2; i < count; i++) {
    const char *word = made_word(manifest, i);
    bool valued = made_is_flag(word) && text_is_among(word + 2, VALUED);
    if (valued ? ++i == count
               : !made_is_flag(word) || !text_is_among(word + 2, SWITCHES))
      return false;
  }
  return true;
}

static void made_add_command(Text *line, const json_t *made, const char *out,
                             const char **why) {
  json_t *words = made_words(made, out, line->length > 0), *word;
  size_t i;
  if (!made_is_command(made))
    *why = "its manifest does not name one";
  shell_add(line, "boardlab");
  json_array_foreach(words, i, word)
      shell_add(line, json_is_string(word) ? json_string_value(word) : "");
  json_decref(words);
}

/* A tuning whose limits were raised has looked after other numbers of games
 * than it would have with the last limits alone. */
static void made_add_raised(Text *line, const json_t *manifest, const char *out,
                            const char **why) {
  json_t *earlier;
  size_t i;
  json_array_foreach(json_object_get(manifest, "raised"), i, earlier) {
    if (!json_object_get(earlier, "arguments"))
      continue; /* a run: its games are the same */
    if (!json_is_true(json_object_get(earlier, "complete")))
      *why = "its limits were raised before it had ended";
    made_add_command(line, earlier, out, why);
    text_need(line, 3);
    text_add_word(line, " &&");
  }
}

char *made_command(const json_t *manifest, const char *dir, const char **why) {
  Text line = {NULL};
  char out[NAME_MAX + 1];
  made_folder(dir, out);
  *why = NULL;
  made_add_raised(&line, manifest, out, why);
  made_add_command(&line, manifest, out, why);
  if (strcmp(made_word(manifest, 0) ? made_word(manifest, 0) : "", "collect") ==
      0)
    *why = "people have played it";
  if (json_is_true(json_object_get(manifest, "scripted")))
    *why = made_by_script;
  text_need(&line, 1);
  text_add_char(&line, '\0');
  if (*why)
    free(line.bytes);
  return *why ? NULL : line.bytes;
}
