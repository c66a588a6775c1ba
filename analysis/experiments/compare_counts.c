/* Counting the games of two runs. */
#include "analysis/experiments/compare_internal.h"

#include <math.h>

/* ---- units ---------------------------------------------------------------*/

/* The features of a unit. */
typedef struct Unit {
  uint64_t mask; /* those that are not 0 */
  double value[FEATURES];
} Unit;

_Static_assert(FEATURES <= 64, "features fit the mask");

static void add_feature(Unit *unit, int feature, double value) {
  if (!(unit->mask >> feature & 1))
    unit->value[feature] = 0;
  unit->mask |= UINT64_C(1) << feature;
  unit->value[feature] += value;
}

static void add_winners(const Schedule *s, unsigned winners, Unit *unit) {
  unsigned sides = 0;
  for (; winners; winners &= winners - 1)
    sides |= 1u << s->side[__builtin_ctz(winners)];
  for (; sides; sides &= sides - 1)
    add_feature(unit, __builtin_ctz(sides), 1);
}

static void add_values(const ComparedRun *r, uint64_t i, Unit *unit) {
  const Schedule *s = &r->run.schedule;
  GameOutcome game = r->games.outcome[i];
  double value[SEATS_MAX];
  if (!seats_game(&r->seats, schedule_seating(s, r->run.first + i),
                  (MatchEnd)game.end, game.winners, value))
    return;
  add_feature(unit, FEATURE_VALUED, 1);
  for (int side = 0; side < s->sides; side++)
    add_feature(unit, FEATURE_VALUE + side, value[side]);
}

static int plies_of(const Comparison *c, GameOutcome game) {
  return game.plies < c->limit ? game.plies : c->limit;
}

/* A truncated game lasts at least as long as the limit, so up to there its
 * length is known; that of a game that was forfeited or left before is not. */
static bool has_plies(const Comparison *c, GameOutcome game) {
  return (game.end != MATCH_FORFEIT && game.end != MATCH_TRUNCATED) ||
         game.plies >= c->limit;
}

static void add_plies(const Comparison *c, GameOutcome game, Unit *unit,
                      CompareCounts *counts) {
  int plies = plies_of(c, game);
  if (!has_plies(c, game))
    return;
  add_feature(unit, FEATURE_PLAYED, 1);
  add_feature(unit, FEATURE_PLIES, plies);
  counts->shortest = plies < counts->shortest ? plies : counts->shortest;
  counts->longest = plies > counts->longest ? plies : counts->longest;
}

static bool is_decided(GameOutcome game) {
  return game.end == MATCH_WIN || game.end == MATCH_DRAW;
}

static double margin_of(const ComparedRun *r, uint64_t i) {
  return (double)r->games.margin[i] / SCORE_UNIT;
}

/* Of games that are compared in pairs, both are left out. */
bool compare_leaves_out(const Comparison *c, const ComparedRun *r, uint64_t i) {
  const ComparedRun *other = r == c->a ? c->b : c->a;
  return r->games.outcome[i].set_aside ||
         (c->pairing == PAIRED && i < c->span &&
          other->games.outcome[i].set_aside);
}

static void add_game(const Comparison *c, const ComparedRun *r, uint64_t i,
                     Unit *unit, CompareCounts *counts) {
  GameOutcome game = r->games.outcome[i];
  if (compare_leaves_out(c, r, i))
    return;
  add_feature(unit, FEATURE_GAME, 1);
  add_feature(unit, FEATURE_END + game.end, 1);
  if (game.end == MATCH_WIN)
    add_winners(&r->run.schedule, game.winners, unit);
  if (is_decided(game))
    add_feature(unit, FEATURE_DECIDED, 1);
  if (is_decided(game) && r->games.margin) {
    double margin = margin_of(r, i);
    add_feature(unit, FEATURE_MARGIN, margin);
    counts->least = fmin(counts->least, margin);
    counts->most = fmax(counts->most, margin);
  }
  if (r->seats.basis == SEATS_RATED)
    add_values(r, i, unit);
  add_plies(c, game, unit, counts);
}

static void add_part(const Comparison *c, const PartOfMoves *p, int run,
                     uint64_t i, Unit *unit) {
  const ComparedRun *r = run ? c->b : c->a;
  bool paired = c->pairing == PAIRED && i < p->games[1 - run];
  if (compare_leaves_out(c, r, i) || p->whole[run][i] == 0 ||
      (paired && p->whole[1 - run][i] == 0))
    return;
  add_feature(unit, FEATURE_PLAYED, 1);
  add_feature(unit, FEATURE_GAME, (double)p->whole[run][i]);
  add_feature(unit, FEATURE_PART, (double)p->part[run][i]);
}

/* Games that share their opening depend on each other. Where bots change seats,
 * the stronger one sits in each seat in turn: which seat wins then alternates
 * by plan, not by chance, and two runs have that in common, or its opposite,
 * game by game. Rounds have neither. Whether a game begins a new unit. */
