#include "analysis/experiments/sweep_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "core/game/spec.h"
#include "core/run/made.h"
#include "core/run/run_dir.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- runs ----------------------------------------------------------------*/

static bool name_run(const Sweep *s, int run, SweepRow *row, Error *error) {
  Spec spec;
  if (!axes_name(&s->axes, run, row->name, row->value, error) ||
      !spec_read(&spec, s->plan.game, "game", error))
    return false;
  int n = snprintf(row->game, sizeof row->game, "%s%s%s", s->plan.game,
                   spec.options ? "," : ":", row->name);
  return n < (int)sizeof row->game ||
         error_set(error,
                   "the options of a run are too long: vary fewer at once");
}

bool sweep_open_run(const Sweep *s, int run, char out[PATH_MAX], Run *opened,
                    Error *error) {
  RunPlan plan = s->plan;
  plan.game = s->results.row[run].game;
  if (plan.out) {
    path_join(out, s->plan.out, s->results.row[run].name);
    plan.out = out;
  }
  return experiment_open(opened, &plan, error);
}

static void begin_made(Sweep *s, const Run *run) {
  s->results.made = made_begin("sweep", s->game, s->plan.sources);
  axes_made(&s->axes, s->results.made);
  made_add_bots(s->results.made, run);
}

/* Without --games, each run has as many as its seatings need. */
static bool end_made(Sweep *s, Error *error) {
  const RunPlan *p = &s->plan;
  json_t *made = s->results.made;
  if (s->even)
    made_add_number(made, "games", p->games);
  made_add_until(made, p->until);
  made_add_plan(made, p, s->own_limits);
  return sweep_set_shard(&s->results, p->shard, p->shards, error);
}

/* Opens every run once to check that it can be played, and counts the games. */
static bool try_runs(Sweep *s, Error *error) {
  s->results.axes = axes_names(&s->axes);
  s->even = s->own_limits = true;
  for (int i = 0; i < s->runs; i++) {
    Run run;
    char out[PATH_MAX];
    Error why;
    if (!name_run(s, i, &s->results.row[i], error))
      return false;
    if (!sweep_open_run(s, i, out, &run, &why))
      return error_set(error, "with %.200s: %.800s", s->results.row[i].name,
                       why.message);
    if (i == 0)
      begin_made(s, &run);
    s->games += run.count;
    s->even = s->even && run.total == s->plan.games;
    s->own_limits = s->own_limits && run.own_limit;
    run_close(&run);
  }
  return end_made(s, error);
}

static bool set_up(Sweep *s, const char *const vary[], int count,
                   Error *error) {
  s->game = game_open(s->plan.game, error);
  if (!s->game)
    return false;
  s->axes = (Axes){.flag = "vary",
                   .owner = s->game->rules->name,
                   .makes = "runs",
                   .options = s->game->rules->options};
  s->runs = axes_open(&s->axes, vary, count, SWEEP_RUNS_MAX, error);
  if (!s->runs)
    return false;
  s->plan.sources = source_hashes_new(); /* shared by all runs */
  return sweep_results_make(&s->results, s->runs, error) && try_runs(s, error);
}

bool sweep_open(Sweep *s, const RunPlan *plan, const char *const vary[],
                int count, Error *error) {
  *s = (Sweep){.plan = *plan};
  if (set_up(s, vary, count, error))
    return true;
  sweep_close(s);
  return false;
}

void sweep_close(Sweep *s) {
  axes_close(&s->axes);
  sweep_results_free(&s->results);
  source_hashes_free(s->plan.sources);
  game_close(s->game);
  *s = (Sweep){.runs = 0};
}

/* ---- playing -------------------------------------------------------------*/

