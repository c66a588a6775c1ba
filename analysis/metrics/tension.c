#include "analysis/metrics/tension.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/survival.h"
#include "core/game/eval.h"
#include <math.h>
#include <stdlib.h>

/* The winner counts as settled once its value is at least this. */
static const double SETTLED = 0.9;

/* A side takes the lead once it is ahead by more than this. */
static const double LEAD = 0.1;

/* Values that differ by less are equal: means of halves are rounded. */
static const double LEVEL = 1e-9;

/* ---- curves --------------------------------------------------------------*/

static bool grow_curve(Curve *c) {
  int capacity = c->capacity ? 2 * c->capacity : 128;
  size_t size = (size_t)capacity * (size_t)c->sides * sizeof *c->a;
  double *a = realloc(c->a, size);
  c->a = a ? a : c->a;
  double *b = realloc(c->b, size);
  c->b = b ? b : c->b;
  double *smooth = realloc(c->smooth, size);
  c->smooth = smooth ? smooth : c->smooth;
  double *spread = realloc(c->spread, (size_t)capacity * sizeof *spread);
  c->spread = spread ? spread : c->spread;
  uint8_t *mover = realloc(c->mover, (size_t)capacity);
  c->mover = mover ? mover : c->mover;
  if (!a || !b || !smooth || !spread || !mover)
    return false;
  c->capacity = capacity;
  return true;
}

bool curve_add(Curve *c, int mover, const double a[], const double b[]) {
  if (c->positions == c->capacity && !grow_curve(c))
    return false;
  size_t at = (size_t)c->positions * (size_t)c->sides;
  memcpy(c->a + at, a, (size_t)c->sides * sizeof *a);
  memcpy(c->b + at, b, (size_t)c->sides * sizeof *b);
  c->mover[c->positions++] = (uint8_t)mover;
  return true;
}

void curve_free(Curve *c) {
  free(c->a);
  free(c->b);
  free(c->smooth);
  free(c->spread);
  free(c->mover);
  *c = (Curve){.sides = 0};
}

/* Which of the values to use. SMOOTH are those that `smooth` has written last.
 */
typedef enum Half { BOTH, HALF_A, HALF_B, SMOOTH } Half;

static double value_of(const Curve *c, Half half, int position, int side) {
  size_t at = (size_t)position * (size_t)c->sides + (size_t)side;
  return half == HALF_A   ? c->a[at]
         : half == HALF_B ? c->b[at]
         : half == SMOOTH ? c->smooth[at]
                          : (c->a[at] + c->b[at]) / 2;
}

/* The highest value of all sides except one, or of all if that is -1. */
static double best_of(const Curve *c, Half half, int position, int except) {
  double best = 0;
  for (int side = 0; side < c->sides; side++)
    if (side != except)
      best = fmax(best, value_of(c, half, position, side));
  return best;
}

static double lead_of(const Curve *c, Half half, int position, int side) {
  return value_of(c, half, position, side) - best_of(c, half, position, side);
}

double curve_value(const Curve *c, int position, int side) {
  return value_of(c, BOTH, position, side);
}

double curve_lead(const Curve *c, int position, int side) {
  return lead_of(c, BOTH, position, side);
}

/* ---- noise ---------------------------------------------------------------*/

/* Variances of the value of a side, means over the positions before the end. */
typedef struct Noise {
  double error; /* of what both halves say, about the truth */
  double step;  /* of the truth, from a position to the next */
  double one;   /* of what a single playout would say */
} Noise;

/* The halves err independently of each other: what they differ by is noise, and
 * what both of them show is not. */
static Noise measure_noise(const Curve *c) {
  int moves = c->positions - 1, sides = c->sides, values = moves * sides;
  Noise noise = {0};
  for (int i = 0; i < values; i++) {
    double a = c->a[i], b = c->b[i];
    noise.error += (a - b) * (a - b) / 4 / values;
    noise.one += (a * (1 - b) + b * (1 - a)) / 2 / values;
    if (i >= sides)
      noise.step +=
          (a - c->a[i - sides]) * (b - c->b[i - sides]) / (values - sides);
  }
  return noise;
}

