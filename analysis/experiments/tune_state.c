/* tune.json, the manifest of a tuning: what the tuning is, and the counts of
 * all its candidates, from which it can be resumed. */
#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/tune_internal.h"
#include "core/base/clock.h"
#include "core/base/version.h"
#include "core/run/build_name.h"
#include "core/run/manifest.h"
#include "core/run/tally_text.h"
#include <stdlib.h>

/* ---- identity ------------------------------------------------------------*/

/* The keys that must be equal for a tuning to be resumed, besides those that
 * name the build. */
static const char *const IDENTITY[] = {
    "game", "vary",  "goals", "levels", "seating",   "opening",
    "seed", "games", "first", "each",   "max_plies", "limits"};
enum { IDENTITY_COUNT = sizeof IDENTITY / sizeof *IDENTITY };

/* The option and all its values: "walls=0,1,2,3". */
static json_t *axis_json(const Axis *axis) {
  Text text = {NULL};
  char value[OPTION_TEXT];
  bool good = text_reserve(&text, strlen(axis->option->name) + 1);
  if (good)
    text_add_word(&text, axis->option->name);
  for (int i = 0; good && i < axis->count; i++) {
    option_format(axis->option, axis->values[i], value);
    good = text_reserve(&text, strlen(value) + 1);
    if (good) {
      text_add_char(&text, i ? ',' : '=');
      text_add_word(&text, value);
    }
  }
  json_t *json = good ? json_stringn(text.bytes, text.length) : NULL;
  free(text.bytes);
  return json;
}

static json_t *vary_json(const Sweep *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->axes; i++)
    json_array_append_new(list, axis_json(&s->axis[i]));
  return list;
}

static json_t *goals_json(const Tune *t) {
  json_t *list = json_array();
  for (int i = 0; i < t->table.goals; i++) {
    char text[GOAL_TEXT];
    goal_format(&t->table.goal[i], text);
    json_array_append_new(list, json_string(text));
  }
  return list;
}

/* The bots of each level; with `full`, every option is spelled out. */
static json_t *levels_json(const Tune *t, bool full) {
  json_t *list = json_array();
  for (int i = 0; i < t->table.levels; i++)
    json_array_append_new(list, manifest_bots(&t->racer->level[i].run, full));
  return list;
}

bool tune_identify(Tune *t, Error *error) {
  const RunPlan *p = &t->plan.run;
  const Run *run = &t->racer->level->run;
  t->identity =
      json_pack("{s:s, s:s, s:s, s:{s:s, s:o}, s:o, s:o, s:o, s:s, s:i, s:I, "
                "s:I, s:I, s:I, "
                "s:i, s:s}",
                "boardlab", version_number, "commit", version_commit, "game",
                t->sweep.game->spec, "names", "title", run->title, "levels",
                levels_json(t, false), "vary", vary_json(&t->sweep), "goals",
                goals_json(t), "levels", levels_json(t, true), "seating",
                seating_names[run->plan.seating], "opening", p->opening, "seed",
                (json_int_t)p->seed, "games", (json_int_t)p->games, "first",
                (json_int_t)t->plan.first, "each", (json_int_t)t->plan.each,
                "max_plies", p->max_plies, "limits", run->limits);
  t->raised = json_array();
  return (t->identity && t->raised) ||
         error_set(error, "out of memory (tuning)");
}

/* The limits may be raised, but not lowered. */
static bool is_limit(const char *key, const json_t *there) {
  return (strcmp(key, "games") == 0 || strcmp(key, "each") == 0) &&
         json_is_integer(there);
}

static bool refuse_other(const Tune *t, const Error *why, Error *error) {
  return error_set(error, "%.300s holds a different tuning: %.600s",
                   t->plan.run.out, why->message);
}

static bool check_build(const Tune *t, json_t *manifest, Error *error) {
  Error why;
  return build_may_continue(manifest, version_number, version_commit, &why) ||
         refuse_other(t, &why, error);
}

static bool check_identity(Tune *t, json_t *manifest, Error *error) {
  for (int i = 0; i < IDENTITY_COUNT; i++) {
    json_t *there = json_object_get(manifest, IDENTITY[i]);
    json_t *wanted = json_object_get(t->identity, IDENTITY[i]);
    Error why;
    if (json_equal(there, wanted))
      continue;
    if (is_limit(IDENTITY[i], there)) {
      json_int_t old = json_integer_value(there);
      json_int_t new = json_integer_value(wanted);
      if (new < old)
        return error_set(error,
                         "%.300s holds a tuning whose '%s' is %lld, not %lld: "
                         "it can only be raised",
                         t->plan.run.out, IDENTITY[i], (long long)old,
                         (long long)new);
      continue;
    }
    manifest_difference(IDENTITY[i], there, wanted, &why);
    return refuse_other(t, &why, error);
  }
  return true;
}

/* ---- writing -------------------------------------------------------------*/

static json_t *tallies_json(const Tune *t, const Racer *r) {
  json_t *list = json_array();
  for (int i = 0; list && i < t->table.levels; i++) {
    const Text *tally = &r->level[i].tally;
    if (json_array_append_new(list,
                              json_stringn(tally->length ? tally->bytes : "",
                                           tally->length)) != 0) {
      json_decref(list);
      list = NULL;
    }
  }
  return list;
}

static json_t *candidate_json(const Tune *t, const Racer *r) {
  return json_pack("{s:s, s:i, s:o}", "run", r->candidate.name, "dropped",
                   r->candidate.dropped, "tallies", tallies_json(t, r));
}

static json_t *candidates_json(const Tune *t) {
  json_t *list = json_array();
  for (int i = 0; list && i < t->racers; i++)
    if (json_array_append_new(list, candidate_json(t, &t->racer[i])) != 0) {
      json_decref(list);
      list = NULL;
    }
  return list;
}

