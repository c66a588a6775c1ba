#include "core/search/solve_remote.h"

#include "core/game/job.h"
#include "core/search/forced_win.h"
#include "core/search/solve_scc.h"
#include <math.h>
#include <stdlib.h>

/* ---- in the process of the rules -----------------------------------------*/

/* A plan that has been read, with the memory of its texts. */
typedef struct ServedPlan {
  SolvePlan plan;
  char *advice, *plain_advice;
  void (*report)(const uint64_t numbers[JOB_NUMBERS]);
} ServedPlan;

/* A solver, named by the number that its stand-in goes by. */
typedef struct ServedSolver {
  uint64_t name;
  ServedPlan plan;
  Solver *solver;
  struct ServedSolver *next;
} ServedSolver;

static ServedSolver *served; /* all that are open */

static void report(void *context, uint64_t positions, size_t bytes) {
  const ServedPlan *p = context;
  p->report((uint64_t[JOB_NUMBERS]){positions, bytes});
}

/* Reads an optional text. */
static char *get_advice(Message *in) {
  char *text = message_get_bool(in) ? message_get_copy(in) : NULL;
  return text;
}

static void get_plan(const Job *job, ServedPlan *p) {
  p->report = job->report;
  p->plan =
      (SolvePlan){.memory = (size_t)message_get_int(job->in, 0, INT64_MAX),
                  .plain = message_get_bool(job->in),
                  .quick = message_get_bool(job->in),
                  .stop = job->stop,
                  .progress = report,
                  .context = p};
  p->plan.advice = p->advice = get_advice(job->in);
  p->plan.plain_advice = p->plain_advice = get_advice(job->in);
}

static void free_plan(ServedPlan *p) {
  free(p->advice);
  free(p->plain_advice);
}

static void free_served(ServedSolver *s) {
  solver_free(s->solver);
  free_plan(&s->plan);
  free(s);
}

/* Where the pointer to a solver is. */
static ServedSolver **find_served(Message *in) {
  uint64_t name = 0;
  message_get(in, &name, sizeof name);
  ServedSolver **at = &served;
  while ((*at)->name != name)
    at = &(*at)->next;
  return at;
}

static void put_table(Message *out, const Solver *solver) {
  message_put_int(out, (int64_t)solver_positions(solver));
  message_put_int(out, (int64_t)solver_bytes(solver));
}

static void put_status(Message *out, SolveStatus status, const Error *why) {
  message_put_int(out, status);
  message_put_error(out, why);
}

static void put_value(Message *out, SolvedValue solved) {
  message_put_int(out, solved.value);
  message_put_int(out, solved.plies);
}

/* Arguments: a name and the plan. Results: an error. */
static void new_job(Job *job) {
  Error why = {0};
  ServedSolver *s = calloc(1, sizeof *s);
  if (s) {
    message_get(job->in, &s->name, sizeof s->name);
    get_plan(job, &s->plan);
    s->solver = solver_new(job->game, &s->plan.plan, &why);
  } else
    error_set_code(&why, ERROR_NO_MEMORY, "out of memory (solving %s)",
                   job->game->spec);
  message_put_error(job->out, &why);
  if (s && s->solver) {
    s->next = served;
    served = s;
  } else if (s)
    free_served(s);
}

/* Arguments: the name. */
static void free_job(Job *job) {
  ServedSolver **at = find_served(job->in), *s = *at;
  *at = s->next;
  free_served(s);
}

static void mark_job(Job *job) {
  Solver *solver = (*find_served(job->in))->solver;
  solver_mark(solver);
  put_table(job->out, solver);
}

static void reset_job(Job *job) {
  Solver *solver = (*find_served(job->in))->solver;
  solver_reset(solver);
  put_table(job->out, solver);
}

/* Arguments of those that follow: the name and the position. Results: status
 * and error, and if all is well what was asked for; then what the table
 * holds. */
static Solver *get_question(Job *job) {
  Solver *solver = (*find_served(job->in))->solver;
  message_get(job->in, job->state, job->game->state_size);
  return solver;
}

