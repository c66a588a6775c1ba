#include "analysis/metrics/balance.h"

#include "analysis/metrics/balance_internal.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include <math.h>

/* How often an interval may miss, and the half-width in standard errors that
 * this takes for a mean of n games and the two that are added. */
typedef struct Confidence {
  double alpha, z;
} Confidence;

static Confidence level_of(double alpha, uint64_t n) {
  return (Confidence){alpha, student_quantile(1 - alpha / 2, (double)n + 1)};
}

/* ---- games and sides -----------------------------------------------------*/

uint64_t balance_decided(const Tally *t) {
  return t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
}

Estimate balance_undecided(const Tally *t) {
  return estimate_rate_alike(t, t->games - balance_decided(t), t->games,
                             schedule_alike(t->schedule));
}

uint64_t balance_won(const Tally *t, int side) {
  return t->side[side].together[side];
}

/* Whether games go on without the seats that never moved: seats have more turns
 * than there are seats that move. Rolls are nobody's turn. A game that the
 * first move, or the roll after it, always ends is over before the turn of the
 * second seat, which lives to lose it. */
static bool skips_seats(const Tally *t) {
  return t->plies - t->rolls >
         t->games * (uint64_t)__builtin_popcount(t->moved);
}

/* The sides with a seat that moved or won, a bit each. */
static unsigned active_sides(const Tally *t) {
  const Schedule *s = t->schedule;
  unsigned active = 0;
  for (int seat = 0; seat < s->seats; seat++)
    active |= (t->moved >> seat & 1u) << s->side[seat];
  for (int side = 0; side < s->sides; side++)
    active |= (unsigned)(balance_won(t, side) > 0) << side;
  return active;
}

/* With fewer than two others there would be nothing left to compare: who never
 * moves there loses to who does. */
int balance_sides(const Tally *t, int side[SEATS_MAX]) {
  unsigned active = active_sides(t);
  bool all = !skips_seats(t) || __builtin_popcount(active) < 2;
  int sides = 0;
  for (int i = 0; i < t->schedule->sides; i++)
    if (all || active >> i & 1)
      side[sides++] = i;
  return sides;
}

bool balance_is_confounded(const Schedule *s) {
  return s->seatings == 1 && s->bots > 1;
}

enum { PAIRS_MANY = 30 };

/* The variance of the mean points of the first side, from the sums of pairs,
 * divided by what it would be if the two games of a pair were independent. */
static double pair_effect(const Tally *t) {
  double n = 0, sum = 0, squares = 0, products = 0;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    for (int x = 0; x <= 2; x++)
      for (int y = 0; y <= 2; y++) {
        double count = (double)t->pair[i].count[x][y];
        n += count;
        sum += count * (x + y);
        squares += count * (x * x + y * y);
        products += count * 2 * x * y;
      }
  double apart = squares - sum * sum / (2 * n);
  double together = squares + products - sum * sum / n;
  return n < PAIRS_MANY || !(apart > 0) ? 2 : fmax(together / apart, 1);
}

double balance_design_effect(const Tally *t) {
  if (!t->schedule->paired || t->schedule->bots == 1)
    return 1;
  return t->pair ? pair_effect(t) : t->schedule->seats;
}

uint64_t balance_effective(const Tally *t, uint64_t games) {
  return (uint64_t)((double)games / balance_design_effect(t));
}

bool balance_is_empty(const Tally *t) {
  int side[SEATS_MAX];
  return balance_decided(t) == 0 || balance_sides(t, side) < 2;
}

Estimate balance_side(const Tally *t, int side) {
  return estimate_rate_alike(t, balance_won(t, side), t->games,
                             balance_design_effect(t));
}

Estimate balance_rate(const Tally *t, int side) {
  return estimate_rate_alike(t, balance_won(t, side), balance_decided(t),
                             balance_design_effect(t));
}

/* ---- differences ---------------------------------------------------------*/

/* The mean over the decided games of the summed weights of the winning sides: a
 * difference of rates. The interval is Student's with two games added, one at
 * each extreme (Bonett and Price 2012). Without them it would have no width if
 * all games end alike, and too low a coverage if nearly all do. */
static Estimate contrast(const Tally *t, const double weight[], double z) {
  uint64_t games = balance_decided(t);
  double n = (double)games + 2, sum = 0, squares = 1 + 1;
  for (int i = 0; i < t->schedule->sides; i++) {
    sum += weight[i] * (double)balance_won(t, i);
    for (int j = 0; j < t->schedule->sides; j++)
      squares += weight[i] * weight[j] * (double)t->side[i].together[j];
  }
  double value = sum / (double)games, middle = sum / n;
  double variance = fmax(squares - sum * middle, 0) / (n - 1) / n;
  double half = z * sqrt(variance * balance_design_effect(t));
  return estimate_clamp((Estimate){value, middle - half, middle + half, games},
                        -1, 1);
}