static json_t *check_json(const Tune *t) {
  return *t->check.candidate.name ? candidate_json(t, &t->check) : json_null();
}

static json_t *manifest_json(const Tune *t, bool complete) {
  json_t *json = json_copy(t->identity);
  if (json && manifest_add_files(json, t->sweep.plan.sources) &&
      json_object_set_new(json, "round", json_integer(t->rounds)) == 0 &&
      json_object_set_new(json, "target",
                          json_integer((json_int_t)t->target)) == 0 &&
      json_object_set(json, "raised", t->raised) == 0 &&
      json_object_set_new(json, "complete", json_boolean(complete)) == 0 &&
      json_object_set_new(json, "candidates", candidates_json(t)) == 0 &&
      json_object_set_new(json, "check", check_json(t)) == 0)
    return json;
  json_decref(json);
  return NULL;
}

/* With very many candidates, writing takes a while: it may take a twentieth of
 * the time. */
bool tune_save(Tune *t, bool complete, Error *error) {
  double began = clock_seconds();
  if (!t->plan.run.out)
    return true;
  bool good = experiment_files_write(t->plan.run.out, RESULT_TUNE,
                                     t->csv.length ? &t->csv : NULL,
                                     manifest_json(t, complete), error);
  double now = clock_seconds(), pause = 19 * (now - began);
  t->next_save = now + (pause > 1 ? pause : 1);
  return good;
}

bool tune_save_turn(Tune *t, LevelRun *level, Error *error) {
  if (!t->plan.run.out || clock_seconds() < t->next_save)
    return true;
  level->tally.length = 0;
  if (level->run.tally.games && !tally_write(&level->run.tally, &level->tally))
    return error_set(error, "out of memory (tuning)");
  return tune_save(t, false, error);
}

/* ---- reading -------------------------------------------------------------*/

static bool refuse_manifest(const Tune *t, Error *error) {
  return error_set(error, "%.600s/tune.json is not the manifest of a tuning",
                   t->plan.run.out);
}

/* The counts of a candidate at a level; "" if there are none. */
static bool restore_level(const Tune *t, Racer *r, int level, json_t *json,
                          Error *error) {
  const char *tally = json_string_value(json);
  if (!tally || (*tally && !tally_read(&r->level[level].run.tally, tally)))
    return refuse_manifest(t, error);
  return tune_measure(t, r, level, error);
}

/* Restores the candidate, or the check, whose runs are opened first. */
static bool restore_candidate(Tune *t, Racer *r, json_t *json, Error *error) {
  const char *name;
  int dropped;
  json_t *tallies;
  if (json_unpack(json, "{s:s, s:i, s:o}", "run", &name, "dropped", &dropped,
                  "tallies", &tallies) != 0 ||
      strcmp(name, r->candidate.name) != 0 || dropped < 0 ||
      dropped > t->rounds ||
      json_array_size(tallies) != (size_t)t->table.levels)
    return refuse_manifest(t, error);
  for (int i = 0; i < t->table.levels; i++)
    if (!restore_level(t, r, i, json_array_get(tallies, (size_t)i), error))
      return false;
  r->candidate.dropped = dropped;
  if (dropped)
    tune_close_racer(r);
  return true;
}

static bool restore_check(Tune *t, json_t *json, Error *error) {
  const char *name = json_string_value(json_object_get(json, "run"));
  if (json_is_null(json))
    return true;
  if (!name)
    return refuse_manifest(t, error);
  return tune_open_check(t, name, error) &&
         restore_candidate(t, &t->check, json, error);
}

static bool same_key(json_t *one, json_t *other, const char *key) {
  return json_equal(json_object_get(one, key), json_object_get(other, key));
}

/* Restores the limits it had earlier, and adds those of the manifest if they
 * are raised now. */
static bool restore_raised(Tune *t, json_t *manifest) {
  json_t *games = json_object_get(manifest, "games");
  json_t *each = json_object_get(manifest, "each");
  json_t *earlier = json_object_get(manifest, "raised");
  if (json_array_extend(t->raised, earlier) != 0 && json_array_size(earlier))
    return false;
  if (same_key(manifest, t->identity, "games") &&
      same_key(manifest, t->identity, "each"))
    return true;
  bool complete = experiment_files_complete(manifest);
  return json_array_append_new(t->raised, json_pack("{s:O, s:O, s:b}", "games",
                                                    games, "each", each,
                                                    "complete", complete)) == 0;
}

static bool restore(Tune *t, json_t *manifest, Error *error) {
  json_int_t target;
  json_t *list, *files, *check;
  if (!check_build(t, manifest, error) || !check_identity(t, manifest, error))
    return false;
  if (!restore_raised(t, manifest))
    return error_set(error, "out of memory (tuning)");
  if (json_unpack(manifest, "{s:i, s:I, s:o, s:o, s:o}", "round", &t->rounds,
                  "target", &target, "candidates", &list, "check", &check,
                  "files", &files) != 0 ||
      t->rounds < 0 || target < 0 || json_array_size(list) != (size_t)t->racers)
    return refuse_manifest(t, error);
  t->target = (uint64_t)target;
  if (!manifest_expect(files, t->sweep.plan.sources, error))
    return false;
  for (int i = 0; i < t->racers; i++)
    if (!restore_candidate(t, &t->racer[i], json_array_get(list, (size_t)i),
                           error))
      return false;
  return restore_check(t, check, error);
}

bool tune_restore(Tune *t, Error *error) {
  json_t *manifest =
      experiment_files_read(t->plan.run.out, RESULT_TUNE, NULL, NULL, error);
  bool good = manifest && restore(t, manifest, error);
  json_decref(manifest);
  return good;
}