static void position_job(Job *job) {
  Solver *solver = get_question(job);
  SolvedValue solved;
  Error why = {0};
  SolveStatus status = solve_position(solver, job->state, &solved, &why);
  put_status(job->out, status, &why);
  if (status == SOLVE_DONE)
    put_value(job->out, solved);
  put_table(job->out, solver);
}

static void moves_job(Job *job) {
  Solver *solver = get_question(job);
  Error why = {0};
  int count = 0;
  SolvedMove *list = malloc((size_t)job->game->max_moves * sizeof *list);
  SolveStatus status = SOLVE_FAILED;
  if (list)
    status = solve_moves(solver, job->state, list, &count, &why);
  else
    error_set_code(&why, ERROR_NO_MEMORY, "out of memory (the list of moves)");
  put_status(job->out, status, &why);
  if (status == SOLVE_DONE) {
    message_put_int(job->out, count);
    for (int i = 0; i < count; i++) {
      message_put_int(job->out, list[i].move);
      put_value(job->out, list[i].solved);
    }
  }
  put_table(job->out, solver);
  free(list);
}

static void line_job(Job *job) {
  Solver *solver = get_question(job);
  Error why = {0};
  Move *line = NULL;
  int count = 0;
  LineEnd end = LINE_OVER;
  SolveStatus status =
      solve_line(solver, job->state, &line, &count, &end, &why);
  put_status(job->out, status, &why);
  if (status == SOLVE_DONE) {
    message_put_int(job->out, end);
    message_put_int(job->out, count);
    message_put(job->out, line, (size_t)count * sizeof *line);
  }
  put_table(job->out, solver);
  free(line);
}

/* Arguments: the plan, the position, the plies. Results: positions, status and
 * error, and if all is well the value and, unless it is a draw, a line. */
static void forced_win_job(Job *job) {
  ServedPlan p = {.advice = NULL};
  SolvedValue solved = {VALUE_DRAW, 0};
  Move line[FORCED_WIN_PLIES_MAX];
  uint64_t positions;
  Error why = {0};
  get_plan(job, &p);
  message_get(job->in, job->state, job->game->state_size);
  int plies = (int)message_get_int(job->in, 1, FORCED_WIN_PLIES_MAX);
  SolveStatus status = forced_win(job->game, job->state, plies, &p.plan,
                                  &solved, line, &positions, &why);
  free_plan(&p);
  message_put_int(job->out, (int64_t)positions);
  put_status(job->out, status, &why);
  if (status != SOLVE_DONE)
    return;
  put_value(job->out, solved);
  message_put(job->out, line, (size_t)solved.plies * sizeof *line);
}

/* Arguments: the plan, the position. Results: positions, status and error, and
 * if all is well the chances and the moves. */
static void chance_job(Job *job) {
  ServedPlan p = {.advice = NULL};
  ChanceMove *list = calloc((size_t)job->game->max_moves, sizeof *list);
  Chances chances;
  uint64_t positions = 0;
  int count = 0;
  Error why = {0};
  get_plan(job, &p);
  message_get(job->in, job->state, job->game->state_size);
  SolveStatus status = SOLVE_FAILED;
  if (list)
    status = chance_solve(job->game, job->state, &p.plan, &chances, list,
                          &count, &positions, &why);
  else
    error_set_code(&why, ERROR_NO_MEMORY, "out of memory (the list of moves)");
  free_plan(&p);
  message_put_int(job->out, (int64_t)positions);
  put_status(job->out, status, &why);
  if (status == SOLVE_DONE) {
    message_put(job->out, &chances, sizeof chances);
    message_put_int(job->out, count);
    message_put(job->out, list, (size_t)count * sizeof *list);
  }
  free(list);
}

/* ---- in this process -----------------------------------------------------*/

struct RemoteSolver {
  const Game *game;
  SolvePlan plan; /* its texts are not used after opening */
  uint64_t positions;
  size_t bytes;
};

static void put_advice(Message *m, const char *text) {
  message_put_int(m, text != NULL);
  if (text)
    message_put_text(m, text);
}

static void put_plan(Message *m, const SolvePlan *plan) {
  message_put_int(m, (int64_t)plan->memory);
  message_put_int(m, plan->plain);
  message_put_int(m, plan->quick);
  put_advice(m, plan->advice);
  put_advice(m, plan->plain_advice);
}