/* The variance of the values of a half, or of both. */
static double error_of(const Noise *noise, Half half) {
  return half == BOTH ? noise->error : 2 * noise->error;
}

/* Estimates each value from those up to it: the less values move from position
 * to position, the more the earlier ones say (Kalman 1960). Keeps the variance
 * of the estimates. */
static void filter(const Curve *c, Half half, double error, double step) {
  int moves = c->positions - 1, sides = c->sides;
  for (int t = 0; t <= moves; t++) {
    bool first = t == 0 || t == moves || error <= 0;
    double before = first ? 0 : c->spread[t - 1] + step;
    double weight = first ? 1 : before / (before + error);
    c->spread[t] = weight * error;
    for (int side = 0; side < sides; side++) {
      double *now = &c->smooth[t * sides + side];
      double known = first ? 0 : now[-sides];
      *now = known + weight * (value_of(c, half, t, side) - known);
    }
  }
}

/* Estimates each value from those after it as well (Rauch, Tung and Striebel
 * 1965). Exact values and the result stay as they are. A short game says little
 * about its steps, which are taken to have a twentieth of the noise at least.
 */
static void smooth(const Curve *c, Half half, const Noise *noise) {
  double error = error_of(noise, half);
  double step = fmax(noise->step, noise->error / 20);
  int sides = c->sides, last = (c->positions - 2) * sides;
  filter(c, half, error, step);
  for (int i = last - 1; i >= 0 && error > 0; i--) {
    double spread = c->spread[i / sides];
    c->smooth[i] +=
        spread / (spread + step) * (c->smooth[i + sides] - c->smooth[i]);
  }
}

/* Whether a value is below a threshold by more than its standard error. Values
 * that are exactly there, as in games of few positions, would otherwise be
 * below it by noise every other time. */
static bool is_below(double value, double threshold, Half half,
                     const Noise *noise) {
  double share = noise->one > 0 ? error_of(noise, half) / noise->one : 0;
  double error = sqrt(share * threshold * (1 - threshold));
  return value < threshold - error - LEVEL;
}

/* ---- measures of one game ------------------------------------------------*/

static int find_leader(const Curve *c, Half half, int position) {
  int best = 0;
  for (int side = 1; side < c->sides; side++)
    if (value_of(c, half, position, side) >
        value_of(c, half, position, best) + LEVEL)
      best = side;
  return best;
}

/* At first nobody leads. Who is ahead by less than a lead changes nothing:
 * where sides are level it changes at random, as often as one looks. */
static int count_changes(const Curve *c, Half half, const Noise *noise) {
  int leader = -1, changes = 0;
  smooth(c, half, noise);
  for (int t = 0; t < c->positions; t++) {
    int best = find_leader(c, SMOOTH, t);
    double ahead = leader < 0 ? lead_of(c, SMOOTH, t, best)
                              : value_of(c, SMOOTH, t, best) -
                                    value_of(c, SMOOTH, t, leader);
    if (ahead > LEAD + LEVEL) {
      changes += leader >= 0;
      leader = best;
    }
  }
  return changes;
}

/* The settling move itself, which leads from the last unsettled position to the
 * first settled one, is made after that position. */
static double measure_decisiveness(const Curve *c, Half half, int winner,
                                   const Noise *noise) {
  int moves = c->positions - 1, first = 0;
  for (int t = 0; t < moves; t++)
    if (is_below(value_of(c, half, t, winner), SETTLED, half, noise))
      first = t;
  return (double)(moves - first) / moves;
}

static bool came_back(const Curve *c, Half half, int winner,
                      const Noise *noise) {
  for (int t = 0; t < c->positions; t++)
    if (is_below(value_of(c, half, t, winner), 0.5 / c->sides, half, noise))
      return true;
  return false;
}

static double led_early(const Curve *c, Half half, int winner) {
  int third = (c->positions - 1) / 3, level = 0;
  double best = best_of(c, half, third, -1);
  for (int side = 0; side < c->sides; side++)
    level += value_of(c, half, third, side) >= best - LEVEL;
  return value_of(c, half, third, winner) >= best - LEVEL ? 1.0 / level : 0;
}

