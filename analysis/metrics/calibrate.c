#include "analysis/metrics/calibrate.h"

#include "analysis/metrics/tension.h"
#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/run/replay.h"
#include <math.h>
#include <stdlib.h>

/* A position, as the halves of the oracle judge it, and what came of it. */
typedef struct Sight {
  double a[SEATS_MAX], b[SEATS_MAX], result[SEATS_MAX];
} Sight;

typedef struct Sights {
  const CalibratePlan *plan;
  OraclePlan *judge;
  Match *matches;
  uint64_t games, plies; /* read */
  Oracle *oracle;
  uint64_t seed;
  Rng rng;
  int every, ply; /* one of so many positions is judged */
  bool counts;    /* the game under way does */
  int sides;
  Sight *list;
  size_t count, before; /* this game's positions come after those */
  Pairs raw;            /* came, promised: of each game, without a power */
  bool failed;
  Error error;
} Sights;

/* ---- looking at games ----------------------------------------------------*/

enum { POSITIONS = 8 /* of a game, on average */ };

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Sights *s = context;
  (void)index;
  (void)error;
  if (s->games < s->plan->games) {
    s->matches[s->games++] = *match;
    s->plies += (uint64_t)match->plies;
  }
  return true;
}

static void on_begin(void *context, const Game *game, const State *first,
                     uint64_t index, const Match *match) {
  Sights *s = context;
  (void)first;
  if (!s->oracle && !s->failed) {
    s->oracle = oracle_new(game, *s->judge, &s->error);
    s->failed = !s->oracle;
    s->sides = game->sides;
  }
  s->counts = !s->failed && oracle_can_raise(game) && game->sides > 1 &&
              (match->end == MATCH_WIN || match->end == MATCH_DRAW) &&
              (!s->plan->budget || oracle_work(s->oracle) < s->plan->budget);
  s->before = s->count;
  s->ply = (int)(index % (uint64_t)s->every);
  rng_seed(&s->rng, s->seed ^ UINT64_C(0x63616c6962726174), index);
}

static void on_turn(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  Sights *s = context;
  (void)game;
  (void)move;
  (void)legal;
  if (!s->counts || s->failed || s->ply++ % s->every)
    return;
  s->list = need_more(s->list, s->count, sizeof *s->list);
  Sight *sight = &s->list[s->count++];
  s->failed =
      !oracle_values(s->oracle, state, &s->rng, sight->a, sight->b, &s->error);
}

/* Adds what positions come to if their values are raised. */
static void add_calibration(Calibration *sum, const Sights *s, size_t from,
                            double power) {
  for (size_t i = from; i < s->count; i++) {
    Sight sight = s->list[i];
    oracle_raise(sight.a, s->sides, power);
    oracle_raise(sight.b, s->sides, power);
    calibration_add(sum, s->sides, sight.a, sight.b, sight.result);
  }
}

static void on_end(void *context, const Game *game, const State *last) {
  Sights *s = context;
  double result[SEATS_MAX];
  Calibration sum = {0, 0};
  if (!s->counts || s->failed)
    return;
  outcome_values(game, scoring_sides(game, last), result);
  for (size_t i = s->before; i < s->count; i++)
    memcpy(s->list[i].result, result, sizeof result);
  add_calibration(&sum, s, s->before, 1);
  pairs_add(&s->raw, sum.came, sum.promised);
}

static bool look(Sights *s, Error *error) {
  const CalibratePlan *plan = s->plan;
  const ReplayCallbacks callbacks = {on_begin, on_turn, on_end, NULL, s};
  Run run;
  if (!run_read(&run, plan->dir, take_match, s, error))
    return false;
  s->seed = run.plan.seed;
  s->every = (int)(s->plies / (s->games * POSITIONS + 1)) + 1;
  const ReplayPlan replay = {.run = &run,
                             .games = s->games,
                             .matches = s->matches,
                             .jobs = plan->jobs,
                             .stop = plan->stop};
  bool good = replay_games(&replay, &callbacks, error) &&
              (!s->failed || error_copy(error, &s->error));
  run_close(&run);
  return good;
}

/* ---- choosing the power --------------------------------------------------*/

/* The higher the power, the more values promise. 0 if no power does it, as
 * where what a search has proven is missed by the players. */
static double find_power(const Sights *s, double least, double most) {
  double low = least, high = most;
  while (high > 1.001 * low) {
    double middle = sqrt(low * high);
    Calibration sum = {0, 0};
    add_calibration(&sum, s, 0, middle);
    *(sum.came > sum.promised ? &low : &high) = middle;
  }
  bool found = low > least && high < most;
  return found ? strtod(phrase("%.3g", low).text, NULL) : 0; /* its name */
}

/* A slope that is shown not to be 1 is off if it differs by a factor of more
 * than that. */
static const double OFF = 1.1;

static double choose_power(const Sights *s) {
  if (s->raw.n < 2)
    return 0;
  Estimate slope = tension_ratio(&s->raw);
  return slope.value > OFF && slope.low > 1 ? find_power(s, 1, ORACLE_POWER_MAX)
         : slope.value < 1 / OFF && slope.high < 1
             ? find_power(s, ORACLE_POWER_MIN, 1)
             : 0;
}

bool oracle_calibrate(OraclePlan *oracle, const CalibratePlan *plan,
                      Error *error) {
  Sights s = {.plan = plan, .judge = oracle};
  s.matches = need(plan->games * sizeof *s.matches);
  bool good = look(&s, error);
  if (good)
    oracle->power = choose_power(&s);
  oracle_free(s.oracle);
  free(s.matches);
  free(s.list);
  return good;
}