static void pass_on(void *context, const uint64_t numbers[JOB_NUMBERS]) {
  const SolvePlan *plan = context;
  if (numbers[0])
    plan->progress(plan->context, numbers[0], (size_t)numbers[1]);
}

static Message *run(const Game *game, const SolvePlan *plan, Error *error) {
  const JobWatch watch = {plan->stop, plan->progress ? pass_on : NULL,
                          (void *)plan};
  return job_run(game, &watch, error);
}

/* Begins a question about a solver: its name is its address. */
static Message *begin(const RemoteSolver *s, JobFunction *function) {
  Message *m = job_begin(s->game, function);
  uint64_t name = (uintptr_t)s;
  message_put(m, &name, sizeof name);
  return m;
}

static void get_table(Message *m, RemoteSolver *s) {
  s->positions = (uint64_t)message_get_int(m, 0, INT64_MAX);
  s->bytes = (size_t)message_get_int(m, 0, INT64_MAX);
}

/* Reads a status, and the error if it is not SOLVE_DONE. */
static SolveStatus get_status(Message *m, Error *error) {
  SolveStatus status = (SolveStatus)message_get_int(m, 0, SOLVE_FAILED);
  Error why = {0};
  bool failed = message_get_error(m, &why);
  if (failed != (status != SOLVE_DONE))
    m->malformed = true;
  if (failed)
    error_copy(error, &why);
  return status;
}

static SolvedValue get_value(Message *m, int plies_max) {
  SolvedValue solved = {
      .value = (GameValue)message_get_int(m, VALUE_LOSS, VALUE_WIN)};
  bool draw = solved.value == VALUE_DRAW;
  solved.plies = (int)message_get_int(m, draw ? 0 : 1, draw ? 0 : plies_max);
  return solved;
}

/* What to return once everything has been read. */
static SolveStatus conclude(const Game *game, SolveStatus status,
                            Error *error) {
  return job_is_sane(game, error) ? status : SOLVE_FAILED;
}

RemoteSolver *remote_solver_new(const Game *game, const SolvePlan *plan,
                                Error *error) {
  RemoteSolver *s = calloc(1, sizeof *s);
  if (!s) {
    error_set_code(error, ERROR_NO_MEMORY, "out of memory (solving %s)",
                   game->spec);
    return NULL;
  }
  *s = (RemoteSolver){.game = game, .plan = *plan};
  put_plan(begin(s, new_job), plan);
  Message *m = run(game, plan, error);
  bool failed = !m || message_get_error(m, error);
  if (m && job_is_sane(game, error) && !failed)
    return s;
  free(s);
  return NULL;
}

void remote_solver_free(RemoteSolver *s) {
  begin(s, free_job);
  if (job_run(s->game, NULL, NULL))
    job_is_sane(s->game, NULL);
  free(s);
}

static void change_table(RemoteSolver *s, JobFunction *function) {
  begin(s, function);
  Message *m = job_run(s->game, NULL, NULL);
  if (!m)
    return;
  get_table(m, s);
  job_is_sane(s->game, NULL);
}

void remote_solver_mark(RemoteSolver *s) {
  change_table(s, mark_job);
}

void remote_solver_reset(RemoteSolver *s) {
  change_table(s, reset_job);
}

uint64_t remote_solver_positions(const RemoteSolver *s) {
  return s->positions;
}

size_t remote_solver_bytes(const RemoteSolver *s) {
  return s->bytes;
}

/* Asks about a position; NULL if the process of the rules has died. */
static Message *ask(RemoteSolver *s, JobFunction *function, const State *state,
                    Error *error) {
  message_put(begin(s, function), state, s->game->state_size);
  return run(s->game, &s->plan, error);
}

SolveStatus remote_solve_position(RemoteSolver *s, const State *state,
                                  SolvedValue *value, Error *error) {
  Message *m = ask(s, position_job, state, error);
  if (!m)
    return SOLVE_FAILED;
  SolveStatus status = get_status(m, error);
  if (status == SOLVE_DONE)
    *value = get_value(m, SOLVED_PLIES_MAX);
  get_table(m, s);
  return conclude(s->game, status, error);
}

