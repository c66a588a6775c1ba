#include "analysis/metrics/oracle.h"

#include "analysis/metrics/rate_name.h"
#include "core/base/given_file.h"
#include "core/base/need.h"
#include "core/base/number.h"
#include "core/game/eval.h"
#include "core/game/job.h"
#include "core/learn/weights.h"
#include "core/run/tally.h"
#include "core/search/mcts.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

struct Oracle {
  const Game *game;
  OraclePlan plan;
  State *scratch;   /* for playouts and what nature does; or NULL */
  Mcts *mcts;       /* or NULL */
  Mcts *after_roll; /* a shorter search; or NULL */
  Network *network; /* or NULL */
  int64_t work;     /* of the rules */
};

/* ---- names ---------------------------------------------------------------*/

static bool read_count(const char *text, const char *what, int *count,
                       Error *error) {
  int64_t number;
  if (!number_read(text, &number) || number < 2 || number > ORACLE_COUNT_MAX ||
      number % 2)
    return error_set(error,
                     "oracle: %s must be an even number from 2 to %d, not "
                     "'%.40s'",
                     what, ORACLE_COUNT_MAX, text);
  *count = (int)number;
  return true;
}

static bool parse_judge(const char *text, OraclePlan *plan, Error *error) {
  static const char PLAYOUTS[] = "playouts=", MCTS[] = "mcts:iterations=",
                    WEIGHTS[] = "weights:";
  if (strcmp(text, "eval") == 0)
    *plan = (OraclePlan){ORACLE_EVAL, 0};
  else if (strcmp(text, "mcts") == 0)
    *plan = (OraclePlan){ORACLE_MCTS, ORACLE_ITERATIONS_DEFAULT};
  else if (strcmp(text, "playouts") == 0)
    *plan = (OraclePlan){ORACLE_PLAYOUTS, ORACLE_PLAYOUTS_DEFAULT};
  else if (strncmp(text, PLAYOUTS, sizeof PLAYOUTS - 1) == 0) {
    plan->kind = ORACLE_PLAYOUTS;
    return read_count(text + sizeof PLAYOUTS - 1, "playouts", &plan->count,
                      error);
  } else if (strncmp(text, MCTS, sizeof MCTS - 1) == 0) {
    plan->kind = ORACLE_MCTS;
    return read_count(text + sizeof MCTS - 1, "iterations", &plan->count,
                      error);
  } else if (strncmp(text, WEIGHTS, sizeof WEIGHTS - 1) == 0) {
    plan->kind = ORACLE_WEIGHTS;
    plan->count = given_file(text + sizeof WEIGHTS - 1, error);
    return plan->count > 0;
  } else
    return error_set(error,
                     "there is no oracle '%.40s'; the oracles are eval, "
                     "weights:FILE, mcts:iterations=N and playouts=N, "
                     "and any of them with :power=P",
                     text);
  return true;
}

static bool read_power(const char *text, double *power, Error *error) {
  return (rate_number_read(text, false, power) && *power >= ORACLE_POWER_MIN &&
          *power <= ORACLE_POWER_MAX) ||
         error_set(error,
                   "oracle: power must be a number from %g to %g, not '%.40s'",
                   ORACLE_POWER_MIN, ORACLE_POWER_MAX, text);
}

bool oracle_parse(const char *text, OraclePlan *plan, Error *error) {
  static const char POWER[] = ":power=";
  const char *found = strstr(text, POWER);
  char judge[PATH_MAX];
  double power = 0;
  if (found && !read_power(found + sizeof POWER - 1, &power, error))
    return false;
  snprintf(judge, sizeof judge, "%.*s",
           found ? (int)(found - text) : (int)sizeof judge - 1, text);
  bool good = parse_judge(judge, plan, error);
  plan->power = power;
  return good;
}

/* Adds how values are raised. */
static Phrase raised(OraclePlan plan, const char *how, Phrase name) {
  if (plan.power != 0)
    phrase_add(&name, "%s%g", how, plan.power);
  return name;
}