static bool begins_unit(const ComparedRun *r, uint64_t i) {
  const Schedule *s = &r->run.schedule;
  uint64_t index = r->run.first + i;
  return s->seatings == 1 || schedule_round(s, index) == index;
}

/* ---- sums ----------------------------------------------------------------*/

static void add_products(UnitSums *sums, const Unit *one, const Unit *other) {
  sums->units++;
  for (uint64_t left = one->mask; left; left &= left - 1) {
    int i = __builtin_ctzll(left);
    for (uint64_t rest = other->mask; rest; rest &= rest - 1) {
      int j = __builtin_ctzll(rest);
      sums->product[i][j] += one->value[i] * other->value[j];
    }
  }
}

static void add_unit(UnitSums *sums, const Unit *unit) {
  if (!unit->mask)
    return;
  add_products(sums, unit, unit);
  for (uint64_t left = unit->mask; left; left &= left - 1) {
    int i = __builtin_ctzll(left);
    sums->total[i] += unit->value[i];
  }
}

static void add_units(CompareCounts *counts, Unit *a, Unit *b) {
  add_unit(&counts->a, a);
  add_unit(&counts->b, b);
  if (a->mask && b->mask)
    add_products(&counts->both, a, b);
  a->mask = b->mask = 0;
}

/* A unit ends where one ends in both runs, so that a pair of units has no more
 * in common with another than a game has. Runs that have nothing in common end
 * theirs apart: those of two shards may never end together. */
static void end_units(const Comparison *c, bool a_ends, bool b_ends, Unit *a,
                      Unit *b, CompareCounts *counts) {
  bool apart = compare_is_apart(c);
  if (a_ends && b_ends) {
    add_units(counts, a, b);
  } else if (apart && a_ends) {
    add_unit(&counts->a, a);
    a->mask = 0;
  } else if (apart && b_ends) {
    add_unit(&counts->b, b);
    b->mask = 0;
  }
}

static void add_any(const Comparison *c, const PartOfMoves *part, int run,
                    uint64_t i, Unit *unit, CompareCounts *counts) {
  if (part)
    add_part(c, part, run, i, unit);
  else
    add_game(c, run ? c->b : c->a, i, unit, counts);
}

void compare_count(const Comparison *c, const PartOfMoves *part,
                   uint64_t a_games, uint64_t b_games, CompareCounts *counts) {
  Unit a = {0}, b = {0};
  *counts = (CompareCounts){
      .shortest = INT32_MAX, .least = INFINITY, .most = -INFINITY};
  for (uint64_t i = 0; i < a_games || i < b_games; i++) {
    end_units(c, i >= a_games || begins_unit(c->a, i),
              i >= b_games || begins_unit(c->b, i), &a, &b, counts);
    if (i < a_games)
      add_any(c, part, 0, i, &a, counts);
    if (i < b_games)
      add_any(c, part, 1, i, &b, counts);
  }
  add_units(counts, &a, &b);
  if (counts->shortest > counts->longest)
    counts->shortest = 0;
  if (counts->least > counts->most)
    counts->least = counts->most = 0;
}

/* ---- means ---------------------------------------------------------------*/

/* A run's part in the difference of two means. */
typedef struct MeanPart {
  const ComparedRun *run;
  uint64_t games;
  double n, mean; /* of the games that have the number */
} MeanPart;

/* The number of a game that a mean is about; false if it has none. */
static bool number_of(const Comparison *c, const ComparedRun *r, uint64_t i,
                      int feature, double *number) {
  GameOutcome game = r->games.outcome[i];
  bool plies = feature == FEATURE_PLIES;
  if (compare_leaves_out(c, r, i))
    return false;
  *number = plies ? plies_of(c, game) : margin_of(r, i);
  return plies ? has_plies(c, game) : is_decided(game);
}

static MeanPart part_of(const Comparison *c, const ComparedRun *r,
                        uint64_t games, int feature) {
  MeanPart p = {r, games, 0, 0};
  double number, sum = 0;
  for (uint64_t i = 0; i < games; i++)
    if (number_of(c, r, i, feature, &number)) {
      sum += number;
      p.n++;
    }
  p.mean = sum / p.n;
  return p;
}

/* What a game moves its run's mean by. */
static double moves_mean(const Comparison *c, const MeanPart *p, uint64_t i,
                         int feature) {
  double number;
  bool has = i < p->games && number_of(c, p->run, i, feature, &number);
  return has ? (number - p->mean) / p->n : 0;
}