/* Games won by a side without the other: only these tell them apart. */
static uint64_t won_without(const Tally *t, int side, int other) {
  return balance_won(t, side) - t->side[side].together[other];
}

Estimate balance_difference_z(const Tally *t, int side, int other, double z) {
  double weight[SEATS_MAX] = {0};
  weight[side] += 1;
  weight[other] -= 1;
  return balance_is_empty(t) ? estimate_none() : contrast(t, weight, z);
}

double balance_sign_p(const Tally *t, int side, int other) {
  return sign_test(balance_effective(t, won_without(t, side, other)),
                   balance_effective(t, won_without(t, other, side)));
}

/* With few games Student's interval excludes 0 too easily; it does so here only
 * if the exact test agrees. */
static Estimate difference(const Tally *t, int side, int other,
                           Confidence level) {
  Estimate e = balance_difference_z(t, side, other, level.z);
  if (e.n && balance_sign_p(t, side, other) > level.alpha) {
    e.low = fmin(e.low, 0);
    e.high = fmax(e.high, 0);
  }
  return e;
}

Estimate balance_advantage(const Tally *t, int side) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  double weight[SEATS_MAX] = {0};
  if (balance_is_empty(t))
    return estimate_none();
  Confidence level =
      level_of(look_alpha(t->raised), balance_effective(t, balance_decided(t)));
  if (sides == 2)
    return difference(t, side, live[side == live[0]], level);
  for (int i = 0; i < sides; i++)
    weight[live[i]] = live[i] == side ? 1 : -1.0 / (sides - 1);
  return contrast(t, weight, level.z);
}

/* For all pairs at once (Bonferroni). */
static double pair_alpha(const Tally *t, int sides) {
  return look_alpha(t->raised) / (sides * (sides - 1) / 2.0);
}

static Confidence pair_level(const Tally *t, int sides) {
  return level_of(pair_alpha(t, sides),
                  balance_effective(t, balance_decided(t)));
}

/* The true gap is the difference of some pair of sides: it is at least the
 * lower end of every pair's interval, and at most the upper end of that pair's.
 * All intervals must hold at once. */
Estimate balance_gap(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  if (balance_is_empty(t))
    return estimate_none();
  Confidence level = pair_level(t, sides);
  Estimate gap = {0, 0, 0, balance_decided(t)};
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = difference(t, side[i], side[j], level);
      gap.value = fmax(gap.value, d.value);
      gap.low = fmax(gap.low, d.low);
      gap.high = fmax(gap.high, d.high);
    }
  return gap;
}

Estimate balance_index(const Tally *t) {
  Estimate gap = balance_gap(t);
  return (Estimate){1 - gap.value, 1 - gap.high, 1 - gap.low, gap.n};
}

/* Of pairs that are shown equally well, such as those not shown to differ at
 * all, the one with the larger difference. */
Estimate balance_pair(const Tally *t, int *ahead, int *behind) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  Confidence level = pair_level(t, sides);
  Estimate best = estimate_none();
  *ahead = side[0];
  *behind = side[1];
  for (int i = 0; balance_decided(t) && i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = difference(t, side[i], side[j], level);
      double more = fmax(d.low, 0) - fmax(best.low, 0);
      if (isnan(best.value) || more > 0 ||
          (more == 0 && d.value > best.value)) {
        best = d;
        *ahead = side[i];
        *behind = side[j];
      }
    }
  return best;
}

/* The counts as if a side had won all games without a result. Borrows what the
 * tally points to. */
static Tally all_won_by(const Tally *t, int side) {
  Tally all = *t;
  uint64_t games = t->games - balance_decided(t);
  all.ends[MATCH_WIN] += games;
  all.ends[MATCH_TRUNCATED] = all.ends[MATCH_FORFEIT] = 0;
  all.side[side].among[0] += games;
  all.side[side].together[side] += games;
  return all;
}

bool balance_is_ahead(const Tally *t, int ahead, int behind) {
  int side[SEATS_MAX];
  Tally worst = all_won_by(t, behind);
  Confidence level = pair_level(&worst, balance_sides(t, side));
  return difference(&worst, ahead, behind, level).low > 0;
}

double balance_largest_gap(const Tally *t) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  double most = balance_gap(t).high;
  for (int i = 0; balance_decided(t) < t->games && i < sides; i++) {
    Tally other = all_won_by(t, live[i]);
    most = fmax(most, balance_gap(&other).high);
  }
  return most;
}

double balance_detectable(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  uint64_t most = 0;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++) {
      /* They tell the two apart: one of them won, the other did not. */
      uint64_t games =
          won_without(t, side[i], side[j]) + won_without(t, side[j], side[i]);
      most = games > most ? games : most;
    }
  double chance = sign_test_detectable(balance_effective(t, most),
                                       pair_alpha(t, sides), 0.8);
  return (2 * chance - 1) * (double)most / (double)balance_decided(t);
}
