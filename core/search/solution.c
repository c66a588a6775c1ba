#include "core/search/solution.h"

#include "core/base/need.h"
#include "core/game/job.h"
#include "core/search/solve_scc.h"
#include <stdlib.h>
#include <unistd.h>

bool solution_has_chances(const Game *game, const SolvePlan *plan) {
  return game->has_chance && !plan->within && !plan->quick;
}

void solution_free(Solution *s) {
  free(s->moves);
  free(s->chance_moves);
  free(s->line);
}

/* ---- solving -------------------------------------------------------------*/

static bool solution_of_chance(const Game *game, const State *state,
                               const SolvePlan *plan, Solution *s,
                               Error *error) {
  int count = 0;
  s->chance_moves =
      need_array((size_t)game->max_moves, sizeof *s->chance_moves);
  s->known = chance_solve(game, state, plan, &s->chances, s->chance_moves,
                          &count, &s->positions, error) == SOLVE_DONE;
  s->move_count = s->known ? count : 0;
  return s->known;
}

static bool solution_within(const Game *game, const State *state,
                            const SolvePlan *plan, Solution *s, Error *error) {
  s->line = need_array(FORCED_WIN_PLIES_MAX, sizeof *s->line);
  s->known = forced_win(game, state, plan->within, plan, &s->value, s->line,
                        &s->positions, error) == SOLVE_DONE;
  s->line_count = s->known ? s->value.plies : 0;
  return s->known;
}

/* Continues a search that was saved. */
static bool solution_resume(Solver *solver, const State *state,
                            const SolvePlan *plan, Error *error) {
  return !plan->file || access(plan->file, F_OK) != 0 ||
         (solver_load(solver, state, plan->file, error) &&
          solver_continue(solver, error) == SOLVE_DONE);
}

/* After a search that has ended: saves it if it was stopped. */
static void solution_save(Solver *solver, const State *state,
                          const SolvePlan *plan, Error *error) {
  Error why = {0};
  if (!plan->file || !solver_is_stopped(solver))
    return;
  if (solver_save(solver, state, plan->file, &why))
    error_add(error, "saved in %.400s: the same command continues", plan->file);
  else
    error_add(error, "%s", why.message);
}

static bool solution_by(Solver *solver, const Game *game, const State *state,
                        const SolvePlan *plan, Solution *s, Error *error) {
  int count = 0;
  s->known = solve_position(solver, state, &s->value, error) == SOLVE_DONE;
  if (!s->known || plan->brief)
    return s->known;
  s->moves = need_array((size_t)game->max_moves, sizeof *s->moves);
  if (solve_moves(solver, state, s->moves, &count, error) != SOLVE_DONE)
    return false;
  s->move_count = count;
  return solve_line(solver, state, &s->line, &s->line_count, &s->end, error) ==
         SOLVE_DONE;
}

static bool solution_work(const Game *game, const State *state,
                          const SolvePlan *plan, Solution *s, Error *error) {
  if (solution_has_chances(game, plan))
    return solution_of_chance(game, state, plan, s, error);
  if (plan->within)
    return solution_within(game, state, plan, s, error);
  Solver *solver = solver_new(game, plan, error);
  bool done = solver && solution_resume(solver, state, plan, error) &&
              solution_by(solver, game, state, plan, s, error);
  if (solver && !done)
    solution_save(solver, state, plan, error);
  s->positions = solver ? solver_positions(solver) : 0;
  solver_free(solver);
  return done;
}

/* ---- the job -------------------------------------------------------------*/

typedef struct SolutionTask {
  SolvePlan plan;
  Solution found;
} SolutionTask;

static void cross_value(Message *m, SolvedValue *v, int most) {
  CROSS(m, v->value, VALUE_LOSS, VALUE_WIN);
  bool draw = v->value == VALUE_DRAW;
  CROSS(m, v->plies, draw ? 0 : 1, draw ? 0 : most);
}