static Phrase judge_name(OraclePlan plan) {
  if (plan.kind == ORACLE_PLAYOUTS)
    return phrase("playouts=%d", plan.count);
  if (plan.kind == ORACLE_WEIGHTS)
    return phrase("weights:%.200s", given_file_get(plan.count)->name);
  return plan.kind == ORACLE_MCTS ? phrase("mcts:iterations=%d", plan.count)
                                  : phrase("eval");
}

Phrase oracle_name(OraclePlan plan) {
  return raised(plan, ":power=", judge_name(plan));
}

static Phrase describe_judge(OraclePlan plan) {
  if (plan.kind == ORACLE_PLAYOUTS)
    return phrase("%d random playouts from each position", plan.count);
  if (plan.kind == ORACLE_WEIGHTS)
    return phrase("the evaluation in %.200s", given_file_get(plan.count)->name);
  return plan.kind == ORACLE_MCTS
             ? phrase("a tree search of %d iterations", plan.count)
             : phrase("the game's own evaluation");
}

Phrase oracle_describe(OraclePlan plan) {
  return raised(plan, ", with values raised to the power ",
                describe_judge(plan));
}

OraclePlan oracle_default(const Game *game, bool random_bots) {
  return game->rules->evaluate && !random_bots
             ? (OraclePlan){ORACLE_EVAL, 0}
             : (OraclePlan){ORACLE_PLAYOUTS, ORACLE_PLAYOUTS_DEFAULT};
}

/* ---- opening -------------------------------------------------------------*/

static bool can_judge(const Game *game, OraclePlan plan, Error *error) {
  if (plan.kind == ORACLE_EVAL && !game->rules->evaluate)
    return error_set(error,
                     "%.200s has no evaluation of positions for --oracle eval; "
                     "try --oracle playouts=%d",
                     game->spec, ORACLE_PLAYOUTS_DEFAULT);
  if (plan.kind == ORACLE_MCTS && game->sides != 2)
    return error_set(error,
                     "--oracle mcts needs a game of two sides; try --oracle "
                     "playouts=%d",
                     ORACLE_PLAYOUTS_DEFAULT);
  if (plan.power != 0 && !oracle_can_raise(game))
    return error_set(error, "--oracle with a power is for games without "
                            "chance: leave out the power");
  return true;
}

/* The positions that each half judges where nature moves. A single one would
 * do without bias; more have less noise. Searches of them are shorter. */
enum { DRAWN = 16, DRAWN_FOR_SEARCH = 8 };

static void prepare_search(Oracle *o) {
  MctsPlan plan = mcts_plan(eval_exploration(o->game));
  plan.iterations = (uint64_t)o->plan.count / 2;
  plan.reuse = false;
  plan.stop = o->game->stop;
  o->mcts = mcts_new(o->game, &plan);
  plan.iterations = (plan.iterations + DRAWN_FOR_SEARCH - 1) / DRAWN_FOR_SEARCH;
  if (o->game->has_chance || o->game->random_start)
    o->after_roll = mcts_new(o->game, &plan);
}

static bool prepare(Oracle *o, Error *error) {
  if (o->plan.kind == ORACLE_WEIGHTS &&
      !job_give_file(o->game, o->plan.count, error))
    return false;
  if (o->game->remote)
    return true; /* the oracle in the process of the rules does it all */
  o->scratch = game_start(o->game);
  if (o->plan.kind == ORACLE_WEIGHTS) {
    o->network = weights_open(o->game, o->plan.count, NULL, error);
    return o->network;
  }
  if (o->plan.kind == ORACLE_MCTS)
    prepare_search(o);
  return true;
}

Oracle *oracle_new(const Game *game, OraclePlan plan, Error *error) {
  if (!can_judge(game, plan, error))
    return NULL;
  Oracle *o = need(sizeof *o);
  o->game = game;
  o->plan = plan;
  if (prepare(o, error))
    return o;
  oracle_free(o);
  return NULL;
}

void oracle_free(Oracle *o) {
  if (!o)
    return;
  free(o->scratch);
  mcts_free(o->mcts);
  mcts_free(o->after_roll);
  network_free(o->network);
  free(o);
}