static Leads measure_half(const Curve *c, Half half, int winner,
                          const Noise *noise) {
  int moves = c->positions - 1;
  Leads leads = {.changes = count_changes(c, half, noise),
                 .decisiveness = measure_decisiveness(c, half, winner, noise),
                 .comeback = came_back(c, half, winner, noise),
                 .early = led_early(c, half, winner)};
  leads.change_rate = leads.changes / moves;
  for (int t = 0; t < moves; t++) {
    int leader = find_leader(c, half, t);
    leads.drama += fmax(0, -lead_of(c, half, t, winner)) / moves;
    leads.uncertainty += (1 - lead_of(c, half, t, leader)) / moves;
  }
  return leads;
}

/* The side that moves, or moved before a roll. */
static int mover_of(const Curve *c, int position) {
  while (position > 0 && c->mover[position] == NATURE)
    position--;
  return c->mover[position] == NATURE ? 0 : c->mover[position];
}

/* Which moves were gains is decided by one half of the values and how much they
 * gained by the other: otherwise noise would look like gains that the answer
 * takes back. */
static void measure_permanence(const Curve *c, Half chosen, Half measured,
                               Leads *leads) {
  for (int t = 0; t + 2 < c->positions; t++) {
    int side = mover_of(c, t);
    double seems =
        value_of(c, chosen, t + 1, side) - value_of(c, chosen, t, side);
    if (mover_of(c, t + 1) == side || seems <= LEVEL)
      continue;
    double before = value_of(c, measured, t, side);
    leads->gain += value_of(c, measured, t + 1, side) - before;
    leads->kept += value_of(c, measured, t + 2, side) - before;
  }
}

Leads curve_measure(const Curve *c, int winner) {
  const Noise noise = measure_noise(c);
  Leads f = measure_half(c, BOTH, winner, &noise);
  const Leads a = measure_half(c, HALF_A, winner, &noise);
  const Leads b = measure_half(c, HALF_B, winner, &noise);
  f.changes = 2 * f.changes - (a.changes + b.changes) / 2;
  f.change_rate = 2 * f.change_rate - (a.change_rate + b.change_rate) / 2;
  f.drama = 2 * f.drama - (a.drama + b.drama) / 2;
  f.uncertainty = 2 * f.uncertainty - (a.uncertainty + b.uncertainty) / 2;
  f.settled = 1 - f.decisiveness;
  f.decisiveness = 2 * f.decisiveness - (a.decisiveness + b.decisiveness) / 2;
  f.comeback = 2 * f.comeback - (a.comeback + b.comeback) / 2;
  f.early = 2 * f.early - (a.early + b.early) / 2;
  measure_permanence(c, HALF_A, HALF_B, &f);
  measure_permanence(c, HALF_B, HALF_A, &f);
  return f;
}

/* If side j wins with probability v_j, the value of the winner is Σ v_j² on
 * average. The product of the halves has no bias, unlike a square. */
void calibration_add(Calibration *sum, int sides, const double a[],
                     const double b[], const double result[]) {
  sum->came -= 1.0 / sides;
  sum->promised -= 1.0 / sides;
  for (int side = 0; side < sides; side++) {
    sum->came += (a[side] + b[side]) / 2 * result[side];
    sum->promised += a[side] * b[side];
  }
}

/* A position where nature moves has no value of its own: the one it repeats has
 * been counted, and whether the game went on to it says who is winning. */
Calibration curve_calibrate(const Curve *c, const double result[]) {
  Calibration sum = {0, 0};
  for (int t = 0; t < c->positions - 1; t++) {
    size_t at = (size_t)t * (size_t)c->sides;
    if (c->mover[t] != NATURE)
      calibration_add(&sum, c->sides, c->a + at, c->b + at, result);
  }
  return sum;
}

/* A few games rarely contain one of the long ones, which count most and in
 * which leads are lost, and then vary too little. So the variances are those
 * with one more game, four standard deviations from the others. */
