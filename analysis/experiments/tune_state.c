/* tune.json, the manifest of a tuning: what the tuning is, and the counts of
 * all its candidates, from which it can be resumed. */
#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/sweep_internal.h"
#include "analysis/experiments/tune_internal.h"
#include "core/base/clock.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include "core/run/tally.h"
#include <stdlib.h>

/* ---- identity ------------------------------------------------------------*/

/* The arguments that may be larger when a tuning is resumed. */
static const char *const RAISABLE[] = {"games", "each", NULL};

bool tune_identify(Tune *t, Error *error) {
  const RunPlan *p = &t->plan.run;
  json_t *made = made_begin("tune", t->sweep.game, t->sweep.plan.sources);
  axes_made(&t->sweep.axes, made);
  for (int i = 0; i < t->table.goals; i++)
    made_add(made, "goal", goal_format(&t->table.goal[i]).text);
  for (int i = 0; t->plan.levels > 1 && i < t->plan.levels; i++)
    made_add(made, "bot", t->table.level[i]);
  if (t->plan.levels <= 1) /* one bot in every seat is no other tuning */
    made_add_bots(made, &t->racer->level->run);
  if (p->opening)
    made_add_number(made, "opening", (uint64_t)p->opening);
  made_add_number(made, "games", p->games);
  made_add_number(made, "first", t->plan.first);
  made_add_number(made, "each", t->plan.each);
  made_add_plan(made, p, t->sweep.own_limits);
  t->made = made;
  t->raised = json_array();
  return (made && t->raised) || error_set(error, "out of memory (tuning)");
}

/* The limits may be raised, but not lowered; all else must be the same. */
static bool check_identity(const Tune *t, json_t *manifest, Error *error) {
  Error why;
  if (!made_may_continue(manifest, t->made, &why) ||
      !made_fits(manifest, t->made, RAISABLE, &why))
    return error_set(error, "%.300s holds a different tuning: %.600s",
                     t->plan.run.out, why.message);
  for (int i = 0; RAISABLE[i]; i++) {
    unsigned long long old = made_number(manifest, RAISABLE[i]);
    unsigned long long new = made_number(t->made, RAISABLE[i]);
    if (new < old)
      return error_set(error,
                       "%.300s holds a tuning whose --%s is %llu, not %llu: "
                       "it can only be raised",
                       t->plan.run.out, RAISABLE[i], old, new);
  }
  return true;
}

/* ---- writing -------------------------------------------------------------*/

/* The list with one item more; NULL if out of memory. */
static json_t *list_with(json_t *list, json_t *item) {
  if (json_array_append_new(list, item) == 0)
    return list;
  json_decref(list);
  return NULL;
}

static json_t *candidate_json(const Tune *t, const Racer *r) {
  json_t *tallies = json_array();
  for (int i = 0; i < t->table.levels; i++) {
    const Text *tally = &r->level[i].tally;
    tallies = list_with(tallies, json_stringn(tally->length ? tally->bytes : "",
                                              tally->length));
  }
  return json_pack("{s:s, s:i, s:o}", "run", r->candidate.name, "dropped",
                   r->candidate.dropped, "tallies", tallies);
}

static json_t *manifest_json(const Tune *t, bool complete) {
  json_t *json = json_copy(t->made), *candidates = json_array();
  for (int i = 0; i < t->racers; i++)
    candidates = list_with(candidates, candidate_json(t, &t->racer[i]));
  json_t *check =
      *t->check.candidate.name ? candidate_json(t, &t->check) : json_null();
  json_t *state =
      json_pack("{s:i, s:I, s:O, s:b, s:o, s:o}", "round", t->rounds, "target",
                (json_int_t)t->target, "raised", t->raised, "complete",
                complete, "candidates", candidates, "check", check);
  bool files = json && manifest_add_files(json, t->sweep.plan.sources);
  if (json_object_update_new(json, state) == 0 && files)
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
  if (level->run.tally.games)
    tally_write(&level->run.tally, &level->tally);
  return tune_save(t, false, error);
}

/* ---- reading -------------------------------------------------------------*/

static bool refuse_manifest(const Tune *t, Error *error) {
  return error_set(error, "%.600s/tune.json is not the manifest of a tuning",
                   t->plan.run.out);
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
  for (int i = 0; i < t->table.levels; i++) {
    /* The counts at a level; "" if there are none. */
    const char *tally = json_string_value(json_array_get(tallies, (size_t)i));
    if (!tally || (*tally && !tally_read(&r->level[i].run.tally, tally)))
      return refuse_manifest(t, error);
    tune_measure(t, r, i);
  }
  r->candidate.dropped = dropped;
  if (dropped)
    tune_close_racer(r);
  return true;
}

/* Restores the limits it had earlier, and adds those of the manifest if they
 * are raised now. */
static bool restore_raised(Tune *t, json_t *manifest) {
  json_t *arguments = json_object_get(manifest, "arguments");
  json_t *earlier = json_object_get(manifest, "raised");
  if (json_array_extend(t->raised, earlier) != 0 && json_array_size(earlier))
    return false;
  if (json_equal(arguments, json_object_get(t->made, "arguments")))
    return true;
  bool complete = experiment_files_complete(manifest);
  return json_array_append_new(t->raised,
                               json_pack("{s:O, s:b}", "arguments", arguments,
                                         "complete", complete)) == 0;
}

static bool restore(Tune *t, json_t *manifest, Error *error) {
  json_int_t target;
  json_t *list, *check;
  if (!check_identity(t, manifest, error))
    return false;
  if (!restore_raised(t, manifest))
    return error_set(error, "out of memory (tuning)");
  if (json_unpack(manifest, "{s:i, s:I, s:o, s:o}", "round", &t->rounds,
                  "target", &target, "candidates", &list, "check",
                  &check) != 0 ||
      !json_is_object(json_object_get(manifest, "files")) || t->rounds < 0 ||
      target < 0 || json_array_size(list) != (size_t)t->racers)
    return refuse_manifest(t, error);
  t->target = (uint64_t)target;
  if (!manifest_expect_files(manifest, t->sweep.plan.sources, error))
    return false;
  for (int i = 0; i < t->racers; i++)
    if (!restore_candidate(t, &t->racer[i], json_array_get(list, (size_t)i),
                           error))
      return false;
  const char *name = json_string_value(json_object_get(check, "run"));
  if (json_is_null(check))
    return true;
  if (!name)
    return refuse_manifest(t, error);
  return tune_open_check(t, name, error) &&
         restore_candidate(t, &t->check, check, error);
}

bool tune_restore(Tune *t, Error *error) {
  json_t *manifest =
      experiment_files_read(t->plan.run.out, RESULT_TUNE, NULL, NULL, error);
  bool good = manifest && restore(t, manifest, error);
  json_decref(manifest);
  return good;
}
