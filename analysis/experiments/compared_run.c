/* The outcomes of a run's games, read from its folder or played in memory, and
 * comparing the runs of several folders. */
#include "analysis/experiments/compare.h"

#include "core/run/replay.h"
#include "core/run/result_dir.h"
#include <stdlib.h>

/* Makes room for more games. */
static bool grow(ComparedRun *r) {
  uint64_t capacity = r->capacity ? 2 * r->capacity : 1024;
  bool scores = r->run.schedule.has_score;
  GameOutcome *outcome = realloc(r->outcome, capacity * sizeof *outcome);
  if (outcome)
    r->outcome = outcome;
  int64_t *margin =
      scores ? realloc(r->margin, capacity * sizeof *margin) : NULL;
  if (margin)
    r->margin = margin;
  if (!outcome || (scores && !margin))
    return false;
  r->capacity = capacity;
  return true;
}

static bool add_outcome(void *context, uint64_t index, const Match *match,
                        Error *error) {
  ComparedRun *r = context;
  const Schedule *s = &r->run.schedule;
  uint64_t at = index - r->run.first;
  if (at == r->capacity && !grow(r))
    return error_set(error, "out of memory (%llu games to compare)",
                     (unsigned long long)at);
  r->outcome[at] = game_outcome(match);
  r->outcome[at].set_aside = set_aside_has(&r->run.aside, index);
  if (s->has_score)
    r->margin[at] = score_margin(s->side, s->seats, 0, match->score);
  return true;
}

void compared_run_call(ComparedRun *r, const char *folder) {
  snprintf(r->name, sizeof r->name, "'%.*s'", COMPARED_RUN_NAME - 3, folder);
}

static bool make_seats(ComparedRun *r, Error *error) {
  return r->run.schedule.sides < 2 ||
         seats_make(&r->seats, &r->run.tally, error);
}

bool compared_run_read(ComparedRun *r, const char *dir, Error *error) {
  *r = (ComparedRun){.dir = dir};
  compared_run_call(r, dir);
  if (!run_read_replayed(&r->run, dir, add_outcome, r, error)) {
    result_add_hint(dir, error);
    compared_run_free_games(r);
    return false;
  }
  bool good = r->run.tally.games
                  ? make_seats(r, error)
                  : error_set(error, "%.600s has no games yet", dir);
  if (!good)
    compared_run_free(r);
  return good;
}

/* A run that is only compared needs no game, which may be a process. */
static void close_game(Run *run) {
  game_close(run->game);
  run->game = NULL;
}

RunEnd compared_run_play(ComparedRun *r, const RunPlan *plan, const char *name,
                         const ExperimentCallbacks *callbacks, Error *error) {
  RunPlan own = *plan;
  own.take = add_outcome;
  own.take_context = r;
  *r = (ComparedRun){.dir = name};
  snprintf(r->name, sizeof r->name, "%s", name);
  if (!experiment_open(&r->run, &own, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&r->run, callbacks, error);
  if (end == RUN_DONE && !make_seats(r, error))
    end = RUN_FAILED;
  if (end == RUN_DONE)
    close_game(&r->run);
  else
    compared_run_free(r);
  return end;
}

void compared_run_free_games(ComparedRun *r) {
  free(r->outcome);
  free(r->margin);
  r->outcome = NULL;
  r->margin = NULL;
  r->capacity = 0;
}

void compared_run_free(ComparedRun *r) {
  compared_run_free_games(r);
  seats_free(&r->seats);
  run_close(&r->run);
}

/* ---- several runs --------------------------------------------------------*/

static bool compare_with_all(ComparedFamily *f, const char *const dirs[],
                             Error *error) {
  for (int i = 0; i < f->count; i++) {
    if (!compared_run_read(&f->b[i], dirs[i + 1], error))
      return false;
    f->read++;
    if (!compare(&f->a, &f->b[i], &f->list[i], error))
      return false;
    compared_run_free_games(&f->b[i]);
  }
  return compare_adjust(f->list, f->count, error);
}

bool compared_family_read(ComparedFamily *f, const char *const dirs[],
                          int count, Error *error) {
  size_t others = (size_t)count - 1;
  *f = (ComparedFamily){.count = count - 1};
  f->b = calloc(others, sizeof *f->b);
  f->list = calloc(others, sizeof *f->list);
  bool good = (f->b && f->list) ||
              error_set(error, "out of memory (%zu runs to compare)", others);
  good = good && compared_run_read(&f->a, dirs[0], error);
  f->read = good;
  good = good && compare_with_all(f, dirs, error);
  if (!good)
    compared_family_free(f);
  return good;
}

void compared_family_free(ComparedFamily *f) {
  for (int i = 1; i < f->read; i++)
    compared_run_free(&f->b[i - 1]);
  if (f->read)
    compared_run_free(&f->a);
  free(f->b);
  free(f->list);
}
