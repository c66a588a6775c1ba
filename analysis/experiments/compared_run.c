/* The outcomes of a run's games, read from its folder or played in memory, and
 * comparing the runs of several folders. */
#include "analysis/experiments/compare.h"

#include "core/run/replay.h"
#include "core/run/result_dir.h"
#include <stdlib.h>

static bool run_games_grow(RunGames *g) {
  uint64_t capacity = g->capacity ? 2 * g->capacity : 1024;
  bool scores = g->run->schedule.has_score;
  GameOutcome *outcome = realloc(g->outcome, capacity * sizeof *outcome);
  if (outcome)
    g->outcome = outcome;
  int64_t *margin =
      scores ? realloc(g->margin, capacity * sizeof *margin) : NULL;
  if (margin)
    g->margin = margin;
  if (!outcome || (scores && !margin))
    return false;
  g->capacity = capacity;
  return true;
}

bool run_games_take(void *context, uint64_t index, const Match *match,
                    Error *error) {
  RunGames *g = context;
  const Schedule *s = &g->run->schedule;
  uint64_t at = index - g->run->first;
  if (g->max && at >= g->max)
    return true;
  if (at == g->capacity && !run_games_grow(g))
    return error_set(error, "out of memory (%llu games to compare)",
                     (unsigned long long)at);
  if (g->matches && !g->match &&
      !(g->match = malloc(KEPT_GAMES * sizeof *g->match)))
    return error_set(error, "out of memory (%d games to replay)", KEPT_GAMES);
  if (g->matches && at < KEPT_GAMES)
    g->match[at] = *match;
  g->outcome[at] = game_outcome(match);
  g->outcome[at].set_aside = set_aside_has(&g->run->aside, index);
  if (s->has_score)
    g->margin[at] = score_margin(s->side, s->seats, 0, match->score);
  g->count = at + 1;
  return true;
}

void run_games_free(RunGames *g) {
  free(g->outcome);
  free(g->margin);
  free(g->match);
  *g = (RunGames){.count = 0};
}

void compared_run_call(ComparedRun *r, const char *folder) {
  snprintf(r->name, sizeof r->name, "'%.*s'", COMPARED_RUN_NAME - 3, folder);
}

static bool make_seats(ComparedRun *r, Error *error) {
  return r->run.schedule.sides < 2 ||
         seats_make(&r->seats, &r->run.tally, error);
}

bool compared_run_read(ComparedRun *r, const char *dir, Error *error) {
  *r = (ComparedRun){.dir = dir, .games = {.run = &r->run, .matches = true}};
  compared_run_call(r, dir);
  if (!run_read_replayed(&r->run, dir, run_games_take, &r->games, error)) {
    result_add_hint(dir, error);
    run_games_free(&r->games);
    return false;
  }
  bool good = r->run.tally.games
                  ? make_seats(r, error)
                  : error_set(error, "%.600s has no games yet", dir);
  if (!good)
    compared_run_free(r);
  return good;
}

RunEnd compared_run_play(ComparedRun *r, const RunPlan *plan, const char *name,
                         const ExperimentCallbacks *callbacks, Error *error) {
  RunPlan own = *plan;
  own.take = run_games_take;
  own.take_context = &r->games;
  *r = (ComparedRun){.dir = name, .games.run = &r->run};
  snprintf(r->name, sizeof r->name, "%s", name);
  if (!experiment_open(&r->run, &own, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&r->run, callbacks, error);
  if (end == RUN_DONE && !make_seats(r, error))
    end = RUN_FAILED;
  if (end == RUN_DONE) { /* it needs no game, which may be a process */
    game_close(r->run.game);
    r->run.game = NULL;
  } else
    compared_run_free(r);
  return end;
}

void compared_run_free(ComparedRun *r) {
  run_games_free(&r->games);
  run_moves_free(&r->moves);
  seats_free(&r->seats);
  run_close(&r->run);
}

/* ---- several runs --------------------------------------------------------*/

/* The bot of a run that no other bot has played, if it makes choices. */
static const char *only_bot(const ComparedRun *r) {
  const Schedule *s = &r->run.schedule;
  bool only = s->bots == 1 && !schedule_is_collected(s) &&
              !schedule_is_random(s) && !schedule_has_program(s);
  return only ? s->bot[0].spec : NULL;
}

/* Whether people play like a bot is what a run of theirs is compared for. */
static const char *like_whom(const MovesPlan *plan, const ComparedRun *a,
                             const ComparedRun *b) {
  bool given = schedule_is_collected(&a->run.schedule);
  if (plan->like || given == schedule_is_collected(&b->run.schedule))
    return plan->like;
  return only_bot(given ? b : a);
}

/* The moves of both; those of A only if another bot is to be asked. */
static bool add_moves(ComparedRun *a, ComparedRun *b, const MovesPlan *plan,
                      Error *error) {
  const char *like = like_whom(plan, a, b);
  if (!a->moves.games || strcmp(a->moves.like, like ? like : "") != 0)
    compared_run_moves(a, plan, like);
  compared_run_moves(b, plan, like);
  const ComparedRun *const both[] = {a, b};
  for (int i = 0; plan->like && i < 2; i++)
    if (error_is_set(&both[i]->moves.why))
      return error_set(error, "%.300s: %.600s", both[i]->dir,
                       both[i]->moves.why.message);
  return true;
}

static bool compare_with_all(ComparedFamily *f, const char *const dirs[],
                             const MovesPlan *moves, Error *error) {
  for (int i = 0; i < f->count; i++) {
    ComparedRun *b = &f->b[i];
    if (!compared_run_read(b, dirs[i + 1], error))
      return false;
    f->read++;
    if (compare_same_dir(f->a.dir, b->dir))
      return error_set(error, "%.300s cannot be compared with itself", b->dir);
    if ((moves && !add_moves(&f->a, b, moves, error)) ||
        !compare(&f->a, b, &f->list[i], error))
      return false;
    run_games_free(&b->games);
    run_moves_forget(&b->moves);
  }
  return compare_adjust(f->list, f->count, error);
}

bool compared_family_read(ComparedFamily *f, const char *const dirs[],
                          int count, const MovesPlan *moves, Error *error) {
  size_t others = (size_t)count - 1;
  *f = (ComparedFamily){.count = count - 1};
  f->b = calloc(others, sizeof *f->b);
  f->list = calloc(others, sizeof *f->list);
  bool good = (f->b && f->list) ||
              error_set(error, "out of memory (%zu runs to compare)", others);
  good = good && compared_run_read(&f->a, dirs[0], error);
  f->read = good;
  good = good && compare_with_all(f, dirs, moves, error);
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