Estimate tension_ratio(const Pairs *p) {
  double n = (double)p->n, more = 16 / n;
  Pairs wide = *p;
  wide.xx += more * (p->xx - p->x * p->x / n);
  wide.xy += more * (p->xy - p->x * p->y / n);
  wide.yy += more * (p->yy - p->y * p->y / n);
  return estimate_ratio_fieller(&wide);
}

ValuesVerdict tension_judge(Estimate e) {
  if (!estimate_has_interval(e))
    return VALUES_UNKNOWN;
  return e.high < 1 / VALUES_FACTOR                            ? VALUES_BOLD
         : e.low > VALUES_FACTOR                               ? VALUES_CAUTIOUS
         : e.low > 1 / VALUES_FACTOR && e.high < VALUES_FACTOR ? VALUES_AGREE
                                                               : VALUES_UNKNOWN;
}

/* ---- replaying -----------------------------------------------------------*/

/* The side that won alone, or -1. */
static int sole_winner(const Game *game, const Match *match) {
  int winner = -1;
  for (int seat = 0; match->end == MATCH_WIN && seat < game->seats; seat++) {
    if (!(match->winners >> seat & 1))
      continue;
    if (winner >= 0 && winner != game->side[seat])
      return -1;
    winner = game->side[seat];
  }
  return winner;
}

static void fail(Tension *t) {
  t->failed = true;
  if (!error_is_set(&t->error))
    error_set(&t->error, "out of memory (tension)");
}

static void open_oracle(Tension *t, const Game *game) {
  if (t->plan.kind == ORACLE_DEFAULT)
    t->plan = oracle_default(game, t->random_bots);
  t->oracle = oracle_new(game, t->plan, &t->error);
  if (!t->oracle) {
    fail(t);
    return;
  }
  t->curve = (Curve){.sides = game->sides};
}

/* Whether the budget allows another game: what luck costs does not change which
 * games are measured without it. */
static bool can_afford(const Tension *t, int64_t work) {
  return !t->budget || work < t->budget;
}

void tension_begin(Tension *t, const Game *game, uint64_t index,
                   const Match *match) {
  bool affordable =
      !t->oracle || can_afford(t, oracle_work(t->oracle) - t->luck.work);
  t->games += affordable;
  t->measured = affordable && t->plan.kind != ORACLE_NONE && !t->failed &&
                game->sides > 1 && match->plies > 0 &&
                (match->end == MATCH_WIN || match->end == MATCH_DRAW);
  if (!t->measured)
    return;
  if (!t->oracle)
    open_oracle(t, game);
  t->winner = sole_winner(game, match);
  t->curve.positions = 0;
  /* A stream of its own, not the one the game was played with. */
  rng_seed(&t->rng, t->seed ^ UINT64_C(0x74656e73696f6e), index);
  luck_begin(&t->luck, game, can_afford(t, t->luck.work), t->seed, index);
}

/* Nobody decides anything where nature moves: the values stay as they were, and
 * what it does shows in the next position. */
static bool add_roll(Curve *c, const Game *game) {
  double a[SEATS_MAX], b[SEATS_MAX];
  neutral_values(game, a);
  neutral_values(game, b);
  if (c->positions > 0) {
    size_t last = (size_t)(c->positions - 1) * (size_t)c->sides;
    memcpy(a, c->a + last, (size_t)c->sides * sizeof *a);
    memcpy(b, c->b + last, (size_t)c->sides * sizeof *b);
  }
  return curve_add(c, NATURE, a, b);
}

/* Adds the values before nature moves, or before it draws the first position if
 * `state` is NULL, where luck begins a step. */
static bool add_luck(Tension *t, const State *state) {
  double a[SEATS_MAX], b[SEATS_MAX];
  Luck *luck = &t->luck;
  if (!luck_needs_roll(luck))
    return true;
  int64_t before = oracle_work(t->oracle);
  bool good =
      state ? oracle_roll_values(t->oracle, state, &luck->rng, a, b, &t->error)
            : oracle_start_values(t->oracle, &luck->rng, a, b, &t->error);
  luck->work += oracle_work(t->oracle) - before;
  if (good)
    luck_add(luck, true, a, b);
  return good;
}