SolveStatus remote_solve_moves(RemoteSolver *s, const State *state,
                               SolvedMove list[], int *count, Error *error) {
  *count = 0;
  Message *m = ask(s, moves_job, state, error);
  if (!m)
    return SOLVE_FAILED;
  SolveStatus status = get_status(m, error);
  if (status == SOLVE_DONE)
    *count = (int)message_get_int(m, 1, s->game->max_moves);
  for (int i = 0; i < *count; i++) {
    list[i].move = (Move)message_get_int(m, 0, UINT32_MAX);
    list[i].solved = get_value(m, SOLVED_PLIES_MAX + 1);
  }
  get_table(m, s);
  return conclude(s->game, status, error);
}

/* Reads the moves of a line; NULL if they are not there. */
static Move *get_line(Message *m, int *count) {
  size_t most = (m->length - m->at) / sizeof(Move);
  *count = (int)message_get_int(m, 0, (int64_t)most);
  Move *line = malloc((size_t)(*count ? *count : 1) * sizeof *line);
  if (line)
    message_get(m, line, (size_t)*count * sizeof *line);
  return line;
}

SolveStatus remote_solve_line(RemoteSolver *s, const State *state, Move **line,
                              int *count, LineEnd *end, Error *error) {
  *line = NULL;
  *count = 0;
  Message *m = ask(s, line_job, state, error);
  if (!m)
    return SOLVE_FAILED;
  SolveStatus status = get_status(m, error);
  if (status == SOLVE_DONE) {
    *end = (LineEnd)message_get_int(m, LINE_OVER, LINE_REPEATS);
    *line = get_line(m, count);
    if (!*line) {
      error_set_code(error, ERROR_NO_MEMORY, "out of memory (a line of moves)");
      return SOLVE_FAILED;
    }
  }
  get_table(m, s);
  status = conclude(s->game, status, error);
  if (status != SOLVE_DONE) {
    free(*line);
    *line = NULL;
    *count = 0;
  }
  return status;
}

SolveStatus remote_forced_win(const Game *game, const State *state, int plies,
                              const SolvePlan *plan, SolvedValue *value,
                              Move line[], uint64_t *positions, Error *error) {
  Message *m = job_begin(game, forced_win_job);
  *positions = 0;
  put_plan(m, plan);
  message_put(m, state, game->state_size);
  message_put_int(m, plies);
  m = run(game, plan, error);
  if (!m)
    return SOLVE_FAILED;
  *positions = (uint64_t)message_get_int(m, 0, INT64_MAX);
  SolveStatus status = get_status(m, error);
  if (status == SOLVE_DONE) {
    *value = get_value(m, plies);
    message_get(m, line, (size_t)value->plies * sizeof *line);
  }
  return conclude(game, status, error);
}

/* Whether numbers are those of chances. */
static bool are_chances(const Chances *c) {
  return c->win[0] >= -CHANCE_PRECISION && c->win[1] >= -CHANCE_PRECISION &&
         c->draw >= -CHANCE_PRECISION &&
         fabs(c->win[0] + c->win[1] + c->draw - 1) < 1e-9;
}

SolveStatus remote_chance_solve(const Game *game, const State *state,
                                const SolvePlan *plan, Chances *chances,
                                ChanceMove list[], int *count,
                                uint64_t *positions, Error *error) {
  Message *m = job_begin(game, chance_job);
  *positions = 0;
  put_plan(m, plan);
  message_put(m, state, game->state_size);
  m = run(game, plan, error);
  if (!m)
    return SOLVE_FAILED;
  *positions = (uint64_t)message_get_int(m, 0, INT64_MAX);
  SolveStatus status = get_status(m, error);
  if (status == SOLVE_DONE) {
    message_get(m, chances, sizeof *chances);
    *count = (int)message_get_int(m, 1, game->max_moves);
    message_get(m, list, (size_t)*count * sizeof *list);
    bool good = are_chances(chances);
    for (int i = 0; i < *count; i++)
      good = good && are_chances(&list[i].chances) &&
             list[i].probability >= 0 && list[i].probability <= 1;
    if (!good)
      m->malformed = true;
  }
  return conclude(game, status, error);
}
