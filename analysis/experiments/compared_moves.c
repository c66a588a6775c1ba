/* The moves of the first games of a run, for compare.h. */
#include "analysis/experiments/compare.h"

#include "analysis/metrics/agreement.h"
#include "analysis/metrics/move_stats.h"
#include "analysis/metrics/tension.h"
#include "core/run/replay.h"
#include <stdlib.h>
#include <string.h>

/* ---- what is counted -----------------------------------------------------*/

/* NULL if out of memory. */
static MoveSeries *find_series(RunMoves *m, int kind, const char *name) {
  for (int i = 0; i < m->count; i++)
    if (m->series[i].kind == kind && strcmp(m->series[i].name, name) == 0)
      return &m->series[i];
  if (m->count == m->capacity) {
    int capacity = m->capacity ? 2 * m->capacity : 16;
    MoveSeries *list = realloc(m->series, (size_t)capacity * sizeof *list);
    if (!list)
      return NULL;
    m->series = list;
    m->capacity = capacity;
  }
  MoveSeries *series = &m->series[m->count++];
  *series = (MoveSeries){.kind = kind};
  snprintf(series->name, sizeof series->name, "%s", name);
  return series;
}

void run_moves_add(RunMoves *m, int kind, const char *name, uint64_t game,
                   double part) {
  MoveSeries *series = find_series(m, kind, name);
  m->failed = m->failed || !series;
  if (series)
    series->part[game] += (float)part;
}

void run_moves_whole(RunMoves *m, int kind, uint64_t game, double whole) {
  if (!m->whole)
    m->whole = calloc(MOVE_WHOLES, sizeof *m->whole);
  m->failed = m->failed || !m->whole;
  if (m->whole)
    m->whole[kind - COMPARE_KIND][game] += (float)whole;
  m->games = game >= m->games ? game + 1 : m->games;
}

void run_moves_forget(RunMoves *m) {
  free(m->series);
  free(m->whole);
  m->series = NULL;
  m->whole = NULL;
  m->games = 0;
  m->count = m->capacity = 0;
}

void run_moves_free(RunMoves *m) {
  run_moves_forget(m);
  *m = (RunMoves){.games = 0};
}

/* ---- replaying -----------------------------------------------------------*/

/* Asking a search about its moves takes as long as it did to play them. */
enum { ASKED_GAMES = 200 };

typedef struct Replayed {
  ComparedRun *run;
  RunMoves moves;
  Agreement agreement;
  uint64_t asked; /* the bot is asked about so many games */
  uint64_t game;  /* the one being replayed, counted from the run's first */
  bool first;     /* its first move is still to come */
  AgreementSums before; /* of the games before it */
  bool disagreed;       /* the bot failed, with this error */
  Error why;
} Replayed;

static bool is_asked(const Replayed *r) {
  return r->agreement.spec && r->game < r->asked && !r->disagreed;
}

static void on_begin(void *context, const Game *game, const State *first,
                     uint64_t index, const Match *match) {
  Replayed *r = context;
  (void)first;
  r->game = index - r->run->run.first;
  r->first = true;
  r->before = r->agreement.all;
  if (is_asked(r))
    r->disagreed = !agreement_begin(&r->agreement, game, index, match, &r->why);
}

/* Where the first moves are random, they say nothing of who plays. */
static void on_turn(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  Replayed *r = context;
  MoveNames names;
  if (is_asked(r))
    agreement_turn(&r->agreement, game, state, move, legal);
  if (state->seat == NATURE)
    return;
  move_names(game, state, move, &names);
  if (*names.kind) {
    run_moves_add(&r->moves, COMPARE_KIND, names.kind, r->game, 1);
    run_moves_whole(&r->moves, COMPARE_KIND, r->game, 1);
  }
  if (r->first && !r->run->run.schedule.opening) {
    run_moves_add(&r->moves, COMPARE_OPENING, names.text, r->game, 1);
    run_moves_whole(&r->moves, COMPARE_OPENING, r->game, 1);
  }
  r->first = false;
}

/* The positions of a game are not independent: their mean is one number. */
static void on_end(void *context, const Game *game, const State *last) {
  Replayed *r = context;
  const AgreementSums *all = &r->agreement.all, *before = &r->before;
  (void)last;
  if (!is_asked(r))
    return;
  r->disagreed = !agreement_end(&r->agreement, game, &r->why);
  if (all->same.n == before->same.n)
    return;
  run_moves_add(&r->moves, COMPARE_LIKE, "", r->game,
                all->same.sum - before->same.sum);
  run_moves_add(&r->moves, COMPARE_CHANCE, "", r->game,
                all->by_chance.sum - before->by_chance.sum);
  run_moves_whole(&r->moves, COMPARE_LIKE, r->game, 1);
}

static bool replay(Replayed *r, const MovesPlan *plan, uint64_t games,
                   const char *like, SetAside *aside) {
  static const ReplayCallbacks CALLS = {on_begin, on_turn, on_end, NULL, NULL};
  ReplayCallbacks calls = CALLS;
  calls.context = r;
  const ReplayPlan replays = {.run = &r->run->run,
                              .games = games,
                              .matches = r->run->games.match,
                              .jobs = plan->jobs,
                              .aside = aside};
  r->agreement.seed = r->run->run.plan.seed;
  r->agreement.spec = like;
  r->agreement.schedule = &r->run->run.schedule;
  r->asked = plan->sample ? games : ASKED_GAMES;
  bool good = replay_games(&replays, &calls, &r->why) && !r->disagreed;
  if (r->agreement.all.same.n)
    r->moves.same = tension_rate(&r->agreement.all.same);
  agreement_free(&r->agreement);
  if (r->moves.failed)
    return error_set(&r->why, "out of memory");
  return good;
}

/* Games that do not replay are left out: then all is counted anew. */
static bool replay_rest(Replayed *r, const MovesPlan *plan, uint64_t games,
                        const char *like) {
  SetAside aside = {0};
  uint64_t known;
  bool good;
  do {
    known = aside.count;
    run_moves_free(&r->moves);
    *r = (Replayed){.run = r->run};
    good = replay(r, plan, games, like, &aside);
  } while (good && aside.count > known);
  set_aside_free(&aside);
  return good;
}

void compared_run_moves(ComparedRun *run, const MovesPlan *plan,
                        const char *like) {
  Replayed r = {.run = run};
  uint64_t games = run->games.count, kept = run->run.kept.games;
  uint64_t most = plan->sample ? plan->sample : KEPT_GAMES;
  if (!schedule_is_random(&run->run.schedule) && kept < games)
    games = kept;
  if (games > most)
    games = most;
  run_moves_free(&run->moves);
  bool good = !games || replay_rest(&r, plan, games, like);
  if (good)
    run->moves = r.moves;
  else {
    run_moves_free(&r.moves);
    error_copy(&run->moves.why, &r.why);
  }
  snprintf(run->moves.like, sizeof run->moves.like, "%s", like ? like : "");
}