static bool add_position(Tension *t, const Game *game, const State *state) {
  double a[SEATS_MAX], b[SEATS_MAX];
  if (t->curve.positions == 0 && game->random_start && !add_luck(t, NULL))
    return false;
  if (state->seat == NATURE)
    return add_luck(t, state) && add_roll(&t->curve, game);
  if (!oracle_values(t->oracle, state, &t->rng, a, b, &t->error))
    return false;
  luck_add(&t->luck, false, a, b);
  return curve_add(&t->curve, game->side[state->seat], a, b);
}

void tension_position(Tension *t, const Game *game, const State *state) {
  if (t->measured && !t->failed && !add_position(t, game, state))
    fail(t);
}

static bool ensure_plies(Tension *t, int plies) {
  if (plies <= t->plies)
    return true;
  Sums *by_ply = realloc(t->by_ply, (size_t)plies * sizeof *by_ply);
  if (!by_ply)
    return false;
  memset(by_ply + t->plies, 0, (size_t)(plies - t->plies) * sizeof *by_ply);
  t->by_ply = by_ply;
  t->plies = plies;
  return true;
}

static void add_leads(Tension *t) {
  const Leads leads = curve_measure(&t->curve, t->winner);
  int moves = t->curve.positions - 1;
  sums_add(&t->changes, leads.changes);
  sums_add(&t->change_rate, leads.change_rate);
  sums_add(&t->drama, leads.drama);
  sums_add(&t->uncertainty, leads.uncertainty);
  sums_add(&t->decisiveness, leads.decisiveness);
  t->settled[(int)ceil(PERCENT * leads.settled - LEVEL)]++;
  sums_add(&t->comeback, leads.comeback);
  sums_add(&t->early, leads.early);
  sums_add(&t->move, 1.0 / moves);
  pairs_add(&t->permanence, leads.kept, leads.gain);
  if (!ensure_plies(t, moves)) {
    fail(t);
    return;
  }
  /* The lead over the best of several others is corrected as the measures are.
   */
  for (int ply = 0; ply < moves; ply++) {
    double a = lead_of(&t->curve, HALF_A, ply, t->winner);
    double b = lead_of(&t->curve, HALF_B, ply, t->winner);
    double both = lead_of(&t->curve, BOTH, ply, t->winner);
    sums_add(&t->by_ply[ply], 2 * both - (a + b) / 2);
  }
}

/* The value of the last position is the result itself. */
void tension_end(Tension *t, const Game *game, const State *last) {
  double result[SEATS_MAX];
  if (!t->measured || t->failed)
    return;
  outcome_values(game, scoring_sides(game, last), result);
  if (!curve_add(&t->curve, 0, result, result)) {
    fail(t);
    return;
  }
  const Calibration calibration = curve_calibrate(&t->curve, result);
  pairs_add(&t->calibration, calibration.came, calibration.promised);
  luck_end(&t->luck, result);
  if (t->winner >= 0)
    add_leads(t);
}

void tension_free(Tension *t) {
  oracle_free(t->oracle);
  curve_free(&t->curve);
  free(t->by_ply);
  *t = (Tension){.seed = 0};
}

/* ---- metrics -------------------------------------------------------------*/

/* What never happened may still happen in three games of n. */
Estimate tension_mean(const Sums *s, double unit, double most) {
  double n = (double)s->n, mean = fmin(fmax(s->sum / n, 0), most);
  double spread = fmax(s->squares - s->sum * s->sum / n, 0) + 4 * unit * unit;
  double sd = sqrt(spread / (n > 1 ? n - 1 : 1));
  return estimate_clamp(estimate_mean(mean, sd, s->n), 0, most);
}

/* Of a rate per move or position, that is one move. */
static Estimate mean_per_move(const Tension *t, const Sums *s) {
  return tension_mean(s, t->move.sum / (double)t->move.n, 1);
}