/* ---- values --------------------------------------------------------------*/

/* What is judged: a position, one in which nature moves, or how games start. */
typedef enum Subject { A_POSITION, A_ROLL, THE_START } Subject;

/* Copies the position, or draws a first one if there is none, to `scratch`. */
static void set_up(Oracle *o, const State *state, Rng *rng) {
  if (state)
    game_assign(o->game, o->scratch, state);
  else
    game_begin(o->game, o->scratch, rng);
}

/* Counts in integers, so that equal sides get exactly equal values. */
static bool play_out(Oracle *o, const State *state, Rng *rng, double value[],
                     Error *error) {
  const Game *game = o->game;
  uint64_t points[SEATS_MAX] = {0};
  int playouts = o->plan.count / 2;
  for (int i = 0; i < playouts; i++) {
    if (game->stop && atomic_load_explicit(game->stop, memory_order_relaxed))
      return error_set(error, "the playouts were stopped");
    set_up(o, state, rng);
    game_playout(game, o->scratch, rng, game->max_plies);
    unsigned scoring = scoring_sides(game, o->scratch);
    for (int side = 0; side < game->sides; side++)
      if (scoring >> side & 1)
        points[side] += (uint64_t)(POINTS / __builtin_popcount(scoring));
  }
  for (int side = 0; side < game->sides; side++)
    value[side] = (double)points[side] / ((double)POINTS * playouts);
  return true;
}

/* The value of the best move for the side that makes it. */
static bool search(const Oracle *o, Mcts *mcts, const State *state, Rng *rng,
                   double value[], Error *error) {
  MctsMove best;
  mcts_forget(mcts);
  if (!mcts_search(mcts, state, rng, error))
    return false;
  mcts_moves(mcts, &best, 1);
  int side = o->game->side[state->seat];
  value[side] = best.value;
  value[1 - side] = 1 - best.value;
  return true;
}

static bool evaluate(Oracle *o, const State *state, double value[]) {
  return position_values(o->game, state, o->network ? network_evaluate : NULL,
                         o->network, value);
}

/* Lets nature move until a seat is to move or the game is over. */
static void roll(Oracle *o, Rng *rng) {
  const Game *game = o->game;
  for (int i = 0; i < game->max_plies && game_is_chance(o->scratch); i++)
    game_play(game, o->scratch, game_random_move(game, o->scratch, rng));
}

/* The mean of positions after nature has moved. */
static bool judge_rolls(Oracle *o, const State *state, Rng *rng, double value[],
                        Error *error) {
  int drawn = o->mcts ? DRAWN_FOR_SEARCH : DRAWN;
  double one[SEATS_MAX];
  for (int side = 0; side < o->game->sides; side++)
    value[side] = 0;
  for (int i = 0; i < drawn; i++) {
    set_up(o, state, rng);
    roll(o, rng);
    bool searched = o->mcts && o->scratch->outcome == PLAYING;
    if (searched ? !search(o, o->after_roll, o->scratch, rng, one, error)
                 : !evaluate(o, o->scratch, one))
      return false;
    for (int side = 0; side < o->game->sides; side++)
      value[side] += one[side] / drawn;
  }
  return true;
}

static bool find_values(Oracle *o, Subject subject, const State *state,
                        Rng *rng, double a[], double b[], Error *error) {
  const State *from = subject == THE_START ? NULL : state;
  if (o->plan.kind == ORACLE_PLAYOUTS)
    return play_out(o, from, rng, a, error) && play_out(o, from, rng, b, error);
  bool searches = o->plan.kind == ORACLE_MCTS;
  if (subject != A_POSITION || (searches && state->seat == NATURE))
    return judge_rolls(o, from, rng, a, error) &&
           judge_rolls(o, from, rng, b, error);
  if (searches)
    return search(o, o->mcts, state, rng, a, error) &&
           search(o, o->mcts, state, rng, b, error);
  bool good = evaluate(o, state, a);
  memcpy(b, a, (size_t)o->game->sides * sizeof *b);
  return good;
}