static RunEnd play_run(Sweep *s, int i, const ExperimentCallbacks *callbacks,
                       Error *error) {
  Run run;
  char out[PATH_MAX];
  if (!sweep_open_run(s, i, out, &run, error))
    return RUN_FAILED;
  run.plan.take = run_games_take;
  run.plan.take_context = &s->results.games[i];
  s->results.games[i].run = &run;
  s->played = i + 1;
  RunEnd end = experiment_play(&run, callbacks, error);
  if (end != RUN_FAILED && !sweep_row_fill(&s->results.row[i], &run, error))
    end = RUN_FAILED;
  if (!error_is_set(&s->reason))
    s->reason = run.reason;
  run_close(&run);
  return end;
}

/* Rewrites the index, at most once a second unless `now`. It lists all runs
 * from the start. A resumed sweep keeps its old index, which has more results,
 * until every run was opened again. */
static bool update_index(const Sweep *s, time_t *last, bool now, bool done,
                         Error *error) {
  if (!s->plan.out || (!now && time(NULL) == *last))
    return true;
  *last = time(NULL);
  if (s->plan.resume && s->played < s->runs &&
      experiment_files_exist(s->plan.out, RESULT_SWEEP))
    return experiment_files_reopen(s->plan.out, RESULT_SWEEP, s->results.made,
                                   error);
  if (done && s->results.complete &&
      !sweep_write_trends(&s->results, s->plan.out, error))
    return false;
  return sweep_write_index(&s->results, done, s->plan.out, error);
}

static bool is_run(const void *context, const char *name) {
  const Sweep *s = context;
  for (int i = 0; i < s->runs; i++)
    if (strcmp(s->results.row[i].name, name) == 0)
      return true;
  return strcmp(name, SWEEP_TRENDS) == 0;
}

/* Checks that the runs to be resumed are those of this sweep and undamaged,
 * before anything is changed. */
static bool check_runs(const Sweep *s, Error *error) {
  bool good = true;
  for (int i = 0; s->plan.resume && good && i < s->runs; i++) {
    Run run;
    char out[PATH_MAX];
    good = sweep_open_run(s, i, out, &run, error);
    if (good) {
      good = run_dir_check(&run, error);
      run_close(&run);
    }
  }
  return good;
}

/* Keeps in the manifest, for reports, why a run could not be played. */
static void note_failure(Sweep *s, const Error *why) {
  time_t last = 0;
  Error ignored;
  json_object_set_new(s->results.made, "failed",
                      json_pack("{s:s, s:o}", "run",
                                s->results.row[s->played - 1].name, "why",
                                json_text(why->message)));
  update_index(s, &last, true, false, &ignored);
}

static RunEnd play_runs(Sweep *s, const ExperimentCallbacks *callbacks,
                        Error *error) {
  RunEnd end = RUN_DONE;
  time_t last = 0;
  if (!update_index(s, &last, true, false, error))
    return RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < s->runs; i++) {
    end = play_run(s, i, callbacks, error);
    if (end == RUN_FAILED && error->code == ERROR_RULES)
      note_failure(s, error);
    if (end == RUN_DONE && !update_index(s, &last, false, false, error))
      end = RUN_FAILED;
  }
  s->results.complete =
      end == RUN_DONE && sweep_rows_complete(s->results.row, s->runs);
  if (end == RUN_STOPPED && s->plan.out) /* there may be more games now */
    sweep_remove_trends(s->plan.out);
  if (end != RUN_FAILED && !update_index(s, &last, true, true, error))
    end = RUN_FAILED;
  return end;
}

RunEnd sweep_play(Sweep *s, const ExperimentCallbacks *callbacks,
                  Error *error) {
  if (!s->plan.out)
    return play_runs(s, callbacks, error);
  int lock = experiment_files_open(s->plan.out, RESULT_SWEEP, s->plan.resume,
                                   is_run, s, error);
  if (lock < 0)
    return RUN_FAILED;
  RunEnd end =
      check_runs(s, error) ? play_runs(s, callbacks, error) : RUN_FAILED;
  close(lock);
  return end;
}