double compare_stretch(const Comparison *c, int feature) {
  MeanPart a = part_of(c, c->a, c->a_games, feature),
           b = part_of(c, c->b, c->b_games, feature);
  double alike = fmax(schedule_alike(&c->a->run.schedule),
                      schedule_alike(&c->b->run.schedule));
  Deviations d = {0};
  for (uint64_t i = 0; i < a.games || i < b.games; i++) {
    double in_a = moves_mean(c, &a, i, feature),
           in_b = moves_mean(c, &b, i, feature);
    if (c->pairing == PAIRED)
      deviations_add(&d, in_b - in_a, 1);
    deviations_add(&d, in_a, c->pairing != PAIRED);
    deviations_add(&d, in_b, c->pairing != PAIRED);
  }
  d.n = fmin(a.n, b.n);
  return deviations_stretch(&d, alike);
}

/* ---- ratios --------------------------------------------------------------*/

static double total_of(const UnitSums *s, Ratio ratio) {
  double total = s->total[ratio.plus];
  return ratio.minus < 0 ? total : total - s->total[ratio.minus];
}

/* The sum of one ratio's numerator times the other's. */
static double product_of(const UnitSums *s, Ratio one, Ratio other) {
  const double *row = s->product[one.plus];
  double sum =
      other.minus < 0 ? row[other.plus] : row[other.plus] - row[other.minus];
  if (one.minus >= 0) {
    row = s->product[one.minus];
    sum -=
        other.minus < 0 ? row[other.plus] : row[other.plus] - row[other.minus];
  }
  return sum;
}

static Ratio denominator(Ratio ratio) {
  return (Ratio){ratio.of, -1, ratio.of};
}

double compare_ratio(const UnitSums *s, Ratio ratio) {
  return total_of(s, ratio) / s->total[ratio.of];
}

/* A ratio x / y with its pseudo-games. If units are rounds, so is what is
 * added: a whole round may turn out otherwise, which one game would not allow
 * for. */
typedef struct Fitted {
  double units, x, y, value;
  double games; /* of a unit, on average */
} Fitted;

/* What is added to parts of moves is the game of a move, on average, and not
 * the average game: if a few long games have many of the moves, they decide
 * (Kish 1965). */
static double unit_size(const UnitSums *s, Ratio ratio) {
  return ratio.plus == FEATURE_PART
             ? s->product[ratio.of][ratio.of] / s->total[ratio.of]
             : s->total[FEATURE_GAME] / s->units;
}

static Fitted fit(const UnitSums *s, Ratio ratio, const PseudoGames *pseudo) {
  Fitted f = {s->units, total_of(s, ratio), s->total[ratio.of], 0,
              unit_size(s, ratio)};
  if (pseudo) {
    f.units += 2;
    f.x += f.games * (pseudo->low + pseudo->high);
    f.y += f.games * 2;
  }
  f.value = f.x / f.y;
  return f;
}

/* The sum of (x − value y) of one ratio times that of the other over the units.
 * Divided by both totals of y, it is the covariance of the ratios (Cochran
 * 1977, chapter 6). `pseudo_product` is the sum of x times x in the two
 * pseudo-games. */
static double joint_spread(const UnitSums *s, Ratio a, Ratio b,
                           const Fitted *fa, const Fitted *fb,
                           const PseudoGames *pseudo, double pseudo_product) {
  double sum =
      product_of(s, a, b) - fb->value * product_of(s, a, denominator(b)) -
      fa->value * product_of(s, denominator(a), b) +
      fa->value * fb->value * product_of(s, denominator(a), denominator(b));
  double units = s->units;
  if (pseudo) {
    double middle = pseudo->low + pseudo->high;
    sum += fa->games * fb->games *
           (pseudo_product - (fa->value + fb->value) * middle +
            2 * fa->value * fb->value);
    units += 2;
  }
  return units > 1 ? sum / fa->y / fb->y * units / (units - 1) : NAN;
}

static double variance_of(const UnitSums *s, Ratio ratio, const Fitted *f,
                          const PseudoGames *pseudo) {
  double squares =
      pseudo ? pseudo->low * pseudo->low + pseudo->high * pseudo->high : 0;
  double variance = joint_spread(s, ratio, ratio, f, f, pseudo, squares);
  return variance < 0 ? 0 : variance; /* rounding */
}

double compare_ratio_distance(const UnitSums *s, Ratio ratio,
                              const PseudoGames *pseudo) {
  Fitted f = fit(s, ratio, pseudo);
  return f.value / sqrt(variance_of(s, ratio, &f, pseudo));
}

Term compare_term(const CompareCounts *counts, Ratio a, Ratio b,
                  bool correlated, const PseudoGames *pseudo) {
  Fitted fa = fit(&counts->a, a, pseudo), fb = fit(&counts->b, b, pseudo);
  Term term = {.middle = fb.value - fa.value,
               .a_variance = variance_of(&counts->a, a, &fa, pseudo),
               .b_variance = variance_of(&counts->b, b, &fb, pseudo)};
  if (correlated)
    term.covariance = joint_spread(&counts->both, a, b, &fa, &fb, pseudo,
                                   pseudo ? pseudo->product : 0);
  double variance = term.a_variance + term.b_variance - 2 * term.covariance;
  term.error = sqrt(variance < 0 ? 0 : variance);
  return term;
}