/* The values of both halves; adds what they have cost. */
static bool judge(Oracle *o, Subject subject, const State *state, Rng *rng,
                  double a[], double b[], Error *error) {
  const Game *game = o->game;
  int64_t before = game->rules->work ? game->rules->work(game) : 0;
  bool good = find_values(o, subject, state, rng, a, b, error);
  if (game->rules->work)
    o->work += game->rules->work(game) - before;
  return good;
}

/* ---- in the process of the rules -----------------------------------------*/

/* The oracle that was asked last: mostly it is asked again and again. */
static Oracle *served;

static Oracle *serve_oracle(const Game *game, OraclePlan plan, Error *error) {
  if (served && served->game == game && served->plan.kind == plan.kind &&
      served->plan.count == plan.count)
    return served;
  oracle_free(served);
  served = oracle_new(game, plan, error);
  return served;
}

typedef struct OracleTask {
  OraclePlan plan;
  Subject subject;
  Rng rng;
  double a[SEATS_MAX], b[SEATS_MAX]; /* the values from both halves */
  int64_t work;
} OracleTask;

static void oracle_job(Job *job) {
  OracleTask *t = job->task;
  if (t->plan.kind == ORACLE_WEIGHTS)
    job_take_file(job, &t->plan.count);
  if (job_is_here(job)) {
    Oracle *oracle = serve_oracle(job->game, t->plan, job->error);
    int64_t before = oracle ? oracle->work : 0;
    job_end(job, oracle && judge(oracle, t->subject, job->state, &t->rng, t->a,
                                 t->b, job->error));
    t->work = oracle ? oracle->work - before : 0;
  }
  cross_doubles(job->m, t->a, job->game->sides, 0, 1);
  cross_doubles(job->m, t->b, job->game->sides, 0, 1);
  cross_rng(job->m, &t->rng);
  CROSS(job->m, t->work, 0, INT32_MAX * INT64_C(1000));
}

static bool ask_for_values(Oracle *o, Subject subject, const State *state,
                           Rng *rng, double a[], double b[], Error *error) {
  OracleTask t = {.plan = o->plan, .subject = subject, .rng = *rng};
  const JobWatch watch = {.stop = o->game->stop};
  bool done = job_do(o->game, oracle_job, state, &t, sizeof t, &watch, error);
  memcpy(a, t.a, (size_t)o->game->sides * sizeof *a);
  memcpy(b, t.b, (size_t)o->game->sides * sizeof *b);
  *rng = t.rng;
  o->work += t.work;
  return done;
}

int64_t oracle_work(const Oracle *o) {
  return o->work;
}

bool oracle_can_raise(const Game *game) {
  return !game->has_chance && !game->random_start;
}

void oracle_raise(double value[], int sides, double power) {
  double sum = 0;
  for (int i = 0; i < sides; i++)
    sum += value[i] = pow(value[i], power);
  for (int i = 0; sum > 0 && i < sides; i++)
    value[i] /= sum;
}

static bool values_at(Oracle *o, Subject subject, const State *state, Rng *rng,
                      double a[], double b[], Error *error) {
  bool good = o->game->remote
                  ? ask_for_values(o, subject, state, rng, a, b, error)
                  : judge(o, subject, state, rng, a, b, error);
  if (good && o->plan.power != 0) {
    oracle_raise(a, o->game->sides, o->plan.power);
    oracle_raise(b, o->game->sides, o->plan.power);
  }
  return good;
}

bool oracle_values(Oracle *o, const State *state, Rng *rng, double a[],
                   double b[], Error *error) {
  return values_at(o, A_POSITION, state, rng, a, b, error);
}

bool oracle_roll_values(Oracle *o, const State *state, Rng *rng, double a[],
                        double b[], Error *error) {
  return values_at(o, A_ROLL, state, rng, a, b, error);
}

bool oracle_start_values(Oracle *o, Rng *rng, double a[], double b[],
                         Error *error) {
  return values_at(o, THE_START, NULL, rng, a, b, error);
}