static void cross_chances(Message *m, Chances *c) {
  cross_doubles(m, c->win, 2, -CHANCE_PRECISION, 2);
  cross_doubles(m, &c->draw, 1, -CHANCE_PRECISION, 2);
  double off = c->win[0] + c->win[1] + c->draw - 1;
  if (!m->writing && !(off > -1e-9 && off < 1e-9))
    m->malformed = true;
}

/* The number of entries of a list, which the reader makes. */
static void cross_list(Message *m, void *list, int *count, int most,
                       size_t size) {
  void **at = list;
  CROSS(m, *count, 0, most);
  if (!m->writing && !(*at = calloc((size_t)*count + 1, size))) {
    m->malformed = true;
    *count = 0;
  }
}

static void cross_chance_moves(Message *m, const Game *game, Solution *s) {
  cross_chances(m, &s->chances);
  cross_list(m, &s->chance_moves, &s->move_count, game->max_moves,
             sizeof *s->chance_moves);
  for (int i = 0; i < s->move_count; i++) {
    CROSS(m, s->chance_moves[i].move, 0, UINT32_MAX);
    cross_doubles(m, &s->chance_moves[i].probability, 1, 0, 1);
    cross_chances(m, &s->chance_moves[i].chances);
  }
}

static void cross_line_of(Message *m, Solution *s) {
  size_t room = (m->length - m->at) / sizeof *s->line;
  int most = room < INT32_MAX ? (int)room : INT32_MAX;
  cross_list(m, &s->line, &s->line_count, most, sizeof *s->line);
  cross_bytes(m, s->line, (size_t)s->line_count * sizeof *s->line);
  CROSS(m, s->end, LINE_OVER, LINE_REPEATS);
}

static void cross_solution(Message *m, const Game *game, const SolvePlan *plan,
                           Solution *s) {
  CROSS(m, s->positions, 0, INT64_MAX);
  if (!CROSS(m, s->known, 0, 1))
    return;
  if (solution_has_chances(game, plan)) {
    cross_chance_moves(m, game, s);
    return;
  }
  cross_value(m, &s->value, plan->within ? plan->within : SOLVED_PLIES_MAX);
  cross_list(m, &s->moves, &s->move_count, game->max_moves, sizeof *s->moves);
  for (int i = 0; i < s->move_count; i++) {
    CROSS(m, s->moves[i].move, 0, UINT32_MAX);
    cross_value(m, &s->moves[i].solved, SOLVED_PLIES_MAX + 1);
  }
  cross_line_of(m, s);
}

static void solution_report(void *context, uint64_t positions, size_t bytes) {
  job_report(context, (uint64_t[JOB_NUMBERS]){positions, bytes});
}

static void solution_job(Job *job) {
  SolutionTask *t = job->task;
  SolvePlan *plan = &t->plan;
  job_take_text(job, &plan->advice);
  job_take_text(job, &plan->plain_advice);
  job_take_text(job, &plan->file);
  if (job_is_here(job)) {
    plan->stop = job_stop(job);
    plan->progress = solution_report;
    plan->context = job;
    job_end(job,
            solution_work(job->game, job->state, plan, &t->found, job->error));
  }
  cross_solution(job->m, job->game, plan, &t->found);
  if (job_is_for_another(job))
    solution_free(&t->found);
}

static void solution_pass_on(void *context,
                             const uint64_t numbers[JOB_NUMBERS]) {
  const SolvePlan *plan = context;
  if (numbers[0])
    plan->progress(plan->context, numbers[0], (size_t)numbers[1]);
}

bool solution_find(const Game *game, const State *state, const SolvePlan *plan,
                   Solution *solution, Error *error) {
  SolutionTask t = {.plan = *plan};
  const JobWatch watch = {.stop = plan->stop,
                          .progress = plan->progress ? solution_pass_on : NULL,
                          .context = (void *)plan};
  bool done = job_do(game, solution_job, state, &t, sizeof t, &watch, error);
  *solution = t.found;
  return done && (solution->known ||
                  error_set(error, "%s has no solution", game->spec));
}