Estimate tension_rate(const Sums *s) {
  double n = (double)s->n, mean = fmin(fmax(s->sum / n, 0), 1);
  double variance = fmax(s->squares / n - mean * mean, 0);
  Estimate e = estimate_bounded_mean_z(mean, variance, n, Z95);
  return estimate_clamp((Estimate){mean, mean > 0 ? e.low : 0, e.high, s->n}, 0,
                        1);
}

/* A ratio needs a denominator that is clearly above 0: by three standard
 * errors. */
static bool has_ratio(const Pairs *p) {
  double n = (double)p->n, variance = (p->yy - p->y * p->y / n) / (n - 1);
  return n > 1 && p->y > 3 * sqrt(fmax(variance, 0) * n);
}

/* Games that are all the same have no interval. */
static Estimate ratio_of(const Pairs *p) {
  Estimate e = tension_ratio(p);
  return estimate_half_width(e) < 1e-6 /* but for rounding */
             ? estimate_plain(e.value, e.n)
             : e;
}

static void add_ratio(const Pairs *p, const char *key, const char *name,
                      Metrics *m) {
  if (has_ratio(p))
    metrics_add(m, "tension", key, name, ratio_of(p));
}

static void add_luck_share(const Pairs *p, const char *key, Metrics *m) {
  if (!has_ratio(p))
    return;
  Estimate e = ratio_of(p); /* all of it may be beyond 1 */
  e.value = fmin(fmax(e.value, 0), 1);
  e = estimate_clamp(e, 0, 1);
  e.low = e.low > 1 ? 1 : e.low;
  e.high = e.high < 0 ? 0 : e.high;
  metrics_add(m, "tension", key, "luck_share", e);
}

/* Games without a result are the long ones, in which leads were lost: without
 * many of them, leads would seem to be kept more often than they promise. */
static void add_calibration(const Tension *t, const char *key, Metrics *m) {
  const Pairs *p = &t->calibration;
  double undecided = (double)(t->games - p->n) / (double)t->games;
  if (undecided > UNDECIDED_LARGE)
    metrics_add(m, "tension", key, "calibration", estimate_plain(NAN, p->n));
  else
    add_ratio(p, key, "calibration", m);
}

/* The percentage of its moves after which a share of the games is decided. */
static void add_settled(const Tension *t, const char *key, const char *name,
                        double share, Metrics *m) {
  static const uint64_t none[PERCENT + 1];
  Estimate e = survival_quantile(
      &(LengthCounts){PERCENT, t->settled, none, .alike = 1}, share);
  metrics_add(m, "tension", key, name,
              (Estimate){e.value / PERCENT, e.low / PERCENT,
                         fmin(e.high / PERCENT, 1), e.n});
}

void tension_metrics(const Tension *t, Metrics *m) {
  Phrase oracle = oracle_name(t->plan);
  const char *key = oracle.text;
  if (t->failed || t->calibration.n == 0)
    return;
  add_calibration(t, key, m);
  add_luck_share(&t->luck.share, key, m);
  if (t->drama.n == 0)
    return;
  metrics_add(m, "tension", key, "lead_changes",
              tension_mean(&t->changes, 1, INFINITY));
  metrics_add(m, "tension", key, "lead_change_rate",
              mean_per_move(t, &t->change_rate));
  metrics_add(m, "tension", key, "drama", mean_per_move(t, &t->drama));
  metrics_add(m, "tension", key, "uncertainty",
              mean_per_move(t, &t->uncertainty));
  metrics_add(m, "tension", key, "decisiveness",
              mean_per_move(t, &t->decisiveness));
  add_settled(t, key, "decided_median", 0.5, m);
  add_settled(t, key, "decided_p90", 0.9, m);
  add_ratio(&t->permanence, key, "permanence", m);
  metrics_add(m, "tension", key, "comeback_rate", tension_rate(&t->comeback));
  metrics_add(m, "tension", key, "early_lead_rate", tension_rate(&t->early));
  for (int ply = 0; ply < t->plies; ply++)
    metrics_add(m, "lead", phrase("%d", ply + 1).text, "winner_lead",
                estimate_clamp(sums_mean(&t->by_ply[ply]), -1, 1));
}
